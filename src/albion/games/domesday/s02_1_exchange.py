"""2.1 Exchange: each player may give one or two cards to others for cards or promises."""

from __future__ import annotations

from collections.abc import Iterator

from albion.engine.action import Action, Json, Seat
from albion.engine.cite import Cite, cite, rule
from albion.engine.event import Log, emit
from albion.engine.plain import replaced
from albion.engine.step import Choice, Step, Steps, step
from albion.games.domesday.refusals import Reason, not_in_hand, unlisted
from albion.games.domesday.state import Dom, Offer

DONE = Action("done")
DECLINE = Action("decline")


@rule(cite("domesday 2.1.c R41"))
def gifts_left(s: Dom, seat: str) -> int:
    """How many cards a player may still give this phase."""
    return min(s.board.tables.hand.give - s.gave[seat], len(s.hands[seat]))


def _offer(s: Dom) -> Offer:
    assert s.offer is not None
    return s.offer


def offer_about(s: Dom) -> dict[str, Json]:
    """Who offers how many cards to whom; the cards themselves stand in the view."""
    o = s.offer
    if o is None:
        return {}
    return {
        "giver": o.giver,
        "taker": o.taker,
        "n": len(o.cards),
        "wanted": o.wanted,
        "answer": len(o.answer),
    }


class OfferQuestion(Choice[Dom], frozen=True):
    """A question between two players over an offer of cards, which only they see."""

    secret = True
    exact = True

    def about(self, s: Dom) -> dict[str, Json]:
        """The offer on the table."""
        return offer_about(s)


class GiverQuestion(OfferQuestion, frozen=True):
    """Asked of the player who offers."""

    def seat(self, s: Dom) -> Seat:
        """The giver."""
        return Seat(_offer(s).giver)


class TakerQuestion(OfferQuestion, frozen=True):
    """Asked of the player to whom cards are offered."""

    def seat(self, s: Dom) -> Seat:
        """The taker."""
        return Seat(_offer(s).taker)


@step(cite("domesday 2.1.c 1.4.1.e R41"))
class Exchange(Choice[Dom], frozen=True):
    """Offer cards to another player, or be content."""

    exact = True
    player: str
    asked: tuple[str, ...] = ()

    def about(self, s: Dom) -> dict[str, Json]:
        """Its fields, and what the refusal means."""
        return {**Choice.about(self, s), "no": "no-offer"}

    def seat(self, s: Dom) -> Seat:
        """In order of play."""
        return Seat(self.player)

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Each other player once; a player with nothing to give is not asked."""
        if gifts_left(s, self.player) and len(self.asked) + 1 < len(s.rules.present):
            others = [x for x in s.rules.present if x != self.player]
            yield from (Action("offer", x) for x in others if x not in self.asked)
            yield DECLINE

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Not to oneself, the Absentee, or the same player twice."""
        if a.noun == s.rules.absentee and a.verb == "offer":
            return cite("domesday 1.4.1.e")
        return unlisted(a, self.candidates(s), cite("domesday 2.1.c R41"))

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """Himself, nobody at the table, or one who has been asked."""
        if a.verb != "offer":
            return None
        if a.noun == self.player:
            return "yourself", {}
        return ("asked-already" if a.noun in self.asked else "no-partner"), {"seat": a.name}

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Begin an offer; afterwards he may try another player."""
        if a == DECLINE:
            return ()
        taker = a.name
        s.offer = Offer(self.player, taker)
        again = Exchange(self.player, (*self.asked, taker))
        return (OfferCard(), OfferPrice(), Answer(), AnswerCard(), ShowAnswer(), Bargain(), again)


@step(cite("domesday 2.1.c R41"))
class OfferCard(GiverQuestion, frozen=True):
    """Which cards are offered?"""

    own = ("done",)

    def about(self, s: Dom) -> dict[str, Json]:
        """The offer on the table."""
        return {**offer_about(s), "no": "enough-offered"}

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Cards of the hand, up to two a phase; nothing more to ask once all are on the table."""
        o = _offer(s)
        if len(o.cards) < gifts_left(s, o.giver):
            yield from (Action("give", c) for c in s.hands[o.giver] if c not in o.cards)
            if o.cards:
                yield DONE

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Own cards only, one or two."""
        if a == DONE and not _offer(s).cards:
            return self.cite
        return unlisted(a, self.candidates(s), self.cite)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """The card that is not in the hand or is offered already, or that none is offered yet."""
        if a == DONE:
            return "nothing-offered", {}
        return not_in_hand(s, _offer(s).giver, a) or _laid_down(a, _offer(s).cards)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Lay it down and ask for another, unless these are enough."""
        if a == DONE:
            return ()
        o = _offer(s)
        s.offer = replaced(o, cards=(*o.cards, a.name))
        return (self,)


@step(cite("domesday 2.1.c R41"))
class OfferPrice(GiverQuestion, frozen=True):
    """How many cards are wanted in return? How many are offered is told with the answer."""

    def candidates(self, s: Dom) -> Iterator[Action]:
        """None, one or two, as far as the other may give."""
        return (Action("want", n) for n in range(gifts_left(s, _offer(s).taker) + 1))

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """No more than the other may give."""
        return unlisted(a, self.candidates(s), self.cite)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """How many he may still give."""
        taker = _offer(s).taker
        return ("gives-most", {"seat": taker, "n": gifts_left(s, taker)}) if a.verb == "want" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """The other player looks at the cards."""
        o = s.offer = replaced(_offer(s), wanted=a.number, shown=True)
        emit(log, "offered", self.cite, seat=o.giver, to=o.taker, n=len(o.cards), wanted=o.wanted, final=True)
        return ()


@step(cite("domesday 2.1.c R41"))
class Answer(TakerQuestion, frozen=True):
    """Take the offer for a number of cards, or decline."""

    def about(self, s: Dom) -> dict[str, Json]:
        """The offer on the table."""
        return {**offer_about(s), "no": "no-deal"}

    def candidates(self, s: Dom) -> Iterator[Action]:
        """A number of cards in return: the number wanted, or another as a counter-offer."""
        yield from (Action("return", n) for n in range(gifts_left(s, _offer(s).taker) + 1))
        yield DECLINE

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """No more than he may give."""
        return unlisted(a, self.candidates(s), self.cite)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """How many he may still give."""
        taker = _offer(s).taker
        return ("gives-most", {"seat": taker, "n": gifts_left(s, taker)}) if a.verb == "return" else None

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Declined: nothing changes hands."""
        o = _offer(s)
        if a == DECLINE:
            s.offer = None
            emit(log, "declined", self.cite, seat=o.taker)
            return ()
        s.offer = replaced(o, wanted=o.wanted, answer=("",) * a.number)
        emit(log, "answered", self.cite, seat=o.taker, n=a.number)
        return ()


@step(cite("domesday 2.1.c R41"))
class AnswerCard(TakerQuestion, frozen=True):
    """Which cards are given in return?"""

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Cards of the hand, until the number is full."""
        if s.offer is not None and "" in s.offer.answer:
            yield from (Action("give", c) for c in s.hands[s.offer.taker] if c not in s.offer.answer)

    def forbids(self, s: Dom, a: Action) -> Cite | None:
        """Cards of his hand, each once."""
        return unlisted(a, self.candidates(s), self.cite)

    def reason(self, s: Dom, a: Action, why: Cite) -> Reason | None:
        """The card that is not in the hand, or is given already."""
        return not_in_hand(s, _offer(s).taker, a) or _laid_down(a, _offer(s).answer)

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Lay it down in place of the next card still owed."""
        o = _offer(s)
        n = o.answer.index("")
        s.offer = replaced(o, answer=(*o.answer[:n], a.name, *o.answer[n + 1 :]))
        return (self,)


def _laid_down(a: Action, cards: tuple[str, ...]) -> Reason | None:
    return ("card-laid-down", {"card": a.name}) if a.noun in cards else None


@step(cite("domesday 2.1.c R41"))
class ShowAnswer(Step[Dom], frozen=True):
    """The giver looks at the answer; a gift taken as one needs no more words."""

    def run(self, s: Dom, log: Log) -> Steps[Dom]:
        """Turn the cards over."""
        o = s.offer
        if o is None:
            return ()
        s.offer = replaced(o, answered=True)
        if o.answer:
            emit(log, "shown", self.cite, seats=[Seat(o.giver)], final=True, cards=list(o.answer))
        elif not o.wanted:
            swap(s, log)
        return ()


def swap(s: Dom, log: Log) -> None:
    """Cards change hands, seen by these two alone."""
    o = _offer(s)
    s.offer = None
    for seat, gives, gets in ((o.giver, o.cards, o.answer), (o.taker, o.answer, o.cards)):
        s.hands[seat] = tuple(sorted((*(c for c in s.hands[seat] if c not in gives), *gets)))
        s.gave[seat] += len(gives)
    why, both = cite("domesday 2.1.c"), [Seat(o.giver), Seat(o.taker)]
    emit(log, "exchanged", why, seat=o.giver, to=o.taker, n=len(o.cards), returned=len(o.answer))
    emit(
        log, "swapped", why, seats=both, final=True, seat=o.giver, cards=list(o.cards), answer=list(o.answer)
    )


@step(cite("domesday 2.1.c R41"))
class Bargain(GiverQuestion, frozen=True):
    """The giver sees the answer: agree or not."""

    def candidates(self, s: Dom) -> Iterator[Action]:
        """Yes or no; nothing to ask if the offer was declined."""
        if s.offer is not None:
            yield Action("agree")
            yield Action("refuse")

    def take(self, s: Dom, a: Action, log: Log) -> Steps[Dom]:
        """Agreed, or everything stays where it is."""
        if a.verb == "agree":
            swap(s, log)
        else:
            emit(log, "refused", self.cite, seat=_offer(s).giver)
            s.offer = None
        return ()
