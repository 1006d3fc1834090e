"""What Leaders and Raiders chooses: the Core rules, plus only what chapters 8 to 12 change."""

from __future__ import annotations

from functools import cache
from typing import Any

from albion.engine.cite import cite, rule
from albion.engine.plain import field_names
from albion.games.redux_core.options import CoreOptions
from albion.games.redux_core.rules import CLAUSES as CORE_CLAUSES
from albion.games.redux_core.rules import core
from albion.games.redux_leaders.data import counters, leaders, nations, timeline
from albion.games.redux_leaders.options import LeadersOptions
from albion.games.redux_leaders.s09_arthur import (
    arthur_and_his_cavalry,
    arthur_falls,
    attack_ends_truce,
    truce,
)
from albion.games.redux_leaders.s09_units import (
    ALLOWANCE,
    LED_ALLOWANCE,
    MOVES,
    bonus,
    how_far,
    leaders_cross,
    need,
    no_way,
    victors_may_go,
    ways,
    ways_with_boats,
)
from albion.games.redux_leaders.s10_scoring import (
    eliminating,
    occupy,
    occupy_from_the_start,
    score_holding,
    score_raids,
)
from albion.games.redux_leaders.s11_arrivals import Growth
from albion.games.redux_leaders.s11_king import extra_turn_attacks, titles
from albion.games.redux_leaders.s11_limits import (
    LeadersOutlook,
    excess,
    landed,
    no_end_left,
    no_fewer_held,
    peopled,
    stacked,
    standing,
)
from albion.games.redux_leaders.s11_turn import (
    Campaign,
    TurnEnd,
    flags,
    leader_to_sea,
    may_retreat,
    note_landless,
    raiders_set_out,
    restrained,
)
from albion.games.redux_leaders.s11_withdrawal import (
    Withdrawal,
    decline,
    may_decline,
    still_ashore,
    withdrawn,
    withdraws,
)
from albion.kernels.britannia.clash import clash_ends, fallen, retreats, stand_to
from albion.kernels.britannia.fallback import FallBack
from albion.kernels.britannia.hits import hits
from albion.kernels.britannia.host import HostRuleset
from albion.kernels.britannia.sequence import in_turn

CLAUSES = CORE_CLAUSES.but(
    battle_round=(*CORE_CLAUSES.battle_round, *cite("redux-leaders 9.1.2.g")),
    round=(*CORE_CLAUSES.round, *cite("redux-leaders 10.2.b")),
    round_end=cite("redux-leaders 11.2.a 11.2.b 11.6.a 10.7.a"),
    next_round=cite("redux-core 4.3.a 4.3.b 3.a 3.b", "redux-leaders 11.2.a 11.6.e 11.6.1.u 10.1.a"),
    which_dies=(*CORE_CLAUSES.which_dies, *cite("redux-leaders 9.1.a")),
)


@cache
@rule(cite("redux-leaders 8.a 9.a 10.7.a 11.a 11.3.j 12.a", "redux-core 2.b 2.1.a 7.3.a"))
def leaders_and_raiders(o: LeadersOptions) -> HostRuleset:
    """The Core game of this many players, with cavalry, leaders, raiders and its own scoring."""
    base = core(CoreOptions(players=o.players, reduced_randomness=o.reduced_randomness))
    same: dict[str, Any] = {name: getattr(base, name) for name in field_names(base)}
    changed: dict[str, Any] = {
        "options": o,
        "nations": nations(o.boats),
        "counters": counters(),
        "leaders": leaders(),
        "timeline": timeline(),
        "clauses": CLAUSES,
        "phases": in_turn(Growth, Campaign, Withdrawal, TurnEnd),
        "excess": excess,
        "movement_end": (landed, stacked, peopled, no_fewer_held),
        "standing": standing,
        "no_end_left": no_end_left,
        "outlook": LeadersOutlook,
        "spent": how_far,
        "overrun": leaders_cross,
        "no_overrun": (*base.no_overrun, *cite("redux-leaders 9.2.1.f")),
        "opening": stand_to,
        "hits": hits,
        "losses": fallen,
        "retreats": retreats,
        "battle_ends": clash_ends,
        "retreat": FallBack,
        "refuge": may_retreat,
        "round_begins": occupy_from_the_start,
        "round_ends": titles,
        "round_closes": (score_holding,),
    }
    return HostRuleset(
        **(same | changed),
        flags=flags,
        allowance=ALLOWANCE,
        led_allowance=LED_ALLOWANCE,
        leader_moves=MOVES["leader"],
        ways=ways_with_boats if o.boats else ways,
        no_way=no_way,
        entering=(truce, extra_turn_attacks),
        restrained=restrained,
        company=arthur_and_his_cavalry,
        arrived=(occupy, attack_ends_truce),
        phase_begins=(raiders_set_out, note_landless),
        need=need,
        bonus=bonus,
        fell=(eliminating, arthur_falls),
        victory=victors_may_go,
        falls_back=leader_to_sea,
        withdrawn=withdrawn,
        still_ashore=still_ashore,
        withdraws=withdraws,
        before_withdrawal=may_decline,
        instead_of_withdrawal=decline,
        raided=score_raids,
    )
