"""What refusals of several questions say: whose units these are, who holds an Area, what comes first."""

from __future__ import annotations

from albion.engine.cite import Cite
from albion.games.domesday.refusals import Reason
from albion.games.domesday.s03_map import banner, controller, homeland, in_play, owner
from albion.games.domesday.s04_units import company, crowned, have, limit, unit_parts
from albion.games.domesday.s05_5_3_retreat import (
    ACROSS,
    ENEMY,
    ESTUARY_SHUT,
    FULL,
    FYRD,
    INTO_WATER,
    NEVER_INTO,
    OTHERS,
    ways,
)
from albion.games.domesday.state import DEAD, EXILE, SLOT, Dom


def foreign(s: Dom, seat: str, noun: str) -> Reason | None:
    """A unit of a faction that is not in play, or that another player has."""
    faction = s.sides[noun] if noun in s.sides else unit_parts(noun).faction
    if not in_play(s, faction):
        return "not-in-play", {"faction": faction}
    return None if owner(s, faction) == seat else ("not-yours", {"faction": faction})


def absent(s: Dom, mine: list[str], area: str) -> Reason | None:
    """None of the player's units stands there, or of them none of the one faction that is asked about."""
    there = s.stacks.get(area, {})
    if any(banner(s, f) in mine for f in there):
        return None
    if len(mine) == 1 and any(owner(s, f) == owner(s, mine[0]) for f in there):
        return "none-of", {"area": area, "faction": mine[0]}
    return "nobody-there", {"area": area}


def not_of_stack(s: Dom, faction: str, area: str, noun: str) -> Reason:
    """A unit that is not there, or stands there in another stack than that of the faction."""
    if noun in s.sides:
        side, there = s.sides[noun], s.leaders[noun] == area
    else:
        side, kind, reduced = unit_parts(noun)
        there = kind in SLOT and have(s.at(area, side).troops, kind, reduced) > 0
    if not there:
        return "not-here", {"unit": noun, "area": area}
    if banner(s, side) == faction:
        return "no-more-here", {"unit": noun, "area": area}
    return "other-stack", {"unit": noun, "faction": faction}


def held(s: Dom, area: str) -> Reason | None:
    """Who Controls the Area, if somebody does."""
    lord = controller(s, area)
    return ("held-by", {"area": area, "faction": lord}) if lord else None


def not_held(s: Dom, mine: list[str], area: str) -> Reason | None:
    """The player does not Control it: nobody of his is there, another does, or it is Contested."""
    if controller(s, area) in mine:
        return None
    return absent(s, mine, area) or held(s, area) or ("contested", {"area": area})


def no_site(s: Dom, factions: tuple[str, ...], area: str, why: Cite) -> Reason | None:
    """No Homeland of these factions, or one with an enemy Castle in it."""
    if not s.board.spaces[area].value:
        return "no-place", {"area": area}
    if why[0].clause in ("4.3.2.k", "5.8.2.e"):
        return "castle-there", {"area": area}
    own = [f for f in factions if f != "fyrd"] or [*factions]
    if any(homeland(s, area, f) for f in own if f != "fyrd"):
        return None
    if "fyrd" in factions and homeland(s, area, "fyrd"):
        mine = banner(s, "fyrd")
        return (
            None if controller(s, area) == mine else ("levy-needs-control", {"area": area, "faction": mine})
        )
    if len(own) == 1:
        return "no-homeland-of", {"area": area, "faction": own[0]}
    return "no-homeland", {"area": area}


def no_claim(s: Dom, leader: str, city: str) -> Reason:
    """A Leader whom a City does not crown: off the map, without a Crown, or not its master's."""
    if s.leaders[leader] not in s.stacks:
        return ("leader-dead" if s.leaders[leader] == DEAD else "leader-off-map"), {"leader": leader}
    return ("no-claim" if crowned(s, leader) else "uncrowned"), {"leader": leader, "city": city}


def no_return(s: Dom, leader: str, faction: str) -> Reason:
    """A Leader who does not come back: dead, not in exile, or without that side."""
    if s.leaders[leader] == EXILE:
        return "cannot-serve", {"leader": leader, "faction": faction}
    return ("leader-dead" if s.leaders[leader] == DEAD else "not-exiled"), {"leader": leader}


def no_retreat(area: str, speed: int, die: int, why: Cite) -> Reason:
    """A unit that has nowhere to go: its roll carries it across nothing, all is full, or nothing is open to it."""
    if why[0] in {law[0] for law in ACROSS.values()}:
        return "no-crossing", {"speed": speed, "die": die}
    return ("all-full" if why[0] == FULL[0] else "nowhere"), {"area": area}


def retreat_reason(
    s: Dom, faction: str, kind: str, area: str, to: str, spare: int | None, why: Cite
) -> Reason | None:
    """Why a unit does not retreat there."""
    mine = banner(s, faction)
    if to == area:
        return "here-already", {"area": area}
    if to not in dict(s.board.spaces[area].retreats):
        never = s.board.spaces[to].kind in NEVER_INTO
        return ("no-refuge", {"area": to}) if never else ("not-next", {"area": area, "to": to})
    if why == ENEMY:
        return held(s, to)
    if why == FULL:
        count, leaders = company(s, to, mine)
        return "no-room", {"area": to, "n": count, "most": limit(s, leaders)}
    if why == INTO_WATER:
        return "sailors-only", {"area": to}
    if why == OTHERS:
        return "others-only", {"area": to}
    if why == ESTUARY_SHUT:
        return held(s, dict(s.board.spaces[area].retreats)[to])
    if why == FYRD:
        return "fyrd-spearmen", {}
    best = ways(s, faction, kind, area, spare)
    return (
        ("comes-first", {"areas": list(best)})
        if best and why[0].clause in "5.5.3.g 5.5.3.h 5.5.3.i"
        else None
    )
