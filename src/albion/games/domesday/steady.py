"""A heuristic player of Domesday: greedy for points an action point, mindful of what lasts, careful in battle."""

from __future__ import annotations

from collections.abc import Callable

from albion.engine.action import Action, Decision
from albion.engine.dice import Dice
from albion.engine.state import State
from albion.engine.step import Choice
from albion.engine.tastes import PLAIN, Tastes
from albion.games.domesday import steady_cards as cards
from albion.games.domesday.rules import VERBS
from albion.games.domesday.s03_map import hosts, owner
from albion.games.domesday.s04_units import company, limit, unit_parts
from albion.games.domesday.s05_5_2_battle_events import leaders_in_battle
from albion.games.domesday.s05_5_4_damage import OTHER, InflictDamage, noun, side_of
from albion.games.domesday.s05_8_effect_laws import program
from albion.games.domesday.state import Dom, the_battle
from albion.games.domesday.steady_battle import battle_gain, unit_of
from albion.games.domesday.steady_outlook import WORTH, Outlook
from albion.games.domesday.steady_spending import Survey, of_any_card


class Steady:
    """Plans what to do with a card's points, carries it out answer by answer, then plans again."""

    def __init__(self, dice: Dice, tastes: Tastes = PLAIN) -> None:
        self.tastes = tastes
        self.plan: list[Action] = []
        self.ahead: Survey | None = None
        """What was seen when a card was chosen, for spending its points."""

    def choose(self, imagined: State, d: Decision) -> Action:
        """The next answer of the plan while it fits, else a fresh look."""
        assert isinstance(imagined, Dom)
        if self.plan:
            if d.step == "Spend":
                while self.plan and self.plan[0].verb not in VERBS:
                    self.plan.pop(0)  # an answer that was forced, and given without asking
            if self.plan and self.plan[0] in d.actions:
                return self.plan.pop(0)
            self.plan = []
        if len(d.actions) == 1:
            return d.actions[0]
        answer = ANSWERS.get(d.step)
        return answer(self, imagined, d) if answer else d.actions[0]

    def look(self, s: Dom, d: Decision) -> Outlook:
        """How the seat that is asked sees the table."""
        return Outlook(s, d.seat, self.tastes)

    def spend(self, s: Dom, d: Decision) -> Action:
        """The most rewarding plans that do not meddle with each other, as far as the points go or up to a Battle."""
        if s.purse.seat == d.seat:
            survey, self.ahead = self.ahead or Survey(s, self.look(s, d), d.actions), None
            for plan in survey.best(s.purse.halves, frozenset(d.actions)):
                self.plan += plan.actions
                if plan.actions[0].verb == "battle":
                    break
        return self.plan.pop(0) if self.plan else Action("end")

    def march(self, s: Dom, d: Decision) -> Action:
        """A march that went astray stops as soon as it can."""
        for verb in ("stop", "pick", "enter"):
            found = [a for a in d.actions if a.verb == verb]
            if found:
                return found[0]
        return d.actions[0]

    def card(self, s: Dom, d: Decision) -> Action:
        """The best use of the best card; passes for a free point while one card is left and others must still play."""
        if Action("pass") in d.actions:
            others = [len(hand) for seat, hand in s.hands.items() if seat != d.seat]
            if s.turn < s.rules.last_turn or max(others) > 1 or not s.hands[d.seat]:
                return Action("pass")
        survey = of_any_card(s, self.look(s, d))
        plays = cards.worth_playing(s, survey.look, d.actions, survey.prospects())
        best = max(plays, key=lambda a: plays[a], default=d.actions[0])
        self.ahead = survey if best.verb == "points" else None
        return best

    def faction(self, s: Dom, d: Decision) -> Action:
        """An own faction; else the one of the weakest player; not one that is fighting one's own."""
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        safe = [a for a in d.actions if step.warns(s, a) is None] or [*d.actions]
        look = self.look(s, d)
        return max(safe, key=lambda a: look.weight.get(owner(s, a.name), 0.0))

    def area(self, s: Dom, d: Decision) -> Action:
        """Where an Event serves best."""
        found = [a for a in d.actions if a.verb == "at"]
        e = program(s)[getattr(s.agenda[-1], "i", 0)]
        look = self.look(s, d)
        return max(found, key=lambda a: cards.place_value(s, look, e, a.name)) if found else d.actions[0]

    def field(self, s: Dom, d: Decision) -> Action:
        """Strike where the leading rival stands; give where it costs least."""
        look = self.look(s, d)
        found = [a for a in d.actions if a.verb == "at"]

        def hurt(a: Action) -> float:
            return -sum(look.weight.get(owner(s, f), 0.0) * n for f, n in hosts(s, a.name).items())

        return max(found, key=hurt) if found else d.actions[0]

    def unit(self, s: Dom, d: Decision) -> Action:
        """The dearest unit of the strongest rival, the cheapest of one's own."""
        look = self.look(s, d)

        def pain(a: Action) -> float:
            faction, kind, reduced = unit_parts(a.name)
            return -look.weight.get(owner(s, faction), 0.0) * (WORTH.get(kind, 1.0) + reduced)

        units = [a for a in d.actions if a.noun is not None]
        return max(units, key=pain) if units else d.actions[0]

    def battle_card(self, s: Dom, d: Decision) -> Action:
        """A card that helps an own faction in the Battle, or strikes a rival's Leader."""
        mine = [f for f in hosts(s, the_battle(s).area) if owner(s, f) == d.seat]
        if not mine:
            return Action("decline")
        step = s.agenda[-1]
        assert isinstance(step, Choice)
        for a in d.actions:
            if a.verb != "play" or step.warns(s, a) is not None:
                continue
            card = s.board.cards[a.name]
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
        look = self.look(s, d)

        def pain(a: Action) -> float:
            rank = 3 if a.name == s.king else 1
            return -rank * look.weight.get(owner(s, s.sides[a.name]), 0.0)

        found = [a for a in d.actions if a.noun is not None]
        return max(found, key=pain) if found else d.actions[0]

    def retreat(self, s: Dom, d: Decision) -> Action:
        """Run only from a Battle that costs more than leaving the field."""
        b, look = the_battle(s), self.look(s, d)
        faction = str(getattr(s.agenda[-1], "faction", b.attacker))
        count, worth = look.standing(b.area)
        if faction == b.attacker or faction not in count:
            return Action("hold")
        leave = look.worth(b.area, {f: n for f, n in count.items() if f != faction}) - worth
        if leave > battle_gain(s, look, b.area, b.attacker):
            for a in d.actions:
                if a.verb in ("roll", "retreat"):
                    return a
        return Action("hold")

    def volley(self, s: Dom, d: Decision) -> Action:
        """The target that loses most for the Damage spent; else join a lower Box."""
        step, b = s.agenda[-1], the_battle(s)
        assert isinstance(step, InflictDamage)
        side = OTHER[step.side]
        value = {
            noun(s, x): -1.0 if owner(s, x.faction) == d.seat else unit_of(s, side, x).appeal
            for x in side_of(b, side)
        }
        hits = [a for a in d.actions if a.verb == "hit" and value[a.name] > 0]
        if hits:
            return max(hits, key=lambda a: value[a.name])
        lower = any(x.box < step.box and owner(s, x.faction) == d.seat for x in side_of(b, step.side))
        shifts = [a for a in d.actions if a.verb == "shift"]
        return shifts[0] if shifts and lower else Action("done")

    def away(self, s: Dom, d: Decision) -> Action:
        """Where a rival's excess does least good."""
        return min(d.actions, key=lambda a: s.board.spaces[a.name].value)

    def stack(self, s: Dom, d: Decision) -> Action:
        """The stack with most units and the best Area."""

        def size(a: Action) -> float:
            st = s.at(a.name, "norman")
            return st.size + st.castle + s.board.spaces[a.name].value

        return max(d.actions, key=size)

    def voyage(self, s: Dom, d: Decision) -> Action:
        """To Normandy for reinforcements, if neither London or York nor the size of a stack depends on the King."""
        here, mine = s.leaders[s.king], s.sides[s.king]
        count, leaders = company(s, here, mine)
        left = limit(s, tuple(x for x in leaders if x != s.king))
        safe = here not in ("london", "york") or s.at(here, mine).size > 2
        go = safe and count <= left and s.turn < s.rules.last_turn
        return Action("to", "normandy") if go else Action("hold")

    def decline(self, s: Dom, d: Decision) -> Action:
        """Declines where that is possible."""
        return Action("decline") if Action("decline") in d.actions else d.actions[0]

    def rival(self, s: Dom, d: Decision) -> Action:
        """Against the leading rival."""
        best = Action("against", self.look(s, d).leader)
        return best if best in d.actions else d.actions[0]

    def agree(self, s: Dom, d: Decision) -> Action:
        """Damage is lent against a common attacker."""
        return Action("agree")


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
    "Exchange": lambda _, s, d: cards.exchange(s, d),
    "OfferCard": lambda _, s, d: cards.give(s, d),
    "OfferPrice": lambda _, s, d: cards.ask(s, d),
    "AnswerCard": lambda _, s, d: cards.give(s, d),
    "Answer": lambda _, s, d: cards.gift(s, d),
    "Bargain": lambda _, s, d: cards.bargain(s, d),
    "KingToNormandy": Steady.voyage,
    "GainPlunder": Steady.decline,
    "TakeFromMap": Steady.decline,
    "ChooseTarget": Steady.rival,
}
