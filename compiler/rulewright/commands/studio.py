"""`rulewright studio`: a local page on which rules are written, checked, played and compared."""

from __future__ import annotations

import errno
import socket
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete
from rulewright.report.diagnostics import UserError

if TYPE_CHECKING:
    from rulewright.reading.files import RulesetPath

HERE = "127.0.0.1"
NEEDS = 'the studio needs {name}: pip install "rulewright[studio]"'


@click.command()
@click.argument("ruleset", shell_complete=_complete.rulesets)
@click.option("--port", type=click.IntRange(0, 65535), default=8730, show_default=True, help="0 takes any.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
@click.option("--share", is_flag=True, help="Let seats be played from other machines, by secret links.")
def command(ruleset: str, port: int, opens: bool, share: bool) -> int:
    """Open RULESET on a local page: an editor that checks while you type, and the game beside it.

    Nothing leaves this machine, but with `--share` what a seat sees. A ruleset that comes with rulewright is
    copied to `rulesets/` first. Ctrl-C stops.
    """
    from rulewright.reading.files import find_ruleset, must_read

    found = find_ruleset(ruleset, Path.cwd())
    must_read(found.file)
    try:
        import uvicorn

        from rulewright.studio.server import app
    except ModuleNotFoundError as error:
        if error.name not in ("uvicorn", "starlette", "anyio"):
            raise
        raise click.ClickException(NEEDS.format(name=error.name)) from error
    from rulewright.commands._sides import side
    from rulewright.studio.desk import Desk

    listening = _listening("0.0.0.0" if share else HERE, port)
    port = listening.getsockname()[1]
    address, shared = f"http://{HERE}:{port}/", f"http://{_outside()}:{port}" if share else None
    try:
        found = _own(found, ruleset)
    except UserError:
        listening.close()
        raise
    desk = Desk(found, side)
    click.echo(f"{found.name} is open at {address} (Ctrl-C stops)")
    if shared is not None:
        click.echo(f"seats that you share are played at {shared}/seat/...")
    if opens:
        click.launch(address)
    config = uvicorn.Config(
        app(desk, shared), log_level="warning", lifespan="off", timeout_graceful_shutdown=1
    )
    uvicorn.Server(config).run(sockets=[listening])
    return 0


def _own(found: RulesetPath, asked: str) -> RulesetPath:
    """The ruleset itself; one that comes with the package, asked for by its name, as a copy in the working
    folder: what is written belongs to who writes it."""
    from rulewright.reading.files import must_read, packaged_rulesets, shown
    from rulewright.reading.folders import write_folder

    ours, here = packaged_rulesets(), Path.cwd()
    if ours is None or not found.file.is_relative_to(ours) or found.file.is_relative_to(here):
        return found
    if "/" in asked or asked.endswith(".rules"):
        return found
    texts = {path.name: must_read(path).text for path in sorted(found.folder.iterdir()) if path.is_file()}
    own = here / "rulesets" / found.name
    write_folder(own, texts)
    click.echo(f"{found.name} comes with rulewright: it was copied to {shown(own)}")
    return replace(found, file=own / found.file.name, root=own.parent)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; says plainly where it cannot."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as error:
        made.close()
        raise click.ClickException(_reason(error, port)) from None
    made.listen(128)
    return made


def _outside() -> str:
    """The address of this machine in its network; its own where it has no network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address that is nobody's, for documents
            return str(asked.getsockname()[0])
        except OSError:
            return HERE


def _reason(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: choose another with `--port`, or `--port 0` for any that is free"
    if error.errno == errno.EACCES:
        return f"port {port} is not for everybody: choose one above 1023 with `--port`"
    return f"port {port} cannot be opened: {(error.strerror or str(error)).lower()}"
