"""What elaboration carries along: the ruleset's names, the report, what was used, and scopes of locals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rulewright import core, nodes
from rulewright.elaborate.names import BUILTINS, Lost, Names
from rulewright.elaborate.shapes import Shape
from rulewright.report.diagnostics import Diagnostic, Note, Report, Span

if TYPE_CHECKING:
    from rulewright.loading.load import Loaded

Reader = Callable[["Scope", nodes.Expr, "core.Type | None"], "core.Expr | None"]
SUGGESTIONS = 100
UNKNOWN = frozenset({"RW201", "RW206", "RW210"})
ONCE = frozenset({"RW201", "RW209", "RW248"})
QUOTED = re.compile("`([^`]*)`")


@dataclass(frozen=True, slots=True)
class Noted:
    """What stands at a place, for editors: a name of a sort (`of`: the kind of a word, the record of a column
    or row), its type where it is a value; as sort `asked` a name that means nothing, and what was asked."""

    span: Span
    sort: str
    name: str
    of: str = ""
    type: core.Type | None = None
    known: tuple[str, ...] = ()


@dataclass(slots=True)
class Work:
    """One elaboration. `read` and `define` are set by `elaborate`, so that modules need not import in a
    circle. `used` holds (sort, name) of what some rule reads, `done` what was tried (None: with errors).
    `shapes` and `fields` are the geometry of spaces and the columns of those from tables; `fixed` names the
    options that shape a board, which are set at build.
    `unfaced` names spaces of which it could not be read which way seats face. `once` holds what is told once,
    however often it stands there.
    `notes` holds what stands where, when somebody wants to know.
    `circles` holds the ways on which a declaration was found to need itself.
    `rows_lost`: a table could not be read whole, so that nobody knows its ids and how many there are."""

    loaded: Loaded
    report: Report
    names: Names
    game: core.Game
    read: Reader
    need: Callable[[Work, str, str, Span], bool]
    used: set[tuple[str, str]] = field(default_factory=set)
    words: dict[str, dict[str, core.KindWord]] = field(default_factory=dict)
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    rows_of: dict[str, list[str]] = field(default_factory=dict)
    state: dict[tuple[str, str], str] = field(default_factory=dict)
    path: list[tuple[str, str, Span]] = field(default_factory=list)
    given: set[str] = field(default_factory=set)
    suggestions: int = 0
    lost: Lost = field(default_factory=Lost)
    rows_lost: bool = False
    players_known: bool = True
    broken: set[tuple[str, str]] = field(default_factory=set)
    changes: dict[str, list[nodes.SetCell]] = field(default_factory=dict)
    params: dict[str, tuple[core.Param, ...]] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    copies: dict[str, dict[str, int]] = field(default_factory=dict)
    chosen: list[core.Type] | None = None
    shapes: dict[str, Shape] = field(default_factory=dict)
    fields: dict[tuple[str, str], core.Type] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    incomplete: set[str] = field(default_factory=set)
    unfaced: set[str] = field(default_factory=set)
    once: dict[tuple[str, str], list[Diagnostic]] = field(default_factory=dict)
    circles: list[list[tuple[str, str, Span]]] = field(default_factory=list)
    notes: list[Noted] | None = None

    def error(
        self, code: str, message: str, span: Span, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Report a finding; a name that is unknown because its declaration could not be read is none."""
        if self.lost.words and code in UNKNOWN:
            quoted = QUOTED.search(message)
            if quoted is not None and quoted[1] in self.lost.words:
                return
        if self.rows_lost and code == "RW225":
            return
        if not self.players_known and code == "RW201" and message.endswith("is not the name of a player"):
            return
        if code in ONCE and self._told(Diagnostic(code, message, span, help, tuple(notes))):
            return
        self.report.add(code, message, span, help, notes)

    def _told(self, found: Diagnostic) -> bool:
        """Note what is told once for each name; whether that was done before."""
        quoted = QUOTED.search(found.message)
        key = found.code, quoted[1] if quoted else found.message
        self.once.setdefault(key, []).append(found)
        return len(self.once[key]) > 1

    def tell_where_else(self) -> None:
        """Say of what was told once on which other lines it stands."""
        for told in self.once.values():
            first, *others = sorted(told, key=lambda found: found.sort_key)
            path, line = first.span.path, first.span.line
            places = {(found.span.path, found.span.line) for found in others} - {(path, line)}
            if places:
                lines = ", ".join(str(n) if file == path else f"{n} of {file}" for file, n in sorted(places))
                note = Note(f"the same on line{'s' if len(places) > 1 else ''} {lines}")
                first = replace(first, notes=(*first.notes, note))
            self.report.replace(told[0], first)

    def suggest(self, word: str, candidates: Iterable[str]) -> str | None:
        """Did you mean: only for the first hundred, since a search costs time."""
        from rulewright.report.suggest import did_you_mean

        self.suggestions += 1
        return None if self.suggestions > SUGGESTIONS else did_you_mean(word, candidates)

    def ensure(self, sort: str, name: str, span: Span) -> bool:
        """Elaborate a declaration that is read at `span`, if that has not been done; False when it is
        broken, or reads itself."""
        return self.need(self, sort, name, span)

    def use(self, sort: str, name: str) -> None:
        """Note that a rule reads a declaration."""
        self.used.add((sort, name))

    def note(self, span: Span, sort: str, name: str, of: str = "", type: core.Type | None = None) -> None:
        """Note what stands at a place."""
        if self.notes is not None:
            self.notes.append(Noted(span, sort, name, of, type))

    def cites(self, cites: Iterable[nodes.Cite]) -> tuple[str, ...]:
        """Note citations, and give them as the core keeps them."""
        found = tuple(cites)
        self.game.citations.extend((cite.text, cite.span) for cite in found)
        return tuple(cite.text for cite in found)


@dataclass(slots=True)
class Unit:
    """One declaration being elaborated: `seatless` says why `me` means nobody here (None: it means the seat
    that acts). `later` are names that lines further down
    choose. `resolves` and `triggers` hold (name, span) of calls that hand on this unit's seat, or need
    one that is not there."""

    sort: str
    name: str
    seatless: str | None
    taken: dict[str, int] = field(default_factory=dict)
    later: frozenset[str] = frozenset()
    effects: int = 0
    uses_me: bool = False
    resolves: list[tuple[str, Span]] = field(default_factory=list)
    triggers: list[tuple[str, Span]] = field(default_factory=list)

    def unique(self, name: str) -> str:
        """A name that no other local of this unit has."""
        number = self.taken.get(name)
        if number is None:
            self.taken[name] = 1
            return name
        found = name
        while found in self.taken:
            number += 1
            found = f"{name}_{number}"
        self.taken[name] = number
        self.taken[found] = 1
        return found


@dataclass(frozen=True, slots=True)
class LocalInfo:
    """A local: its unique name, its type (None: unknown after an error), where it was named."""

    name: str
    type: core.Type | None
    span: Span


def local_key(span: Span) -> str:
    """What tells a local name from all others: where it was named."""
    return f"{span.path}:{span.line}:{span.column}"


Key = tuple[object, ...]


@dataclass(slots=True)
class Scope:
    """Where an expression stands: locals, what is known not to be empty (`facts`: key -> reads state),
    whether `me` is the seat of a `choose ... by`, whether this is an example."""

    work: Work
    unit: Unit
    locals: dict[str, LocalInfo] = field(default_factory=dict)
    facts: dict[Key, bool] = field(default_factory=dict)
    chooser: bool = False
    example: bool = False
    scores: bool = False

    def inner(self) -> Scope:
        """A block inside this one."""
        return replace(self, locals=dict(self.locals), facts=dict(self.facts))

    def read(self, node: nodes.Expr, expected: core.Type | None = None) -> core.Expr | None:
        """Elaborate an expression; None when it has an error, which is then reported."""
        return self.work.read(self, node, expected)

    def error(
        self, code: str, message: str, span: Span, help: str | None = None, notes: Iterable[Note] = ()
    ) -> None:
        """Report a finding."""
        self.work.error(code, message, span, help, notes)

    @property
    def game(self) -> core.Game:
        """The game so far."""
        return self.work.game

    def bind(self, word: nodes.Word, type: core.Type | None) -> LocalInfo:
        """Name a value until the end of this scope; a name that is taken is reported."""
        name = word.text
        self._check_free(word)
        local = LocalInfo(self.unit.unique(name), type, word.span)
        self.locals[name] = local
        self.work.note(word.span, "local", local_key(word.span), type=type)
        return local

    def _check_free(self, word: nodes.Word) -> None:
        name, names = word.text, self.work.names
        if name in BUILTINS:
            message = f"`{name}` is a word of the language: {BUILTINS[name]}"
            self.error("RW203", message, word.span, help="choose another name")
        elif name in self.locals:
            self._shadows(word, "already has a meaning here", self.locals[name].span)
        elif name in names.values:
            entry = names.values[name]
            self._shadows(word, f"is the name of a {entry.sort}", entry.span)
        elif name in names.words:
            kind = names.values[names.words[name][0]]
            self._shadows(word, f"is a word of `{kind.name}`", kind.span)

    def _shadows(self, word: nodes.Word, why: str, span: Span) -> None:
        notes = [Note("it is declared here", span)]
        self.error("RW204", f"`{word.text}` {why}", word.span, "choose another name", notes)

    def use(self, sort: str, name: str, span: Span) -> None:
        """Note that this declaration reads or names another, and where."""
        self.work.use(sort, name)
        self.work.note(span, sort, name)
        by = (self.unit.sort, self.unit.name)
        self.game.uses.append(core.Use(by=by, of=(sort, name), span=span))

    def effect(self) -> None:
        """Something changes: forget what was known of the state."""
        self.unit.effects += 1
        self.forget()

    def forget(self) -> None:
        """Forget what was known of the state; what was known of cards stays."""
        self.facts = {key: reads for key, reads in self.facts.items() if not reads}
