"""Load: a ruleset's file and all that it names become declarations, tables and clauses.

Files that are used stand where they are used, each once; variants in files of their own beside the main file
come last. Nothing is said here about what names mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulewright import nodes
from rulewright.loading.settings import OPTION, Setting, settings
from rulewright.nodes import AnyDeclaration
from rulewright.reading.files import STANDARD, RulesetPath, resolve_named, shown
from rulewright.reading.reader import Disk, Reader
from rulewright.reading.rulebook import Clause, read_rulebook
from rulewright.reading.source import Chunk, Source, split
from rulewright.reading.tables import ID, RawTable, read_table
from rulewright.report.diagnostics import Note, Report, Span
from rulewright.report.suggest import nearest
from rulewright.syntax.from_tree import from_tree
from rulewright.syntax.parser import parse

DEEPEST = 100
VERSIONS = (1,)
_SINGLE = (nodes.Game, nodes.Players, nodes.Rulebook, nodes.FirstTurn, nodes.NextTurn, nodes.Winner)
_VARIANT_WORDS = frozenset({"language", "use", "variant"})


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that a ruleset says, and the sizes that were asked for. `sources` holds each text that was read by
    the path its spans show; `named` finds the table that a text in a declaration names; `library` holds the
    paths of the files that come from the standard library."""

    path: str
    declarations: tuple[AnyDeclaration, ...]
    tables: dict[str, RawTable] = field(default_factory=dict)
    rulebook: dict[str, Clause] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    named: dict[tuple[str, str], str] = field(default_factory=dict)
    sizes: tuple[Setting, ...] = ()
    library: frozenset[str] = frozenset()

    def table(self, name: nodes.Text) -> RawTable | None:
        """Give the table that a declaration names, or None where it could not be read."""
        return self.tables.get(self.named.get((name.span.path, name.text), ""))


def declared(chunk: Chunk, report: Report) -> AnyDeclaration | None:
    """Take the text of a declaration, give the declaration, or None where it does not parse."""
    tree = parse(chunk, report)
    return from_tree(tree, chunk, report) if tree is not None else None


Declare = Callable[[Chunk, Report], AnyDeclaration | None]


def load(
    ruleset: RulesetPath, report: Report, reader: Reader | None = None, declare: Declare = declared
) -> Loaded:
    """Take a ruleset that was found, give what it says; a fault in one part does not hide the others.
    `declare` makes the declarations: an editor keeps those whose text has not changed.

    Reports what files say (RW0xx), the syntax (RW1xx), the shape of tables (RW6xx), circles of `use` (RW701),
    what is there twice (RW703) and clauses numbered twice (RW801).
    """
    return _Loading(ruleset, report, reader or Disk(), declare).run()


class _Loading:
    """The state of one load."""

    def __init__(self, ruleset: RulesetPath, report: Report, reader: Reader, declare: Declare) -> None:
        self.declare = declare
        self.ruleset = ruleset
        self.report = report
        self.reader = reader
        self.sources: dict[str, Source] = {}
        self.places: dict[str, RulesetPath] = {}  # by shown path: from where a file's names start
        self.begun: set[Path] = set()
        self.library: set[str] = set()
        self.rulebook: dict[str, Clause] = {}
        self.tables: dict[str, RawTable] = {}
        self.named: dict[tuple[str, str], str] = {}

    def run(self) -> Loaded:
        main = self.ruleset.file
        declarations = list(self.file(self.ruleset, None, ()))
        game = next((d for d in declarations if isinstance(d, nodes.Game)), None)
        if game is not None:
            declarations += self.variant_files(game)
        _check_single(declarations, self.report)
        self.read_rulebook(declarations)
        self.read_tables(declarations)
        sizes = self.read_sizes()
        return Loaded(
            shown(main),
            tuple(declarations),
            self.tables,
            self.rulebook,
            self.sources,
            self.named,
            sizes,
            frozenset(self.library),
        )

    def read_sizes(self) -> tuple[Setting, ...]:
        if not self.ruleset.sizes:
            return ()
        found, source = settings(self.ruleset.sizes, self.report, OPTION)
        self.sources[source.path] = source
        return found

    # -- rules

    def file(
        self, place: RulesetPath, cited: Span | None, trail: tuple[tuple[Path, Span], ...]
    ) -> Iterator[AnyDeclaration]:
        """Give the declarations of a file and of those it uses; `trail` holds how it came to be used."""
        self.begun.add(_normal(place.file))
        source = self.read(place.file, cited)
        if source is None:
            return
        self.places[source.path] = place
        chunks = split(source, self.report)
        if not self.check_version(chunks):
            return
        if cited is None:
            self.check_game(chunks)
        for declaration in self.parsed(chunks, skip_language=cited is not None):
            if isinstance(declaration, nodes.Use):
                yield from self.use(declaration, place, trail)
            else:
                yield declaration

    def parsed(self, chunks: list[Chunk], skip_language: bool) -> Iterator[AnyDeclaration]:
        for at, chunk in enumerate(chunks):
            made = self.declare(chunk, self.report)
            if isinstance(made, nodes.Language) and at > 0:
                _twice("language", made.span, None, self.report)
            elif made is not None and not (skip_language and isinstance(made, nodes.Language)):
                yield made

    def use(
        self, use: nodes.Use, place: RulesetPath, trail: tuple[tuple[Path, Span], ...]
    ) -> Iterator[AnyDeclaration]:
        path = self.resolve(use.path, place)
        if path is None:
            return
        trail = (*trail, (_normal(place.file), use.path.span))
        if _normal(path) in [file for file, _ in trail]:
            _circle(path, trail, self.report)
        elif len(trail) > DEEPEST:
            message = f"files use each other more than {DEEPEST} deep"
            self.report.add("RW119", message, use.path.span, "use this file from the main file")
        elif _normal(path) not in self.begun:
            inside = _normal(path).is_relative_to(_normal(place.root))
            root = place.root if inside else path.parent
            if use.path.text.startswith(f"{STANDARD}/") or shown(place.file) in self.library:
                self.library.add(shown(path))
            yield from self.file(RulesetPath(path.stem, path, root), use.path.span, trail)

    def variant_files(self, game: nodes.Game) -> Iterator[AnyDeclaration]:
        """Give the variants in files of their own, beside the main file of a ruleset's folder."""
        main = self.ruleset.file
        if main.absolute().parent.name != main.stem:
            return
        for path in self.reader.beside(main):
            if _normal(path) in self.begun:
                continue
            quiet = Report()
            source = self.reader.read(path, quiet)
            if source is not None and _only_variants(split(source, quiet)):
                place = RulesetPath(path.stem, path, self.ruleset.root)
                yield from self.file(place, game.name.span, ())

    def check_version(self, chunks: list[Chunk]) -> bool:
        """Report a version that is missing or unknown; say whether reading on makes sense."""
        if not chunks:
            return False
        first = chunks[0]
        word = _word(first)
        span = Span.on_line(first.path, first.first_line, 1, len(word) + 1)
        if word != "language":
            if not _is_language(word) and not self.indented_above(first):
                help = f"start the file with `language {VERSIONS[-1]}`"
                self.report.add(
                    "RW121", "the file does not start with the version of the language", span, help
                )
            return True
        made = declared(first, Report())
        return not isinstance(made, nodes.Language) or known_version(made, self.report)

    def indented_above(self, first: Chunk) -> bool:
        """Say whether a line above the first declaration is indented, which was reported."""
        spans = (found.span for found in self.report if found.code in ("RW007", "RW008"))
        return any(span.path == first.path and span.line < first.first_line for span in spans)

    def check_game(self, chunks: list[Chunk]) -> None:
        """Report a main file that does not say, first of all, which game it is."""
        words = [_word(chunk) for chunk in chunks]
        help = 'after the version, write which game it is: `game Name "Name" version "1.0.0"`'
        if "game" not in words and not any(nearest(word, ["game"]) for word in words):
            chunk = chunks[0]
            span = Span.on_line(chunk.path, chunk.first_line, 1, len(words[0]) + 1)
            if _only_variants(chunks):
                help = "name the ruleset and the variant: `game+variant`"
            self.report.add("RW123", "the file does not say which game it is", span, help)
        elif "game" in words and words.index("game") > _is_language(words[0]):
            chunk = chunks[words.index("game")]
            span = Span.on_line(chunk.path, chunk.first_line, 1, len("game") + 1)
            self.report.add("RW123", "`game` does not follow the version of the language", span, help)

    # -- what the rules name

    def read(self, path: Path, cited: Span | None) -> Source | None:
        source = self.reader.read(path, self.report, cited)
        if source is not None:
            self.sources[source.path] = source
        return source

    def resolve(self, name: nodes.Text, place: RulesetPath) -> Path | None:
        path = resolve_named(name.text, place)
        if path is None:
            self.report.add(
                "RW006",
                f"the path `{name.text}` leads out of the project",
                name.span,
                help=f"name a file below `{shown(place.root)}`, with `/` between folders",
            )
        return path

    def read_rulebook(self, declarations: list[AnyDeclaration]) -> None:
        node = next((d for d in declarations if isinstance(d, nodes.Rulebook)), None)
        path = self.resolve(node.path, self.places[node.span.path]) if node else None
        source = self.read(path, node.path.span) if node and path else None
        if source is not None:
            self.rulebook = read_rulebook(source, self.report)

    def read_tables(self, declarations: Iterable[AnyDeclaration]) -> None:
        for declaration in _with_changes(declarations):
            if isinstance(declaration, nodes.Record | nodes.Spaces) and declaration.table is not None:
                self.read_table(declaration.table, ID)
            elif isinstance(declaration, nodes.Texts):
                self.read_table(declaration.table, None)

    def read_table(self, name: nodes.Text, key: str | None) -> None:
        path = self.resolve(name, self.places[name.span.path])
        if path is None:
            return
        self.named[name.span.path, name.text] = shown(path)
        if shown(path) in self.sources:
            return
        source = self.read(path, name.span)
        table = read_table(source.path, source.text, self.report, key) if source else None
        if table is not None:
            self.tables[table.path] = table


def known_version(language: nodes.Language, report: Report) -> bool:
    """Report a version of the language that is not known; say whether it is."""
    if language.version in VERSIONS:
        return True
    known = " and ".join(map(str, VERSIONS))
    message = f"version {language.version} of the language is not known"
    report.add("RW122", message, language.span, help=f"this compiler reads version {known}")
    return False


def _normal(path: Path) -> Path:
    return path.absolute().resolve()


def _word(chunk: Chunk) -> str:
    """Give the first word of a declaration."""
    words = chunk.text.split(None, 1)
    return words[0].rstrip(":") if words else ""


def _is_language(word: str) -> bool:
    """Whether a word is `language`, or was meant to be."""
    return word == "language" or nearest(word, ["language"]) is not None


def _only_variants(chunks: list[Chunk]) -> bool:
    """Whether a file holds variants and nothing else, be they misspelt."""
    words = {_word(chunk) for chunk in chunks}
    meant = {
        "variant" if word not in _VARIANT_WORDS and nearest(word, ["variant"]) else word for word in words
    }
    return "variant" in meant and _VARIANT_WORDS.issuperset(meant)


def _with_changes(declarations: Iterable[AnyDeclaration]) -> Iterator[AnyDeclaration]:
    """Give all declarations, and those that variants bring."""
    for declaration in declarations:
        yield declaration
        if isinstance(declaration, nodes.Variant):
            for change in declaration.changes:
                if isinstance(change, nodes.Add | nodes.Replace):
                    yield change.declaration


def _check_single(declarations: list[AnyDeclaration], report: Report) -> None:
    """Report a second one of what a game has one of, and two variants of one name."""
    seen: dict[str, Span] = {}
    for declaration in declarations:
        key = ""
        span = declaration.span
        if isinstance(declaration, _SINGLE):
            key = type(declaration).__name__.lower()
        elif isinstance(declaration, nodes.Flow):
            key = declaration.sort
        elif isinstance(declaration, nodes.Variant):
            key, span = f"variant {declaration.name.text}", declaration.name.span
        if key in seen:
            _twice(key, span, seen[key], report)
        elif key:
            seen[key] = span


def _twice(what: str, span: Span, first: Span | None, report: Report) -> None:
    word = what.split()[0]
    if word != "variant":  # the word alone, not its whole block
        span = Span.on_line(span.path, span.line, span.column, span.column + len(word))
        first = first and Span.on_line(first.path, first.line, first.column, first.column + len(word))
    report.add(
        "RW703",
        f"`{what}` is declared twice",
        span,
        help="leave one of them out" if word != "variant" else "rename one of them",
        notes=[Note("it is declared here first", first)] if first else [],
    )


def _circle(path: Path, trail: tuple[tuple[Path, Span], ...], report: Report) -> None:
    """Report the files that use each other, from the one that is reached again."""
    start = next(at for at, (file, _) in enumerate(trail) if file == _normal(path))
    steps = trail[start:]
    names = [shown(file) for file, _ in steps]
    notes = [
        Note(f"`{name}` uses `{after}` here", span)
        for (_, span), name, after in zip(steps, names, [*names[1:], names[0]], strict=True)
    ]
    message = f"these files use each other: {' -> '.join(f'`{name}`' for name in [*names, names[0]])}"
    if len(names) == 1:
        help = "leave this line out"
        report.add("RW701", f"`{names[0]}` uses itself", steps[-1][1], help)
        return
    help = "move what they share into a file of its own, and let each use that"
    report.add("RW701", message, steps[-1][1], help, notes)
