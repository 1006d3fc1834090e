"""Who I am: names, sessions, recovery codes, passkeys."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from albion.server import requests, responses
from albion.server.clock import iso
from albion.server.errors import unknown
from albion.server.identity import COOKIE, COOKIE_AGE, Identity, Player
from albion.server.names import readable_name
from albion.server.passkeys import ID, Passkeys
from albion.server.store.accounts import PasskeyRow
from albion.server.web import AllTables, Answer, Maybe, Somebody, answers, limited

router = APIRouter(prefix="/api", tags=["identity"])
SessionId = Annotated[requests.Id, Path(description="one of your sessions")]
KeyId = Annotated[str, Path(description="one of your passkeys", pattern=ID)]


def identity_of(request: Request) -> Identity:
    """Who makes and checks tokens."""
    identity: Identity = request.app.state.identity
    return identity


def agent_of(request: Request) -> str:
    """What the asking program calls itself."""
    return "".join(c for c in request.headers.get("user-agent", "") if c.isprintable())


def origin_of(request: Request) -> str:
    """How the asking page reaches this server."""
    return f"{request.url.scheme}://{request.headers.get('host', '')}"


def address_of(request: Request) -> str:
    """Where this server lies, for the player who asks: what a link begins with."""
    return f"{origin_of(request)}{request.app.state.base}"


def signed_in(request: Request, player: Player, answer: Response) -> Response:
    """The answer, with the cookie that proves who it is."""
    token = identity_of(request).token(player.session)
    secure = request.url.scheme == "https"
    path = cookie_path(request)
    answer.set_cookie(
        COOKIE, token, max_age=COOKIE_AGE, path=path, httponly=True, samesite="lax", secure=secure
    )
    return answer


def cookie_path(request: Request) -> str:
    """Where browsers show the cookie: to this server only, not to others on the same host, which may be clubs as well."""
    return request.app.state.base or "/"


def _me(request: Request, player: Player) -> Response:
    token = identity_of(request).token(player.session)
    return signed_in(request, player, Answer(responses.NewMe(player.id, player.name, token)))


@router.get("/me", responses=answers(responses.Me))
async def me(player: Maybe) -> Answer:
    """Who I am."""
    return Answer(responses.Me(player.id, player.name) if player else responses.Me(None, None))


@router.post("/me", responses=answers(responses.NewMe), dependencies=[limited("identities")])
async def name_me(request: Request, tables: AllTables, asked: requests.MyName, player: Maybe) -> Response:
    """Set my name: creates an identity, or renames mine, and everybody at my tables is told."""
    name, identity = readable_name(asked.name), identity_of(request)
    if player is None:
        return _me(request, await identity.new_player(name, agent_of(request)))
    for match in await identity.rename(player, name):
        tables.housekeeping.heard(match)
    return _me(request, player._replace(name=name))


@router.delete("/me", status_code=204, responses=answers(None, status=204))
async def sign_out(request: Request, tables: AllTables, player: Maybe) -> Response:
    """Sign out: the session ends, and its token with it."""
    if player is not None:
        await tables.end_session(player.id, player.session)
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, path=cookie_path(request), httponly=True, samesite="lax")
    return answer


# sessions


@router.get("/me/sessions", responses=answers(responses.SessionList, 401))
async def sessions(tables: AllTables, player: Somebody) -> Answer:
    """Where I am signed in."""
    rows = await tables.sessions.accounts.sessions(player.id)
    told = [
        responses.Session(r.id, iso(r.created), iso(r.seen), iso(r.expires), r.agent, r.id == player.session)
        for r in rows
    ]
    return Answer(responses.SessionList(told))


@router.delete("/me/sessions/{session}", status_code=204, responses=answers(None, 401, 404, status=204))
async def end_session(tables: AllTables, player: Somebody, session: SessionId) -> Response:
    """End one of my sessions, wherever it is."""
    if not await tables.end_session(player.id, session):
        raise unknown("session")
    return Response(status_code=204)


# recovery


@router.post("/me/recovery", responses=answers(responses.Recovery, 401), dependencies=[limited("imports")])
async def new_recovery(request: Request, player: Somebody) -> Answer:
    """A new code and link with which I can sign in on any device; an older one ends."""
    code = await identity_of(request).new_recovery(player.id)
    return Answer(responses.Recovery(code, f"{address_of(request)}/api/recover/{code}"))


@router.post("/recover", responses=answers(responses.NewMe), dependencies=[limited("identities")])
async def recover(request: Request, asked: requests.RecoveryCode) -> Response:
    """Sign in with a recovery code."""
    return _me(request, await identity_of(request).recover(asked.code, agent_of(request)))


_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Albion</title>'
    '<meta name="viewport" content="width=device-width"></head><body><h1>Albion</h1>'
    '<form method="post"><p>Sign in on this device?</p><button>Sign in</button></form></body></html>'
)
_PAGE_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"


@router.get("/recover/{code}", include_in_schema=False)
async def recovery_page(code: str) -> HTMLResponse:
    """What a recovery link shows: nothing happens before somebody presses the button."""
    return HTMLResponse(_PAGE, headers={"content-security-policy": _PAGE_POLICY})


@router.post("/recover/{code}", include_in_schema=False, dependencies=[limited("identities")])
async def recover_here(request: Request, code: str) -> Response:
    """The button was pressed."""
    player = await identity_of(request).recover(code, agent_of(request))
    return signed_in(request, player, RedirectResponse(f"{request.app.state.base}/", status_code=303))


# passkeys


def passkeys_of(request: Request) -> Passkeys:
    """Who makes and checks passkeys."""
    passkeys: Passkeys = request.app.state.passkeys
    return passkeys


@router.post("/me/passkeys/options", responses=answers(responses.PasskeyOptions, 401))
async def passkey_options(request: Request, player: Somebody) -> Answer:
    """What the browser needs to make a passkey."""
    return Answer(responses.PasskeyOptions(*await passkeys_of(request).offer(player, origin_of(request))))


@router.post("/me/passkeys", status_code=201, responses=answers(responses.Passkey, 401, 409, status=201))
async def add_passkey(request: Request, player: Somebody, asked: requests.NewPasskey) -> Answer:
    """Keep the passkey that the browser has made."""
    keys = passkeys_of(request)
    row = await keys.add(player, origin_of(request), asked.state, asked.credential, asked.name)
    return Answer(_passkey(row), status_code=201)


@router.get("/me/passkeys", responses=answers(responses.PasskeyList, 401))
async def passkeys(tables: AllTables, player: Somebody) -> Answer:
    """My passkeys."""
    rows = await tables.sessions.accounts.passkeys(player.id)
    return Answer(responses.PasskeyList([_passkey(row) for row in rows]))


def _passkey(row: PasskeyRow) -> responses.Passkey:
    return responses.Passkey(row.id, row.name, iso(row.created))


@router.delete("/me/passkeys/{key}", status_code=204, responses=answers(None, 401, 404, status=204))
async def forget_passkey(tables: AllTables, player: Somebody, key: KeyId) -> Response:
    """Forget one of my passkeys."""
    if not await tables.sessions.accounts.forget_passkey(player.id, key):
        raise unknown("passkey")
    return Response(status_code=204)


@router.post("/passkey/options", responses=answers(responses.PasskeyOptions))
async def sign_in_options(request: Request) -> Answer:
    """What the browser needs to show a passkey."""
    return Answer(responses.PasskeyOptions(*passkeys_of(request).ask(origin_of(request))))


@router.post("/passkey", responses=answers(responses.NewMe), dependencies=[limited("identities")])
async def sign_in(request: Request, asked: requests.ShownPasskey) -> Response:
    """Sign in with a passkey."""
    player = await passkeys_of(request).player(origin_of(request), asked.state, asked.credential)
    return _me(request, await identity_of(request).sign_in(player, agent_of(request)))
