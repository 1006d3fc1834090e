"""Whatever text comes in, the answer is a value or one sentence; nothing else is ever raised."""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from albion.engine.action import parse_action
from albion.engine.errors import AlbionError, DataError
from albion.engine.match import Match
from albion.engine.options import parse_options
from albion.engine.record import _digest, read_record, record_of, verify_record, write_record
from support.tiny import TINY, TinyOptions, tiny

MATCH = Match(TINY, TinyOptions(), 8)
while MATCH.decision is not None:
    MATCH.play(MATCH.decision.seat, MATCH.decision.actions[0])
LINES = write_record(record_of(MATCH)).splitlines()


def signed(lines: list[str]) -> str:
    body = "\n".join(lines)
    return f"{body}\nend: {len(lines) - 7} actions, sha256 {_digest(body)}\n"


@settings(deadline=None)
@given(st.text())
def test_any_text_is_an_action_or_a_sentence(text: str) -> None:
    with contextlib.suppress(AlbionError):
        assert str(parse_action(text, TINY.verbs(TinyOptions())))


@settings(deadline=None)
@given(st.text(alphabet="abcdefghilmnoprsty=, 0123456789-²٣"))
def test_any_text_is_an_option_set_or_a_sentence(text: str) -> None:
    with contextlib.suppress(DataError):
        assert isinstance(parse_options(TinyOptions, text), TinyOptions)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(LINES) - 2), st.text(max_size=40))
def test_any_changed_line_under_a_fitting_seal_is_read_or_refused(n: int, text: str) -> None:
    lines = LINES[:-1]
    lines[n] = text
    with contextlib.suppress(AlbionError):
        verify_record(read_record(signed(lines), tiny))


@settings(max_examples=60, deadline=None)
@given(st.permutations(LINES[7:-1]))
def test_reordered_actions_are_noticed_or_make_no_difference(actions: list[str]) -> None:
    forged = signed([*LINES[:7], *actions])
    try:
        match = verify_record(read_record(forged, tiny))
    except AlbionError:
        return

    assert [f"{s}: {a}" for s, a in zip(match.answered, match.actions, strict=True)] == [
        line.split("  #")[0] for line in actions
    ]
