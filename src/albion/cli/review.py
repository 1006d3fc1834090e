"""`albion review`: a match reviewed in one HTML file that needs no server."""

from __future__ import annotations

import base64
import html
import re
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from albion.cli.files import check_target, load_record, write_text
from albion.cli.parameters import Json, Tables
from albion.cli.screen import print_plain
from albion.engine.record import verify_record
from albion.review import Review, review_of
from albion.server.bundle import joined
from albion.server.static import WEB

File = Annotated[Path, typer.Argument(metavar="RECORD", help="A match record.")]
Out = Annotated[
    Path | None, typer.Option("--out", help="The page to write; by default the record's name with .html.")
]
_OWN = "<!doctype html>\n<!-- albion review"
_FONT = re.compile(r"url\(([^)]+\.woff2)\)")


def review(file: File, out: Out = None, data: Tables = None, json: Json = False) -> None:
    """Write a review of a recorded match as one HTML file: points, luck, turning points, chronicle."""
    target = out or file.with_suffix(".html")
    if not json:
        check_target(target, _OWN)
    record = load_record(file, data)
    found = review_of(verify_record(record), record.names)
    if json:
        print_plain(msgspec.json.encode(found).decode())
        return
    write_text(target, page(found), own=_OWN)
    print_plain(f"Wrote {target}: open it in a browser.")


def page(review: Review) -> str:
    """The review's page with everything it needs in it: code, styles, fonts, board and figures."""
    text = (WEB / "review.html").read_text(encoding="utf-8")
    styles = _FONT.sub(_embedded, joined(WEB / "review.css", WEB).decode())
    picture = (WEB / "boards" / f"{review.board}.svg").read_text(encoding="utf-8")
    carried = {
        "review-data": msgspec.json.encode(review).decode(),
        "board-picture": msgspec.json.encode(picture[picture.index("<svg") :]).decode(),
        "board-places": (WEB / "boards" / f"{review.board}.json").read_text(encoding="utf-8"),
    }
    parts = "".join(
        f'<script type="application/json" id="{id}">{_data(content)}</script>\n'
        for id, content in carried.items()
    )
    code = _safe(joined(WEB / "review.js", WEB).decode())
    text = text.replace("<!doctype html>", f"{_OWN} of {html.escape(review.title)} -->", 1)
    text = text.replace(
        '<link rel="stylesheet" href="/review.css" />', f"<style>\n{styles}</style>\n{parts}", 1
    )
    return text.replace(
        '<script type="module" src="/review.js"></script>', f'<script type="module">\n{code}</script>', 1
    )


def _embedded(font: re.Match[str]) -> str:
    return f"url(data:font/woff2;base64,{base64.b64encode((WEB / font[1]).read_bytes()).decode()})"


def _data(json: str) -> str:
    """JSON that is nothing but that to a browser, whatever players are called: `<!--<script>` would swallow what follows."""
    return json.replace("<", "\\u003c")


def _safe(text: str) -> str:
    """Text that cannot end the element it is in."""
    return text.replace("</", "<\\/")
