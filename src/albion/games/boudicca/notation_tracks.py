"""The entries of a position that are not counters: turn and Impulse, cards, revolts, sacked places, bridges, flags."""

from __future__ import annotations

from collections import Counter

from albion.engine.errors import DataError
from albion.games.boudicca.roster import SIDES
from albion.games.boudicca.s06_stacking import horde_markers, legion_markers
from albion.games.boudicca.s09_towns import enemy_place
from albion.games.boudicca.state import (
    DEAD,
    DISPLACED,
    FOUGHT,
    ISCA,
    MONA,
    NEVER,
    SACKER,
    SPENT,
    BoudiccaState,
)
from albion.kernels.hex import ends

FLAGS = ("final", "passed", "won-major", "ii-tried", "germania", "card-waits", "druid-fell")
MEMORY_MARKS = {"fought": FOUGHT, "sackers": SACKER, "spent": SPENT, "displaced": DISPLACED}
MEMORY = ("moved", "tried", "arrived", *MEMORY_MARKS)
PLACES = {"mona": MONA, "isca": ISCA, "eliminated": DEAD}


def _number(key: str, text: str, low: int, high: int) -> int:
    if not text.isdigit() or not low <= int(text) <= high:
        raise DataError(f"{key}: expected a number from {low} to {high}, found '{text}'")
    return int(text)


def _words(text: str) -> list[str]:
    return [w.strip() for w in text.split(",") if w.strip()]


def set_track(s: BoudiccaState, key: str, text: str) -> None:
    """Set one such entry; a DataError if there is none of that name."""
    what, _, side = key.partition("-")
    if key == "turn":
        s.turn = _number(key, text, 1, s.rules.data.sequence.sequence.turns)
    elif key == "impulse":
        number, _, who = text.partition(" ")
        if who not in SIDES:
            raise DataError(f"impulse: expected a number and a side, as '5 romans', found '{text}'")
        _begin(s, _number(key, number, 1, NEVER - 1))
        s.phasing, s.phase = who, "operations"
    elif key in ("ap", "cards"):
        setattr(s, key, _number(key, text, 0, 99))
    elif what in ("hand", "deck", "played") and side in SIDES:
        _cards(s, what, side, _words(text))
    elif key == "drawn":
        s.drawn = tuple(_words(text))
    elif key in ("revolt", "sacked", "bridges", "flags"):
        for word in _words(text):
            _SETTERS[key](s, word)
    else:
        raise DataError(
            f"'{key}' is not an entry of a position of boudicca: expected a hex, {', '.join(_KEYS)}"
        )


def _begin(s: BoudiccaState, impulse: int) -> None:
    """Number the Impulse; what was said to have happened in it stays so, in whatever order it is written."""
    for kept in (s.moved, s.tried, s.arrived):
        kept[:] = [impulse if n == s.impulse else n for n in kept]
    s.ready[:] = [impulse + 1 if n == s.impulse + 1 else n for n in s.ready]
    s.impulse = impulse


_KEYS = (
    "turn", "impulse", "ap", "cards", "hand-SIDE", "deck-SIDE", "played-SIDE", "drawn", "revolt", "sacked",
    "bridges", "flags", *MEMORY, *PLACES,
)  # fmt: skip


def _cards(s: BoudiccaState, what: str, side: str, cards: list[str]) -> None:
    held = {"hand": s.hands, "deck": s.decks, "played": s.spent}
    for card in cards:
        _known_card(s, f"{what}-{side}", side, card)
    keep = what != "hand" or s.options.solitaire
    held[what][side] = tuple(cards if keep else sorted(cards))
    # What is named nowhere lies in the deck, so that the whole deck is always there.
    named = Counter((*s.hands[side], *s.spent[side], *(s.decks[side] if what == "deck" else ())))
    left = Counter(s.rules.decks[side])
    left.subtract(named)
    if min(left.values()) < 0:
        too_many = next(c for c, n in left.items() if n < 0)
        raise DataError(f"{what}-{side}: there are not so many cards {too_many}")
    # A deck that was named before keeps its order.
    top = list(cards) if what == "deck" else [c for c in s.decks[side] if _took(left, c)]
    rest = [c for c in dict.fromkeys(s.rules.decks[side]) for _ in range(left[c])]
    s.decks[side] = (*top, *rest)


def _took(left: Counter[str], card: str) -> bool:
    """Take a card from those left, if there is one."""
    if left[card] < 1:
        return False
    left[card] -= 1
    return True


def _known_card(s: BoudiccaState, key: str, side: str, card: str) -> None:
    if card not in s.rules.decks[side]:
        kinds = ", ".join(dict.fromkeys(s.rules.decks[side]))
        raise DataError(f"{key}: '{card}' is not a card of the {side}: expected {kinds}")


def _revolt(s: BoudiccaState, word: str) -> None:
    if word not in s.rules.tribes:
        raise DataError(f"revolt: '{word}' is not a tribe: expected one of {', '.join(s.rules.tribes)}")
    s.revolted = tuple(sorted({*s.revolted, word}))


def _sacked(s: BoudiccaState, word: str) -> None:
    h, _, by = word.partition(" ")
    if not h.isdigit() or int(h) not in s.rules.board.places or by not in (*SIDES, "both"):
        raise DataError(f"sacked: expected a place and romans, britons or both, found '{word}'")
    for side in SIDES if by == "both" else (by,):
        if not enemy_place(s, side, int(h)):
            raise DataError(
                f"sacked: {s.rules.board.names[int(h)]} is not a place that {side.title()} can sack"
            )
    s.sacked[int(h)] = by


def _bridge(s: BoudiccaState, word: str) -> None:
    side, _, how = word.partition(" ")
    ends(side)
    if side not in s.rules.board.rivers or how not in ("built", "destroyed"):
        raise DataError(f"bridges: expected a river hexside and built or destroyed, found '{word}'")
    if (how == "destroyed") != (side in s.rules.board.bridges):
        raise DataError(f"bridges: {side} has {'no' if how == 'destroyed' else 'a'} bridge on the map")
    s.span(side, how)


def _flag(s: BoudiccaState, word: str) -> None:
    if word not in FLAGS:
        raise DataError(f"flags: '{word}' is unknown: expected one of {', '.join(FLAGS)}")
    if word == "passed":
        s.passes = 1
    elif word == "druid-fell":
        s.druids_fell += 1
    else:
        name = {"won-major": "won_major", "ii-tried": "ii_tried", "card-waits": "waiting_card"}.get(
            word, word
        )
        setattr(s, name, True)


_SETTERS = {"revolt": _revolt, "sacked": _sacked, "bridges": _bridge, "flags": _flag}


def track(s: BoudiccaState, key: str) -> str:
    """The text of one such entry, or of one that can only be read."""
    what, _, side = key.partition("-")
    held = {"hand": s.hands, "deck": s.decks, "played": s.spent}
    if what in held and side in SIDES:
        cards = held[what][side]
        return ", ".join(sorted(cards) if what != "deck" else cards)
    flags = {
        "final": s.final, "passed": s.passes > 0, "won-major": s.won_major, "ii-tried": s.ii_tried,
        "germania": s.germania, "card-waits": s.waiting_card, "druid-fell": s.druids_fell,
    }  # fmt: skip
    texts = {
        "turn": str(s.turn),
        "impulse": f"{s.impulse} {s.phasing}",
        "ap": str(s.ap),
        "cards": str(s.cards),
        "mp": f"{s.mp / 2:g}",
        "drawn": ", ".join(s.drawn),
        "revolt": ", ".join(s.revolted),
        "sacked": ", ".join(f"{h} {by}" for h, by in sorted(s.sacked.items())),
        "bridges": ", ".join(f"{side} {how}" for side, how in sorted(s.spans.items())),
        "flags": ", ".join(sorted(name for name, times in flags.items() for _ in range(times))),
        "phase": s.phase,
        "hordes": ", ".join(str(h) for h in horde_markers(s)),
        "legions": ", ".join(f"{legion} {h}" for legion, h in legion_markers(s).items()),
    }
    if key not in texts:
        raise DataError(
            f"'{key}' is not an entry of a position of boudicca: expected a hex, {', '.join(_KEYS)}"
        )
    return texts[key]
