"""Victory points: holding, occupying, eliminating."""

from __future__ import annotations

from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.games.britannia_2005.data import Bounty, table
from albion.games.britannia_2005.state import ANGLES, BELGAE, BRIGANTES, ROMANS, Brit
from albion.kernels.britannia.board import Area, Nation

OCCUPY = cite("britannia-2005 vp.occupy.a vp.occupy.b vp.occupy.c vp.occupy.d")
RECORDED = (Nation("welsh"), Nation("norsemen"))


@rule(cite("britannia-2005 vp.general.a vp.general.b"))
def award(s: Brit, log: Log, nation: Nation, points: int, why: str, cited: Cite, area: str = "") -> None:
    """Points lie beside the nation's own card, open to all."""
    if points:
        s.points[nation] += points
        emit(log, "score", cited, nation=nation, n=points, why=why, area=area)


@rule(OCCUPY)
@rule(
    cite(
        "britannia-2005 roman.score.a roman.score.c roman.belgae.g vp.roman.c dane.round11.c dane.round11.d occupied.a R5"
    )
)
def occupy(s: Brit, log: Log, nation: Nation, area: Area) -> None:
    """A nation that is the sole occupant of an area scores it, once in each box of its card; so do subjects for Rome."""
    boxes = s.rules.occupy[s.round - 1]
    if nation in boxes and not boxes[nation].at_withdrawal and (nation != ROMANS or s.turn == ROMANS):
        score_occupation(s, log, nation, area)
    if s.subjects and s.subjects.get(nation) == ROMANS:
        score_occupation(s, log, ROMANS, area)


@rule(cite("britannia-2005 vp.occupy.d occupied.b roman.subject.b"))
def score_occupation(s: Brit, log: Log, nation: Nation, area: Area) -> None:
    """The area's points, if this box has not paid for it yet; Welsh and Norse tokens stay on the map."""
    box = s.rules.occupy[s.round - 1].get(nation)
    if box is None or area not in box.values:
        return
    paid = s.scored.setdefault(box.id, {})
    if area in paid:
        return
    paid[area] = box.values[area]
    if nation in RECORDED:
        s.tokens.setdefault(nation, {})[area] = box.values[area]
    award(s, log, nation, box.values[area], "occupy", OCCUPY, area)


@rule(cite("britannia-2005 roman.score.a vp.occupy.a"))
def occupied_meanwhile(s: Brit, log: Log) -> None:
    """Areas that Romans came to hold outside their turn, by a retreat, count as occupied when their next turn begins."""
    for area in s.land_areas(ROMANS):
        if s.alone(ROMANS, area):
            score_occupation(s, log, ROMANS, area)


@rule(cite("britannia-2005 vp.occupy.a"))
def occupy_standing(s: Brit, log: Log) -> None:
    """When a listed round begins, areas a nation already has to itself count as occupied."""
    for nation, box in s.rules.occupy[s.round - 1].items():
        if nation != ROMANS and not box.at_withdrawal:
            for area in s.land_areas(nation):
                if s.alone(nation, area):
                    score_occupation(s, log, nation, area)


@rule(cite("britannia-2005 occupied.c"))
def collect_tokens(s: Brit, log: Log) -> None:
    """When the last listed round of a box ends, its tokens go from the map to the card."""
    for nation in list(s.tokens):
        after = s.rules.occupy[s.round] if s.round < len(s.rules.timeline) else {}
        if nation not in after:
            gone = s.tokens.pop(nation)
            cited = cite("britannia-2005 occupied.c")
            emit(log, "collect", cited, nation=nation, n=sum(gone.values()), areas=sorted(gone))


ELIMINATE = cite("britannia-2005 vp.eliminate.a vp.eliminate.b vp.eliminate.c")


@rule(ELIMINATE)
@rule(cite("britannia-2005 rb.submitted.d R23"))
def bounty(s: Brit, killer: Nation, target: str, of: str) -> int:
    """What a nation's card pays now for eliminating a unit: the best line that fits."""
    best = 0
    for line in s.rules.bounties:
        if line.nation == killer and line.points > best and _fits(s, line, target, of):
            best = line.points
    return best


def _fits(s: Brit, line: Bounty, target: str, of: str) -> bool:
    if not line.first <= s.round <= line.last or line.target != target:
        return False
    own = s.turn == line.nation
    if (line.own_turn and not own) or (own and s.round == line.except_own_round):
        return False
    return of in line.of or "any" in line.of or ("turncoat" in line.of and of in s.turncoats)


def eliminated(s: Brit, log: Log, killer: Nation, victim: Nation, target: str, n: int, area: Area) -> None:
    """Points at once for n armies, cavalry, a fort or a burh destroyed."""
    each = bounty(s, killer, target, victim)
    if target == "cavalry":
        each += bounty(s, killer, "army", victim)
    award(s, log, killer, each * n, f"eliminate-{target}", ELIMINATE, area)


@rule(cite("britannia-2005 R31 vp.eliminate.b"))
def leader_eliminated(s: Brit, log: Log, killer: Nation, leader: str, area: Area) -> None:
    """Points for a leader; Harold's end also pays the Normans."""
    own = bounty(s, killer, "leader", leader)
    award(s, log, killer, own, "eliminate-leader", ELIMINATE, area)
    row = table("titles")["harold"]
    first, last = row["rounds"]
    counts = s.rules.harold_adds or killer != row["nation"]
    if leader == "harold" and killer in row["killers"] and first <= s.round <= last and counts:
        award(s, log, Nation(row["nation"]), row["points"], "harold", ELIMINATE, area)


HOLD = cite("britannia-2005 vp.hold.a vp.hold.b vp.hold.c endround.a endround.b")


@rule(HOLD)
def score_holding(s: Brit, log: Log) -> None:
    """In a scoring round every nation, in order, scores the areas it holds."""
    if not s.rules.timeline[s.round - 1].scoring:
        return
    for nation in s.rules.nations:
        award(s, log, nation, holding(s, nation), "hold", HOLD)


@rule(cite("britannia-2005 vp.hold.a occupied.d"))
def holding(s: Brit, nation: Nation, number: int | None = None) -> int:
    """What a nation's areas are worth at the end of a round, this one unless told."""
    values = s.rules.hold[(number or s.round) - 1].get(nation)
    if values is None:
        return 0
    if nation == ROMANS:
        return limes(s, number or s.round)
    held = [a for a in s.land_areas(nation) if s.alone(nation, a)]
    worth = {a: values.get(a, 0) for a in held}
    if nation == ANGLES and s.subjects.get(BRIGANTES) == ANGLES:
        worth |= {a: s.rules.brigante_value(s, a) for a in s.land_areas(BRIGANTES)}
    total = capped(s, nation, worth)
    return half_up(total) if nation in s.subjects else total


@rule(cite("britannia-2005 vp.limits.a vp.limits.b vp.limits.c R26"))
def capped(s: Brit, nation: Nation, worth: dict[Area, int]) -> int:
    """Points in some regions count only up to half of those in others."""
    cap = s.rules.caps.get(nation)
    total = sum(worth.values())
    if cap is None:
        return total
    limited = sum(n for a, n in worth.items() if a in cap.capped)
    base = sum(n for a, n in worth.items() if a in cap.by)
    return total - limited + min(limited, base // 2)


@rule(cite("britannia-2005 roman.subject.h angles.submission.h R37"))
def half_up(total: int) -> int:
    """Subjects score half their holding points, rounded up."""
    return (total + 1) // 2


@rule(cite("britannia-2005 vp.roman.a vp.roman.c roman.score.d roman.subject.c roman.belgae.h"))
def limes(s: Brit, number: int) -> int:
    """Romans score listed areas with an intact fort or occupied by a subject nation."""
    values = s.rules.hold[number - 1][ROMANS]
    areas = {a for a, intact in s.forts.items() if intact}
    for subject, master in s.subjects.items():
        if master == ROMANS and subject != BELGAE:
            areas.update(s.land_areas(subject))
    return sum(values.get(a, 0) for a in sorted(areas))


@rule(cite("britannia-2005 angles.submission.g angles.submission.b R30"))
def angle_card(s: Brit, area: Area) -> int:
    """Areas under submission score for the Angles as if they held them."""
    return _angle_value(s, area) if area in s.rules.covered else 0


def every_area(s: Brit, area: Area) -> int:
    """All areas of subject Brigantes score for the Angles as if they held them."""
    return _angle_value(s, area)


def brigante_card(s: Brit, area: Area) -> int:
    """Areas under submission, at the Brigantes' value where the Angle card has none."""
    if area not in s.rules.covered:
        return 0
    return _angle_value(s, area) or s.rules.hold[s.round - 1].get(BRIGANTES, {}).get(area, 0)


def _angle_value(s: Brit, area: Area) -> int:
    if s.round not in (7, 10):
        return 0
    return s.rules.hold[s.round - 1].get(ANGLES, {}).get(area, 0)
