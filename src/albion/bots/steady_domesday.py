"""A heuristic player of Domesday: greedy for victory points an action point, careful in battle."""

from __future__ import annotations

from collections.abc import Callable

from albion.bots.bend import NEUTRAL, Bend
from albion.bots.domesday_plans import WORTH, Outlook, Plan, plans, strength
from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.engine.step import Choice
from albion.games.domesday.data import Card, Effect
from albion.games.domesday.s02_1_exchange import Exchange
from albion.games.domesday.s03_map import controller, hosts, owner
from albion.games.domesday.s04_units import unit_parts
from albion.games.domesday.s05_5_2_battle_events import leaders_in_battle
from albion.games.domesday.s05_5_4_damage import OTHER, InflictDamage, noun, side_of, toughness
from albion.games.domesday.s05_8_effect_laws import program
from albion.games.domesday.s05_8_events import card_points, resolvers
from albion.games.domesday.state import Dom

LEAST = 0.02
"""Gain for a half action point below which nothing is done."""
CHOICE = 0.5
"""The share of an Event's worth that a card has beside its points."""
PLENTY = 0.9
"""Gain for a half action point above which no march is weighed."""
PER_AP = 1.0
"""What an action point is thought to be worth in victory points."""


class Steady:
    """Plans an action, carries it out answer by answer, then plans the next."""

    def __init__(self, dice: Dice, bend: Bend = NEUTRAL) -> None:
        self.bend = bend
        self.plan: list[Action] = []

    def choose(self, imagined: State, d: Decision) -> Action:
        """The next answer of the plan while it fits, else a fresh look."""
        assert isinstance(imagined, Dom)
        if self.plan:
            if self.plan[0] in d.actions:
                return self.plan.pop(0)
            self.plan = []
        if len(d.actions) == 1:
            return d.actions[0]
        answer = ANSWERS.get(d.step)
        return answer(self, imagined, d) if answer else d.actions[0]

    def spend(self, s: Dom, d: Decision) -> Action:
        """The plan with the best gain for each half action point."""
        if s.purse.seat != d.seat:
            return Action("end")
        best = self.best(s, d, quick=True)
        if best.rate < self.bend.habit("plenty", PLENTY):
            best = max(best, self.best(s, d, quick=False), key=lambda p: (p.rate, p.gain))
        if best.rate < self.bend.habit("least", LEAST):
            return Action("end")
        self.plan = list(best.actions[1:])
        return best.actions[0]

    def best(self, s: Dom, d: Decision, quick: bool) -> Plan:
        """The most rewarding plan, with or without a look at marches."""
        found = plans(s, d.seat, d.actions, quick, self.bend)
        return max(found, key=lambda p: (p.rate, p.gain), default=Plan(0.0, 1, ()))

    def march(self, s: Dom, d: Decision) -> Action:
        """A march that went astray stops as soon as it can."""
        for verb in ("stop", "pick", "enter"):
            found = [a for a in d.actions if a.verb == verb]
            if found:
                return found[0]
        return d.actions[0]

    def card(self, s: Dom, d: Decision) -> Action:
        """The best use of the best card; the last one is kept until the last Turn."""
        seat = d.seat
        if Action("pass") in d.actions and s.turn < s.rules.last_turn:
            return Action("pass")
        look = Outlook(s, seat)
        value = {
            a: self.bend.want(str(a)) * self.card_value(s, look, a)
            for a in d.actions
            if a.verb in ("event", "points")
        }
        if not value:
            return d.actions[0]
        best = max(value, key=lambda a: value[a])
        if Action("pass") in d.actions and value[best] <= PER_AP:
            return Action("pass")
        return best

    def card_value(self, s: Dom, look: Outlook, a: Action) -> float:
        """Points at their usual worth; an Event by what it does for whom."""
        card = s.board.cards[str(a.noun)]
        earned = card_points(s, card, look.seat) / 2 * PER_AP
        if a.verb == "points":
            return earned
        able = resolvers(s, card, look.seat)
        value = max(event_value(s, look, card, f) for f in able)
        return value + earned if card.kind == "compulsory" else value

    def faction(self, s: Dom, d: Decision) -> Action:
        """An own faction; else the one of the weakest player."""
        look = Outlook(s, d.seat)
        own = [a for a in d.actions if owner(s, str(a.noun)) == d.seat]
        if own:
            return own[0]
        return max(d.actions, key=lambda a: look.weight.get(owner(s, str(a.noun)), 0.0))

    def area(self, s: Dom, d: Decision) -> Action:
        """Where an Event serves best."""
        look = Outlook(s, d.seat)
        step = s.agenda[-1]
        e = program(s)[getattr(step, "i", 0)]
        found = [a for a in d.actions if a.verb == "at"]
        return max(found, key=lambda a: place_value(s, look, e, str(a.noun))) if found else d.actions[0]

    def field(self, s: Dom, d: Decision) -> Action:
        """Strike where the leading rival stands; give where it costs least."""
        look = Outlook(s, d.seat)
        found = [a for a in d.actions if a.verb == "at"]

        def hurt(a: Action) -> float:
            area = str(a.noun)
            return -sum(look.weight.get(owner(s, f), 0.0) * n for f, n in hosts(s, area).items())

        return max(found, key=hurt) if found else d.actions[0]

    def unit(self, s: Dom, d: Decision) -> Action:
        """The dearest unit of the strongest rival, the cheapest of one's own."""
        look = Outlook(s, d.seat)

        def pain(a: Action) -> float:
            faction, kind, reduced = unit_parts(str(a.noun))
            return -look.weight.get(owner(s, faction), 0.0) * (WORTH.get(kind, 1.0) + reduced)

        units = [a for a in d.actions if a.noun is not None]
        return max(units, key=pain) if units else d.actions[0]

    def battle_card(self, s: Dom, d: Decision) -> Action:
        """A card that helps an own faction in the Battle, or strikes a rival's Leader."""
        b = s.battle
        assert b is not None
        mine = [f for f in hosts(s, b.area) if owner(s, f) == d.seat]
        if not mine:
            return Action("decline")
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        for a in d.actions:
            if a.verb != "play" or step.warns(s, a) is not None:
                continue
            card = s.board.cards[str(a.noun)]
            if not card.icons or set(card.icons) & set(mine):
                strikes = [e for e in card.effects if e.op == "test-leader"]
                foes = [
                    x for e in strikes for x in leaders_in_battle(s, e, mine[0]) if s.sides[x] not in mine
                ]
                if not strikes or foes:
                    return a
        return Action("decline")

    def leader(self, s: Dom, d: Decision) -> Action:
        """The Leader whose fall hurts the strongest rival most."""
        look = Outlook(s, d.seat)

        def pain(a: Action) -> float:
            leader = str(a.noun)
            rank = 3 if leader == s.king else 1
            return -rank * look.weight.get(owner(s, s.sides[leader]), 0.0)

        found = [a for a in d.actions if a.noun is not None]
        return max(found, key=pain) if found else d.actions[0]

    def retreat(self, s: Dom, d: Decision) -> Action:
        """Run only from a lost Battle."""
        b = s.battle
        assert b is not None
        faction = str(getattr(s.agenda[-1], "faction", b.attacker))
        own = strength(s, b.area, faction)
        foes = sum(strength(s, b.area, f) for f in hosts(s, b.area) if f != faction)
        if faction != b.attacker:
            foes = strength(s, b.area, b.attacker)
        losing = foes > 1.8 * own
        for a in d.actions:
            if losing and a.verb in ("roll", "retreat"):
                return a
        return Action("hold")

    def volley(self, s: Dom, d: Decision) -> Action:
        """The target that loses most for the Damage spent; else join a lower Box."""
        step, b = s.agenda[-1], s.battle
        assert isinstance(step, InflictDamage) and b is not None
        side = OTHER[step.side]
        value: dict[str, float] = {}
        for x in side_of(b, side):
            leader = s.board.leaders.get(x.unit)
            armor = leader.factors[1] if leader else s.board.kinds[x.unit].reduced[1]
            prize = 6.0 if leader else WORTH[x.unit] + (1.0 if x.reduced else 0.0)
            value[noun(s, x)] = prize * (6 - armor) / toughness(s, side, x)
            if owner(s, x.faction) == d.seat:
                value[noun(s, x)] = -1.0
        hits = [a for a in d.actions if a.verb == "hit" and value[str(a.noun)] > 0]
        if hits:
            return max(hits, key=lambda a: value[str(a.noun)])
        lower = any(x.box < step.box and owner(s, x.faction) == d.seat for x in side_of(b, step.side))
        shifts = [a for a in d.actions if a.verb == "shift"]
        return shifts[0] if shifts and lower else Action("done")

    def away(self, s: Dom, d: Decision) -> Action:
        """Where a rival's excess does least good."""
        return min(d.actions, key=lambda a: s.board.spaces[str(a.noun)].value)

    def stack(self, s: Dom, d: Decision) -> Action:
        """The stack with most units and the best Area."""

        def size(a: Action) -> float:
            area = str(a.noun)
            st = s.at(area, "norman")
            return st.size + st.castle + s.board.spaces[area].value

        return max(d.actions, key=size)

    def worth(self, s: Dom, look: Outlook, card: str) -> float:
        """What a card in hand is worth to a seat: its points, and something for the choice of its Event."""
        found = s.board.cards[card]
        events = [event_value(s, look, found, f) for f in resolvers(s, found, look.seat)]
        return card_points(s, found, look.seat) / 2 * PER_AP + CHOICE * max((0.0, *events))

    def to_offer(self, s: Dom, look: Outlook, taker: str) -> tuple[float, str]:
        """The card that suits another player most above oneself, with how much more."""
        theirs = Outlook(s, taker)
        return max((self.worth(s, theirs, c) - self.worth(s, look, c), c) for c in s.hands[look.seat])

    def exchange(self, s: Dom, d: Decision) -> Action:
        """One card for one, with the rival whom one of the hand suits best; never with the leader."""
        look = Outlook(s, d.seat)
        rivals = [str(a.noun) for a in d.actions if a.verb == "offer" and a.noun != look.leader]
        step = s.agenda[-1]
        assert isinstance(step, Exchange)
        if not rivals or step.asked:
            return Action("decline")
        more, rival = max((self.to_offer(s, look, x)[0], x) for x in rivals)
        return Action("offer", rival) if more > 0 else Action("decline")

    def give(self, s: Dom, d: Decision) -> Action:
        """One card that suits the other; in return one that leaves both better off."""
        o, look = s.offer, Outlook(s, d.seat)
        assert o is not None
        if o.giver != d.seat:
            return Action("give", self.fair_return(s, look))
        if o.cards and Action("done") in d.actions:
            return Action("done")
        return Action("give", self.to_offer(s, look, o.taker)[1])

    def fair_return(self, s: Dom, look: Outlook) -> str:
        """The card of the hand by which both gain over the one offered; '' if there is none."""
        o = s.offer
        assert o is not None
        theirs = Outlook(s, o.giver)
        mine = sum(self.worth(s, look, c) for c in o.cards)
        asked = sum(self.worth(s, theirs, c) for c in o.cards)
        fair = [c for c in s.hands[look.seat] if self.worth(s, look, c) < mine]
        best = max(fair, key=lambda c: (self.worth(s, theirs, c), c), default="")
        return best if best and self.worth(s, theirs, best) > asked else ""

    def ask(self, s: Dom, d: Decision) -> Action:
        """As many cards as are given."""
        wanted = Action("want", 1)
        return wanted if wanted in d.actions else d.actions[0]

    def gift(self, s: Dom, d: Decision) -> Action:
        """Take gifts, and a card for one that suits the other better."""
        o, look = s.offer, Outlook(s, d.seat)
        assert o is not None
        wanted = Action("return", o.wanted)
        if wanted not in d.actions or o.wanted > 1:
            return Action("decline")
        return wanted if not o.wanted or self.fair_return(s, look) else Action("decline")

    def bargain(self, s: Dom, d: Decision) -> Action:
        """Agree to what is worth more than what is given."""
        o, look = s.offer, Outlook(s, d.seat)
        assert o is not None
        gained = sum(self.worth(s, look, c) for c in o.answer)
        given = sum(self.worth(s, look, c) for c in o.cards)
        return Action("agree" if gained > given else "refuse")

    def voyage(self, s: Dom, d: Decision) -> Action:
        """To Normandy for reinforcements, if London or York does not hang on the King alone."""
        mine = s.sides[s.king]
        here = s.leaders[s.king]
        safe = here not in ("london", "york") or s.at(here, mine).size > 2
        return Action("to", "normandy") if safe and s.turn < s.rules.last_turn else Action("hold")

    def decline(self, s: Dom, d: Decision) -> Action:
        """No, thank you."""
        return Action("decline") if Action("decline") in d.actions else d.actions[0]

    def rival(self, s: Dom, d: Decision) -> Action:
        """Against the leading rival."""
        best = Action("against", Outlook(s, d.seat).leader)
        return best if best in d.actions else d.actions[0]

    def agree(self, s: Dom, d: Decision) -> Action:
        """Damage is lent against a common attacker."""
        return Action("agree")


def event_value(s: Dom, look: Outlook, card: Card, faction: str) -> float:
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
    return sum(_effect_value(s, look, e, share) for e in effects)


def _effect_value(s: Dom, look: Outlook, e: Effect, share: float) -> float:
    if e.op == "place-units":
        price = sum(n * 2 * s.board.kinds[k].price for k, n in e.units.items()) / 2
        side = look.weight.get(owner(s, e.faction), 0.0) if e.faction else share
        return side * PER_AP * price * 0.8 * (2 if e.each else max(1, e.choose))
    if e.op == "plunder":
        seats = {"king-player": owner(s, "fyrd") if s.king else "", "target": look.leader}
        seat = seats.get(e.who, s.rules.owner.get(e.who, e.who))
        return e.n * (share if e.who == "resolver" else look.weight.get(seat, 0.0))
    fixed = {
        "spend-ap": (3.5 if e.dice == "1d6" else 2.0) * PER_AP * 0.8,
        "place-leader": 1.5,
        "return-exile": 1.5,
        "place-castle": 3.0 * e.n,
        "place-building": 1.5,
        "place-wasted": 0.5 * e.choose,
        "remove-wasted": 0.7 * e.choose,
        "reduce-units": 0.7 * e.n,
        "remove-units": -2.0 if e.whose == "own" else 1.0,
        "replace-units": 2.0 * e.n,
        "restore-units": 0.5 * e.n,
        "test-leader": 1.0,
        "draw-cards": 3.0,
        "claim-king": 2.0,
    }
    return share * fixed.get(e.op, 0.0)


def place_value(s: Dom, look: Outlook, e: Effect, area: str) -> float:
    """How good an Area is for an effect."""
    faction = e.faction or s.event.faction
    if e.op in ("place-leader", "place-units"):
        n = sum(e.units.values()) or 1
        return look.change(area, {faction: n}) + 0.1 * (area not in s.stacks)
    if e.op == "place-castle":
        return look.change(area, {faction: 1}, frozenset((faction,)))
    held = area_holders(s, area)
    sign = -1.0 if e.op == "place-wasted" else 1.0
    return sign * sum(look.weight.get(seat, 0.0) for seat in held)


def area_holders(s: Dom, area: str) -> set[str]:
    """The players that score an Area now."""
    master = controller(s, area)
    return {owner(s, master)} if master else {owner(s, f) for f in hosts(s, area)}


ANSWERS: dict[str, Callable[[Steady, Dom, Decision], Action]] = {
    "Spend": Steady.spend,
    "March": Steady.march,
    "CardTurn": Steady.card,
    "EventFaction": Steady.faction,
    "BattleFaction": Steady.faction,
    "PickArea": Steady.area,
    "PickField": Steady.field,
    "PickUnit": Steady.unit,
    "ReduceStack": Steady.unit,
    "AttritionLoss": Steady.unit,
    "ScatterUnit": Steady.unit,
    "ScatterTo": Steady.away,
    "BattleEvent": Steady.battle_card,
    "StrikeLeader": Steady.leader,
    "RetreatRoll": Steady.retreat,
    "RetreatUnit": Steady.retreat,
    "InflictDamage": Steady.volley,
    "LendDamage": Steady.agree,
    "ChooseStack": Steady.stack,
    "Exchange": Steady.exchange,
    "OfferCard": Steady.give,
    "OfferPrice": Steady.ask,
    "AnswerCard": Steady.give,
    "Answer": Steady.gift,
    "Bargain": Steady.bargain,
    "KingToNormandy": Steady.voyage,
    "GainPlunder": Steady.decline,
    "TakeFromMap": Steady.decline,
    "ChooseTarget": Steady.rival,
}
