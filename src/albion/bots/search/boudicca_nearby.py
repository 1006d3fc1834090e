"""What is about to happen on the map of Boudicca: who outmatches whom nearby, and what lies open to be taken."""

from __future__ import annotations

from collections.abc import Iterator

from albion.bots.search.outlook import Sight, Told
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.state import DEAD, BoudiccaState
from albion.games.boudicca.steady_aims import MUCH_STRONGER, last_of_tribes, stacks, tribe_strength
from albion.kernels.hex import Hex, distance

STRIKE = 8
"""Hexes that a stack can hope to cross in one move."""
OUTMATCHED = 1.3

THREATS = {
    "britons outmatched": Told("more Britons in danger", "fewer Britons in danger"),
    "tribes outmatched": Told("more tribes near their end", "fewer tribes near their end"),
    "druids outmatched": Told("Druids in danger", "Druids out of danger"),
    "boudicca outmatched": Told("Boudicca in danger", "Boudicca out of danger"),
    "romans outmatched": Told("more Romans in danger", "fewer Romans in danger"),
    "paulinus outmatched": Told("Paulinus in danger", "Paulinus out of danger"),
    "town open": Told("more towns open to the Britons", "fewer towns open to the Britons"),
    "post open": Told("more posts open to the Britons", "fewer posts open to the Britons"),
    "civilians open": Told("more Civilians in danger", "fewer Civilians in danger"),
    "oppidum open": Told("more oppida open to the Romans", "fewer oppida open to the Romans"),
}
"""What is about to be, in words."""

Stacks = list[tuple[Hex, float]]


def nearby(s: BoudiccaState) -> Iterator[Sight]:
    """Each of them with the side whose Impulse comes first: what is open to it is as good as taken."""
    next_up = f"soon {s.phasing}"
    bands, troops = stacks(s, BRITONS), stacks(s, ROMANS)
    yield from ((f"{next_up} {what}", n) for what, n in _outmatched(s, bands, troops))
    yield from ((f"{next_up} {what}", n) for what, n in _open_to_britons(s, bands, dict(troops)))
    yield from ((f"{next_up} {what}", n) for what, n in _open_to_romans(s, troops, dict(bands)))


def _outmatched(s: BoudiccaState, bands: Stacks, troops: Stacks) -> Iterator[Sight]:
    rules = s.rules
    for h, strong in bands:
        if _strongest(troops, h) > OUTMATCHED * strong:
            yield "britons outmatched", min(strong, 30.0) / 10
            yield "tribes outmatched", float(sum(len(rules.of_body[t]) for t in last_of_tribes(s, h)))
            yield "druids outmatched", float(sum(s.where[u] == h for u in rules.druids))
            yield "boudicca outmatched", float(s.where[rules.boudicca] == h)
    for h, strong in troops:
        if _strongest(bands, h) > OUTMATCHED * strong:
            yield "romans outmatched", min(strong, 30.0) / 10
            yield "paulinus outmatched", float(s.where[rules.paulinus] == h)


def _open_to_britons(s: BoudiccaState, bands: Stacks, troops: dict[Hex, float]) -> Iterator[Sight]:
    board = s.rules.board
    for kind, places in (("town", board.towns), ("post", board.posts)):
        for h in places:
            need = MUCH_STRONGER[BRITONS] * troops.get(h, 0.0)
            if s.sacked.get(h) not in (BRITONS, "both") and _strongest(bands, h) > need:
                yield f"{kind} open", 1.0
    for u in s.rules.civilians:
        h = s.where[u]
        if h > DEAD and _strongest(bands, h) > OUTMATCHED * troops.get(h, 0.0):
            yield "civilians open", 1.0


def _open_to_romans(s: BoudiccaState, troops: Stacks, bands: dict[Hex, float]) -> Iterator[Sight]:
    for tribe, h in s.rules.board.oppidum.items():
        if s.sacked.get(h) in (ROMANS, "both"):
            continue
        need = MUCH_STRONGER[ROMANS] * bands.get(h, 0.0)
        if tribe not in s.revolted:
            need = max(need, float(tribe_strength(s, tribe)))
        if _strongest(troops, h) > need:
            yield "oppidum open", 1.0


def _strongest(found: Stacks, h: Hex) -> float:
    return max((strong for x, strong in found if distance(x, h) <= STRIKE), default=0.0)
