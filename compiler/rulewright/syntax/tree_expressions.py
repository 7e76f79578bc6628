"""Trees of words, texts, citations, types and expressions become nodes: a part of `from_tree`."""

from __future__ import annotations

import unicodedata
from typing import Any

from lark import Token, Tree

from rulewright import nodes as n
from rulewright.reading.source import Chunk
from rulewright.report.diagnostics import Report, Span

DEEPEST = 100
MOST_DIGITS = 15

_BINARY = {
    "or_": "or",
    "and_": "and",
    "is_": "is",
    "is_not": "is_not",
    "in_": "in",
    "not_in": "not_in",
    "fits": "fits",
    "knows": "knows",
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
}
_UNARY = {
    "not_": "not",
    "negate": "-",
    "is_empty": "is_empty",
    "is_not_empty": "is_not_empty",
    "is_full": "is_full",
    "is_not_full": "is_not_full",
}


class TooDeep(Exception):
    """Something is nested deeper than any later pass would like."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


class Expressions:
    """Makes nodes of the parts of one chunk; `children` of a tree are what the grammar says, in order."""

    def __init__(self, chunk: Chunk, report: Report) -> None:
        self.path = chunk.path
        self.above = chunk.first_line - 1
        self.report = report
        self.depth = 0

    # -- places, words, texts

    def span(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        above = self.above
        return Span(self.path, meta.line + above, meta.column, meta.end_line + above, meta.end_column)

    def token_span(self, token: Token) -> Span:
        line, column, end_line, end = token.line, token.column, token.end_line, token.end_column
        assert line is not None
        assert column is not None
        assert end_line is not None
        assert end is not None
        return Span(self.path, line + self.above, column, end_line + self.above, end)

    def word(self, token: Token) -> n.Word:
        text = str(token)
        return n.Word(self.token_span(token), text if text.isascii() else unicodedata.normalize("NFC", text))

    def optional_word(self, token: Token | None) -> n.Word | None:
        return None if token is None else self.word(token)

    def words(self, tokens: list[Any]) -> tuple[n.Word, ...]:
        return tuple(map(self.word, tokens))

    def string(self, token: Token) -> n.Text:
        return n.Text(self.token_span(token), str(token)[1:-1])

    def optional_string(self, token: Token | None) -> n.Text | None:
        return None if token is None else self.string(token)

    def whole_number(self, token: Token) -> int:
        """Give a number; one that is too large for any table is reported and becomes 0."""
        if len(token) > MOST_DIGITS:
            self.report.add(
                "RW120",
                f"a number of {len(token)} digits is too large",
                self.token_span(token),
                help=f"a number may have {MOST_DIGITS} digits",
            )
            return 0
        return int(token)

    def int_node(self, token: Token) -> n.Int:
        return n.Int(self.token_span(token), self.whole_number(token))

    def per(self, tree: Tree[Token] | None) -> n.Cites:
        return () if tree is None else tuple(self.cite(token) for token in tree.children)

    def cite(self, token: Any) -> n.Cite:
        quoted = token.type == "STRING"
        return n.Cite(self.token_span(token), str(token)[1:-1] if quoted else str(token), quoted)

    # -- types

    def type(self, tree: Tree[Token]) -> n.Type:
        span, c, kind = self.span(tree), children(tree), tree.data
        if kind == "named":
            return n.Named(span, self.word(c[0]))
        if kind == "optional":
            return n.Optional(span, self.word(c[0]))
        if kind == "list_of":
            return n.ListOf(span, self.deeper(tree, self.type, c[0]))
        if kind == "set_of":
            return n.SetOf(span, self.deeper(tree, self.type, c[0]))
        if kind == "range_type":
            return n.RangeType(span, self.bound(c[0]), self.bound(c[1]), self.optional_word(c[2]))
        if kind == "words":
            return n.Words(span, self.words(c))
        assert kind == "yes_no", kind
        return n.YesNo(span)

    def bound(self, tree: Tree[Token]) -> int | n.Word:
        token = children(tree)[0]
        if tree.data == "constant_bound":
            return self.word(token)
        number = self.whole_number(token)
        return -number if tree.data == "minus" else number

    # -- expressions

    def deeper(self, tree: Tree[Token], make: Any, *parts: Any) -> Any:
        """Make what stands inside a tree, one level down."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep(self.span(tree))
        made = make(*parts)
        self.depth -= 1
        return made

    def expr(self, tree: Tree[Token]) -> n.Expr:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeep(self.span(tree))
        made: n.Expr = getattr(self, f"expr_{tree.data}", self.operator)(tree)
        self.depth -= 1
        return made

    def optional_expr(self, tree: Tree[Token] | None) -> n.Expr | None:
        return None if tree is None else self.expr(tree)

    def exprs(self, trees: list[Any]) -> tuple[n.Expr, ...]:
        return tuple(self.expr(tree) for tree in trees)

    def operator(self, tree: Tree[Token]) -> n.Expr:
        c = children(tree)
        if tree.data in _UNARY:
            return n.Unary(self.span(tree), _UNARY[tree.data], self.expr(c[0]))
        return n.Binary(self.span(tree), _BINARY[tree.data], self.expr(c[0]), self.expr(c[1]))

    def expr_compare(self, tree: Tree[Token]) -> n.Expr:
        left, op, right = children(tree)
        return n.Binary(self.span(tree), str(op), self.expr(left), self.expr(right))

    def expr_if_otherwise(self, tree: Tree[Token]) -> n.Expr:
        then, condition, otherwise = children(tree)
        return n.IfOtherwise(self.span(tree), self.expr(then), self.expr(condition), self.expr(otherwise))

    def expr_int(self, tree: Tree[Token]) -> n.Expr:
        return self.int_node(children(tree)[0])

    def expr_text(self, tree: Tree[Token]) -> n.Expr:
        return self.string(children(tree)[0])

    def expr_count(self, tree: Tree[Token]) -> n.Expr:
        *binders, where = children(tree)
        return n.Aggregate(
            self.span(tree), str(tree.data), None, self.binders(binders), self.optional_expr(where)
        )

    expr_those = expr_count

    def expr_first(self, tree: Tree[Token]) -> n.Expr:
        _, binder, where = children(tree)
        return n.Aggregate(self.span(tree), "first", None, (self.binder(binder),), self.optional_expr(where))

    def expr_leading(self, tree: Tree[Token]) -> n.Expr:
        _, binder, condition = children(tree)
        return n.Leading(self.span(tree), self.binder(binder), self.expr(condition))

    def expr_aggregate(self, tree: Tree[Token]) -> n.Expr:
        op, value, *binders, where = children(tree)
        return n.Aggregate(
            self.span(tree), str(op), self.expr(value), self.binders(binders), self.optional_expr(where)
        )

    def binders(self, trees: list[Any]) -> tuple[n.Binder, ...]:
        return tuple(map(self.binder, trees))

    def binder(self, tree: Tree[Token]) -> n.Binder:
        name, source, high = children(tree)
        return n.Binder(self.span(tree), self.word(name), self.expr(source), self.optional_expr(high))

    def expr_end_of(self, tree: Tree[Token]) -> n.Expr:
        end, zone = children(tree)
        return n.EndOf(self.span(tree), str(end), self.expr(zone))

    def expr_lookup(self, tree: Tree[Token]) -> n.Expr:
        op, value, *arrows = children(tree)
        return n.Lookup(self.span(tree), str(op), self.expr(value), tuple(map(self.arrow, arrows)))

    def arrow(self, tree: Tree[Token]) -> tuple[n.Int, n.Expr]:
        number, value = children(tree)
        return self.int_node(number), self.expr(value)

    def expr_ref(self, tree: Tree[Token]) -> n.Expr:
        return self.ref(tree)

    def ref(self, tree: Tree[Token]) -> n.Ref:
        name, *trailers = children(tree)
        return n.Ref(self.span(tree), self.word(name), tuple(map(self.trailer, trailers)))

    def trailer(self, tree: Tree[Token]) -> n.Attr | n.Index | n.Args:
        span, c = self.span(tree), children(tree)
        if tree.data == "attr":
            return n.Attr(span, self.word(c[0]))
        if tree.data == "index":
            return n.Index(span, self.exprs(c))
        return n.Args(span, tuple(self.arg(part) for part in c if part is not None))

    def arg(self, tree: Tree[Token]) -> n.Expr | n.NamedArg:
        if tree.data == "named_arg":
            name, value = children(tree)
            return n.NamedArg(self.span(tree), self.word(name), self.expr(value))
        return self.expr(tree)

    def call(self, tree: Tree[Token]) -> n.Call:
        name, *args = children(tree)
        return n.Call(self.span(tree), self.word(name), self.exprs([arg for arg in args if arg is not None]))


def children(tree: Tree[Token]) -> list[Any]:
    """Give the children of a tree, whose kinds the grammar promises."""
    return tree.children
