"""`rulewright perft`: how many sequences of legal moves a game has, depth by depth."""

from __future__ import annotations

import click

from rulewright.commands import _complete, _native


@click.command()
@click.argument("ruleset", shell_complete=_complete.rulesets)
@click.argument("depth", type=click.IntRange(min=1))
@click.option("--players", type=int, help="How many play; the fewest when not said.")
@click.option("--seed", default=0, show_default=True, help="Decides what chance decides.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the ruleset.")
@_native.option
def command(
    ruleset: str, depth: int, players: int | None, seed: int, options: tuple[str, ...], native: bool | None
) -> int:
    """Count the move sequences of RULESET of 1 to DEPTH moves; games that end earlier do not count."""
    from time import process_time

    from rulewright.commands._engine import built, heeded, ruleset_named, sized

    place, chosen = sized(ruleset_named(ruleset), options)
    made = built(place, quiet=True)
    if made is None:
        return 1
    module = _native.loaded(made, native)
    with heeded(made, module):
        try:
            game = module.new(players, seed, chosen)
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        click.echo(f"{made.game.title} {made.game.version}, {game.players} players, seed {seed}")
        for ply in range(1, depth + 1):
            started = process_time()
            count = _native.perft(module, game, ply)
            click.echo(f"{ply:3}  {count:>15,}  {process_time() - started:9.2f} s")
    return 0
