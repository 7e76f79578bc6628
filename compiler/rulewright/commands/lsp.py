"""`rulewright lsp`: what an editor starts to be told about rules while they are written."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """Speak the language server protocol on standard input and output.

    An editor starts it; see editors/README.md. It needs rulewright[lsp].
    """
    try:
        from rulewright.lsp.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise click.ClickException('lsp needs pygls: pip install "rulewright[lsp]"') from error
    serve()
