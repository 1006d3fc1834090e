"""10.1-10.2 Combat: a battle is joined, its size fixed, and fought round by round."""

from __future__ import annotations

from collections.abc import Iterable

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Step, Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import BATTLE_FIRST, Question, Reason, elsewhere
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.rules import Hits
from albion.games.boudicca.s05_hand import draw_card, holds, play_card
from albion.games.boudicca.s07_forced_march import forfeit_second_move
from albion.games.boudicca.s08_civilians import eliminate_civilians
from albion.games.boudicca.s10_results import TakeLosses
from albion.games.boudicca.s10_withdrawal import OfferWithdrawal
from albion.games.boudicca.s12_leaders import leaders_at_risk, leaders_left
from albion.games.boudicca.schema import BattleNumbers
from albion.games.boudicca.state import FOUGHT, FURY, MARCHED, NEVER, SCARED, Battle, BoudiccaState, enemy
from albion.kernels.hex import Hex

HAIL_CAESAR = cite("boudicca 5.3.2.c 10.2.7.b R33")
OVERRUN, HOPELESS = "overrun", "hopeless-attack"


@step(cite("boudicca 10.0.a 10.0.b 10.2.1.b 11.1.4.a 7.3.5.a 7.3.5.b"))
class JoinBattle(Step[BoudiccaState], frozen=True):
    """Enemies meet: whoever is attacked unmobilized is mobilized at once."""

    hex: int
    attacker: str
    intercepting: bool = False

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Open the battle, or only threaten leaders who stand alone."""
        h, foe = self.hex, enemy(self.attacker)
        if not s.fighters(h, foe):
            s.shake(h)
            return leaders_at_risk(s, h, foe)
        raging = [
            side for side in (self.attacker, foe) if any(s.marks[u] & FURY for u in s.fighters(h, side))
        ]
        for u in s.at[h]:
            if s.ready[u] == NEVER:
                s.ready[u] = s.impulse + 1
                emit(log, "mobilized", cite("boudicca 11.1.4.a"), unit=s.rules.units[u].id, hex=h)
            s.marks[u] = (s.marks[u] | FOUGHT) & ~FURY
        s.battle = Battle(h, self.attacker, self.intercepting, fury="".join(raging[:1]))
        emit(
            log, "battle", self.cite, hex=h, near=s.rules.board.near(h), attacker=self.attacker,
            intercepting=self.intercepting,
            strength=[s.strength(s.fighters(h, x)) for x in (self.attacker, foe)],
        )  # fmt: skip
        return [Ave(), BattleSize(), CombatRound()]


def armies(s: BoudiccaState) -> tuple[list[int], list[int]]:
    """The combat units of attacker and defender."""
    b = s.battle
    assert b is not None
    return s.fighters(b.hex, b.attacker), s.fighters(b.hex, b.defender)


@rule(HAIL_CAESAR)
def ave_allowed(s: BoudiccaState) -> bool:
    """The Romans have a cohort there and fewer Strength Points than the Britons."""
    b = s.battle
    assert b is not None
    romans, britons = s.fighters(b.hex, ROMANS), s.fighters(b.hex, BRITONS)
    legion = any(s.rules.body[u] for u in romans)
    return legion and s.strength(romans) < s.strength(britons)


@step(HAIL_CAESAR)
class Ave(Question, frozen=True):
    """Hail Caesar!, first option; asked whenever it could be, so that the question betrays no card."""

    secret = True
    own = ("play",)

    def seat(self, s: BoudiccaState) -> Seat:
        """The Roman player."""
        return Seat(ROMANS)

    def candidates(self, s: BoudiccaState) -> Iterable[Action]:
        """Play it or not, while nobody has seen the card go this turn."""
        unseen = "hail-caesar" not in s.spent[ROMANS] and bool(s.hands[ROMANS])
        if s.options.solitaire:
            unseen = "hail-caesar" in s.drawn
        if not unseen or not ave_allowed(s):
            return ()
        return (
            (act("play", "hail-caesar"), act("decline"))
            if holds(s, ROMANS, "hail-caesar")
            else (act("decline"),)
        )

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Only that card, if it is held and its conditions hold."""
        if a.verb == "decline":
            return None
        if a.verb != "play":
            return elsewhere(s, a)
        if a.noun != "hail-caesar":
            return BATTLE_FIRST + cite("boudicca 5.3.2.c")
        if not holds(s, ROMANS, "hail-caesar"):
            return cite("boudicca 5.1.3.a 5.3.2.c")
        return None if ave_allowed(s) else cite("boudicca 5.3.2.c R33")

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """Another card, or this one not in hand."""
        if a.verb != "play" or a.noun == "hail-caesar":
            return ("not-in-hand", {"card": a.name}) if a.verb == "play" else None
        return "only-hail-caesar", {}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Romans count double for the odds through this battle."""
        if a.verb == "play" and s.battle:
            play_card(s, ROMANS, "hail-caesar", log, counts=False)
            s.battle = replaced(s.battle, ave=True)
            emit(log, "ave", self.cite, hex=s.battle.hex)
        return []


@rule(cite("boudicca 10.2.1.a 10.2.1.c 10.2.1.d 10.2.1.e 10.2.1.f R4"))
def ratio(attack: int, defence: int) -> tuple[int, int]:
    """Odds with a 1 on one side: rounded to the nearest, an exact half for the defender."""
    if attack >= defence:
        return (2 * attack + defence - 1) // (2 * defence), 1
    return 1, (2 * defence + attack) // (2 * attack)


@rule(cite("boudicca 5.3.2.c 10.2.1.a 10.2.7.b"))
def odds(s: BoudiccaState) -> tuple[int, int]:
    """The odds of the battle now; under Hail Caesar! the Romans count double."""
    b = s.battle
    assert b is not None
    times = s.rules.data.tables.hail_caesar.ave_multiplier if b.ave else 1
    attackers, defenders = armies(s)
    attack = s.strength(attackers) * (times if b.attacker == ROMANS else 1)
    defence = s.strength(defenders) * (times if b.defender == ROMANS else 1)
    return ratio(attack, defence)


@rule(cite("boudicca 10.1.1.a 10.1.2.a 10.1.3.a R5"))
def size_of(large: int, attack: int, defence: int, odds: tuple[int, int]) -> str:
    """Major with both sides large; with one, unless the odds are 1:1 or 1:2."""
    sides = (attack >= large) + (defence >= large)
    if sides == 2 or (sides == 1 and odds not in ((1, 1), (1, 2))):
        return "major"
    return "skirmish"


@step(cite("boudicca 10.1.a 10.1.b 10.1.1.a 10.1.2.a 10.1.3.a"))
class BattleSize(Step[BoudiccaState], frozen=True):
    """Skirmish or Major Battle, fixed for the whole battle."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Look at both strengths and the odds."""
        assert s.battle is not None
        attackers, defenders = armies(s)
        large = s.rules.data.combat.battle.major_strength
        size = size_of(large, s.strength(attackers), s.strength(defenders), odds(s))
        s.battle = replaced(s.battle, size=size)
        emit(log, "battle-size", self.cite, hex=s.battle.hex, size=size)
        return []


@rule(cite("boudicca 1.2.d 10.2.4.a 10.2.4.b 12.1.3.b 12.1.4.a 10.3.6.b 9.1.1.a 9.1.3.a 7.2.5.a 7.3.5.b R26"))
def drms(s: BoudiccaState, side: str) -> dict[str, int]:
    """Every modifier of a side's dice this round, by name; they add up."""
    b, r = s.battle, s.rules
    assert b is not None
    d, attacking = r.data.combat.drm, side == b.attacker
    found = {r.units[u].id: r.units[u].bonus for u in s.leaders(b.hex, side)}
    own = s.fighters(b.hex, side)
    found["disrupted"] = r.data.combat.battle.disrupted * b.disrupted[0 if attacking else 1]
    if attacking and b.intercepting and b.round == 1:
        found["intercepting"] = d.intercepting
    if attacking and side == BRITONS and post_stands(s, b.hex):
        found["post"] = d.post
    if side == b.fury and b.round == 1:
        found["fury"] = d.fury
    if side == ROMANS:
        if not attacking and any(s.marks[u] & MARCHED for u in own):
            found["force-marched"] = d.force_marched
        if any(s.marks[u] & SCARED for u in own):
            found["scared"] = d.scared
        if legion_in_hand(s, own):
            found["legion-in-hand"] = d.legion_in_hand
    found["terrain"] = _terrain(s, side, b)
    return {name: value for name, value in found.items() if value}


def _terrain(s: BoudiccaState, side: str, b: Battle) -> int:
    kind, chart = s.rules.board.terrain[b.hex], s.rules.data.terrain.combat
    total = chart.roman_dice.get(kind, 0) if side == ROMANS else 0
    return total + (chart.attacker_dice.get(kind, 0) if side == b.attacker else 0)


@rule(cite("boudicca 9.1.1.a 9.2.3.a"))
def post_stands(s: BoudiccaState, h: Hex) -> bool:
    """A Post that Britons have not sacked."""
    return h in s.rules.board.posts and s.sacked.get(h) not in (BRITONS, "both")


def legion_in_hand(s: BoudiccaState, own: list[int]) -> bool:
    """Enough cohorts of one legion are present."""
    need = s.rules.data.combat.drm.legion_in_hand_cohorts
    return any(sum(s.rules.body[u] == legion for u in own) >= need for legion in s.rules.legions)


def result(s: BoudiccaState, size: str, total: int) -> Hits:
    """The CRT's result of a modified die."""
    column = s.rules.crt[size]
    return column[max(1, min(len(column), total)) - 1]


@rule(cite("boudicca 10.2.6.a 10.2.7.a 10.2.7.b R6 R56"))
def at_once(numbers: BattleNumbers, b: Battle, many: int, few: int) -> str:
    """An overrun, or an attack without hope; Hail Caesar! spares whoever attacks from the latter only."""
    if many >= numbers.overrun_odds:
        return OVERRUN
    return HOPELESS if few >= numbers.hopeless_odds and not b.ave else ""


@step(cite("boudicca 10.2.a 10.2.1.a 10.2.2.a 10.2.4.a 10.2.6.b 10.3.6.a R37"))
class CombatRound(Step[BoudiccaState], frozen=True):
    """Odds, dice of both sides, losses, then withdrawal; overrun and hopeless attacks end it at once."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Fight one round, unless an army is gone or goes at once."""
        b = s.battle
        assert b is not None
        attackers, defenders = armies(s)
        if not attackers or not defenders:
            return [EndBattle()]
        numbers, (many, few) = s.rules.data.combat.battle, odds(s)
        emit(log, "round", self.cite, hex=b.hex, round=b.round, odds=f"{many}:{few}")
        ends = at_once(numbers, b, many, few)
        if ends == OVERRUN:
            s.battle = replaced(b, overrun=many)
            return self._wipe_out(s, defenders, ends, cite("boudicca 10.2.6.a"), log)
        if ends == HOPELESS:
            return self._wipe_out(s, attackers, ends, cite("boudicca 10.2.7.a"), log)
        return self._dice(s, many, few, log)

    def _wipe_out(
        self, s: BoudiccaState, units: list[int], how: str, why: Cite, log: Log
    ) -> Steps[BoudiccaState]:
        assert s.battle is not None
        emit(log, how, why, hex=s.battle.hex, units=[s.rules.units[u].id for u in units])
        for u in units:
            s.kill(u)
        return [EndBattle()]

    def _dice(self, s: BoudiccaState, many: int, few: int, log: Log) -> Steps[BoudiccaState]:
        b = s.battle
        assert b is not None
        on_defender, disrupts_defender = volley(s, b, b.attacker, many, log)
        on_attacker, disrupts_attacker = volley(s, b, b.defender, few, log)
        clear = cannot_hurt(s, b.attacker) and cannot_hurt(s, b.defender)
        first, second = b.disrupted
        markers = (0, 0) if clear else (first + disrupts_attacker, second + disrupts_defender)
        s.battle = replaced(b, disrupted=markers)
        return [TakeLosses(b.defender, on_defender), TakeLosses(b.attacker, on_attacker), EndRound()]


@rule(cite("boudicca 10.2.2.a 10.2.2.b 10.2.2.c 10.3.1.a"))
def volley(s: BoudiccaState, b: Battle, side: str, n: int, log: Log) -> tuple[tuple[bool, ...], int]:
    """One side's dice: the steps the enemy loses, hard ones marked, and its new Disrupted markers."""
    plus = sum(drms(s, side).values())
    faces = roll(
        s, log, n, who=side, cite=cite("boudicca 10.2.2.a 10.2.4.a"),
        worth=lambda face: result(s, b.size, face + plus).steps,
    )  # fmt: skip
    found = [result(s, b.size, face + plus) for face in faces]
    if log is not None:
        texts = [_text(hits) for hits in found]
        emit(
            log, "volley", cite("boudicca 10.2.2.a 10.3.1.a"), seat=side, drm=plus, each=f"{plus:+d}" if plus else None,
            dice=faces, results=texts, effects=[f"effect{text}" for text in texts],
        )  # fmt: skip
    steps = tuple(hits.hard and n == 0 for hits in found for n in range(hits.steps))
    return steps, sum(hits.disrupts for hits in found)


def _text(hits: Hits) -> str:
    return f"{hits.steps or ''}{'H' if hits.hard else ''}{'D' if hits.disrupts else ''}" or "-"


@rule(cite("boudicca R37"))
def cannot_hurt(s: BoudiccaState, side: str) -> bool:
    """Whether no face of the die could cost the enemy a step, because of Disrupted markers."""
    assert s.battle is not None
    return result(s, s.battle.size, 6 + sum(drms(s, side).values())).steps == 0


@step(cite("boudicca 10.2.5.a 10.1.b"))
class EndRound(Step[BoudiccaState], frozen=True):
    """Both armies still there: withdrawal may follow, then the next round."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Another round unless a side has no combat unit left; first both may withdraw."""
        assert s.battle is not None
        s.battle = replaced(s.battle, round=s.battle.round + 1)
        if all(armies(s)):
            return [OfferWithdrawal(), CombatRound()]
        return [EndBattle()]


@step(cite("boudicca 10.3.6.c 10.2.6.b 10.2.6.c 8.1.5.a 5.3.1.d 5.3.1.e 12.1.2.a R38 R45"))
class EndBattle(Step[BoudiccaState], frozen=True):
    """The winner keeps the field; leaders and Civilians of the beaten are in danger."""

    def run(self, s: BoudiccaState, log: Log) -> Steps[BoudiccaState]:
        """Clear the markers and look who is left."""
        b = s.battle
        assert b is not None
        s.battle = None
        s.shake(b.hex)
        attackers, defenders = s.fighters(b.hex, b.attacker), s.fighters(b.hex, b.defender)
        winner = (
            b.attacker if attackers and not defenders else b.defender if defenders and not attackers else ""
        )
        emit(log, "battle-ends", self.cite, hex=b.hex, winner=winner or None, size=b.size)
        if not s.fighters(b.hex, ROMANS):
            eliminate_civilians(s, b.hex, log, cite("boudicca 8.1.5.a"))
        s.group = tuple(u for u in s.group if s.where[u] == b.hex)
        self._movement(s, b)
        if winner == BRITONS and b.size == "major":
            s.won_major = True
            claim_card(s, log)
        return leaders_left(s, b.hex)

    def _movement(self, s: BoudiccaState, b: Battle) -> None:
        price = int(2 * s.rules.data.terrain.stated.overrun)
        onward = b.overrun >= s.rules.data.combat.battle.move_on_odds and not b.intercepting
        forfeit_second_move(s)
        s.halted = not (onward and s.mp >= price)
        if not s.halted:
            s.mp -= price
        elif not b.intercepting:
            s.ended = "overrun" if b.overrun else "battle"


@rule(cite("boudicca 5.3.1.d 5.3.1.e R38"))
def claim_card(s: BoudiccaState, log: Log) -> None:
    """Draw Another Card, lying face up, is turned in after a Major Battle won."""
    if s.waiting_card:
        s.waiting_card = False
        draw_card(s, BRITONS, log, cite("boudicca 5.3.1.d"))
