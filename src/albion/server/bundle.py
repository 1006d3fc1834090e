"""Joins the page's modules, and its style sheets, so that a first visit needs a dozen requests instead of sixty.

The files are valid as they are: any server could send them one by one. Joining needs no tool on the user's machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

_STYLE = re.compile(r'@import "([^"]+)";\n')
_URL = re.compile(r"url\((?!data:|#)([^)]+)\)")
_IMPORT = re.compile(r'^import\s*(?:([\w$]+)|\{([^}]*)\})\s*from\s*"([^"]+)";', re.MULTILINE)
_JSON = re.compile(r'^import ([\w$]+) from "([^"]+\.json)" with \{ type: "json" \};', re.MULTILINE)
_PASSED_ON = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"([^"]+)";', re.MULTILINE)
_DECLARED = re.compile(r"^export (?:async )?(?:function\*?|const|class) ([\w$]+)", re.MULTILINE)
_DEFAULT = re.compile(r"export default ")
_LISTED = re.compile(r"\bexport\s*\{([^}]*)\};?")
_CHANGED = re.compile(r"\bexport let\b")
_LATER = re.compile(r'\bimport\("([^"]+)"\)')
_REMARK = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_CAST = re.compile(r"/\*\* @(?:type|param) (?:(?!\*/).)*\*/ ?", re.DOTALL)
"""Types said in the middle of a line."""
_SAID = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
"""Means nothing: the page writes no text that begins with it."""
_HERE = "import.meta.url"
LATER = {"later.js": "app.js"}
"""What is fetched when it is needed, and what is there by then: it holds the modules that both import."""


class BundleError(Exception):
    """A file of the page uses what the joiner does not know."""


def joined(entry: Path, folder: Path) -> bytes:
    """A style sheet or module together with all it imports."""
    join_kind = {".css": _styles, ".js": _modules}[entry.suffix]
    return join_kind(entry.relative_to(folder).as_posix(), folder).encode()


def _styles(name: str, folder: Path) -> str:
    """A sheet with its imports, and theirs, put in; addresses in them count from where the first sheet lies."""
    return _sheet(name, folder, dirname(name))


def _sheet(name: str, folder: Path, base: str) -> str:
    text = (folder / name).read_text(encoding="utf-8")
    text = _URL.sub(lambda url: f"url({relpath(join(dirname(name), url[1]), base or '.')})", text)
    return _STYLE.sub(lambda match: _sheet(normpath(join(dirname(name), match[1])), folder, base), text)


def _modules(entry: str, folder: Path) -> str:
    """Each module becomes a function that gives back what it exports, in the order in which they need each other."""
    there = _Joiner(folder)
    base = LATER.get(entry)
    if base is not None:
        there.add(base)
    own = _Joiner(folder, there.numbers)
    own.add(entry)
    taken = ", ".join(f"m{n}" for n in sorted(own.taken))
    return (f'import {{ {taken} }} from "./{base}";\n' if taken else "") + "".join(own.parts)


class _Joiner:
    """Modules under numbers; those that are `there` already are only referred to."""

    def __init__(self, folder: Path, there: Mapping[str, int] | None = None) -> None:
        self._folder = folder
        self._there = dict(there or {})
        self.numbers = dict(self._there)
        self._exported: dict[str, list[str]] = {}
        self.parts: list[str] = []
        self.taken: set[int] = set()

    def add(self, entry: str) -> None:
        """An entry and all it needs; what it exports, the joined file exports too."""
        number = self._number(entry, ())
        if names := self._exported[entry]:
            self.parts.append(f"export const {{ {', '.join(names)} }} = m{number};\n")

    def _number(self, name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise BundleError(f"modules import each other in a circle: {' > '.join((*above, name))}")
        if name in self._there:
            self.taken.add(self._there[name])
        elif name not in self.numbers:
            body, self._exported[name] = _body(name, self._folder, lambda n: self._number(n, (*above, name)))
            number = self.numbers[name] = len(self.numbers)
            call = "(() =>" if above else "await (async () =>"
            self.parts.append(f"export const m{number} = {call} {{ // {name}\n{body}\n}})();\n")
        return self.numbers[name]


def _body(name: str, folder: Path, number_of: Callable[[str], int]) -> tuple[str, list[str]]:
    """A module's text as the body of a function, imports taken from other modules, exports given back; and their names."""
    text = (folder / name).read_text(encoding="utf-8")
    if found := _CHANGED.search(text):
        raise BundleError(f"{name}: '{found[0]}' cannot be joined; export a const and import by name")
    given: list[str] = []

    def module(address: str) -> str:
        return f"m{number_of(normpath(join(dirname(name), address)))}"

    def taken(match: re.Match[str]) -> str:
        names = f"default: {match[1]}" if match[1] else match[2].replace(" as ", ": ")
        return f"const {{ {names.strip()} }} = {module(match[3])};"

    def passed_on(match: re.Match[str]) -> str:
        source = module(match[2])
        given.extend(f"{new}: {source}.{old}" for old, new in _names(match[1]))
        return ""

    def listed(match: re.Match[str]) -> str:
        given.extend(f"{new}: {old}" for old, new in _names(match[1]))
        return ""

    def inlined(match: re.Match[str]) -> str:
        data = json.loads((folder / normpath(join(dirname(name), match[2]))).read_text(encoding="utf-8"))
        return f"const {match[1]} = {json.dumps(data, ensure_ascii=False, separators=(',', ':'))};"

    text = _INDENT.sub("", _SAID.sub("", _CAST.sub("", _REMARK.sub("", text))))
    text = _IMPORT.sub(taken, _JSON.sub(inlined, text))
    text = _PASSED_ON.sub(passed_on, text)
    given.extend(_DECLARED.findall(text))
    text = re.sub(r"^export (?=async |function|const|class)", "", text, flags=re.MULTILINE)
    if _DEFAULT.search(text):
        text = _DEFAULT.sub("const standard = ", text)
        given.append("default: standard")
    text = _LISTED.sub(listed, text)
    text = _LATER.sub(lambda found: f'import("./{normpath(join(dirname(name), found[1]))}")', text)
    text = text.replace(_HERE, f'new URL("{name}", {_HERE}).href')
    names = [part.partition(":")[0] for part in given]
    return f"{text.rstrip()}\nreturn {{ {', '.join(given)} }};", names


def _names(listing: str) -> list[tuple[str, str]]:
    """The names in braces, each with the name it goes by outside."""
    pairs = [part.split(" as ") for part in listing.split(",") if part.strip()]
    return [(pair[0].strip(), pair[-1].strip()) for pair in pairs]
