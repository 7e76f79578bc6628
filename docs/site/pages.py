"""What the site has beside the documents: a page for each code, and all commands with their options.

MkDocs calls these functions. Links to pages of codes lead to those; a link to what the site does not hold is
only its words. Fences say to tests what they hold; the site colours them by their language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files
from pygments.lexers import LEXERS

from rulewright.cli import group
from rulewright.pygments import RulesLexer
from rulewright.report.codes import CODES
from rulewright.report.explain import explain

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GRAMMAR = "grammar/rules.lark"
FOLDERS = ("cookbook", "decisions")
_FENCE = re.compile(r"^```(\w+) .*$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")
_NAMED = re.compile(r"^(\[[^\]]+\]: )(\S+)$", re.MULTILINE)


def on_config(config: Any) -> Any:
    """Folders of the navigation become their pages, in the order of their names, `README.md` first. Rules are
    coloured by the lexer of these sources, whatever is installed."""
    names = tuple(RulesLexer.aliases)
    LEXERS["RulesLexer"] = (RulesLexer.__module__, RulesLexer.name, names, tuple(RulesLexer.filenames), ())
    config.nav = [_opened(entry) for entry in config.nav]
    return config


def _opened(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {title: _inside(inside) for title, inside in entry.items()}
    return entry


def _inside(inside: Any) -> Any:
    if isinstance(inside, list):
        return [_opened(each) for each in inside]
    if inside == "codes":
        return ["codes/README.md", *(f"codes/{code}.md" for code in CODES)]
    if inside in FOLDERS:
        names = sorted(path.name for path in (DOCS / inside).glob("*.md") if path.name != "README.md")
        return [f"{inside}/README.md", *(f"{inside}/{name}" for name in names)]
    return inside


def on_files(files: Files, config: Any) -> Files:
    """The pages that no file in `docs` is."""
    files.append(File.generated(config, "commands.md", content=commands()))
    files.append(File.generated(config, "codes/README.md", content=codes()))
    for code in CODES:
        files.append(File.generated(config, f"codes/{code}.md", content=explain(code)))
    files.append(File.generated(config, GRAMMAR, abs_src_path=str(ROOT / GRAMMAR)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """A page with links that hold in the site."""
    here = DOCS / page.file.src_uri
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        _FENCE.sub(r"```\1", part) if i % 2 else _linked(part, here.parent, files)
        for i, part in enumerate(parts)
    )


def _linked(text: str, folder: Path, files: Files) -> str:
    def inline(found: re.Match[str]) -> str:
        to = _target(found[2], folder, files)
        return found[1] if to is None else f"[{found[1]}]({to}{found[3] or ''})"

    def named(found: re.Match[str]) -> str:
        return f"{found[1]}{_target(found[2], folder, files) or found[2]}"

    return _NAMED.sub(named, _LINK.sub(inline, text))


def _target(link: str, folder: Path, files: Files) -> str | None:
    """Where a link leads in the site; None where it leads out of it."""
    if ":" in link:
        return link
    path = Path(*_plain((folder / link).parts))
    up = "../" * len(folder.relative_to(DOCS).parts)
    if path.parent == ROOT / "compiler" / "rulewright" / "pages":
        return f"{up}codes/{path.name}"
    if path == ROOT / GRAMMAR:
        return f"{up}{GRAMMAR}"
    if path.is_relative_to(DOCS) or not (ROOT / path).exists():
        return link  # what is not there is a warning
    return None


def _plain(parts: Iterable[str]) -> list[str]:
    """The parts of a path without steps up."""
    found: list[str] = []
    for part in parts:
        if part == "..":
            found.pop()
        else:
            found.append(part)
    return found


# ---- pages that are made


def codes() -> str:
    """A line for each code, with its title."""
    lines = ["# Codes of messages", "", "`rulewright explain CODE` prints the same pages.", ""]
    rows = [f"| [{code}]({code}.md) | {info.level} | {_cell(info.title)} |" for code, info in CODES.items()]
    return "\n".join([*lines, "| code | level | title |", "|---|---|---|", *rows, ""])


def commands() -> str:
    """All commands with what they take, as `--help` tells it."""
    lines = ["# Commands", "", "`rulewright COMMAND --help` says the same."]
    context = click.Context(group, info_name="rulewright")
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None:
            lines += _command(name, command, context)
    return "\n".join([*lines, ""])


def _command(name: str, command: click.Command, above: click.Context) -> list[str]:
    context = click.Context(command, info_name=name, parent=above)
    usage = " ".join(["rulewright", name, *command.collect_usage_pieces(context)])
    lines = [
        "",
        f"## {name}",
        "",
        f"```text\n{usage}\n```",
        "",
        (command.help or "").replace("\b", "").strip(),
    ]
    options = (param for param in command.params if isinstance(param, click.Option))
    rows = [row for option in options if (row := option.get_help_record(context)) is not None]
    if rows:
        lines += ["", "| option | |", "|---|---|"]
        lines += [f"| `{_cell(option)}` | {_cell(text)} |" for option, text in rows]
    return lines


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
