"""What the package says of itself is what the tree holds, and what is built from it works elsewhere.

The second part builds and installs: it needs the network, takes a minute, and runs by `make package`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
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


# ---- the wheel and the sdist, installed outside the project

LEFT_OUT = shutil.ignore_patterns(
    ".git",
    ".venv",
    ".*_cache",
    ".hypothesis",
    ".benchmarks",
    "__pycache__",
    "*.pyc",
    "*.egg-info",
    "build",
    "dist",
)
OF_PEOPLE = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "pyproject.toml",
    ".ci/run",
]


def run(*words: str | Path, at: Path) -> str:
    """What a command prints, in a folder, away from this project; it must succeed."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run([str(word) for word in words], cwd=at, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def data_files() -> set[str]:
    """The files that are no Python and travel in the package, by their paths in it."""
    found = {"rulewright/py.typed"}
    compiler = ROOT / "compiler"
    for pattern in (
        "rulewright/**/*.j2",
        "rulewright/**/*.md",
        "rulewright/**/*.csv",
        "rulewright/**/*.css",
        "rulewright/native/*.c",
        "rulewright/studio/static/*",
    ):
        found |= {file.relative_to(compiler).as_posix() for file in compiler.glob(pattern)}
    for folder in ("grammar", "rulesets"):
        for pattern in ("**/*.lark", "**/*.rules", "**/*.csv", "**/*.md"):
            found |= {f"rulewright/{f.relative_to(ROOT).as_posix()}" for f in (ROOT / folder).glob(pattern)}
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist of a clean copy of the tree, and the wheel made from that sdist."""
    source = tmp_path_factory.mktemp("copy") / "rulewright"
    shutil.copytree(ROOT, source, ignore=LEFT_OUT)
    target = source.parent / "dist"
    run(sys.executable, "-m", "build", "--outdir", target, source, at=source.parent)
    return target


def only(folder: Path, pattern: str) -> Path:
    """The one file of a folder that fits."""
    (found,) = folder.glob(pattern)
    return found


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert {name.partition("/")[0] for name in names} == {"rulewright"}
    assert {name for name in names if not name.endswith(".py")} == data_files()
    source = ROOT / "compiler"
    modules = {file.relative_to(source).as_posix() for file in source.rglob("*.py")}
    modules |= {f"rulewright/{folder}/__init__.py" for folder in ("grammar", "rulesets")}
    assert {name for name in names if name.endswith(".py")} == modules


@pytest.mark.slow
def test_the_sdist_holds_the_project(built: Path) -> None:
    with tarfile.open(only(built, "*.tar.gz")) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert set(OF_PEOPLE) - names == set()
    for folder in ("tests", "docs", "editors", "bench", "generated", "grammar", "rulesets", "compiler"):
        files = {
            file.relative_to(ROOT).as_posix()
            for file in (ROOT / folder).rglob("*")
            if file.is_file() and not any(p == "__pycache__" or ".egg-info" in p for p in file.parts)
        }
        assert {name for name in files - names if not name.endswith(".pyc")} == set()
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_installed_in_a_clean_environment(built: Path, pattern: str, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "venv", at=tmp_path)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python, rulewright = scripts / "python", scripts / "rulewright"
    run(python, "-m", "pip", "install", "--quiet", only(built, pattern), at=tmp_path)
    run(python, "-m", "pip", "check", at=tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    run(rulewright, "new", "garden", at=home)
    assert "no errors" in run(rulewright, "check", "--strict", "garden", at=home)
    run(rulewright, "fmt", "--check", "garden", "kanagawa", at=home)
    run(rulewright, "build", "garden", at=home)
    assert (home / "generated" / "garden" / "__init__.py").is_file()
    bots = ("--bots", "random,greedy", "--seed", "3")
    assert "The game is over" in run(rulewright, "play", "garden", *bots, at=home)
    # What the package brings along.
    assert "The game is over" in run(rulewright, "play", "kanagawa", *bots, at=home)
    assert " 0 open" in run(rulewright, "coverage", "kanagawa", at=home)
    assert "# RW210" in run(rulewright, "explain", "RW210", at=home)
    game = "from generated import garden; game = garden.new(2, 1); print(len(game.legal_moves()) > 0)"
    assert run(python, "-c", game, at=home).strip() == "True"
    lexers = "from importlib.metadata import entry_points; print(*entry_points(group='pygments.lexers'))"
    assert "rulewright.pygments:RulesLexer" in run(python, "-c", lexers, at=home)
