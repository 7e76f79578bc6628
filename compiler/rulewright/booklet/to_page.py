"""To page: a ruleset as one page of HTML that needs nothing beside itself: its rulebook with the rules that
follow each clause, set-up by number of players, components, scores, examples with pictures, a player aid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

from rulewright import core
from rulewright.booklet import contents, ends
from rulewright.booklet.aid import aid
from rulewright.booklet.chapters import Chapter, Part, chapters
from rulewright.booklet.following import Rule, followed, rules
from rulewright.booklet.looks import Painted, Shown, lie
from rulewright.booklet.prose import inline
from rulewright.booklet.spoken import Speech
from rulewright.nodes import AnyDeclaration
from rulewright.pictures.frame import framed
from rulewright.python.runtime import Game
from rulewright.reading.rulebook import Clause
from rulewright.reading.source import Source
from rulewright.record import record


@record
class Book:
    """What a page is made of: the game and its name with variants, the texts that it was read from, the
    declarations that hold, the clauses, games as they start for each number of players."""

    game: core.Game
    name: str
    variants: tuple[str, ...]
    sources: Mapping[str, Source]
    library: frozenset[str]
    declarations: tuple[AnyDeclaration, ...]
    rulebook: Mapping[str, Clause]
    starts: Sequence[Game]
    shown: Sequence[Shown]


def to_page(book: Book, painted: Painted, say: Speech) -> str:
    """The text of the page."""
    from jinja2 import Environment, StrictUndefined

    folder = files("rulewright") / "templates"
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    page = made.from_string((folder / "booklet.html.j2").read_text("utf-8"))
    style = (folder / "booklet.css").read_text("utf-8")
    return page.render(style=style, say=_phrases(say.lang), **_page(book, painted, say)) + "\n"


def _page(book: Book, painted: Painted, say: Speech) -> dict[str, Any]:
    game = book.game
    written = rules(book.declarations, book.sources, book.library)
    numbers, by_clause = range(game.low, game.high + 1), followed(game, written)
    return {
        "lang": say.lang or "en",
        "title": say.text(game.title),
        "name": book.name,
        "version": game.version,
        "players": str(game.low) if game.low == game.high else f"{game.low}–{game.high}",
        "seats": [say.word(seat) for seat in game.seats],
        "variants": [say.text(game.variants[name]) for name in book.variants],
        "others": [
            (f"{book.name.split('+')[0]}+{name}", say.text(text))
            for name, text in game.variants.items()
            if name not in book.variants
        ],
        "components": [(each, _cards(each, painted)) for each in contents.components(game, say)],
        "numbers": list(numbers),
        "differs": [*contents.by_players(game, say)],
        "lies": list(lie(game, list(book.starts), say)),
        "setup": _setup(game),
        "starts": [(n, painted.drawn(start)) for n, start in zip(numbers, book.starts, strict=True)],
        "chapters": [_chapter(each, game, by_clause) for each in _read(book)],
        "scores": ends.scores(game, say, book.sources),
        "endings": ends.endings(game, say, book.sources),
        "winner": ends.winner(game, say, book.sources),
        "options": contents.options(game, say),
        "examples": _examples(book, written),
        "aid": aid(game, say),
        "rules": [rule for rule in written if not rule.is_example],
        "clauses": game.clauses,
    }


def _cards(component: contents.Component, painted: Painted) -> str:
    return "" if component.of is None else painted.cards(component.of)


def _setup(game: core.Game) -> list[tuple[str, str]]:
    """The clauses that set-up follows."""
    from rulewright.elaborate.texts import statements

    if game.setup is None:
        return []
    cited = [*game.setup.per, *(c for stmt in statements(game.setup.body) for c in stmt.per)]
    return [(clause, game.clauses[clause]) for clause in dict.fromkeys(cited) if clause in game.clauses]


# ---- the rulebook


def _read(book: Book) -> list[Chapter]:
    """The chapters; those of a ruleset without a rulebook are none."""
    path = next((clause.span.path for clause in book.rulebook.values()), None)
    return [] if path is None else chapters(book.sources[path], book.rulebook)


def _chapter(chapter: Chapter, game: core.Game, by_clause: Mapping[str, list[Rule]]) -> dict[str, Any]:
    return {
        "title": inline(chapter.title),
        "level": min(4, chapter.level + 1),
        "parts": [_part(part, game, by_clause.get(part.id, [])) for part in chapter.parts],
        "anchor": f"in-{chapter.clauses[0]}" if chapter.clauses else "",
    }


def _part(part: Part, game: core.Game, some: list[Rule]) -> dict[str, Any]:
    cited = dict(game.citations)  # also by examples and tables, of which no text is shown
    return {
        "sort": part.sort,
        "id": part.id,
        "html": inline(part.text, game.clauses),
        "cells": [inline(cell, game.clauses) for cell in part.cells],
        "rules": some,
        "waived": game.waived.get(part.id, ""),
        "is_open": part.sort == "clause" and not some and part.id not in {**game.waived, **cited},
    }


def _examples(book: Book, written: list[Rule]) -> list[dict[str, Any]]:
    texts = [rule for rule in written if rule.is_example]
    return [
        {
            "title": example.title,
            "per": example.per,
            "picture": shown.picture,
            "moves": shown.moves,
            "text": next((rule.text for rule in texts if rule.span == example.span), ()),
        }
        for example, shown in zip(book.game.examples, book.shown, strict=True)
    ]


def _phrases(lang: str | None) -> dict[str, str]:
    """What the page itself says."""
    return {
        "players": framed(lang, "players"),
        "version": framed(lang, "version"),
        "variants": framed(lang, "with the variants"),
        "contents": framed(lang, "Contents"),
        "components": framed(lang, "Components"),
        "component": framed(lang, "component"),
        "number": framed(lang, "number"),
        "kinds": framed(lang, "different ones"),
        "sort": framed(lang, "sort"),
        "all": framed(lang, "all of them"),
        "reconstructed": framed(lang, "reconstructed, not as published"),
        "setup": framed(lang, "Set-up"),
        "by_players": framed(lang, "by number of players"),
        "lies": framed(lang, "what lies where"),
        "start": framed(lang, "how a game may start"),
        "for": framed(lang, "for this many players"),
        "rules": framed(lang, "Rules"),
        "followed": framed(lang, "followed by"),
        "waived": framed(lang, "left aside"),
        "open": framed(lang, "no rule follows this yet"),
        "scores": framed(lang, "Scores"),
        "line": framed(lang, "line"),
        "formula": framed(lang, "how it is reckoned"),
        "clauses": framed(lang, "clauses"),
        "end": framed(lang, "End of the game"),
        "options": framed(lang, "Options and variants"),
        "option": framed(lang, "option"),
        "choice": framed(lang, "values"),
        "default": framed(lang, "if nothing is said"),
        "variant": framed(lang, "variant"),
        "examples": framed(lang, "Examples"),
        "played": framed(lang, "what is played"),
        "written": framed(lang, "as the rules write it"),
        "aid": framed(lang, "Player aid"),
        "turn": framed(lang, "a turn"),
        "round": framed(lang, "a round"),
        "moves": framed(lang, "what you may do"),
        "reasons": framed(lang, "not when"),
        "itself": framed(lang, "what happens of itself"),
        "text": framed(lang, "The rules as they are written"),
        "print": framed(lang, "Print the player aid"),
    }
