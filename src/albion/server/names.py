"""Names others can read: no invisible signs, no letters that look like another alphabet's."""

from __future__ import annotations

import unicodedata

from albion.server.errors import malformed

_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"},)
"""Scripts that people write side by side."""
_MARKS = 2
"""More combining marks than this on one letter pile up over the lines around it."""


def readable_name(text: str) -> str:
    """The name as it is kept, or a refusal."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise malformed("a name has at least one letter or digit")
    if any(_is_invisible(c) for c in name):
        raise malformed("a name has no invisible or private characters")
    if not any(unicodedata.category(c)[0] in "LN" for c in name):
        raise malformed("a name has at least one letter or digit")
    if _piled_up(name):
        raise malformed("a name has no more than two marks on a letter")
    scripts = {_script(c) for c in name if unicodedata.category(c)[0] == "L"} - {"MODIFIER"}
    if len(scripts) > 1 and not any(scripts <= some for some in _TOGETHER):
        raise malformed("a name uses the letters of one alphabet")
    return name


def _is_invisible(c: str) -> bool:
    # Hangul fillers and the Braille blank count as letters or signs, but show nothing.
    kind = unicodedata.category(c)
    return (
        kind[0] == "C"
        or kind in ("Zl", "Zp")
        or (kind == "Zs" and c != " ")
        or c in "\u115f\u1160\u3164\uffa0\u2800"
    )


def _piled_up(name: str) -> bool:
    marks = 0
    for c in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks > _MARKS:
            return True
    return False


def _script(letter: str) -> str:
    """The alphabet of a letter: the first word of its name, such as LATIN; other styles of it count apart."""
    return unicodedata.name(letter, "UNKNOWN").split()[0].split("-")[0]
