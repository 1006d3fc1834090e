"""Running a game from question to question."""

from __future__ import annotations

from typing import Any, TypeVar

from albion.engine.action import Action, Decision
from albion.engine.event import Log
from albion.engine.state import State
from albion.engine.step import Choice, Step, Steps

S = TypeVar("S", bound=State)


def settle(s: State, log: Log = None) -> Decision | None:
    """Run automatic steps up to the next question; None: the game is over."""
    agenda = s.agenda
    while agenda and s.outcome is None:
        step = agenda[-1]
        if isinstance(step, Choice):
            asked: Choice[Any] = step  # compiled code would look at its class again each time
            actions = asked.legal(s)
            if actions:
                return Decision(asked.seat(s), asked.name, asked.cite or asked.cited(s), actions)
            agenda.pop()
        else:
            agenda.pop()
            queue(agenda, step.run(s, log))
    return None


def apply(s: State, a: Action, log: Log = None) -> Decision | None:
    """Carry out an answer known to be legal and run to the next question; changes s."""
    step: Choice[Any] = s.agenda.pop()  # type: ignore[assignment]
    queue(s.agenda, step.take(s, a, log))
    return settle(s, log)


def queue(agenda: list[Step[Any]], follow: Steps[Any]) -> None:
    """Put steps on the agenda so that the first of them comes next."""
    if isinstance(follow, list):
        for step in reversed(follow):
            agenda.append(step)
    else:
        agenda.extend(reversed(follow))


def is_forced(s: State, d: Decision, *, watched: bool = True) -> bool:
    """Whether the seat need not be asked: there is only one answer, or all have the same effect.

    Secret questions are always asked, because the speed would give the answer away, unless nobody could notice
    (`watched` is False: a single person among bots).
    """
    asked: Choice[Any] = s.agenda[-1]  # type: ignore[assignment]
    return (len(d.actions) == 1 or asked.foregone(s)) and not (watched and asked.secret)
