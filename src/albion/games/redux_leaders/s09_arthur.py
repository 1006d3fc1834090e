"""Section 9.3: the truce of Romano-British and British, Arthur and his cavalry."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.redux_leaders.data import ARTHUR, ROMANO_BRITISH, british
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.board import Area, Nation, Place
from albion.kernels.britannia.engagement import Battle
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.units import CAVALRY, Force

TOGETHER = cite("redux-leaders 9.3.c")
BRITISH = british()


@rule(cite("redux-leaders 9.3.a 9.3.b 9.3.d R34"))
def truce(s: HostState, nation: Nation, place: Place, area: Area, force: Force | None) -> Cite | None:
    """Romano-British do not attack a British nation before it attacks them; Arthur and his cavalry never do."""
    if nation != ROMANO_BRITISH:
        return None
    foe = s.foe(nation, area)
    if foe not in BRITISH:
        return None
    t = table_of(s)
    over = t.arthur_gone or foe in t.truce_broken
    if force is not None and (ARTHUR in force.leaders or force.of(CAVALRY)):
        return cite("redux-leaders 9.3.d" if over else "redux-leaders 9.3.d 9.3.b")
    return None if over else cite("redux-leaders 9.3.b")


@rule(cite("redux-leaders 9.3.b R34"))
def attack_ends_truce(s: HostState, log: Log, nation: Nation, area: Area) -> None:
    """A British nation that attacks the Romano-British ends the truce for itself."""
    if nation in BRITISH and nation == s.turn and s.foe(nation, area) == ROMANO_BRITISH:
        t = table_of(s)
        if nation not in t.truce_broken:
            t.truce_broken = (*t.truce_broken, nation)
            emit(log, "truce-broken", cite("redux-leaders 9.3.b"), nation=nation)


@rule(TOGETHER)
def arthur_and_his_cavalry(s: HostState, nation: Nation, place: Place, force: Force) -> Cite | None:
    """Arthur and his cavalry move and retreat together, or not at all."""
    if nation != ROMANO_BRITISH or ARTHUR not in s.leaders:
        return None
    riders = force.of(CAVALRY)
    if not riders and ARTHUR not in force.leaders:
        return None
    here = s.leaders[ARTHUR] == place
    fits = ARTHUR in force.leaders and riders == s.number(nation, place, CAVALRY) if here else not riders
    return None if fits else TOGETHER


@rule(cite("redux-leaders 9.3.f 9.3.g"))
def arthur_leaves(s: LeadersState, log: Log) -> None:
    """His cavalry becomes infantry as far as counters allow; the rest is removed."""
    s.arthur_gone = True
    for place, tally in list(s.sorts.get(ROMANO_BRITISH, {}).items()):
        riders = tally.get(CAVALRY, 0)
        if riders:
            s.take(ROMANO_BRITISH, place, Force(riders, ((CAVALRY, riders),)))
            n = min(riders, s.counters_left(ROMANO_BRITISH))
            if n:
                s.put(ROMANO_BRITISH, place, Force(n))
            gone = riders - n
            emit(
                log,
                "dismount",
                cite("redux-leaders 9.3.f 9.3.g"),
                nation=ROMANO_BRITISH,
                n=n,
                removed=gone,
                area=place,
            )


def arthur_falls(s: HostState, log: Log, b: Battle, nation: Nation, unit: str, n: int) -> None:
    """Arthur's death ends the truce as his departure would."""
    if unit == ARTHUR:
        arthur_leaves(table_of(s), log)
