"""5.1.3 and 5.8: playing a card as an Event or for its points, passing, and Absentee cards."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.refusal import foremost
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.data import Card, Requires
from albion.games.domesday.refusals import Reason, not_in_hand
from albion.games.domesday.s03_map import controller, hosts, in_play, owner
from albion.games.domesday.s05_8_effect_laws import raided
from albion.games.domesday.s05_8_effects import Resolve
from albion.games.domesday.s05_actions import Points
from albion.games.domesday.state import DEAD, NO_EVENT, Dom, Happening, Purse

PASS = Action("pass")
ABSENTEE = Action("absentee")
OWN_CONDITION = {"021": cite("domesday 5.9.a 5.8.6.a"), "104": cite("domesday 5.8.6.d 5.8.6.a")}
"""The Compulsory Events whose condition the rules themselves name."""
UNCONDITIONAL = Requires()


@rule(cite("domesday 5.8.4.a 5.8.5.a 5.8.6.a 5.8.6.c"))
def in_window(s: Dom, card: Card) -> bool:
    """Whether the Turn is one of those on the card; Ordinary Events fit any."""
    return card.turns is None or card.turns.first <= s.turn <= card.turns.last


@rule(cite("domesday 5.8.6.a 5.8.6.d 5.9.a R14"))
def condition(s: Dom, card: Card, faction: str) -> bool:
    """Whether the card's conditions hold for a faction."""
    need, side = card.requires, s.sides[s.king] if s.king else ""
    return need == UNCONDITIONAL or (
        all(s.leaders[x] != DEAD for x in need.leader_alive)
        and all(s.leaders[x] == DEAD for x in need.leader_dead)
        and (not need.king_is or side in need.king_is)
        and side not in need.no_king_of
        and (not need.units_in or any(faction in hosts(s, a) for a in need.units_in))
        and all(controller(s, a) == faction for a in need.controls)
        and not any(controller(s, a) == faction for a in need.not_controlled_by_own)
        and (not need.contests_area_of_target or bool(raided(s, faction)))
    )


@rule(cite("domesday 1.2.a 5.8.1.a 5.8.1.c 1.4.2.a 1.4.2.c 5.8.6.a R52 R59"))
def resolvers(s: Dom, card: Card, player: str) -> tuple[str, ...]:
    """The factions that could resolve the Event now, '' if it names none."""
    if card.kind == "battle" or not in_window(s, card):
        return ()
    if not card.icons and not card.one_faction:
        return ("",) if condition(s, card, "") else ()
    able = [
        f
        for f in s.rules.owner
        if (not card.icons or f in card.icons) and in_play(s, f) and condition(s, card, f)
    ]
    absent = s.rules.absentee
    preferred = tuple(f for f in able if (owner(s, f) == absent) == (player == absent))
    return preferred or (tuple(able) if card.kind == "compulsory" else ())


@rule(cite("domesday 5.8.6.a 2.2.d 5.1.4.b"))
def compelled(s: Dom, card: Card, player: str) -> bool:
    """A Compulsory Event that must be played this Turn."""
    return card.kind == "compulsory" and bool(resolvers(s, card, player))


@rule(cite("domesday 3.2.4.c 5.9.3.e 5.1.a R1"))
def card_points(s: Dom, card: Card, seat: str) -> int:
    """The card's points in halves, and half a point for each Crown Area the player Controls."""
    mine = s.rules.factions[seat]
    held = [a for a in s.board.crowns if controller(s, a) in mine]
    return 2 * card.ap + s.board.price["crown"] * len(held)


@rule(cite("domesday 1.4.1.b 1.4.1.d R51"))
def may_draw_absentee(s: Dom, seat: str) -> Cite | None:
    """Only for a player with no more cards than any other, while the Absentee hand has cards."""
    rules = s.rules
    if not rules.absentee or not s.hands[rules.absentee]:
        return cite("domesday 1.4.1.d")
    fewest = min(len(s.hands[x]) for x in rules.present)
    return None if len(s.hands[seat]) == fewest else cite("domesday 1.4.1.b")


@rule(cite("domesday 2.2.c 2.2.d 5.1.3.b 5.1.4.a 5.1.4.b 1.4.1.c"))
def pass_forbids(s: Dom, seat: str) -> Cite | None:
    """Passing needs a hand of one or none, no Compulsory Event to play, and no Absentee card to draw."""
    hand = s.hands[seat]
    why: list[Cite] = []
    if len(hand) > s.board.tables.hand.keep:
        why.append(cite("domesday 5.1.4.a 2.2.c"))
    if any(compelled(s, s.board.cards[c], seat) for c in hand):
        why.append(cite("domesday 5.1.4.b 2.2.d 5.8.6.a"))
    if s.rules.absentee and may_draw_absentee(s, seat) is None:
        why.append(cite("domesday 1.4.1.c"))
    return foremost(why) or None


OF_ABSENTEE = {
    "1.4.1.b": "fewer-cards",
    "1.4.1.c": "absentee-first",
    "1.4.1.d": "absentee-empty",
    "1.4.a": "no-absentee",
}
"""By the decisive clause: what is said of the Absentee Player's hand."""


@step(cite("domesday 2.2.a 2.2.b 5.1.3.a"))
class CardTurn(Choice[Dom], frozen=True):
    """Play a card as an Event or for its points, or pass."""

    secret = True
    own = ("event", "points", "absentee")
    player: str

    def seat(self, s: Dom) -> Seat:
        """Whose turn it is."""
        return Seat(self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each card both ways, the pass, the Absentee's hand."""
        for card in s.hands[self.player]:
            yield Action("event", card)
            yield Action("points", card)
        yield PASS
        if s.rules.absentee:
            yield ABSENTEE

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """The rule against it."""
        if a == PASS:
            return pass_forbids(s, self.player)
        if a == ABSENTEE:
            return may_draw_absentee(s, self.player) if s.rules.absentee else cite("domesday 1.4.a")
        if a.verb not in ("event", "points"):
            return None
        if a.noun not in s.hands[self.player]:
            return cite("domesday 5.1.3.a")
        card = s.board.cards[a.name]
        if a.verb == "points":
            return cite("domesday 5.8.6.a") if compelled(s, card, self.player) else None
        return event_forbids(s, card, self.player)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Cards in hand, a card that is not among them, the Turns of the card, or the Absentee's hand."""
        if a == PASS and len(s.hands[self.player]) > s.board.tables.hand.keep:
            return "hand-too-large", {"n": len(s.hands[self.player]), "most": s.board.tables.hand.keep}
        if why[0].clause in OF_ABSENTEE:
            return OF_ABSENTEE[why[0].clause], {}
        if a.verb == "event" and a.noun in s.hands[self.player]:
            return _no_event(s, s.board.cards[a.name], why)
        return not_in_hand(s, self.player, a) or self._must_play(s, a)

    def _must_play(self, s: Dom, a: Action) -> Reason | None:
        """The Compulsory Event that comes first, and its Turns."""
        hand = (s.board.cards[c] for c in s.hands[self.player] if a == PASS or c == a.noun)
        card = next((c for c in hand if compelled(s, c, self.player)), None)
        if card is None or card.turns is None:
            return None
        first, last = card.turns
        return "event-due", {"card": card.id, "first": first, "last": last, "turn": s.turn}

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Pass, draw for the Absentee Player, or play a card."""
        if a == PASS:
            return pass_turn(s, self.player, log)
        s.passes = 0
        if a == ABSENTEE:
            return (DrawAbsentee(self.player),)
        card = a.name
        s.hands[self.player] = tuple(x for x in s.hands[self.player] if x != card)
        s.played = (*s.played, card)
        emit(log, "card", self.cite, seat=self.player, card=card, use=a.verb, final=a.verb == "event")
        return play_card(s, card, self.player, a.verb)


def _no_event(s: Dom, card: Card, why: Cite) -> Reason | None:
    """A Battle Event, the wrong Turn, or conditions that do not hold."""
    if card.kind == "battle":
        return "battle-only", {"card": card.id}
    if card.turns and not in_window(s, card):
        return "not-this-turn", {**card.turns._asdict(), "turn": s.turn}
    if why[0].clause == "1.4.2.c":
        return "absent-resolves", {}
    if why[0].clause not in ("5.8.a", "5.8.6.a", "5.8.6.d", "5.9.a"):
        return None
    return unmet(s, card, [f for f in s.rules.owner if f in card.icons and in_play(s, f)])


def unmet(s: Dom, card: Card, factions: list[str]) -> Reason | None:
    """The first condition of a card that does not hold for any of these factions."""
    need, side = card.requires, s.sides[s.king] if s.king else ""
    for x in need.leader_alive + need.leader_dead:
        if (s.leaders[x] == DEAD) == (x in need.leader_alive):
            return ("leader-dead" if x in need.leader_alive else "leader-lives"), {"leader": x}
    if need.king_is and side not in need.king_is:
        return "king-must-be", {"factions": [*need.king_is]}
    if side in need.no_king_of:
        return "king-must-not-be", {"faction": side}
    if need.units_in and not any(f in hosts(s, a) for a in need.units_in for f in factions):
        return "no-units-in", {"factions": [*factions], "areas": [*need.units_in]}
    for area in need.controls + need.not_controlled_by_own:
        lord = controller(s, area)
        if area in need.controls and lord not in factions:
            return "not-controlled", {"factions": [*factions], "area": area}
        if area in need.not_controlled_by_own and lord in factions:
            return "held-by", {"area": area, "faction": lord}
    return ("no-raid", {"factions": [*factions]}) if need.contests_area_of_target else None


def event_forbids(s: Dom, card: Card, player: str) -> Cite | None:
    """The rule against playing a card as an Event now."""
    if card.kind == "battle":
        return cite("domesday 5.8.7.a 5.5.2.a")
    if not in_window(s, card):
        return cite("domesday 5.8.5.a" if card.kind == "limited" else "domesday 5.8.6.c 5.8.6.a")
    if resolvers(s, card, player):
        return None
    return _unresolved(s, card)


def _unresolved(s: Dom, card: Card) -> Cite:
    """Nobody can resolve it now: no faction of the card in play, its conditions, or only an Absentee faction."""
    if card.icons and not any(in_play(s, f) for f in card.icons):
        return cite("domesday 5.8.1.c 1.3.2.b")
    factions = [f for f in s.rules.owner if in_play(s, f) and (not card.icons or f in card.icons)]
    if any(condition(s, card, f) for f in factions or ("",)):
        return cite("domesday 1.4.2.c")
    if card.kind == "compulsory":
        return OWN_CONDITION.get(card.id, cite("domesday 5.8.6.a 5.8.6.c"))
    return cite("domesday 5.8.a")


def play_card(s: Dom, card: str, player: str, use: str) -> Steps[Dom]:
    """An Event with its faction, or the card's points."""
    if use == "points":
        return (CardPoints(card, player), FinishCard(card, "points"))
    able = resolvers(s, s.board.cards[card], player)
    if len(able) == 1:
        return (BeginEvent(card, player, able[0]),)
    return (EventFaction(card, player, able),)


@rule(cite("domesday 2.2.c 5.1.4.a R25"))
def pass_turn(s: Dom, seat: str, log: Log) -> Steps[Dom]:
    """One free point; the player may act again later."""
    s.passes += 1
    emit(log, "passed", cite("domesday 5.1.4.a"), seat=seat)
    return (Points(Purse(seat, s.board.price["pass"])),)


@step(cite("domesday 5.8.1.a 5.9.3.c 1.4.2.c"))
class EventFaction(Choice[Dom], frozen=True):
    """Which one faction resolves the Event?"""

    exact = True
    card: str
    player: str
    factions: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """Who played the card, or drew it for the Absentee."""
        return Seat(s.drawer or self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each faction that may."""
        return (Action("as", f) for f in self.factions)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Without its icon, out of play, against its conditions, or Absentee."""
        if a.verb != "as" or a.noun in self.factions:
            return None
        card, faction = s.board.cards[self.card], a.name
        if card.icons and faction not in card.icons:
            return cite("domesday 5.8.1.a")
        if faction == "fyrd":
            return cite("domesday 1.3.c 5.8.1.a")
        if not in_play(s, faction):
            return cite("domesday 5.8.1.c 1.3.2.b")
        return cite("domesday 5.8.a" if not condition(s, card, faction) else "domesday 1.4.2.c")

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Not named, not in play, Absentee, or the conditions do not hold."""
        said = {"5.8.1.a": "not-on-card", "5.8.1.c": "not-in-play", "1.4.2.c": "absent-faction"}
        clause = why[0].clause
        if a.verb != "as":
            return None
        if clause == "1.3.c":
            return ("fyrd-with-king", {"faction": s.sides[s.king]}) if s.king else None
        if clause in said:
            return said[clause], {"faction": a.name}
        return unmet(s, s.board.cards[self.card], [a.name])

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Begin the Event for that faction."""
        return (BeginEvent(self.card, self.player, a.name),)


@step(cite("domesday 5.8.a 5.8.1.b 5.8.6.b"))
class BeginEvent(Step[Dom], frozen=True):
    """The Event is resolved; a Compulsory one gives its points afterwards."""

    card: str
    player: str
    faction: str

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Effects, points if Compulsory, then the card goes."""
        s.event = Happening(self.card, self.player, self.faction)
        emit(log, "event", self.cite, card=self.card, faction=self.faction, seat=self.player)
        steps: list[Step[Dom]] = [Resolve()]
        if s.board.cards[self.card].kind == "compulsory":
            steps.append(CardPoints(self.card, self.player))
        return (*steps, FinishCard(self.card, "event"))


@step(cite("domesday 5.1.a 5.8.6.b 1.4.3.a R1"))
class CardPoints(Step[Dom], frozen=True):
    """The card's points, with the Crown Areas held now."""

    card: str
    player: str

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """To the player of the card."""
        return (Points(Purse(self.player, card_points(s, s.board.cards[self.card], self.player))),)


@rule(cite("domesday 5.8.5.b 5.8.6.b 5.8.6.c 5.9.3.f R5 R14 R15"))
def leaves_play(s: Dom, card: Card, use: str) -> bool:
    """Limited from their last Turn on; Compulsory as an Event, or for points after their last Turn."""
    if card.turns is None:
        return False
    if card.kind == "limited":
        return s.turn >= card.turns.last
    return use == "event" or s.turn > card.turns.last


@step(cite("domesday 5.8.4.a 5.8.5.b 5.8.6.b 5.8.6.c 5.1.e"))
class FinishCard(Step[Dom], frozen=True):
    """The card goes to the open discards, or out of play."""

    card: str
    use: str

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """The card goes to the discards, or leaves the game."""
        s.played = tuple(x for x in s.played if x != self.card)
        if leaves_play(s, s.board.cards[self.card], self.use):
            s.removed = (*s.removed, self.card)
            emit(log, "card-removed", self.cite, card=self.card)
        else:
            s.discard = (*s.discard, self.card)
        s.event, s.drawer = NO_EVENT, ""
        return ()


@step(cite("domesday 1.4.1.b 1.4.2.a 1.4.3.a 1.4.4.a R52"))
class DrawAbsentee(Step[Dom], frozen=True):
    """A random card of the Absentee hand: Event if possible, otherwise points; Battle Events lie open."""

    player: str

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Draw, show, carry out for the Absentee factions."""
        absent = s.rules.absentee
        hand = s.hands[absent]
        pick = 1 if len(hand) == 1 else roll(s, log, 1, who=absent, cite=self.cite, sides=len(hand))[0]
        card = hand[pick - 1]
        s.hands[absent] = tuple(x for x in hand if x != card)
        s.drawer = self.player
        row = s.board.cards[card]
        emit(log, "absentee-card", self.cite, seat=self.player, card=card, final=True)
        if row.kind == "battle":
            s.faceup = (*s.faceup, card)
            return (Points(Purse(absent, s.board.price["pass"])), Undrawn())
        s.played = (*s.played, card)
        use = "event" if resolvers(s, row, absent) else "points"
        return play_card(s, card, absent, use)


@step(cite("domesday 1.4.4.a"))
class Undrawn(Step[Dom], frozen=True):
    """The drawn card is dealt with."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Nobody answers for the Absentee any more."""
        s.drawer = ""
        return ()
