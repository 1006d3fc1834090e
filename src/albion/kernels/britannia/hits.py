"""What dice of mixed forces do: which kinds a hit can fell, how hits are spent, and which one is kept."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.cite import cite, rule
from albion.engine.event import Log
from albion.kernels.britannia.board import Area, Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side
from albion.kernels.britannia.host import HostState
from albion.kernels.britannia.units import Kind
from albion.kernels.britannia.volley import volley

Hits = tuple[tuple[tuple[Kind, ...], int], ...]
"""How many hits there are of each quality: the kinds that they can eliminate."""
DICE = cite("redux-core 7.1.a 7.1.b 7.1.c", "redux-leaders 9.1.2.a 9.1.2.b 9.1.2.c 9.1.2.d 9.2.2.a 9.2.2.b")


@rule(DICE)
@rule(cite("redux-core 7.3.b 7.3.c 7.3.d", "redux-leaders 9.1.2.e R27"))
def hits(s: HostState, log: Log, b: Battle, by: Side) -> Hits:
    """Dice for each kind of a side apart; what each hit can eliminate; a hit kept from before comes first."""
    nation, foe, area = b.nation(by), b.foe(by), b.area
    dice, bonus = s.rules.numbers.dice_per_army, s.rules.bonus(s, b.nation(by), b.area)
    aims = s.kinds(foe, area)
    found: dict[tuple[Kind, ...], int] = {}
    kept = s.kept.pop(by, None)
    if kept:
        found[kept] = 1
    for kind in s.kinds(nation, area):
        needs = [(s.rules.need(s, b, by, kind, target), target) for target in aims]
        volley(s, log, nation, dice * s.number(nation, area, kind), qualities(needs), bonus, DICE, found)
    return tuple(found.items())


def qualities(needs: list[tuple[int, Kind]]) -> tuple[tuple[int, tuple[Kind, ...]], ...]:
    """What a die takes from each face on, the hardest first: all kinds for which that is enough."""
    if len(needs) == 1:
        return ((needs[0][0], (needs[0][1],)),)
    faces = sorted({n for n, _ in needs}, reverse=True)
    return tuple([(face, tuple([kind for n, kind in needs if n <= face])) for face in faces])


def reaching(left: dict[tuple[Kind, ...], int], target: Kind, *, wide: bool = False) -> int:
    """How many of the hits left can fell a kind; wide: only those that could fell another too."""
    return sum(n for quality, n in left.items() if target in quality and (not wide or len(quality) > 1))


def overkill(
    s: HostState, nation: Nation, area: Area, left: dict[tuple[Kind, ...], int], kinds: list[Kind]
) -> bool:
    """Whether the hits fell every army they can reach, so that nobody need choose."""
    trial, per = left.copy(), s.rules.numbers.dice_per_army
    for kind in sorted(kinds, key=lambda k: -reaching(left, k)):
        want = s.number(nation, area, kind) * per
        if reaching(trial, kind) < want:
            return False
        spend(trial, kind, want)
    return True


def choosable(left: dict[tuple[Kind, ...], int], kinds: Iterable[Kind]) -> int:
    """How many hits could fell more than one of the kinds there are."""
    there = set(kinds)
    return sum(n for quality, n in left.items() if len(there.intersection(quality)) > 1)


def spend(left: dict[tuple[Kind, ...], int], target: Kind, n: int, *, widest: bool = False) -> None:
    """Use up n hits on a kind, those that can fell nothing else first, or last."""
    for quality in sorted((q for q in left if target in q), key=len, reverse=widest):
        used = min(n, left[quality])
        left[quality] -= used
        n -= used
        if not left[quality]:
            del left[quality]


@rule(cite("redux-core 7.3.d", "redux-leaders 9.1.2.e R27 R29"))
def keep(s: HostState, b: Battle, side: Side, left: dict[tuple[Kind, ...], int], kinds: list[Kind]) -> None:
    """With reduced randomness the widest unused hit that can still fell something is kept, with its quality."""
    useful = [q for q in left if set(kinds) & set(q)]
    if useful and s.rules.numbers.dice_per_army > 1:
        s.kept[ATTACKER if side == DEFENDER else DEFENDER] = max(useful, key=lambda q: (len(q), q))
