"""5.2 Recruit and 5.3 Build: new units, restored units, Castles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from albion.engine.action import Action, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.refusal import Refusal, foremost
from albion.engine.step import Choice, Steps, step
from albion.games.domesday.kinds import KINDS
from albion.games.domesday.reasons import foreign, no_site, not_held
from albion.games.domesday.refusals import Reason, too_dear
from albion.games.domesday.s01_4_absentee import answerer
from albion.games.domesday.s03_map import (
    banner,
    controller,
    enemy_castle,
    homeland,
    in_play,
    owner,
)
from albion.games.domesday.s04_units import (
    available,
    burst,
    change,
    have,
    room,
    set_castle,
    turn_over,
    unit_name,
    unit_parts,
)
from albion.games.domesday.s05_1_points import pay, spenders
from albion.games.domesday.state import Dom

PRICES = {
    "archer": cite("domesday 5.2.g"),
    "spearman": cite("domesday 5.2.g"),
    "longship": cite("domesday 5.2.h"),
    "huscarl": cite("domesday 5.2.i"),
    "knight": cite("domesday 5.2.j"),
}
NO_LEVY = cite("domesday 5.2.c 4.3.4.g")
NO_COUNTER = cite("domesday 4.3.a")
CASTLE_BARS = cite("domesday 4.3.2.k 5.2.b")
NO_CASTLE = {
    "3.1.7.b": "castle-overseas",
    "4.3.a": "castles-gone",
    "4.5.1.c": "castle-stands",
}
"""By the decisive clause: why no Castle is built."""
NO_GROUND = {
    "sea": cite("domesday 5.3.a 3.1.6.c"),
    "estuary": cite("domesday 5.3.a 5.4.d"),
    "road": cite("domesday 5.3.a 3.1.4.f"),
    "road-box": cite("domesday 5.3.a 3.1.4.f"),
}
"""No Area, so nobody Controls it: a Castle could not stay there."""
NO_SITE = {
    "sea": cite("domesday 5.2.b 3.1.6.e 3.2.4.a"),
    "estuary": cite("domesday 5.2.b 3.1.5.g 3.2.4.a"),
    "road": cite("domesday 5.2.b 3.1.4.h 3.2.3.a"),
    "road-box": cite("domesday 5.2.b 3.1.4.h 3.2.3.a"),
}


@rule(cite("domesday 5.2.c 4.3.4.f 4.3.4.g 4.3.4.a 4.2.2.h"))
def musters(s: Dom, faction: str, area: str) -> bool:
    """Where new units appear: Homelands, and for the Fyrd what the King's faction allows."""
    if faction != "fyrd":
        return homeland(s, area, faction)
    if not s.king or not homeland(s, area, "fyrd"):
        return False
    mine = s.sides[s.king]
    return mine == "saxon" or controller(s, area) == mine


@rule(cite("domesday 5.2.e 5.2.d"))
def no_new_fleet(s: Dom, faction: str, kind: str, area: str) -> bool:
    """Danes and Norse build no Longships where Saxons, Scots or Welsh are at home."""
    icons = s.board.spaces[area].homelands
    return (
        kind == "longship"
        and faction in ("danish", "norse")
        and not icons.isdisjoint(("saxon", "scottish", "welsh"))
    )


@rule(cite("domesday 5.2.a 5.2.b 3.1.4.h 3.1.5.g 3.1.6.e 3.2.3.a 3.2.4.a 3.2.c 4.3.2.k"))
def site_bars(s: Dom, faction: str, area: str) -> Iterator[Cite]:
    """The rules against any new unit of the faction there."""
    space = s.board.spaces[area]
    if not space.value:
        yield NO_SITE[space.kind]
    elif not musters(s, faction, area):
        yield NO_LEVY if faction == "fyrd" else cite("domesday 3.2.c 5.2.a")
    if enemy_castle(s, area, faction):
        yield CASTLE_BARS


def site_open(s: Dom, faction: str, area: str) -> bool:
    """Whether new units of the faction may appear there."""
    return next(site_bars(s, faction, area), None) is None


@rule(cite("domesday 4.3.1.c 1.3.2.b 4.2.2.h 5.1.b R42"))
def not_spending(s: Dom, faction: str) -> Cite | None:
    """Why these points do not serve a faction: not in play, another player's, or not the Event's."""
    if faction in spenders(s):
        return None
    if not in_play(s, faction):
        return cite("domesday 4.2.2.h 4.3.4.a" if faction == "fyrd" else "domesday 1.3.2.b")
    if owner(s, faction) == s.purse.seat:
        return cite("domesday 5.1.b R42")
    return cite("domesday 4.2.2.h 4.3.1.c" if faction == "fyrd" else "domesday 4.3.1.c 5.2.a")


@rule(cite("domesday 4.3.1.b 4.3.a 4.3.3.a 5.2.e 5.2.g 5.2.h 5.2.i 5.2.j"))
def new_bars(s: Dom, faction: str, kind: str, area: str) -> Iterator[Cite]:
    """Each rule against a new reduced unit of a faction that spends."""
    if kind not in kinds_of(s, faction):
        yield cite("domesday 4.3.3.a 4.3.a" if (faction, kind) == ("saxon", "knight") else "domesday 4.3.a")
        return
    yield from site_bars(s, faction, area)
    if no_new_fleet(s, faction, kind, area):
        yield cite("domesday 5.2.e")
    if available(s, faction, kind) < 1:
        yield NO_COUNTER
    if s.board.kinds[kind].price > s.purse.halves:
        yield PRICES[kind]


def new_forbids(s: Dom, faction: str, kind: str, area: str) -> Cite | None:
    """The rules that decide against a new reduced unit there."""
    return not_spending(s, faction) or foremost(list(new_bars(s, faction, kind, area))) or None


@rule(cite("domesday 5.2.a 5.2.f 4.3.1.b"))
def flip_forbids(s: Dom, faction: str, kind: str, area: str) -> Cite | None:
    """The rule against turning a reduced unit to its full side there."""
    if faction not in spenders(s):
        return not_spending(s, faction)
    if not have(s.at(area, faction).troops, kind, True):
        return cite("domesday 5.2.a 4.3.1.b")
    return PRICES[kind] if s.board.kinds[kind].price > s.purse.halves else None


def _affordable(s: Dom, faction: str) -> list[str]:
    kinds = s.board.kinds
    return [k for k in KINDS if kinds[k].price <= s.purse.halves and available(s, faction, k) > 0]


def recruit_forbids(s: Dom, factions: tuple[str, ...], area: str) -> Cite | None:
    """The rules against recruiting anything there: those against the factions and units nearest to being allowed."""
    if any(flip_forbids(s, f, kind, area) is None for f in factions for kind in KINDS):
        return None
    worn = [[PRICES[k]] for f in factions for k in KINDS if have(s.at(area, f).troops, k, True)]
    sites = [(f, tuple(site_bars(s, f, area))) for f in factions]
    nearest = min((_away(bars) for _, bars in sites), default=0)
    near = [(f, bars) for f, bars in sites if _away(bars) == nearest]
    if nearest and not worn:
        return foremost(list(dict.fromkeys(why for _, bars in near for why in bars)))
    tried = worn + [list(new_bars(s, f, kind, area)) for f, _ in near for kind in kinds_of(s, f)]
    fewest = min(map(len, tried), default=0)
    if not fewest and tried:
        return None
    laws = dict.fromkeys(why for row in tried if len(row) == fewest for why in row)
    return foremost(_cheapest_first(s, laws)) or cite("domesday 5.2.a")


def _cheapest_first(s: Dom, laws: Iterable[Cite]) -> list[Cite]:
    """Of the prices that cannot be paid only the lowest, then what else stands against it, missing counters first."""
    prices = {why: min(s.board.kinds[k].price for k in KINDS if PRICES[k] == why) for why in PRICES.values()}
    dear = sorted((why for why in laws if why in prices), key=lambda why: prices[why])
    others = sorted((why for why in laws if why not in prices), key=lambda why: why != NO_COUNTER)
    return [*dear[:1], *others]


@rule(cite("domesday 4.3.a 4.3.3.a 4.3.3.b"))
def kinds_of(s: Dom, faction: str) -> list[str]:
    """The kinds of units that a faction has counters of at all; Saxon Knights only by agreement."""
    lent = faction == "saxon" and s.rules.options.saxon_knights
    return [k for k in KINDS if s.board.counters[faction].get(k) or (lent and k == "knight")]


def _away(bars: tuple[Cite, ...]) -> int:
    """How far a faction is from placing units: not at all, kept out of its Homeland by a Castle, not at home."""
    return 2 if any(why != CASTLE_BARS for why in bars) else len(bars)


@step(cite("domesday 5.2.a 5.2.g 5.2.h 5.2.i 5.2.j"))
class Recruit(Choice[Dom], frozen=True):
    """A new reduced unit, or a reduced one to full strength."""

    own = ("new", "flip")
    area: str

    def seat(self, s: Dom) -> Seat:
        """The player who spends."""
        return answerer(s, s.purse.seat)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each kind of each faction that may appear there, and each reduced unit there."""
        for f in spenders(s):
            if site_open(s, f, self.area):
                yield from (Action("new", unit_name(f, kind, False)) for kind in _affordable(s, f))
            troops = s.at(self.area, f).troops
            yield from (
                Action("flip", unit_name(f, k, False)) for n, k in enumerate(KINDS) if troops[2 * n + 1]
            )

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """By place, counters, price and stacking."""
        if a.verb not in ("new", "flip"):
            return None
        faction, kind, _ = unit_parts(a.name)
        law = new_forbids if a.verb == "new" else flip_forbids
        return law(s, faction, kind, self.area)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """The price, where points are what lacks; or whose unit it is, that none is left, where none may stand."""
        faction, kind, _ = unit_parts(a.name)
        if a.verb not in ("new", "flip"):
            return None
        if why == PRICES.get(kind):
            return too_dear(s, s.board.kinds[kind].price)
        found = foreign(s, s.purse.seat, a.name)
        if found:
            return found
        if faction not in spenders(s):
            return "serves-only", {"faction": s.purse.faction}
        if a.verb == "flip":
            return "none-worn", {"unit": a.name, "area": self.area}
        if why[0].clause in ("4.3.a", "4.3.3.a"):
            left = kind in kinds_of(s, faction)
            return ("none-left" if left else "no-such-counter"), {"kind": kind, "faction": faction}
        if why[0].clause == "5.2.e":
            return "no-new-fleet", {"faction": faction}
        return no_site(s, (faction,), self.area, why)

    def warns(self, s: Dom, a: Action) -> Refusal | None:
        """A stack that would be too large."""
        faction = unit_parts(a.name).faction
        if a.verb != "new" or room(s, self.area, faction) > 0:
            return None
        return burst(s, self.area, banner(s, faction), 1)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Pay and place, or pay and flip."""
        faction, kind, _ = unit_parts(a.name)
        if a.verb == "new":
            change(s, self.area, faction, kind, True, 1)
        else:
            turn_over(s, self.area, faction, kind, True)
        price = s.board.kinds[kind].price
        pay(s, price)
        happened = "recruited" if a.verb == "new" else "restored"
        emit(log, happened, PRICES[kind], area=self.area, unit=a.noun, halves=price)
        return ()


def begin_recruit(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """Ask which unit."""
    return (Recruit(area),)


@rule(cite("domesday 5.3.a 4.3.2.a 3.1.7.b 4.5.1.c 4.3.2.b 4.3.3.b"))
def build_bars(s: Dom, mine: list[str], area: str) -> Iterator[Cite]:
    """The rules against a Castle there."""
    space, master = s.board.spaces[area], controller(s, area)
    lords = [f for f in mine if may_fortify(s, f)]
    if not lords:
        yield cite("domesday 4.3.2.a 4.3.3.a 5.3.a" if "saxon" in mine else "domesday 4.3.2.a 5.3.a")
        return
    if space.kind == "overseas":
        yield cite("domesday 3.1.7.b 4.3.2.a 5.3.a")
    if not space.is_area:
        yield NO_GROUND[space.kind]
    if master not in lords:
        yield cite("domesday 5.3.a")
    if any(s.at(area, f).castle for f in lords):
        yield cite("domesday 4.5.1.c")
    if available(s, "norman", "castle") < 1:
        yield cite("domesday 4.3.a")
    if s.purse.halves < s.board.price["castle"]:
        yield cite("domesday 5.3.a")


def build_reason(s: Dom, mine: list[str], area: str, why: Cite) -> Reason | None:
    """The price, where points are what lacks; or who holds the Area, or why no Castle may stand there."""
    price = s.board.price["castle"]
    if why[0].clause == "4.3.2.a":
        return _builders_only(s)
    if why[0].clause in NO_CASTLE:
        return NO_CASTLE[why[0].clause], {"area": area}
    if not s.board.spaces[area].is_area:
        return "castle-afloat", {"area": area}
    if (master := controller(s, area)) in mine and not may_fortify(s, master):
        return _builders_only(s)
    return not_held(s, mine, area) or (too_dear(s, price) if s.purse.halves < price else None)


def _builders_only(s: Dom) -> Reason:
    """Who builds Castles in this game as it stands."""
    return "no-castles", {
        "factions": [f for f in ("norman", "baron", "saxon") if in_play(s, f) and may_fortify(s, f)]
    }


def recruit_reason(s: Dom, mine: list[str], area: str, why: Cite) -> Reason | None:
    """No Homeland, or an enemy Castle in it; no counter left, or the price of the cheapest."""
    found = no_site(s, spenders(s), area, why)
    if found and why[:1] not in PRICES.values():
        return found
    open_to = [
        kind
        for f in spenders(s)
        if site_open(s, f, area)
        for kind in KINDS
        if available(s, f, kind) > 0 and not no_new_fleet(s, f, kind, area)
    ]
    open_to += [kind for f in spenders(s) for kind in KINDS if have(s.at(area, f).troops, kind, True)]
    if not open_to:
        return "none-to-place", {"area": area}
    return too_dear(s, min(s.board.kinds[kind].price for kind in open_to))


@rule(cite("domesday 4.3.2.a 4.3.3.a 4.3.3.b R64"))
def may_fortify(s: Dom, faction: str) -> bool:
    """Normans and Barons build Castles; Saxons only by agreement."""
    return faction in ("norman", "baron") or (faction == "saxon" and s.rules.options.saxon_castles)


def begin_build(s: Dom, area: str, log: Log) -> Steps[Dom]:
    """Pay and place the Castle."""
    master = controller(s, area)
    set_castle(s, area, master, True)
    emit(log, "built", cite("domesday 5.3.a"), area=area, faction=master)
    pay(s, s.board.price["castle"])
    return ()
