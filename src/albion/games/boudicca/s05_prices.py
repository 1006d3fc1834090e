"""5.0 What each activation costs."""

from __future__ import annotations

from albion.engine.action import Action
from albion.engine.cite import cite, rule
from albion.games.boudicca.state import BoudiccaState


@rule(cite("boudicca 5.0.b 5.2.2.b"))
def price(s: BoudiccaState, a: Action) -> int:
    """The Activation Points that an entry of the Activation Table costs."""
    t = s.rules.data.activation.activation
    if a.verb == "mobilize":
        return {"mona": t.mobilize_mona, "isca": t.mobilize_ii}.get(a.name, t.mobilize)
    return {
        "activate": t.move,
        "sack": t.sack,
        "destroy": t.destroy_bridge,
        "build": t.build_bridge,
        "enter": t.enter,
        "incite": t.incite,
        "recruit": t.recruit,
        "convoke": t.convocation,
    }[a.verb]
