"""Play, for the eye: what a seat sees, its moves and the score sheets, laid out to a terminal's width.

All of it comes from the game's `view`; no game is known here. A card that lies face down is shown as its
back in brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rulewright.play.play import Session
from rulewright.play.simulate_table import table, wide
from rulewright.python.runtime import Cell, Place

NOTHING = "-"
EMPTY = (NOTHING, "0", "no")
MANY = 6  # as many face-down components of one place are only counted
TALL = 12  # a longer list of moves is set in columns


def screen(session: Session, seat: int | None, width: int) -> str:
    """What a seat sees now: the shared places, then each seat with its own."""
    view = session.game.view(seat)
    rule = "-" * min(width, 100)
    parts = [rule, _title(session, view, width), rule, *_shared(session, view, width)]
    for each in range(session.game.players):
        parts += _seat(session, view, each, each == seat, width)
    return "\n".join(parts)


def _title(session: Session, view: Mapping[str, Any], width: int) -> str:
    game = session.game
    said = [game.translate(game.rules.title, session.lang), f"round {view['round']}"]
    if game.to_move is not None:
        said.append(f"{session.label(game.to_move)} to move")
    elif view["ending"] is not None:
        said.append(f"over: {ending(session)}")
    return "\n".join(wrap(" | ".join(said), width))


def ending(session: Session) -> str:
    """What the ending that came true is called."""
    game = session.game
    found = [text or name for name, text in game.rules.endings if name == game.ending]
    return game.translate(found[0], session.lang) if found else ""


def _shared(session: Session, view: Mapping[str, Any], width: int) -> list[str]:
    rows = _entries(session, view, None)
    names = [name for name, _ in rows]
    margin = min(max(map(wide, names), default=0), max(8, width // 3)) + 2
    return [line for name, text in rows for line in _hanging(f"{name:<{margin}}", text, width, margin)]


def _seat(session: Session, view: Mapping[str, Any], seat: int, own: bool, width: int) -> list[str]:
    """A seat's places in a few lines, those that hold nothing only named."""
    entries = _entries(session, view, seat)
    full = [f"{name}: {text}" for name, text in entries if text not in EMPTY]
    empty = [name for name, text in entries if text in EMPTY]
    parts = [*full, f"nothing in {', '.join(empty)}"] if empty else full
    return ["", session.label(seat) + (", you" if own else ""), *_hanging("  ", " | ".join(parts), width, 4)]


def _hanging(head: str, text: str, width: int, margin: int) -> list[str]:
    return wrap(head + text, max(width, 20), subsequent_indent=" " * margin, drop_whitespace=True) or [head]


def _entries(session: Session, view: Mapping[str, Any], seat: int | None) -> list[tuple[str, str]]:
    """The names and contents of a seat's places and memory, or of the shared ones; memory that is empty is
    left out."""
    rules, found = session.game.rules, []
    for place in rules.places:
        if place.of_player == (seat is not None):
            text = contents(_part(session, view, place, seat), place.sort == "list")
            found.append((_name(session, place.name), text))
    for cell in rules.cells:
        if cell.of_player == (seat is not None):
            text = contents(_part(session, view, cell, seat), False)
            if text not in EMPTY:
                found.append((_name(session, cell.name), text))
    return found


def _part(session: Session, view: Mapping[str, Any], what: Place | Cell, seat: int | None) -> Any:
    return view[what.name] if seat is None else view[what.name][session.players[seat].seat]


def _name(session: Session, name: str) -> str:
    """A place's name for people: `brushes in front`, `supply of Brush`."""
    place, colon, item = name.partition(":")
    words = f"{place} of {item}" if colon else name
    return session.game.translate(words.replace("_", " "), session.lang)


def contents(value: Any, ordered: bool) -> str:
    """What is in a place, in words; `ordered` says that the last is the top.

    >>> contents(["G01", "?", "?"], True), contents({"ocean": 2, "plain": 0}, False), contents([], True)
    ('G01, 2 x [?]', 'ocean 2', '-')
    >>> contents(["?green"] * 5 + ["?red"] * 2, True)
    '7 face down, [red] on top'
    """
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        parts = [(name, contents(inside, ordered)) for name, inside in value.items()]
        return "; ".join(f"{name} {text}" for name, text in parts if text not in (NOTHING, "0")) or NOTHING
    if not isinstance(value, list):
        return str(value)
    if ordered and len(value) > MANY and all(str(item).startswith("?") for item in value):
        return f"{len(value)} face down" + (f", [{value[-1][1:]}] on top" if value[-1] != "?" else "")
    return ", ".join(_runs(map(str, value))) or NOTHING


def _runs(items: Iterable[str]) -> list[str]:
    found = []
    for item, same in groupby(items):
        count = len(list(same))
        shown = f"[{item[1:] or '?'}]" if item.startswith("?") else item
        found.append(f"{count} x {shown}" if count > 1 else shown)
    return found


# ---- moves


def moves(session: Session, width: int) -> str:
    """The legal moves with their numbers, in columns when they are many."""
    game = session.game
    names = [game.name(move, session.lang) for move in game.legal_moves()]
    lines = [f"{number:>3}  {name}" for number, name in enumerate(names, start=1)]
    return "\n".join(columns(lines, width) if len(lines) > TALL else lines)


def columns(lines: Sequence[str], width: int) -> list[str]:
    """Lines set in as many columns as fit, read downwards.

    >>> columns(["a", "b", "c"], 10)
    ['a   c', 'b']
    """
    widest = max(map(wide, lines), default=0) + 3
    across = max(1, min(width // widest, (len(lines) + 1) // 2))
    down = -(-len(lines) // across)
    rows = []
    for i in range(down):
        cells = lines[i::down]
        rows.append("".join(cell + " " * (widest - wide(cell)) for cell in cells).rstrip())
    return rows


# ---- scores


def sheet(session: Session) -> str:
    """The score sheet: a row for each named line, a column for each seat."""
    game = session.game
    sheets = [game.score_sheet(seat) for seat in range(game.players)]
    head = ("", *(session.label(seat) for seat in range(game.players)))
    rows = []
    for lines in zip(*sheets, strict=True):
        text, _, clauses = lines[0]
        name = game.translate(text, session.lang) + (f" ({', '.join(clauses)})" if clauses else "")
        rows.append((name, *(str(points) for _, points, _ in lines)))
    return table(head, rows)


def result(session: Session) -> str:
    """How a game ended, who won, and the score sheet."""
    names = [session.label(seat) for seat in session.game.winners()]
    won = (
        f"{' and '.join(names)} share the win"
        if len(names) > 1
        else f"{names[0]} wins"
        if names
        else "nobody wins"
    )
    return f"The game is over: {ending(session)}.\n\n{sheet(session)}\n\n{won}."
