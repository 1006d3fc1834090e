"""Brief updates: what a connection has been told before is referred to by number or left out.

Everything here goes by what one connection was told itself: what others were asked or told leaves no trace in it.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, cast

from msgspec import UNSET, UnsetType

from albion.engine.differences import differences
from albion.server import responses
from albion.server.responses.messages import (
    NOUN,
    Brief,
    BriefAnswers,
    BriefDecision,
    BriefEntry,
    BriefEvent,
    Progressing,
)

Json = dict[str, Any]
_Key = tuple[str, str, str | UnsetType]
"""Action, text and warning."""
_MOST = 4000
"""How many answers are remembered for a connection; further ones are sent whole each time."""
_SECOND, _MINUTE = 20, 17
"""Where moments of the same second or of the same minute are cut."""
_PROGRESS = attrgetter(*Progressing)


class Told:
    """What one connection knows of a match; its client remembers the same."""

    __slots__ = ("_answers", "_cites", "_kept", "_known", "_last", "_new", "_time", "view")

    def __init__(self, table: responses.Table) -> None:
        self.view: Json = table.view
        self._last: responses.Progress = table
        self._answers: dict[_Key, int] = {}
        """The number under which each answer was told."""
        self._known: dict[int, int] = {}
        """The same by the object that stands for it, where one stands for it each time."""
        self._kept: list[responses.Answer] = []
        """Those objects, kept so that none of another answer takes their place."""
        self._cites: dict[tuple[str, str], list[str]] = {}
        """The clauses told last with each question and each kind of event."""
        self._new: list[BriefAnswers] = []
        self._time = ""
        """When the last entry told was made."""
        if table.decision is not None:
            self._decision(table.decision)
            self._new = []

    def brief(self, update: responses.Update, view: Json, id: int | str | UnsetType | None = UNSET) -> Brief:
        """The update in the form to be sent to this connection next; `id`: of the command that it answers."""
        entries = self._entries(update.entries)
        decision = None if update.decision is None else self._decision(update.decision)
        told = Brief(
            match=update.match,
            seq=update.seq,
            n=update.n,
            id=id,
            new=self._new,
            decision=decision,
            entries=entries,
            changes=differences(self.view, view),
            **self._progress(update),
        )
        self.view, self._last, self._new = view, update, []
        return told

    def _progress(self, update: responses.Update) -> Json:
        """The other fields that have changed."""
        fields = zip(Progressing, _PROGRESS(update), _PROGRESS(self._last), strict=True)
        found = {name: now for name, now, before in fields if now != before}
        if "undo" in found:
            found["undo"] = (update.undo.to, update.undo.text) if update.undo.possible else None
        return found

    def _decision(self, d: responses.Decision) -> BriefDecision:
        return BriefDecision(
            seat=d.seat,
            mine=d.mine,
            secret=d.secret,
            step=d.step,
            cite=self._cite("question", d.step or "", d.cite),
            question=d.question,
            about=d.about,
            actions=None if d.actions is None else self._named(d.actions),
            disarmed=d.disarmed,
        )

    def _named(self, answers: list[responses.Answer]) -> list[str | responses.Answer]:
        """Answers by their numbers, one string of runs such as '4-9 12'; those that have none stand whole between."""
        numbers = list(map(self._known.get, map(id, answers)))
        if numbers and None not in numbers:
            return [_runs(cast(list[int], numbers))]
        found: list[str | responses.Answer] = []
        run: list[int] = []
        for answer, number in zip(answers, numbers, strict=True):
            given = number if number is not None else self._number(answer)
            if given >= 0:
                run.append(given)
                continue
            if run:
                found.append(_runs(run))
                run = []
            found.append(answer)
        return [*found, _runs(run)] if run else found

    def _number(self, answer: responses.Answer) -> int:
        """The number an answer is known by, a new one if it is new; -1: there are too many already."""
        key = answer.action, answer.text, answer.warning
        number = self._answers.get(key)
        if number is None:
            number = len(self._answers)
            if number >= _MOST:
                return -1
            self._answers[key] = number
            self._known[id(answer)] = number
            self._kept.append(answer)
            self._tell(answer)
        return number

    def _tell(self, answer: responses.Answer) -> None:
        """Add an answer to the new ones; those that differ in their noun alone share one text."""
        noun = "" if answer.noun is None else str(answer.noun)
        text, warning = answer.text, "" if answer.warning is UNSET else answer.warning
        if noun and NOUN not in text + warning:
            text, warning = text.replace(noun, NOUN), warning.replace(noun, NOUN)
        if self._new and self._new[-1][:3] == [answer.verb, text, warning]:
            self._new[-1].append(answer.noun)
        else:
            self._new.append([answer.verb, text, warning, answer.noun])

    def _entries(self, entries: list[responses.Entry]) -> list[BriefEntry]:
        told = []
        asked = self._last.decision
        seat, step = (None, None) if asked is None else (asked.seat, asked.step)
        for e in entries:
            number = self._answers.get((e.action or "", e.text or "", UNSET), UNSET)
            told.append(
                BriefEntry(
                    seq=e.seq,
                    n=e.n,
                    kind=e.kind,
                    seat=UNSET if e.seat == seat else e.seat,
                    answer=number,
                    action=e.action if number is UNSET else None,
                    text=e.text if number is UNSET else None,
                    step=UNSET if e.step == step else e.step,
                    forced=e.forced,
                    undone=e.undone,
                    plan=e.plan,
                    time=self._when(e.time),
                    events=[self._event(event) for event in e.events],
                    ordered=e.ordered,
                )
            )
        return told

    def _when(self, time: str) -> str:
        """The end of a moment, from where it differs from the last one told."""
        last, self._time = self._time, time
        if time == last:
            return ""
        if time[:_SECOND] == last[:_SECOND]:
            return time[_SECOND:]
        return time[_MINUTE:] if time[:_MINUTE] == last[:_MINUTE] else time

    def _event(self, e: responses.Event) -> BriefEvent:
        return BriefEvent(e.kind, self._cite("event", e.kind, e.cite), e.data, e.text, e.final)

    def _cite(self, what: str, name: str, cite: list[str]) -> list[str] | UnsetType:
        """Clauses, unless the same were told the last time."""
        if self._cites.get((what, name)) == cite:
            return UNSET
        self._cites[what, name] = cite
        return cite


def _runs(numbers: list[int]) -> str:
    """Numbers as text, those that follow each other as a run."""
    first = this = numbers[0]
    if numbers == list(range(first, first + len(numbers))):
        return f"{first}-{numbers[-1]}" if len(numbers) > 1 else f"{first}"
    told = []
    for following in numbers[1:]:
        if following != this + 1:
            told.append(f"{first}" if first == this else f"{first}-{this}")
            first = following
        this = following
    told.append(f"{first}" if first == this else f"{first}-{this}")
    return " ".join(told)
