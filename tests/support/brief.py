"""Updates in brief made whole again, as a client does."""

from __future__ import annotations

from typing import Any

from support.patching import applied

PROGRESS = ("status", "perspective", "turn", "undo", "seed", "outcome", "clock")
ENTRY = {
    "kind": "play",
    "action": None,
    "text": None,
    "forced": False,
    "undone": False,
    "plan": None,
    "ordered": False,
}
DECISION = {
    "mine": False,
    "secret": False,
    "step": None,
    "question": None,
    "about": None,
    "actions": None,
    "disarmed": None,
}


class Client:
    """What a client remembers of one subscription."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.view = table["view"]
        self.time = ""
        self.last = {name: table.get(name) for name in PROGRESS}
        self.answers: list[dict[str, Any]] = []
        self.cites: dict[str, list[str]] = {}
        self.asked: dict[str, Any] | None = table["decision"]
        if table["decision"] is not None:
            self.answers += table["decision"]["actions"] or []
            self.cites[f"question {table['decision']['step'] or ''}"] = table["decision"]["cite"]

    def read(self, told: dict[str, Any]) -> dict[str, Any]:
        """The whole update."""
        entries = []
        asked = {name: (self.asked or {}).get(name) for name in ("seat", "step")}
        for entry in told.get("entries", []):
            end = entry.get("time", "")
            self.time = self.time[: len(self.time) - len(end)] + end
            number = entry.pop("answer", None)
            named = {} if number is None else {k: self.answers[number][k] for k in ("action", "text")}
            events = [self._event(e) for e in entry.pop("events", [])]
            entries.append({**ENTRY, **asked, **entry, **named, "time": self.time, "events": events})
        for verb, text, warning, *nouns in told.get("new", []):
            self.answers += [_answer(verb, text, warning, noun) for noun in nouns]
        self.last |= {name: told[name] for name in PROGRESS if name in told}
        if "undo" in told:
            to, text = told["undo"] or (None, None)
            self.last["undo"] = {"possible": told["undo"] is not None, "to": to, "text": text}
        self.view = applied(self.view, [_operation(*change) for change in told.get("changes", [])])
        found = {"type": "update", "match": told["match"], "seq": told["seq"], "n": told["n"], **self.last}
        self.asked = self._decision(told.get("decision"))
        found |= {"entries": entries, "view": self.view, "decision": self.asked}
        return found | ({"id": told["id"]} if "id" in told else {})

    def _decision(self, d: dict[str, Any] | None) -> dict[str, Any] | None:
        if d is None:
            return None
        actions = None
        if (given := d.get("actions")) is not None:
            actions = [a for some in given for a in (self._run(some) if isinstance(some, str) else [some])]
        cite = self._cite(f"question {d.get('step') or ''}", d.get("cite"))
        return {**DECISION, **d, "cite": cite, "actions": actions}

    def _run(self, runs: str) -> list[dict[str, Any]]:
        found = []
        for run in runs.split(" "):
            first, _, last = run.partition("-")
            found += self.answers[int(first) : int(last or first) + 1]
        return found

    def _event(self, e: dict[str, Any]) -> dict[str, Any]:
        cite = self._cite(f"event {e['kind']}", e.get("cite"))
        return {"data": {}, "text": "", "final": False, **e, "cite": cite}

    def _cite(self, name: str, cite: list[str] | None) -> list[str]:
        if cite is not None:
            self.cites[name] = cite
        return self.cites[name]


def _answer(verb: str, text: str, warning: str, noun: Any) -> dict[str, Any]:
    def said(template: str) -> str:
        return template if noun is None else template.replace("{}", str(noun))

    found = {
        "action": verb if noun is None else f"{verb} {noun}",
        "verb": verb,
        "noun": noun,
        "text": said(text),
    }
    return found | ({"warning": said(warning)} if warning else {})


def _operation(path: str, *value: Any) -> dict[str, Any]:
    op = ("remove", "replace", "add")[len(value)]
    return {"op": op, "path": path, **({"value": value[0]} if value else {})}
