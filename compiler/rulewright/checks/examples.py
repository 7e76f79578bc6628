"""Runs the `example` blocks of a ruleset on its engine.

`run_examples(game, engine, report)` plays each example and reports the first line of it that does not hold.
Givens change the position after the set-up, before the first round or turn; what set-up asks is answered with
the first that may be chosen. An example that says `given setup` answers itself: it starts with the first
decision of the set-up, and what it says of draws holds for set-up too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from types import ModuleType
from typing import Any

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.machine.words import rows, value_words
from rulewright.python.examples import function_name
from rulewright.python.runtime import Game, MoveGroup, Rules, State, shadow
from rulewright.record import record
from rulewright.report.diagnostics import Note, Report, Span

FAILS, BREAKS, NOT_PLAYED = "RW901", "RW902", "RW903"
SAYS = {"is": "is", "is_not": "is not"}
GIVEN = (core.GivenHolds, core.GivenBegins, core.GivenDraws, core.GivenIs)


@record
class Failure(Exception):
    """A line that does not hold: a code, a sentence, where, what to look at."""

    code: str
    message: str
    span: Span
    help: str | None = None


def run_examples(game: core.Game, engine: ModuleType, report: Report) -> int:
    """Runs all examples; reports those that fail; gives how many held."""
    held = 0
    for number, example in enumerate(game.examples):
        try:
            _Player(game, engine, number, example).play()
            held += 1
        except Failure as failure:
            start = example.span
            head = Span.on_line(start.path, start.line, start.column, start.column + len("example"))
            note = Note(f'in the example "{example.title}"', head)
            report.add(failure.code, failure.message, failure.span, failure.help, (note,))
    return held


def position(game: core.Game, engine: ModuleType, number: int) -> Game:
    """The game that an example leads to. Raises Failure where it does not hold."""
    player = _Player(game, engine, number, game.examples[number])
    player.play()
    return player.started


def given(game: core.Game, engine: ModuleType, number: int) -> State:
    """The position that an example starts from, before anything is played. Raises Failure where what is given
    cannot be."""
    player = _Player(game, engine, number, game.examples[number])
    player.play(only_givens=True)
    return player.state


class _Player:
    """Plays one example."""

    def __init__(self, game: core.Game, engine: ModuleType, number: int, example: core.Example) -> None:
        self._game = game
        self._rules: Rules = engine.RULES
        self._functions: ModuleType = getattr(engine, "_examples")  # noqa: B009
        self._number = number
        self._example = example
        values = tuple(example.options.get(option.name, option.default) for option in game.options.values())
        self._state = self._rules.start(example.players, values, 1)
        self._play: Game | None = None
        self._line = 0  # the line that is played

    @property
    def state(self) -> State:
        """Where it is."""
        found: State = self._state
        return found

    def play(self, only_givens: bool = False) -> None:
        """Raises Failure at the first line that does not hold."""
        lines = list(enumerate(self._example.lines))
        if only_givens:
            lines = [pair for pair in lines if isinstance(pair[1], GIVEN)]
        if self._example.in_setup:
            early = [(n, line) for n, line in lines if isinstance(line, core.GivenDraws)]
            lines = [pair for pair in lines if pair not in early]
            self._play_lines(early)
            self._rules.begin(self._state)
        else:
            self._rules.set_up(self._state)
        self._play_lines(lines)

    def _play_lines(self, lines: Sequence[tuple[int, core.ExampleLine]]) -> None:
        for number, line in lines:
            self._line = number
            try:
                getattr(self, f"_{type(line).__name__.lower()}")(line)
            except Failure:
                raise
            except Exception as error:
                raise Failure(BREAKS, f"the rules break here: {error}", line.span) from error

    def _value(self, part: str, *given: int) -> Any:
        function = getattr(self._functions, function_name(self._number, self._line, part))
        return function(self._state, *given)

    @property
    def started(self) -> Game:
        """The game, on to its first decision."""
        if self._play is None:
            self._rules.refresh(self._state)
            self._play = Game(self._rules, self._state, 1)
        self._state = self._play.state
        return self._play

    # ---- givens

    def _givenholds(self, line: core.GivenHolds) -> None:
        if line.zone.zone in self._game.overlays:
            self._givenlaid(line)
            return
        place = self._value("place")
        record = self._game.zones[line.zone.zone].item
        wanted = [self._value(f"item{k}") for k in range(len(line.items))]
        for component in self._inside(place):
            if component not in wanted:
                self._move(record, component, self._home(line.zone.zone, record))
        for component in wanted:
            self._move(record, component, place)

    def _givenlaid(self, line: core.GivenHolds) -> None:
        """Cards are laid on a space of an overlay, over what lies there; with none, all of it is lifted."""
        place, record = self._value("place"), self._game.zones[line.zone.zone].item
        for component in () if line.items else self._inside(place):
            self._move(record, component, self._home(line.zone.zone, record))
            self._value("lift", component)
        for k in range(len(line.items)):
            self._value(f"lay{k}")
        shadow(self._rules, self._state)

    def _home(self, zone: str, record: str) -> int:
        """Where a record's components start; -1 (aside) when that is the zone that is given."""
        for place, info in zip(self._rules.places, self._game.zones.values(), strict=True):
            if info.fills and info.item == record and info.name != zone:
                return place.at + (self._rules.lists if place.sort == "set" else 0)
        return -1

    def _givenbegins(self, line: core.GivenBegins) -> None:
        place = self._value("place")
        record = self._game.zones[line.zone.zone].item
        for k in reversed(range(len(line.items))):
            self._move(record, self._value(f"item{k}"), place)

    def _givendraws(self, line: core.GivenDraws) -> None:
        self._state.drawn.extend(self._value(f"value{k}") for k in range(len(line.values)))

    def _inside(self, place: int) -> list[int]:
        lists = int(self._rules.lists)
        if place < lists:
            return list(self._state.zones[place])
        mask = self._state.sets[place - lists]
        return [i for i in range(mask.bit_length()) if mask >> i & 1]

    def _move(self, record_name: str, component: int, to: int) -> None:
        state, lists = self._state, self._rules.lists
        base = next(r.base for r in self._rules.records if r.name == record_name)
        lay = state.where[base + component]
        if lay >= lists:
            state.sets[lay - lists] ^= 1 << component
        elif lay >= 0:
            state.zones[lay].remove(component)
        state.where[base + component] = to
        if to >= lists:
            state.sets[to - lists] |= 1 << component
        elif to >= 0:
            state.zones[to].append(component)
        state.known[base + component] = self._rules.sees[to] if to >= 0 else 0
        shadow(self._rules, state)

    def _givenis(self, line: core.GivenIs) -> None:
        if isinstance(line.target, core.MemoryValue) and line.target.name in self._game.boards:
            self._value("put")
            return
        at, value = self._value("at"), self._value("value")
        self._state.forget()
        if not isinstance(line.target, core.ZoneRef):
            self._state.memory[at] = value
            return
        piece = self._game.zones[line.target.zone].item
        supply = next(p.at for p in self._rules.places if p.name == f"supply of {piece}")
        change = value - self._state.pools[at]
        if change > self._state.pools[supply]:
            raise Failure(BREAKS, f"there are not so many {piece} in the supply", line.span)
        self._state.pools[at] += change
        self._state.pools[supply] -= change

    # ---- what is played

    def _seat_decides(self, seat: int, span: Span) -> Game:
        game = self.started
        if game.over:
            raise Failure(NOT_PLAYED, f"the game is over: {game.ending}", span)
        if game.to_move != seat:
            names = self._rules.seats
            message = f"it is {names[game.to_move or 0]} who decides now, not {names[seat]}"
            raise Failure(NOT_PLAYED, message, span, self._offered(game))
        return game

    def _number_of(self, action: str, picks: list[int]) -> int:
        group = next(g for g in self._rules.groups if g.name == action)
        return group.base + _dense(group, [self._index(action, i, p) for i, p in enumerate(picks)])

    def _index(self, action: str, pick: int, value: int) -> int:
        return self._choice_of(self._game.actions[action].picks[pick].type, value)

    def _choice_of(self, type: core.Type, value: int) -> int:
        """A value as a choice, counted from 0: a component by its row."""
        if isinstance(type, core.Component):
            return rows(self._game.records[type.record])[value]
        return value - core.bounds(self._game, type)[0]

    def _picks(self, args: tuple[core.Expr, ...]) -> list[int]:
        return [self._value(f"arg{k}") for k in range(len(args))]

    def _played(self, line: core.Played) -> None:
        game = self._seat_decides(line.seat, line.span)
        picks = self._picks(line.args)
        move = self._number_of(line.action, picks)
        if move not in game.legal_moves():
            indices = [self._index(line.action, i, p) for i, p in enumerate(picks)]
            why = "; ".join(game.why_not(line.action, *indices)) or "it is not legal"
            raise Failure(
                NOT_PLAYED, f"'{game.name(move)}' is refused: {why}", line.span, self._offered(game)
            )
        self._apply(game, move, line.span)

    def _apply(self, game: Game, move: int, span: Span) -> None:
        """Plays a move; the ruleset's claims must hold after it."""
        game.apply(move)
        self._state = game.state
        if broken := self._rules.claims(game.state):
            raise Failure(BREAKS, f"after this, {broken[0]} does not hold", span)

    def _choice(self, game: Game, value: int | None) -> int | None:
        """The legal move that chooses a value or declines; None if there is none."""
        groups = {g.name: g for g in self._rules.groups}
        for move in game.legal_moves():
            group = groups[game.action(move)]
            if group.name in self._game.actions:
                continue
            declines = group.declines and move == group.base + group.count - 1
            if value is None and declines:
                return move
            if (
                value is not None
                and not declines
                and move - group.base == self._choice_of(self._chosen_type(group), value)
            ):
                return move
        return None

    def _chosen_type(self, group: MoveGroup) -> core.Type:
        return next(c for c in _choices(self._game) if c.label == group.name).type

    def _chosen(self, line: core.Chosen) -> None:
        game = self._seat_decides(line.seat, line.span)
        value = None if line.value is None else self._value("value")
        move = self._choice(game, value)
        if move is None:
            raise Failure(NOT_PLAYED, "this cannot be chosen now", line.span, self._offered(game))
        self._apply(game, move, line.span)

    # ---- what must hold

    def _mayplay(self, line: core.MayPlay) -> None:
        game = self.started
        decides = not game.over and game.to_move == line.seat
        picks = self._picks(line.args)
        indices = [self._index(line.action, i, p) for i, p in enumerate(picks)]
        why = game.why_not(line.action, *indices) if decides else ["another player decides now"]
        if line.allowed and why:
            offered = self._offered(game) if decides else "is it the example that is wrong, or a rule?"
            raise Failure(FAILS, f"{line.action} is refused: {'; '.join(why)}", line.span, offered)
        if not line.allowed and not why:
            help = "write `may` if the example is wrong; else a `requires` is missing"
            raise Failure(FAILS, f"{line.action} is allowed", line.span, help)
        if line.because is not None and not any(line.because in sentence for sentence in why):
            help = "write words of that reason, or let another line stand first"
            raise Failure(FAILS, f"{line.action} is refused, but because: {'; '.join(why)}", line.span, help)

    def _maychoose(self, line: core.MayChoose) -> None:
        game = self.started
        value = None if line.value is None else self._value("value")
        can = not game.over and game.to_move == line.seat and self._choice(game, value) is not None
        if can != line.allowed:
            word = "decline" if value is None else "be chosen"
            raise Failure(FAILS, f"this can{'' if can else 'not'} {word} now", line.span, self._offered(game))

    def _offered(self, game: Game) -> str:
        names = [game.name(move) for move in game.legal_moves()]
        more = f" and {len(names) - 6} more" if len(names) > 6 else ""
        return f"the legal moves now: {', '.join(names[:6])}{more}" if names else "there is no decision now"

    def _fact(self, line: core.Fact) -> None:
        self._settle()
        if self._value("fact"):
            return
        condition = line.condition
        message, help = "this does not hold", "is it the example that is wrong, or a rule?"
        if isinstance(condition, core.Binary) and condition.op in ("is", "is_not", "<", "<=", ">", ">="):
            left = self._said(condition.left, self._value("left"))
            right = self._said(condition.right, self._value("right"))
            message = f"the left side is {left}, the right side {right}"
            help = f"write `{left}` if the example is wrong; else a rule is"
        raise Failure(FAILS, message, line.span, help)

    def _settle(self) -> None:
        """Facts after moves are asked of the running game; before, of the given position."""
        if self._play is not None:
            self._state = self._play.state

    def _said(self, expr: core.Expr, value: int) -> str:
        if isinstance(expr.type, core.SetType | core.ListType | core.Place | core.Number):
            return str(value)
        if value < 0:
            return "empty"
        return value_words(self._game, expr.type)[value - core.bounds(self._game, expr.type)[0]]


def _dense(group: MoveGroup, indices: list[int]) -> int:
    sizes = [len(words) for _, words, _ in group.picks]
    return sum(index * prod(sizes[i + 1 :]) for i, index in enumerate(indices))


def _choices(game: core.Game) -> list[core.Choose]:
    blocks = [d.body for d in (*game.actions.values(), *game.procedures.values(), *game.reactions.values())]
    blocks += [flow.body for flow in (game.setup, game.flow) if flow]
    return [s for block in blocks for s in statements(block) if isinstance(s, core.Choose)]
