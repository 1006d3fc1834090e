"""What a refusal says where no number decides: its sentence, by the decisive clause and what was asked for."""

from __future__ import annotations

from albion.engine.action import Action, Json
from albion.engine.cite import Cite
from albion.games.britannia_2005.state import Brit
from albion.kernels.britannia.board import Area, Nation, Place

SENTENCES: dict[str, dict[str, str]] = {
    "from": {
        "roman.fort.b": "fort-only",
        "saxon.burh.f": "burh-only",
        "move.general.a": "nobody-there",
        "move.general.b": "no-way-out",
        "move.general.c": "moved-already",
        "move.general.d": "moved-already",
        "move.general.e": "hills-stop",
        "move.general.f": "must-fight",
        "move.general.g": "moved-already",
        "move.overrun.a": "must-fight",
        "angles.submission.n": "not-through-subjects",
        "move.straits.b": "strait-taken",
        "move.boat.a": "moved-already",
        "move.boat.c": "moved-already",
        "move.invasion.b": "moved-already",
        "move.invasion.c": "moved-already",
    },
    "march-on": {
        "move.general.c": "nobody-marches",
        "move.general.d": "nobody-marches",
        "move.general.e": "hills-stop",
        "move.overrun.a": "must-fight",
        "move.straits.b": "strait-taken",
        "angles.submission.n": "not-through-subjects",
    },
    "to": {
        "move.general.b": "not-out-to-sea",
        "move.general.c": "not-next-to",
        "move.straits.b": "strait-first",
        "move.invasion.b": "seas-away",
        "move.invasion.c": "no-sea-to-sea",
        "move.invasion.k": "card-forbids",
        "roman.reinf.k": "card-forbids",
        "roman.road.a": "not-twice",
        "roman.subject.d": "at-peace",
        "roman.subject.e": "at-peace",
        "roman.subject.j": "no-way-through",
        "angles.submission.i": "at-peace",
        "angles.submission.d": "at-peace",
        "rb.submitted.a": "at-peace",
    },
    "retreat": {
        "battle.retreat.defender.f": "defenders-stay-ashore",
        "battle.retreat.defender.a": "not-next-to",
        "battle.retreat.defender.g": "held-by",
        "battle.retreat.defender.h": "attackers-came",
        "battle.retreat.attacker.a": "came-from-elsewhere",
        "battle.retreat.attacker.b": "held-by",
        "battle.retreat.attacker.d": "came-from-elsewhere",
        "battle.retreat.attacker.e": "none-at-sea",
        "battle.retreat.attacker.f": "held-by",
        "move.raid.picts.d": "held-by",
        "roman.fort.b": "forts-stay",
        "saxon.burh.f": "burhs-stay",
    },
    "flee": {
        "battle.retreat.d": "leader-to-his-own",
        "battle.retreat.defender.h": "attackers-came",
        "leader.f": "leader-to-his-own",
    },
    "pass": {"leader.c": "leader-comes"},
    "place": {
        "pop.f": "nobody-there",
        "leader.c": "nobody-there",
        "roman.belgae.d": "nobody-there",
        "round16.saxon.b": "english-and-own",
        "rb.arthur.c": "not-for-arthur",
    },
    "remove": {
        "overpop.a": "nobody-there",
        "overpop.b": "last-stays",
        "overpop.d": "not-at-sea",
        "roman.reinf.l": "nobody-there",
        "dane.cnut.a": "nobody-there",
    },
    "raze": {"overpop.a": "no-burh-there", "overpop.b": "last-stays", "overpop.d": "not-at-sea"},
    "withdraw": {"withdraw.a": "no-raiders-there"},
    "vote": {"R22": "no-army-on-land"},
    "keep": {"rb.entry.c": "no-heir-there", "rb.entry.g": "too-far-north"},
    "build": {
        "saxon.burh.a": "saxons-not-there",
        "saxon.burh.c": "burh-stands",
        "saxon.burh.d": "no-burh-in-hills",
        "saxon.burh.e": "burhs-enough",
    },
}
"""Keys of [why] in words.toml, by verb and decisive clause."""
PAIRED = {
    ("strait-first", "roman.subject.j"): "strait-to-subjects",
    ("strait-taken", "roman.subject.j"): "island-of-peace",
    ("no-single-sea", "move.invasion.g"): "came-from-sea",
    ("no-single-sea", ""): "sailed-already",
}
"""Where a second clause, or that there is none, tells which of two sentences is meant."""
SENTENCES["from"] |= dict.fromkeys(
    ("roman.subject.d", "roman.subject.e", "roman.subject.j", "angles.submission.d", "angles.submission.i"),
    "peace-around",
) | {"rb.submitted.a": "peace-around"}
SENTENCES["sail"] = SENTENCES["to"] | {
    "move.boat.a": "no-boats",
    "move.boat.b": "no-single-sea",
    "R32": "boat-takes-two",
}


def counted(key: str, asked: int, most: int, place: Place) -> tuple[str, dict[str, Json]]:
    """How many may go; that nobody goes is no answer to how many do."""
    return (key, {"n": most, "place": place}) if asked else ("at-least-one", {})


def said(
    s: Brit, nation: Nation, a: Action, why: Cite, here: Place = ""
) -> tuple[str, dict[str, Json]] | None:
    """The sentence of a refusal, if its decisive clause has one; here: where those stand who would go."""
    key = SENTENCES.get(a.verb, {}).get(why[0].clause)
    if key is None:
        return None
    if a.noun == here and key in ("not-next-to", "came-from-elsewhere", "no-single-sea"):
        key = "already-there"
    key = PAIRED.get((key, why[1].clause if len(why) > 1 else ""), key)
    place = here if a.verb == "march-on" else a.noun
    if key == "seas-away" and not s.rules.board.shores[Area(a.name)]:
        key = "no-coast"
    if key == "nobody-there" and isinstance(place, str) and nation in s.at.get(place, ()):
        key = "no-army-there"
    foe = s.foe(nation, place) if isinstance(place, str) and place in s.at else None
    return key, {"nation": nation, "place": place, "area": here, "foe": foe}
