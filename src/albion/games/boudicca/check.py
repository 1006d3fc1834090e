"""What the tables must agree on; nothing starts with a table that contradicts another."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from albion.engine.errors import DataError
from albion.games.boudicca.data import Data
from albion.games.boudicca.roster import BRITONS, ROMANS

if TYPE_CHECKING:
    from albion.games.boudicca.rules import Rules


def check(r: Rules) -> None:
    """What must agree between the files, and what the rulebook states about the components."""
    for problem in (*_cards(r.data), *_counters(r), *_places(r), *_tables(r), *_setup(r)):
        raise DataError(problem)


def _cards(d: Data) -> list[str]:
    found = []
    decks = d.cards.decks
    for side in (BRITONS, ROMANS):
        deck = getattr(d.cards, side)
        for part, wanted in (("ap", decks.ap_cards), ("events", decks.event_cards)):
            n = sum(getattr(deck, part).copies.values())
            if n != wanted:
                found.append(f"cards.toml, {side}.{part}.copies: expected {wanted} cards, found {n}")
        track = getattr(d.sequence.turn_track, side)
        if len(track) != d.sequence.sequence.turns or not all(0 < n <= decks.cards for n in track):
            found.append(
                f"sequence.toml, turn_track.{side}: expected {d.sequence.sequence.turns} numbers from 1 to {decks.cards}"
            )
    if decks.ap_cards + decks.event_cards != decks.cards:
        found.append(
            f"cards.toml, decks.cards: expected {decks.ap_cards + decks.event_cards}, found {decks.cards}"
        )
    return found


def _counters(r: Rules) -> list[str]:
    u, mix = r.data.units, r.data.units.counter_mix
    found = []
    for name, kind in (("cohort", u.cohort), ("auxilia", u.auxilia), ("cavalry", u.cavalry)):
        if len(kind.strength) != 2 or not kind.strength[0] > kind.strength[1] > 0:
            found.append(f"units.toml, {name}.strength: expected a full and a lower reduced strength")
    if len(u.first_cohort.strength) != 4:
        found.append(
            f"units.toml, first_cohort.strength: expected four steps, found {len(u.first_cohort.strength)}"
        )
    tribal = sum(c.infantry + c.cavalry for c in u.tribes.counters.values())
    cohorts = len(u.legions.names) * (u.legions.cohorts + 1)
    for key, value in (("tribes", tribal), ("cohorts", cohorts), ("leaders", 2 + u.leaders.druids)):
        if getattr(mix, key) != value:
            found.append(
                f"units.toml, counter_mix.{key}: expected {value} by the other tables, found {getattr(mix, key)}"
            )
    total = sum(getattr(mix, f) for f in mix.__struct_fields__ if f not in ("total", "source", "confidence"))
    if total != mix.total:
        found.append(f"units.toml, counter_mix.total: expected {total} by its parts, found {mix.total}")
    for tribe, c in u.tribes.counters.items():
        if len(c.strength) != 2 or (c.cavalry and len(c.cavalry_strength) != 2):
            found.append(f"units.toml, tribes.counters.{tribe}: expected two steps a counter")
    return found


def _places(r: Rules) -> list[str]:
    found = []
    tribes = Counter(o.tribe for o in r.data.places.oppida.list)
    for tribe in r.tribes:
        if tribes[tribe] != 1:
            found.append(
                f"places.toml, oppida.list: expected one oppidum of the {tribe}, found {tribes[tribe]}"
            )
    for tribe in (*tribes, *r.data.places.placement.beside_their_oppidum, *r.data.setup.britons.no_druids):
        if tribe not in r.tribes:
            found.append(f"places.toml or setup.toml: '{tribe}' is not a tribe of units.toml")
    g = r.data.setup.garrisons
    if g.cavalry + g.auxilia != g.per_post * len(r.board.posts):
        found.append(
            f"setup.toml, garrisons: {g.cavalry + g.auxilia} units do not fill {len(r.board.posts)} Posts of {g.per_post}"
        )
    return found


def _tables(r: Rules) -> list[str]:
    t, found = r.data.tables, []
    quiet = set(r.tribes) - set(r.data.setup.britons.in_revolt)
    given = set(t.tribal_revolt.revolts_on_or_below)
    if given != quiet:
        wrong = sorted(given ^ quiet)[0]
        found.append(f"tables.toml, tribal_revolt.revolts_on_or_below: '{wrong}' is missing or too many")
    rows = t.spontaneous_revolt.rows
    if len(rows) != 6 or any(len(row) != 6 for row in rows):
        found.append("tables.toml, spontaneous_revolt.rows: expected six rows of six")
    for name in sorted({n for row in rows for n in row} - {"-", *r.tribes}):
        found.append(f"tables.toml, spontaneous_revolt.rows: '{name}' is not a tribe")
    for name in ("druid_invocation", "rampage", "leader_killed"):
        if len(getattr(t, name).results) != 6:
            found.append(f"tables.toml, {name}.results: expected one result for each face of the die")
    for name, column in r.crt.items():
        if not column or column[-1].steps == 0:
            found.append(f"combat.toml, crt.{name}: expected rows whose best one costs steps")
    return found


def _setup(r: Rules) -> list[str]:
    s, found = r.data.setup, []
    placed: Counter[str] = Counter()
    for stack in s.romans.stacks:
        if stack.at not in r.board.entry and not (stack.at.isdigit() and int(stack.at) in r.board.land):
            found.append(f"setup.toml, romans.stacks: '{stack.at}' is neither mona, isca nor a hex on land")
        if (stack.legion and stack.legion not in r.legions) or (stack.cohorts and not stack.legion):
            found.append(f"setup.toml, romans.stacks: '{stack.legion}' is not a legion of units.toml")
        placed.update({f"{stack.legion}-{n}": 1 for n in stack.cohorts})
        placed.update({"cavalry": stack.cavalry, "auxilia": stack.auxilia})
    placed.update({"cavalry": s.garrisons.cavalry, "auxilia": s.garrisons.auxilia})
    mix = r.data.units.counter_mix
    wanted = Counter({u.id: 1 for u in r.units if u.type in ("cohort", "first cohort")})
    wanted.update({"cavalry": mix.cavalry, "auxilia": mix.auxilia})
    for key in sorted(set(placed) | set(wanted)):
        if placed[key] != wanted[key]:
            found.append(f"setup.toml, romans: expected {wanted[key]} of {key}, found {placed[key]}")
    people = sum(c.count for c in s.civilians.list)
    if people != mix.civilians:
        found.append(f"setup.toml, civilians.list: expected {mix.civilians} counters, found {people}")
    return found
