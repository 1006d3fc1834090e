"""5.5.2 Battle Events: cards played in the middle of a Battle, by anyone for anyone."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.refusal import Refusal
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.data import Card, Effect
from albion.games.domesday.refusals import Reason, not_in_hand, unlisted
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import banner, hosts, kinds_in, owner
from albion.games.domesday.s04_5_stacking import AfterAction
from albion.games.domesday.s04_units import fell_leader
from albion.games.domesday.state import Dom, Modifier, the_battle

DECLINE = Action("decline")


def area_fits(s: Dom, where: tuple[str, ...], area: str) -> bool:
    """Whether a card's condition of place holds: an Area, or a terrain."""
    return not where or area in where or s.board.spaces[area].terrain.id in where


def names_faction(card: Card) -> bool:
    """Whether somebody must choose the one faction that resolves it."""
    return bool(card.icons) or card.one_faction or any(e.side == "own" for e in card.effects)


def leaders_in_battle(s: Dom, e: Effect, faction: str) -> tuple[str, ...]:
    """The Leaders a card could strike."""
    b = the_battle(s)
    if not area_fits(s, e.where, b.area):
        return ()
    found = [x for f in sorted(s.stacks[b.area]) for x in s.at(b.area, f).leaders]
    if e.target in ("enemy-in-battle", "any-in-battle"):
        # A card for any Leader names no faction, unless an Absentee card draws one: then its enemies.
        return tuple(x for x in found if s.sides[x] != faction)
    return tuple(x for x in found if x == e.target)


@rule(cite("domesday 1.4.4.c 5.5.2.a 5.8.1.a 1.3.c R71"))
def helps(s: Dom, card: Card, faction: str) -> bool:
    """Whether a faction in the Battle would get anything from the card."""
    b = the_battle(s)
    if faction != b.attacker and any(e.role == "attacker" for e in card.effects):
        return False
    for e in card.effects:
        if e.op == "test-leader" and leaders_in_battle(s, e, faction):
            return True
        if e.op == "no-retreat":
            return True
        if e.op == "battle-modifier" and area_fits(s, e.where, b.area):
            sides = [f for f in s.stacks[b.area] if (banner(s, f) == faction) == (e.side == "own")]
            kinds = {k for f in sides for k in kinds_in(s.at(b.area, f))}
            if "all" in e.unit_types or kinds.intersection(e.unit_types):
                return True
    return False


@rule(cite("domesday 5.5.2.a 5.8.1.a 5.8.7.a 1.4.2.c 1.4.4.c"))
def battle_factions(s: Dom, card: Card, seat: str) -> tuple[str, ...]:
    """The factions of the Battle that may resolve a card, '' if it names none."""
    b = the_battle(s)
    absent = s.rules.absentee
    if not names_faction(card) and seat != absent:
        return ("",) if helps(s, card, "") else ()
    there = [f for x in s.rules.seats for f in s.rules.factions[x] if f in hosts(s, b.area)]
    return tuple(
        f
        for f in there
        if (not card.icons or f in card.icons)
        and (seat == absent or owner(s, f) != absent)
        and helps(s, card, f)
    )


@step(cite("domesday 5.5.2.a 5.8.7.a R63"))
class BattleEvent(Choice[Dom], frozen=True):
    """Play one Battle Event, or none."""

    secret = True
    player: str

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "no-battle-event"}

    def seat(self, s: Dom) -> Seat:
        """In order of play."""
        return Seat(self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Cards of the hand; a player without cards is not asked."""
        hand = s.hands[self.player]
        yield from (Action("play", card) for card in hand if s.board.cards[card].kind == "battle")
        if hand:
            yield DECLINE

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only Battle Events of the hand that help somebody here."""
        if a.verb != "play":
            return None
        if a.noun not in s.hands[self.player]:
            return cite("domesday 5.5.2.a")
        card = s.board.cards[a.name]
        if card.kind != "battle":
            return cite("domesday 5.8.7.a 5.5.2.a")
        return None if battle_factions(s, card, self.player) else cite("domesday 5.5.2.a 5.8.1.a")

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Not in the hand, no Battle Event, or one that helps nobody here."""
        if a.verb != "play":
            return None
        kind = "no-battle-card" if s.board.cards[a.name].kind != "battle" else "helps-nobody"
        return not_in_hand(s, self.player, a) or (kind, {"card": a.name})

    def warns(self, s: Dom, a: Action) -> Refusal | None:
        """A card that can only help enemies of one's own units."""
        if a.verb != "play":
            return None
        able = battle_factions(s, s.board.cards[a.name], self.player)
        helped = [against_own(s, self.player, f) for f in able]
        return helped[0] if helped and all(helped) else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Play the card."""
        if a == DECLINE:
            return ()
        card = a.name
        s.hands[self.player] = tuple(x for x in s.hands[self.player] if x != card)
        return lay(s, self.player, card, log)


def against_own(s: Dom, seat: str, faction: str) -> Refusal | None:
    """A warning, if the faction stands against units of that player in the Battle."""
    b = the_battle(s)
    mine = [f for f in hosts(s, b.area) if owner(s, f) == seat]
    if not faction or faction in mine or not any((f == b.attacker) != (faction == b.attacker) for f in mine):
        return None
    return Refusal(cite("domesday 5.5.2.a"), "enemy-card", {"faction": faction})


def lay(s: Dom, seat: str, card: str, log: Log) -> Steps[Dom]:
    """The card lies by the Battle; its faction is chosen, then its effects follow."""
    b = the_battle(s)
    s.battle = replaced(b, cards=(*b.cards, (seat, card)))
    emit(log, "battle-card", cite("domesday 5.5.2.a"), seat=seat, card=card, final=True)
    able = battle_factions(s, s.board.cards[card], seat)
    if seat == s.rules.absentee:
        pick = (
            able[0]
            if len(able) == 1
            else able[roll(s, log, 1, who=card, cite=cite("domesday 1.4.4.c"), sides=len(able))[0] - 1]
        )
        return (BattleEffects(card, seat, pick),)
    return (BattleEffects(card, seat, able[0]),) if len(able) == 1 else (BattleFaction(card, seat, able),)


@step(cite("domesday 5.8.1.a 5.5.2.a"))
class BattleFaction(Choice[Dom], frozen=True):
    """Which one faction does the card serve?"""

    exact = True
    card: str
    player: str
    factions: tuple[str, ...]

    def seat(self, s: Dom) -> Seat:
        """The card's player."""
        return Seat(self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Factions in the Battle that it helps."""
        return (Action("as", f) for f in self.factions)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Factions in the Battle that the card names and helps."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.1.a"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Not in the Battle, not named on the card, or not helped by it."""
        if a.verb != "as":
            return None
        icons = s.board.cards[self.card].icons
        named = not icons or a.name in icons
        there = a.name in hosts(s, the_battle(s).area)
        key = "not-in-battle" if not there else "helps-not-them" if named else "not-on-card"
        return key, {"faction": a.name}

    def warns(self, s: Dom, a: Action) -> Refusal | None:
        """A card for an enemy of one's own units."""
        return against_own(s, self.player, a.name) if a.verb == "as" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Apply the card for that faction."""
        return (BattleEffects(self.card, self.player, a.name),)


@step(cite("domesday 5.8.1.b 5.5.2.b 5.8.b"))
class BattleEffects(Step[Dom], frozen=True):
    """Carry out the effects of a Battle Event in turn."""

    card: str
    player: str
    faction: str
    i: int = 0

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One effect, then the rest."""
        b = the_battle(s)
        effects = s.board.cards[self.card].effects
        if self.i >= len(effects):
            return ()
        e, rest = effects[self.i], replaced(self, i=self.i + 1)
        foes = [f for f in hosts(s, b.area) if f != self.faction]
        if e.op == "no-retreat":
            s.battle = replaced(b, pinned=(*b.pinned, *foes))
        elif e.op == "test-leader":
            found = leaders_in_battle(s, e, self.faction)
            return (StrikeLeader(self.card, self.resolver(s), found, e.die_mod), rest) if found else (rest,)
        elif area_fits(s, e.where, b.area) and (e.role != "attacker" or self.faction == b.attacker):
            if e.side == "enemy" and len(foes) > 1:
                return (ChooseVictim(self.card, self.resolver(s), tuple(foes), self.i), rest)
            for f in [self.faction] if e.side == "own" else foes[:1]:
                modify(s, e, f, log)
        return (rest,)

    def resolver(self, s: Dom) -> str:
        """The faction's player, or the card's."""
        return owner(s, self.faction) if self.faction else self.player


@rule(cite("domesday 5.5.2.b 4.1.1.b 4.1.2.b"))
def modify(s: Dom, e: Effect, faction: str, log: Log) -> None:
    """For this Battle only."""
    b = the_battle(s)
    change = Modifier(faction, e.unit_types, e.stat, e.n)
    s.battle = replaced(b, modifiers=(*b.modifiers, change))
    emit(log, "modified", cite("domesday 5.5.2.b"), faction=faction, stat=e.stat, n=e.n, change=f"{e.n:+d}")


@step(cite("domesday 5.8.1.b 5.5.2.a"))
class ChooseVictim(Choice[Dom], frozen=True):
    """Which enemy faction suffers?"""

    exact = True
    card: str
    player: str
    factions: tuple[str, ...]
    i: int

    def seat(self, s: Dom) -> Seat:
        """The resolving player."""
        return answerer(s, self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each enemy in the Battle."""
        return (Action("as", f) for f in self.factions)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Enemies in the Battle."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.a 5.8.1.b"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No enemy in the Battle."""
        return ("no-enemy", {"faction": a.name}) if a.verb == "as" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Apply the modifier to that enemy."""
        modify(s, s.board.cards[self.card].effects[self.i], a.name, log)
        return ()


@step(cite("domesday 5.8.1.b 5.8.b 4.2.4.a 4.2.5.a 4.5.1.d"))
class StrikeLeader(Choice[Dom], frozen=True):
    """Which Leader is rolled for? Above his Armor he is reduced."""

    exact = True
    card: str
    player: str
    leaders: tuple[str, ...]
    mod: int = 0

    def seat(self, s: Dom) -> Seat:
        """The resolving player."""
        return answerer(s, self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each Leader the card can strike."""
        return (Action("target", x) for x in self.leaders)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Leaders the card can strike."""
        return unlisted(a, self.candidates(s), cite("domesday 5.8.a 5.8.1.b"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Not one of the Leaders the card speaks of."""
        return ("not-struck", {"leader": a.name}) if a.verb == "target" else None

    def warns(self, s: Dom, a: Action) -> Refusal | None:
        """One's own Leader."""
        if a.verb != "target" or owner(s, s.sides[a.name]) != self.player:
            return None
        return Refusal(cite("domesday 4.2.4.a 4.2.5.a"), "own-leader", {"leader": a.noun})

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Roll; stacks without him may be too large at once."""
        leader = a.name
        die = roll(s, log, 1, who=leader, cite=self.cite)[0] + self.mod
        if die <= s.board.leaders[leader].factors.armor:
            emit(log, "survived", self.cite, leader=leader)
            return ()
        fell_leader(s, leader, log)
        if s.battle is not None:
            s.battle = replaced(s.battle, hurt=True)
        return (AfterAction(),)


@step(cite("domesday 1.4.4.b 1.4.4.c 5.5.2.a R78"))
class AbsenteeEvents(Step[Dom], frozen=True):
    """In the Absentee Player's place in the order each open Battle Event that could apply is rolled for."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """In the order they lie."""
        after: list[Step[Dom]] = []
        for card in s.faceup:
            if battle_factions(s, s.board.cards[card], s.rules.absentee):
                after.append(AbsenteeEvent(card))
        return tuple(after)


@step(cite("domesday 1.4.4.c 5.5.2.a R78"))
class AbsenteeEvent(Step[Dom], frozen=True):
    """One open card, unless another has been played."""

    card: str

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """1-3: for a random faction able to benefit."""
        played = any(seat == s.rules.absentee for seat, _ in the_battle(s).cards)
        if played or not battle_factions(s, s.board.cards[self.card], s.rules.absentee):
            return ()
        if roll(s, log, 1, who=s.rules.absentee, cite=self.cite)[0] > 3:
            return ()
        s.faceup = tuple(x for x in s.faceup if x != self.card)
        return lay(s, s.rules.absentee, self.card, log)
