"""A trained valuation: for each stage of a game, what each thing on the table still brings each faction."""

from __future__ import annotations

import lzma
import struct
from collections.abc import Mapping
from functools import cache
from math import erf, exp, hypot, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from albion.bots import models
from albion.bots.search.outlook import MADE, Outlook
from albion.engine.action import Seat
from albion.engine.errors import DataError
from albion.engine.state import State

FORMAT = 1
SUFFIX = ".model"
FINEST = 0.5
"""Points by which no total is ever known more exactly."""


class Origin(msgspec.Struct, frozen=True):
    """What made a model, so that anyone can make it again."""

    command: str
    seed: int
    commit: str
    games: int


class CarriedOver(msgspec.Struct, frozen=True, omit_defaults=True):
    """A later version of the rules that a model was declared good for."""

    version: int
    reason: str
    heuristic: tuple[str, ...] = ()
    """Fingerprints of the heuristic before and after, if only the changed rules led its game another way."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """The head of a model file, before its figures."""

    format: int
    game: str
    version: int
    """Of the game's rules that it was fitted under: a model of other rules is refused."""
    sights: tuple[str, ...]
    factions: tuple[str, ...]
    stages: int
    spread: tuple[tuple[float, ...], ...]
    """By stage and faction: the standard deviation of what the valuation cannot predict."""
    origin: Origin
    doubt: tuple[float, ...] = ()
    """By stage: how much more a lead of one seat over another varies than if nations' fates were independent."""
    carried: tuple[CarriedOver, ...] = ()

    @property
    def serves(self) -> frozenset[int]:
        """The versions of the rules that it is good for."""
        return frozenset((self.version, *(x.version for x in self.carried)))


class Model(NamedTuple):
    """weights[stage][sight]: points to come per faction; bias[stage]: points to come in any case."""

    head: Head
    bias: tuple[tuple[float, ...], ...]
    weights: tuple[Mapping[str, tuple[float, ...]], ...]


def write_model(head: Head, bias: Any, weights: Any) -> bytes:
    """The bytes of a model: its head as one line of JSON, then half-precision figures, packed."""
    figures = [float(x) for stage in range(head.stages) for x in bias[stage]]
    figures += [float(x) for stage in range(head.stages) for row in weights[stage] for x in row]
    limit = 65000.0
    body = struct.pack(f"<{len(figures)}e", *(max(-limit, min(limit, x)) for x in figures))
    return msgspec.json.encode(head) + b"\n" + lzma.compress(body)


def read_head(data: bytes, name: str) -> Head:
    """The head of a model."""
    try:
        return msgspec.json.decode(data.partition(b"\n")[0], type=Head)
    except msgspec.MsgspecError as error:
        raise DataError(f"the model {name} is damaged and cannot be read: {error}") from None


def carry_over(data: bytes, name: str, version: int, reason: str, heuristic: tuple[str, ...] = ()) -> bytes:
    """The same model, declared good for a later version of the rules too."""
    head = read_head(data, name)
    if version in head.serves:
        raise DataError(f"the model {name} already serves version {version}: nothing to carry over")
    if version < head.version:
        raise DataError(
            f"the model {name} was fitted under version {head.version}, which is later than {version}"
        )
    if not reason.strip():
        raise DataError(
            "a model is carried over for a reason: say which change of the rules is too small to matter"
        )
    later = CarriedOver(version, reason.strip(), heuristic)
    head = msgspec.structs.replace(head, carried=(*head.carried, later))
    return msgspec.json.encode(head) + data[data.index(b"\n") :]


def as_fitted(data: bytes, name: str) -> bytes:
    """A model without what it was carried over to: the same figures are the same player."""
    head = msgspec.structs.replace(read_head(data, name), carried=())
    return msgspec.json.encode(head) + data[data.index(b"\n") :]


def read_model(data: bytes, name: str) -> Model:
    """Read a model; a damaged one is refused in one sentence."""
    head = read_head(data, name)
    try:
        body = lzma.decompress(data.partition(b"\n")[2])
        width, height = len(head.factions), len(head.sights)
        count = head.stages * width * (1 + height)
        figures = struct.unpack(f"<{count}e", body)
    except (lzma.LZMAError, struct.error) as error:
        raise DataError(f"the model {name} is damaged and cannot be read: {error}") from None
    if head.format != FORMAT:
        raise DataError(f"the model {name} has format {head.format}, expected {FORMAT}")
    rows = [figures[i : i + width] for i in range(0, count, width)]
    bias = tuple(rows[: head.stages])
    weights = []
    for stage in range(head.stages):
        begin = head.stages + stage * height
        block = zip(head.sights, rows[begin : begin + height], strict=True)
        weights.append({sight: row for sight, row in block if any(row)})
    return Model(head, bias, tuple(weights))


def model_file(game: str) -> Path:
    """Where the package keeps a game's model."""
    return Path(models.__file__).parent / f"{game}{SUFFIX}"


def has_model(game: str) -> bool:
    """Whether a model is shipped for a game; whether it is whole and of these rules is seen when it is loaded."""
    return model_file(game).is_file()


@cache
def load_model(game: str, version: int) -> Model:
    """The model shipped with the package for this version of a game."""
    path = model_file(game)
    if not path.is_file():
        raise DataError(f"there is no trained model for {game}: make one with 'albion train {game}'")
    model = read_model(path.read_bytes(), path.name)
    if model.head.game != game or version not in model.head.serves:
        versions = ", ".join(map(str, sorted(model.head.serves)))
        raise DataError(
            f"the model {path.name} is for {model.head.game} version {versions}, expected {game} "
            f"version {version}: make a new one with 'albion train {game}', or if the rules changed too little to "
            "matter, say so with --carry-over"
        )
    return model


class Valuation:
    """A model over one game: the points every seat may expect in the end."""

    def __init__(self, outlook: Outlook, model: Model) -> None:
        self.outlook = outlook
        self._model = model
        self._seats: dict[tuple[Seat, ...], _Folded] = {}

    def totals(self, s: State) -> dict[Seat, float]:
        """Expected final points by seat; at the end of the game the true ones."""
        if s.outcome is not None:
            return {seat: float(n) for seat, n in s.outcome.scores.items()}
        outlook = self.outlook
        factions = outlook.factions(s)
        folded = self._fold(factions)
        stage = outlook.stage(s)
        seats, bias, weights = folded.seats, folded.bias[stage], folded.weights[stage]
        total = list(bias)
        places = range(len(total))
        for sight, x in outlook.sights(s):
            row = weights.get(sight)
            if row is not None:
                for i in places:
                    total[i] += x * row[i]
        for faction, n in outlook.points(s).items():
            total[folded.place[faction]] += n
        return dict(zip(seats, total, strict=True))

    def chances(self, s: State) -> dict[Seat, float]:
        """The chance of each seat to win: a rough estimate, as if what is not predicted were normal noise."""
        if s.outcome is not None:
            won = s.outcome.winners
            return {seat: (1 / len(won) if seat in won else 0.0) for seat in s.outcome.scores}
        totals, stage = self.totals(s), self.outlook.stage(s)
        spread = self._fold(self.outlook.factions(s)).spread[stage]
        doubt = self._model.head.doubt[stage] if self._model.head.doubt else 1.0
        noise = {seat: doubt * hypot(x, FINEST) for seat, x in zip(totals, spread, strict=True)}
        chances = {seat: _highest(seat, totals, noise) for seat in totals}
        whole = sum(chances.values())
        return {seat: x / whole for seat, x in chances.items()}

    def shares(self, s: State, seat: Seat) -> dict[str, tuple[float, float]]:
        """How much of each sight is on the table, and the points it is expected to bring a seat, less what the others get."""
        factions = self.outlook.factions(s)
        made = dict.fromkeys(factions.values(), 0.0)
        for faction, n in self.outlook.points(s).items():
            made[factions[faction]] += n
        ahead = made[seat] - (sum(made.values()) - made[seat]) / max(1, len(made) - 1)
        found = {MADE: (ahead, ahead)}
        if s.outcome is not None:
            return found
        folded = self._fold(factions)
        weights, mine = folded.weights[self.outlook.stage(s)], folded.seats.index(seat)
        for sight, x in self.outlook.sights(s):
            row = weights.get(sight)
            if row is not None:
                others = (sum(row) - row[mine]) / max(1, len(row) - 1)
                much, worth = found.get(sight, (0.0, 0.0))
                found[sight] = much + x, worth + x * (row[mine] - others)
        return found

    def _fold(self, factions: Mapping[str, Seat]) -> _Folded:
        """The model's figures added up by seat, for this distribution of factions."""
        key = tuple(factions[f] for f in self._model.head.factions)
        found = self._seats.get(key)
        if found is None:
            found = self._seats[key] = _Folded.of(self._model, factions)
        return found


class _Folded(NamedTuple):
    seats: tuple[Seat, ...]
    place: dict[str, int]
    bias: list[tuple[float, ...]]
    weights: list[dict[str, tuple[float, ...]]]
    spread: list[tuple[float, ...]]

    @classmethod
    def of(cls, model: Model, factions: Mapping[str, Seat]) -> _Folded:
        seats = tuple(dict.fromkeys(factions.values()))
        place = {f: seats.index(seat) for f, seat in factions.items()}
        columns = [place[f] for f in model.head.factions]

        def fold(row: tuple[float, ...]) -> tuple[float, ...]:
            total = [0.0] * len(seats)
            for i, x in zip(columns, row, strict=True):
                total[i] += x
            return tuple(total)

        bias = [fold(row) for row in model.bias]
        weights = [{sight: fold(row) for sight, row in stage.items()} for stage in model.weights]
        spread = [tuple(sqrt(x) for x in fold(tuple(y * y for y in row))) for row in model.head.spread]
        return cls(seats, place, bias, weights, spread)


def _highest(seat: Seat, totals: Mapping[Seat, float], noise: Mapping[Seat, float]) -> float:
    """The chance that a seat's total comes out above all others', each with noise of its own."""
    chance = 0.0
    for x, weight in _STRIPS:
        mine = totals[seat] + noise[seat] * x
        for other, theirs in totals.items():
            if other != seat:
                weight *= _normal((mine - theirs) / noise[other])
        chance += weight
    return chance


def _normal(x: float) -> float:
    return 0.5 * (1 + erf(x / sqrt(2)))


_STRIPS = tuple((k / 5, exp(-((k / 5) ** 2) / 2)) for k in range(-20, 21))
"""The normal distribution in strips: where, and how much of it."""
