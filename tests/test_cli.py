"""The command line: exit codes, what is said about trouble, and how little a start loads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest

from rulewright import __version__, cli
from rulewright.console import emit
from rulewright.reading.source import Source
from rulewright.report.diagnostics import CompilerBug, Report, Span, trouble


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out == f"rulewright {__version__}\n"


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    assert "explain" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["explan"], "did you mean `explain`?"),
        (["zzzzzz"], "commands: "),
        (["--nothing"], "--nothing"),
        (["explain"], "give a code"),
        (["explain", "RW01"], "error[RW012]: there is no code `RW01`"),
    ],
)
def test_trouble_exits_with_2(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["explain", "rw007"]) == 0
    assert capsys.readouterr().out.startswith("# RW007: tab in the indentation\n")
    assert cli.run(["explain", "--list"]) == 0
    assert "RW008  error    bad indentation\n" in capsys.readouterr().out


def run_with(monkeypatch: pytest.MonkeyPatch, outcome: BaseException | int | None) -> int:
    """Run the command line with a command that raises or gives an outcome."""

    @click.command()
    def command() -> int | None:
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    monkeypatch.setattr(cli.LazyGroup, "list_commands", lambda self, ctx: ["x"])
    monkeypatch.setattr(cli.LazyGroup, "get_command", lambda self, ctx, name: command)
    return cli.run(["x"])


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (None, 0),
        (1, 1),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (trouble("RW001", "there is no file `x`", "x"), 2),
        (click.BadParameter("no"), 2),
        (click.exceptions.Exit(1), 1),
    ],
)
def test_exit_codes(monkeypatch: pytest.MonkeyPatch, outcome: BaseException | int | None, code: int) -> None:
    assert run_with(monkeypatch, outcome) == code


@pytest.mark.parametrize("bug", [CompilerBug("a promise"), ZeroDivisionError("oh"), RecursionError("deep")])
def test_our_own_bugs_ask_for_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bug: Exception
) -> None:
    monkeypatch.delenv("RULEWRIGHT_DEBUG", raising=False)
    assert run_with(monkeypatch, bug) == 2
    err = capsys.readouterr().err
    assert "this is a bug in rulewright, please report it" in err
    assert "Traceback" not in err
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    assert run_with(monkeypatch, bug) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_that_goes_away_is_no_trouble() -> None:
    line = f'"{sys.executable}" -m rulewright explain --list | true; exit "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_a_terminal_without_the_letters() -> None:
    code = "import sys; from rulewright.cli import run; sys.exit(run(['explain', '\\u5ddd']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONIOENCODING": "latin-1", "PYTHONPATH": ":".join(sys.path)},
    )
    assert done.returncode == 2
    assert "\\u5ddd" in done.stderr
    assert "bug" not in done.stderr


def test_a_start_loads_nothing_slow() -> None:
    code = (
        "import sys; from rulewright.cli import run; run(['--version']);"
        "print([m for m in ('lark', 'jinja2', 'networkx', 'json', 'difflib', 'asyncio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# -- the report of a command ------------------------------------------------------------------------------


def test_emit(capsys: pytest.CaptureFixture[str]) -> None:
    report, sources = Report(), {"a.rules": Source("a.rules", "\tb")}
    assert emit(report, sources) == 0
    assert capsys.readouterr().out == ""
    report.add("RW007", "a tab", Span.on_line("a.rules", 1, 1, 2))
    assert emit(report, sources, "concise") == 1
    assert capsys.readouterr().out == "a.rules:1:1: error RW007: a tab\n"
    assert emit(report, sources, "full") == 1
    assert "1 |     b\n  | ^^^^\n" in capsys.readouterr().out
    assert emit(report, sources, "json") == 1
    assert json.loads(capsys.readouterr().out)[0]["code"] == "RW007"


def test_emit_shows_a_file_that_is_not_utf8(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.csv").write_bytes(b"a\n\xe9t\xe9\n")
    report = Report()
    report.add("RW002", "x", Span.on_line((tmp_path / "t.csv").as_posix(), 2, 1, 2))
    emit(report, {})
    assert "2 | \ufffdt\ufffd\n  | ^\n" in capsys.readouterr().out
