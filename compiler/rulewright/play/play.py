"""Play: one game at one table, with a person or a bot on each seat. Nothing here reads or prints.

A Session goes on with bots, takes moves back as far as nobody has learnt anything by them, keeps notes with
their positions, and knows what has happened since a seat last looked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.pictures.frame import framed
from rulewright.pictures.sketch import Sketch
from rulewright.play.bots import Bot, bot, seat_seed
from rulewright.play.faults import rule_error
from rulewright.python.runtime import Game, State


class Refused(Exception):
    """What was asked for cannot be done; the text is a sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits on a seat: the rules' word for it, what the player is called, the bot if it is one."""

    seat: str
    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """What a person remarked: after how many moves, in which position, who decided then."""

    move: int
    key: str
    seat: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A move: who made it, whether it showed a person anything new, the bots' generators before it."""

    seat: int
    revealed: bool
    bots: tuple[int, ...]


@dataclass(slots=True)
class Session:
    """A game with its players; `bots` has a bot for each seat that no person plays. `reactions` says what
    those of the rules are called, `fired` which ran by each move, `heard` up to where a seat was told. The
    game before its first move, as the engine saves it, is `origin` where it does not start from a seed."""

    game: Game
    players: Sequence[Player]
    bots: Mapping[int, Bot]
    lang: str | None = None
    cards: Mapping[str, str] = field(default_factory=dict)
    sketch: Sketch = field(default_factory=Sketch)
    notes: list[Note] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    told: dict[int, int] = field(default_factory=dict)
    reactions: Mapping[str, str] = field(default_factory=dict)
    fired: list[tuple[str, ...]] = field(default_factory=list)
    heard: dict[int, int] = field(default_factory=dict)
    stopped_by: int | None = None
    origin: str | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.bots)

    @property
    def bot_to_move(self) -> Bot | None:
        """The bot that decides now; None when a person does, or nobody."""
        seat = self.game.to_move
        return None if seat is None else self.bots.get(seat)

    def label(self, seat: int) -> str:
        """How the table calls a seat's player: `Ann (red)`, `red`, `green (greedy)`."""
        player = self.players[seat]
        seat_name = self.game.translate(player.seat, self.lang)
        name = self.called(seat)
        about = player.bot or (seat_name if name != seat_name else None)
        return f"{name} ({about})" if about else name

    def called(self, seat: int) -> str:
        """A player's own name, or the seat's."""
        player = self.players[seat]
        return player.name if player.name != player.seat else self.game.translate(player.seat, self.lang)

    def name(self, move: int) -> str:
        """What a move is called for the person who decides, or for all where only bots play."""
        return self.game.name(move, self.lang, self.game.to_move if self.people else None)

    def apply(self, move: int) -> None:
        """Plays a legal move of the seat that decides. Where the rules stop there, the game stays as it was
        (RuleError), and `stopped_by` is the move."""
        state = self.game.state
        known, chance, bots = state.known[:], state.rng, self._generators()
        seat, before, fired = state.to_move, state.copy(), list[str]()
        state.trace = fired
        try:
            self.game.apply(move)
        except rule_error(self.game):
            self._as_before(before, move)
            raise
        finally:
            self.game.state.trace = None
        after = self.game.state
        self.fired.append(tuple(name for name in fired if name in self.game.rules.reactions))
        mask = sum(1 << person for person in self.people)
        learnt = any(new & ~old & mask for old, new in zip(known, after.known, strict=True))
        self.marks.append(Mark(seat or 0, learnt or after.rng != chance, bots))

    def _as_before(self, state: State, move: int) -> None:
        self.game.state.become(state)
        for made in (self.game.moves, self.game.movers):
            del made[len(self.marks) :]
        self.stopped_by = move

    def step(self) -> int:
        """Lets the bot that decides play; gives its move."""
        player = self.bot_to_move
        if player is None:
            raise Refused("no bot is to move")
        move = player.choose(self.game.rules, self.game.state)
        self.apply(move)
        return move

    def undo(self, seat: int) -> int:
        """Takes back all since the last decision of a seat, with it; gives how many moves that were.

        Raises Refused where a person has seen something new since, or chance has decided something.
        """
        own = [number for number, mark in enumerate(self.marks) if mark.seat == seat]
        if not own:
            raise Refused(framed(self.lang, "{name} has decided nothing yet", name=self.label(seat)))
        back = self.marks[own[-1] :]
        if any(mark.revealed for mark in back):
            said = "that showed something new, or chance decided something: it cannot be taken back"
            raise Refused(framed(self.lang, said))
        for _ in back:
            self.game.undo()
        del self.marks[own[-1] :]
        del self.fired[own[-1] :]
        self.heard = {who: min(number, len(self.fired)) for who, number in self.heard.items()}
        for each, generator in zip(self.bots.values(), back[0].bots, strict=True):
            each.rng.state = generator
        self.told = {who: min(number, len(self.marks)) for who, number in self.told.items()}
        return len(back)

    def note(self, text: str) -> None:
        """Keeps a remark with the position."""
        seat = self.game.to_move
        name = None if seat is None else self.players[seat].seat
        self.notes.append(Note(len(self.game.moves), self.game.key(), name, text))

    def news(self, seat: int) -> list[str]:
        """The moves since a seat last asked, as it may know them, and what they set off."""
        lines = self.log(seat)[self.told.get(seat, 0) :]
        self.told[seat] = self.told.get(seat, 0) + len(lines)
        set_off = self.set_off(self.heard.get(seat, 0))
        self.heard[seat] = len(self.fired)
        return [*lines, set_off] if set_off else lines

    def set_off(self, since: int) -> str:
        """What reactions ran by the moves since one, in the order in which they first did; empty for none."""
        counts = Counter(name for some in self.fired[since:] for name in some)
        said = [
            self.reactions.get(name, name) + (f" × {count}" if count > 1 else "")
            for name, count in counts.items()
        ]
        return framed(self.lang, "That set off: {reactions}.", reactions=", ".join(said)) if said else ""

    def log(self, seat: int | None) -> list[str]:
        """All moves, as a seat may know them; None reads everything."""
        return [f"{self.called(mover)}: {told}" for mover, told in self.game.history(seat, self.lang)]

    def _generators(self) -> tuple[int, ...]:
        return tuple(each.rng.state for each in self.bots.values())


def session(
    game: Game,
    players: Sequence[Player],
    lang: str | None = None,
    cards: Mapping[str, str] | None = None,
    sketch: Sketch | None = None,
) -> Session:
    """Sits players down at a game that has just begun."""
    bots = {i: bot(p.bot, seat_seed(game.seed, i)) for i, p in enumerate(players) if p.bot is not None}
    return Session(game, players, bots, lang, cards or {}, sketch or Sketch())


def seating(seats: Sequence[str], names: Sequence[str], bots: Sequence[str]) -> list[Player]:
    """Puts people on the first seats and bots on the last ones.

    >>> [(p.name, p.bot) for p in seating(["red", "green"], ["Ann"], ["random"])]
    [('Ann', None), ('green', 'random')]
    """
    people = len(seats) - len(bots)
    players = []
    for i, seat in enumerate(seats):
        name = names[i] if i < len(names) else seat
        players.append(Player(seat, name, bots[i - people] if i >= people else None))
    return players
