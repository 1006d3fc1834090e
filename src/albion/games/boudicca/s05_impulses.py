"""5.0 Impulses: cards give Activation Points or events; points buy activations."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from albion.engine.action import Action, Json, Noun, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal, foremost
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere, in_own_impulse
from albion.games.boudicca.roster import ROMANS
from albion.games.boudicca.s05_events import event_fault, event_reason, play_event
from albion.games.boudicca.s05_hand import (
    OTHER_DECK,
    card_fault,
    card_reason,
    different,
    may_play_more,
    play_card,
)
from albion.games.boudicca.s05_prices import price
from albion.games.boudicca.s05_reasons import WHOSE, spending_reason
from albion.games.boudicca.s06_putting_right import correction_fault, put_right_reason
from albion.games.boudicca.s06_stacking import PUT_RIGHT, faulty_hexes
from albion.games.boudicca.s07_bridges import bridge_work, construction_fault, destruction_fault, set_bridge
from albion.games.boudicca.s07_movement import activate, activation_fault
from albion.games.boudicca.s07_ways import any_movable
from albion.games.boudicca.s09_towns import Sack, sack_fault
from albion.games.boudicca.s11_mobilization import Mobilize, enter_fault, mobilize_fault
from albion.games.boudicca.s11_revolts import Incite, incite_fault, not_in_revolt
from albion.games.boudicca.s12_convocation import Convocation
from albion.games.boudicca.s12_druids import convoke_fault, recruit, recruit_fault, recruit_hexes
from albion.games.boudicca.s13_solitaire import FACE_DOWN, draw_fault, draw_reason, turn_up
from albion.games.boudicca.state import (
    BOXES,
    DEAD,
    DISPLACED,
    MARCHED,
    NEVER,
    SACKER,
    SCARED,
    BoudiccaState,
    enemy,
)
from albion.kernels.hex import hexes_of

IMPULSE = cite("boudicca 5.0.a 5.0.b 5.0.c 5.1.6.a 5.1.7.a 5.2.2.a 5.2.2.b 4.0.f 4.0.g 4.0.k")
NO_POINTS = cite("boudicca 5.2.2.b 5.0.b")


@step(cite("boudicca 4.0.f 5.0.a 5.1.10.a 7.2.6.a 6.1.11.a 9.2.2.a"))
class BeginImpulse(Step[BoudiccaState], frozen=True):
    """A player's Impulse starts; without cards he must pass."""

    side: str
    final: bool = False

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Take off what lasted until now, and note stacks to be corrected."""
        s.impulse += 1
        s.phasing, s.final, s.ap, s.cards, s.drawn, s.ended = self.side, self.final, 0, 0, (), ""
        s.druids_fell = 0
        gone = SACKER | DISPLACED | (MARCHED if self.side == ROMANS else 0)
        if any(s.marks):
            s.marks = [mark & ~gone for mark in s.marks]
        s.strained = faulty_hexes(s, self.side)
        emit(log, "impulse", self.cite, seat=self.side, last=self.final)
        if not s.hands[self.side]:
            emit(log, "pass", cite("boudicca 5.1.10.a"), seat=self.side, forced=True)
            return [EndImpulse()]
        return [Impulse(), EndImpulse()]


@step(cite("boudicca 4.0.h 4.0.i 4.0.k 5.1.9.a 5.1.9.b 5.1.10.b R10 R49 R26"))
class EndImpulse(Step[BoudiccaState], frozen=True):
    """Play passes over: to the other player, to his Final Impulse, or the turn's operations end."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Find out who has no cards and who has passed."""
        side, other = s.phasing, enemy(s.phasing)
        if side == ROMANS and any(s.marks):
            s.marks = [mark & ~SCARED for mark in s.marks]
        s.spent[side] = (*s.spent[side], *s.drawn)
        s.drawn, s.ap, s.ended = (), 0, ""
        passed = s.cards == 0
        both = passed and s.passes > 0
        s.passes = 1 if passed else 0
        if s.final or both or not (s.hands[side] or s.hands[other]):
            return []
        return [BeginImpulse(other, final=passed and not s.hands[side])]


Law = Callable[[BoudiccaState, str, Noun], Cite | None]
PRICED = {
    "activate": cite("boudicca 7.1.1.a"),
    "sack": cite("boudicca 9.2.1.a"),
    "destroy": cite("boudicca 7.4.1.a"),
    "build": cite("boudicca 7.4.2.a"),
    "mobilize mona": cite("boudicca 11.1.3.a"),
    "mobilize isca": cite("boudicca 11.1.3.d"),
    "enter mona": cite("boudicca 11.1.3.b"),
    "enter isca": cite("boudicca 11.1.3.g"),
    "mobilize": cite("boudicca 11.1.2.a"),
    "enter": cite("boudicca 11.1.3.b 11.1.3.g"),
    "incite": cite("boudicca 11.2.4.b"),
    "recruit": cite("boudicca 12.2.3.b"),
    "convoke": cite("boudicca 12.2.6.a"),
}
"""Where the book names the price of an activation."""
LAWS: dict[str, Law] = {
    "activate": lambda s, side, n: activation_fault(s, side, int(n)),
    "sack": lambda s, side, n: sack_fault(s, side, int(n)),
    "destroy": lambda s, side, n: destruction_fault(s, side, str(n)),
    "build": lambda s, side, n: construction_fault(s, side, str(n)),
    "mobilize": lambda s, _, n: mobilize_fault(s, n),
    "enter": lambda s, _, n: enter_fault(s, str(n)),
    "incite": lambda s, _, n: incite_fault(s, str(n)),
    "recruit": lambda s, _, n: recruit_fault(s, int(n)),
    "convoke": lambda s, _, n: convoke_fault(s, s.rules.index[str(n)]),
}


@rule(cite("boudicca 1.2.b 5.0.b 5.0.c 5.2.2.b"))
def activation_law(s: BoudiccaState, a: Action) -> Cite | None:
    """What is against spending points so: the entry's own law and the cost, or else stacks to be corrected."""
    own = _own_law(s, a)
    if s.ap >= price(s, a):
        return own or correction_fault(s, a)
    dear = _too_dear(a)
    # Beside another law the want of points is named by one clause.
    return foremost([own, tuple(ref for ref in dear if ref not in own)[:1] if own else dear])


def _own_law(s: BoudiccaState, a: Action) -> Cite:
    """What forbids an activation whatever the points: it is the other side's, or its own law."""
    if WHOSE.get(a.verb, s.phasing) != s.phasing:
        return PRICED.get(str(a), PRICED[a.verb])
    return LAWS[a.verb](s, s.phasing, a.noun if a.noun is not None else "") or ()


def not_now(s: BoudiccaState, a: Action) -> Cite | None:
    """What would forbid an activation also if it were asked for now."""
    if a.verb in LAWS and s.battle is None and in_own_impulse(s):
        return _own_law(s, a) or None
    return None


def _too_dear(a: Action) -> Cite:
    """The clause that names the price first, then those that say what points are for."""
    return PRICED.get(str(a), PRICED[a.verb]) + NO_POINTS


def options_for_points(s: BoudiccaState) -> list[Action]:
    """Every activation the points on hand would buy."""
    t, side = s.rules.data.activation.activation, s.phasing
    found: list[Action] = []
    if s.ap >= t.move:
        own = hexes_of(s.present_bits(side))
        found += [act("activate", h) for h in own if any_movable(s, h, side)]
    if s.ap >= t.sack:
        prey = hexes_of(s.held_bits(side) & s.rules.board.place_bits)
        found += [act("sack", h) for h in prey if sack_fault(s, side, h) is None]
    if s.ap >= t.destroy_bridge:
        found += [act("destroy", side_) for side_ in bridge_work(s, side, build=False)]
    found += _roman_options(s) if side == ROMANS else _briton_options(s)
    return [a for a in found if correction_fault(s, a) is None] if s.strained else found


def _roman_options(s: BoudiccaState) -> list[Action]:
    t = s.rules.data.activation.activation
    found: list[Action] = []
    if s.ap >= t.build_bridge:
        found += [act("build", side) for side in bridge_work(s, ROMANS, build=True)]
    if s.ap >= t.mobilize:
        asleep = [s.where[u] for u in range(s.rules.ranks[ROMANS][1]) if s.ready[u] == NEVER]
        camps = sorted({h for h in asleep if h > DEAD}) if asleep else []
        found += [act("mobilize", h) for h in camps if mobilize_fault(s, h) is None]
    for box, cost in (("mona", t.mobilize_mona), ("isca", t.mobilize_ii)):
        if s.ap >= cost and BOXES[box] in s.at and mobilize_fault(s, box) is None:
            found.append(act("mobilize", box))
        if s.ap >= t.enter and BOXES[box] in s.at and enter_fault(s, box) is None:
            found.append(act("enter", box))
    return found


def _briton_options(s: BoudiccaState) -> list[Action]:
    t = s.rules.data.activation.activation
    found: list[Action] = []
    if s.ap >= t.incite:
        homes = {s.where[u]: None for u in (s.rules.boudicca, *s.rules.druids)}
        tribes = [tribe for h in homes if (tribe := s.rules.board.tribe_at.get(h))]
        found += [act("incite", tribe) for tribe in tribes if incite_fault(s, tribe) is None]
    if s.ap >= t.recruit:
        found += [act("recruit", h) for h in recruit_hexes(s)]
    if s.ap >= t.convocation:
        able = [u for u in s.rules.druids if s.alive(u) and convoke_fault(s, u) is None]
        found += [act("convoke", s.rules.units[u].id) for u in able]
    return found


@step(IMPULSE)
class Impulse(Question, frozen=True):
    """The next thing in an Impulse: a card, an activation for points, or the end."""

    exact = True
    own = (*LAWS, "play", "discard", "draw", "end", "pass")

    def seat(self, s: BoudiccaState) -> Seat:
        """The player whose Impulse it is."""
        return Seat(s.phasing)

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """Points and cards."""
        return {
            "seat": s.phasing,
            "ap": s.ap,
            "cards": s.cards,
            "final": s.final,
            "left": len(s.hands[s.phasing]),
        }

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Cards, then activations, then to end."""
        side, alone = s.phasing, s.options.solitaire
        found = [act("draw")] if alone and draw_fault(s) is None else []
        hand = s.drawn if alone else s.hands[side] if may_play_more(s) else ()
        for card in different(hand):
            if s.rules.value[card] or event_fault(s, side, card) is None:
                found.append(act("play", card))
            if not alone:
                found.append(act("discard", card))
        if s.strained:
            found = [a for a in found if correction_fault(s, a) is None]
        if s.ap:
            found += options_for_points(s)
        leave = act("end") if s.cards else act("pass")
        if not s.strained or correction_fault(s, leave) is None:
            found.append(leave)
        return found

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """The clauses against it."""
        if a.verb in LAWS:
            return activation_law(s, a)
        if a.verb in ("play", "discard"):
            return self._card(s, a)
        if a.verb == "draw":
            return draw_fault(s) or correction_fault(s, a)
        if a.verb in ("end", "pass"):
            wrong = (a.verb == "pass") == (s.cards > 0)
            return cite("boudicca 5.1.9.a") if wrong else correction_fault(s, a)
        return elsewhere(s, a)

    def _card(self, s: BoudiccaState, a: Action) -> Cite | None:
        card = a.name
        if s.options.solitaire and a.verb == "discard":
            return FACE_DOWN
        if card not in s.rules.decks[s.phasing]:
            return OTHER_DECK
        event = a.verb == "play" and not s.rules.value[card]
        why = card_fault(s, s.phasing, card) or (event_fault(s, s.phasing, card) if event else None)
        return why or correction_fault(s, a)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Points wanted and left, cards played, the turn that is too early, who or what is not there."""
        if a.verb in LAWS and why == _too_dear(a) and not _own_law(s, a):
            return "no-points", {"cost": price(s, a), "left": s.ap}
        if why == PUT_RIGHT:
            return put_right_reason(s)
        if a.verb == "draw" or (a.verb == "discard" and why == FACE_DOWN):
            return draw_reason(s, a)
        if a.verb in ("play", "discard") and (found := card_reason(s, a.name, why)):
            return found
        if a.verb == "play":
            return event_reason(s, a.name, why)
        if a.verb in ("end", "pass"):
            return ("cards-were-played" if s.cards else "no-card-played"), {}
        return spending_reason(s, a, why) if a.verb in LAWS else None

    def warns(self, s: BoudiccaState, a: Action) -> Refusal | None:
        """Points or cards that are lost, a roll that cannot succeed, a tribe that rises over its oppidum."""
        left = len(s.hands[s.phasing])
        if a.verb == "end" and s.ap:
            return Refusal(cite("boudicca 5.2.2.a"), "points-lost", {"left": s.ap})
        if a.verb == "pass" and s.passes and left:
            return Refusal(cite("boudicca 5.1.9.b 4.0.j"), "turn-ends", {"left": left})
        if a == act("mobilize", "isca") and s.turn == 1:
            return Refusal(cite("boudicca 11.1.3.e"), "ii-cannot-come", {"turn": s.turn})
        tribe = s.rules.board.tribe_at.get(a.number) if a.verb == "sack" else None
        if tribe and s.phasing == ROMANS and not_in_revolt(s, tribe):
            return Refusal(cite("boudicca 11.2.4.a"), "tribe-rises", {"tribe": tribe})
        return None

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Carry it out, and ask again until the player ends the Impulse."""
        match a.verb:
            case "end" | "pass":
                emit(log, a.verb, self.cite, seat=s.phasing)
                return []
            case "play":
                return [*play(s, a.name, log), self]
            case "discard":
                play_card(s, s.phasing, a.name, log, how="discard")
                return [self]
            case "draw":
                turn_up(s, log)
                return [self]
        s.ap -= price(s, a)
        return [*spend(s, a, log), self]


@rule(cite("boudicca 5.0.c 5.2.2.a 5.1.7.a"))
def play(s: BoudiccaState, card: str, log: Log) -> Steps[BoudiccaState]:
    """A card's value adds to the Impulse's points; an event happens."""
    play_card(s, s.phasing, card, log)
    value = s.rules.value[card]
    s.ap += value
    return [] if value else play_event(s, card, log)


@rule(cite("boudicca 5.0.b 5.2.2.b"))
def spend(s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
    """What an activation sets going, its points paid."""
    noun: Noun = a.noun if a.noun is not None else ""
    match a.verb:
        case "activate":
            return activate(s, int(noun), log)
        case "enter":
            return activate(s, BOXES[str(noun)], log)
        case "sack":
            return [Sack(int(noun))]
        case "destroy" | "build":
            set_bridge(s, str(noun), log, build=a.verb == "build")
        case "mobilize":
            return [Mobilize(BOXES[noun] if isinstance(noun, str) else noun)]
        case "incite":
            return [Incite(str(noun))]
        case "recruit":
            recruit(s, int(noun), log)
        case "convoke":
            return [Convocation(s.rules.index[str(noun)])]
    return []
