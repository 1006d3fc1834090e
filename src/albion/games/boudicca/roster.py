"""The counters: every unit, leader and Civilian of the game, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from albion.engine.cite import cite, rule
from albion.games.boudicca.data import Data

ROMANS, BRITONS = "romans", "britons"
SIDES = (ROMANS, BRITONS)


class Unit(NamedTuple):
    """One counter and what is printed on it."""

    id: str
    kind: str
    """What it is called in positions: ix, ix-1, aux, cav, iceni, iceni-cav, civ, druid, boudicca, paulinus."""
    type: str
    """cohort, first cohort, auxilia, cavalry, tribe, civilian or leader."""
    side: str
    body: str
    """The legion or tribe it belongs to, if any."""
    strength: tuple[int, ...]
    """Strength Points by steps left, nothing first."""
    ma: int
    cavalry: bool = False
    bonus: int = 0

    @property
    def steps(self) -> int:
        """The steps of a fresh counter."""
        return len(self.strength) - 1

    @property
    def combat(self) -> bool:
        """Whether it is a combat unit."""
        return self.strength[-1] > 0

    @property
    def leader(self) -> bool:
        """Whether it is a leader or Druid."""
        return self.type == "leader"

    @property
    def infantry(self) -> bool:
        """A combat unit on foot."""
        return self.combat and not self.cavalry


def _by_steps(strength: tuple[int, ...]) -> tuple[int, ...]:
    return (0, *reversed(strength))


@rule(cite("boudicca 2.2.a 2.2.b 2.2.c 2.2.d 2.2.e 2.2.g 10.3.2.a 10.3.3.a 12.2.1.a"))
def roster(data: Data) -> tuple[Unit, ...]:
    """Every counter: legions, auxilia, cavalry, tribes, leaders, Civilians."""
    return (*_romans(data), *_britons(data), *_others(data))


def _romans(data: Data) -> Iterator[Unit]:
    u = data.units
    first, other = _by_steps(u.first_cohort.strength), _by_steps(u.cohort.strength)
    for legion in u.legions.names:
        yield Unit(f"{legion}-1", f"{legion}-1", "first cohort", ROMANS, legion, first, u.first_cohort.ma)
        for n in range(2, u.legions.cohorts + 1):
            yield Unit(f"{legion}-{n}", legion, "cohort", ROMANS, legion, other, u.cohort.ma)
    for n in range(1, u.counter_mix.auxilia + 1):
        yield Unit(f"aux-{n}", "aux", "auxilia", ROMANS, "", _by_steps(u.auxilia.strength), u.auxilia.ma)
    for n in range(1, u.counter_mix.cavalry + 1):
        strength = _by_steps(u.cavalry.strength)
        yield Unit(f"cav-{n}", "cav", "cavalry", ROMANS, "", strength, u.cavalry.ma, cavalry=True)


def _britons(data: Data) -> Iterator[Unit]:
    tribes = data.units.tribes
    for tribe, c in tribes.counters.items():
        for n in range(1, c.infantry + 1):
            strength = _by_steps(c.strength)
            yield Unit(f"{tribe}-{n}", tribe, "tribe", BRITONS, tribe, strength, tribes.infantry_ma)
        for n in range(1, c.cavalry + 1):
            strength, kind = _by_steps(c.cavalry_strength), f"{tribe}-cav"
            yield Unit(
                f"{kind}-{n}", kind, "tribe", BRITONS, tribe, strength, tribes.cavalry_ma, cavalry=True
            )


def _others(data: Data) -> Iterator[Unit]:
    u = data.units
    bonus, ma = u.battle_bonus, u.leaders.ma
    yield Unit("boudicca", "boudicca", "leader", BRITONS, "", (0, 0), ma, bonus=bonus.boudicca)
    for n in range(1, u.leaders.druids + 1):
        yield Unit(f"druid-{n}", "druid", "leader", BRITONS, "", (0, 0), ma, bonus=bonus.druid)
    yield Unit("paulinus", "paulinus", "leader", ROMANS, "", (0, 0), ma, bonus=bonus.paulinus)
    for n in range(1, u.counter_mix.civilians + data.setup.civilians.fifth_town.count + 1):
        yield Unit(f"civ-{n}", "civ", "civilian", ROMANS, "", (0, 0), u.civilians.ma)
