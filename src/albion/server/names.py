"""Names that others can read: no invisible characters, no letters that look like another alphabet's."""

from __future__ import annotations

import unicodedata

from albion.server.errors import RequestError, malformed

LONGEST = 40
"""Characters in a name."""

_TOGETHER = ({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"},)
"""Scripts that people write side by side."""
_STYLES = ("<font>", "<wide>", "<circle>", "<square>", "<super>", "<sub>")
"""How signs are marked that are another sign in bold, full width, a circle and so on."""
_MARKS = 2
"""More combining marks than this on one letter pile up over the lines around it."""
_MARKS_IN_TEXTS = 4
"""Talk and titles may be in a script that needs more of them than a name does."""


def readable_name(text: str) -> str:
    """The name as it is kept, or a refusal."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise malformed("a name needs at least one letter or digit")
    if any(_is_invisible(c) for c in name):
        raise malformed("a name cannot contain invisible or private characters")
    if not any(unicodedata.category(c)[0] in "LN" for c in name):
        raise malformed("a name needs at least one letter or digit")
    if any(unicodedata.decomposition(c).startswith(_STYLES) or _is_small_capital(c) for c in name):
        raise malformed("a name must use plain letters, not styled ones")
    if _piled_up(name):
        raise malformed("a name cannot have more than two marks on a letter")
    scripts = {_script(c) for c in name if unicodedata.category(c)[0] == "L"} - {"MODIFIER"}
    if len(scripts) > 1 and not any(scripts <= some for some in _TOGETHER):
        raise malformed("a name must use the letters of one alphabet")
    return name


def recorded_name(text: str) -> str:
    """The name that a record gives a player, or '' for one that nobody could have here: anybody may have written the record."""
    if len(text) > LONGEST:
        return ""
    try:
        return readable_name(text)
    except RequestError:
        return ""


_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
"""Fillers, joiners and the Braille blank count as letters, marks or signs, but show nothing."""


def visible_title(text: str) -> str:
    """A title without blanks around it; '' if there is nothing in it to be seen."""
    title = unpiled(text.strip())
    seen = (c for c in title if not _is_invisible(c) and unicodedata.category(c)[0] in "LNPS")
    return title if any(seen) else ""


def unpiled(text: str) -> str:
    """A text without the marks that pile up over the lines around it; no script puts more than a few on one letter."""
    kept, marks = [], 0
    for c in text:
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if marks <= _MARKS_IN_TEXTS:
            kept.append(c)
    return "".join(kept)


_LOOKS = {
    "l": "i1|!ıɩⲓᏞᎥꓡꓲ",
    "a": "аαɑⲁᎪꓮ",
    "b": "вβⲃᏴᏏꓐ",
    "c": "сϲⲥᏟꓚ",
    "d": "ԁᎠᏧꓓ",
    "e": "еεєⲉᎬꓰ",
    "f": "ꓝ",
    "g": "ɡցᏀꓖ",
    "h": "нһհⲏᎻᏂꓧ",
    "j": "јϳյᎫꓙ",
    "k": "кκⲕᏦꓗ",
    "m": "мⲙᎷꓟ",
    "n": "ոⲛꓠ",
    "o": "0оοօⲟꓳ",
    "p": "рρⲣᏢꓑ",
    "q": "ԛզ",
    "r": "ᎡᏒꓣ",
    "s": "ѕᏚᏕꓢ",
    "t": "тτⲧᎢꓔ",
    "u": "սꓴ",
    "v": "Ꮩꓦ",
    "w": "ԝωᏔᎳꓪ",
    "x": "хχⲭꓫ",
    "y": "уγⲩᎩᎽꓬ",
    "z": "ζᏃꓜ",
}
"""What looks like each of these letters, in the same alphabet or in another: Cyrillic, Greek, Armenian, Coptic, Cherokee, Lisu."""
_SMALL, _LARGE = (
    {"n": "η", "v": "ν", "u": "υμ", "l": "іιӏ"},
    {"h": "η", "n": "ν", "y": "υ", "m": "μ", "l": "іιӏ"},
)
"""What does so only as a small letter, or only as a capital."""
_TABLES = [
    {ord(sign): letter for looks in (_LOOKS, more) for letter, signs in looks.items() for sign in signs}
    for more in (_SMALL, _LARGE)
]


def alike(one: str, other: str) -> bool:
    """Whether two names look the same at a glance."""
    return not _glances(one).isdisjoint(_glances(other))


def _glances(name: str) -> set[str]:
    """The plain texts that a name could be mistaken for."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    plain = ("".join(c for c in folded.translate(table) if c.isalnum()) for table in _TABLES)
    return {text.replace("rn", "m").replace("vv", "w") for text in plain}


def _is_invisible(c: str) -> bool:
    kind = unicodedata.category(c)
    chooses_a_form = "\ufe00" <= c <= "\ufe0f" or "\U000e0100" <= c <= "\U000e01ef"
    return (
        kind[0] == "C" or kind in ("Zl", "Zp") or (kind == "Zs" and c != " ") or c in _BLANK or chooses_a_form
    )


def _is_small_capital(c: str) -> bool:
    """Whether it is a capital drawn small, which no alphabet has."""
    return "SMALL CAPITAL" in unicodedata.name(c, "")


def _piled_up(name: str) -> bool:
    marks = 0
    for c in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(c)[0] == "M" else 0
        if marks > _MARKS:
            return True
    return False


def _script(letter: str) -> str:
    """The alphabet of a letter: the first word of its name, such as LATIN; other styles of it count apart."""
    return unicodedata.name(letter, "UNKNOWN").split()[0].split("-")[0]
