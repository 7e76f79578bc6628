"""Mutants of rulesets: copies with one change, made on the text at the places that the syntax tree has.

`mutants(ruleset, seed)` gives single changes of meaning of every kind, each with the declaration it is in;
`layouts(ruleset, seed)` gives changes of layout only. A mutant is the texts of the files that differ.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from pathlib import Path

from rulewright import nodes, pipeline
from rulewright.diff.side import Side
from rulewright.loading.load import Loaded, load
from rulewright.loading.variant_changes import key_of
from rulewright.nodes import AnyDeclaration
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.reading.source import Source
from rulewright.report.diagnostics import Report, Span

KINDS = (
    "constant",
    "guard dropped",
    "guard negated",
    "effect swapped",
    "order of reactions",
    "score term",
    "table cell",
    "visibility",
    "player range",
    "end condition",
    "phase order",
)
COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "is": "is not", "is not": "is"}
BROKEN = (nodes.Example, nodes.Variant, nodes.Texts)
SEEN = {"seen by owner": "public", "public": "hidden", "hidden": "public", "face down": "public"}


@dataclass(frozen=True)
class Mutant:
    """A change of one kind in one declaration: where which text is put in one file."""

    ruleset: RulesetPath
    kind: str
    key: tuple[str, str]
    path: str
    text: str
    edits: tuple[tuple[int, int, str], ...]
    said: str

    @property
    def texts(self) -> dict[str, str]:
        """The new texts by their paths."""
        made = self.text
        for start, end, new in sorted(self.edits, reverse=True):
            made = made[:start] + new + made[end:]
        return {self.path: made}

    def side(self) -> Side:
        """The mutant, read."""
        return side_of(self.ruleset, f"{self.ruleset.name}~{self.kind}", self.texts)


def side_of(
    ruleset: RulesetPath, name: str, texts: dict[str, str] | None = None, whole: bool = False
) -> Side:
    """A side of a ruleset with some of its files as other texts; where it is not to be `whole` without its
    examples, variants and translations: a mutant may break those."""
    report = Report()
    loaded = load(ruleset, report, Memory(texts or {}))
    if not whole:
        kept = tuple(d for d in loaded.declarations if not isinstance(d, BROKEN))
        loaded = replace(loaded, declarations=kept)
    read = pipeline.read(loaded, ruleset, report)
    game = None if report.has_errors else read.game
    return Side(name, ruleset, loaded, read.declarations, read.cells, game, report, loaded.sources)


def mutants(ruleset: RulesetPath, seed: int) -> Iterator[Mutant]:
    """All single changes that are known of a ruleset, in an order that the seed decides."""
    loaded = load(ruleset, Report())
    made = [mutant for kind in _MAKERS for mutant in kind(_Text(ruleset, loaded))]
    random.Random(f"{ruleset.name} {seed}").shuffle(made)
    yield from made


class _Text:
    """A ruleset that is to be changed."""

    def __init__(self, ruleset: RulesetPath, loaded: Loaded) -> None:
        self.ruleset = ruleset
        self.loaded = loaded
        self.texts: dict[str, Source] = {}
        self.starts: dict[str, list[int]] = {}
        self.own = [d for d in loaded.declarations if d.span.path not in loaded.library]

    def of(self, *classes: type) -> Iterator[AnyDeclaration]:
        return (d for d in self.own if isinstance(d, classes))

    def cut(self, span: Span) -> str:
        start = self.offset(span.path, span.line, span.column)
        return self.text_of(span.path)[start : self.offset(span.path, span.end_line, span.end_column)]

    def offset(self, path: str, line: int, column: int) -> int:
        self.text_of(path)
        return self.starts[path][line - 1] + column - 1

    def mutant(self, kind: str, declaration: AnyDeclaration, *edits: tuple[Span, str]) -> Mutant:
        key = key_of(declaration)
        return self.edited(kind, ("card" if key[0] == "tile" else key[0], key[1]), *edits)

    def edited(self, kind: str, key: tuple[str, str], *edits: tuple[Span, str]) -> Mutant:
        path = edits[0][0].path
        places = tuple(
            (
                self.offset(path, span.line, span.column),
                self.offset(path, span.end_line, span.end_column),
                new,
            )
            for span, new in edits
        )
        said = "; ".join(f"{span.line}: {' '.join(new.split())[:60]}" for span, new in edits)
        return Mutant(self.ruleset, kind, key, str(Path(path).absolute()), self.text_of(path), places, said)

    def text_of(self, path: str) -> str:
        """The text of a file, with line ends as places count them."""
        if path not in self.texts:
            known = self.loaded.sources.get(path)
            self.texts[path] = known if known is not None else Source(path, Path(path).read_text("utf-8"))
            starts, at = [], 0
            for line in self.texts[path].lines:
                starts.append(at)
                at += len(line) + 1
            self.starts[path] = starts
        return self.texts[path].text


def within(node: object, wanted: type) -> Iterator[nodes.Node]:
    """All nodes of a class inside another."""
    if isinstance(node, wanted):
        assert isinstance(node, nodes.Node)
        yield node
    if isinstance(node, tuple):
        for item in node:
            yield from within(item, wanted)
    elif isinstance(node, nodes.Node):
        for field in fields(node):
            if field.name != "span":
                yield from within(getattr(node, field.name), wanted)


def _blocks(node: object) -> Iterator[tuple[nodes.Statement, ...]]:
    """All blocks inside a declaration."""
    if isinstance(node, tuple):
        if len(node) > 1 and all(isinstance(item, nodes.Statement) for item in node):
            yield node
        for item in node:
            yield from _blocks(item)
    elif isinstance(node, nodes.Node):
        for field in fields(node):
            if field.name != "span":
                yield from _blocks(getattr(node, field.name))


def _swaps(text: _Text, kind: str, declaration: AnyDeclaration) -> Iterator[Mutant]:
    for block in _blocks(declaration):
        for one, other in pairwise(block):
            fixed = (nodes.Let, nodes.ChooseRandom, nodes.Roll)
            if not isinstance(one, fixed) and text.cut(one.span) != text.cut(other.span):
                edits = (one.span, text.cut(other.span)), (other.span, text.cut(one.span))
                yield text.mutant(kind, declaration, *edits)


def _constants(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Constant, nodes.Action, nodes.Procedure, nodes.Define):
        for number in within(found, nodes.Int):
            assert isinstance(number, nodes.Int)
            yield text.mutant("constant", found, (number.span, str(number.value + 1)))


def _guards(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Action):
        assert isinstance(found, nodes.Action)
        for line in found.lines:
            if isinstance(line, nodes.Guard):
                yield text.mutant("guard dropped", found, (line.span, "# no guard"))
                negated = f"not ({text.cut(line.condition.span)})"
                yield text.mutant("guard negated", found, (line.condition.span, negated))


def _effects(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Action, nodes.Procedure, nodes.AsSoonAs, nodes.When):
        yield from _swaps(text, "effect swapped", found)
        for stmt in [*within(found, nodes.AddTo), *within(found, nodes.RemoveFrom)]:
            said = text.cut(stmt.span)
            turned = re.sub(r"^add (.*) to ", r"remove \1 from ", said)
            if turned == said:
                turned = re.sub(r"^remove (.*) from ", r"add \1 to ", said)
            if turned != said:
                yield text.mutant("effect swapped", found, (stmt.span, turned))


def _reactions(text: _Text) -> Iterator[Mutant]:
    found = list(text.of(nodes.AsSoonAs, nodes.When))
    for one, other in pairwise(found):
        if one.span.path == other.span.path:
            edits = (one.span, text.cut(other.span)), (other.span, text.cut(one.span))
            yield text.mutant("order of reactions", other, *edits)


def _scores(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Score):
        assert isinstance(found, nodes.Score)
        for number in within(found.value, nodes.Int):
            assert isinstance(number, nodes.Int)
            yield text.mutant("score term", found, (number.span, str(number.value + 1)))
        yield text.mutant("score term", found, (found.value.span, f"({text.cut(found.value.span)}) + 1"))


def _tables(text: _Text) -> Iterator[Mutant]:
    words = [
        tuple(k.name.text for k in d.kinds if not k.params) for d in text.own if isinstance(d, nodes.Kinds)
    ]
    for found in text.of(nodes.Record):
        assert isinstance(found, nodes.Record)
        table = text.loaded.table(found.table)
        if table is None:
            continue
        names = {field.name.text: field.type for field in found.fields if not field.rows}
        for row in table.rows[:12]:
            for head, cell in zip(table.header, row.cells, strict=False):
                new = _cell(cell.text, names.get(head.text), words)
                if new is not None and head.text in names and cell.span.line == cell.span.end_line:
                    yield text.mutant("table cell", found, (cell.span, new))


def _cell(said: str, type: nodes.Type | None, words: list[tuple[str, ...]]) -> str | None:
    """Another value of a cell's type."""
    if isinstance(type, nodes.RangeType) and said.lstrip("-").isdecimal():
        low, high = (bound if isinstance(bound, int) else None for bound in (type.low, type.high))
        number = int(said)
        if high is not None and number < high:
            return str(number + 1)
        return str(number - 1) if low is not None and number > low else None
    if isinstance(type, nodes.YesNo):
        return {"yes": "no", "no": "yes"}.get(said)
    for kind in words:
        if said in kind and len(kind) > 1:
            return kind[(kind.index(said) + 1) % len(kind)]
    return None


def _visibility(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Zone):
        assert isinstance(found, nodes.Zone)
        said = text.cut(found.span)
        for word, other in SEEN.items():
            if f", {word}" in said:
                yield text.mutant(
                    "visibility", found, (found.span, said.replace(f", {word}", f", {other}", 1))
                )


def _players(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Players):
        assert isinstance(found, nodes.Players)
        if found.low.span != found.high.span and found.low.value < found.high.value:
            yield text.mutant("player range", found, (found.low.span, str(found.low.value + 1)))
            if found.low.value > 1:
                yield text.mutant("player range", found, (found.low.span, str(found.low.value - 1)))


def _endings(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Ending):
        assert isinstance(found, nodes.Ending)
        said = text.cut(found.span)
        for word, other in (("at end of round", "at once"), ("at once", "at end of round")):
            if f", {word}" in said:
                yield text.mutant("end condition", found, (found.span, said.replace(word, other, 1)))
        for number in within(found.value, nodes.Int):
            assert isinstance(number, nodes.Int)
            yield text.mutant("end condition", found, (number.span, str(number.value + 1)))
        for test in within(found.value, nodes.Binary):
            assert isinstance(test, nodes.Binary)
            if test.op in COMPARED and test.op not in ("is", "is not"):
                left, right = text.cut(test.left.span), text.cut(test.right.span)
                yield text.mutant("end condition", found, (test.span, f"{left} {COMPARED[test.op]} {right}"))


def _phases(text: _Text) -> Iterator[Mutant]:
    for found in text.of(nodes.Flow):
        yield from _swaps(text, "phase order", found)


_MAKERS = (
    _constants, _guards, _effects, _reactions, _scores, _tables, _visibility, _players, _endings, _phases,
)  # fmt: skip


# ---- layout only


def layouts(ruleset: RulesetPath, seed: int, number: int) -> Iterator[dict[str, str]]:
    """Texts of a ruleset with another layout: the same words, cells and rows."""
    loaded = load(ruleset, Report())
    text = _Text(ruleset, loaded)
    rng = random.Random(f"{ruleset.name} layout {seed}")
    for _ in range(number):
        made = rng.choice((_comments, _blanks, _spaces, _declarations_moved, _columns))(text, rng)
        yield made if made else _comments(text, rng)


def _rules(text: _Text, rng: random.Random) -> tuple[str, list[str]]:
    path = rng.choice(sorted({d.span.path for d in text.own}))
    return path, list(text.loaded.sources[path].lines)


def _saved(path: str, lines: list[str]) -> dict[str, str]:
    return {str(Path(path).absolute()): "\n".join(lines)}


def _comments(text: _Text, rng: random.Random) -> dict[str, str]:
    """Comments in and at the end of some lines."""
    path, lines = _rules(text, rng)
    made = []
    for line in lines:
        if line.strip() and rng.random() < 0.2:
            made.append(" " * (len(line) - len(line.lstrip())) + "# so it is")
        made.append(f"{line}  # {rng.randrange(99)}" if line.strip() and rng.random() < 0.2 else line)
    return _saved(path, made)


def _blanks(text: _Text, rng: random.Random) -> dict[str, str]:
    """Blank lines more, or none at all."""
    path, lines = _rules(text, rng)
    if rng.random() < 0.3:
        return _saved(path, [line for line in lines if line.strip()])
    return _saved(path, [part for line in lines for part in ([line, ""] if rng.random() < 0.3 else [line])])


def _spaces(text: _Text, rng: random.Random) -> dict[str, str]:
    """More blanks between words, outside of texts and comments."""
    path, lines = _rules(text, rng)
    made = []
    for line in lines:
        lead = line[: len(line) - len(line.lstrip())]
        parts = re.split(r'("[^"]*"|#.*)', line.lstrip())
        wide = [
            p if p.startswith(('"', "#")) else re.sub(r" ", lambda _: " " * rng.randint(1, 3), p)
            for p in parts
        ]
        made.append(lead + "".join(wide))
    return _saved(path, made)


def _declarations_moved(text: _Text, rng: random.Random) -> dict[str, str]:
    """Two declarations change places whose order says nothing."""
    kinds = (nodes.Zone, nodes.Memory, nodes.Define, nodes.Constant, nodes.Score, nodes.Action)
    found = [d for d in text.of(*kinds) if d.span.line != d.span.end_line or isinstance(d, kinds[:5])]
    pairs = [(a, b) for a, b in pairwise(found) if a.span.path == b.span.path]
    if not pairs:
        return {}
    one, other = rng.choice(pairs)
    edits = (one.span, text.cut(other.span)), (other.span, text.cut(one.span))
    return text.mutant("layout", one, *edits).texts


def _columns(text: _Text, rng: random.Random) -> dict[str, str]:
    """The columns of a table in another order, all cells in quotes."""
    tables = [table for table in text.loaded.tables.values() if table.column("id") is not None]
    if not tables:
        return {}
    table = rng.choice(tables)
    order = list(range(len(table.header)))
    rng.shuffle(order)
    rows = [table.header, *(row.cells for row in table.rows)]
    quoted = [",".join('"' + row[at].text.replace('"', '""') + '"' for at in order) for row in rows]
    return {str(Path(table.path).absolute()): "\n".join(quoted) + "\n"}
