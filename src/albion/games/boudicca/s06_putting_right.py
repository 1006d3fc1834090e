"""6.1.11 Stacks that may not stay together: what puts them right, and the points and cards kept for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from albion.engine.action import Action
from albion.engine.cite import Cite, rule
from albion.games.boudicca.questions import Reason
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s05_prices import price
from albion.games.boudicca.s06_stacking import PUT_RIGHT, departure_fault, stack_fault
from albion.games.boudicca.s07_goals import can_leave, goals
from albion.games.boudicca.s07_ways import allowance, movable
from albion.games.boudicca.s12_druids import convoke_fault, recruit_fault, within_call
from albion.games.boudicca.state import DEAD, BoudiccaState
from albion.kernels.hex import Hex, bit

GOVERNOR = "paulinus-moves"


@rule(PUT_RIGHT)
def still_faulty(s: BoudiccaState, without: Collection[int] = ()) -> list[Hex]:
    """The stacks to be corrected this Impulse that are at fault now, or were it not for some units."""
    return [
        h
        for h in s.strained
        if stack_fault(s, [u for u in s.at.get(h, ()) if u not in without], s.phasing) is not None
    ]


def parted(s: BoudiccaState, h: Hex) -> bool:
    """Whether some unit of a stack could leave it now."""
    return any(can_leave(s, u) for u in movable(s, h, s.phasing))


def joined(s: BoudiccaState, u: int, faulty: Sequence[Hex]) -> list[Hex]:
    """The stacks that a leader could reach now to hold them together, without leaving another one faulty."""
    here = s.where[u]
    able = movable(s, here, s.phasing) if u in s.rules.binders[s.phasing] else ()
    if u not in able or departure_fault(s, (u,), here, s.phasing, lambda x: x in able and can_leave(s, x)):
        return []
    moves, _ = goals(s, (u,), allowance(s, (u,)))
    return [h for h in faulty if moves & bit(h)]


def called(s: BoudiccaState, druid: int, faulty: Sequence[Hex]) -> list[Hex]:
    """The stacks that are in order once a Druid has called all he can out of them."""
    near = within_call(s, druid)
    return [
        h
        for h in faulty
        if any(u in near for u in s.at[h])
        and stack_fault(s, [u for u in s.at[h] if u not in near], BRITONS) is None
    ]


def _convoked(s: BoudiccaState, faulty: Sequence[Hex]) -> list[list[Hex]]:
    """For each Druid who may call a Convocation, the stacks that it would put right."""
    if s.phasing != BRITONS:
        return []
    return [called(s, u, faulty) for u in s.rules.druids if s.alive(u) and convoke_fault(s, u) is None]


def _governor(s: BoudiccaState, hand: Collection[str]) -> bool:
    """Whether his card could bring Paulinus to a stack."""
    u = s.rules.paulinus
    if s.phasing != ROMANS or GOVERNOR not in hand or s.where[u] == DEAD:
        return False
    return not s.alive(u) or departure_fault(s, (u,), s.where[u], ROMANS) is None


def mended_by(s: BoudiccaState, a: Action, faulty: Sequence[Hex]) -> int:
    """How many stacks an activation or card may put right."""
    match a.verb:
        case "activate" if a.noun in faulty:
            return int(parted(s, a.number))
        case "activate":
            able = [found for u in s.at.get(a.number, ()) if (found := joined(s, u, faulty))]
            return min(len(able), len({h for found in able for h in found}))
        case "convoke":
            return len(called(s, s.rules.index[a.name], faulty))
        case "recruit":
            return int(a.noun in faulty)
        case "play":
            return int(a.noun == GOVERNOR and _governor(s, (GOVERNOR,)) and bool(faulty))
    return 0


def for_points(s: BoudiccaState, faulty: Sequence[Hex], without: Collection[int] = ()) -> list[Hex]:
    """The stacks that some activation could put right: by parting them or by bringing a leader, not one of some."""
    leaders = [u for u in s.rules.binders[s.phasing] if s.alive(u) and u not in without]
    reached = {h for u in leaders for h in joined(s, u, faulty)}
    reached.update(h for found in _convoked(s, faulty) for h in found)
    return [
        h
        for h in faulty
        if h in reached or parted(s, h) or (s.phasing == BRITONS and recruit_fault(s, h) is None)
    ]


def _hand(s: BoudiccaState) -> tuple[str, ...]:
    """The cards a player knows he may play."""
    return s.drawn if s.options.solitaire else s.hands[s.phasing]


def _plays(s: BoudiccaState) -> int:
    """How many cards may still be played in this Impulse."""
    if s.final or s.options.solitaire:
        return len(_hand(s))
    return s.rules.data.sequence.sequence.cards_per_impulse - s.cards


def points_to_come(s: BoudiccaState, hand: Sequence[str], plays: int) -> int:
    """The most points that this many cards of a hand could still give; cards that lie face down promise none."""
    return sum(sorted((s.rules.value[c] for c in hand), reverse=True)[: max(0, plays)])


class Means:
    """What a player has left in this Impulse to put stacks right with."""

    __slots__ = ("ap", "hand", "plays")

    def __init__(self, ap: int, hand: Sequence[str], plays: int) -> None:
        self.ap, self.hand, self.plays = ap, list(hand), plays

    def without(self, card: str) -> Means:
        """The same once that card is played."""
        hand = list(self.hand)
        if card in hand:
            hand.remove(card)
        return Means(self.ap, hand, self.plays - 1)

    def most(self, s: BoudiccaState, faulty: Sequence[Hex], payable: Sequence[Hex], at_once: int) -> int:
        """How many of the faulty stacks could be put right with it.

        Activations help those that are payable, a point each, one Convocation perhaps several of them.
        """
        points = self.ap + points_to_come(s, self.hand, self.plays)
        few = min(points, len(payable))
        if points and at_once > 1:
            few = max(few, at_once + min(points - 1, len(payable) - at_once))
        if faulty and self.plays > 0 and _governor(s, self.hand):
            rest = self.without(GOVERNOR)
            few = max(few, 1 + rest.most(s, faulty[1:], payable[: len(faulty) - 1], 0))
        return few


@rule(PUT_RIGHT)
def correction_fault(s: BoudiccaState, a: Action) -> Cite | None:
    """Points and cards enough to put faulty stacks right are kept for it; how and when is the owner's choice."""
    if not s.strained:
        return None
    faulty = still_faulty(s)
    payable = for_points(s, faulty)
    at_once = max((len(found) for found in _convoked(s, faulty)), default=0)
    means = Means(s.ap, _hand(s), _plays(s))
    most = means.most(s, faulty, payable, at_once)
    if a.verb in ("end", "pass"):
        unseen = s.options.solitaire and bool(s.hands[s.phasing]) and bool(payable) and _plays_unseen(s)
        return PUT_RIGHT if most or unseen else None
    mended = mended_by(s, a, faulty)
    if a.verb in ("play", "discard"):
        means = means.without(a.name)
        means.ap += s.rules.value[a.name] if a.verb == "play" else 0
    elif a.verb != "draw":
        means.ap -= price(s, a)
    left = max(0, len(faulty) - mended)
    after = means.most(s, faulty[:left], payable[: max(0, len(payable) - mended)], min(at_once, left))
    return PUT_RIGHT if mended + after < most else None


def _plays_unseen(s: BoudiccaState) -> bool:
    return s.final or s.cards < s.rules.data.sequence.sequence.cards_per_impulse


@rule(PUT_RIGHT)
def pressing(s: BoudiccaState, moving: Collection[int] = ()) -> list[Hex]:
    """The stacks that an activation now begun must put right, because what is left after it does not suffice.

    Units that are moving do not count where they stand: they may yet go on.
    """
    if not s.strained:
        return []
    faulty = still_faulty(s, moving)
    means = Means(s.ap, _hand(s), _plays(s))
    payable = for_points(s, faulty, moving)
    return faulty if means.most(s, faulty, payable, 0) < len(faulty) else []


def put_right_reason(s: BoudiccaState, moving: Collection[int] = ()) -> Reason:
    """Which stacks may not stay as they are."""
    return "put-right", {"hexes": [*still_faulty(s, moving)]}
