"""One box of the sequence of play."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, final

import msgspec

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, declare
from albion.engine.errors import RuleError
from albion.engine.event import Log
from albion.engine.plain import interpreted, plain
from albion.engine.state import State

if TYPE_CHECKING:
    from albion.engine.refusal import Refusal

S = TypeVar("S", bound=State, contravariant=True)


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True):
    """An automatic box: it does its work and returns the steps that must follow, in order."""

    cite: ClassVar[Cite] = ()
    name: ClassVar[str] = ""
    """The stable id for screen, bots and logs: the class's own name."""

    def __init_subclass__(cls, **how: Any) -> None:
        super().__init_subclass__()
        cls.name = cls.__name__
        if not isinstance(cls, type(msgspec.Struct)):
            interpreted(cls)

    def cited(self, s: S) -> Cite:
        """The clauses of this box in the game being played."""
        return self.cite

    def run(self, s: S, log: Log) -> Steps[S]:
        """Change the state; return the steps that must follow."""
        raise NotImplementedError


class Choice(Step[S], Generic[S], frozen=True):
    """A box that asks one seat one question."""

    secret: ClassVar[bool] = False
    """Other seats learn only who must decide."""
    own: ClassVar[tuple[str, ...]] = ()
    """Verbs this question takes even if none of their actions is a candidate: `forbids` refuses them."""
    exact: ClassVar[bool] = False
    """`candidates` lists legal answers only, so `legal` need not ask `forbids`; a property proves it."""

    def seat(self, s: S) -> Seat:
        """Who must answer."""
        raise NotImplementedError

    def candidates(self, s: S) -> Iterable[Action]:
        """The actions to consider; if there are none, the question is skipped."""
        raise NotImplementedError

    def attempts(self, s: S) -> Iterable[Action]:
        """What a player might try, to be shown with the reason where it is not allowed: more than exact candidates."""
        return self.candidates(s)

    def forbids(self, s: S, a: Action) -> Cite | None:
        """The clauses that forbid an action, the decisive one first; None if it is legal.

        It knows every action of the verbs that `candidates` names, offered or not; for another verb
        it may speak where something in the position bears on it, such as a battle that comes first.
        """
        return None

    def foregone(self, s: S) -> bool:
        """Whether all answers have the same effect, so that nobody need be asked."""
        return False

    def reason(self, s: S, a: Action, why: Cite) -> tuple[str, dict[str, Json]] | None:
        """The key of the sentence in [why] of words.toml and its data; called only when a refusal is shown."""
        return None

    def warns(self, s: S, a: Action) -> Refusal | None:
        """Why a legal answer is risky, to be shown with it."""
        return None

    def take(self, s: S, a: Action, log: Log) -> Steps[S]:
        """Carry out the answer; return the steps that must follow."""
        raise NotImplementedError

    def about(self, s: S) -> dict[str, Json]:
        """Facts about the question, to be shown with it."""
        fields: dict[str, Json] = msgspec.to_builtins(self, enc_hook=plain)
        fields.pop("type", None)
        return fields

    @final
    def legal(self, s: S) -> tuple[Action, ...]:
        """Every legal answer, in a fixed order: the candidates that nothing forbids."""
        if self.exact:
            return tuple(self.candidates(s))
        tried = tuple(self.candidates(s))
        legal = tuple([a for a in tried if self.forbids(s, a) is None])
        if tried and not legal:
            raise RuleError(f"dead end: nothing is legal at {self!r}")
        return legal


Steps = Sequence[Step[S]]

STEPS: dict[str, dict[str, type[Step[Any]]]] = {}
"""Every step class by the package that declares it and its name, for loading saved agendas."""

T = TypeVar("T", bound=type)


def step(c: Cite) -> Callable[[T], T]:
    """Mark a step class as the implementation of those clauses, and register it for loading."""

    def mark(cls: T) -> T:
        enter(c, cls, sys._getframe(1).f_lineno)
        return cls

    return mark


def enter(c: Cite, cls: Any, line: int) -> None:
    """Register a step class under its clauses and for loading."""
    cls.cite = c
    declare(c, cls.__qualname__, cls.__module__, line)
    steps = STEPS.setdefault(family(cls.__module__), {})
    if cls.__name__ in steps:
        raise RuleError(f"two steps are called {cls.__name__} in {family(cls.__module__)}")
    steps[cls.__name__] = cls


def formerly(package: str, **names: type[Step[Any]]) -> None:
    """Let steps be loaded under names that a package saved in earlier versions."""
    STEPS.setdefault(package, {}).update(names)


def family(module: str) -> str:
    """The package of a game or kernel that a module belongs to: albion.games.x, albion.kernels.y."""
    return ".".join(module.split(".")[:3])
