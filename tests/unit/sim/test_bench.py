"""What `albion bench` compares is played in turns."""

from collections.abc import Callable
from time import process_time

from albion.sim.bench import SLICE, race


def busy(name: str, played: list[str]) -> Callable[[int], int]:
    def play(n: int) -> int:
        played.append(name)
        begin = process_time()
        while process_time() - begin < SLICE / 4:
            pass
        return 10

    return play


def test_runners_take_turns_and_get_the_same_time() -> None:
    played: list[str] = []
    paces = race({"us": busy("us", played), "them": busy("them", played)}, 3 * SLICE)

    turns = [name for n, name in enumerate(played) if n == 0 or played[n - 1] != name]
    assert turns == ["us", "them"] * 4  # once to warm up, then three turns each
    for pace in paces.values():
        assert 3 * SLICE <= pace.seconds < 4 * SLICE
        assert pace.decisions == 10 * pace.games
