"""5.4 Move, the march: a band walks, rides or sails from space to space, picking up and dropping units."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal
from albion.engine.step import Choice, Steps, step
from albion.games.domesday.march_reasons import stay_reason, step_reason, stuck_reason
from albion.games.domesday.open_steps import may_enter, ways_out
from albion.games.domesday.reasons import not_of_stack
from albion.games.domesday.refusals import Reason, ap
from albion.games.domesday.s01_4_absentee import ESCORT, answerer, deserted, guards_home
from albion.games.domesday.s03_map import SAILORS, banner, enemy_controlled, owner
from albion.games.domesday.s04_units import (
    BURSTS,
    add,
    burst,
    less,
    limit,
    open_gates,
    sums,
    troop_names,
    unit_parts,
)
from albion.games.domesday.s05_1_points import pay
from albion.games.domesday.s05_4_laws import (
    FULL,
    NO_REST,
    NO_WAY_ON,
    PAID,
    Band,
    Departure,
    departure,
    doors,
    enter_forbids,
    may_rest,
    stuck,
    toll,
)
from albion.games.domesday.state import LONGSHIP, NONE, Dom, Stack, Troops, stack

STOP = Action("stop")
CASTLES_STAY = cite("domesday 4.3.2.f")


@cache
def _act(verb: str, unit: str) -> Action:
    """Such an answer, always the same object."""
    return Action(verb, unit)


def fyrd_with(s: Dom, faction: str, area: str) -> Stack:
    """The Fyrd that march with a faction there: the King's."""
    return s.at(area, "fyrd" if s.king and s.sides[s.king] == faction else "")


@step(cite("domesday 5.4.a 5.4.b 4.5.e R62"))
class March(Choice[Dom], frozen=True):
    """Pick up units, enter the next space, drop units, or stop."""

    exact = True
    own = ("pick", "enter", "drop", "stop")
    band: Band
    path: tuple[str, ...]
    dropping: bool = False

    def seat(self, s: Dom) -> Seat:
        """The player who spends."""
        return answerer(s, s.purse.seat)

    @property
    def here(self) -> str:
        """Where the band is."""
        return self.path[-1]

    def about(self, s: Dom) -> dict[str, Json]:
        """The band, where it is and what is left."""
        band = self.band
        units = self._nouns(band.troops, band.fyrd, band.leaders)
        left = ap(s.purse.halves)
        return {
            "area": self.here,
            "faction": band.faction,
            "units": list(units),
            "ap": left,
            "path": list(self.path),
        }

    def waiting(self, s: Dom) -> tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...]]:
        """Own units here that are not in the band."""
        st, fyrd = s.at(self.here, self.band.faction), fyrd_with(s, self.band.faction, self.here)
        leaders = tuple(x for x in st.leaders if x not in self.band.leaders)
        return less(st.troops, self.band.troops), less(fyrd.troops, self.band.fyrd), leaders

    def candidates(self, s: Dom) -> list[Action]:
        """Picks, steps, drops, and the stop; only what nothing forbids."""
        band, d = self.band, departure(s, self.band, self.here)
        found = [] if self.dropping else self._picks(s, d)
        if band.count or band.leaders:
            answers = s.board.answers["enter"]
            found += [answers[to] for to in doors(s, d, self.here) if may_enter(s, band, self.path, to, d)]
            if len(self.path) > 1:
                for x in self._nouns(band.troops, band.fyrd, band.leaders):
                    if self._drop_forbids(s, x) is None:
                        found.append(_act("drop", x))
                if may_rest(s, band, self.here):
                    found.append(STOP)
        return found

    def _picks(self, s: Dom, d: Departure) -> list[Action]:
        units = self._nouns(*self.waiting(s))
        if not units:
            return []
        carefree = self._carefree(s, d)
        return [_act("pick", x) for x in (*units, "all") if carefree or self._may_pick(s, x)]

    def _nouns(
        self, troops: tuple[int, ...], fyrd: tuple[int, ...], leaders: tuple[str, ...]
    ) -> tuple[str, ...]:
        found = troop_names(self.band.faction, troops)
        if any(fyrd):
            found = (*found, *troop_names("fyrd", fyrd))
        return (*found, *leaders) if leaders else found

    def _carefree(self, s: Dom, d: Departure) -> bool:
        """Whatever is picked up here, the cheapest Area next door can be paid at its full price."""
        purse, here = s.purse, self.here
        if purse.seat == s.rules.absentee:
            return False
        if len(self.path) > 1:
            return may_rest(s, self.band, here) and s.board.spaces[here].value > 0
        free = not purse.bound and d.escapes is None
        levies = any(fyrd_with(s, self.band.faction, here).troops)
        small = s.at(here, self.band.faction).count <= s.board.limits.plain
        return free and not levies and small and s.board.near[here] + 1 <= purse.halves

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """The rules against it."""
        band = self.band
        if a.verb == "enter":
            if not (band.count or band.leaders):
                return cite("domesday 5.4.a")
            return enter_forbids(s, band, self.path, a.name)
        if a.verb == "pick":
            return self._pick_forbids(s, a.name)
        if a.verb == "drop":
            return self._drop_forbids(s, a.name)
        if a.verb != "stop":
            return None
        if len(self.path) == 1:
            return cite("domesday R33 5.4.a")
        return None if may_rest(s, band, self.here) else self._no_rest(s)

    def _no_rest(self, s: Dom) -> Cite:
        kind = s.board.spaces[self.here].kind
        return FULL if kind == "estuary" and self.band.sailors() else NO_REST[kind]

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Why there is no such step, pick or drop."""
        band = self.band
        if a.verb == "enter":
            if not (band.count or band.leaders):
                return "nobody-picked", {}
            return step_reason(s, band, self.path, a.name, why)
        if a.verb == "pick":
            return self._no_pick(s, a.name, why)
        if a.verb == "drop" and a.name not in self._nouns(band.troops, band.fyrd, band.leaders):
            return "not-carried", {"unit": a.name}
        if a.verb in ("drop", "stop"):
            return stay_reason(s, band, self.path, why)
        return None

    def _no_pick(self, s: Dom, noun: str, why: Cite) -> Reason | None:
        if why == CASTLES_STAY:
            return "castles-stay", {}
        if noun != "all" and noun not in self._nouns(*self.waiting(s)):
            return not_of_stack(s, self.band.faction, self.here, noun)
        if not any(self._nouns(*self.waiting(s))):
            return "nobody-waits", {"area": self.here}
        if self.dropping:
            return "drops-last", {}
        return stuck_reason(s, self.picked(s, noun), self.path, why)

    def warns(self, s: Dom, a: Action) -> Refusal | None:
        """A stack left too large or made too large, or Leaders alone on the water."""
        band, here = self.band, self.here
        if a.verb == "stop":
            return burst(s, here, band.faction, 0)
        if a.verb != "enter":
            return None
        if len(self.path) == 1:
            troops, fyrd, leaders = self.waiting(s)
            left, most = sum(troops) + sum(fyrd), limit(s, leaders)
            if left > most:
                return Refusal(BURSTS, "bursts", {"area": here, "n": left, "most": most})
        if a.name in s.board.shores and not band.count:
            return Refusal(cite("domesday 5.4.l 4.2.g"), "sails-alone", {"leader": list(band.leaders)})
        return None

    def _pick_forbids(self, s: Dom, noun: str) -> Cite | None:
        if noun.endswith(":castle") and s.at(self.here, unit_parts(noun).faction).castle:
            return CASTLES_STAY
        units = self._nouns(*self.waiting(s))
        if (noun != "all" and noun not in units) or not units:
            return self._not_here(s, noun)
        if self.dropping:
            return cite("domesday R62 5.4.b")
        if self._may_pick(s, noun):
            return None
        if self._rests(s):
            return self._guard_forbids(s, noun)
        return (*stuck(s, self.picked(s, noun), self.path)[:3], *cite("domesday R62"))

    def _rests(self, s: Dom) -> bool:
        """Whether the band has come to a space where it could stay."""
        return len(self.path) > 1 and may_rest(s, self.band, self.here)

    def _may_pick(self, s: Dom, noun: str) -> bool:
        """Whether the band could stay with such a unit here, or would still have a way on (R62)."""
        if self._rests(s):
            return self._guard_forbids(s, noun) is None
        band = self.picked(s, noun)
        return ways_out(s, band, self.path) or (noun != "all" and self._others_to_come(s, band))

    def _not_here(self, s: Dom, noun: str) -> Cite:
        """Another faction's unit is not part of the stack; otherwise there is none such here."""
        faction = s.sides[noun] if noun in s.sides else unit_parts(noun).faction
        if faction not in s.board.homelands or banner(s, faction) == self.band.faction:
            return cite("domesday 5.4.b")
        own = owner(s, faction) == s.purse.seat
        return cite("domesday 5.4.b 4.5.a" if own else "domesday 5.4.b 4.3.1.c")

    def _others_to_come(self, s: Dom, band: Band) -> bool:
        """Whether those who still wait would open a way: a Leader of so large a stack, an escort, more Longships."""
        st, levies = s.at(self.here, band.faction), fyrd_with(s, band.faction, self.here)
        return any(ways_out(s, x, self.path) for x in joined_by(s, band, st, levies.troops))

    def _guard_forbids(self, s: Dom, noun: str) -> Cite | None:
        """Absentee units met on the way stay if their going would change Control, or leave a Leader fewer than four."""
        if s.purse.seat != s.rules.absentee:
            return None
        band, after = self.band, self.picked(s, noun)
        troops, fyrd, leaders = self.waiting(s)
        waiting, led = sum(troops) + sum(fyrd), any(x not in after.leaders for x in leaders)
        left = deserted(s, s.purse.seat, led, waiting, waiting + band.count - after.count)
        if left is not None:
            return left
        passing, going = band.count + len(band.leaders), after.count + len(after.leaders)
        levies = after.fyrd != band.fyrd
        return guards_home(s, s.purse.seat, self.here, band.faction, going, levies=levies, passing=passing)

    def _drop_forbids(self, s: Dom, noun: str) -> Cite | None:
        band = self.band
        if len(self.path) == 1 or noun not in self._nouns(band.troops, band.fyrd, band.leaders):
            return cite("domesday 5.4.b")
        space = s.board.spaces[self.here]
        kind = "leader" if noun in band.leaders else unit_parts(noun).kind
        if space.is_area:
            return None
        if space.kind != "estuary" or kind not in SAILORS:
            return NO_REST[space.kind]
        if not self._room_for(s, kind):
            return FULL
        return None if self._still_free(s, noun) else NO_WAY_ON[space.kind]

    def _room_for(self, s: Dom, kind: str) -> bool:
        """Whether an Estuary still holds a unit that the band leaves there."""
        troops, fyrd, leaders = self.waiting(s)
        return kind == "leader" or sum(troops) + sum(fyrd) < limit(s, leaders)

    def _still_free(self, s: Dom, noun: str) -> bool:
        """In an Estuary what is left of the band must still have a way on, or be able to stay."""
        band = self.dropped(noun)
        return (
            not (band.count or band.leaders) or may_rest(s, band, self.here) or ways_out(s, band, self.path)
        )

    def picked(self, s: Dom, noun: str) -> Band:
        """The band with a unit more, or with all."""
        band = self.band
        if noun == "all":
            st, fyrd = s.at(self.here, band.faction), fyrd_with(s, band.faction, self.here)
            return Band(band.faction, st.troops, fyrd.troops if fyrd.count else NONE, st.leaders)
        return _with(band, noun, 1)

    def dropped(self, noun: str) -> Band:
        """The band with a unit less."""
        return _with(self.band, noun, -1)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Pick up, drop or enter, and keep marching; `stop` ends the march."""
        if a.verb == "pick":
            return (March(self.picked(s, a.name), self.path),)
        if a.verb == "drop":
            band = self.dropped(a.name)
            return (March(band, self.path, True),) if band.count or band.leaders else ()
        if a.verb == "enter":
            self._enter(s, a.name, log)
            return (March(self.band, (*self.path, a.name)),)
        return ()

    def _enter(self, s: Dom, to: str, log: Log) -> None:
        cost = toll(s, self.band, departure(s, self.band, self.here), to)
        pay(s, cost)
        transfer(s, self.band, self.here, to)
        emit(
            log, "moved", PAID[s.board.spaces[to].terrain.id], faction=self.band.faction,
            area=self.here, to=to, halves=cost, ap=ap(cost), n=self.band.count + len(self.band.leaders),
        )  # fmt: skip


def joined_by(s: Dom, band: Band, st: Stack, levies: Troops) -> Iterator[Band]:
    """The band with those of its stack who may be what it lacks."""
    waiting, fyrd = less(st.troops, band.troops), less(levies, band.fyrd)
    guarded = bool(band.leaders) and s.purse.seat == s.rules.absentee
    for leaders in dict.fromkeys((band.leaders, st.leaders)):
        led = Band(band.faction, band.troops, band.fyrd, leaders)
        if led.count and leaders != band.leaders:
            yield led
        if guarded:
            yield from escorts(led, waiting, fyrd)
        for fleet in fleets_of(led, waiting[LONGSHIP], fyrd[LONGSHIP], limit(s, leaders) - led.count):
            yield fleet
            if guarded:
                yield from escorts(fleet, less(st.troops, fleet.troops), less(levies, fleet.fyrd))


@rule(cite("domesday 5.4.l 4.3.4.a"))
def fleets_of(band: Band, ships: int, levied: int, most: int) -> Iterator[Band]:
    """The band with ever more full Longships, which together may be no longer outmatched, the King's Fyrd last."""
    for n in range(1, min(ships + levied, most) + 1):
        troops = add(band.troops, "longship", False, min(n, ships))
        fyrd = add(band.fyrd, "longship", False, max(0, n - ships))
        yield Band(band.faction, troops, fyrd if any(fyrd) else NONE, band.leaders)


@rule(cite("domesday 1.4.3.d 4.3.4.a"))
def escorts(band: Band, waiting: Troops, levies: Troops) -> Iterator[Band]:
    """The band with the units that an Absentee Leader still needs beside him, of few kinds first."""
    if band.count >= ESCORT:
        return
    both = sums(waiting, levies)
    kinds = [slot for slot in range(0, len(both), 2) if both[slot] or both[slot + 1]]
    for few in range(1, len(kinds) + 1):
        for chosen in combinations(kinds, few):
            found = with_four(band, _of_kinds(waiting, chosen), _of_kinds(levies, chosen))
            if found.count >= ESCORT:
                yield found


def _of_kinds(troops: Troops, chosen: tuple[int, ...]) -> Troops:
    return tuple([n if slot - slot % 2 in chosen else 0 for slot, n in enumerate(troops)])


@rule(cite("domesday 1.4.3.d 4.3.4.a"))
def with_four(band: Band, waiting: Troops, levies: Troops) -> Band:
    """The band with as many waiting troops as an Absentee Leader needs beside him, his King's Fyrd last."""
    troops = _joined(band.troops, waiting, ESCORT - band.count)
    fyrd = _joined(band.fyrd, levies, ESCORT - sum(troops) - sum(band.fyrd))
    return Band(band.faction, troops, fyrd if any(fyrd) else NONE, band.leaders)


def _joined(troops: Troops, waiting: Troops, need: int) -> Troops:
    """Troops with those who wait, as many as are needed."""
    found = list(troops)
    for slot, n in enumerate(waiting):
        more = max(0, min(n, need))
        found[slot] += more
        need -= more
    return tuple(found)


def _with(band: Band, noun: str, n: int) -> Band:
    if ":" not in noun:
        leaders = (*band.leaders, noun) if n > 0 else tuple(x for x in band.leaders if x != noun)
        return Band(band.faction, band.troops, band.fyrd, leaders)
    faction, kind, reduced = unit_parts(noun)
    if faction == "fyrd":
        troops = add(band.fyrd, kind, reduced, n)
        return Band(band.faction, band.troops, troops if any(troops) else NONE, band.leaders)
    return Band(band.faction, add(band.troops, kind, reduced, n), band.fyrd, band.leaders)


@rule(cite("domesday 3.1.3.a 3.1.3.b 3.1.3.c 4.5.e R35"))
def transfer(s: Dom, band: Band, origin: str, to: str) -> None:
    """Move the band; at an Enemy-Controlled City it stays on the border it comes from, and those it leaves may come in."""
    mine = (band.faction, "fyrd")
    gate = ""
    present = [s.at(to, f) for f in mine if banner(s, f) == band.faction and s.at(to, f).size]
    if present:
        gate = present[0].border
    elif s.board.spaces[to].kind == "city" and enemy_controlled(s, to, band.faction):
        gate = origin
    _shift(s, band.faction, band.troops, band.leaders, origin, to, gate)
    if any(band.fyrd):
        _shift(s, "fyrd", band.fyrd, (), origin, to, gate)
    for leader in band.leaders:
        s.leaders[leader] = to
    for city in (origin, to):
        open_gates(s, city)


def _shift(
    s: Dom, faction: str, troops: tuple[int, ...], leaders: tuple[str, ...], origin: str, to: str, gate: str
) -> None:
    if not any(troops) and not leaders:
        return
    st = s.at(origin, faction)
    rest = tuple(x for x in st.leaders if x not in leaders)
    s.put(origin, faction, stack(less(st.troops, troops), rest, st.castle, st.border))
    st = s.at(to, faction)
    s.put(to, faction, stack(sums(st.troops, troops), (*st.leaders, *leaders), st.castle, gate))
