"""Boards: spaces with their geometry, the pieces that stand on them, and zones of one piece a space.

Spaces are the words of a kind, so that whatever goes for words (indices, columns, memory, moves by name) goes
for spaces too. A board is a memory that holds a word for what stands on each space: a piece, with its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulewright import core, nodes
from rulewright.elaborate.cells import Value
from rulewright.elaborate.declarations import scope_for, text_of
from rulewright.elaborate.fit import article, numeric
from rulewright.elaborate.fold import evaluate
from rulewright.elaborate.names import BUILTINS
from rulewright.elaborate.shapes import (
    HEADINGS,
    Shape,
    heading,
    hexagon,
    hexes,
    neighbours,
    ring,
    squares,
)
from rulewright.elaborate.tables import read_columns
from rulewright.elaborate.typenames import named
from rulewright.elaborate.work import Scope, Work
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.reading.tables import Cell, RawTable

MOST_SPACES = 4096
SHAPES: dict[str, Callable[..., Shape]] = {
    "squares": squares,
    "hexes": hexes,
    "hexagon": hexagon,
    "ring": ring,
}
DIRECTION, HEADING = "Direction", "Heading"


def spaces(work: Work, node: nodes.Spaces) -> bool:
    """`spaces Square: squares 8 by 8, white faces north`"""
    name = node.name.text
    scope = scope_for(work, "spaces", name, "in spaces")
    per = work.cites(node.per)
    for kind in (DIRECTION, HEADING):
        work.use("kind", kind)
        work.ensure("kind", kind, node.name.span)
    shape = _from_table(scope, node) if node.shape is None else _built(scope, node, node.shape)
    if shape is None:
        return False
    faces = _faces(scope, node.faces, shape)
    if len(faces) < len(node.faces):
        work.unfaced.add(name)
    work.game.spaces[name] = core.Spaces(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        directions=tuple(shape.steps),
        columns=shape.columns,
        rows=shape.rows,
        width=shape.width,
        height=shape.height,
        faces=faces,
        ways=dict(shape.steps),
        facts={word: type for (of, word), type in work.fields.items() if of == name},
    )
    work.shapes[name] = shape
    if node.shape is not None:
        _words(work, node, shape.names)
    add_table(work.game, f"near:{name}", (name,), neighbours(shape))
    return True


def _words(work: Work, node: nodes.Spaces, names: Iterable[str]) -> None:
    """The spaces as words of a kind."""
    name = node.name.text
    words = {
        word: core.KindWord(name=word, text=None, params=(), base=at, size=1, joker=False)
        for at, word in enumerate(names)
    }
    for word in words:
        work.names.words.setdefault(word, []).append(name)
    work.words[name] = words
    work.game.kinds[name] = core.Kind(
        name=name,
        span=node.name.span,
        text=text_of(node.text),
        words=tuple(words.values()),
        size=len(words),
    )


# ---- shapes


def _built(scope: Scope, node: nodes.Spaces, shape: nodes.SpacesShape) -> Shape | None:
    sizes = [_size(scope, size) for size in shape.sizes]
    known = [size for size in sizes if size is not None]
    if len(known) != len(sizes):
        return None
    how_many = known[0] * known[-1] if len(known) == 2 else known[0]
    if shape.sort == "hexagon":
        how_many = 3 * known[0] * (known[0] - 1) + 1
    if how_many > MOST_SPACES:
        message = f"`{node.name.text}` would have {how_many} spaces, more than {MOST_SPACES}"
        scope.error("RW240", message, shape.span, "make it smaller")
        return None
    return SHAPES[shape.sort](*known)


def _size(scope: Scope, node: nodes.Expr) -> int | None:
    """A size of a board: it is known when the rules are compiled."""
    size = numeric(scope, scope.read(node))
    if size is None:
        return None
    options = {name: option.default for name, option in scope.game.options.items()}
    values = {evaluate(scope.game, size, players, options) for players in _players(scope.game)}
    value = values.pop()
    if values or value is None:
        message = "a board has one size: it is built from numbers, constants and options"
        scope.error("RW234", message, size.span)
        return None
    if not 1 <= value <= MOST_SPACES:
        message = f"a board of size {value} has no spaces" if value < 1 else f"{value} is more than any board"
        scope.error("RW246", message, size.span, f"a size lies in 1..{MOST_SPACES}")
        return None
    return value


def _players(game: core.Game) -> range:
    return range(game.low, game.high + 1)


def _faces(scope: Scope, faces: Iterable[nodes.Faces], shape: Shape) -> dict[int, str]:
    found: dict[int, str] = {}
    for node in faces:
        seats = scope.game.seats
        if node.seat.text not in seats:
            help = scope.work.suggest(node.seat.text, seats)
            scope.error("RW201", f"`{node.seat.text}` is not the name of a player", node.seat.span, help)
        elif node.direction.text not in shape.steps:
            help = scope.work.suggest(node.direction.text, shape.steps) or _listed(shape.steps)
            message = f"there is no direction `{node.direction.text}` here"
            scope.error("RW247", message, node.direction.span, help)
        elif not heading(tuple(shape.steps), node.direction.text, HEADINGS[0]):
            message = "only on squares and hexagons there is a forward"
            scope.error("RW247", message, node.direction.span, "name directions in rules, not headings")
        elif seats.index(node.seat.text) in found:
            message = f"`{node.seat.text}` faces one way"
            scope.error("RW202", message, node.seat.span, "remove one of them")
        else:
            found[seats.index(node.seat.text)] = node.direction.text
    return found


def _listed(directions: Iterable[str]) -> str | None:
    names = list(directions)
    return f"its directions are {', '.join(names)}" if names else None


# ---- spaces that a table lists


def _from_table(scope: Scope, node: nodes.Spaces) -> Shape | None:
    """Rows are spaces; a column of its own type is a direction, a list of it are roads, others are facts."""
    assert node.table is not None
    work, name = scope.work, node.name.text
    table: RawTable | None = work.loaded.table(node.table)
    if node.reconstructed is not None:
        work.game.reconstructed[node.table.text] = node.reconstructed.text
    if table is None:
        return None
    if not table.rows:
        help = f"write a row for each {name} below the header of {node.table.text}"
        scope.error("RW246", "this table has no spaces", node.table.span, help)
        return None
    if len(table.rows) > MOST_SPACES:
        message = f"`{name}` has {len(table.rows)} spaces, more than {MOST_SPACES}"
        scope.error("RW240", message, node.table.span)
        return None
    cells = _ids(table)
    named = [_is_name(scope, cell) for cell in cells]
    if not all(named):
        return None
    ids = [cell.text for cell in cells]
    _words(work, node, ids)
    work.state["kind", name] = "done"
    columns = read_columns(scope, node, table)
    if columns is None:
        return None
    steps: dict[str, tuple[int, ...]] = {}
    roads: list[set[int]] = [set() for _ in ids]
    for field, type, values in columns:
        word = field.name.text
        if type == core.Optional(core.KindType(name)):
            steps[word] = tuple(value for value in values if isinstance(value, int))
        elif isinstance(type, core.ListType) and type.of == core.KindType(name):
            for at, value in enumerate(values):
                roads[at].update(value if isinstance(value, tuple) else ())
                for other in value if isinstance(value, tuple) else ():
                    roads[other].add(at)
        else:
            add_table(work.game, f"field:{name}:{word}", (name,), values)
            work.fields[name, word] = type
    return Shape(tuple(ids), steps, roads=tuple(tuple(sorted(near)) for near in roads))


def _ids(table: RawTable) -> list[Cell]:
    at = next((at for at, cell in enumerate(table.header) if cell.text.strip() == "id"), 0)
    return [row.cells[at] for row in table.rows if at < len(row.cells)]


def _is_name(scope: Scope, cell: Cell) -> bool:
    """Whether rules can name a space by its id; if not, that is reported."""
    word = cell.text
    if word in BUILTINS:
        message = f"`{word}` is a word of the language: {BUILTINS[word]}"
        scope.error("RW203", message, cell.span, "choose another name")
    elif not word.isidentifier() or word[0] == "_" or word[0].isupper():
        help = "a space is named as a word is: a small letter, then letters, digits and `_`"
        scope.error("RW627", f"`{word}` is no name of a space", cell.span, help)
    else:
        return True
    return False


# ---- tables that expressions read


def _axis(game: core.Game, type: core.Type) -> core.AxisInfo:
    low, high = core.bounds(game, type)
    none = isinstance(type, core.Optional)
    return core.AxisInfo(type=type, low=low, size=high - low + 1 + none)


def add_table(
    game: core.Game, name: str, axes: Iterable[str | core.Type], values: Iterable[Value | tuple[Value, ...]]
) -> None:
    if name not in game.tables:
        types = [core.KindType(axis) if isinstance(axis, str) else axis for axis in axes]
        game.tables[name] = core.TableInfo(
            axes=tuple(_axis(game, type) for type in types),
            values=tuple(values),  # type: ignore[arg-type]
        )


# ---- boards


def man(work: Work, node: nodes.Man) -> bool:
    """`piece Disc of player`; what it means is said by the boards that it stands on."""
    work.cites(node.per)
    return True


def board(work: Work, node: nodes.Zone) -> bool:
    """`zone board: board Square of Man or King`"""
    scope = scope_for(work, "zone", node.name.text, "in a zone")
    per = work.cites(node.per)
    axis = node.shape.axes[0]
    type = None if axis.type is None else named(scope, axis.type)
    if axis.type is None or (type is not None and not _is_spaces(work, type)):
        message = "a board is made of spaces" if type is None else f"{article(type)} is no kind of spaces"
        scope.error("RW232", message, axis.span, "declare them: `spaces Square: squares 8 by 8`")
        return False
    men = _men(scope, node)
    for limit in node.limits:
        if limit.sort != "public":
            help = "everyone sees a board: remove this"
            scope.error("RW224", "a board has no such limit", limit.span, help)
    if men is None or not isinstance(type, core.KindType):
        return False
    name = node.name.text
    work.game.boards[name] = core.Board(
        name=name, span=node.name.span, per=per, text=text_of(node.text), spaces=type.name, men=men
    )
    work.game.memories[name] = core.Memory(
        name=name,
        span=node.name.span,
        per=per,
        text=text_of(node.text),
        of_player=node.of_player,
        axis=_axis(work.game, type),
        type=core.Optional(core.KindType(men)),
        lifetime="game",
        starts=None,
    )
    return True


def _is_spaces(work: Work, type: core.Type) -> bool:
    return isinstance(type, core.KindType) and type.name in work.game.spaces


def _men(scope: Scope, node: nodes.Zone) -> str | None:
    """The kind of what may stand on a board; boards with the same pieces share it."""
    work, words = scope.work, (node.item, *node.others)
    found: list[nodes.Man] = []
    for word in words:
        entry = work.names.value(word.text, "man")
        if entry is None or not isinstance(entry.node, nodes.Man):
            known = [entry.name for entry in work.names.of_sort("man")]
            help = work.suggest(word.text, known) or f"declare it: `piece {word.text} of player`"
            scope.error("RW224", f"`{word.text}` is no piece that stands on boards", word.span, help)
            return None
        if entry.node in found:
            scope.error("RW202", f"`{word.text}` stands here twice", word.span, "remove one of them")
            return None
        work.use("man", word.text)
        work.note(word.span, "man", word.text)
        found.append(entry.node)
    name = f"men:{'_'.join(word.text for word in words)}"
    if name not in work.game.kinds:
        _men_kind(work, name, found, node.item.span)
    return name


def _men_kind(work: Work, name: str, men: list[nodes.Man], span: Span) -> None:
    words: list[core.KindWord] = []
    base = 0
    for node in men:
        size = work.game.high if node.of_player else 1
        params: tuple[core.Type, ...] = (core.Seat(),) if node.of_player else ()
        text = text_of(node.text) or node.name.text
        words.append(
            core.KindWord(name=node.name.text, text=text, params=params, base=base, size=size, joker=False)
        )
        work.names.words.setdefault(node.name.text, []).append(name)
        base += size
    work.words[name] = {word.name: word for word in words}
    work.game.kinds[name] = core.Kind(name=name, span=span, words=tuple(words), size=base)
