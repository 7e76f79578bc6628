"""The picture of the pipeline is whole, and modules import only whom it lets them import."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

COMPILER = Path(__file__).parent.parent / "compiler"
ROOT = COMPILER / "rulewright"
FOLDERS = (
    "reading",
    "syntax",
    "formatting",
    "highlight",
    "loading",
    "elaborate",
    "checks",
    "diff",
    "graphs",
    "orders",
    "machine",
    "python",
    "pictures",
    "play",
    "interop",
    "lsp",
    "booklet",
    "report",
    "studio",
)
MODULES = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): path
    for path in ROOT.rglob("*.py")
    if path.stem[0] != "_" and path.parent.name != "commands"
}
SHARED = {"report.diagnostics", "report.codes", "report.suggest", "nodes", "record"}


def imported(module: str) -> set[str]:
    """The modules of the compiler that one imports, at its top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "rulewright":
            inside = (node.module or "").removeprefix("rulewright").removeprefix(".")
            found.add(inside)
            found.update(f"{inside}.{alias.name}".removeprefix(".") for alias in node.names)
    return found & set(MODULES)


def test_every_module_has_its_line() -> None:
    text = (COMPILER / "README.md").read_text(encoding="utf-8")
    for folder in FOLDERS:
        part = text.split(f"### `{folder}/`")[1].split("###")[0]
        named = re.findall(r"`([\w*]+)\.py`", part)
        modules = [m.split(".")[1] for m in MODULES if m.startswith(f"{folder}.")]
        if "and all others" not in part:
            assert [m for m in modules if not any(fnmatch(m, name) for name in named)] == []
        assert [
            name
            for name in named
            if name not in ("nodes", "core") and not any(fnmatch(m, name) for m in modules)
        ] == []


def test_only_commands_and_few_others_import_the_pipeline() -> None:
    found = {module for module in MODULES if "pipeline" in imported(module)}
    assert found == {"checks.witness", "interop.engines", "lsp.analysis", "lsp.session", "studio.desk"}


def test_what_all_share_imports_nothing_else() -> None:
    assert {module: imported(module) - SHARED for module in SHARED if imported(module) - SHARED} == {}


def test_the_syntax_tree_and_the_checked_tree_do_not_know_each_other() -> None:
    assert "core" not in imported("nodes")
    assert not {m for m in imported("core") if m == "nodes" or m.startswith("machine.")}


def test_the_runtime_stands_alone() -> None:
    assert imported("python.runtime") == set()


def test_folders_import_only_what_comes_before_them() -> None:
    """What reads, parses, loads and elaborates knows nothing of machines and engines; nor they of play."""
    later = {
        "reading": ("syntax", "elaborate", "machine", "python", "play"),
        "syntax": ("elaborate", "machine", "python"),
        "elaborate": ("machine", "python", "play", "checks"),
        "machine": ("play", "syntax", "loading", "pictures"),
        "pictures": ("play", "syntax", "loading"),
    }
    for folder, forbidden in later.items():
        for module in MODULES:
            if module.startswith(f"{folder}."):
                assert [m for m in imported(module) if m.split(".")[0] in forbidden] == [], module
