"""What the package says of itself is what the tree holds."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulewright import __version__

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_every_package_of_the_tree_is_listed(project: dict[str, Any]) -> None:
    source = ROOT / "compiler"
    inits = source.rglob("__init__.py")
    tree = {".".join(init.parent.relative_to(source).parts) for init in inits}
    listed = set(project["tool"]["setuptools"]["packages"])
    assert listed == tree | {"rulewright.grammar", "rulewright.rulesets"}


def test_every_python_file_lies_in_a_package() -> None:
    for file in (ROOT / "compiler" / "rulewright").rglob("*.py"):
        assert (file.parent / "__init__.py").is_file(), file


def test_every_data_file_of_the_tree_is_listed(project: dict[str, Any]) -> None:
    package = ROOT / "compiler" / "rulewright"
    found = {p for p in package.rglob("*") if p.is_file() and p.suffix not in (".py", ".pyc")}
    patterns = project["tool"]["setuptools"]["package-data"]["rulewright"]
    listed = {p for pattern in patterns for p in package.glob(pattern)}
    assert found == listed


def test_one_version(project: dict[str, Any]) -> None:
    assert project["project"]["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("folder", ["grammar", "rulesets"])
def test_data_folders_are_packages_with_a_docstring_only(folder: str) -> None:
    text = (ROOT / folder / "__init__.py").read_text("utf-8")
    assert text.startswith('"""')
    assert text.count("\n") == 1
