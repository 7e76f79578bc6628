"""The picture of the pipeline is whole, and modules import only whom it lets them import."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

COMPILER = Path(__file__).parent.parent / "compiler"
MODULES = {path.stem: path for path in (COMPILER / "rulewright").glob("*.py") if path.stem[0] != "_"}
SHARED = {"diagnostics", "codes", "suggest", "nodes", "record"}


def imported(module: str) -> set[str]:
    """The modules of the compiler that one imports, at its top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "rulewright":
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulewright."):
            found.add((node.module or "").split(".")[1])
    return found & set(MODULES)


def test_every_module_has_its_line() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (COMPILER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([\w*]+)\.py`", row)]
    missing = [m for m in MODULES if not any(fnmatch(m, name) for name in named) and m != "pipeline"]
    assert missing == []
    assert [name for name in named if not any(fnmatch(m, name) for m in MODULES)] == []


def test_only_commands_and_witness_import_the_pipeline() -> None:
    assert {module for module in MODULES if "pipeline" in imported(module)} == {"witness"}


def test_what_all_share_imports_nothing_else() -> None:
    assert {module: imported(module) - SHARED for module in SHARED if imported(module) - SHARED} == {}


def test_the_syntax_tree_and_the_checked_tree_do_not_know_each_other() -> None:
    assert "core" not in imported("nodes")
    assert not {"nodes", "machine"} & imported("core")


def test_the_runtime_stands_alone() -> None:
    assert imported("runtime") == set()


def test_python_text_is_written_only_below_the_machine() -> None:
    # py_data also gives the words of values, which numbering and views need.
    writers = {module for module in MODULES if module.startswith("py_")} | {"to_python"}
    users = {module for module in MODULES if imported(module) & (writers - {"py_data"})}
    assert users - writers <= {"pipeline", "examples"}
