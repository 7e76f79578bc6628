"""Which names a piece of Python reads, as its scopes have it.

`names_read(text)` gives the names that are read in the scope of the text itself, and of these the ones that
may be read before the text has given them a value. What a comprehension binds is its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


def names_read(text: str) -> tuple[set[str], set[str]]:
    """The names that are read, and those read before they are given a value.

    >>> read, free = names_read("x = y\\nif x:\\n    z = 1\\nw = [a for a in b]\\nz + w")
    >>> sorted(read), sorted(free)
    (['b', 'w', 'x', 'y', 'z'], ['b', 'y', 'z'])
    """
    found = _Names()
    found.visit(ast.parse(text))
    return found.read, found.free


class _Names(ast.NodeVisitor):
    """Goes through the text in the order in which it runs."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.free: set[str] = set()
        self._given: set[str] = set()
        self._bound: list[str] = []

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self._bound:
            return
        if isinstance(node.ctx, ast.Load):
            self._reads(node.id)
        else:
            self._given.add(node.id)

    def _reads(self, name: str) -> None:
        self.read.add(name)
        if name not in self._given:
            self.free.add(name)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._all([node.value, *node.targets])

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self._reads(node.target.id)
        self.visit(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._given.add(node.target.id)

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        with self._branch():
            self._all([node.target, *node.body])
        with self._branch():
            self._all(node.orelse)

    def visit_If(self, node: ast.If) -> None:
        with self._branch():
            for link in _chain(node):
                self.visit(link.test)
                with self._branch():
                    self._all(link.body)
            self._all(link.orelse)

    def visit_While(self, node: ast.While) -> None:
        self.visit(node.test)
        for block in (node.body, node.orelse):
            with self._branch():
                self._all(block)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node.generators, [node.elt])

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node.generators, [node.elt])

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node.generators, [node.elt])

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node.generators, [node.key, node.value])

    def visit_Lambda(self, node: ast.Lambda) -> None:
        with self._hidden(arg.arg for arg in node.args.args):
            self.visit(node.body)

    def _comprehension(self, generators: list[ast.comprehension], values: list[ast.expr]) -> None:
        self.visit(generators[0].iter)
        targets = (node for part in generators for node in ast.walk(part.target))
        with self._hidden(node.id for node in targets if isinstance(node, ast.Name)):
            for i, part in enumerate(generators):
                self._all([*([part.iter] if i else []), *part.ifs])
            self._all(values)

    def _all(self, nodes: Iterable[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)

    @contextmanager
    def _branch(self) -> Iterator[None]:
        """What is given a value in a branch may have none after it."""
        given = set(self._given)
        yield
        self._given = given

    @contextmanager
    def _hidden(self, names: Iterable[str]) -> Iterator[None]:
        before = len(self._bound)
        self._bound.extend(names)
        yield
        del self._bound[before:]


def _chain(node: ast.If) -> list[ast.If]:
    """An `if` and the `elif`s after it; the last has what is done otherwise. They may be a thousand."""
    found = [node]
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
        found.append(node)
    return found
