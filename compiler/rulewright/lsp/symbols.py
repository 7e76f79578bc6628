"""Symbols: the declarations of a file as an outline, and of a ruleset for looking up by name."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from rulewright import nodes
from rulewright.elaborate.names import SORTS
from rulewright.loading.load import Loaded
from rulewright.record import record
from rulewright.report.diagnostics import Span

KINDS = {
    "unit": lsp.SymbolKind.Constant,
    "kind": lsp.SymbolKind.Enum,
    "group": lsp.SymbolKind.Enum,
    "team": lsp.SymbolKind.Enum,
    "range": lsp.SymbolKind.Enum,
    "man": lsp.SymbolKind.Class,
    "record": lsp.SymbolKind.Class,
    "piece": lsp.SymbolKind.Class,
    "zone": lsp.SymbolKind.Array,
    "token": lsp.SymbolKind.Object,
    "memory": lsp.SymbolKind.Variable,
    "constant": lsp.SymbolKind.Constant,
    "option": lsp.SymbolKind.Boolean,
    "define": lsp.SymbolKind.Function,
    "action": lsp.SymbolKind.Method,
    "procedure": lsp.SymbolKind.Function,
    "event": lsp.SymbolKind.Event,
    "reaction": lsp.SymbolKind.Event,
    "score": lsp.SymbolKind.Number,
    "ending": lsp.SymbolKind.Interface,
    "claim": lsp.SymbolKind.Property,
}
NAMED = {nodes.Game: "game", nodes.Variant: "variant"}


@record
class Symbol:
    """A declaration: its name, sort, whole span and that of its name, and what stands inside."""

    name: str
    sort: str
    span: Span
    name_span: Span
    inside: tuple[Symbol, ...] = ()

    @property
    def kind(self) -> lsp.SymbolKind:
        """What editors show it as."""
        return KINDS.get(self.sort, lsp.SymbolKind.Module)


def symbols(loaded: Loaded, path: str | None = None) -> Iterator[Symbol]:
    """The declarations of a file, or of all files of a ruleset."""
    for node in loaded.declarations:
        if path is None or node.span.path == path:
            found = _symbol(node)
            if found is not None:
                yield found


def _symbol(node: nodes.AnyDeclaration) -> Symbol | None:
    if isinstance(node, nodes.Example):
        return Symbol(node.title.text, "example", node.span, node.title.span)
    if isinstance(node, nodes.Flow):
        word = Span.on_line(
            node.span.path, node.span.line, node.span.column, node.span.column + len(node.sort)
        )
        return Symbol(node.sort, node.sort, node.span, word)
    if not isinstance(node, nodes.Declaration):
        return None
    sort = SORTS.get(type(node)) or NAMED.get(type(node), type(node).__name__.lower())
    return Symbol(node.name.text, sort, node.span, node.name.span, tuple(_inside(node)))


def _inside(node: nodes.Declaration) -> Iterator[Symbol]:
    if isinstance(node, nodes.Kinds):
        for kind in node.kinds:
            yield Symbol(kind.name.text, "word", kind.span, kind.name.span)
    elif isinstance(node, nodes.Record | nodes.Spaces):
        for column in node.fields:
            yield Symbol(column.name.text, "column", column.span, column.name.span)
    elif isinstance(node, nodes.Action):
        for line in node.lines:
            if isinstance(line, nodes.Pick):
                yield Symbol(line.name.text, "pick", line.span, line.name.span)
