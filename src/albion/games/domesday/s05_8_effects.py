"""Cards as data: each verb of a card's text, carried out as far as possible (5.8)."""

from __future__ import annotations

from collections.abc import Callable

from albion.engine.cite import cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Step, Steps, step
from albion.games.domesday.data import Effect
from albion.games.domesday.s03_map import in_play, owner
from albion.games.domesday.s04_5_stacking import AfterAction, ScatterExcess
from albion.games.domesday.s04_units import candidates_of, kill_leader, owner_of_leader, set_leader
from albion.games.domesday.s05_1_2_cards import discard_random, draw
from albion.games.domesday.s05_5_2_battle_events import StrikeLeader, area_fits
from albion.games.domesday.s05_8_effect_choices import (
    ChooseOption,
    ChooseSea,
    ChooseTarget,
    GoHome,
    PickArea,
    PickField,
    ReduceStack,
)
from albion.games.domesday.s05_8_effect_deeds import AREA_EFFECTS
from albion.games.domesday.s05_8_effect_laws import (
    big_stacks,
    foes_within_reach,
    listed,
    new_faction,
    open_areas,
    optional,
    program,
    resolver,
    returnable,
)
from albion.games.domesday.s05_8_effect_leaders import ClaimCrown, ReturnExile
from albion.games.domesday.s05_9_revolt import RevoltOfTheEarls
from albion.games.domesday.s05_actions import Points
from albion.games.domesday.s06_victory import add_plunder
from albion.games.domesday.state import DEAD, EXILE, Dom, Purse


@step(cite("domesday 5.8.a 5.8.b 5.8.c"))
class Resolve(Step[Dom], frozen=True):
    """Carry out a card's effects in turn, as much of each as possible."""

    i: int = 0

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One effect, then the rest."""
        effects = program(s)
        if self.i >= len(effects):
            return (AfterAction(),)
        e = effects[self.i]
        if e.op == "choose-one":
            return _choose_one(s, e, self.i)
        if e.who == "target" and not s.event.target:
            return (ChooseTarget(), self) if foes_within_reach(s) else (Resolve(self.i + 1),)
        if e.op in AREA_EFFECTS:
            return (*_area_effect(s, e, self.i, log), Resolve(self.i + 1))
        return (*PLAIN[e.op](s, e, self.i, log), Resolve(self.i + 1))


def _choose_one(s: Dom, e: Effect, i: int) -> Steps[Dom]:
    able = tuple(n for n, o in enumerate(e.options) if s.event.faction in o.for_factions)
    if len(able) == 1:
        s.event = replaced(s.event, option=able[0])
        return (Resolve(i),)
    return (ChooseOption(able), Resolve(i))


@rule(cite("domesday 5.8.a 5.8.c R75"))
def _area_effect(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    """What is placed in Areas: in all that are open, or in those its player picks."""
    able = open_areas(s, e)
    if not able:
        return ()
    n = len(able) if e.each else e.n if e.op == "place-castle" else e.choose
    if len(able) <= n and not optional(e):
        after: list[Step[Dom]] = []
        for area in able:
            # The last counter may go to the first Area.
            if area in open_areas(s, e):
                after += AREA_EFFECTS[e.op](s, e, area, log)
        return tuple(after)
    return (PickArea(i, n),)


def _spend(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    return (AfterAction(), EventPoints(i))


@step(cite("domesday 5.1.b 5.8.c 1.1.b R42 R43"))
class EventPoints(Step[Dom], frozen=True):
    """The die is rolled after placing, when no stack is too large any more; its points serve the named Areas."""

    i: int

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """One die, read as one to six or one to three."""
        e, seat = program(s)[self.i], resolver(s)
        die = roll(s, log, 1, who=seat, cite=self.cite)[0]
        n = die if e.dice == "1d6" else (die + 1) // 2
        roving = e.scope == "own-longship-areas"
        return (Points(Purse(seat, 2 * n, True, listed(s, e), s.event.faction, e.actions, roving)),)


@rule(cite("domesday 6.2.4.a"))
def _plunder(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    """Plunder for whoever the card names."""
    seats = {
        "resolver": resolver(s),
        "target": s.event.target,
        "king-player": owner(s, "fyrd") if s.king else "",
    }
    seat = seats[e.who] if e.who in seats else s.rules.owner.get(e.who, e.who)
    if seat in s.plunder:
        add_plunder(s, seat, e.n, log, cite("domesday 6.2.4.a"))
    return ()


def _draw(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    draw(s, resolver(s), e.n, log)
    return ()


def _discard(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    discard_random(s, s.rules.owner.get(e.who, e.who), e.n, log)
    return ()


def _exile(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    if s.leaders[e.leader] in s.stacks and e.leader != s.king:
        set_leader(s, e.leader, EXILE)
        emit(log, "exiled", cite("domesday 4.2.4.a"), leader=e.leader)
        return (ScatterExcess(),)
    return ()


def _kill(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    if s.leaders[e.leader] != DEAD:
        kill_leader(s, e.leader, log)
        return (ScatterExcess(),)
    return ()


def _test_leader(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    on_map = [x for x, place in s.leaders.items() if place in s.stacks]
    if e.target == "king":
        on_map = [x for x in on_map if x == s.king]
    elif e.target == "any-norman-or-baron":
        on_map = [x for x in on_map if s.sides[x] in ("norman", "baron") or x == s.king]
    else:
        on_map = [x for x in on_map if x == e.target]
    found = tuple(x for x in on_map if area_fits(s, e.where, s.leaders[x]))
    return (StrikeLeader(s.event.card, resolver(s), found, e.die_mod),) if found else ()


def _return_exile(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    return (ReturnExile(i),) if returnable(s) else ()


def _relocate(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    return (GoHome(i),)


@rule(cite("domesday 4.2.2.a 4.2.2.b 5.8.a R76"))
def _claim(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    """Without a King the card's player may crown a Leader by London or York, whoever holds the other city."""
    seat = e.who if e.who in s.rules.seats else resolver(s)
    for city in ("london", "york") if not s.king else ():
        mine = tuple(x for x in candidates_of(s, city) if owner_of_leader(s, x) == seat)
        if mine:
            return (ClaimCrown(seat, city, mine),)
    return ()


def _revolt(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    return (RevoltOfTheEarls(),)


def _units(s: Dom, e: Effect, i: int, log: Log) -> Steps[Dom]:
    if e.scope == "stacks-over-four":
        return tuple(ReduceStack(a, f) for a, f in big_stacks(s))
    if e.scope == "sea-coast":
        return (ChooseSea(i),)
    if e.op == "replace-units" and not in_play(s, new_faction(s, e)):
        return ()
    return (PickField(i, e.n),)


PLAIN: dict[str, Callable[[Dom, Effect, int, Log], Steps[Dom]]] = {
    "spend-ap": _spend,
    "plunder": _plunder,
    "draw-cards": _draw,
    "discard-cards": _discard,
    "exile-leader": _exile,
    "kill-leader": _kill,
    "test-leader": _test_leader,
    "return-exile": _return_exile,
    "relocate": _relocate,
    "claim-king": _claim,
    "revolt-of-the-earls": _revolt,
    "reduce-units": _units,
    "remove-units": _units,
    "replace-units": _units,
    "restore-units": _units,
}
