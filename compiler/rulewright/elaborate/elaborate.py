"""Elaborate: declarations as written become the checked game, every name resolved, every expression typed.

The parts are in modules of their own: `elaborate_work` (what is carried along, scopes), `_types`, `_fit`,
`_facts`, `_fold` (types, where they go together, what conditions tell, constants), `_words`, `_places`,
`_calls`, `_references`, `_aggregates`, `_alternatives`, `_arithmetic`, `_expressions`, `_moves`,
`_statements`, `_typenames`, `_declarations`, `_cells`,
`_tables`, `_components`, `_defines`, `_rules`, `_given`, `_examples`, `_texts`, `_seats`, `_sources`,
`_citations`, `_unused`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rulewright import core, nodes
from rulewright.elaborate import components as elaborate_components
from rulewright.elaborate import declarations as elaborate_declarations
from rulewright.elaborate import rules as elaborate_rules
from rulewright.elaborate import spaces as elaborate_spaces
from rulewright.elaborate.circles import report_circles
from rulewright.elaborate.citations import check_citations
from rulewright.elaborate.defines import define
from rulewright.elaborate.examples import example
from rulewright.elaborate.expressions import expression
from rulewright.elaborate.names import Entry, Lost, Names, collect, lost
from rulewright.elaborate.seats import check_seats
from rulewright.elaborate.sources import add_sources
from rulewright.elaborate.tables import record
from rulewright.elaborate.texts import translations, variant_texts
from rulewright.elaborate.unused import check_unused
from rulewright.elaborate.work import Work
from rulewright.loading.sizes import sizes
from rulewright.reading.source import split
from rulewright.report.diagnostics import Note, Report, Span

if TYPE_CHECKING:
    from rulewright.loading.load import Loaded

DEEP = 20
MOST_PLAYERS = 32
ON_DEMAND = ("constant", "group", "define")
FIRST = (
    "team",
    "unit",
    "kind",
    "group",
    "constant",
    "option",
    "range",
    "record",
    "piece",
    "man",
    "token",
    "zone",
    "memory",
)


def elaborate(
    loaded: Loaded,
    report: Report,
    declarations: Iterable[nodes.AnyDeclaration] | None = None,
    cells: Iterable[nodes.SetCell] = (),
) -> core.Game | None:
    """Take what was loaded, and what variants made of it (`declarations`, `cells`); report all mistakes
    that can be found, and give the checked game, or None when there is one."""
    work = survey(loaded, report, declarations, cells, noting=False)
    if report.has_errors:
        return None
    check_unused(work)
    add_sources(work.game)
    return work.game


def survey(
    loaded: Loaded,
    report: Report,
    declarations: Iterable[nodes.AnyDeclaration] | None = None,
    cells: Iterable[nodes.SetCell] = (),
    noting: bool = True,
) -> Work:
    """As `elaborate`, but gives all that was found out, be there mistakes or not; with `noting` what stands
    where too, for editors."""
    given = loaded.declarations if declarations is None else tuple(declarations)
    names = collect(given, report)
    game = _begin(loaded, names, report)
    work = Work(loaded, report, names, game, expression, _need)
    work.notes = [] if noting else None
    work.fixed = sizes(given)
    if report.has_errors:
        work.lost = _lost(loaded, names)
    _check_players(work)
    work.players_known = not any(found.code == "RW235" for found in report) and (
        _once(names, nodes.Players) is not None
    )
    for change in cells:
        work.changes.setdefault(change.record.text, []).append(change)
    with _room():
        _declare(work)
        _play(work)
        _finish(work)
    report_circles(work)
    work.tell_where_else()
    return work


@contextmanager
def _room() -> Iterator[None]:
    """Room for deep expressions."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 10_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _lost(loaded: Loaded, names: Names) -> Lost:
    """What is in the texts and not among the declarations, because it could not be read."""
    quiet = Report()
    rules = (source for path, source in loaded.sources.items() if path.endswith(".rules"))
    return lost(names, (chunk.text for source in rules for chunk in split(source, quiet)))


def _check_players(work: Work) -> None:
    if _once(work.names, nodes.Players) is None and "players" not in work.lost.sorts:
        help = "write how many can play: `players 2..4: red, yellow, green, blue`"
        work.error("RW401", "there is no `players`", work.game.span, help)


def _once(names: Names, type: type[Any]) -> Any:
    return next((found for found in names.once if isinstance(found, type)), None)


def _begin(loaded: Loaded, names: Names, report: Report) -> core.Game:
    """The game with its title and seats."""
    game: nodes.Game | None = _once(names, nodes.Game)
    players: nodes.Players | None = _once(names, nodes.Players)
    whole = Span.whole(loaded.path)
    low, high = 2, 2
    seats: tuple[str, ...] = ("first", "second")
    if players is not None:
        low, high, seats = _seats(players, report)
    name = "Game" if game is None else game.name.text
    begun = core.Game(
        name=name,
        slug=re.sub(r"\W+", "_", name).lower(),
        title=name if game is None else game.title.text,
        version="0" if game is None else game.version.text,
        path=loaded.path,
        span=whole if game is None else game.span,
        low=low,
        high=high,
        seats=seats,
        variants=variant_texts(loaded.declarations),
        library=loaded.library,
    )
    for node in (game, players):
        begun.citations.extend((cite.text, cite.span) for cite in (node.per if node else ()))
    return begun


def _seats(node: nodes.Players, report: Report) -> tuple[int, int, tuple[str, ...]]:
    seats = tuple(word.text for word in node.names)
    low, high = node.low.value, node.high.value
    if not 1 <= low <= high <= MOST_PLAYERS:
        span = node.low.span.to(node.high.span)
        help = f"write `{high}..{low}`" if 1 <= high < low <= MOST_PLAYERS else f"1..{MOST_PLAYERS} can play"
        report.add("RW235", f"{low}..{high} is no number of players", span, help)
        low, high = 1, max(1, len(seats))
    elif high != len(seats):
        message = f"{high} can play, here are names for {len(seats)}"
        span = node.names[0].span.to(node.names[-1].span)
        report.add("RW235", message, span, "name each seat once, from the first to the last")
        seats = (*seats, *(f"seat {n}" for n in range(len(seats), high)))
        high = len(seats)
    return low, high, seats


# ---- declarations, each when it is first needed


def _unit(work: Work, node: nodes.Unit) -> bool:
    work.game.units[node.name.text] = core.Info(
        name=node.name.text,
        span=node.name.span,
        per=work.cites(node.per),
        text=None if node.text is None else node.text.text,
    )
    return True


def _kind(work: Work, node: nodes.Kinds | nodes.Spaces) -> bool:
    if isinstance(node, nodes.Spaces):
        return elaborate_spaces.spaces(work, node)
    return elaborate_declarations.kind(work, node)


def _team(work: Work, node: nodes.Team) -> bool:
    """`team north_south: north, south`"""
    seats: list[int] = []
    for word in node.seats:
        if word.text not in work.game.seats:
            help = work.suggest(word.text, work.game.seats)
            work.error("RW201", f"`{word.text}` is not the name of a player", word.span, help)
            return False
        work.note(word.span, "seat", word.text)
        seat = work.game.seats.index(word.text)
        other = next((t for t in work.game.teams.values() if seat in t.seats), None)
        if other is not None or seat in seats:
            notes = [Note("it is here already", other.span)] if other is not None else []
            help = "a seat plays for one team"
            work.error("RW202", f"`{word.text}` is in two teams", word.span, help, notes)
            return False
        seats.append(seat)
    work.game.teams[node.name.text] = core.Team(
        name=node.name.text,
        span=node.name.span,
        per=work.cites(node.per),
        text=None if node.text is None else node.text.text,
        seats=tuple(seats),
    )
    return True


def _check_teams(work: Work) -> None:
    """Where there are teams, each seat is in one."""
    teams = work.game.teams.values()
    left = [name for i, name in enumerate(work.game.seats) if not any(i in team.seats for team in teams)]
    if (
        teams
        and left
        and not any(work.state.get(("team", e.name)) == "broken" for e in work.names.of_sort("team"))
    ):
        last = list(teams)[-1]
        message = f"{left[0]} is in no team"
        work.error("RW235", message, last.span, "name each seat in one team; a team may be of one")


BUILDERS: dict[str, Callable[[Work, Any], bool]] = {
    "unit": _unit,
    "kind": _kind,
    "group": elaborate_declarations.group,
    "team": _team,
    "constant": elaborate_declarations.constant,
    "option": elaborate_declarations.option,
    "range": elaborate_declarations.range_of,
    "record": record,
    "piece": elaborate_components.piece,
    "token": elaborate_components.token,
    "man": elaborate_spaces.man,
    "zone": elaborate_components.zone,
    "memory": elaborate_declarations.memory,
    "define": define,
}


class Deeper(Exception):
    """What is needed lies too deep to be elaborated on the way: it comes first, then the rest again."""

    def __init__(self, sort: str, name: str, span: Span) -> None:
        super().__init__(name)
        self.key, self.span = (sort, name), span


def _need(work: Work, sort: str, name: str, span: Span) -> bool:
    """Elaborate a declaration unless that was tried; a declaration that needs itself is reported."""
    state = work.state.get((sort, name))
    if state == "running":
        _circle(work, work.path, (sort, name), span)
    if state is not None:
        return state == "done"
    if len(work.path) >= DEEP:
        raise Deeper(sort, name, span)
    return _build(work, sort, name, span)


def _build(work: Work, sort: str, name: str, span: Span) -> bool:
    key = (sort, name)
    work.state[key] = "running"
    work.path.append((sort, name, span))
    try:
        fine = BUILDERS[sort](work, work.names.values[name].node)
    except Deeper:
        del work.state[key]
        raise
    finally:
        work.path.pop()
    work.state[key] = "done" if fine else "broken"
    return fine


def _eager(work: Work, entry: Entry) -> None:
    """Elaborate one declaration and, first, what it needs far down."""
    waiting: list[tuple[str, str, Span]] = [(entry.sort, entry.name, entry.span)]
    while waiting:
        sort, name, span = waiting[-1]
        try:
            _need(work, sort, name, span)
            waiting.pop()
        except Deeper as deeper:
            key = deeper.key
            if any(step[:2] == key for step in waiting):
                _circle(work, waiting, key, deeper.span)
                work.state[key] = "broken"
            else:
                waiting.append((*key, deeper.span))


def _circle(work: Work, path: list[tuple[str, str, Span]], key: tuple[str, str], span: Span) -> None:
    """Note the steps by which a declaration needs itself."""
    start = next(at for at, step in enumerate(path) if step[:2] == key)
    work.circles.append([*path[start:], (*key, span)])


def _declare(work: Work) -> None:
    for sort in FIRST:
        for entry in _own(work, sort):
            _eager(work, entry)
    elaborate_components.check_starts(work)
    _check_teams(work)
    for sort in ("procedure", "event"):
        for entry in work.names.of_sort(sort):
            elaborate_rules.signature(work, _node(entry))
    setup = _flow(work, "setup")
    if "setup" in work.lost.sorts:
        work.given.update(entry.name for entry in work.names.of_sort("token"))
    given = (stmt for stmt in (setup.body if setup else ()) if isinstance(stmt, nodes.Give))
    work.given.update(stmt.what.name.text for stmt in given)
    for entry in _own(work, "define"):
        _eager(work, entry)
    for entry in work.names.of_sort("memory"):
        _start(work, entry)


def _own(work: Work, sort: str) -> Iterator[Entry]:
    """What the ruleset says itself; what the standard library computes is elaborated where it is needed."""
    for entry in work.names.of_sort(sort):
        if sort not in ON_DEMAND or entry.span.path not in work.loaded.library:
            yield entry


def _node(entry: Entry) -> Any:
    return entry.node


def _start(work: Work, entry: Entry) -> None:
    from dataclasses import replace

    node = entry.node
    assert isinstance(node, nodes.Memory)
    memory = work.game.memories.get(entry.name)
    if node.starts is not None and memory is not None:
        starts = elaborate_declarations.memory_start(work, node)
        work.game.memories[entry.name] = replace(memory, starts=starts)


def _keep_order(work: Work) -> None:
    """Put what was elaborated when it was needed back into the order of the file."""
    game = work.game
    tables: dict[str, dict[str, Any]] = {
        "kind": game.kinds,
        "range": game.ranges,
        "constant": game.constants,
        "define": game.defines,
    }
    for sort, table in tables.items():
        found = [entry.name for entry in work.names.of_sort(sort) if entry.name in table]
        rest = [name for name in table if name not in set(found)]
        ordered = {name: table[name] for name in [*found, *rest]}
        table.clear()
        table.update(ordered)


# ---- how it is played


def _flow(work: Work, *sorts: str) -> nodes.Flow | None:
    flows = [found for found in work.names.once if isinstance(found, nodes.Flow) and found.sort in sorts]
    return flows[0] if flows else None


def _play(work: Work) -> None:
    game = work.game
    _flows(work)
    rules: tuple[tuple[str, dict[str, Any], Callable[[Work, Any], Any]], ...] = (
        ("action", game.actions, elaborate_rules.action),
        ("procedure", game.procedures, elaborate_rules.procedure),
        ("event", game.events, elaborate_rules.event),
        ("reaction", game.reactions, _reaction),
        ("score", game.scores, elaborate_rules.score),
        ("ending", game.endings, elaborate_rules.ending),
        ("claim", game.claims, elaborate_rules.claim),
        ("claim", game.cascade_claims, elaborate_rules.cascade_claim),
    )
    for sort, table, build in rules:
        for entry in work.names.of_sort(sort):
            made = build(work, entry.node)
            if made is not None:
                table[entry.name] = made
    _keep_order(work)
    check_seats(work)
    _ends(work)


def _reaction(work: Work, node: nodes.AsSoonAs | nodes.When) -> core.AsSoonAs | core.When | None:
    if isinstance(node, nodes.AsSoonAs):
        return elaborate_rules.as_soon_as(work, node)
    return elaborate_rules.when(work, node)


def _flows(work: Work) -> None:
    setup, flow, turn = _flow(work, "setup"), _flow(work, "round"), _flow(work, "turn")
    span = work.game.span
    missing = work.lost.sorts
    if setup is None and "setup" not in missing:
        help = "say how the game is set up: `setup:` and a block"
        work.error("RW401", "there is no `setup`", span, help)
    if setup is not None:
        work.game.setup = elaborate_rules.flow(work, setup)
    if flow is None and turn is None and not missing & {"round", "turn"}:
        help = "say what is played again and again: `round:` or `turn:` and a block"
        work.error("RW401", "there is neither a `round` nor a `turn`", span, help)
    if flow is not None and turn is not None:
        first, second = sorted((flow, turn), key=lambda found: (found.span.path, found.span.line))
        notes = [Note("the other is here", _head(first.span, first.sort))]
        help = "keep one: a round may hold `each p in players:`"
        where = _head(second.span, second.sort)
        work.error("RW402", "a game has rounds or turns, not both", where, help, notes)
    order = _once(work.names, nodes.FirstTurn), _once(work.names, nodes.NextTurn)
    work.game.turns = elaborate_rules.turns(work, *order)
    for found in (flow, turn):
        if found is not None:
            work.game.flow = elaborate_rules.flow(work, found)


def _head(span: Span, word: str) -> Span:
    return Span.on_line(span.path, span.line, span.column, span.column + len(word))


def _ends(work: Work) -> None:
    game, names = work.game, work.names
    winner: nodes.Winner | None = _once(names, nodes.Winner)
    if winner is not None:
        game.winner = elaborate_rules.winner(work, winner)
    missing = work.lost.sorts
    if not names.lists.get("ending") and "ending" not in missing:
        help = "say when: `ending NAME when ..., at end of round`"
        work.error("RW403", "the game has no ending", game.span, help)
    if missing & {"winner", "score"}:
        pass
    elif winner is None:
        work.error("RW404", "the rules do not say who wins", game.span, "write `winner is most score`")
    elif not names.lists.get("score"):
        help = 'write `score NAME "..." = ...`'
        work.error("RW404", "the winner is found by score, and nothing scores", winner.span, help)
    units = {
        score.value.type.unit: score
        for score in game.scores.values()
        if isinstance(score.value.type, core.Number) and score.value.type.unit
    }
    if len(units) > 1:
        first, second = list(units)[:2]
        message = f"{first} and {second} do not mix in one total"
        notes = [Note(f"{first} are counted here", units[first].span)]
        work.error("RW213", message, units[second].span, "plain numbers fit any unit", notes)


def _finish(work: Work) -> None:
    for declaration in work.names.once:
        if isinstance(declaration, nodes.Example):
            work.game.examples.append(example(work, declaration))
    check_citations(work)
    for declaration in work.names.once:
        if isinstance(declaration, nodes.Texts):
            translations(work, declaration)
