"""1.4 Absentee Player: who answers for the seat nobody takes."""

from __future__ import annotations

from albion.engine.action import Seat
from albion.engine.cite import Cite, cite, rule
from albion.games.domesday.s03_map import homeland, hosts, master, owner
from albion.games.domesday.s04_units import company
from albion.games.domesday.state import Dom

ESCORT = 4


@rule(cite("domesday 1.4.a 1.4.2.b R53"))
def answerer(s: Dom, seat: str, area: str = "") -> Seat:
    """The player himself; for the Absentee who drew its card, otherwise an uninvolved neighbour."""
    rules = s.rules
    if seat != rules.absentee:
        return Seat(seat)
    if s.drawer:
        return Seat(s.drawer)
    start = rules.seats.index(seat)
    order = [x for x in (*rules.seats[start + 1 :], *rules.seats[:start]) if x in rules.present]
    there = {owner(s, f) for f in s.stacks.get(area, {})}
    return Seat(next((x for x in order if x not in there), order[0]))


@rule(cite("domesday 1.4.3.b 3.2.2.a R77"))
def guards_home(
    s: Dom, seat: str, area: str, faction: str, n: int, *, levies: bool, passing: int = 0
) -> Cite | None:
    """Absentee units stay in a Homeland they hold or Contest if the going of n, Fyrd among them or some only passing, changes Control."""
    if seat != s.rules.absentee or not s.board.spaces[area].is_area:
        return None
    if not homeland(s, area, faction) and not (levies and homeland(s, area, "fyrd")):
        return None
    count = hosts(s, area)
    count[faction] -= passing
    before = master(count)
    if before not in ("", faction) or not count[faction]:
        return None
    count[faction] -= n - passing
    return None if count[faction] and master(count) == before else cite("domesday 1.4.3.b")


@rule(cite("domesday 1.4.3.c 1.4.3.d 4.3.4.a R54"))
def escorted(
    s: Dom, seat: str, area: str, faction: str, troops: int, leaders: int, *, passing: bool = False
) -> Cite | None:
    """Absentee Leaders neither march nor are left with fewer than four other units; who only passes leaves nobody."""
    if seat != s.rules.absentee:
        return None
    if leaders and troops < ESCORT:
        return cite("domesday 1.4.3.d")
    if passing:
        return None
    count, there = company(s, area, faction)
    return deserted(s, seat, len(there) > leaders, count, count - troops)


@rule(cite("domesday 1.4.3.c R54"))
def deserted(s: Dom, seat: str, led: bool, before: int, after: int) -> Cite | None:
    """Whether an Absentee Leader who had four units would have fewer."""
    if seat == s.rules.absentee and led and before >= ESCORT > after:
        return cite("domesday 1.4.3.c")
    return None


@rule(cite("domesday 1.4.3.c 4.3.4.a R54"))
def with_escort(s: Dom, seat: str, faction: str, areas: tuple[str, ...]) -> tuple[str, ...]:
    """Where an Absentee Leader may be placed: beside four own units if any open Area has them."""
    if seat != s.rules.absentee:
        return areas
    strong = tuple(a for a in areas if company(s, a, faction)[0] >= ESCORT)
    return strong or areas
