"""Play, for the eye: what a seat sees, its moves and the score sheets, laid out to a terminal's width.

All of it comes from the game's `view`; no game is known here. A card that lies face down is shown as its
back in brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from rulewright.play.frame import framed
from rulewright.play.move_words import blank, is_bare, plain
from rulewright.play.play import Session
from rulewright.play.play_boards import drawn, legend
from rulewright.play.simulate_table import table, wide
from rulewright.python.runtime import Cell, Place

NOTHING = "-"
EMPTY = (NOTHING, "0", "no")
MANY = 6  # as many face-down components of one place are only counted
TALL = 12  # a longer list of moves is set under heads, in columns
FEW = 3  # fewer moves of an action need no head
SHORT = 40  # what is shorter shares a line


def screen(session: Session, seat: int | None, width: int) -> str:
    """What a seat sees now: the shared places, then each seat with its own."""
    view = session.game.view(seat)
    rule = "-" * min(width, 100)
    parts = [rule, _title(session, view, width), rule, *_shared(session, view, width)]
    for each in range(session.game.players):
        parts += _seat(session, view, each, each == seat, width)
    return "\n".join(parts)


def _title(session: Session, view: Mapping[str, Any], width: int) -> str:
    game, lang = session.game, session.lang
    said = [game.translate(game.rules.title, lang), framed(lang, "round {number}", number=view["round"])]
    if game.to_move is not None:
        said.append(framed(lang, "{name} to move", name=session.label(game.to_move)))
    elif view["ending"] is not None:
        said.append(framed(lang, "over: {ending}", ending=ending(session)))
    return "\n".join(wrap(" | ".join(said), width))


def ending(session: Session) -> str:
    """What the ending that came true is called."""
    game = session.game
    found = [text or name for name, text in game.rules.endings if name == game.ending]
    return game.translate(found[0], session.lang) if found else ""


def _shared(session: Session, view: Mapping[str, Any], width: int) -> list[str]:
    """The shared places: what is short stands together, what is long on lines of its own."""
    entries = [f"{name}: {text}" for name, text, _ in _entries(session, view, None)]
    short = [text for text in entries if wide(text) <= SHORT]
    long = [text for text in entries if wide(text) > SHORT]
    lines = _hanging("", " | ".join(short), width, 2) if short else []
    lines += [line for text in long for line in _hanging("", text, width, 2)]
    return lines + _boards(session, view, None, width)


def _seat(session: Session, view: Mapping[str, Any], seat: int, own: bool, width: int) -> list[str]:
    """A seat's places in a few lines, those that hold nothing only named."""
    entries = _entries(session, view, seat)
    parts = [f"{name}: {text}" for name, text, empty in entries if not empty]
    empty = ", ".join(name for name, _, empty in entries if empty)
    if empty:
        parts.append(framed(session.lang, "nothing in {places}", places=empty))
    label = session.label(seat)
    head = framed(session.lang, "{name}, you", name=label) if own else label
    lines = _hanging("  ", " | ".join(parts), width, 4) if parts else []
    return ["", head, *lines, *_boards(session, view, seat, width)]


def _boards(session: Session, view: Mapping[str, Any], seat: int | None, width: int) -> list[str]:
    """The boards of a seat, or the shared ones, drawn, with the names of the pieces on them."""
    game, lines = session.game, []
    for cell in game.rules.cells:
        if cell.name in session.boards and cell.of_player == (seat is not None):
            drawing = session.boards[cell.name]
            standing = view[cell.name] if seat is None else view[cell.name][session.players[seat].seat]
            signs = [f"{sign} {game.word(man, session.lang)}" for sign, man in legend(drawing, standing)]
            name = game.translate(cell.text, session.lang)
            lines += ["", *(f"  {line}" for line in drawn(drawing, standing)), ""]
            lines += _hanging(f"{name}: ", " | ".join(signs) or NOTHING, width, 2)
    return lines


def _hanging(head: str, text: str, width: int, margin: int) -> list[str]:
    return wrap(head + text, max(width, 20), subsequent_indent=" " * margin, drop_whitespace=True) or [head]


def _entries(session: Session, view: Mapping[str, Any], seat: int | None) -> list[tuple[str, str, bool]]:
    """The names and contents of a seat's places and memory, or of the shared ones, and whether they are
    empty; memory that is empty is left out."""
    rules, found = session.game.rules, []
    ordered = {place.name: place.sort == "list" for place in rules.places}
    every: tuple[Place | Cell, ...] = (*rules.places, *rules.cells)
    for number, what in enumerate(every):
        if what.of_player != (seat is not None) or what.name in session.boards:
            continue
        value = view[what.name] if seat is None else view[what.name][session.players[seat].seat]
        in_order = number < len(rules.places) and ordered[what.name]
        empty = contents(value, in_order) in EMPTY
        if number < len(rules.places) or not empty:
            text = contents(value, in_order, session.lang, lambda word: session.game.word(word, session.lang))
            found.append((session.game.translate(what.text, session.lang), text, empty))
    return found


def contents(value: Any, ordered: bool, lang: str | None = None, word: Callable[[str], str] = str) -> str:
    """What is in a place, in words; `ordered` says that the last is the top.

    >>> contents(["G01", "?", "?"], True), contents({"ocean": 2, "plain": 0}, False), contents([], True)
    ('G01, 2 x [?]', 'ocean 2', '-')
    >>> contents("?green", False), contents("green", False)
    ('[green]', 'green')
    >>> contents(["?green"] * 5 + ["?red"] * 2, True)
    '7 face down, [red] on top'
    """
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        parts = [(word(name), contents(inside, ordered, lang, word)) for name, inside in value.items()]
        return "; ".join(f"{name} {text}" for name, text in parts if text not in (NOTHING, "0")) or NOTHING
    if not isinstance(value, list):
        return next(iter(_runs([str(value)], word)))
    if ordered and len(value) > MANY and all(str(item).startswith("?") for item in value):
        if value[-1] == "?":
            return framed(lang, "{count} face down", count=len(value))
        return framed(lang, "{count} face down, [{back}] on top", count=len(value), back=word(value[-1][1:]))
    return ", ".join(_runs(map(str, value), word)) or NOTHING


def _runs(items: Iterable[str], word: Callable[[str], str]) -> list[str]:
    found = []
    for item, same in groupby(items):
        count = len(list(same))
        shown = f"[{word(item[1:]) or '?'}]" if item.startswith("?") else word(item)
        found.append(f"{count} x {shown}" if count > 1 else shown)
    return found


def standing(session: Session, seat: int, space: str) -> list[str]:
    """What a seat sees on a space, board by board; nothing where no board has that space."""
    game, view, lines = session.game, session.game.view(seat), []
    boards = {name for name, *_ in game.rules.boards}
    for cell in game.rules.cells:
        name = next((name for name in cell.cells if plain(name) == plain(space)), None)
        if cell.name not in boards or name is None:
            continue
        seats = [player.seat for player in session.players] if cell.of_player else [None]
        for owner in seats:
            man = (view[cell.name] if owner is None else view[cell.name][owner])[name]
            board = game.translate(cell.text, session.lang) + (f" ({owner})" if owner else "")
            what = framed(session.lang, "nothing") if man is None else game.word(man, session.lang)
            lines.append(f"{name}, {board}: {what}")
    return lines


# ---- moves


def moves(session: Session, width: int) -> str:
    """The legal moves with their numbers; when they are many, under a head for each action."""
    numbered = list(enumerate(session.game.legal_moves(), start=1))
    if len(numbered) <= TALL:
        return "\n".join(f"{number:>3}  {session.name(move)}" for number, move in numbered)
    lines: list[str] = []
    for _, some in groupby(numbered, lambda each: session.game.action(each[1])):
        lines += _together(session, list(some), width)
    return "\n".join(lines)


def _together(session: Session, numbered: list[tuple[int, int]], width: int) -> list[str]:
    """The moves of one action: a head, then only what differs; it is the whole name where that is all."""
    game, seat = session.game, session.game.to_move
    if len(numbered) < FEW:
        return [f"{number:>3}  {session.name(move)}" for number, move in numbered]
    lines, group = [], game.decode(numbered[0][1])[0]
    bare = is_bare(game, group, session.lang)
    for number, move in numbered:
        picks = [] if bare else game.picked(move, session.lang, seat)
        lines.append(f"{number:>3}  {', '.join(picks) if picks else session.name(move)}")
    head = game.word(group.name.replace("_", " "), session.lang) if bare else blank(game, group, session.lang)
    return [f"  {head}", *(f"  {line}" for line in columns(lines, width - 2))]


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


def sheet(session: Session, seat: int | None = None) -> str:
    """The score sheet: a row for each named line, a column for each seat.

    While the game goes on a seat reads what it can tell of it; the rest is `?`.
    """
    game = session.game
    seats = range(game.players)
    sheets = [game.score_sheet(each, session.lang) for each in seats]
    known = [
        [
            game.over or line.seen == "all" or (line.seen == "own" and each == seat)
            for line in game.rules.sheet
        ]
        for each in seats
    ]
    rows = []
    for i, (text, _, clauses) in enumerate(sheets[0][:-1]):
        name = text + (f" ({', '.join(clauses)})" if clauses else "")
        rows.append((name, *(str(sheets[each][i][1]) if known[each][i] else "?" for each in seats)))
    totals = [_total([p for _, p, _ in sheets[each][:-1]], known[each]) for each in seats]
    return table(("", *map(session.label, seats)), [*rows, (sheets[0][-1][0], *totals)])


def _total(points: Sequence[int], known: Sequence[bool]) -> str:
    found = sum(n for n, seen in zip(points, known, strict=True) if seen)
    return f"{found}" if all(known) else f"{found} + ?"


def result(session: Session) -> str:
    """How a game ended, who won, and the score sheet."""
    lang, names = session.lang, [session.label(seat) for seat in session.game.winners()]
    if len(names) > 1:
        most = ", ".join(names[:-1])
        won = framed(lang, "{names} and {last} share the win", names=most, last=names[-1])
    else:
        won = framed(lang, "{name} wins", name=names[0]) if names else framed(lang, "nobody wins")
    over = framed(lang, "The game is over: {ending}.", ending=ending(session))
    teams = [f"{session.game.translate(text, lang)}: {points}" for text, points in session.game.team_scores()]
    return "\n\n".join([over, sheet(session), *(["\n".join(teams)] if teams else []), f"{won}."])
