"""A match at the terminal: who sits where, and what a typed line does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from albion.bots import Bot, answer_seed, make_bot
from albion.bots.hints import hints, why
from albion.cli import teller
from albion.cli.files import read_match, write_match
from albion.cli.rule import clauses_named
from albion.cli.table import board, places, scores, turn
from albion.engine.action import Action, Json, Seat, parse_action
from albion.engine.cite import load_book
from albion.engine.errors import AlbionError, DataError
from albion.engine.loop import is_forced
from albion.engine.match import Match
from albion.engine.refusal import Refusal, why_sentence
from albion.engine.words import Words
from albion.sim.play import play_plan

HUMAN = "human"
SHORT_LIST = 8
"""Up to this many choices are listed in one column; more are set in several."""
LONG_LIST = 40
"""Beyond this many choices those that name no more than a number on the map are only counted."""
LAST_EVENTS = 12

HELP = {
    "NUMBER or ACTION": "answer the question: 3, the words shown, or 'from york'",
    "why [ACTION]": "the rules behind the question, or for and against an answer",
    "rule CLAUSE": "a clause or a whole section of the rules, as in rule 6.3",
    "odds [ACTION]": "exact odds, where the game knows them",
    "hint": "what the strongest bot would do in your place",
    "undo": "undo your last choice, but not past a die roll or a secret",
    "board, scores, log": "show the table, the points, the last events",
    "Enter": "show the question again",
    "all": "show it with every answer, where the list was shortened",
    "save FILE": "write the match to a file",
    "resume FILE": "leave this match and continue a saved one",
    "quit": "leave; save first if you want to come back",
}


@dataclass(slots=True)
class Session:
    """One match, its seats, and the screen."""

    match: Match[Any]
    chairs: Mapping[Seat, str]
    """Who sits where: 'human' or a bot's name."""
    screen: Console
    words: Words = field(init=False)
    bots: dict[Seat, Bot] = field(init=False)
    told: int = 0
    """How many actions' events the screen has shown."""
    turn: tuple[Json, ...] = ()
    """Whose turn the table was last shown for."""
    asked: int | None = None
    """After how many actions the question was last shown."""
    done: bool = False

    def __post_init__(self) -> None:
        self.sit(self.match, self.chairs)

    def sit(self, match: Match[Any], chairs: Mapping[Seat, str]) -> None:
        """Take up a match from where it stands."""
        self.match, self.chairs = match, chairs
        self.words = teller.words_of(match.game)
        self.bots = {seat: make_bot(name, match.game) for seat, name in chairs.items() if name != HUMAN}
        self.told, self.turn, self.asked = len(match.events) if match.actions else 0, (), None

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats without a bot."""
        return tuple(seat for seat, name in self.chairs.items() if name == HUMAN)

    def viewer(self) -> Seat | None:
        """The human at the screen: the one asked, otherwise the one who answered last."""
        d = self.match.decision
        if d is not None and d.seat in self.humans:
            return d.seat
        return next((s for s in reversed(self.match.answered) if s in self.humans), None) or next(
            iter(self.humans), None
        )

    def run_bots(self) -> None:
        """Let the bots answer until a human is asked or the game is over."""
        match = self.match
        while match.decision is not None and match.decision.seat in self.bots:
            play_plan(match, self.bots[match.decision.seat])
            self.tell()

    def answer_forced(self) -> None:
        """Give the answers that leave no choice, as the table in the browser does."""
        while self._is_forced():
            self.answer("1")

    def _is_forced(self) -> bool:
        d = self.match.decision
        watched = len(self.humans) > 1
        return d is not None and d.seat in self.humans and is_forced(self.match.state, d, watched=watched)

    def tell(self) -> None:
        """Show what happened since the last look, as far as the human at the screen may know."""
        for log in self.match.events[self.told :]:
            for event in log:
                text = teller.sentence(event, self.words)
                if text and event.known_to(self.viewer()):
                    self.screen.print(f"  [dim]·[/dim] {escape(text)}")
        self.told = len(self.match.events)

    def show(self) -> None:
        """The table as the human at the screen sees it."""
        view = self.match.game.view(self.match.state, self.viewer())
        self.turn = turn(view)
        self.screen.print()
        self.screen.print(board(view, self.words, self.screen.width))

    def ask(self, *, whole: bool = False) -> None:
        """The open question with its numbered answers, once; the table first if the turn has moved on.

        A long list leaves out bare numbers, unless the whole of it is wanted.
        """
        match = self.match
        d = match.decision
        assert d is not None
        if self.asked == len(match.actions):
            return
        self.asked = len(match.actions)
        if turn(match.game.view(match.state, d.seat)) != self.turn:
            self.show()
        self.screen.print()
        self.screen.print(
            f"[bold]{escape(self.words.name(d.seat))}[/bold]: {escape(teller.question(match, self.words))}"
        )
        standing = places(match.game.view(match.state, d.seat), self.words)
        bare = [] if whole or len(d.actions) <= LONG_LIST else [a for a in d.actions if self.is_bare(a)]
        lines = [
            f"[bold cyan]{n:>3}[/bold cyan] {escape(text)}{_at(standing.get(a.noun), text)}{self.risk(a)}"
            for n, (a, text) in enumerate(
                zip(d.actions, teller.answers(match, self.words), strict=True), start=1
            )
            if a not in bare
        ]
        if len(lines) <= SHORT_LIST:
            for line in lines:
                self.screen.print(line)
        else:
            self.screen.print(Columns(lines, column_first=True, padding=(0, 3)))
        if bare:
            self.screen.print(
                f"    and {len(bare)} more by number, such as '{bare[0]}'; type all to list them"
            )

    def is_bare(self, a: Action) -> bool:
        """Whether an answer names no more than a number on the map."""
        return isinstance(a.noun, int) and self.words.name(a.noun) == str(a.noun)

    def risk(self, a: Action) -> str:
        """The warning shown with a risky answer."""
        warning = teller.warning(self.match, a)
        return f" [yellow]({escape(why_sentence(self.words, warning))})[/yellow]" if warning else ""

    def commands(self) -> dict[str, Callable[[str], None]]:
        """What can be typed besides answers."""
        return {
            "why": self.why,
            "rule": self.rule,
            "odds": self.odds,
            "hint": self.hint,
            "undo": self.undo,
            "all": self.every_answer,
            "board": self.look,
            "scores": self.points,
            "log": self.log,
            "save": self.save,
            "resume": self.resume,
            "help": self.help,
            "?": self.help,
            "quit": self.quit,
            "exit": self.quit,
            "q": self.quit,
        }

    def obey(self, line: str) -> None:
        """Do what a typed line says; if it cannot be done, say why and change nothing."""
        word, _, rest = line.strip().partition(" ")
        commands = self.commands()
        try:
            if word.lower() in commands and word not in self.match.verbs:
                commands[word.lower()](rest.strip())
            elif word:
                self.answer(line.strip())
            else:
                self.asked = None
        except AlbionError as error:
            self.screen.print(f"[red]{escape(str(error))}[/red]")
            for ref, text in teller.clauses(getattr(error, "cite", ())):
                self.screen.print(Padding(f"[cyan]{ref}[/cyan] {escape(text)}", (0, 0, 0, 2)))
        except OSError as error:
            self.screen.print(f"[red]{escape(f'{error.filename}: {error.strerror}')}[/red]")

    def action(self, text: str) -> Action:
        """An answer by its number, by the words shown, or as an action."""
        d = self.match.decision
        assert d is not None
        if text.isdigit():
            if not 1 <= int(text) <= len(d.actions):
                raise DataError(f"there is no option {text}: expected a number from 1 to {len(d.actions)}")
            return d.actions[int(text) - 1]
        shown = [said.lower() for said in teller.answers(self.match, self.words)]
        if shown.count(text.lower()) == 1:
            return d.actions[shown.index(text.lower())]
        if text and text.split()[0] not in self.match.verbs:
            raise DataError(_unknown(text, [*self.commands(), *shown, *self.match.verbs]))
        return parse_action(text, self.match.verbs)

    def answer(self, text: str) -> None:
        """Answer the open question."""
        d = self.match.decision
        assert d is not None
        action = self.action(text)
        said = teller.told(self.match, d.seat, action, self.words)
        self.match.play(d.seat, action)
        self.screen.print(f"[green]{escape(said)}[/green]")
        self.tell()

    def every_answer(self, _: str) -> None:
        """The question with every answer there is."""
        self.asked = None
        self.ask(whole=True)

    def why(self, text: str) -> None:
        """The clauses behind the question, or for and against an answer."""
        d = self.match.decision
        assert d is not None
        if text:
            action = self.action(text)
            against = self.match.explain(action)
            said = self.words.action(action, teller.about(self.match))
            verdict = "is not allowed now:" if against else "is allowed here:"
            self.screen.print(f"[bold]{escape(_named(said, action))}[/bold] {verdict}")
            note = against or teller.warning(self.match, action) or Refusal(d.cite)
            reason, cite = self.words.why(note.reason, note.data), note.cite
            if reason:
                self.screen.print(Padding(escape(reason), (0, 0, 0, 2)))
        else:
            cite = d.cite
            self.screen.print(
                f"{escape(teller.question(self.match, self.words))} You are asked this because:"
            )
        for ref, clause in teller.clauses(cite):
            self.screen.print(Padding(f"[cyan]{ref}[/cyan] {escape(clause)}", (0, 0, 0, 2)))

    def rule(self, text: str) -> None:
        """A clause, or all clauses of a section, of any book the game is played by."""
        if not text:
            raise DataError("'rule' needs a clause, as in rule 6.3")
        for ref in clauses_named(self.match.game.books, text):
            told = load_book(ref.book).text(ref.clause)
            self.screen.print(Padding(f"[cyan]{ref}[/cyan] {escape(told)}", (0, 0, 0, 2)))

    def odds(self, text: str) -> None:
        """Exact odds of the open question, or of what an answer would begin."""
        found = self.match.game.odds(self.match.state, self.action(text) if text else None)
        if found is None:
            self.screen.print("There are no odds to show here.")
            return
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for key, value in found.items() if isinstance(found, dict) else [("odds", found)]:
            table.add_row(_label(key, self.words), _figures(value, self.words))
        self.screen.print(table)

    def hint(self, _: str) -> None:
        """The best answers here, what they seem to be worth, and what speaks for them."""
        d, game = self.match.decision, self.match.game
        assert d is not None
        seed = answer_seed(self.match.seed, d.seat, len(self.match.actions))
        for n, hint in enumerate(hints(game, self.match.state, d, seed), start=1):
            action = hint.plan[0]
            said = self.words.action(action, teller.about(self.match))
            line = f"{n}. [bold]{escape(_named(said, action))}[/bold]"
            if hint.points is not None and hint.win is not None:
                line += f"  about {hint.points:.0f} points at the end, chance of winning {hint.win:.0%}"
            reasons = why(game, self.words, hint)
            self.screen.print(f"{line}  [dim]{escape(reasons)}[/dim]" if reasons else line)

    def undo(self, _: str) -> None:
        """Take back the last human answer."""
        seat = next((s for s in reversed(self.match.answered) if s in self.humans), None)
        if seat is None:
            raise DataError("there is nothing to undo yet")
        self.match.undo(seat)
        while self._is_forced() and seat in self.match.answered:
            self.match.undo(seat)
        self.told, self.asked = len(self.match.events), None
        self.screen.print(f"Undone: {escape(self.words.name(seat))} decides again.")

    def look(self, _: str) -> None:
        """The table and the question again."""
        self.show()
        self.asked = None

    def points(self, _: str) -> None:
        """Points by seat."""
        self.screen.print(scores(self.match.game.view(self.match.state, self.viewer()), self.words))

    def log(self, _: str) -> None:
        """The last events the human at the screen may know."""
        viewer = self.viewer()
        known = [e for log in self.match.events for e in log if e.known_to(viewer)]
        for text in [t for e in known if (t := teller.sentence(e, self.words))][-LAST_EVENTS:]:
            self.screen.print(f"  [dim]·[/dim] {escape(text)}")

    def save(self, text: str) -> None:
        """Write the match to a file."""
        if not text:
            raise DataError("'save' needs a file, as in save evening.albion")
        write_match(Path(text).expanduser(), self.match, self.chairs)
        self.screen.print(f"Saved to {escape(text)}: to continue it, type 'resume {escape(text)}'.")

    def resume(self, text: str) -> None:
        """Leave this match and go on with a saved one."""
        if not text:
            raise DataError("'resume' needs a file, as in resume evening.albion")
        match, chairs = read_match(Path(text).expanduser())
        self.sit(match, {seat: chairs.get(seat, HUMAN) for seat in match.game.seats(match.options)})
        self.screen.print(f"Resumed after {len(match.actions)} actions.")

    def help(self, _: str) -> None:
        """The commands that can be typed."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for command, meaning in HELP.items():
            table.add_row(f"[bold]{escape(command)}[/bold]", meaning)
        self.screen.print(table)

    def quit(self, _: str) -> None:
        """Leave."""
        self.done = True


def _unknown(text: str, known: list[str]) -> str:
    """What to say of a line that is neither an answer nor a command."""
    near = get_close_matches(text.lower(), known, n=1)
    guess = f"did you mean '{near[0]}'?" if near else "expected the number of an option or its words."
    return f"'{text}' is neither an answer nor a command: {guess} Type help for a list."


def _at(place: str | None, text: str) -> str:
    """Where the piece of an answer stands, unless the answer says so."""
    return f" [dim]({escape(place)})[/dim]" if place and place not in text else ""


def _named(said: str, action: Action) -> str:
    """An answer in words, with the action itself where they differ."""
    return said if said == str(action) else f"{said} ({action})"


def _label(key: str, words: Words) -> str:
    return words.name(key).replace("_", " ")


def _figures(value: Any, words: Words) -> str:
    """Odds as people read them: chances in per cent."""
    if isinstance(value, float):
        return f"{100 * value:.1f}%" if 0 <= value <= 1 else f"{value:.2f}"
    if isinstance(value, Mapping):
        return ", ".join(f"{_label(k, words)} {_figures(v, words)}" for k, v in value.items())
    if isinstance(value, (list, tuple)):
        joint = "\n" if any(isinstance(v, Mapping) for v in value) else ", "
        return joint.join(_figures(v, words) for v in value)
    return words.name(value)
