"""The answers of the Britannia games, each made once: questions only pick from them."""

from __future__ import annotations

from functools import lru_cache

from albion.engine.action import Action, Noun
from albion.kernels.britannia.board import load_board

MOST = 30
"""No group is larger than this."""

END = Action("end")
STOP = Action("stop")
STAY = Action("stay")
DONE = Action("done")
RESTART = Action("restart")
TAKE_BACK = Action("take-back")
STUCK = (TAKE_BACK, RESTART)
"""The ways back, where a phase cannot end any more."""
FROM = {p: Action("from", p) for p in load_board().places}
TO = {a: Action("to", a) for a in load_board().areas}
SAIL = {a: Action("sail", a) for a in load_board().areas}
PLACE = {p: Action("place", p) for p in load_board().places}
FIGHT = {a: Action("fight", a) for a in load_board().areas}
LOSE = {p: Action("lose", p) for p in load_board().places}
RETREAT = {p: Action("retreat", p) for p in load_board().places}
SEND = tuple(Action("send", n) for n in range(MOST + 1))
MARCH_ON = tuple(Action("march-on", n) for n in range(MOST + 1))
CAVALRY = tuple(Action("cavalry", n) for n in range(MOST + 1))


@lru_cache(maxsize=1024)
def one_answer(verb: str, noun: Noun) -> Action:
    """The same for answers that name a leader, or a number of a sort."""
    return Action(verb, noun)
