"""The command line: `rulewright COMMAND`, each command a file of `commands/`, imported when asked for.

Exit codes: 0 clean, 1 errors in a text (warnings too with `--strict`) or at play, 2 trouble
outside it, 130 stopped.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from io import TextIOWrapper

import click

from rulewright import __version__, commands
from rulewright.report.diagnostics import UserError

STOPPED = 130
TROUBLE = 2
TRACKER = "the issue tracker of the project"


class LazyGroup(click.Group):
    """A group whose commands are the modules of `rulewright.commands`, each with a `command` of its own."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of all commands that are there."""
        found = (module.name for module in pkgutil.iter_modules(commands.__path__))
        return sorted(name for name in found if not name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or give None where there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"rulewright.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        command.name = cmd_name
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments name, or say which one is nearest."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            from rulewright.report.suggest import did_you_mean

            hint = did_you_mean(args[0], known) or f"commands: {', '.join(known)}"
            raise click.UsageError(f"there is no command `{args[0]}`; {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Compile the rules of board and card games into typed Python engines."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line with the arguments (those of the process by default), give its exit code.

    A command ends by returning its exit code, or None for 0.
    """
    _never_fail_to_print()
    try:
        result = group.main(args=arguments, prog_name="rulewright", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return TROUBLE
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return STOPPED
    except BrokenPipeError:
        return _closed_pipe()
    except UserError as error:
        return _user_error(error)
    except Exception as error:
        return _bug(error)


def _user_error(error: UserError) -> int:
    from rulewright.report.render import full

    click.echo(full([error.diagnostic], {}, sys.stderr.isatty()), nl=False, err=True)
    return TROUBLE


def _bug(error: Exception) -> int:
    """Say that something in rulewright went wrong; the traceback only when it was asked for."""
    if os.environ.get("RULEWRIGHT_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    text = " ".join(str(error).split())
    click.echo(f"rulewright {__version__}: {type(error).__name__}: {text}", err=True)
    click.echo(f"this is a bug in rulewright, please report it to {TRACKER}", err=True)
    if os.environ.get("RULEWRIGHT_DEBUG") != "1":
        click.echo("(RULEWRIGHT_DEBUG=1 shows where it happened)", err=True)
    return TROUBLE


def _closed_pipe() -> int:
    """The reader of our output went away: say nothing more, not even when Python shuts down."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _never_fail_to_print() -> None:
    """Show what a terminal's encoding does not have by its number, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
