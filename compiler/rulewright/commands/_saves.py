"""What commands share that open a save: the session in it, under the rules that it holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.commands._engine import Built
    from rulewright.play.play import Session
    from rulewright.play.play_save import Rulebox


def loaded(path: str, lang: str | None) -> tuple[Session, Rulebox, Built]:
    """The session in a save, under the rules that the save holds."""
    from dataclasses import replace

    from rulewright.pictures.sketch import sketch
    from rulewright.play.play_cards import cards, reactions
    from rulewright.play.play_save import read, restore
    from rulewright.python.engine import load
    from rulewright.reading.files import must_read

    save = read(must_read(Path(path)).text, path)
    built = _rebuilt(save.rules, path)
    engine = load(built.files, built.game.slug)
    if lang is not None:
        check_language(engine, lang)
        save = replace(save, lang=lang)
    made = restore(save, engine, cards(built.game, save.lang), sketch(built.game, save.lang))
    made.reactions = reactions(built.game, made.lang)
    return made, save.rules, built


def _rebuilt(rules: Rulebox, path: str) -> Built:
    """Compiles the rules of a save, from the save."""
    from rulewright.commands._engine import built
    from rulewright.play.play_save import damaged
    from rulewright.play.rulebox import Boxed

    box = Boxed(rules, Path(path).absolute())
    found = built(box.ruleset, sources=box.sources, reader=box, quiet=True, unproved=True)
    if found is None:
        raise damaged(path, "the rules in it are not sound")
    return found


def check_language(engine: ModuleType, lang: str | None) -> None:
    """Refuses a language that the texts of a ruleset are not in (RW017)."""
    from rulewright.report.diagnostics import trouble

    known = engine.RULES.texts
    if lang is not None and lang not in known:
        there = f"it has {', '.join(sorted(known))}, and its own without `--lang`"
        message = f"the ruleset has no texts for `{lang}`"
        raise trouble("RW017", message, "--lang", there if known else "it has one language only")


def agrees(saved: Built, path: str, ruleset: str | None, given: Mapping[str, object]) -> None:
    """A save says what is played and by whom: refuses what the command line says otherwise."""
    from rulewright.commands._engine import ruleset_named

    more = [f"`--{name}`" for name, value in given.items() if value]
    if more:
        raise click.UsageError(f"a save says itself how it is played: leave out {', '.join(more)}")
    if ruleset is None:
        return
    wanted, there = ruleset_named(ruleset), saved.ruleset
    if (wanted.name, wanted.variants) != (there.name, there.variants):
        called = "+".join((there.name, *there.variants))
        raise click.UsageError(f"`{path}` is a save of `{called}`: leave out `{ruleset}`, or write that")
