"""`albion serve`: the table in the browser."""

from __future__ import annotations

import importlib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from albion.engine.errors import DataError


class LogForm(StrEnum):
    """How the log is written."""

    text = "text"
    json = "json"


Host = Annotated[
    str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network join.")
]
Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")]
Data = Annotated[Path | None, typer.Option(help="The folder where matches are kept.")]
Database = Annotated[str | None, typer.Option(help="A PostgreSQL URL to keep matches in instead.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database: Database = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(help="A host name by which others reach this server; can be given several times."),
    ] = None,
    runs: Annotated[
        Path | None, typer.Option(help="A folder of the laboratory's runs: their reports are shown at /lab.")
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(envvar="ALBION_SMTP", help="The mail server: smtp+starttls://user:password@host."),
    ] = None,
    mail_from: Annotated[
        str, typer.Option(envvar="ALBION_MAIL_FROM", help="The sender: 'Albion <club@example.org>'.")
    ] = "",
    notify_private: Annotated[
        bool,
        typer.Option(
            "--notify-private", help="Allow players' notifications to go to addresses in this network."
        ),
    ] = False,
    log: Annotated[LogForm, typer.Option(help="How the log on stderr is written.")] = LogForm.text,
    log_requests: Annotated[
        bool, typer.Option("--log-requests", help="Log every request, one line each.")
    ] = False,
    processes: Annotated[
        int, typer.Option(min=1, max=100, help="How many server processes share the work.")
    ] = 1,
    base_path: Annotated[
        str, typer.Option(help="The path under which a proxy serves Albion, such as /club.")
    ] = "",
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="The address or network of a proxy whose X-Forwarded headers are trusted; this machine is always trusted."
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the lobby in a browser.")
    ] = True,
) -> None:
    """Start the server and open the lobby in the browser."""
    if data is not None and database is not None:
        raise DataError("matches are kept in one place: give --data or --database, not both")
    if runs is not None and not runs.is_dir():
        raise DataError(f"--runs: there is no folder '{runs}'")
    try:
        server = importlib.import_module("albion.server")
    except ModuleNotFoundError as error:
        raise DataError(f"the server cannot start: {error.name} is not installed") from None
    if smtp:
        importlib.import_module("albion.server.mail").Mailer(smtp, mail_from)  # says what is wrong with them
    names = tuple(allowed_host or ())
    server.run(
        host=host,
        port=port,
        data=data,
        database=database,
        browser=browser,
        allowed_hosts=names,
        runs=runs,
        smtp=smtp,
        mail_from=mail_from,
        notify_private=notify_private,
        log=log.value,
        log_requests=log_requests,
        processes=processes,
        base=base_path,
        proxies=("127.0.0.1", "::1", *(proxy or ())),
    )
