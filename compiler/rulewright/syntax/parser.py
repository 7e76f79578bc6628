"""Parser: one declaration's text in, its tree out, or its syntax errors in the report.

The grammar is `grammar/rules.lark`; Lark makes an LALR(1) parser of it, whose tables are kept in the user's
cache folder. A declaration that was parsed once in this process is not parsed again.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lark
from lark import Lark, Token, Tree
from lark.indenter import Indenter

from rulewright import __version__
from rulewright.reading.source import INDENT, Chunk
from rulewright.reading.user_cache import cache_folder
from rulewright.report.diagnostics import Report
from rulewright.syntax.lexer import Lexer

if TYPE_CHECKING:
    from rulewright.syntax.finding import Finding

Outcome = tuple["Tree[Token] | None", "tuple[Finding, ...]"]


def parse(chunk: Chunk, report: Report) -> Tree[Token] | None:
    """Take a declaration's text, give its tree, or report its syntax errors (RW1xx) and give None.

    Lines in the tree are those of the chunk, columns those of the file; the tree is shared, so nobody may
    change it. A chunk whose indentation was reported is parsed, but nothing more is said about it.

    >>> tree = parse(Chunk("a.rules", 1, "constant goal = 5"), Report())
    >>> str(tree.children[0].data)
    'constant'
    """
    tree, findings = _outcome(chunk.text)
    if chunk.sound:
        report.extend(finding.diagnostic(chunk.path, chunk.first_line) for finding in findings)
    return tree


@lru_cache(maxsize=8192)
def _outcome(text: str) -> Outcome:
    """Parse a text of one declaration; the errors are looked for only where there are any."""
    try:
        return parser().parse(f"{text}\n"), ()
    except lark.exceptions.LarkError:
        from rulewright.syntax.recovery import findings

        return None, tuple(findings(parser(), text))


# ---- the parser and its cache on the disk


class Blocks(Indenter):
    """Turns the white space after a line's end into the start and the end of blocks."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]  # noqa: RUF012, as the class above has them
    CLOSE_PAREN_types = ["RPAR", "RSQB"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = INDENT

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Give the tokens with those of blocks. Each text has a state of its own: threads parse at once."""
        found: Iterator[Token] = Indenter.process(Blocks(), stream)  # type: ignore[no-untyped-call]
        return found


def _shapes_the_span(child: object) -> bool:
    """Say whether a child counts for its parent's span: line ends and block marks do not."""
    return not (isinstance(child, Token) and child.type in ("_NL", "_INDENT", "_DEDENT"))


_ON_LOAD: dict[str, Any] = {
    "postlex": Blocks(),
    "propagate_positions": _shapes_the_span,
    "_plugins": {"ContextualLexer": Lexer},
}


def grammar() -> str:
    """Give the text of the grammar."""
    return (files("rulewright.grammar") / "rules.lark").read_text(encoding="utf-8")


def build(strict: bool = False) -> Lark:
    """Make the parser from the grammar; strict refuses every conflict and every ambiguous word, and needs
    `interegular`, which only tests have."""
    options = {**_ON_LOAD, "_plugins": {}} if strict else _ON_LOAD
    return Lark(grammar(), parser="lalr", maybe_placeholders=True, strict=strict, **options)


@cache
def parser() -> Lark:
    """Give the parser, from the cache on the disk when it holds it."""
    path = cache_path()
    collecting = gc.isenabled()
    gc.disable()  # a load makes many objects, none of them garbage
    try:
        return _load(path) or _build_and_save(path)
    finally:
        if collecting:
            gc.enable()


def cache_path() -> Path | None:
    """Give the file that keeps the tables of this grammar, made by these versions; None without a home."""
    key = sha256(f"{__version__}\0{lark.__version__}\0{grammar()}".encode()).hexdigest()[:16]
    folder = cache_folder()
    return folder / f"parser-{key}.bin" if folder else None


def _load(path: Path | None) -> Lark | None:
    if path is None:
        return None
    try:
        with open(path, "rb") as file:
            return _from_file(file)
    except Exception:  # absent, unreadable, cut short: it is made again
        return None


def _from_file(file: Any) -> Lark:
    instance = Lark.__new__(Lark)
    loaded: Lark = instance._load(file, **_ON_LOAD)
    return loaded


def _build_and_save(path: Path | None) -> Lark:
    made = build()
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                made.save(file, exclude_options=_ON_LOAD.keys())
            os.replace(file.name, path)
        except OSError:  # a cache that cannot be written is no trouble
            pass
    return made
