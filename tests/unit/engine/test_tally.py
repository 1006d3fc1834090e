"""Counting events."""

from collections.abc import Mapping
from typing import Any

from albion.engine.event import Event
from albion.engine.tally import AT_ONCE, Columns, Count, Tally

ACTORS = ("nation", "faction")


def event(kind: str, **data: Any) -> Event:
    return Event(kind, (), data)


def numbers(counts: Mapping[Any, Count]) -> dict[Any, tuple[int, int]]:
    """How often and how much, by what is counted."""
    return {key: (count.often, count.total) for key, count in counts.items()}


def told(tally: Tally) -> dict[tuple[str, str], tuple[int, int]]:
    """How often and how much, by kind and who."""
    return {(kind, who): (count.often, count.total) for kind, who, count in tally.told}


def test_events_are_counted_by_kind_and_by_whom_they_befell() -> None:
    tally = Tally(ACTORS, frozenset({"norse"}), lambda _: None)
    tally.log.extend(
        [
            event("loss", nation="picts", n=2),
            event("loss", nation="picts"),
            event("card", faction="danish", n="two"),
            event("moved", unit="norse:longship", n=3),
            event("moved", unit="norse:raiders"),
            event("moved", unit="a stranger"),
            event("met", unit="norse:longship", faction="danish"),
            event("phase", nation="picts"),
        ]
    )
    tally.count()

    assert not tally.log
    assert told(tally) == {
        ("loss", "picts"): (2, 3),
        ("card", "danish"): (1, 1),
        ("moved", "norse"): (2, 4),
        ("moved", ""): (1, 1),
        ("met", "danish"): (1, 1),
    }


def test_dice_and_points_are_added_up() -> None:
    tally = Tally(ACTORS, frozenset(), lambda _: None)
    tally.log.extend([event("roll", who="red", dice=[1, 6], sides=6), event("roll", who="red", dice=[2])])
    tally.count()
    tally.log.append(event("roll", who=None, dice=[3], sides=4))
    tally.log.extend([event("score", nation="picts", n=4, why="king"), event("score", nation="picts", n=-1)])
    tally.count()

    assert numbers(tally.rolled) == {("red", 6): (3, 9), (None, 4): (1, 3)}
    assert tally.scored == {("picts", "king"): 4, ("picts", ""): -1}


def test_what_was_seen_is_counted_when_enough_has_come_together() -> None:
    tally = Tally(ACTORS, frozenset(), lambda _: None)
    for _ in range(AT_ONCE - 1):
        tally.log.append(event("loss", nation="picts"))
        tally.look()
    waiting = len(tally.log)
    tally.log.append(event("loss", nation="picts"))
    tally.look()

    assert (waiting, tally.log) == (AT_ONCE - 1, [])
    assert told(tally) == {("loss", "picts"): (AT_ONCE, AT_ONCE)}


def test_a_round_s_counts_are_written_in_the_order_they_were_first_told() -> None:
    tally = Tally(ACTORS, frozenset(), lambda _: None)
    columns: Columns = ([], [], [], [], [])
    tally.log.extend(
        [event("loss", nation="picts"), event("battle", nation="picts"), event("loss", nation="jutes", n=2)]
    )
    tally.count()
    tally.close(1, columns)
    tally.log.append(event("loss", nation="jutes"))
    tally.count()
    tally.close(2, columns)

    assert list(zip(*columns, strict=True)) == [
        (1, "loss", "picts", 1, 1),
        (1, "battle", "picts", 1, 1),
        (1, "loss", "jutes", 1, 2),
        (2, "loss", "jutes", 1, 1),
    ]


def test_a_beginning_is_told_when_all_before_it_is_counted() -> None:
    begun: list[tuple[str, tuple[int, int]]] = []
    tally = Tally(ACTORS, frozenset(), lambda e: begun.append((e.kind, told(tally)["loss", "picts"])))
    loss = event("loss", nation="picts")
    tally.log.extend([loss, event("turn", nation="picts"), loss])
    tally.look()
    assert len(tally.log) == 3, "a nation's turn opens nothing"
    tally.log.extend([event("turn", turn=2), event("phase"), loss])
    tally.look()

    assert begun == [("turn", (2, 2))]
    assert told(tally) == {("loss", "picts"): (3, 3)}
