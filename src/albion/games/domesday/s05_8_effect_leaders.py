"""Cards as data, the questions about Leaders: who returns from exile and where, who becomes King (5.8)."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite
from albion.engine.event import Log, emit
from albion.engine.step import Choice, Steps, step
from albion.games.domesday.reasons import no_claim, no_return, no_site
from albion.games.domesday.refusals import Reason, unlisted
from albion.games.domesday.s01_4_absentee import answerer, with_escort
from albion.games.domesday.s03_map import enemy_castle
from albion.games.domesday.s04_units import crown
from albion.games.domesday.s05_8_effect_choices import ResolverChoice
from albion.games.domesday.s05_8_effect_deeds import put_leader
from albion.games.domesday.s05_8_effect_laws import (
    BESIDE_CASTLE,
    listed,
    program,
    resolver,
    returnable,
)
from albion.games.domesday.state import DEAD, EXILE, Dom


@step(cite("domesday 4.2.4.b 5.8.2.a"))
class ReturnExile(ResolverChoice, frozen=True):
    """Which exile returns?"""

    exact = True
    i: int

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Exiles who can serve the faction."""
        return (Action("target", x) for x in returnable(s))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Not in the Exile Box, or without that side."""
        if a.verb != "target" or a.noun in returnable(s):
            return None
        place = s.leaders[a.name]
        if place == DEAD:
            return cite("domesday 4.2.5.a 4.2.4.b")
        return cite("domesday 5.8.2.a 4.2.4.b" if place == EXILE else "domesday 4.2.4.b")

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Dead, not in exile, or not of this faction."""
        return no_return(s, a.name, s.event.faction) if a.verb == "target" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Ask where he returns."""
        return (ReturnTo(self.i, a.name),)


@step(cite("domesday 4.2.4.b 5.8.2.e"))
class ReturnTo(ResolverChoice, frozen=True):
    """In which Homeland does he appear?"""

    exact = True
    i: int
    leader: str

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Homelands without an enemy Castle."""
        f = s.event.faction
        able = tuple(a for a in listed(s, program(s)[self.i]) if not enemy_castle(s, a, f))
        return (Action("at", a) for a in with_escort(s, resolver(s), f, able))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """No Homeland, beside an enemy Castle, or not beside an Absentee Leader's escort."""
        if a.verb != "at" or a in tuple(self.candidates(s)):
            return None
        area = a.name
        if area not in listed(s, program(s)[self.i]):
            return cite("domesday 4.2.4.b 3.2.a")
        return BESIDE_CASTLE if enemy_castle(s, area, s.event.faction) else cite("domesday 1.4.3.c R54")

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No Homeland, or an enemy Castle in it."""
        return no_site(s, (s.event.faction,), a.name, why) if a.verb == "at" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Place the Leader there."""
        put_leader(s, self.leader, s.event.faction, a.name, log)
        return ()


@step(cite("domesday 4.2.2.a 4.2.2.c 4.2.e"))
class ClaimCrown(Choice[Dom], frozen=True):
    """Make a Crown Leader King at once?"""

    exact = True
    player: str
    city: str
    leaders: tuple[str, ...]

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "no-crown"}

    def seat(self, s: Dom) -> Seat:
        """The player the card names."""
        return answerer(s, self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each claimant, or nobody."""
        yield from (Action("crown", x) for x in self.leaders)
        yield Action("decline")

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Only claimants."""
        return unlisted(a, self.candidates(s), cite("domesday 4.2.2.a 4.2.e"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """No Crown, or another faction's."""
        return no_claim(s, a.name, self.city) if a.verb == "crown" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Crown the Leader chosen, or nobody."""
        if a.verb == "decline":
            emit(log, "declined", self.cite, seat=self.player)
        else:
            crown(s, a.name, self.city, log)
        return ()
