"""7.3 Interception: the other player strikes at a stack in the middle of its move."""

from __future__ import annotations

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.step import Steps, step
from albion.games.boudicca.actions import act
from albion.games.boudicca.questions import Question, Reason, elsewhere, place
from albion.games.boudicca.roster import BRITONS, ROMANS
from albion.games.boudicca.s06_stacking import departure_fault
from albion.games.boudicca.s07_ways import tell_march
from albion.games.boudicca.s10_combat import JoinBattle
from albion.games.boudicca.state import DEAD, NEVER, SCARED, BoudiccaState, enemy
from albion.kernels.hex import Hex, distance, hexes_of, hexside

NO_CHANCE = cite("boudicca 7.3.4.b R27")
BARS = {
    "7.3.1.c": "no-way-to-intercept",
    "7.3.2.a": "no-way-to-intercept",
    "7.3.2.b": "intercept-river",
    "7.3.2.c": "intercept-through",
    "7.3.3.a": "intercepted-before",
    "11.0.a": "idle-unmobilized",
    "R26": "idle-scared",
}
"""By the decisive clause: what keeps a stack from intercepting."""
WAY = cite("boudicca 7.3.1.c 7.3.2.a 7.3.2.b 7.3.2.c R12 R13 R55")


@rule(WAY)
def hexes_to(
    s: BoudiccaState,
    side: str,
    start: Hex,
    target: Hex,
    *,
    wade: bool = False,
    towns: bool = False,
    enemies: bool = False,
) -> int | None:
    """The fewest hexes of an allowed way within 3 MPs; the flags lift one bar each, to find the one that binds."""
    r = s.rules
    budget = 2 * r.data.interception.interception.reach_mp
    ways = r.board.ways(side, "off", s.bridges())
    if is_town(s, target) and not towns:
        return None
    foe = enemy(side)
    layer = {start: 0}
    for hexes in range(1, budget + 1):
        further: dict[Hex, int] = {}
        for here, spent in layer.items():
            for there, cost, water in ways.out_of(here):
                total = spent + cost
                if total > budget or (water and not wade):
                    continue
                if there == target:
                    return hexes
                if total >= further.get(there, budget + 1) or (not towns and is_town(s, there)):
                    continue
                if enemies or not s.occupied(there, foe):
                    further[there] = total
        if not further:
            return None
        layer = further
    return None


def is_town(s: BoudiccaState, h: Hex) -> bool:
    """A town that still stands."""
    return h in s.rules.board.towns and s.sacked.get(h) not in (BRITONS, "both")


@rule(cite("boudicca 7.3.1.a 11.0.a 11.1.4.a R29 R50"))
def interceptors(s: BoudiccaState, side: str, h: Hex) -> tuple[int, ...]:
    """The stack that would intercept from a hex: its mobilized, unafraid units with their leaders.

    Interception is not an activation: units roused by an attack wait for the next Roman Impulse only to be activated.
    """
    fit = [u for u in s.units(h, side) if s.ready[u] < NEVER and not s.marks[u] & SCARED]
    return tuple(fit) if any(s.rules.combat[u] for u in fit) else ()


@rule(cite("boudicca 7.3.4.b"))
def modifier(s: BoudiccaState, stack: tuple[int, ...], target: Hex) -> int:
    """The sum of the interception modifiers."""
    r = s.rules
    m = r.data.interception.modifiers
    side = r.side[stack[0]]
    fighters = [u for u in stack if r.combat[u]]
    total = 0
    if any(r.units[u].bonus > 0 for u in stack):
        total += m.leader_with_interceptors
    if any(u in r.druids for u in stack):
        total += m.druid_with_interceptors
    if all(r.cavalry[u] for u in fighters):
        total += m.interceptors_all_cavalry
    if s.forced:
        total += m.target_force_marches
    if all(r.cavalry[u] or r.leader[u] for u in s.group):
        total += m.target_all_cavalry_or_leaders
    if side == ROMANS and r.board.terrain[target] != "clear":
        total += m.romans_into_woods_rough_or_marsh
    if any(s.used[u] >= 2 for u in fighters):
        total += m.interceptors_used_twice
    return total


@rule(cite("boudicca 7.3.4.a"))
def points(s: BoudiccaState, hexes: int) -> int:
    """Interception Points: two a hex."""
    return hexes * s.rules.data.interception.interception.points_per_hex


@rule(cite("boudicca 7.3.1.a 7.3.1.b 7.3.3.a 7.3.3.b R27"))
def interception_fault(
    s: BoudiccaState, side: str, h: Hex, target: Hex, *, exactly: bool = True
) -> Cite | None:
    """Why the stack in a hex cannot try to intercept; not exactly: of what bars the way, all clauses."""
    stack = interceptors(s, side, h)
    if h == target or not stack:
        here = s.fighters(h, side)
        if not here or h == target:
            return cite("boudicca 7.3.1.a")
        scared = any(s.marks[u] & SCARED for u in here)
        return cite("boudicca R26 7.3.1.a" if scared else "boudicca 11.0.a 7.3.1.a")
    if any(s.tried[u] == s.impulse for u in stack):
        return cite("boudicca 7.3.3.a")
    near = distance(h, target) <= s.rules.board.interception_hexes
    hexes = hexes_to(s, side, h, target) if near else None
    if hexes is None:
        return _way_barred(s, side, h, target) if exactly else WAY
    if 6 + modifier(s, stack, target) <= points(s, hexes):
        return NO_CHANCE
    return departure_fault(s, stack, h, side)


def _way_barred(s: BoudiccaState, side: str, h: Hex, target: Hex) -> Cite:
    """The bar whose lifting would open a way; the want of points if none would; all bars if only together."""
    if hexes_to(s, side, h, target, wade=True, towns=True, enemies=True) is None:
        blocked = distance(h, target) == 1 and hexside(h, target) in s.rules.board.impassable
        return cite("boudicca 7.3.2.a 7.3.1.c" if blocked else "boudicca 7.3.1.c")
    why: list[Cite] = []
    if hexes_to(s, side, h, target, wade=True) is not None:
        why.append(cite("boudicca 7.3.2.b"))
    if is_town(s, target):
        why.append(cite("boudicca 7.3.2.c R13"))
    elif any(hexes_to(s, side, h, target, **{bar: True}) is not None for bar in ("towns", "enemies")):
        why.append(cite("boudicca 7.3.2.c"))
    return tuple(dict.fromkeys(ref for c in why for ref in c)) or cite("boudicca 7.3.2.b 7.3.2.c")


@step(
    cite(
        "boudicca 7.3.a 7.3.1.a 7.3.1.b 7.3.1.c 7.3.3.a 7.3.3.b 7.3.4.a 7.3.4.b 7.3.5.a 7.3.5.b 7.3.6.a R28 R29"
    )
)
class Interception(Question, frozen=True):
    """Which stack of the other player tries to intercept the moving group, if any."""

    exact = True
    own = ("intercept",)
    hex: int
    start: int = DEAD
    """Where the moving group set out."""

    def seat(self, s: BoudiccaState) -> Seat:
        """The player who is not moving."""
        return Seat(enemy(s.phasing))

    def candidates(self, s: BoudiccaState) -> list[Action]:
        """Every stack that may try, or nobody."""
        if s.halted or not s.group:
            return []
        side, target = enemy(s.phasing), self.hex
        near = s.held_bits(side) & s.rules.board.grid.disk(target, s.rules.board.interception_hexes)
        if not near:
            return []
        able = [h for h in hexes_of(near) if interception_fault(s, side, h, target, exactly=False) is None]
        return [*[act("intercept", h) for h in able], act("decline")] if able else []

    def forbids(self, s: BoudiccaState, a: Action) -> Cite | None:
        """Why a stack may not try."""
        if a.verb == "decline":
            return None
        if a.verb == "intercept":
            return interception_fault(s, enemy(s.phasing), a.number, self.hex)
        return elsewhere(s, a)

    def reason(self, s: BoudiccaState, a: Action, why: Cite) -> Reason:
        """What the best roll makes and the points it must beat, what bars the way, or that nobody is there."""
        return interception_reason(s, a.number, self.hex, why) if a.verb == "intercept" else None

    def about(self, s: BoudiccaState) -> dict[str, Json]:
        """The target and each stack's chance."""
        side = enemy(s.phasing)
        chances = {
            a.name: chance(s, side, a.number, self.hex) for a in self.legal(s) if a.verb == "intercept"
        }
        return {"hex": self.hex, "moving": [s.rules.units[u].id for u in s.group], "chances": chances}

    def take(self, s: BoudiccaState, a: Action, log: Log) -> Steps[BoudiccaState]:
        """Roll: strictly more than the points, and the interceptors strike."""
        if a.verb == "decline":
            return []
        side, start = enemy(s.phasing), a.number
        stack = interceptors(s, side, start)
        hexes = hexes_to(s, side, start, self.hex)
        assert hexes is not None
        for u in stack:
            s.tried[u] = s.impulse
        plus = modifier(s, stack, self.hex)
        die = roll(s, log, 1, who=side, cite=self.cite)[0]
        success = die + plus > points(s, hexes)
        emit(
            log, "interception", self.cite, seat=side, source=start, hex=self.hex,
            near=s.rules.board.near(self.hex), total=die + plus,
            points=points(s, hexes), success=success,
        )  # fmt: skip
        if not success:
            return [self]
        tell_march(s, self.start, log)
        for u in stack:
            s.put(u, self.hex)
        s.halted, s.ended = True, "interception"
        return [JoinBattle(self.hex, side, intercepting=True)]


def chance(s: BoudiccaState, side: str, start: Hex, target: Hex) -> str:
    """The chance of an interception as faces in six."""
    hexes = hexes_to(s, side, start, target)
    stack = interceptors(s, side, start)
    if hexes is None or not stack:
        return "0/6"
    need = points(s, hexes) - modifier(s, stack, target)
    return f"{max(0, min(6, 6 - need))}/6"


def interception_reason(s: BoudiccaState, h: Hex, target: Hex, why: Cite) -> Reason:
    """What keeps the stack in a hex from striking at the moving group."""
    side = enemy(s.phasing)
    if not s.fighters(h, side):
        return "no-fighters", place(s, h)
    if why != NO_CHANCE:
        return (BARS[why[0].clause], place(s, h)) if why[0].clause in BARS else None
    best = 6 + modifier(s, interceptors(s, side, h), target)
    return "interception-hopeless", {"best": best, "points": points(s, hexes_to(s, side, h, target) or 0)}
