"""Phase 3: a battle of the 2005 game, from its first dice to its end."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.event import Log
from albion.engine.step import Step, Steps, step
from albion.games.britannia_2005.s06_losses import Losses
from albion.games.britannia_2005.s06_retreat import Retreat
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.s14_submission import Offers
from albion.games.britannia_2005.state import BRITISH, ROMANS, Brit
from albion.kernels.britannia.battles import BattleEnd, BattleRound
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side
from albion.kernels.britannia.units import CAVALRY
from albion.kernels.britannia.volley import volley


@rule(cite("britannia-2005 rb.submitted.c angles.submission.f"))
def opening(s: Brit, b: Battle) -> None:
    """One that had submitted to Rome and attacks its heirs ends their truce."""
    if b.defender == BRITISH and b.attacker in s.former and b.attacker not in s.turncoats:
        s.turncoats.append(b.attacker)


def fallen(s: Brit, b: Battle, side: Side, hits: tuple[int, int]) -> Steps[Brit]:
    """Hits on normal units only, and hits on any unit."""
    return (Losses(b, side, *hits),)


def retreats(s: Brit, b: Battle, on_defender: object, on_attacker: object) -> Steps[Brit]:
    """The defender decides first."""
    return (Retreat(b, DEFENDER), Retreat(b, ATTACKER), RoundOver(b))


@step(cite("britannia-2005 battle.end.a battle.end.b roman.submission.e vp.occupy.c roman.fort.a"))
class RoundOver(Step[Brit], frozen=True):
    """A battle that is decided ends, and whoever won occupies the area at once; then those with few areas left may submit."""

    battle: Battle

    def run(self, s: Brit, log: Log) -> Steps[Brit]:
        """The battle's end before the offers, its next round after them."""
        b, offers = self.battle, Offers(self.battle.attacker)
        decided = len(s.at.get(b.area, ())) < 2
        return (BattleEnd(b), offers) if decided else (offers, BattleRound(b))


def battle_ends(s: Brit, log: Log, b: Battle, holder: Nation | None) -> Steps[Brit]:
    """Whoever has the area to itself occupies it."""
    s.forget_entry(b.area)
    if holder is not None:
        arrive(s, log, holder, b.area, s.count(b.attacker, b.area))
    return ()


HITS = cite(
    "britannia-2005 battle.general.e battle.hits.a battle.hits.b battle.hits.c battle.hits.d battle.leader.a"
)


@rule(HITS)
def aims(s: Brit, b: Battle, by: Side, strong: bool) -> tuple[tuple[int, str], ...]:
    """A six takes any unit; a five, of Romans and cavalry a four, only normal ones, and no defender in difficult terrain."""
    f = s.rules.figures
    sheltered = by == ATTACKER and b.area in s.rules.board.difficult
    soft = f.hit_sheltered if sheltered else f.hit_by_strong if strong else f.hit
    return ((f.hit_sheltered, ANYONE), (soft, SOFT))


ANYONE, SOFT = "any unit", "normal units"


@rule(HITS)
@rule(cite("britannia-2005 battle.leader.b battle.hits.e saxon.burh.g"))
def hits(s: Brit, log: Log, b: Battle, by: Side) -> tuple[int, int]:
    """A die for each army and fort or burh; hits on normal units only, and hits on any unit."""
    nation, area = b.nation(by), b.area
    armies = s.count(nation, area)
    strong = armies if nation == ROMANS else s.number(nation, area, CAVALRY)
    bonus = 1 if s.leader_at(nation, area) is not None else 0
    found: dict[str, int] = {}
    for n, is_strong in ((armies - strong, False), (strong, True), (s.stronghold(nation, area), False)):
        if n:
            volley(s, log, nation, n, aims(s, b, by, is_strong), bonus, HITS, found)
    return found.get(SOFT, 0), found.get(ANYONE, 0)
