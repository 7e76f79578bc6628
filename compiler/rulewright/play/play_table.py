"""Play at a table: the talk with the people who play, in lines that are asked for and said.

`Table` knows no terminal: it is given how to ask for a line (None at the end of the input), how to say one,
how to clear the screen, and how to save and load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import wrap

from rulewright.pictures.frame import framed
from rulewright.play import play_view
from rulewright.play.faults import rule_error
from rulewright.play.move_words import meant, plain, why_not
from rulewright.play.play import Refused, Session
from rulewright.play.tally import BUDGET
from rulewright.report.diagnostics import UserError
from rulewright.report.suggest import nearest

HEAD = "Type the number of a move, its name, or the start of its name. Or one of these words:"
HELP = (
    ("?", "this help"),
    ("look", "show the table again"),
    ("show NAME", "what is printed on a card, or stands on a space"),
    ("why MOVE", "why a move or an action cannot be played now"),
    ("undo", "take back your last decision, unless it showed something new"),
    ("note TEXT", "keep a remark with this position"),
    ("log", "all moves so far, as you may know them"),
    ("score", "the score sheet as if the game ended now, as far as you can tell"),
    ("save FILE", "keep the game with its rules; the file holds hidden cards too"),
    ("load FILE", "go on with a game that was kept"),
    ("quit", "stop"),
)


@dataclass(slots=True)
class Table:
    """A session with its people; `play` goes on to the end of the game or of the input."""

    session: Session
    ask: Callable[[str], str | None]
    say: Callable[[str], None]
    clear: Callable[[], None]
    width: Callable[[], int]
    save: Callable[[Session, str], None]
    load: Callable[[str], Session]
    fault: Callable[[Session, Exception], None]
    failed: bool = False
    _alone: int = 0
    _sitting: int | None = None
    _stopped: bool = False
    _commands: dict[str, Callable[[int, str], None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._commands = {
            "?": self._help,
            "help": self._help,
            "look": lambda seat, rest: self._look(seat),
            "show": self._show,
            "why": self._why,
            "undo": self._undo,
            "note": self._note,
            "log": lambda seat, rest: self.say(
                "\n".join(self.session.log(seat)) or self._framed("nothing has happened yet")
            ),
            "score": lambda seat, rest: self.say(play_view.sheet(self.session, seat)),
            "save": self._save,
            "load": self._load,
            "quit": self._quit,
        }

    def _framed(self, text: str, **values: object) -> str:
        return framed(self.session.lang, text, **values)

    def play(self) -> bool:
        """Plays on; gives whether the game came to its end. `failed` says that the rules stopped it, or that
        it has none."""
        try:
            while not self._stopped and not self.session.game.over:
                self._turn()
            if not self._stopped:
                self._end()
        except rule_error(self.session.game) as error:
            self._rules_stop(error)
        return not self._stopped

    def _turn(self) -> None:
        seat = self.session.game.to_move
        if self.session.bot_to_move is not None:
            self._bot_plays()
        elif seat is not None:
            self._alone = 0
            self._person_plays(seat)

    def _rules_stop(self, error: Exception) -> None:
        """The rules have no way on: says so, and lets people keep the position before."""
        self.failed = self._stopped = True
        game, move, seat = self.session.game, self.session.stopped_by, self.session.game.to_move
        self.fault(self.session, error)
        if move is not None and seat is not None:
            called, name = self.session.called(seat), self.session.name(move)
            self.say(self._framed("That came by {name}: {move}.", name=called, move=name))
        said = "The game stops after {count} moves; its seed is {seed}."
        self.say(self._framed(said, count=len(game.moves), seed=game.seed))
        if self.session.people:
            self._keep()

    def _keep(self) -> None:
        """Asks for a file until the position is kept, or nobody wants to."""
        asked = self._framed("To keep this position, the name of a file; else Enter")
        while path := (self.ask(f"{asked}> ") or "").strip():
            try:
                self._save(0, path)
            except Refused as refusal:
                self.say(str(refusal))
            else:
                return

    def _bot_plays(self) -> None:
        """Where only bots play, their moves are read out; else people hear of them at their turn."""
        self._alone += 1
        if self._alone > BUDGET:
            said = "no end after {count} decisions of bots: the game stops here"
            self.say(self._framed(said, count=f"{BUDGET:,}"))
            self.failed = self._stopped = True
            return
        game, seat = self.session.game, self.session.game.to_move
        move = self.session.step()
        if not self.session.people and seat is not None:
            self.say(f"{self.session.label(seat)}: {game.name(move, self.session.lang)}")
            if set_off := self.session.set_off(-1):
                self.say(f"  {set_off}")

    def _end(self) -> None:
        for seat in self.session.people[:1]:
            self._tell(seat)
        if self.session.people:
            self.say(play_view.screen(self.session, self.session.people[0], self.width()))
        self.say("\n" + play_view.result(self.session))

    # ---- a person's decision

    def _person_plays(self, seat: int) -> None:
        self._pass_to(seat)
        self._look(seat)
        before = (self.session, len(self.session.game.moves))
        while not self._stopped and before == (self.session, len(self.session.game.moves)):
            line = self.ask(f"{self.session.label(seat)}> ")
            if line is None:
                self.say("\n" + self._framed("The input has ended, and the game stops here."))
                self._stopped = True
            elif line.strip():
                self._answer(seat, line.strip())

    def _pass_to(self, seat: int) -> None:
        """Between two people the screen is cleared, so that nobody sees another's cards."""
        if self._sitting == seat:
            return
        if len(self.session.people) > 1:
            if self._sitting is not None:
                self.clear()
            asked = self._framed("Pass the screen to {name}, press Enter", name=self.session.label(seat))
            if self.ask(f"{asked} ") is None:
                self._stopped = True
            self.clear()
        self._sitting = seat

    def _look(self, seat: int) -> None:
        if self._stopped:
            return
        self._tell(seat)
        self.say(play_view.screen(self.session, seat, self.width()))
        self.say("\n" + play_view.moves(self.session, self.width()))

    def _tell(self, seat: int) -> None:
        """What has happened since the seat last looked, its own moves too."""
        news = self.session.news(seat)
        if news:
            self.say("\n".join(["", *news, ""]))

    def _answer(self, seat: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        game, lang = self.session.game, self.session.lang
        names = {plain(game.name(move, each, seat)) for move in game.state.legal for each in (None, lang)}
        command = self._commands.get(word.casefold())
        try:
            if command is not None and plain(line) not in names:
                command(seat, rest.strip())
            else:
                self._move(seat, line)
        except Refused as refusal:
            self.say(str(refusal))
        except UserError as error:
            self.say(error.diagnostic.message)

    def _move(self, seat: int, line: str) -> None:
        found = meant(self.session.game, line, self.session.lang, seat)
        if found.move is not None:
            self.session.apply(found.move)
            return
        self.say("\n".join(found.said))

    # ---- the words of the table

    def _help(self, seat: int, rest: str) -> None:
        entries = [(self._framed(word), self._framed(what)) for word, what in HELP]
        lines = [
            line
            for word, what in entries
            for line in wrap(f"  {word:<13}{what}", max(40, self.width()), subsequent_indent=" " * 15)
        ]
        self.say("\n".join([*wrap(self._framed(HEAD), max(40, self.width())), *lines]))

    def _show(self, seat: int, name: str) -> None:
        cards = self.session.cards
        found = next((card for card in cards if plain(card) == plain(name)), None)
        lines = [f"{found}  {cards[found]}"] if found else play_view.standing(self.session, seat, name)
        if not lines:
            near = nearest(name, cards)
            if near is not None:
                raise Refused(self._framed("did you mean `{name}`?", name=near))
            raise Refused(
                self._framed("write `show` and the name of a card or a space, as the table shows it")
            )
        self.say("\n".join(lines))

    def _why(self, seat: int, name: str) -> None:
        if not name:
            raise Refused(
                self._framed("write a move or an action after `why`, as it is called or as its number")
            )
        reasons = why_not(self.session.game, name, self.session.lang, seat)
        if reasons is None:
            found = meant(self.session.game, name, self.session.lang, seat)
            reasons = list(found.said)
            name = name if found.move is None else self.session.name(found.move)
        self.say("\n".join(reasons) or self._framed("`{move}` can be played now", move=name))

    def _undo(self, seat: int, rest: str) -> None:
        count = self.session.undo(seat)
        self._sitting = seat
        one, more = self._framed("taken back"), self._framed("{count} moves taken back", count=count)
        self.say(one if count == 1 else more)

    def _note(self, seat: int, text: str) -> None:
        if not text:
            raise Refused(self._framed("write the remark after `note`"))
        self.session.note(text)
        self.say(self._framed("noted at move {number}", number=len(self.session.game.moves)))

    def _save(self, seat: int, path: str) -> None:
        if not path:
            raise Refused(self._framed("write the name of a file after `save`"))
        self.save(self.session, path)
        self.say(self._framed("saved as {path}", path=path))

    def _load(self, seat: int, path: str) -> None:
        if not path:
            raise Refused(self._framed("write the name of a file after `load`"))
        self.session = self.load(path)
        self._sitting = None
        count = len(self.session.game.moves)
        one = self._framed("{path} is loaded: 1 move was played", path=path)
        more = self._framed("{path} is loaded: {count} moves were played", path=path, count=count)
        self.say(one if count == 1 else more)

    def _quit(self, seat: int, rest: str) -> None:
        self.say(self._framed("The game stops here."))
        self._stopped = True
