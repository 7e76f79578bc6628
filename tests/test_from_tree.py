"""Nodes: every class of the tree is made, with spans in the file and texts kept letter by letter."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields

import pytest

from rulewright import nodes
from rulewright.nodes import AnyDeclaration, Node
from rulewright.reading.source import Chunk, Source, split
from rulewright.report.diagnostics import Report
from rulewright.syntax.from_tree import from_tree
from rulewright.syntax.parser import parse
from tests.samples import SAMPLES


def made(text: str, first_line: int = 1) -> AnyDeclaration:
    report = Report()
    chunk = Chunk("a.rules", first_line, text)
    tree = parse(chunk, report)
    assert tree is not None, report.sorted()
    node = from_tree(tree, chunk, report)
    assert report.sorted() == []
    assert node is not None
    return node


def walk(node: object) -> Iterator[Node]:
    if isinstance(node, tuple):
        for part in node:
            yield from walk(part)
    elif isinstance(node, Node):
        yield node
        for field in fields(node):
            yield from walk(getattr(node, field.name))


def value(text: str) -> nodes.Expr:
    node = made(f"score x = {text}")
    assert isinstance(node, nodes.Score)
    return node.value


def slice_of(text: str, node: Node) -> str:
    """Give the part of a text that a span covers."""
    span = node.span
    lines = text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def test_samples_make_every_node() -> None:
    base = {Node, nodes.Statement, nodes.Declaration}
    wanted = {
        found
        for _, found in inspect.getmembers(nodes, inspect.isclass)
        if issubclass(found, Node) and found not in base
    }
    seen = {type(node) for text in SAMPLES for node in walk(made(text))}
    assert wanted - seen == set()


@pytest.mark.parametrize("text", SAMPLES, ids=lambda text: text[:24])
def test_spans_are_within_those_around_them(text: str) -> None:
    def check(node: object, outer: Node) -> None:
        if isinstance(node, tuple):
            for part in node:
                check(part, outer)
        elif isinstance(node, Node):
            a, b = outer.span, node.span
            assert (a.line, a.column) <= (b.line, b.column) < (b.end_line, b.end_column)
            assert (b.end_line, b.end_column) <= (a.end_line, a.end_column)
            for field in fields(node):
                check(getattr(node, field.name), node)

    node = made(text)
    check(node, node)
    assert slice_of(text, node) == text
    for word in walk(node):
        if isinstance(word, nodes.Word):
            assert slice_of(text, word) == word.text


def test_spans_are_those_of_the_file() -> None:
    node = made("setup:\n    # why\n\n    shuffle deck per KAN-1\n    nothing", first_line=40)
    assert isinstance(node, nodes.Flow)
    shuffle, nothing = node.body
    assert str(node.span) == "a.rules:40:1"
    assert (shuffle.span.line, shuffle.span.column, shuffle.span.end_line, shuffle.span.end_column) == (
        43,
        5,
        43,
        27,
    )
    assert (nothing.span.line, nothing.span.end_column) == (44, 12)


def test_texts_are_kept_letter_by_letter() -> None:
    text = r"{{ x }} \n ' \" if False else "[:-1]
    node = made(r"""unit a "{{ x }} \n ' \"""")
    assert isinstance(node, nodes.Unit)
    assert node.text is not None
    assert node.text.text == r"{{ x }} \n ' " + "\\"
    assert text.startswith("{{")


def test_names_are_brought_to_one_form() -> None:
    node = made("unit cafe\u0301")
    assert isinstance(node, nodes.Unit)
    assert node.name.text == "café"
    assert node.name.span.end_column == 11


def test_operators_and_their_order() -> None:
    found = value("a + b * c is not d and not e or f in g")
    assert isinstance(found, nodes.Binary)
    assert found.op == "or"
    left = found.left
    assert isinstance(left, nodes.Binary)
    assert left.op == "and"
    assert isinstance(left.left, nodes.Binary)
    assert left.left.op == "is_not"
    assert isinstance(left.right, nodes.Unary)
    assert left.right.op == "not"


@pytest.mark.parametrize(
    ("text", "op"),
    [("a is empty", "is_empty"), ("a is not empty", "is_not_empty"), ("a is full", "is_full"), ("-a", "-")],
)
def test_operators_of_one_value(text: str, op: str) -> None:
    found = value(text)
    assert isinstance(found, nodes.Unary)
    assert found.op == op


@pytest.mark.parametrize("op", ["<", "<=", ">", ">=", "is", "in", "fits", "+", "-", "*", "/"])
def test_operators_of_two_values(op: str) -> None:
    found = value(f"a {op} b")
    assert isinstance(found, nodes.Binary)
    assert found.op == op


def test_brackets_belong_to_the_span() -> None:
    text = "score x = (a or b) and not (c)"
    node = made(text)
    assert isinstance(node, nodes.Score)
    assert slice_of(text, node.value) == "(a or b) and not (c)"


def test_what_is_left_out_is_none() -> None:
    node = made("setup:\n    choose d from S:\n        nothing")
    assert isinstance(node, nodes.Flow)
    (choose,) = node.body
    assert isinstance(choose, nodes.Choose)
    assert (choose.how, choose.text, choose.where, choose.by, choose.or_else) == (
        "choose",
        None,
        None,
        None,
        None,
    )
    assert choose.per == ()


def test_citations() -> None:
    node = made('unit a per KAN-28, "words", KAN-D6')
    assert isinstance(node, nodes.Unit)
    assert [(cite.text, cite.quoted) for cite in node.per] == [
        ("KAN-28", False),
        ("words", True),
        ("KAN-D6", False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"{'-' * 200}1",
        " + ".join(["1"] * 200),
        f"{'not ' * 200}a",
        f"{'f(' * 200}1{')' * 200}",
        f"{'a[' * 200}1{']' * 200}",
        "1 if a otherwise " * 200 + "2",
    ],
)
def test_what_is_nested_too_deep(text: str) -> None:
    assert _codes(f"score x = {text}") == ["RW119"]


def test_blocks_nested_too_deep() -> None:
    lines = [f"{'    ' * (depth + 1)}if a:" for depth in range(120)]
    assert _codes("\n".join(["setup:", *lines, f"{'    ' * 121}nothing"])) == ["RW119"]


def test_types_nested_too_deep() -> None:
    assert _codes(f"memory x: {'list of ' * 200}Card, all game") == ["RW119"]


@pytest.mark.parametrize("digits", [16, 400, 5000])
def test_numbers_too_large(digits: int) -> None:
    assert _codes(f"constant goal = {'9' * digits}") == ["RW120"]


def _codes(text: str) -> list[str]:
    report = Report()
    for chunk in split(Source("a.rules", text), report):
        tree = parse(chunk, report)
        if tree is not None:
            from_tree(tree, chunk, report)
    return [found.code for found in report]
