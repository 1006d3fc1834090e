"""Whoever asks for more than their share of the server's time waits; the others do not."""

from __future__ import annotations

import asyncio
import time

import pytest
from people import Person

from albion.server import shares
from albion.server.errors import RequestError
from albion.server.shares import Metered, Shares


async def busy(seconds: float) -> str:
    """Keeps the event loop for so long, in two parts, and lets others run for a while in between."""
    for _ in range(2):
        end = time.thread_time() + seconds / 2
        while time.thread_time() < end:
            pass
        await asyncio.sleep(0.05)
    return "done"


def test_only_the_time_on_the_event_loop_is_counted() -> None:
    async def run() -> float:
        metered = Metered(busy(0.02))
        assert await metered == "done"
        return metered.seconds

    assert 0.02 <= asyncio.run(run()) < 0.045


def test_what_a_metered_coroutine_meets_reaches_it() -> None:
    async def patient() -> str:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            return "cancelled"
        return "slept"

    async def run() -> str:
        task = asyncio.ensure_future(_awaited(patient()))
        await asyncio.sleep(0.01)
        task.cancel()
        return await task

    assert asyncio.run(run()) == "cancelled"


def test_who_leaves_while_waiting_for_its_round_leaves_nothing_behind() -> None:
    async def run() -> list[str]:
        shared, lock, told = Shares(), asyncio.Lock(), list[str]()

        async def endless() -> None:
            while not told:
                await asyncio.sleep(0)

        async def holding() -> None:
            async with lock:
                try:
                    await asyncio.sleep(10)
                except asyncio.CancelledError:
                    told.append("cancelled")
                    raise

        held = asyncio.create_task(shared.do(holding(), "s_1", None, urgent=False))
        await asyncio.sleep(0.01)
        busy = [asyncio.create_task(shared.do(endless(), f"s_{n}", None, urgent=False)) for n in (2, 3)]
        await asyncio.sleep(0)
        held.cancel()
        await asyncio.gather(held, *busy, return_exceptions=True)
        return [*told, "free" if not lock.locked() else "held"]

    assert asyncio.run(run()) == ["cancelled", "free"]


async def _awaited(work: object) -> str:
    return await Metered(work)  # type: ignore[arg-type]


async def crowd(shared: Shares) -> None:
    """Twenty others who have just asked for something."""
    await asyncio.gather(*(shared.do(busy(0.0), f"s_other{n}", None) for n in range(20)))


@pytest.fixture
def long_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a crowd takes its time."""
    monkeypatch.setattr(shares, "RECENT", 600.0)
    monkeypatch.setattr(shares, "RECOUNT", -1.0)


@pytest.mark.usefixtures("long_memory")
def test_who_is_alone_may_use_all_of_the_time_and_few_an_equal_part() -> None:
    async def run() -> list[float]:
        shared, parts = Shares(), []
        for n in (1, 4, 40):
            await asyncio.gather(*(shared.do(busy(0.0), f"s_{i}", None) for i in range(n)))
            parts.append(shared._part())
        return parts

    assert asyncio.run(run()) == [1.0, 0.25, shares.SHARE]


@pytest.mark.usefixtures("long_memory")
def test_somebody_alone_is_not_taken_for_two_by_the_address() -> None:
    async def run() -> list[float]:
        shared, parts = Shares(), []
        for n in (1, 2):
            await shared.do(busy(0.0), f"s_{n}", f"203.0.113.{n}")
            parts.append(shared._part())
        return parts

    assert asyncio.run(run()) == [1.0, 0.5]


@pytest.mark.usefixtures("long_memory")
def test_a_request_counts_more_than_a_move_while_others_are_there() -> None:
    async def run() -> list[float]:
        shared, used = Shares(), []
        for others in (False, True):
            if others:
                await crowd(shared)
            for urgent in (True, False):
                key = f"s_{others}_{urgent}" if others else "s_alone"
                before = shared._now_left(key, 1)
                await shared.do(busy(0.1), key, None, urgent=urgent)
                used.append((before - shared._left[key][0]) / 0.1)
        return used

    alone_move, alone_request, move, request = asyncio.run(run())
    assert max(alone_move, alone_request, move) < 1.5 < request


@pytest.mark.usefixtures("long_memory")
def test_a_share_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "AT_ONCE", 0.05)

    async def run() -> float:
        shared = Shares()
        await crowd(shared)
        await shared.do(busy(0.1), "s_1", None)
        begun = time.monotonic()
        await shared.do(busy(0.0), "s_1", None)
        return time.monotonic() - begun - 2 * 0.05

    assert asyncio.run(run()) > 0.3, "half a tenth of a second too much is half a second's share"


def test_whoever_hammers_is_held_up_and_nobody_else(
    ann: Person, bob: Person, joined: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "AT_ONCE", 0.02 * shares.IN_NO_HURRY)
    monkeypatch.setattr(Shares, "_part", lambda _: 0.001)
    first, _ = ann.ask("GET", f"/api/matches/{joined}/entries")
    for _ in range(60):  # each is held up for longer than the one before
        status, told = ann.ask("GET", f"/api/matches/{joined}/entries")
        if status != 200:
            break

    assert (first, status, told["error"]) == (200, 429, "too-many")
    assert bob.ask("GET", f"/api/matches/{joined}/entries")[0] == 200


@pytest.mark.usefixtures("long_memory")
def test_without_limits_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "AT_ONCE", 0.0)

    async def run() -> None:
        for _ in range(3):
            await Shares(on=False).do(busy(0.001), "s_1", None)
        with pytest.raises(RequestError, match="shared with others"):
            shared = Shares()
            await crowd(shared)
            await shared.do(busy(0.7), "s_1", None)
            await shared.do(busy(0.0), "s_1", None)

    asyncio.run(run())


def test_bots_have_a_share_too(ann: Person) -> None:
    """Forty tables at which only bots play would else take all of the server's time."""
    used = ann.client.app.state.tables.shares  # type: ignore[attr-defined]
    for n in range(20):
        used._use(f"s_other{n}", 1, 0.0)
    used._use(f"bots {ann.id}", 1, shares.AT_ONCE + 0.5)
    began = time.monotonic()
    match = ann.create(seats={"north": "bot:random", "south": "bot:random"})["match"]
    at_once = ann.get(f"/api/matches/{match}")["n"]
    end = time.monotonic() + 30
    while not (later := ann.get(f"/api/matches/{match}")["n"]) and time.monotonic() < end:
        time.sleep(0.2)

    assert (at_once, later > 0) == (0, True)
    assert used._left[f"bots {ann.id}"][1] > began, "their answers are counted"


def test_those_who_can_wait_take_one_step_in_each_round_and_a_move_comes_between() -> None:
    """Ten readers at once would otherwise each take a step before every step of a move."""

    async def run() -> list[str]:
        shared, steps = Shares(), list[str]()

        async def work(name: str, times: int) -> None:
            for _ in range(times):
                steps.append(name)
                await asyncio.sleep(0)

        async def reader(n: int) -> None:
            await shared.do(work("reader", 10), f"s_{n}", None, urgent=False)

        reading = [asyncio.create_task(reader(n)) for n in range(10)]
        await asyncio.sleep(0)
        await shared.do(work("move", 8), "s_player", None)
        await asyncio.gather(*reading)
        return steps

    steps = asyncio.run(run())
    first, last = steps.index("move"), len(steps) - steps[::-1].index("move")
    assert steps.count("reader") == 100 and steps[first:last].count("reader") <= 8


@pytest.mark.parametrize("urgent", [True, False])
def test_reading_gives_way_to_moves_that_are_being_written_but_not_for_long(
    urgent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit shares Python's lock with the event loop: beside four readers it took three times as long."""
    monkeypatch.setattr(shares, "GIVING_WAY", 0.3)
    looks = 0

    def writing() -> int:
        nonlocal looks
        looks += 1
        return 1

    async def steps() -> int:
        for _ in range(20):
            await asyncio.sleep(0)
        return looks

    async def run() -> float:
        begun = time.monotonic()
        await Shares(writing=writing).do(steps(), "s_1", None, urgent=urgent)
        return time.monotonic() - begun

    waited = asyncio.run(run())
    assert (looks == 0) if urgent else (looks > 10 and waited >= 0.3)


def test_reading_goes_on_once_moves_are_written() -> None:
    async def run() -> list[str]:
        told, writing = list[str](), [1]
        shared = Shares(writing=lambda: len(writing))

        async def read() -> None:
            told.append("read")

        reading = asyncio.create_task(shared.do(read(), "s_1", None, urgent=False))
        await asyncio.sleep(0.01)
        told.append("written")
        writing.clear()
        await reading
        return told

    assert asyncio.run(run()) == ["written", "read"]
