"""Positions of Leaders and Raiders as text: units, then what the game remembers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from albion.engine.errors import DataError
from albion.engine.step import Step
from albion.games.redux_core.data import known
from albion.games.redux_leaders.data import british
from albion.games.redux_leaders.s11_arrivals import Growth, Relief
from albion.games.redux_leaders.s11_king import (
    ExtraTurn,
    Kingship,
    LastKingship,
    contenders,
    eligible,
    extra_armies,
)
from albion.games.redux_leaders.s11_turn import TurnEnd
from albion.games.redux_leaders.s11_withdrawal import Withdrawal
from albion.games.redux_leaders.state import LeadersState, table_of
from albion.kernels.britannia.host_notation import HOST_PHASES, HostNotation
from albion.kernels.britannia.state import BritState

WORDS = {"arthur": "arthur_gone", "cnut": "cnut_rex"}
"""Marks that are either set or not: 'gone' and 'rex'."""
SET = {"arthur": "gone", "cnut": "rex"}


class LeadersNotation(HostNotation):
    """Adds the truce, Cnut's crown, areas already occupied, and the extra turns."""

    phases = HOST_PHASES | {
        "Population": lambda s, n: Growth(n),
        "Reinforcements": lambda s, n: Relief(n),
        "RaiderWithdrawal": lambda s, n: Withdrawal(n),
        "TurnEnd": lambda s, n: TurnEnd(n),
        "ExtraTurn": lambda s, n: _extra(table_of(s), ExtraTurn(n)),
    }

    def place(self, s: BritState, key: str, text: str) -> None:
        """Units, markers, or one of the game's own marks."""
        t = table_of(s)
        if key in SET:
            if text not in ("", SET[key]):
                raise DataError(f"position {key}: expected '{SET[key]}', found '{text}'")
            setattr(t, WORDS[key], text == SET[key])
        elif key == "truce-broken":
            t.truce_broken = tuple(self.nation(s, x) for x in text.split(",") if x.strip())
            strange = [s.rules.nations[n].name for n in t.truce_broken if n not in british()]
            if strange:
                raise DataError(f"position {key}: the {strange[0]} have no truce, only British nations have")
        elif key == "occupied":
            for part in filter(None, (p.strip() for p in text.split(";"))):
                name, _, areas = part.partition(":")
                listed = known(s.rules.board, "position", "occupied", areas.split())
                t.occupied[self.nation(s, name)] = listed
        else:
            HostNotation.place(self, s, key, text)

    def read(self, s: BritState, key: str) -> str:
        """The canonical text of one entry."""
        t = table_of(s)
        if key in SET:
            return SET[key] if getattr(t, WORDS[key]) else ""
        if key == "truce-broken":
            return ", ".join(s.rules.nations[n].name for n in s.rules.nations if n in t.truce_broken)
        if key == "occupied":
            parts = [f"{n}: {' '.join(sorted(t.occupied[n]))}" for n in s.rules.nations if t.occupied.get(n)]
            return "; ".join(parts)
        return HostNotation.read(self, s, key)

    def keys(self, s: BritState) -> Iterable[str]:
        """What every Britannia table says, then the game's own marks."""
        yield from HostNotation.keys(self, s)
        yield from (k for k in (*SET, "truce-broken", "occupied") if self.read(s, k))

    def step(self, s: BritState, text: str, name: str, place: str | None, words: str) -> Step[Any]:
        """Besides, who becomes King, which is asked in the last round."""
        if name in ("King", "LastKing"):
            s.round = len(s.rules.timeline)
            return Kingship() if name == "King" else LastKingship()
        return HostNotation.step(self, s, text, name, place, words)


def _extra(s: LeadersState, step: ExtraTurn) -> ExtraTurn:
    """Extra turns have begun: their reinforcements are fixed as the table stands."""
    s.extra = True
    leaders_in = eligible(s)
    nations = dict.fromkeys((*contenders(s, leaders_in), step.nation))
    s.extra_armies = {n: extra_armies(s, n, leaders_in) for n in nations}
    return step
