"""The outlooks of the games that the search can play."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from albion.bots.search.outlook import Outlook
from albion.engine.errors import DataError
from albion.engine.game import Game


def _redux_core() -> Outlook:
    from albion.bots.search.britannia import BritanniaOutlook
    from albion.games.redux_core.steady import Steady

    return BritanniaOutlook("redux-core", 10, Steady)


def _redux_leaders() -> Outlook:
    from albion.bots.search.britannia import BritanniaOutlook
    from albion.games.redux_leaders.steady import Steady

    return BritanniaOutlook("redux-leaders", 10, Steady)


def _britannia_2005() -> Outlook:
    from albion.bots.search.britannia_2005 import Britannia2005Outlook

    return Britannia2005Outlook()


def _boudicca() -> Outlook:
    from albion.bots.search.boudicca import BoudiccaOutlook

    return BoudiccaOutlook()


def _domesday() -> Outlook:
    from albion.bots.search.domesday import DomesdayOutlook

    return DomesdayOutlook()


OUTLOOKS: dict[str, Callable[[], Outlook]] = {
    "redux-core": _redux_core,
    "redux-leaders": _redux_leaders,
    "britannia-2005": _britannia_2005,
    "boudicca": _boudicca,
    "domesday": _domesday,
}
"""Created when first needed, so that no other game's bot is loaded."""


@cache
def _made(game: str) -> Outlook:
    return OUTLOOKS[game]()


def outlook_of(game: Game[Any]) -> Outlook:
    """The outlook of this game; a game that the search cannot play is refused."""
    if game.id not in OUTLOOKS:
        raise DataError(f"there is no search for {game.id}: expected one of {', '.join(OUTLOOKS)}")
    return _made(game.id)
