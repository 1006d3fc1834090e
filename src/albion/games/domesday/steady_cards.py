"""What cards are worth to the steady player: for their points, as Events, and in exchange."""

from __future__ import annotations

from albion.engine.action import Action, Decision
from albion.games.domesday.data import Card, Effect
from albion.games.domesday.s02_1_exchange import Exchange, gifts_left
from albion.games.domesday.s03_map import banner, controller, hosts, my_factions, owner
from albion.games.domesday.s04_units import available, room
from albion.games.domesday.s05_8_events import card_points, resolvers
from albion.games.domesday.state import Dom
from albion.games.domesday.steady_outlook import Outlook

CHOICE = 0.5
"""The share of an Event's worth that a card has beside its points."""
PER_AP = 0.5
"""What an action point is thought to be worth in victory points when cards are exchanged."""
LAST = 0.001
"""How much a better use of points counts beside an Event that beats them: only the order of cards depends on it."""
TRUST = 0.5
"""The share of what points seem to bring that is not taken back by others; an Event's effects mostly stay."""
EVENT = {
    "place-leader": 1.0,
    "return-exile": 1.0,
    "place-building": 1.5,
    "place-wasted": 0.3,
    "remove-wasted": 0.3,
    "reduce-units": 0.4,
    "replace-units": 1.2,
    "restore-units": 0.3,
    "test-leader": 0.8,
    "claim-king": 3.0,
}
"""What effects are worth to the player who resolves them, in victory points at the end of the game."""


def worth_playing(
    s: Dom, look: Outlook, offered: tuple[Action, ...], prospects: list[float]
) -> dict[Action, float]:
    """What each card is worth: an Event by how much it beats the card's points; points by how well they are used, so that
    as a rule the fewest come first and the most decide."""
    found: dict[Action, float] = {}
    most, trust = len(prospects) - 1, look.tastes.habit("points", TRUST)
    for a in offered:
        if a.verb not in ("event", "points"):
            continue
        card = s.board.cards[a.name]
        halves = card_points(s, card, look.seat)
        earned = trust * prospects[min(most, halves)]
        want = look.tastes.want(str(a))
        if a.verb == "points":
            found[a] = LAST * want * earned / max(1, halves)
        else:
            value = max(event_value(s, look, card, f, prospects) for f in resolvers(s, card, look.seat))
            found[a] = want * (value if card.kind == "compulsory" else value - earned)
    return found


def event_value(
    s: Dom, look: Outlook, card: Card, faction: str, prospects: list[float] | None = None
) -> float:
    """What an Event is worth to the seat if that faction resolves it."""
    seat = owner(s, faction) if faction else look.seat
    share = 1.0 if seat == look.seat else look.weight.get(seat, 0.0)
    effects: list[Effect] = []
    for e in card.effects:
        if e.op == "choose-one":
            able = [o for o in e.options if faction in o.for_factions]
            effects += able[0].effects if able else ()
        else:
            effects.append(e)
    return sum(_effect_value(s, look, e, faction, share, prospects) for e in effects)


def _effect_value(
    s: Dom, look: Outlook, e: Effect, faction: str, share: float, prospects: list[float] | None
) -> float:
    whose = e.faction or faction
    if e.op == "place-units" and whose:
        return _placed(s, look, e, whose)
    if e.op == "plunder":
        seats = {"king-player": owner(s, "fyrd") if s.king else "", "target": look.leader}
        seat = seats.get(e.who, s.rules.owner.get(e.who, e.who))
        return e.n * (share if e.who == "resolver" else look.weight.get(seat, 0.0))
    if e.op in ("spend-ap", "draw-cards"):
        halves = 7 if e.op == "draw-cards" or e.dice == "1d6" else 4
        ap = prospects[halves] if prospects else halves / 2 * PER_AP
        return share * ap * (1.0 if e.op == "draw-cards" else 0.6)
    if e.op == "place-castle" and whose:
        sites = [a for a in e.areas if not s.at(a, whose).castle]
        return share * 0.5 * max([look.change(a, whose, 1, frozenset((whose,))) for a in sites], default=0.0)
    if e.op == "remove-units":
        return -1.0 if (e.whose == "own" or e.whose in my_factions(s, look.seat)) else 0.5
    return share * EVENT.get(e.op, 0.0) * max(1, e.n, e.choose) * (0.4 + 0.6 * look.hold)


def _placed(s: Dom, look: Outlook, e: Effect, faction: str) -> float:
    """Units at full strength where they serve best, as far as there are counters."""
    left = {k: min(n, available(s, faction, k)) for k, n in e.units.items()}
    n = sum(left.values())
    if not n:
        return 0.0
    mine = look.weight.get(owner(s, faction), 0.0)
    strength = mine * look.unit * 2 * sum(k * s.board.kinds[x].price for x, k in left.items())
    changes = sorted([look.change(a, banner(s, faction), n) for a in e.areas], reverse=True)
    if mine < 0:
        changes.reverse()
    times = len(changes) if e.each else max(1, e.choose)
    return sum(changes[:times]) + strength * min(times, 2)


def place_value(s: Dom, look: Outlook, e: Effect, area: str) -> float:
    """How good an Area is for an effect."""
    faction = e.faction or s.event.faction
    if e.op in ("place-leader", "place-units"):
        n = sum(e.units.values()) or 1
        excess = max(0, sum(e.units.values()) - room(s, area, faction))
        return look.change(area, banner(s, faction), n) + 0.1 * (area not in s.stacks) - excess
    if e.op == "place-castle":
        return look.change(area, faction, 1, frozenset((faction,)))
    held = area_holders(s, area)
    sign = -1.0 if e.op == "place-wasted" else 1.0
    return sign * sum(look.weight.get(seat, 0.0) for seat in held)


def area_holders(s: Dom, area: str) -> set[str]:
    """The players that score an Area now."""
    master = controller(s, area)
    return {owner(s, master)} if master else {owner(s, f) for f in hosts(s, area)}


def in_hand(s: Dom, look: Outlook, card: str) -> float:
    """What a card in hand is worth to a seat: its points, and something for the choice of its Event."""
    found = s.board.cards[card]
    events = [event_value(s, look, found, f) for f in resolvers(s, found, look.seat)]
    return card_points(s, found, look.seat) / 2 * PER_AP + CHOICE * max((0.0, *events))


def to_offer(s: Dom, look: Outlook, taker: str) -> tuple[float, str]:
    """The card that suits another player most above oneself, with how much more."""
    theirs = Outlook(s, taker)
    return max((in_hand(s, theirs, c) - in_hand(s, look, c), c) for c in s.hands[look.seat])


def exchange(s: Dom, d: Decision) -> Action:
    """One card for one, with the rival whom one of the hand suits best; never with the leader, or one who has none to give."""
    look = Outlook(s, d.seat)
    able = [a.name for a in d.actions if a.verb == "offer" and gifts_left(s, a.name)]
    rivals = [x for x in able if x != look.leader]
    step = s.agenda[-1]
    assert isinstance(step, Exchange)
    if not rivals or step.asked:
        return Action("decline")
    more, rival = max((to_offer(s, look, x)[0], x) for x in rivals)
    return Action("offer", rival) if more > 0 else Action("decline")


def give(s: Dom, d: Decision) -> Action:
    """One card that suits the other; in return one that leaves both better off."""
    o, look = s.offer, Outlook(s, d.seat)
    assert o is not None
    if o.giver != d.seat:
        return Action("give", fair_return(s, look) or cheapest(s, look, d))
    if o.cards and Action("done") in d.actions:
        return Action("done")
    return Action("give", to_offer(s, look, o.taker)[1])


def fair_return(s: Dom, look: Outlook) -> str:
    """The card of the hand by which both gain over the one offered; '' if there is none."""
    o = s.offer
    assert o is not None
    theirs = Outlook(s, o.giver)
    mine = sum(in_hand(s, look, c) for c in o.cards)
    asked = sum(in_hand(s, theirs, c) for c in o.cards)
    fair = [c for c in s.hands[look.seat] if c not in o.answer and in_hand(s, look, c) < mine]
    best = max(fair, key=lambda c: (in_hand(s, theirs, c), c), default="")
    return best if best and in_hand(s, theirs, best) > asked else ""


def cheapest(s: Dom, look: Outlook, d: Decision) -> str:
    """The card whose loss hurts least, where a card is owed."""
    return min((a.name for a in d.actions if a.verb == "give"), key=lambda c: (in_hand(s, look, c), c))


def ask(s: Dom, d: Decision) -> Action:
    """As many cards as are given."""
    wanted = Action("want", 1)
    return wanted if wanted in d.actions else d.actions[0]


def gift(s: Dom, d: Decision) -> Action:
    """Take gifts, and a card for one that suits the other better."""
    o, look = s.offer, Outlook(s, d.seat)
    assert o is not None
    wanted = Action("return", o.wanted)
    if wanted not in d.actions or o.wanted > 1:
        return Action("decline")
    return wanted if not o.wanted or fair_return(s, look) else Action("decline")


def bargain(s: Dom, d: Decision) -> Action:
    """Agree to what is worth more than what is given."""
    o, look = s.offer, Outlook(s, d.seat)
    assert o is not None
    gained = sum(in_hand(s, look, c) for c in o.answer)
    given = sum(in_hand(s, look, c) for c in o.cards)
    return Action("agree" if gained > given else "refuse")
