"""A quick yes to whether a Movement phase can still end, measured once a question for all its answers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from albion.games.britannia_2005.s05_passage import Group, barred, landings
from albion.games.britannia_2005.s05_phase_end import may_stay_at_sea, may_stop, must_land
from albion.games.britannia_2005.s05_stacking import crowded, crowds, moved, usual_limit
from albion.games.britannia_2005.state import ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation, Place


class Outlook:
    """How a nation stands when a question is asked, and which moves surely leave a phase that can end."""

    __slots__ = (
        "_then",
        "answers",
        "armies",
        "clear_limit",
        "hard",
        "hard_limit",
        "loose",
        "met",
        "nation",
        "over",
        "plain",
        "s",
        "seas",
        "slack",
    )

    def __init__(self, s: Brit, nation: Nation) -> None:
        self.s, self.nation, self.armies = s, nation, s.armies[nation]
        self._then = (self.armies.copy(), s.fresh.copy())
        f = s.rules.figures
        self.hard, self.hard_limit, self.clear_limit = s.rules.board.difficult, f.difficult, f.clear
        self.plain = nation != ROMANS and not (nation == SAXONS and s.burhs)
        self.seas: list[Place] = []
        """Where armies stand that must land."""
        self.over: list[Place] = []
        """Areas that hold more than usual."""
        self.slack = -1.0
        """How many more armies find room than have to land or leave a crowded area; below 0: not known to be enough."""
        self.loose: Place = ""
        """The one crowded area that some would have to leave."""
        self.met = False
        """Whether the phase could end now."""
        self.answers: dict[tuple[Place, Area, int], bool] = {}
        if self._measure():
            self.met = not self.seas
            self.slack = inf if self.met else self._room_ashore()
        elif self.plain and not self.seas and not s.guarded:
            self.slack = self._room_next_door()

    def fits(self, s: Brit, nation: Nation) -> bool:
        """Whether nothing has moved since it was measured."""
        return self.nation == nation and self._then == (s.armies[nation], s.fresh)

    def _room_next_door(self) -> float:
        """If only one crowded area has to be left: what its neighbours have room for, less those that must leave."""
        s, nation = self.s, self.nation
        over, loose = trimmed(s, nation, self.armies)
        place, n = next(iter(loose.items()))
        if len(loose) > 1 or s.fresh.get(place, 0) < n:
            return -1
        self.loose = place
        g, room = Group(nation, 1), -n
        for area in s.rules.board.land[Area(place)]:
            if area not in s.at or barred(s, g, place, area) is None:
                if area == over and area not in self.hard:
                    return inf
                usual = self.hard_limit if area in self.hard else self.clear_limit
                room += max(0, usual - self.armies.get(area, 0))
        return room

    def _measure(self) -> bool:
        """Note who must land and where it is crowded; whether the stacking limits are met."""
        s, nation, f = self.s, self.nation, self.s.rules.figures
        near, hard, seas, over = s.rules.board.near, s.rules.board.difficult, self.seas, self.over
        few = 0 if nation == SAXONS and s.burhs else f.difficult
        for place, n in self.armies.items():
            if place not in near:
                seas.append(place)
            elif n > few and nation != ROMANS:
                difficult = place in hard
                most = f.difficult if difficult else f.clear
                if n > most or (not few and n + s.stronghold(nation, place) > most):
                    over.append(place)
        if seas and may_stay_at_sea(s, nation):
            seas.clear()
        if nation == ROMANS or (over and (len(over) > 1 or over[0] in hard)):
            return crowded(s, nation, self.armies) is None
        return True

    def _room_ashore(self) -> float:
        """What the areas where all at sea can land have room for, less those: one clear area may hold any number."""
        s, nation, over = self.s, self.nation, self.over
        first, *others = self.seas
        beyond = [dict(landings(s, nation, sea)) for sea in others]
        g, far = Group(nation, 1), s.rules.figures.move
        room = -sum(self.armies[sea] for sea in self.seas)
        for area, cost in landings(s, nation, first):
            any_number = area not in self.hard and (not over or area == over[0])
            if cost > far or not (any_number or self.plain) or any(area not in x for x in beyond):
                continue
            if area not in s.at or (barred(s, g, first, area) is None and may_stop(s, nation, area)):
                if any_number:
                    return inf
                usual = self.hard_limit if area in self.hard else self.clear_limit
                room += max(0, usual - self.armies.get(area, 0))
        return room

    def allows(self, place: Place, area: Area, n: int) -> bool:
        """A quick yes: n armies may go from a place to an area and stop there."""
        there = self.armies.get(area, 0) + n
        fits = self.plain and there <= (self.hard_limit if area in self.hard else self.clear_limit)
        if fits and (self.slack >= n or (self.slack >= 0 and (place == self.loose or place in self.seas))):
            return True
        asked = (place, area, n)
        known = self.answers.get(asked)
        if known is None:
            known = self.answers[asked] = (
                surely_ends(self.s, self.nation, moved(self.armies, place, area, n), place, n)
                if fits
                else self._allows_crowd(place, area, n, there)
            )
        return known

    def lets_one_out(self, place: Place) -> bool:
        """A quick yes: one army of a land area may go to a vacant area next to it."""
        if not self.plain or self.slack < 1 or place in self.seas:
            return False
        at = self.s.at
        for area in self.s.rules.board.land[Area(place)] if place in self.s.rules.board.near else ():
            if area not in at:
                return True
        return False

    def _allows_crowd(self, place: Place, area: Area, n: int, there: int) -> bool:
        """The same for Romans, beside burhs, and where they would be an overstack."""
        s, nation, f = self.s, self.nation, self.s.rules.figures
        hard = area in self.hard
        if nation == ROMANS:
            if not may_stop(s, nation, area):
                return False
            if self.slack >= n and (not hard or there <= f.roman_difficult):
                return True
        else:
            there += s.stronghold(nation, area)
            if there <= usual_limit(s, area):
                if self.slack >= n:
                    return True
            elif not self.seas and (not hard or there <= f.overstack_difficult):
                left = self.armies[place] - n + s.stronghold(nation, place)
                if all(o == area or (o == place and left <= usual_limit(s, o)) for o in self.over):
                    return True
        return surely_ends(s, nation, moved(self.armies, place, area, n), place, n)


def outlook_now(s: Brit, nation: Nation) -> Outlook:
    """The outlook on the phase's end from the position as it is, measured once while nothing moves."""
    known = s.measured
    if known is None or not known.fits(s, nation):
        known = s.measured = Outlook(s, nation)
    return known


def surely_ends(
    s: Brit, nation: Nation, armies: Mapping[Place, int], whence: Place = "", gone: int = 0
) -> bool:
    """A quick yes: all limits are met, or would be if those too many went next door and those at sea landed.

    Armies that have just gone from a place are not among those that still could.
    """
    near = s.rules.board.near
    loose: dict[Place, int] = {}
    if crowded(s, nation, armies) is None:
        if must_land(s, nation, armies) is None:
            return True
        over = next(iter(crowds(s, nation, armies)), "")
    elif s.guarded:
        return False
    else:
        over, loose = trimmed(s, nation, armies)
    if not may_stay_at_sea(s, nation):
        loose |= {p: n for p, n in armies.items() if n and p not in near}
    fresh = s.fresh
    if any(fresh.get(p, 0) - (gone if p == whence else 0) < n for p, n in loose.items()):
        return False
    after = dict(armies)
    for place, n in loose.items():
        found = _next_door(s, nation, after, place, n, over)
        if found is None:
            return False
        over = found
    return True


def trimmed(s: Brit, nation: Nation, armies: Mapping[Place, int]) -> tuple[Place, dict[Place, int]]:
    """The area that could be the one overstack, and how many would have to leave each crowded area."""
    f, hard = s.rules.figures, s.rules.board.difficult
    if nation == ROMANS:
        return "", {
            p: n - f.roman_difficult for p, n in armies.items() if p in hard and n > f.roman_difficult
        }
    full = crowds(s, nation, armies)
    over = max(full, key=lambda p: (p not in hard, armies[p] - s.fresh.get(p, 0)))
    limits = {p: usual_limit(s, p) - s.stronghold(nation, p) for p in full}
    limits[over] = f.overstack_difficult if over in hard else armies[over]
    return over, {p: armies[p] - limits[p] for p in full if armies[p] > limits[p]}


def _next_door(
    s: Brit, nation: Nation, armies: dict[Place, int], place: Place, n: int, over: Place
) -> Place | None:
    """Put n armies of a place into areas next to it; return where the overstack is then, None if there is no room."""
    board, g = s.rules.board, Group(nation, 1)
    hard = board.difficult
    at_sea = place not in board.near
    far = s.rules.figures.move
    ashore = [a for a, c in landings(s, nation, place) if c <= far] if at_sea else board.land[Area(place)]
    for area in ashore:
        if (area not in s.at or barred(s, g, place, area) is None) and may_stop(s, nation, area):
            if area not in hard and (nation == ROMANS or over in ("", area)):
                return "" if nation == ROMANS else area
            usual = s.rules.figures.roman_difficult if nation == ROMANS else usual_limit(s, area)
            room = usual - armies.get(area, 0) - (s.stronghold(nation, area) if nation != ROMANS else 0)
            if room > 0:
                armies[area] = armies.get(area, 0) + min(room, n)
                n -= room
                if n <= 0:
                    return over
    return None
