"""Why an answer is not asked for now: when it has its time, and the condition this position does not meet."""

from __future__ import annotations

from collections.abc import Callable

from albion.engine.action import Action, Json
from albion.engine.cite import Cite, cite
from albion.games.britannia_2005.data import table
from albion.games.britannia_2005.s05_stacking import crowding
from albion.games.britannia_2005.s08_overpopulation import Overpopulation
from albion.games.britannia_2005.s10_leaders import may_come
from albion.games.britannia_2005.s14_submission import FEW_ENOUGH, NOT_NOW, fealty_areas, may_submit
from albion.games.britannia_2005.s16_last_round import saxons_due
from albion.games.britannia_2005.s18_burhs import BuildBurhs, no_burh
from albion.games.britannia_2005.state import ANGLES, BRITISH, PICTS, ROMANS, SAXONS, Brit
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.excess import RemoveKind
from albion.kernels.britannia.placing import counters_left

DUE: dict[str, Cite] = {
    **dict.fromkeys(("from", "to", "send"), cite("britannia-2005 round.e move.general.a")),
    **dict.fromkeys(("with", "without"), cite("britannia-2005 leader.g move.general.g")),
    "cavalry": cite("britannia-2005 move.general.d round16.norman.d"),
    **dict.fromkeys(("march-on", "stop"), cite("britannia-2005 move.general.c")),
    "sail": cite("britannia-2005 move.boat.a"),
    "end": cite("britannia-2005 round.e"),
    "fight": cite("britannia-2005 battle.general.a battle.general.c"),
    "strike": cite("britannia-2005 battle.hits.g"),
    "lose": cite("britannia-2005 battle.hits.h saxon.burh.i"),
    **dict.fromkeys(("retreat", "stay"), cite("britannia-2005 battle.retreat.a battle.retreat.c")),
    "flee": cite("britannia-2005 battle.retreat.d"),
    **dict.fromkeys(("withdraw", "done"), cite("britannia-2005 withdraw.a round.e")),
    "place": cite("britannia-2005 pop.f leader.c"),
    "pass": cite("britannia-2005 pop.e leader.j"),
    "build": cite("britannia-2005 saxon.burh.a"),
    "remove": cite("britannia-2005 overpop.a overpop.c"),
    "raze": cite("britannia-2005 overpop.a R33"),
    "keep": cite("britannia-2005 rb.entry.a rb.entry.c"),
    **dict.fromkeys(("submit", "resist"), cite("britannia-2005 roman.submission.e roman.submission.d")),
    **dict.fromkeys(("grant", "deny"), cite("britannia-2005 roman.subject.g roman.subject.i")),
    "vote": cite("britannia-2005 bretwalda.a vp.titles.a"),
    **dict.fromkeys(("demand-secret", "accept-open"), cite("britannia-2005 bretwalda.d bretwalda.a")),
}
"""The clauses that say when an answer has its time."""


def bears_on(s: Brit, a: Action) -> Cite | None:
    """The condition that an answer not asked for would need, if this position does not meet it."""
    look = LOOKS.get(a.verb)
    return look(s, a) if look is not None else None


def _whose(s: Brit, place: str) -> Nation | None:
    """Whose answer it would be: of the nation in that place, else of the nation on turn."""
    here = s.at.get(place, ())
    return s.turn if s.turn in here or not here else here[0]


def _place(s: Brit, a: Action) -> Cite | None:
    place = a.name
    nation = _whose(s, place)
    if nation is None or s.rules.board.at_sea(place):
        return None
    if nation == ROMANS:
        return cite("britannia-2005 pop.i roman.reinf.j")
    if nation == BRITISH and s.round < s.rules.leaders["arthur"].round:
        return cite("britannia-2005 rb.entry.b rb.arthur.a")
    if nation == SAXONS and s.round == len(s.rules.timeline) and not saxons_due(s):
        return cite("britannia-2005 round16.saxon.c round16.saxon.a")
    leader = s.turn_of(nation).leader
    awaited = leader and leader not in s.leaders and not s.rules.leaders[leader].sea
    absent = may_come(s, nation, leader) if awaited else None
    if absent is not None:
        return absent
    if not counters_left(s, nation):
        return cite("britannia-2005 pop.h")
    crowd = crowding(s, nation, place) if s.count(nation, place) else None
    if crowd is not None:
        return (*cite("britannia-2005 pop.g move.stacking.f"), *crowd.cite[:2])
    if s.agenda:
        return cite("britannia-2005 round.e pop.c pop.f")
    lost = s.track[nation] == s.rules.figures.track_max
    return cite("britannia-2005 pop.f pop.c" if lost else "britannia-2005 pop.c pop.f")


NOT_GROWING = cite("britannia-2005 saxon.burh.a round.e")
"""Burhs are built in Increase Population, however many points are left on the track."""


def _build(s: Brit, a: Action) -> Cite | None:
    place = a.name
    if s.turn != SAXONS or s.rules.board.at_sea(place):
        return None
    poor = s.track[SAXONS] < int(table("limits")["burhs"]["cost"])
    return no_burh(s, Area(place)) or (cite("britannia-2005 saxon.burh.b") if poor else NOT_GROWING)


def _remove(s: Brit, a: Action) -> Cite | None:
    return cite("britannia-2005 overpop.e roman.reinf.l") if _whose(s, a.name) == ROMANS else None


def _withdrawal_over(s: Brit) -> bool:
    """Whether the nation raids this turn and the phase after Raider Withdrawal has begun."""
    asked = s.agenda[-1] if s.agenda else None
    return isinstance(asked, Overpopulation | RemoveKind) and s.turn is not None and s.turn_of(s.turn).raid


def _withdraw(s: Brit, a: Action) -> Cite | None:
    if _withdrawal_over(s):
        return cite("britannia-2005 round.e withdraw.a")
    picts = s.turn == PICTS and s.turn_of(PICTS).raid
    return cite(
        f"britannia-2005 withdraw.a {'move.raid.picts.d move.raid.picts.e' if picts else 'move.raid.c'}"
    )


def _submit(s: Brit, a: Action) -> Cite | None:
    asked = [f for f in s.rules.fealties if f.master == s.turn and s.land_areas(f.nation)]
    in_time_first = sorted(asked, key=lambda f: not f.first <= s.round <= f.last)
    why = [may_submit(s, f) for f in in_time_first]
    return tuple(dict.fromkeys(ref for c in why if c is not None for ref in c)) or None


def _cavalry(s: Brit, a: Action) -> Cite | None:
    last = s.round == len(s.rules.timeline)
    return cite("britannia-2005 round16.norman.e") if last and "william" not in s.leaders else None


def _lose(s: Brit, a: Action) -> Cite | None:
    clauses = {"fort": "battle.hits.f", "cavalry": "battle.hits.g", "burh": "saxon.burh.i battle.hits.h"}
    noun = a.name
    return cite(f"britannia-2005 {clauses[noun]}") if noun in clauses else None


LOOKS: dict[str, Callable[[Brit, Action], Cite | None]] = {
    "place": _place,
    "build": _build,
    "remove": _remove,
    "withdraw": _withdraw,
    "submit": _submit,
    "lose": _lose,
    "cavalry": _cavalry,
}


def in_words(s: Brit, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
    """The number behind such a condition: areas left, points, counters or burhs."""
    if a.verb == "submit":
        return _too_many_areas(s, why)
    if a.verb == "withdraw" and s.turn is not None:
        if _withdrawal_over(s):
            return "withdrawal-over", {}
        later = "withdrawal-later" if s.raiders.get(Area(a.name)) else "no-raiders-there"
        return (later if s.turn_of(s.turn).raid else "not-raiding"), {"nation": s.turn, "place": a.noun}
    if a.verb == "build":
        in_time = s.round in table("limits")["burhs"]["rounds"] and why != NOT_GROWING
        return BuildBurhs().reason(s, a, why) if in_time else None
    nation = _whose(s, a.name) if a.verb == "place" else None
    if nation is None:
        return None
    if why[0].clause in ("leader.b", "leader.d"):
        leader = s.turn_of(nation).leader
        key = "leader-needs" if why[0].clause == "leader.b" else "leader-needs-army"
        return key, {"nation": nation, "leader": leader, "place": s.rules.leaders[leader].needs}
    if why[0].clause == "pop.c":
        return "few-points", {"nation": nation, "n": s.track[nation], "most": s.rules.figures.points_per_army}
    return ("all-in-play", {"nation": nation, "n": s.in_play(nation)}) if why[0].clause == "pop.h" else None


def _too_many_areas(s: Brit, why: Cite) -> tuple[str, dict[str, Json]] | None:
    """Of the nation that the decisive clause is about, how many areas it has and how few it must have."""
    subject = next((n for n, m in s.subjects.items() if m == s.turn and why == NOT_NOW[m]), None)
    if subject is not None:
        return "already-subjects", {"nation": subject, "master": s.subjects[subject]}
    f = next((f for f in s.rules.fealties if FEW_ENOUGH[f.nation, f.master][0] == why[0]), None)
    if f is None or not f.first <= s.round <= f.last:
        return None
    if f.nation in s.subjects:
        return "already-subjects", {"nation": f.nation, "master": s.subjects[f.nation]}
    key = "areas-in-scotland" if f.master == ANGLES else "too-many-areas"
    return key, {"nation": f.nation, "n": fealty_areas(s, f), "most": f.areas}
