"""`rulewright play RULESET`: a game in the terminal, people and bots seat by seat."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.commands import _complete
from rulewright.console import CLEAN, ERRORS
from rulewright.record import record

if TYPE_CHECKING:
    from rulewright.commands._engine import Built
    from rulewright.play.play import Session
    from rulewright.play.play_save import Rulebox


@record
class Asked:
    """What the command line asked for."""

    players: int | None
    seats: str
    bots: str
    seed: int | None
    options: tuple[str, ...]
    lang: str | None
    unproved: bool


@click.command()
@click.argument("ruleset", required=False, shell_complete=_complete.rulesets)
@click.option(
    "--players", type=click.IntRange(1), help="How many play; the fewest that the rules allow if left out."
)
@click.option(
    "--seats", default="", metavar="NAME,NAME", help="What the people are called, from the first seat on."
)
@click.option(
    "--bots", default="", metavar="BOT,BOT", help="Bots for the last seats: random, greedy, mcts, mcts:500."
)
@click.option("--seed", type=int, help="The seed of chance; a new one each time if left out.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the rules.")
@click.option(
    "--unproved", is_flag=True, help="Play also what is not proved to stop; a game that does not is ended."
)
@click.option("--lang", help="The language of what the rules say, where they have it.")
@click.option(
    "--load",
    "path",
    metavar="FILE",
    help="Go on with a game that was kept by `save`; RULESET can be left out.",
)
def command(ruleset: str | None, path: str | None, **given: object) -> int:
    """Play RULESET in the terminal; `?` at the prompt says what can be typed."""
    _forgive_odd_input()
    asked = Asked(**given)  # type: ignore[arg-type]
    from rulewright.commands._saves import agrees, loaded

    if path is not None:
        made, rules, saved = loaded(path, asked.lang)
        given = {"players": asked.players, "seats": asked.seats, "bots": asked.bots}
        seed = asked.seed is not None
        agrees(saved, path, ruleset, {**given, "seed": seed, "option": asked.options})
        return _play(made, rules, saved)
    if ruleset is None:
        raise click.UsageError(
            "name a ruleset, for example `rulewright play garden`, or a save with `--load`"
        )
    from rulewright.commands import _engine

    place, chosen = _engine.sized(_engine.ruleset_named(ruleset), asked.options)
    built = _engine.built(place, quiet=True, unproved=asked.unproved)
    if built is None:
        return ERRORS
    from rulewright.play.rulebox import pack

    return _play(_begun(built, asked, chosen), pack(built.ruleset), built)


def _forgive_odd_input() -> None:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _play(session: Session, rules: Rulebox, built: Built) -> int:
    """Plays to the end of the game or of the input."""
    from rulewright.commands._engine import show_fault
    from rulewright.commands._saves import loaded
    from rulewright.play.play_table import Table

    kept = {id(session): (rules, built)}

    def load(path: str) -> Session:
        made, its_rules, its_built = loaded(path, None)
        kept[id(made)] = (its_rules, its_built)
        return made

    def save(current: Session, path: str) -> None:
        _save(current, kept[id(current)][0], path)

    def fault(current: Session, error: Exception) -> None:
        show_fault(kept[id(current)][1], error)

    def width() -> int:
        return shutil.get_terminal_size().columns

    table = Table(session, _ask, click.echo, _clear, width, save, load, fault)
    table.play()
    return ERRORS if table.failed else CLEAN


def _ask(prompt: str) -> str | None:
    try:
        line = input(prompt)
    except EOFError:
        return None
    if not sys.stdin.isatty():
        click.echo(line)  # as a terminal shows what is typed
    return line


def _clear() -> None:
    if sys.stdout.isatty():
        click.clear()


# ---- a new game


def _begun(built: Built, asked: Asked, options: Mapping[str, str]) -> Session:
    from rulewright.commands._engine import heeded
    from rulewright.commands._saves import check_language
    from rulewright.pictures.sketch import sketch
    from rulewright.play.play import seating, session
    from rulewright.play.play_cards import cards, reactions
    from rulewright.python.engine import load

    engine = load(built.files, built.game.slug)
    seed = _new_seed() if asked.seed is None else asked.seed
    bots = _bots(asked.bots)
    players = asked.players or max(built.game.low, len(bots))
    try:
        with heeded(built, engine):
            game = engine.new(players=players, seed=seed, options=options)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    names = [name.strip() for name in asked.seats.split(",") if name.strip()]
    if len(bots) > players or len(names) > players - len(bots):
        raise click.UsageError(f"{len(names)} names and {len(bots)} bots are too many for {players} players")
    check_language(engine, asked.lang)
    seated = seating(built.game.seats[:players], names, bots)
    made = session(game, seated, asked.lang, cards(built.game, asked.lang), sketch(built.game, asked.lang))
    made.reactions = reactions(built.game, asked.lang)
    variants = built.ruleset.variants
    names = [built.game.variants.get(name, name) for name in variants]
    click.echo(_opening(made, names, list(built.game.reconstructed)))
    return made


def _opening(made: Session, variants: Sequence[str], reconstructed: Sequence[str]) -> str:
    """What is played: the game, its variants, the options that are not as they are by themselves, and the
    tables that are not the published ones."""
    from rulewright.pictures.frame import framed

    game, lang = made.game, made.lang
    rules = game.rules
    said = "{title} {version}, {players} players, seed {seed}"
    title = game.translate(rules.title, lang)
    lines = [
        framed(lang, said, title=title, version=rules.version, players=game.players, seed=game.seed),
        *(game.translate(text, lang) for text in variants),
    ]
    for option, value in zip(rules.options, game.state.options, strict=True):
        if value != option.default:
            word = next(word for word, number in option.values if number == value)
            text = game.translate(option.text or option.name.replace("_", " "), lang)
            lines.append(f"{text}: {game.word(word.replace('_', ' '), lang)}")
    if reconstructed:
        said = "reconstructed, not the published ones: {tables}"
        lines.append(framed(lang, said, tables=", ".join(reconstructed)))
    return "\n  ".join(lines)


def _new_seed() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


def _bots(text: str) -> tuple[str, ...]:
    from rulewright.play.bots import bot_names

    try:
        return bot_names(text) if text else ()
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--bots") from None


# ---- saves


def _save(session: Session, rules: Rulebox, path: str) -> None:
    """Writes a save in one step; a file that is there is only replaced when it is a save itself."""
    import os

    from rulewright.pictures.frame import framed
    from rulewright.play.play import Refused
    from rulewright.play.play_save import read, saved
    from rulewright.report.diagnostics import UserError

    target = Path(path)
    try:
        if target.exists():
            read(target.read_text(encoding="utf-8"), path)
        fresh = target.with_name(f".{target.name}.new")
        fresh.write_text(saved(session, rules), encoding="utf-8", newline="\n")
        os.replace(fresh, target)
    except (UserError, UnicodeDecodeError):
        said = "{path} is there and is no save: choose another name"
        raise Refused(framed(session.lang, said, path=path)) from None
    except (OSError, ValueError) as error:
        folder = target.parent
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        if not folder.exists():
            reason = framed(session.lang, "there is no folder {folder}", folder=folder)
        said = "{path} cannot be written: {error}"
        raise Refused(framed(session.lang, said, path=path, error=reason)) from None
