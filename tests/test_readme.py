"""What README.md says is so: its commands run, its messages and rules are real, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from rulewright import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "compiler/README.md", "docs/decisions/README.md"]


def fences(language: str) -> list[str]:
    """The texts in fences of a language."""
    return [text for found, text in FENCES if found == language]


def commands(word: str) -> list[list[str]]:
    """The lines of shell fences that call a command, split into words, its own name left out."""
    lines = [line for text in fences("sh") for line in text.splitlines() if line.startswith(f"{word} ")]
    return [shlex.split(line, comments=True)[1:] for line in lines]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with Kanagawa in it, whose people leave the table at once."""
    shutil.copytree(ROOT / "rulesets" / "kanagawa", tmp_path / "rulesets" / "kanagawa")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    return tmp_path


def test_the_commands(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All of them in their order, with the change of a rule that stands between the first two."""
    change = re.search(r"say `(constant .*?)` to\s`(constant .*?)`", README)
    assert change is not None
    for number, line in enumerate(commands("rulewright")):
        assert cli.run(line) == 0, (line, capsys.readouterr())
        if number == 0:
            assert line[0] == "new"
            rules = project / "rulesets" / "garden" / "garden.rules"
            text = rules.read_text(encoding="utf-8")
            assert text.count(change[1]) == 1
            rules.write_text(text.replace(change[1], change[2]), encoding="utf-8", newline="\n")
    said = capsys.readouterr().out
    for text in ("garden: no errors", "Sweep of most_in_hand", " 0 open", "partir avec la colonne", "wins"):
        assert text in said


def test_the_message_of_a_mistake(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["new", "garden"]) == 0
    rules = project / "rulesets" / "garden" / "garden.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("end of my.garden", "end of my.gardn"), encoding="utf-8", newline="\n")
    capsys.readouterr()
    assert cli.run(["check", "garden"]) == 1
    said = capsys.readouterr()
    assert (said.out + said.err).strip() == fences("text")[0].strip()


def test_the_rules_are_those_of_kanagawa() -> None:
    kanagawa = (ROOT / "rulesets" / "kanagawa" / "kanagawa.rules").read_text(encoding="utf-8")
    for part in fences("rules")[0].strip().split("\n\n"):
        assert f"\n{part}\n" in kanagawa


def test_the_session_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    for text in fences("pycon"):
        test = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0, "see the output"
        found = sys.modules["generated.kanagawa"].__file__
        assert found == str(ROOT / "generated" / "kanagawa" / "__init__.py")


def test_the_targets_of_make() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^(\w+):.*##", makefile, re.MULTILINE))
    asked = {words[0] for words in commands("make")}
    assert asked == {"demo", "test"}
    assert asked <= targets


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links(name: str) -> None:
    file = ROOT / name
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), target


def test_the_index_of_decisions() -> None:
    """One line for each decision, in order, with its title."""
    folder = ROOT / "docs" / "decisions"
    index = re.findall(r"^\d+\. \[(.*?)\]\((.*?)\)", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    files = sorted(file.name for file in folder.glob("[0-9]*.md"))
    titles = [(folder / name).read_text("utf-8").splitlines()[0].split(". ", 1)[1] for name in files]
    assert [(title, name) for title, name in zip(titles, files, strict=True)] == index


def test_the_modules_of_the_recipes() -> None:
    """Each `stage.module` that CONTRIBUTING.md names is there."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    package = ROOT / "compiler" / "rulewright"
    stages = "|".join(folder.name for folder in package.iterdir() if (folder / "__init__.py").is_file())
    named = re.findall(rf"`((?:{stages})\.\w+)`", text)
    assert len(named) > 10
    assert [name for name in named if not (package / f"{name.replace('.', '/')}.py").is_file()] == []
