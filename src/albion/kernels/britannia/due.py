"""When each answer of the reduX games has its time: the clauses that refuse it at any other moment."""

from __future__ import annotations

from collections.abc import Mapping

from albion.engine.cite import Cite, cite

OTHER_PHASES = frozenset({"place", "remove", "fight", "retreat"})
"""What is done in another phase than Movement."""
LATER_PHASES = frozenset({"from", "to", "send", "march-on", "fight", "lose", "retreat", "withdraw"})
"""What is done only after new armies have been placed."""
PHASE_ORDER = cite("redux-core 4.1.d")

CORE_DUE: Mapping[str, Cite] = {
    "place": cite("redux-core 5.2.2.b"),
    "remove": cite("redux-core 5.1.g"),
    **dict.fromkeys(("from", "to", "send"), cite("redux-core 4.1.d 6.3.f")),
    **dict.fromkeys(("march-on", "stop"), cite("redux-core 6.b 6.3.a")),
    "end": cite("redux-core 4.1.d"),
    **dict.fromkeys(("restart", "take-back"), cite("redux-core 6.4.a 6.4.b 6.4.c")),
    "fight": cite("redux-core 6.3.f 7.a"),
    "lose": cite("redux-core 7.1.d"),
    **dict.fromkeys(("retreat", "stay"), cite("redux-core 7.2.b R23")),
}

LEADERS_DUE: Mapping[str, Cite] = {
    **CORE_DUE,
    **dict.fromkeys(("retreat", "stay"), cite("redux-core 7.2.b R23", "redux-leaders 9.2.2.g")),
    "cavalry": cite("redux-leaders 9.1.b 11.6.1.q"),
    **dict.fromkeys(("raiders", "others"), cite("redux-leaders 11.4.1.b")),
    "alone": cite("redux-leaders 9.2.2.d 11.4.e"),
    **dict.fromkeys(("with", "without"), cite("redux-leaders 9.2.1.d 9.2.1.j")),
    "strike": cite("redux-leaders 9.1.2.f 9.1.2.c"),
    "give": cite("redux-leaders 9.1.2.h"),
    "withdraw": cite("redux-leaders 11.a 11.5.1.a 11.4.c"),
    "done": cite("redux-leaders 11.5.1.a"),
    "decline": cite("redux-leaders 9.4.b"),
}
