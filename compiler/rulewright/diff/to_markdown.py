"""To Markdown: a diff for a pull request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.diff.consequences import AUDIENCES, Consequence, worst
from rulewright.diff.result import Result, grouped
from rulewright.diff.to_text import NOTHING, levels, sentence
from rulewright.report.diagnostics import Span


def to_markdown(result: Result) -> str:
    """A heading, a table of levels, the changes by declaration, texts folded away."""
    lines = [f"## {_escaped(result.old.name)} → {_escaped(result.new.name)}", ""]
    lines += list(_levels(result)) if result.in_play else [f"{NOTHING[0].upper()}{NOTHING[1:]}.", ""]
    for title, found in grouped(result.in_play):
        lines += [*_declaration(title, found), ""]
    if result.texts:
        lines += list(_texts(result.texts))
    if result.behaviour is not None:
        from rulewright.diff.to_game import to_game

        said = to_game(result.behaviour)
        fence = "````" if any("```" in line for line in said) else "```"
        lines += ["", "### In play", "", f"{fence}text", *said, fence]
    return "\n".join(lines).rstrip("\n") + "\n"


def _levels(result: Result) -> Iterator[str]:
    yield f"| {' | '.join(AUDIENCES)} | version |"
    yield "|---" * (len(AUDIENCES) + 1) + "|"
    found = [worst(one.levels[each] for one in result.in_play) for each in AUDIENCES]
    said = result.advice
    version = f"{said.part}: {said.before} → {said.advised}" if said.advised else said.part
    yield f"| {' | '.join([*found, version])} |"
    yield ""


def _declaration(title: str, found: Sequence[Consequence]) -> Iterator[str]:
    per = ", ".join(dict.fromkeys(clause for one in found for clause in one.change.per))
    yield f"### {_escaped(title)}" + (f" ({per})" if per else "")
    yield ""
    for one in found:
        yield f"- {_escaped(sentence(one.change))} — *{', '.join(one.classes)}*; {levels(one)}"
        yield f"  <br>{_places(one.change.old, one.change.new)}"
    reached = list(dict.fromkeys(name for one in found for name in one.reaches))
    if reached:
        yield ""
        yield f"Reaches {_escaped(', '.join(reached))}."


def _places(old: Span | None, new: Span | None) -> str:
    found = [f"{word} `{span}`" for word, span in (("old", old), ("new", new)) if span is not None]
    return ", ".join(found)


def _texts(found: Sequence[Consequence]) -> Iterator[str]:
    yield f"<details><summary>{len(found)} of text only</summary>"
    yield ""
    for one in found:
        yield f"- {_escaped(one.change.titled)}: {_escaped(sentence(one.change))}"
    yield ""
    yield "</details>"


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is.

    >>> _escaped("2 * <b> | _x_")
    '2 \\\\* &lt;b> \\\\| \\\\_x\\\\_'
    """
    for mark in ("\\", "*", "_", "`", "|", "[", "]", "#"):
        text = text.replace(mark, f"\\{mark}")
    return text.replace("&", "&amp;").replace("<", "&lt;")
