"""Phase 3: a battle of the 2005 game, from its first dice to its end."""

from __future__ import annotations

from albion.engine.cite import cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log
from albion.engine.step import Steps
from albion.games.britannia_2005.s06_losses import Losses
from albion.games.britannia_2005.s06_retreat import Retreat
from albion.games.britannia_2005.s14_forts import arrive
from albion.games.britannia_2005.s14_submission import Offers
from albion.games.britannia_2005.state import BRITISH, ROMANS, Brit
from albion.kernels.britannia.battles import BattleRound
from albion.kernels.britannia.board import Nation
from albion.kernels.britannia.engagement import ATTACKER, DEFENDER, Battle, Side


@rule(cite("britannia-2005 rb.submitted.c angles.submission.f"))
def opening(s: Brit, b: Battle) -> None:
    """One that had submitted to Rome and attacks its heirs ends their truce."""
    if b.defender == BRITISH and b.attacker in s.former and b.attacker not in s.turncoats:
        s.turncoats.append(b.attacker)


def exchange(s: Brit, log: Log, b: Battle) -> Steps[Brit]:
    """Both roll before either loses; after retreats those with few areas left may submit."""
    on_defender = hits(s, log, b, ATTACKER)
    on_attacker = hits(s, log, b, DEFENDER)
    return [
        Losses(b, DEFENDER, *on_defender),
        Losses(b, ATTACKER, *on_attacker),
        Retreat(b, DEFENDER),
        Retreat(b, ATTACKER),
        Offers(b.attacker),
        BattleRound(b),
    ]


def battle_ends(s: Brit, log: Log, b: Battle, holder: Nation | None) -> Steps[Brit]:
    """Whoever has the area to itself occupies it."""
    s.entered.pop(b.area, None)
    s.entered_cavalry.pop(b.area, None)
    if holder is not None:
        arrive(s, log, holder, b.area, s.count(b.attacker, b.area))
    return ()


HITS = cite(
    "britannia-2005 battle.general.e battle.hits.a battle.hits.b battle.hits.c battle.hits.d battle.leader.a"
)


@rule(HITS)
@rule(cite("britannia-2005 battle.leader.b battle.hits.e saxon.burh.g"))
def hits(s: Brit, log: Log, b: Battle, by: Side) -> tuple[int, int]:
    """A die for each army and fort or burh; hits on normal units only, and hits on any unit."""
    nation, area = b.nation(by), b.area
    armies, horse = s.count(nation, area), s.horse(nation, area)
    strong = armies if nation == ROMANS else horse
    weak, hold = armies - strong, s.stronghold(nation, area)
    bonus = 1 if s.leader_at(nation, area) is not None else 0
    f = s.rules.figures
    sheltered = by == ATTACKER and area in s.rules.board.difficult
    soft = anyone = 0
    for n, need in ((weak, f.hit), (strong, f.hit_by_strong), (hold, f.hit)):
        if not n:
            continue
        need = f.hit_sheltered if sheltered else need
        for face in roll(s, log, n, who=nation, cite=HITS, need=need - bonus):
            if face + bonus >= f.hit_sheltered:
                anyone += 1
            elif face + bonus >= need:
                soft += 1
    return soft, anyone
