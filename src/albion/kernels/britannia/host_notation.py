"""Positions as text with sorts of armies and leaders: '2 Normans cavalry, 3 Normans, William'."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from albion.engine.errors import DataError
from albion.engine.plain import replaced
from albion.engine.step import Step
from albion.kernels.britannia.battles import BattleRound
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.host import HostState, host
from albion.kernels.britannia.host_view import describe
from albion.kernels.britannia.march_phase import MarchPhase
from albion.kernels.britannia.notation import PHASES, BritNotation
from albion.kernels.britannia.raiders import RaiderWithdrawal, forget_raiders
from albion.kernels.britannia.reading import Fight, Led, number
from albion.kernels.britannia.retreat import Retreats
from albion.kernels.britannia.state import BritState
from albion.kernels.britannia.units import INFANTRY, Force, Sort, home_of, raider

HOST_PHASES = PHASES | {
    "Movement": lambda s, n: MarchPhase(n, int(s.rules.flags(s, n).major)),
    "SecondMovement": lambda s, n: MarchPhase(n, 2),
    "RaiderWithdrawal": lambda s, n: RaiderWithdrawal(n),
}


class HostNotation(BritNotation):
    """The notation of the games with sorts of armies and leaders."""

    phases = HOST_PHASES

    def impossible(self, s: BritState) -> Iterable[str]:
        """Besides, raiders that set out from land."""
        t = host(s)
        yield from BritNotation.impossible(self, s)
        for nation, places in t.sorts.items():
            for place, sort in ((p, x) for p, tally in places.items() for x in tally):
                home = home_of(sort)
                if home is not None and not t.rules.board.at_sea(home):
                    yield f"raiders of the {t.rules.nations[nation].name} in {place} began the turn on land, in {home}"

    def place(self, s: BritState, key: str, text: str) -> None:
        """Put units into a place, or set the half of a major invasion, the round, markers and points."""
        if key == "half":
            host(s).half = number(key, text, 0, 2)
        else:
            BritNotation.place(self, s, key, text)
            if key not in ("round", "track", "points"):
                self._raiding(host(s), self.where(s, key))

    def _raiding(self, s: HostState, area: Place) -> None:
        """A leader among raiders is a raider from where they are."""
        for leader in [x for x, p in s.leaders.items() if p == area]:
            nation = s.rules.leaders[leader].nation
            homes = [h for sort in s.tally(nation, area) if (h := home_of(sort)) is not None]
            if homes:
                s.raiding_leaders[leader] = homes[0]

    def led(self, s: BritState) -> tuple[Mapping[str, Led], dict[str, Place]]:
        t = host(s)
        return t.rules.leaders, t.leaders

    def put(self, s: BritState, place: Place, n: int, nation: Nation, kind: str) -> None:
        """Put one entry of units into a place; the counters must suffice."""
        t = host(s)
        if not kind:
            BritNotation.put(self, s, place, n, nation, kind)
        else:
            sort = self.sort(t, place, nation, kind)
            t.put(nation, place, Force(n, ((sort, n),)))
        self._counters(t, place, nation)

    def sort(self, s: HostState, place: Place, nation: Nation, kind: str) -> Sort:
        """The sort a word stands for."""
        words = kind.replace(":", " ").split()
        if words[0] in ("raiders", "raider", "raiding"):
            home = " ".join(w for w in words[1:] if w not in ("of", "from", "army", "armies"))
            return raider(self.where(s, home) if home else place)
        if kind not in s.rules.counters.get(nation, {}):
            name = s.rules.nations[nation].name
            raise DataError(f"position {place}: '{kind}' is no kind of unit the {name} have")
        return kind

    def _counters(self, s: HostState, place: Place, nation: Nation) -> None:
        name = s.rules.nations[nation].name
        if s.counters_left(nation) < 0:
            raise DataError(f"position {place}: the {name} have fewer infantry counters")
        for kind, most in s.rules.counters.get(nation, {}).items():
            if s.of_kind(nation, kind) > most:
                raise DataError(
                    f"position {place}: the {name} have {most} {kind}, not {s.of_kind(nation, kind)}"
                )

    def read(self, s: BritState, key: str) -> str:
        """The units in a place, or a marker line."""
        return str(host(s).half) if key == "half" else BritNotation.read(self, s, key)

    def units_read(self, s: BritState, nation: Nation, place: Place) -> Iterable[str]:
        """A nation's units in a place, as they are written."""
        return describe(host(s), nation, place)

    def tidy(self, s: BritState, key: str, text: str) -> str:
        """The same entry as `read` would write it; a text without raiders leaves open who is one."""
        wanted = BritNotation.tidy(self, s, key, text)
        if "raid" in text.lower():
            return wanted
        plain = host(s).clone()
        for nation in plain.rules.nations:
            forget_raiders(plain, nation)
        return self.read(s, key) if self.read(plain, key) == wanted else wanted

    def battle(self, s: BritState, fight: Fight, *, retreat: bool) -> Step[Any]:
        """A battle that has begun: the next exchange, or a side's retreat."""
        t, board = host(s), s.rules.board
        came = self._whence(s, fight.battle, fight.whence)
        b = replaced(fight.battle, ways=tuple(came))
        if t.rules.flags(t, b.attacker).raiding != "none":
            self._raiders_among(t, b, came)
        left = dict(t.everything(b.attacker, b.area).sorts)
        for whence in sorted(came, key=board.at_sea, reverse=True):  # raiders count with those from their sea
            n = came[whence]
            sorts: list[tuple[Sort, int]] = []
            for sort in sorted(left, key=lambda x: home_of(x) != whence):
                room = min(left[sort], n - sum(x for _, x in sorts))
                if room:
                    sorts.append((sort, room))
                    left[sort] -= room
            t.enter(b.area, whence, Force(n, tuple(sorts)))
        self._leaders_came(t, b, came)
        return Retreats(b, fight.side) if retreat else BattleRound(b)

    def _leaders_came(self, s: HostState, b: Battle, came: dict[Place, int]) -> None:
        """Leaders of the attackers came from where they began the turn as raiders, or where the first armies came from."""
        for leader in s.leaders_at(b.attacker, b.area):
            home = s.raiding_leaders.get(leader)
            whence = home if home in came else next(iter(came))
            if whence != b.area:
                s.entered_leaders[leader] = whence

    def _raiders_among(self, s: HostState, b: Battle, came: dict[Place, int]) -> None:
        """In a raiding turn attackers from a sea are raiders from there, and so is their leader if all are."""
        for whence, n in came.items():
            known = s.tally(b.attacker, b.area).get(raider(whence), 0)
            plain = s.number(b.attacker, b.area, INFANTRY) - s.raiders(b.attacker, b.area)
            if s.rules.board.at_sea(whence) and plain and known < n:
                there = s.sorts.setdefault(b.attacker, {}).setdefault(b.area, {})
                there[raider(whence)] = min(n, known + plain)
        if len(came) == 1:
            self._raiding(s, b.area)
