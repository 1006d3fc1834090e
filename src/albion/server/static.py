"""The browser's files: compressed, cached by their content, and the one page for every address of the table."""

from __future__ import annotations

import gzip
import mimetypes
import os
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import brotli
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from albion.server.bundle import LATER, joined
from albion.server.catalogue import Played
from albion.server.errors import unknown
from albion.server.identity import COOKIE
from albion.server.shelf import Shelf

WEB = Path(__file__).parent.parent / "web"
_EDITION = "/edition-"
"""Below such an address lies the folder as it is now: browsers keep it for good, what changes gets another address."""
_JOINED = ("app.js", *LATER, "page.css", "review.js", "review.css")
"""What the pages name: each is sent together with all it imports."""
_PAGES = ("index.html", "review.html")
"""The page of the table, and that of reviews, whose charts nobody else need load."""
_MATCH = re.compile(r"/match/([\w-]+)", re.ASCII)
_TEXTS = ("text/", "application/json", "image/svg+xml", "application/manifest+json")
_WORTH_PACKING = 500
_LONGEST = 1000
"""No address of a file is longer."""
_BEST = 11
"""How hard files are packed, which takes half a second for the longest, once; what is made for one request is packed more quickly."""
_ENCODINGS = ("br", "gzip")
"""Best first; browsers take the first over https and from this machine only."""
_KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'"
)
_HOST = re.compile(r"[\w.:\[\]-]{1,255}", re.ASCII)


class File(NamedTuple):
    """A file as it is sent."""

    body: bytes
    kind: str
    etag: str

    @classmethod
    def of(cls, body: bytes, kind: str) -> File:
        """A file with this content."""
        return cls(body, kind, f'"{sha256(body).hexdigest()[:20]}"')


class Static:
    """Serves a folder; the caller has sent everything below /api elsewhere."""

    def __init__(
        self,
        folder: Path = WEB,
        base: str = "",
        played: Callable[[str, str | None], Awaitable[Played | None]] | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self._folder = folder.resolve()
        self._base = base
        """Where on its host the server lies."""
        self._played = played
        """What a match is played with, if that is known without looking it up, and for the holder of this cookie no secret."""
        self._edition = self._seen()
        self._shelf = shelf
        self._ready: dict[str, bytes] = {}
        """Files packed beforehand, by their tags."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        await self._answer(request, await self._ahead(request))(scope, receive, send)

    def _answer(self, request: Request, ahead: list[str]) -> Response:
        if request.method not in ("GET", "HEAD"):
            return Response("this address is read-only", 405, {"allow": "GET, HEAD"}, "text/plain")
        address = request.url.path
        lasting = address.startswith(self._edition)
        if address.startswith(_EDITION):
            address = address.removeprefix("/").partition("/")[2]
            if address in LATER and not request.url.path.startswith(
                self._seen()
            ):  # it fits its own edition only
                raise unknown("address")
        path = self._find(address)
        file = _read(path, path.stat().st_mtime_ns)
        if path.parent == self._folder and path.name in _JOINED:
            file = _whole(path, self._folder, self._edition if lasting else self._seen())
        headers: dict[str, str] = {}
        if path.name in _PAGES:
            self._edition = self._seen()
            file = _placed(file, self._edition, self._base)
            headers = {"content-security-policy": _policy(request), **self._links(ahead)}
            lasting = False
        headers["etag"] = file.etag
        headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        if request.headers.get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.kind.startswith(_TEXTS):
            body, more = packed(body, request, ready=self._ready.get(file.etag))
            headers |= more
        return Response(body, headers=headers, media_type=file.kind)

    def packing(self) -> Iterator[Callable[[], object]]:
        """The pieces of work that have ready what the first visitor would wait for: large texts take up to half a second each."""
        for entry in filter(lambda name: (self._folder / name).is_file(), _JOINED):
            yield partial(self._pack, self._folder / entry)
        for kind in ("svg", "json"):
            for board in sorted(self._folder.glob(f"boards/*.{kind}")):
                yield partial(self._pack, board)
        if self._shelf is not None:
            yield self._shelf.tidy

    def _pack(self, path: Path) -> None:
        """Compress a file in advance, for most browsers."""
        file = _read(path, path.stat().st_mtime_ns)
        if path.parent == self._folder:
            file = _whole(path, self._folder, self._seen())
        best = partial(_packed, encoding=_ENCODINGS[0])
        self._ready[file.etag] = (
            best(file.body) if self._shelf is None else self._shelf.packed(file.body, best)
        )

    def _find(self, address: str) -> Path:
        """The file at an address; an address without a file ending is one of the page's own."""
        name = address.lstrip("/")
        path = self._folder / ("review.html" if name.startswith("review/") else "index.html")
        if len(name) > _LONGEST:
            raise unknown("address")
        if "." in name.rpartition("/")[2] and "\0" not in name:
            path = (self._folder / name).resolve()
        try:
            found = path.is_relative_to(self._folder) and path.is_file() and path.suffix != ".py"
        except OSError:  # a name longer than any file's
            found = False
        if not found:
            raise unknown("address")
        return path

    def _seen(self) -> str:
        """An address that identifies the folder's present contents."""
        state = repr(sorted(_files(self._folder)))
        return f"{_EDITION}{sha256(state.encode()).hexdigest()[:12]}/"

    async def _ahead(self, request: Request) -> list[str]:
        """What a match's page needs first, so that the browser can request it while still reading the page."""
        match = _MATCH.fullmatch(request.url.path)
        if match is None or "watch" in request.query_params:
            return []
        wanted = [f"/api/matches/{match[1]}/opening"]
        played = None if self._played is None else await self._played(match[1], request.cookies.get(COOKIE))
        if played is not None:
            board = f"{self._edition}boards/{played.board}"
            wanted += [f"/api/games/{played.game}/table", f"{board}.svg", f"{board}.json"]
        return wanted

    def _links(self, wanted: list[str]) -> dict[str, str]:
        if not wanted:
            return {}
        # The script and the style first: a browser asks for six files at once, and nothing is shown without these.
        links = [f"<{self._base}{self._edition}app.js>; rel=modulepreload"]
        links += [f"<{self._base}{self._edition}page.css>; rel=preload; as=style"]
        links += [f"<{self._base}{address}>; rel=preload; as=fetch; crossorigin" for address in wanted]
        return {"link": ", ".join(links)}


def _files(folder: str | Path) -> Iterator[tuple[str, int, int]]:
    """Every file below a folder with its size and when it was changed."""
    with os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir():
                yield from _files(entry.path)
            else:
                seen = entry.stat()
                yield entry.path, seen.st_size, seen.st_mtime_ns


def _policy(request: Request) -> str:
    """What the page may load and talk to: this server only; older browsers need its socket named."""
    host = request.headers.get("host", "")
    return f"{_POLICY} ws://{host} wss://{host}" if _HOST.fullmatch(host) else _POLICY


@lru_cache(maxsize=8)
def _placed(page: File, edition: str, base: str) -> File:
    """The page with the addresses of its files in the present edition, told where the server lies."""
    body = page.body.replace(b'="/', f'="{base}{edition}'.encode())
    if base:
        body = body.replace(b"<html ", f'<html data-base="{base}" '.encode(), 1)
    return File.of(body, page.kind)


@lru_cache(maxsize=8)
def _whole(entry: Path, folder: Path, edition: str) -> File:
    """An entry with all it imports, joined again when the folder changes."""
    return File.of(joined(entry, folder), _KINDS.get(entry.suffix, "text/css"))


@lru_cache(maxsize=512)
def _read(path: Path, changed: int) -> File:
    """A file; read again when it changes."""
    kind = _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File.of(path.read_bytes(), kind)


def packed(
    body: bytes, request: Request, quality: int = _BEST, ready: bytes | None = None
) -> tuple[bytes, dict[str, str]]:
    """A text as the asker can unpack it, and the headers that say so; `ready`: as it was packed best."""
    if len(body) <= _WORTH_PACKING:
        return body, {}
    encoding = encoding_for(request)
    if encoding is None:
        return body, {"vary": "accept-encoding"}
    made = ready if ready is not None and encoding == _ENCODINGS[0] else _packed(body, encoding, quality)
    return made, {"vary": "accept-encoding", "content-encoding": encoding}


def encoding_for(request: Request) -> str | None:
    """How texts are packed best for the asker; None: not at all."""
    accepted = request.headers.get("accept-encoding", "")
    return next((name for name in _ENCODINGS if name in accepted), None)


@lru_cache(maxsize=1024)
def _packed(body: bytes, encoding: str, quality: int = _BEST) -> bytes:
    """A text as it is sent."""
    return brotli.compress(body, quality=quality) if encoding == "br" else gzip.compress(body, 9, mtime=0)
