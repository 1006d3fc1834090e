"""5.5.4-5.5.6: the Boxes fire in turn; Damage, shifting down, combining, Armor and casualties."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.dice import roll
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.data import Factors
from albion.games.domesday.refusals import Reason
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import banner, owner
from albion.games.domesday.s04_units import fell_leader, open_gates, reduce_troop, unit_name
from albion.games.domesday.state import Battle, Dom, Fighter, the_battle

OTHER = {"attack": "defend", "defend": "attack"}
DONE = Action("done")
TOO_TOUGH = cite("domesday 5.5.6.b 4.1.2.d")


def side_of(b: Battle, side: str) -> tuple[Fighter, ...]:
    """The fighters of a side."""
    return b.attack if side == "attack" else b.defend


def _put(s: Dom, side: str, fighters: tuple[Fighter, ...], hurt: bool = False) -> None:
    b = the_battle(s)
    attack, defend = (fighters, b.defend) if side == "attack" else (b.attack, fighters)
    s.battle = replaced(b, attack=attack, defend=defend, hurt=b.hurt or hurt)


def noun(s: Dom, x: Fighter) -> str:
    """A fighter as a target: leader, norman:castle, or kind with its Box."""
    if x.unit in s.board.leaders:
        return x.unit
    if x.unit == "castle":
        return f"{x.faction}:castle"
    return f"{unit_name(x.faction, x.unit, x.reduced)}/{x.box}"


def _kind(s: Dom, x: Fighter) -> str:
    return "leader" if x.unit in s.board.leaders else x.unit


def _factors(s: Dom, x: Fighter) -> Factors:
    leader = s.board.leaders.get(x.unit)
    return s.board.kinds[x.unit].factors(x.reduced) if leader is None else leader.factors


def _modified(s: Dom, b: Battle, x: Fighter, stat: str) -> int:
    mine, kind = banner(s, x.faction), _kind(s, x)
    return sum(
        m.n
        for m in b.modifiers
        if m.stat == stat and m.faction == mine and ("all" in m.kinds or kind in m.kinds)
    )


@rule(cite("domesday 4.1.1.a 4.1.1.b"))
def damage(s: Dom, x: Fighter) -> int:
    """The left factor, less when reduced, more by Battle Events."""
    b = the_battle(s)
    return _factors(s, x).damage + _modified(s, b, x, "damage")


@rule(
    cite(
        "domesday 4.1.2.a 4.1.2.b 4.1.2.c 3.1.2.c 3.1.3.d 3.1.3.e 5.5.6.a 5.5.6.d 5.5.6.e 4.3.2.j 4.4.2.a 4.4.e"
    )
)
@rule(cite("domesday 3.1.4.g 3.1.5.f 3.1.6.d R19"))
def toughness(s: Dom, side: str, x: Fighter) -> int:
    """Damage needed to force a roll: Armor, terrain for defenders, Buildings for Castles."""
    b = the_battle(s)
    need = _factors(s, x).armor + _modified(s, b, x, "armor")
    if x.unit == "castle":
        need += sum(s.board.buildings[k].castle_armor for k in s.buildings.get(b.area, ()))
    if side == "defend":
        terrain = s.board.spaces[s.at(b.area, x.faction).border or b.area].terrain
        need += terrain.armor
        if terrain.assault and _kind(s, x) not in terrain.homeland_for and s.at(b.area, x.faction).border:
            need += terrain.assault
    return max(1, need)


@rule(cite("domesday 4.2.g 4.3.2.i 5.5.6.f 5.5.6.g R72"))
def shielded(s: Dom, side: tuple[Fighter, ...], x: Fighter) -> Cite | None:
    """Castles behind troops, Leaders behind every other unit of their faction."""
    if x.unit in s.board.leaders:
        barred = cite("domesday 4.2.g 5.5.6.g")
    elif x.unit == "castle":
        barred = cite("domesday 4.3.2.i 5.5.6.f")
    else:
        return None
    mine = banner(s, x.faction)
    for y in side:
        if y.unit in s.board.leaders or y is x or banner(s, y.faction) != mine:
            continue
        if x.unit != "castle" or y.unit != "castle":
            return barred
    return None


@step(cite("domesday 5.5.4.a 5.5.4.c 5.5.4.d 5.5.d R38"))
class FireBox(Step[Dom], frozen=True):
    """Attack 7, Defend 7, Attack 6 and so on down to Defend 0, while both sides stand."""

    side: str
    box: int

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Each player with units in the Box, in order of play; then the next occupied Box."""
        b, attacking = the_battle(s), self.side == "attack"
        if not b.attack or not b.defend:
            return ()
        occupied = [(x.box, True) for x in b.attack] + [(x.box, False) for x in b.defend]
        left = [turn for turn in occupied if turn <= (self.box, attacking)]
        if not left:
            return ()
        box, first = max(left)
        side = "attack" if first else "defend"
        here = {owner(s, x.faction) for x in side_of(b, side) if x.box == box}
        fire = [InflictDamage(side, box, seat) for seat in s.rules.seats if seat in here]
        return (*fire, FireBox("defend", box) if first else FireBox("attack", box - 1))


@step(cite("domesday 5.5.4.b 5.5.5.a 5.5.5.b 5.5.5.c 5.5.5.d 5.5.5.e 5.5.6.j 5.5.6.p R39 R40"))
class InflictDamage(Choice[Dom], frozen=True):
    """Inflict Damage on one enemy unit after another, shift units down, ask others to join, or stop."""

    exact = True
    own = ("hit", "shift", "combine")
    side: str
    box: int
    player: str
    allies: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    pool: int = -1
    """Damage left once firing has begun."""

    def seat(self, s: Dom) -> Seat:
        """Whose units fire."""
        return answerer(s, self.player, the_battle(s).area)

    def about(self, s: Dom) -> dict[str, Json]:
        """Side, Box and Damage left."""
        return {
            "area": the_battle(s).area,
            "side": self.side,
            "box": self.box,
            "damage": self.strength(s),
            "no": "end-attack",
        }

    def mine(self, s: Dom) -> list[Fighter]:
        """The units that take part."""
        b = the_battle(s)
        seats = (self.player, *self.allies)
        return [
            x
            for x in side_of(b, self.side)
            if x.box == self.box and not x.fired and owner(s, x.faction) in seats
        ]

    def strength(self, s: Dom) -> int:
        """Damage there is to allot."""
        return self.pool if self.pool >= 0 else sum(damage(s, x) for x in self.mine(s))

    def candidates(self, s: Dom) -> list[Action]:
        """Targets that the Damage suffices for, shifts, partners, and the end; nothing if that is all, or no enemy is left."""
        targets = side_of(the_battle(s), OTHER[self.side])
        if not targets or (not self.mine(s) and self.pool < 0):
            return []
        found = [Action("hit", x) for x in self._targets(s, targets)]
        if self.pool < 0:
            found += [*self._shifts(s), *self._partners(s)]
        return [*found, DONE] if found else []

    def _targets(self, s: Dom, targets: tuple[Fighter, ...]) -> list[str]:
        power, side = self.strength(s), OTHER[self.side]
        if not power:
            return []
        found = dict.fromkeys(
            noun(s, x) for x in targets if toughness(s, side, x) <= power and shielded(s, targets, x) is None
        )
        return list(found)

    def _shifts(self, s: Dom) -> Iterator[Action]:
        own = [x for x in self.mine(s) if owner(s, x.faction) == self.player]
        if self.box and own and not self.allies:
            names = list(dict.fromkeys(_plain(s, x) for x in own))
            if len(own) > 1:
                yield Action("shift", "all")
            yield from (Action("shift", x) for x in names)

    def _partners(self, s: Dom) -> Iterator[Action]:
        b = the_battle(s)
        here = {owner(s, x.faction) for x in side_of(b, self.side) if x.box == self.box and not x.fired}
        for seat in s.rules.seats:
            if seat in here and seat != self.player and seat not in self.allies and seat not in self.asked:
                yield Action("combine", seat)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """By side, Armor, protection and Box."""
        if a.verb == "hit":
            return self._hit_forbids(s, side_of(the_battle(s), OTHER[self.side]), a.name)
        if a.verb == "shift":
            if not self.box:
                return cite("domesday 5.5.4.c")
            return None if self.pool < 0 and a in tuple(self._shifts(s)) else cite("domesday 5.5.4.b R40")
        if a.verb == "combine":
            return None if self.pool < 0 and a in tuple(self._partners(s)) else cite("domesday 5.5.5.b R39")
        return None

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Damage against Armor, who stands before it, or that no such unit is there."""
        if a.verb == "shift" and not self.box:
            return None
        if a.verb in ("shift", "combine") and self.pool >= 0:
            return "fired-already", {}
        if a.verb == "shift":
            return ("joined-already" if self.allies else "not-in-box"), {}
        if a.verb == "combine":
            return self._no_partner(a.name)
        if a.verb != "hit":
            return None
        if why == cite("domesday 5.5.5.d"):
            return "not-opposite", {"unit": a.name}
        side = OTHER[self.side]
        x = next(x for x in side_of(the_battle(s), side) if noun(s, x) == a.noun)
        if why == TOO_TOUGH:
            return "too-tough", {"need": toughness(s, side, x), "left": self.strength(s)}
        return "shield", {"faction": banner(s, x.faction)}

    def _no_partner(self, seat: str) -> Reason:
        """The player himself, one who has been asked, or one without units in the Box."""
        if seat == self.player:
            return "joins-himself", {}
        return ("asked-already" if seat in self.asked else "none-in-box"), {"seat": seat}

    def _hit_forbids(self, s: Dom, targets: tuple[Fighter, ...], name: str) -> Cite | None:
        for x in targets:
            if noun(s, x) == name:
                if toughness(s, OTHER[self.side], x) > self.strength(s):
                    return TOO_TOUGH
                return shielded(s, targets, x)
        return cite("domesday 5.5.5.d")

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Hit, shift, ask, or stop."""
        if a == DONE:
            return ()
        if a.verb == "combine":
            return (LendDamage(self, a.name),)
        if a.verb == "shift":
            self._shift(s, a.name, log)
            return (self,)
        pool = self.strength(s)
        if self.pool < 0:
            self._mark(s)
        cost = self._hit(s, a.name, log)
        return (replaced(self, pool=pool - cost),)

    def _mark(self, s: Dom) -> None:
        b = the_battle(s)
        firing = {id(x) for x in self.mine(s)}
        fighters = side_of(b, self.side)
        _put(
            s,
            self.side,
            tuple(replaced(x, fired=True) if id(x) in firing else x for x in fighters),
        )

    def _shift(self, s: Dom, name: str, log: Log) -> None:
        b = the_battle(s)
        fighters = list(side_of(b, self.side))
        for n, x in enumerate(fighters):
            if x.box == self.box and owner(s, x.faction) == self.player and name in ("all", _plain(s, x)):
                fighters[n] = replaced(x, box=x.box - 1)
                emit(
                    log, "shifted", cite("domesday 5.5.4.b"), unit=_plain(s, x), side=self.side, box=x.box - 1
                )
                if name != "all":
                    break
        _put(s, self.side, tuple(fighters))

    def _hit(self, s: Dom, name: str, log: Log) -> int:
        b = the_battle(s)
        side = OTHER[self.side]
        x = next(x for x in side_of(b, side) if noun(s, x) == name)
        cost = toughness(s, side, x)
        emit(log, "hit", self.cite, unit=name, n=cost, area=b.area)
        armor_roll(s, side, x, log)
        return cost


@rule(cite("domesday 4.1.2.d 5.5.6.b 5.5.6.c 5.5.4.e 5.5.6.q 4.3.b 4.3.2.h 5.5.6.h 5.5.6.i 4.3.c 3.1.3.b"))
def armor_roll(s: Dom, side: str, x: Fighter, log: Log) -> None:
    """Above unmodified Armor: reduced, or removed if reduced, a Castle or a Leader; the Box stays, a City may open."""
    b = the_battle(s)
    armor = _factors(s, x).armor
    die = roll(
        s, log, 1, who=owner(s, x.faction), cite=cite("domesday 5.5.6.b"), worth=lambda face: face <= armor
    )[0]
    if die <= armor:
        emit(log, "saved", cite("domesday 4.1.2.d"), unit=noun(s, x), area=b.area)
        return
    fighters = list(side_of(b, side))
    at = next(n for n, y in enumerate(fighters) if y is x)
    if x.unit in s.board.leaders:
        del fighters[at]
        fell_leader(s, x.unit, log)
    else:
        reduce_troop(s, b.area, x.faction, x.unit, x.reduced, log)
        if x.reduced:
            del fighters[at]
        else:
            fighters[at] = replaced(x, reduced=True)
    _put(s, side, tuple(fighters), hurt=True)
    open_gates(s, b.area)


def _plain(s: Dom, x: Fighter) -> str:
    return noun(s, x).partition("/")[0]


@step(cite("domesday 5.5.5.b R39"))
class LendDamage(Choice[Dom], frozen=True):
    """Will the other player lend the Damage of his units in this Box?"""

    exact = True
    volley: InflictDamage
    player: str

    def seat(self, s: Dom) -> Seat:
        """The player who is asked."""
        return answerer(s, self.player, the_battle(s).area)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Lend the Damage, or not."""
        yield Action("agree")
        yield Action("refuse")

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Back to the player who fires."""
        emit(log, "agreed" if a.verb == "agree" else "refused", self.cite, seat=self.player)
        allies = (*self.volley.allies, self.player) if a.verb == "agree" else self.volley.allies
        return (replaced(self.volley, allies=allies, asked=(*self.volley.asked, self.player)),)
