"""`rulewright show`: a picture of a position, in the terminal or as SVG."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete
from rulewright.console import CLEAN, ERRORS
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright.commands._engine import Built
    from rulewright.play.play import Session

NARROW, WIDEST = 40, 160


@record
class Asked:
    """What the command line asked for."""

    ruleset: str | None
    path: str | None
    example: str | None
    players: int | None
    seed: int
    plies: int
    options: tuple[str, ...]
    unproved: bool
    seat: str | None
    lang: str | None
    output_format: str
    output: str | None
    width: int | None


@click.command()
@click.argument("ruleset", required=False, shell_complete=_complete.rulesets)
@click.option("--load", "path", metavar="FILE", help="A game that `play` has saved; RULESET can be left out.")
@click.option("--example", metavar="TITLE", help="Where an example of the rules ends; a part of its title.")
@click.option("--players", type=click.IntRange(1), help="How many play; the fewest if left out.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of chance.")
@click.option(
    "--plies", type=click.IntRange(0), default=0, show_default=True, help="Random moves that are made first."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rules.")
@click.option("--unproved", is_flag=True, help="Show also what is not proved to stop.")
@click.option("--seat", metavar="NAME", help="Only what this seat sees; everything if left out.")
@click.option("--lang", help="The language of what the rules say, where they have it.")
@click.option(
    "--format", "output_format", type=click.Choice(["text", "svg"]), default="text", show_default=True
)
@click.option("-o", "--output", metavar="FILE", help="Write to a file; one that ends in .svg is SVG.")
@click.option(
    "--width", type=click.IntRange(20), help="Columns of text; as wide as the terminal if left out."
)
def command(**given: object) -> int:
    """Draw a position: of RULESET as it is set up, after some random moves, of an example, or of a save."""
    asked = Asked(**given)  # type: ignore[arg-type]
    made = _saved(asked, asked.path) if asked.path is not None else _begun(asked)
    if made is None:
        return ERRORS
    is_svg = asked.output_format == "svg" or (asked.output or "").endswith(".svg")
    text = _drawn(made, asked, is_svg)
    if asked.output is None:
        click.echo(text, nl=False)
    else:
        _write(asked.output, text)
    return CLEAN


def _drawn(made: Session, asked: Asked, is_svg: bool) -> str:
    from rulewright.play.play_view import picture, screen

    seat = None if asked.seat is None else _seat(made, asked.seat)
    if is_svg:
        return picture(made, seat)
    columns = shutil.get_terminal_size((100, 24)).columns
    return screen(made, seat, asked.width or max(NARROW, min(columns, WIDEST))) + "\n"


def _seat(made: Session, name: str) -> int:
    """The seat that is meant, by its name or its player's."""
    from rulewright.report.suggest import did_you_mean

    seats = range(made.game.players)
    names = [made.game.rules.seats[seat] for seat in seats]
    found = [seat for seat in seats if name in (names[seat], made.players[seat].name)]
    if not found:
        hint = did_you_mean(name, names) or f"one of {', '.join(names)}"
        raise click.BadParameter(f"no seat is called `{name}`; {hint}", param_hint="--seat")
    return found[0]


def _write(path: str, text: str) -> None:
    from rulewright.report.diagnostics import trouble

    try:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        message = f"`{path}` cannot be written: {reason}"
        raise trouble("RW019", message, "--output", "name a file in a folder that is there") from None


# ---- which position


def _saved(asked: Asked, path: str) -> Session:
    """The position in a save; how it came about is not asked again."""
    from rulewright.commands._saves import agrees, loaded

    made, _, built = loaded(path, asked.lang)
    given = {"players": asked.players, "example": asked.example, "plies": asked.plies, "seed": asked.seed}
    agrees(built, path, asked.ruleset, {**given, "option": asked.options})
    return made


def _begun(asked: Asked) -> Session | None:
    """A position of a ruleset; None where its rules have mistakes, which are shown."""
    from rulewright.commands import _engine

    if asked.ruleset is None:
        raise click.UsageError(
            "name a ruleset, for example `rulewright show garden`, or a save with `--load`"
        )
    place, chosen = _engine.sized(_engine.ruleset_named(asked.ruleset), asked.options)
    built = _engine.built(place, quiet=True, unproved=asked.unproved)
    if built is None:
        return None
    return _exemplary(built, asked) if asked.example is not None else _played(built, asked, chosen)


def _played(built: Built, asked: Asked, options: dict[str, str]) -> Session:
    """A new game after some moves of bots that choose at random."""
    from rulewright.commands._engine import heeded
    from rulewright.python.engine import load
    from rulewright.python.runtime import Random

    engine = load(built.files, built.game.slug)
    with heeded(built, engine):
        try:
            game = engine.new(players=asked.players or built.game.low, seed=asked.seed, options=options)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        dice = Random(asked.seed)
        for _ in range(asked.plies):
            if game.over:
                break
            game.apply(game.random_move(dice))
    return _session(built, game, asked.lang, engine)


def _exemplary(built: Built, asked: Asked) -> Session | None:
    """The position that an example leads to."""
    from rulewright import pipeline
    from rulewright.checks.examples import Failure, position
    from rulewright.commands import _engine
    from rulewright.python.engine import load
    from rulewright.report.diagnostics import Report

    given = {
        "--players": asked.players,
        "--plies": asked.plies,
        "--seed": asked.seed,
        "--option": asked.options,
    }
    more = [name for name, value in given.items() if value]
    if more:
        raise click.UsageError(f"an example says itself how it is played: leave out {', '.join(more)}")
    number = _example(built, asked.example or "")
    engine = load(pipeline.generate(built.game, examples=True), built.game.slug)
    try:
        game = position(built.game, engine, number)
    except Failure as failure:
        report = Report()
        report.add(failure.code, failure.message, failure.span, failure.help)
        _engine.show(report, built.sources)
        return None
    return _session(built, game, asked.lang, engine)


def _example(built: Built, title: str) -> int:
    """The example that is meant: by its title, or by a part that no other has."""
    from rulewright.report.suggest import did_you_mean

    titles = [example.title for example in built.game.examples]
    found = [number for number, each in enumerate(titles) if each == title]
    found = found or [number for number, each in enumerate(titles) if title.lower() in each.lower()]
    if len(found) == 1:
        return found[0]
    if not found:
        said = did_you_mean(title, titles) or f"there are {len(titles)}"
        raise click.BadParameter(f"no example is called `{title}`; {said}", param_hint="--example")
    said = "; ".join(titles[number] for number in found[:6])
    raise click.BadParameter(f"`{title}` may be one of {len(found)}: {said}", param_hint="--example")


def _session(built: Built, game: object, lang: str | None, engine: object) -> Session:
    from rulewright.commands._saves import check_language
    from rulewright.pictures.sketch import sketch
    from rulewright.play.play import seating, session

    check_language(engine, lang)  # type: ignore[arg-type]
    seats = built.game.seats[: game.players]  # type: ignore[attr-defined]
    return session(game, seating(seats, [], []), lang, sketch=sketch(built.game, lang))  # type: ignore[arg-type]
