"""Versions: two engines of one game side by side, and what tells them apart.

Moves go from one to the other by name: an action with the words of its picks. `Pair.differences` says in what
two games differ that have had the same moves: what may be done, the position, points, what seats see, the
end."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any

from rulewright.diff import without
from rulewright.diff.alike import Differ, alike
from rulewright.diff.without import Row
from rulewright.python.runtime import Game, MoveGroup, Rules, new_game, settled
from rulewright.record import record

Key = tuple[str, tuple[str, ...] | None]
MOST_SHOWN, MOST_MOVES = 12, 4


@record
class Setting:
    """How a game starts: how many play, options that are not as they come, the seed, and rows of tables whose
    components are left out."""

    players: int
    options: tuple[tuple[str, str], ...]
    seed: int
    without: tuple[Row, ...] = ()


@record
class Difference:
    """One thing that is not the same: its sort (end, turn, moves, state, score, information, stop), what it
    is, and what it is by the old rules and by the new ones."""

    sort: str
    what: str
    old: str
    new: str


class Version:
    """One engine, and what plays it in C if that was built; names of the old rules are given as the new ones
    have them."""

    def __init__(self, engine: ModuleType, renamed: Mapping[str, str] | None = None) -> None:
        self.rules: Rules = engine.RULES
        self.error: type[Exception] = engine.RuleError
        part = engine.__dict__.get("native")
        self.native: Any = None if part is None else part.ENGINE
        self.renamed = dict(renamed or {})
        self._keys: dict[int, Key] = {}
        self._moves: dict[Key, int] = {}

    def new(self, setting: Setting) -> Game:
        """A game at its first decision."""
        if not setting.without:
            return new_game(
                self.rules, setting.players, setting.seed, dict(setting.options), "sampled", False
            )
        players, options = settled(self.rules, setting.players, dict(setting.options))
        taken = {row for row in self._rows() if self._row(row) in setting.without}
        state = without.opened(self.rules, players, options, setting.seed, taken)
        return Game(self.rules, state, setting.seed, False, fresh=True)

    def rows(self) -> list[Row]:
        """The rows of tables that a game can be without."""
        return [self._row(row) for row in self._rows()]

    def _rows(self) -> list[Row]:
        return without.rows(self.rules)

    def _row(self, row: Row) -> Row:
        return self.renamed.get(row[0], row[0]), self.renamed.get(row[1], row[1])

    def named(self, name: str) -> str:
        """A name as the new rules have it; `climb.step` is the decision `step` in `climb`."""
        if not self.renamed:
            return name
        return ".".join(self.renamed.get(part, part) for part in name.split("."))

    def key(self, game: Game, move: int) -> Key:
        """A move by its name and the words of its picks; None for no picks: it declines."""
        found = self._keys.get(move)
        if found is None:
            group, picks = game.decode(move)
            found = self._keys[move] = (self.named(group.name), self._words(group, picks))
            self._moves[found] = move
        return found

    def move(self, game: Game, key: Key) -> int | None:
        """The legal move that a key means, if there is one."""
        found = self._moves.get(key)
        if found is None:
            return self.legal(game).get(key)
        return found if found in game.legal_moves() else None

    def _words(self, group: MoveGroup, picks: Sequence[int] | None) -> tuple[str, ...] | None:
        if picks is None:
            return None
        words = (words[value] for (_, words, _), value in zip(group.picks, picks, strict=True))
        return tuple(self.renamed.get(word, word) for word in words)

    def legal(self, game: Game) -> dict[Key, int]:
        """The legal moves by their keys."""
        return {self.key(game, move): move for move in game.legal_moves()}

    def points(self, game: Game, lines: Collection[str] | None = None) -> dict[str, list[int]]:
        """What each seat has by each line, or by some, if the game ended now."""
        seats = range(game.players)
        named = ((self.named(line.name), line.value) for line in self.rules.sheet)
        return {
            name: [value(game.state, seat) for seat in seats]
            for name, value in named
            if lines is None or name in lines
        }

    def seen(self, game: Game, seat: int | None) -> dict[str, str]:
        """What a seat sees, as words by where they stand; None sees all."""
        view = game.view(seat)
        for name in ("seat", "to_move", "ending"):
            view.pop(name, None)
        return dict(_flat("", {self.renamed.get(name, name): value for name, value in view.items()}))


def _flat(where: str, value: Any) -> Iterator[tuple[str, str]]:
    """A nested view as lines: `hand.red` and what it says."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(f"{where}.{name}" if where else str(name), inner)
    elif isinstance(value, list):
        yield where, " ".join(map(str, value)) or "nothing"
    else:
        yield where, "none" if value is None else str(value)


class Pair:
    """Two versions of one game. `scored` are the score lines that can differ where the position does not
    (None: all); at the end of a game all are compared."""

    def __init__(self, old: Version, new: Version, scored: Collection[str] | None = None) -> None:
        self.old, self.new, self.scored = old, new, scored

    @cached_property
    def alike(self) -> Differ | None:
        """How positions are compared as they are kept, where both keep them in the same way."""
        return None if self.old.renamed else alike(self.old.rules, self.new.rules)

    @cached_property
    def numbered_alike(self) -> bool:
        """Do both number their moves in the same way?"""
        one, other = (_numbers(version.rules) for version in (self.old, self.new))
        return not self.old.renamed and one == other

    @property
    def players(self) -> range:
        """How many can play by both rules."""
        low = max(self.old.rules.low, self.new.rules.low)
        return range(low, min(self.old.rules.high, self.new.rules.high) + 1)

    def rows(self) -> list[Row]:
        """The rows of tables that one of them has, and a game can be without."""
        return list(dict.fromkeys([*self.old.rows(), *self.new.rows()]))

    def options(self) -> list[tuple[tuple[str, str], ...]]:
        """Settings of the options that both have: as they come, and each with one of another value."""
        there = {option.name: [word for word, _ in option.values] for option in self.new.rules.options}
        found: list[tuple[tuple[str, str], ...]] = [()]
        for option in self.old.rules.options:
            words = [word for word, value in option.values if value != option.default]
            both = [word for word in words if word in there.get(option.name, ())]
            found += [((option.name, word),) for word in both[:2]]
        return found

    def differ(self, one: Game, other: Game) -> bool:
        """Is anything not the same? Asked after every move, so quickly."""
        a, b = one.state, other.state
        if (a.ending < 0) != (b.ending < 0) or a.to_move != b.to_move or len(a.legal) != len(b.legal):
            return True
        positions = self.alike
        if positions is None:
            return any(True for _ in self.differences(one, other))
        if positions(a, b):
            return True
        if self.numbered_alike:
            if sorted(a.legal) != sorted(b.legal):
                return True
        elif self.old.legal(one).keys() != self.new.legal(other).keys():
            return True
        if a.ending >= 0 and (one.ending, one.winners()) != (other.ending, other.winners()):
            return True
        lines = None if one.over else self.scored
        return (lines is None or bool(lines)) and self.old.points(one, lines) != self.new.points(other, lines)

    def differences(self, one: Game, other: Game) -> Iterator[Difference]:
        """All that is not the same, the weightiest first."""
        yield from self._end(one, other)
        yield from self._turn(one, other)
        yield from self._moves(one, other)
        shown = False
        for difference in _lines("state", self.old.seen(one, None), self.new.seen(other, None)):
            shown = True
            yield difference
        yield from self._scores(one, other)
        if not shown:
            for seat in range(min(one.players, other.players)):
                sees = f"what {self.new.rules.seats[seat]} sees: "
                yield from _lines("information", self.old.seen(one, seat), self.new.seen(other, seat), sees)

    def _end(self, one: Game, other: Game) -> Iterator[Difference]:
        ends = [_ended(version, game) for version, game in ((self.old, one), (self.new, other))]
        if ends[0] != ends[1]:
            yield Difference("end", "the game", *ends)
        elif one.over:
            names = [", ".join(game.rules.seats[seat] for seat in game.winners()) for game in (one, other)]
            if names[0] != names[1]:
                yield Difference("end", "who wins", names[0] or "nobody", names[1] or "nobody")

    def _turn(self, one: Game, other: Game) -> Iterator[Difference]:
        seats = [_mover(game) for game in (one, other)]
        if seats[0] != seats[1] and not one.over and not other.over:
            yield Difference("turn", "who decides", *seats)

    def _moves(self, one: Game, other: Game) -> Iterator[Difference]:
        if one.over or other.over:
            return
        before, after = self.old.legal(one), self.new.legal(other)
        only_old = [key for key in before if key not in after]
        only_new = [key for key in after if key not in before]
        for keys in _by_name(only_old):
            yield Difference("moves", keys[0][0], _picks(keys), _why_not(self.new, other, keys[0]))
        for keys in _by_name(only_new):
            yield Difference("moves", keys[0][0], _why_not(self.old, one, keys[0]), _picks(keys))

    def _scores(self, one: Game, other: Game) -> Iterator[Difference]:
        before, after = self.old.points(one), self.new.points(other)
        seats = self.new.rules.seats
        for name in dict.fromkeys([*after, *before]):
            a, b = before.get(name), after.get(name)
            for seat in range(other.players):
                was, now = (None if found is None else found[seat] for found in (a, b))
                if was != now and (was or now):
                    texts = ("no such line" if value is None else str(value) for value in (was, now))
                    yield Difference("score", f"{seats[seat]}, {name}", *texts)


def _numbers(rules: Rules) -> list[object]:
    """How moves are numbered."""
    return [(g.name, g.base, g.count, [words for _, words, _ in g.picks]) for g in rules.groups]


def said(key: Key) -> str:
    """A move as examples write it.

    >>> said(("climb", ("plum",))), said(("pick", ())), said(("take.d", None))
    ('climb(plum)', 'pick', 'take.d: declines')
    """
    name, picks = key
    if picks is None:
        return f"{name}: declines"
    return f"{name}({', '.join(picks)})" if picks else name


def _by_name(keys: Sequence[Key]) -> list[list[Key]]:
    """Moves of one action or decision together."""
    found: dict[str, list[Key]] = {}
    for key in keys:
        found.setdefault(key[0], []).append(key)
    return list(found.values())


def _picks(keys: Sequence[Key]) -> str:
    """What may be done, with those of its moves that the other rules do not have."""
    texts = [said(key) for key in keys[:MOST_MOVES]]
    more = len(keys) - MOST_MOVES
    return "may " + ", ".join(texts) + (f" and {more} more" if more > 0 else "")


def _ended(version: Version, game: Game) -> str:
    if not game.over:
        return "goes on"
    if game.state.ending == version.rules.endless:
        return "does not stop: its reactions went on until their budget was spent"
    return f"ends: {version.named(game.ending or '')}"


def _mover(game: Game) -> str:
    seat = game.to_move
    return "nobody" if seat is None else game.rules.seats[seat] if seat >= 0 else "chance"


def _why_not(version: Version, game: Game, key: Key) -> str:
    """Why a move cannot be made, by the sentences of the rules."""
    name, picks = key
    group = next((g for g in version.rules.groups if version.named(g.name) == name), None)
    if group is None:
        return "there is no such move"
    if "." in name:
        return "may not"
    try:
        words = [words for _, words, _ in group.picks]
        numbers = [w.index(word) for w, word in zip(words, picks or (), strict=True)]
        reasons = game.why_not(group.name, *numbers)
    except (ValueError, KeyError):
        return "may not"
    return "may not: " + "; ".join(reasons) if reasons else "may not"


def _lines(sort: str, old: Mapping[str, str], new: Mapping[str, str], lead: str = "") -> Iterator[Difference]:
    """Lines of two views that are not the same; a place that only one of them has is left out, for layer 1
    has told it."""
    found = [name for name in new if name in old and old[name] != new[name]]
    for name in found[:MOST_SHOWN]:
        yield Difference(sort, f"{lead}{name}", old[name], new[name])
