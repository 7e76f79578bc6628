"""Play, for the eye: what a seat sees, its moves and the score sheets, laid out to a terminal's width.

All of it comes from the game's `view`, drawn by `pictures`; no game is known here. A card that lies face down
is shown as its back in brackets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rulewright.pictures.fill import scene
from rulewright.pictures.frame import framed
from rulewright.pictures.scene import Scene
from rulewright.pictures.to_text import to_text
from rulewright.pictures.widths import wide
from rulewright.play.move_words import blank, is_bare, plain
from rulewright.play.play import Session
from rulewright.play.simulate_table import table

TALL = 12  # a longer list of moves is set under heads, in columns
FEW = 3  # fewer moves of an action need no head


def screen(session: Session, seat: int | None, width: int) -> str:
    """What a seat sees now: the shared places, then each seat with its own."""
    game, lang = session.game, session.lang
    found = seen(session, seat)
    return to_text(found, session.sketch.boards, lambda word: game.word(word, lang), width)


def picture(session: Session, seat: int | None) -> str:
    """The same as SVG."""
    from rulewright.pictures.to_svg import to_svg

    game, lang = session.game, session.lang
    return to_svg(seen(session, seat), lambda word: game.word(word, lang))


def seen(session: Session, seat: int | None) -> Scene:
    """What a seat sees now, to be drawn."""
    game, lang = session.game, session.lang
    labels = [session.label(each) for each in range(game.players)]
    return scene(session.sketch, game, seat, lang, title(session, seat), labels)


def title(session: Session, seat: int | None) -> list[str]:
    """The game, its round, who decides or how it ended."""
    game, lang, view = session.game, session.lang, session.game.view(seat)
    said = [game.translate(game.rules.title, lang), framed(lang, "round {number}", number=view["round"])]
    if game.to_move is not None:
        said.append(framed(lang, "{name} to move", name=session.label(game.to_move)))
    elif view["ending"] is not None:
        said.append(framed(lang, "over: {ending}", ending=ending(session)))
    return said


def ending(session: Session) -> str:
    """What the ending that came true is called."""
    game, endless = session.game, session.game.rules.endless
    found = [text or name for name, text in game.rules.endings if name == game.ending]
    if endless >= 0 and game.rules.endings[endless][0] == game.ending:  # no ruleset has a word for it
        return framed(session.lang, "does not stop")
    return game.translate(found[0], session.lang) if found else ""


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
