"""What is measured once and answered quickly about the end of a Movement Phase equals the law it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from albion.engine.action import Action, Decision
from albion.engine.cases import set_up
from albion.engine.codec import load, save
from albion.engine.dice import Dice
from albion.engine.loop import apply, settle
from albion.engine.playout import random_chooser
from albion.engine.refusal import refuse, why_sentence
from albion.engine.words import load_words
from albion.games import find_game
from albion.games.redux_core.options import CoreOptions
from albion.kernels.britannia.answers import RESTART, SEND, TAKE_BACK
from albion.kernels.britannia.board import Nation, Place
from albion.kernels.britannia.fallback import FallBack
from albion.kernels.britannia.growth import PlaceArmy, room, with_room
from albion.kernels.britannia.march import MarchSend, MarchTo
from albion.kernels.britannia.measured import care, outlook_now
from albion.kernels.britannia.parties import every_force, forbids_departure, ready
from albion.kernels.britannia.prospect import Outlook
from albion.kernels.britannia.retreat import Retreat
from albion.kernels.britannia.spread import BIT, Matching, covered
from albion.kernels.britannia.state import BritState, held_areas
from albion.kernels.britannia.units import PLAIN, Force
from albion.kernels.britannia.waiting import surely_room

BOTH = pytest.mark.parametrize("game", ["redux-core", "redux-leaders"])
Moves = Iterator[tuple[Place, Place, int]]


def careful(game: str, seed: int) -> Iterator[tuple[BritState, Decision]]:
    """Every question of a random game's movement in which no move may spoil the end."""
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(seed)), random_chooser(Dice(seed + 1))
    d = settle(s)
    while d is not None:
        if s.careful and s.turn is not None and d.step in ("Movement", "March"):
            yield s, d
        d = apply(s, pick(s, d))


def moves(s: BritState) -> Moves:
    """Plain armies that could go next door, in every number."""
    assert s.turn is not None
    for place, n in s.fresh.items():
        ends = s.rules.outlook(s, s.turn).ends(place)
        for area in s.rules.board.near:
            if area != place and ends & BIT[area]:
                yield from ((place, area, k) for k in range(1, n + 1))


@BOTH
def test_a_quick_no_is_borne_out_by_the_law(game: str) -> None:
    hopeless = 0
    for s, _ in careful(game, 11):
        assert s.turn is not None
        look: Outlook = s.rules.outlook(s, s.turn)
        for place, area, n in moves(s):
            if look.hopeless(n, min(n, 2)):
                hopeless += 1

                assert not look.keeps(place, ((area, n),), n, n, fresh=True), (place, area, n)

    assert hopeless > 20


def test_the_first_free_area_does_not_keep_the_next_army_from_its_only_one() -> None:
    """Whoever comes first moves aside, along a chain if need be."""
    armies = [0b0111, 0b0110, 0b0010, 0b0001]

    assert Matching(armies[:3], 0b0111, {}).placed == 3
    assert Matching(armies, 0b1111, {}).placed == 3
    assert covered(0, armies[:3], 99) == 3
    assert covered(0b1000, armies[:3], 3) == 3
    assert Matching(armies, 0b0111, {0b0001: 2}).placed == 4


@BOTH
def test_a_move_that_gains_too_few_areas_spoils_the_end(game: str) -> None:
    refused = 0
    for s, _ in careful(game, 12):
        assert s.turn is not None
        look: Outlook = s.rules.outlook(s, s.turn)
        for place, area, n in moves(s):
            if look.to_gain(place, n, fresh=True) > look.gains(area):
                refused += 1

                assert not look.keeps(place, ((area, n),), n, n, fresh=True)

    assert refused > 200


@BOTH
def test_an_outlook_is_measured_anew_once_anything_moves(game: str) -> None:
    """One outlook serves a position's questions; a clone, a move or a changed table gets its own."""
    asked = 0
    for s, d in careful(game, 13):
        assert s.turn is not None
        look = outlook_now(s, s.turn)
        twin = s.clone()
        place = next(iter(s.fresh), "")

        assert outlook_now(s, s.turn) is look
        assert outlook_now(twin, s.turn) is not look
        if place and d.actions[0].verb == "from":
            twin.fresh[place] += 1
            twin.armies[s.turn][place] += 1
            assert outlook_now(twin, s.turn).mine[place] == look.mine[place] + 1
            asked += 1

    assert asked > 30


@BOTH
def test_a_saved_phase_is_set_back_as_one_that_was_not(game: str) -> None:
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(14)), random_chooser(Dice(15))
    d, back = settle(s), 0
    while d is not None and back < 12:
        for a in (RESTART, TAKE_BACK):
            if a in d.actions and s.checkpoint:
                saved, kept = load(found, save(found, s)), s.clone()
                assert saved == kept
                apply(saved, a)
                apply(kept, a)
                back += 1

                assert saved == kept
        d = apply(s, pick(s, d))

    assert back >= 12


@BOTH
def test_quick_answers_about_room_equal_the_laws(game: str) -> None:
    """New armies, and plain armies that retreat, are let in just where the stacking and population limits let them."""
    found: Any = find_game(game)
    s, pick = found.setup(found.option_sets()[0], Dice(16)), random_chooser(Dice(17))
    d, placed, gone, last = settle(s), 0, 0, 0
    while d is not None:
        step = s.agenda[-1]
        if isinstance(step, PlaceArmy):
            lawful = [a for a in held_areas(s, step.nation) if room(s, step.nation, a) is None]
            placed += 1

            assert with_room(s, step.nation) == lawful
        if isinstance(step, Retreat):
            here = step.battle.area
            all_there = s.count(step.nation, here)
            for area, n in product(s.rules.board.near[here], range(1, all_there + 1)):
                free = s.rules.refuge(s, step.battle, step.nation, area) is None
                if free and step.fits(s, area, n):
                    gone += 1
                    last += n == all_there
                    then = s.clone()
                    then.shift(step.nation, here, area, PLAIN[n])

                    assert s.rules.retreat_limit(then, step.nation, area, step.excess) is None
        if isinstance(step, FallBack):
            for place in s.rules.board.near[step.battle.area]:
                gone += 1
                forces = step.forces(s, place)

                assert step.open_to(s, place) == any(step.law(s, place, f) is None for f in forces)
                for plain in (f for f in forces if not f.sorts and not f.leaders):
                    assert s.rules.company(s, step.nation, step.battle.area, plain) is None
        d = apply(s, pick(s, d))

    assert placed > 50
    assert gone > 50
    assert last > 10


def test_quick_answers_about_who_sets_out_equal_the_laws() -> None:
    """Ways, numbers and leaders alone are those that some force may lawfully take; most often it is plain infantry."""
    found: Any = find_game("redux-leaders")
    ways = sent = led = 0
    for seed, options in enumerate(found.option_sets()[:4]):
        s, pick = found.setup(options, Dice(seed)), random_chooser(Dice(seed + 20))
        d = settle(s)
        while d is not None:
            step = s.agenda[-1]
            if isinstance(step, MarchTo) and step.force is None:
                look, pool = care(s, step.nation), list(every_force(ready(s, step.nation, step.place)))
                lawful = [
                    way.to
                    for way in s.rules.ways(s, step.nation, step.place, 0)
                    if any(
                        forbids_departure(s, step.nation, step.place, way.to, f, look) is None for f in pool
                    )
                ]
                ways += s.careful

                assert [a.name for a in d.actions] == lawful
            if isinstance(step, MarchSend):
                numbers = range(1, step.pool(s).n + 1)
                able = [SEND[n] for n in numbers if step.why_not(s, n) is None]
                alone = [x for x in step.pool(s).leaders if step.law(s, Force(0, (), (x,))) is None]
                sent += s.careful
                led += bool(alone)

                assert list(d.actions) == [*able, *(Action("alone", x) for x in alone)]
            d = apply(s, pick(s, d))

    assert ways > 100
    assert sent > 100
    assert led > 20


@BOTH
def test_waiting_armies_are_those_not_yet_moved(game: str) -> None:
    """Counted once, they are the same after a move as those counted again; where a quick look finds room for all, so does the law."""
    asked = roomy = 0
    for s, _ in careful(game, 18):
        assert s.turn is not None
        look: Outlook = s.rules.outlook(s, s.turn)
        look.settle()
        for place, area, n in moves(s):
            settled, armies = look.after(place, ((area, n),), n)
            loose = {p: k - n if p == place else k for p, k in s.fresh.items()}
            if not look.bound:
                asked += 1

                assert armies == look.armies(loose)
            one, two, full = look.left(settled)
            if surely_room(armies, one, two):
                roomy += 1

                assert look.matched(settled, armies, full)

    assert asked > 200
    assert roomy > 50


def test_an_area_only_passed_through_feeds_nobody() -> None:
    """Five armies that all march on live in one area, not in the one they came through as well."""
    game: Any = find_game("redux-core")
    s: BritState = game.blank(CoreOptions())
    game.notation.from_line(s, "downlands: 5 Saxons")
    game.notation.start(s, "Movement: Saxons")
    settle(s)
    s.careful = s.needy = True
    look: Outlook = s.rules.outlook(s, Nation("saxons"))

    assert not look.keeps("downlands", (("essex", 0), ("suffolk", 5)), 5, 5, fresh=True)
    assert look.keeps("downlands", (("essex", 2), ("suffolk", 3)), 5, 5, fresh=True)


def test_an_end_that_leaves_several_areas_too_full_says_how_many() -> None:
    game: Any = find_game("redux-core")
    position = {"kent": "4 Saxons", "essex": "4 Saxons", "sussex": "5 Saxons", "wessex": "1 Saxons"}
    s = set_up(game, game.option_sets()[0], "Movement: Saxons", position, Dice(1))
    settle(s)
    why = refuse(game, s, Action("end"))

    assert why is not None
    assert why_sentence(load_words(*game.books), why) == (
        "4 armies are in Kent (limit 3 beside the overstack in Essex), and 1 more area is over its limit."
    )
