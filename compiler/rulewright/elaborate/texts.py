"""Texts that players read: their places in braces, and the tables that translate them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright import core, nodes
from rulewright.elaborate.work import Work
from rulewright.report.diagnostics import Span

if TYPE_CHECKING:
    from rulewright.reading.tables import Cell

PLACE = re.compile(r"\{([^\W\d_]\w*)\}")


def places(text: str) -> list[str]:
    """The names in braces of a text; other braces are only braces.

    >>> places("paint {k} with {w} {{not} { this }")
    ['k', 'w', 'not']
    """
    return PLACE.findall(text)


def check_places(work: Work, text: nodes.Text | None, known: Iterable[str], what: str) -> None:
    """Report the places of a text that name nothing."""
    if text is None:
        return
    names = list(known)
    for found in PLACE.finditer(text.text):
        if found[1] not in names:
            # One more column for the quotation mark.
            start = text.span.column + 1 + found.start()
            span = Span.on_line(text.span.path, text.span.line, start, start + len(found[0]))
            listed = f"known are the {what}: {', '.join(f'`{{{name}}}`' for name in names)}"
            if not names:
                listed = f"there are no {what} to name: take it out"
            help = work.suggest(found[1], names) or listed
            work.error("RW226", f"`{{{found[1]}}}` names nothing here", span, help)


def default_text(name: str, picks: Iterable[str]) -> str:
    """The move's name where the ruleset gives none.

    >>> default_text("move_helper", ["a", "b"])
    'move helper {a} {b}'
    """
    return " ".join([name.replace("_", " "), *(f"{{{pick}}}" for pick in picks)])


# What engines say of themselves; the same words as in their runtime.
ENGINE = (
    "decline",
    "total",
    "nothing",
    "and",
    "yes",
    "no",
    "chance",
    "the game is over",
    "{action} is not offered now",
    "there is nothing to choose for {pick}",
    "{value} cannot be chosen for {pick}; {values} can",
    "{value} cannot be chosen for {pick}",
)


def all_texts(game: core.Game) -> Iterator[str]:
    """Every text that people read when they play: what a table of translations may hold (RW242)."""
    yield from (game.title, *game.seats, *game.variants.values(), *ENGINE)
    for kind in game.kinds.values():
        for word in kind.words:
            yield word.text or shown(word.name)
    for record in game.records.values():
        yield from (record.text or record.name, unseen(record), *record.ids)
        yield from (shown(field.name) for field in record.fields.values())
    for zone in game.zones.values():
        yield zone_text(game, zone)
    for group in (game.teams, game.tokens, game.memories, game.scores, game.endings):
        yield from (info.text or shown(info.name) for info in group.values())
    for option in game.options.values():
        yield option.text or shown(option.name)
    for action in game.actions.values():
        yield action.text or default_text(action.name, [pick.name for pick in action.picks])
        yield from (line.reason for line in action.lines if line.reason is not None)
    yield from _choice_texts(game)
    for name in game.records:
        yield from chance_texts(name)


def _choice_texts(game: core.Game) -> Iterator[str]:
    for block in blocks(game):
        for stmt in statements(block):
            if isinstance(stmt, core.Choose):
                yield stmt.text or default_text("choose", [stmt.name])
            elif isinstance(stmt, core.Draw):
                yield f"draw {{{stmt.name}}}"


def variant_texts(declarations: Iterable[nodes.AnyDeclaration]) -> dict[str, str]:
    """What each variant is called."""
    variants = [one for one in declarations if isinstance(one, nodes.Variant)]
    return {one.name.text: one.text.text if one.text else shown(one.name.text) for one in variants}


def shown(name: str) -> str:
    """A name as players read it.

    >>> shown("rows_laid")
    'rows laid'
    """
    return name.replace("_", " ").strip()


def zone_text(game: core.Game, zone: core.Zone) -> str:
    """What a zone is called: `hand`, `supply of Helper`."""
    if zone.name.startswith("supply:"):
        return f"supply of {game.pieces[zone.item].text or zone.item}"
    return zone.text or shown(zone.name)


def unseen(record: core.Record) -> str:
    """What a component is called that a seat cannot tell: `a Fruit`, `an Omen`."""
    text = record.text or record.name
    if text.split(" ")[0] in ("a", "an", "the"):
        return text
    return f"{'an' if text[:1] in 'aeiouAEIOU' else 'a'} {text}"


def chance_texts(record: str) -> tuple[str, str]:
    """What chance moves say of a component's face, and of its back."""
    return f"{{{record}}} turns up", f"a {{{record}}} back"


def blocks(game: core.Game) -> Iterator[core.Block]:
    """The outermost blocks of a game."""
    for flow in (game.setup, game.flow):
        if flow is not None:
            yield flow.body
    for group in (game.actions, game.procedures, game.reactions):
        for one in group.values():
            yield one.body


def statements(block: core.Block) -> Iterator[core.Stmt]:
    """The statements of a block and of all blocks inside it."""
    waiting = list(reversed(block))
    while waiting:
        stmt = waiting.pop()
        yield stmt
        for inner in inner_blocks(stmt):
            waiting.extend(reversed(inner))


def inner_blocks(stmt: core.Stmt) -> Iterator[core.Block]:
    """The blocks directly inside a statement."""
    match stmt:
        case core.Choose(body=body, or_else=or_else):
            yield body
            yield or_else or ()
        case core.Each(body=body) | core.Repeat(body=body):
            yield body
        case core.IfStmt(then=then, otherwise=otherwise):
            yield then
            yield otherwise
        case core.MatchStmt(cases=cases, otherwise=rest):
            yield from (case.body for case in cases)
            if rest is not None:
                yield rest
        case core.Offer(otherwise=otherwise):
            yield otherwise or ()


def translations(work: Work, node: nodes.Texts) -> None:
    """`texts "fr" from table "texts.fr.csv"`: two columns, the text of the rules and the translation."""
    table = work.loaded.table(node.table)
    if table is None:
        return
    known = set(all_texts(work.game))
    found: dict[str, str] = {}
    for row in table.rows:
        if len(row.cells) < 2 or not row.cells[1].text.strip():
            continue
        source, target = row.cells[0], row.cells[1]
        if source.text not in known:
            help = work.suggest(source.text, known)
            work.error("RW242", "the rules have no such text", source.span, help)
        elif _same_places(work, source, target):
            found[source.text] = target.text
    work.game.texts.setdefault(node.language.text, {}).update(found)


def _same_places(work: Work, source: Cell, target: Cell) -> bool:
    strange = [name for name in places(target.text) if name not in places(source.text)]
    if strange:
        known = ", ".join(f"`{{{name}}}`" for name in places(source.text))
        help = f"its places are {known}" if known else "it has no places"
        work.error("RW226", f"`{{{strange[0]}}}` is no place of the text", target.span, help)
    return not strange
