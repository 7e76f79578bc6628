"""Words of kinds, seats and component ids: names whose meaning follows from the type that is asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright import core, nodes
from rulewright.elaborate.fit import fit
from rulewright.elaborate.mends import call, called, known_here, listed, value_of
from rulewright.elaborate.names import BUILTINS
from rulewright.elaborate.types import plain, show
from rulewright.elaborate.work import Noted, Scope
from rulewright.report.diagnostics import Span

WRITTEN = {"true": "write `yes`", "false": "write `no`", "null": "write `none`", "nil": "write `none`"}
SPACE = re.compile(r"\W+")


def kind_word(scope: Scope, kind: str, name: str, span: Span) -> core.KindWord | None:
    """The word of a kind, or None; a kind that is not elaborated yet is elaborated now."""
    if ":" not in kind and not scope.work.ensure("kind", kind, span):
        return None
    return scope.work.words.get(kind, {}).get(name)


def expected_word(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.KindWord | None:
    """The word that a name means where a kind is asked for."""
    type = None if expected is None else plain(expected)
    if not isinstance(type, core.KindType) or node.name.text in scope.locals:
        return None
    return kind_word(scope, type.name, node.name.text, node.name.span)


def kinds_with(scope: Scope, name: str) -> list[str]:
    """The kinds that have a word."""
    return scope.work.names.words.get(name, [])


def word_value(
    scope: Scope, kind: str, word: core.KindWord, args: nodes.Args | None, span: Span
) -> core.Expr | None:
    """A word with the values it carries; constant when they are."""
    if ":" not in kind:
        scope.work.use("kind", kind)
        use = core.Use(by=(scope.unit.sort, scope.unit.name), of=("kind", kind), span=span)
        scope.game.uses.append(use)
    scope.work.note(span, "word", word.name, kind)
    given = () if args is None else args.items
    if len(given) != len(word.params):
        wanted = f"carries {len(word.params)} values" if word.params else "carries no values"
        if kind.startswith("men:"):
            message = f"`{word.name}` alone says nothing of whose it is"
            help = f"write `{word.name}(p)` for that of a seat p, or ask `.piece is {word.name}`"
            scope.error("RW216", message, span, help)
            return None
        help = call(word.name, [show(param) for param in word.params])
        scope.error("RW216", f"`{word.name}` of {kind} {wanted}, here are {len(given)}", span, help)
        return None
    values: list[core.Expr] = []
    for item, type in zip(given, word.params, strict=True):
        if isinstance(item, nodes.NamedArg):
            scope.error("RW216", f"the values of `{word.name}` have no names", item.name.span)
            return None
        value = fit(scope, scope.read(item, type), type, f"the value of `{word.name}`")
        if value is not None:
            values.append(value)
    if len(values) != len(given):
        return None
    type = core.KindType(kind)
    if all(isinstance(value, core.Const) for value in values):
        numbers = [value.value for value in values if isinstance(value, core.Const)]
        return core.Const(value=word_index(scope.game, word, numbers), type=type, span=span)
    return core.Word(kind=kind, word=word.name, args=tuple(values), type=type, span=span)


def word_index(game: core.Game, word: core.KindWord, values: Sequence[int]) -> int:
    """The dense index of a word with its values: mixed radix, the last value fastest."""
    index = 0
    for value, type in zip(values, word.params, strict=True):
        low, high = core.bounds(game, type)
        index = index * (high - low + 1) + value - low
    return word.base + index


def seat(scope: Scope, name: str, span: Span) -> core.Const:
    """A seat by its name."""
    scope.work.note(span, "seat", name)
    return core.Const(value=scope.game.seats.index(name), type=core.Seat(), span=span)


def component(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> core.Const | None:
    """A component by its id, if some record has it: that of the type asked for, else the only one."""
    name = node.name.text
    records = scope.work.rows_of.get(name, [])
    type = None if expected is None else plain(expected)
    if isinstance(type, core.Component) and type.record in records:
        records = [type.record]
    if not records:
        return None
    if not scope.example:
        message = f"`{name}` is one component of {records[0]}: only examples and variants name it"
        scope.error("RW238", message, node.name.span, "let the rule ask for its columns")
        return None
    if len(records) > 1:
        ambiguous(scope, name, records, node.span)
        return None
    value = scope.work.rows[records[0]][name]
    scope.work.note(node.name.span, "row", name, records[0])
    return core.Const(value=value, type=core.Component(records[0]), span=node.span)


def ambiguous(scope: Scope, name: str, kinds: Sequence[str], span: Span) -> None:
    """Report a word that could be of several kinds."""
    listed = ", ".join(kinds)
    help = "use it where one of them is asked for: as a side of `is`, a parameter or a memory of that type"
    scope.error("RW205", f"`{name}` could be of {listed}", span, help)


def _no_name(scope: Scope, name: str) -> str | None:
    """The help for a row that is meant and cannot be named, for its id is no name."""
    if not scope.example or not name.isidentifier():
        return None
    ids = (id for id in scope.work.rows_of if not id.isidentifier())
    meant = next((id for id in ids if SPACE.sub("_", id).casefold() == name.casefold()), None)
    return None if meant is None else f"the id `{meant}` in the table is no name: write it as `{name}` there"


def _as_column(scope: Scope, node: nodes.Ref) -> str | None:
    """The help for a column that is asked for as a function: `row(s)`."""
    args = node.trailers[0].items if node.trailers and isinstance(node.trailers[0], nodes.Args) else ()
    of = args[0] if len(args) == 1 else None
    local = scope.locals.get(of.name.text) if isinstance(of, nodes.Ref) and not of.trailers else None
    type = None if local is None or local.type is None else plain(local.type)
    name, columns = node.name.text, set[str]()
    if isinstance(type, core.Component) and type.record in scope.game.records:
        columns.update(scope.game.records[type.record].fields)
    elif isinstance(type, core.KindType) and type.name in scope.game.spaces:
        columns.update(("row", "column"))
    return f"write `{of.name.text}.{name}`" if isinstance(of, nodes.Ref) and name in columns else None


def _as_owner(scope: Scope, name: str, kind: str) -> str | None:
    """The help for `board[s] is mine`: what stands there is a piece, and whose it is another question."""
    if name not in ("mine", "me", "my") or all(board.men != kind for board in scope.game.boards.values()):
        return None
    return "ask whose it is: `.owner is me`"


def _asked(scope: Scope, word: nodes.Word, type: core.Type | None) -> None:
    """Note a name that means nothing, with the local names that would."""
    notes = scope.work.notes
    if notes is not None:
        notes.append(Noted(word.span, "asked", word.text, "value", type, tuple(scope.locals)))


def unknown(scope: Scope, node: nodes.Ref, expected: core.Type | None) -> None:
    """Report a name that means nothing here, with the nearest that does."""
    word = node.name
    type = None if expected is None else plain(expected)
    _asked(scope, word, type)
    if isinstance(type, core.Seat) and not scope.work.players_known:
        return  # it may be a seat that `players` leaves out, which was reported
    if isinstance(type, core.KindType):
        own = scope.work.words.get(type.name, {})
        near = [*own, *scope.locals, *scope.work.names.values]
        help = _as_owner(scope, word.text, type.name) or scope.work.suggest(word.text, near)
        scope.error("RW201", f"`{word.text}` is no word of {show(type)}", word.span, help or listed(own))
        return
    names = scope.work.names
    near = [*scope.locals, *names.values, *names.words, "players", "player_count", "round_number", "supply"]
    if node.trailers and isinstance(node.trailers[0], nodes.Args):
        near += [name for name, what in BUILTINS.items() if what == "a function"]
    if scope.example:
        if scope.work.rows_lost:  # it may be one of the rows that could not be read
            return
        near += scope.work.rows_of
    help = WRITTEN.get(word.text.lower()) or _no_name(scope, word.text) or _as_column(scope, node)
    help = help or called(word.text, node) or scope.work.suggest(word.text, near)
    help = help or (None if type is None else value_of(scope, type)) or known_here(scope, word.text)
    scope.error("RW201", f"`{word.text}` is not the name of anything", word.span, help)
