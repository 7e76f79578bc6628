"""A graph as a picture, drawn by Graphviz: the package `graphviz`, and the program `dot` that it runs."""

from __future__ import annotations

from rulewright.report.diagnostics import UserError, trouble

NOT_DRAWN = "RW018"


def to_svg(dot: str) -> str:
    """The picture of a text in the language of Graphviz; where something is missing, says what to install."""
    try:
        import graphviz
    except ModuleNotFoundError as error:
        raise _missing("the package `graphviz`", 'pip install "rulewright[graph]"') from error
    try:
        return str(graphviz.Source(dot).pipe(format="svg", encoding="utf-8"))
    except graphviz.ExecutableNotFound as error:
        help = "install Graphviz, for one by `apt-get install graphviz`, or use `--format mermaid`"
        raise _missing("Graphviz, whose program `dot` is not there", help) from error


def _missing(what: str, help: str) -> UserError:
    return trouble(NOT_DRAWN, f"a picture needs {what}", "--format svg", help)
