"""`define`s: pure functions, and matches on words of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright import core, nodes
from rulewright.elaborate.alternatives import joined
from rulewright.elaborate.declarations import scope_for
from rulewright.elaborate.fit import article, present
from rulewright.elaborate.mends import listed
from rulewright.elaborate.typenames import counted, type_of
from rulewright.elaborate.types import show
from rulewright.elaborate.work import Scope, Work
from rulewright.report.diagnostics import Note, Span


def params(scope: Scope, given: Sequence[nodes.Param]) -> tuple[core.Param, ...] | None:
    """Bind parameters in a scope; None when a type is wrong."""
    found: list[core.Param] = []
    for param in given:
        type = type_of(scope, param.type)
        if isinstance(type, core.PieceType):
            counted(scope, type, param.type.span)
            type = None
        local = scope.bind(param.name, type)
        if type is not None:
            found.append(core.Param(name=local.name, type=type, span=param.name.span))
    return tuple(found) if len(found) == len(given) else None


def define(work: Work, node: nodes.Define) -> bool:
    """`define arrows(p: Player) = ...`"""
    scope = scope_for(work, "define", node.name.text, "in a define")
    taken = params(scope, node.params)
    per = work.cites(node.per)
    body = node.body
    value = _match(scope, body) if isinstance(body, nodes.DefineMatch) else scope.read(body)
    if taken is None or value is None:
        return False
    if isinstance(value.type, core.Place):
        message = f"a define gives a value, this is {article(value.type)}"
        scope.error("RW211", message, value.span, "give what lies in it: `those(c in ...)`")
        return False
    work.game.defines[node.name.text] = core.Define(
        name=node.name.text, span=node.name.span, per=per, params=taken, type=value.type, value=value
    )
    return True


def _match(scope: Scope, node: nodes.DefineMatch) -> core.Expr | None:
    found = matched(scope, node.value)
    check = Cases(scope, found)
    cases: list[core.MatchCase] = []
    values: list[core.Expr | None] = []
    for line in node.lines:
        inner = scope.inner()
        pattern = check.case(inner, line.pattern)
        value = inner.read(line.value, _expected(values))
        values.append(value)
        per = scope.work.cites(line.per)
        if pattern is not None and value is not None:
            word, carried = pattern
            cases.append(core.MatchCase(word=word, params=carried, value=value, per=per, span=line.span))
    otherwise = None
    if node.otherwise is not None:
        otherwise = scope.read(node.otherwise, _expected(values))
        scope.work.cites(node.otherwise_per)
        values.append(otherwise)
    check.finish(node.value.span, node.otherwise.span if node.otherwise else None)
    known = [value for value in values if value is not None]
    if found is None or check.broken or len(known) != len(values) or not known:
        return None
    type = joined(scope, known)
    if type is None:
        return None
    return core.Match(value=found, cases=tuple(cases), otherwise=otherwise, type=type, span=node.span)


def _expected(values: Sequence[core.Expr | None]) -> core.Type | None:
    return next((value.type for value in values if value is not None), None)


# ---- matching on words


def matched(scope: Scope, node: nodes.Expr) -> core.Expr | None:
    """The value that is matched: a word of a kind."""
    value = present(scope, scope.read(node))
    if value is None or isinstance(value.type, core.KindType):
        return value
    message = f"`match` looks at a word of a kind, this is {article(value.type)}"
    scope.error("RW211", message, value.span)
    return None


@dataclass(slots=True)
class Cases:
    """The cases of one match: no word twice, none left out."""

    scope: Scope
    seen: dict[str, Span]
    kind: str | None
    broken: bool = False

    def __init__(self, scope: Scope, value: core.Expr | None) -> None:
        self.scope, self.seen, self.broken = scope, {}, value is None
        type = None if value is None else value.type
        self.kind = type.name if isinstance(type, core.KindType) else None

    def case(
        self, inner: Scope, pattern: nodes.Pattern
    ) -> tuple[str, tuple[tuple[str, core.Type], ...]] | None:
        """Check one pattern and bind the values its word carries."""
        words = {} if self.kind is None else self.scope.work.words[self.kind]
        word = words.get(pattern.name.text)
        types: Sequence[core.Type | None] = () if word is None else word.params
        if word is None or len(types) != len(pattern.params):
            types = [None] * len(pattern.params)
        carried = [inner.bind(name, type) for name, type in zip(pattern.params, types, strict=True)]
        if not self._accept(pattern, word, words):
            self.broken = True
            return None
        assert word is not None
        pairs = [(local.name, type) for local, type in zip(carried, word.params, strict=True)]
        return word.name, tuple(pairs)

    def _accept(
        self, pattern: nodes.Pattern, word: core.KindWord | None, words: dict[str, core.KindWord]
    ) -> bool:
        name, work = pattern.name, self.scope.work
        if self.kind is None:
            return False
        if word is None:
            help = work.suggest(name.text, words) or listed(words)
            work.error("RW201", f"`{name.text}` is no word of {self.kind}", name.span, help)
            return False
        work.note(name.span, "word", name.text, self.kind)
        if name.text in self.seen:
            notes = [Note("the first is here", self.seen[name.text])]
            work.error("RW220", f"`{name.text}` has a case already", name.span, "remove one", notes)
            return False
        self.seen[name.text] = name.span
        if len(pattern.params) == len(word.params):
            return True
        message = f"`{name.text}` carries {len(word.params)} values, here are {len(pattern.params)} names"
        carried = ", ".join(show(type) for type in word.params)
        help = f"write `{name.text}`" if not word.params else f"give a name to each: `{name.text}({carried})`"
        work.error("RW216", message, pattern.span, help)
        return False

    def finish(self, span: Span, otherwise: Span | None) -> None:
        """Check that all words have a case, or `otherwise` stands for some."""
        if self.kind is None or self.broken:
            return
        left = [word for word in self.scope.work.words[self.kind] if word not in self.seen]
        if left and otherwise is None:
            listed = ", ".join(f"`{word}`" for word in left[:5]) + (", ..." if len(left) > 5 else "")
            help = "add a `case` for each, or `otherwise:`"
            self.scope.error("RW219", f"there is no case for {listed}", span, help)
            self.broken = True
        elif not left and otherwise is not None:
            self.scope.error("RW220", "all words have a case, so this is never reached", otherwise)
            self.broken = True
