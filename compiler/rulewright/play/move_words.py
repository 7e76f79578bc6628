"""Move words: from a dense move number to the values of its picks, and from what a person types to a move."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.pictures.frame import framed
from rulewright.python.runtime import Game, MoveGroup, Rules
from rulewright.record import record
from rulewright.report.suggest import nearest

SHOWN = 8


def picks_of(group: MoveGroup, move: int) -> tuple[int, ...] | None:
    """The values of a move's picks, in order; None when it declines."""
    rest = move - group.base
    if group.declines and rest == group.count - 1:
        return None
    found = []
    for _, words, _ in reversed(group.picks):
        rest, value = divmod(rest, len(words))
        found.append(value)
    return tuple(reversed(found))


def words_of(group: MoveGroup, move: int) -> list[str]:
    """The words of a move's picks, in order; none when it declines."""
    picks = picks_of(group, move) or ()
    return [words[value] for (_, words, _), value in zip(group.picks, picks, strict=False)]


def group_of(rules: Rules, move: int) -> MoveGroup:
    """The action or decision that a move belongs to."""
    return next(group for group in rules.groups if group.base <= move < group.base + group.count)


@record
class Meant:
    """What a person's words mean: a legal move, or else sentences that say why they are none."""

    move: int | None
    said: tuple[str, ...] = ()


def meant(game: Game, text: str, lang: str | None = None, seat: int | None = None) -> Meant:
    """Finds the move that a person means: its number in the list, its name, the unique start of its name, or
    the name of an action with one legal move. A `seat` knows moves by what it can tell.

    Words that fit no legal move are looked for among all moves, so that the rules can say why not.
    """
    legal, wanted = game.state.legal, plain(text)
    if wanted.isdecimal():
        number = int(wanted)
        if 1 <= number <= len(legal):
            return Meant(legal[number - 1])
        said = "there is no move {number}: the moves are numbered 1 to {last}"
        return Meant(None, (framed(lang, said, number=wanted, last=len(legal)),))
    found = _legal(game, wanted, lang, seat)
    if len(found) == 1:
        return Meant(found[0])
    if found:
        return Meant(None, (_which(game, found, lang, seat),))
    reasons = why_not(game, text, lang, seat)
    if reasons is not None:
        return Meant(None, tuple(reasons))
    near = nearest(wanted, {game.name(move, lang, seat) for move in legal})
    if near is not None:
        said = "no move is called `{name}`; did you mean `{near}`?"
        return Meant(None, (framed(lang, said, name=text.strip(), near=near),))
    said = "no move is called `{name}`; type the number of a move, or ? for help"
    return Meant(None, (framed(lang, said, name=text.strip()),))


def plain(text: str) -> str:
    """A text as it is compared: small letters, one space between words.

    >>> plain("  Rest for  a coin ")
    'rest for a coin'
    """
    return " ".join(text.split()).casefold()


def _legal(game: Game, wanted: str, lang: str | None, seat: int | None) -> list[int]:
    """The legal moves that are called so, or written so in an example; else those that start so; else those
    of the action."""
    names = {
        move: {plain(game.name(move, None, seat)), plain(game.name(move, lang, seat))}
        for move in game.state.legal
    }
    exact = [move for move, called in names.items() if wanted in called]
    exact = exact or [move for move in names if written(game, move, seat) == tight(wanted)]
    if exact or not wanted:
        return exact
    starts = [move for move, called in names.items() if any(name.startswith(wanted) for name in called)]
    return starts or [move for move in names if wanted in _group_names(group_of(game.rules, move))]


def written(game: Game, move: int, seat: int | None = None) -> str:
    """A move as examples write it, in the form that `tight` gives: `hop(a1,forward)`."""
    picks = game.picked(move, None, seat)
    return tight(f"{game.action(move)}({', '.join(picks)})" if picks else game.action(move))


def tight(text: str) -> str:
    """A text as notations are compared: no space at brackets and commas.

    >>> tight("Hop (a1,  forward_left)")
    'hop(a1,forward left)'
    """
    return re.sub(r" ?([(),]) ?", r"\1", plain(text.replace("_", " ")))


def _which(game: Game, moves: list[int], lang: str | None, seat: int | None) -> str:
    numbers = {move: number for number, move in enumerate(game.state.legal, start=1)}
    names = [f"{numbers[move]} `{game.name(move, lang, seat)}`" for move in moves[:SHOWN]]
    if len(moves) > SHOWN:
        said = "that may be {names} or {more} more; type its number"
        return framed(lang, said, names=", ".join(names), more=len(moves) - SHOWN)
    return framed(lang, "that may be {names}; type its number", names=", ".join(names))


def why_not(game: Game, text: str, lang: str | None = None, seat: int | None = None) -> list[str] | None:
    """Why a move or an action cannot be played now: the rules' sentences. Empty when it can be played; None
    when nothing is called so. A `seat` is told nothing of moves with components that it cannot tell."""
    wanted, groups = plain(text), [group for group in game.rules.groups if not group.chance]
    group = next((group for group in groups if wanted in _group_names(group)), None)
    move = None if group is not None else _move_called(game, wanted, lang)
    if group is None and move is None:
        starts = [each for each in groups if _starts(game, each, wanted, lang)]
        group = starts[0] if wanted and len(starts) == 1 else None
    if group is not None:
        legal = any(group.base <= move < group.base + group.count for move in game.state.legal)
        return [] if legal else _reasons(game, group, None, lang)
    if move is None:
        return None
    if seat is not None and game.name(move, None, seat) != game.name(move):
        return [framed(lang, "`{move}` names something that you cannot see", move=game.name(move, lang))]
    group = group_of(game.rules, move)
    return [] if move in game.state.legal else _reasons(game, group, picks_of(group, move), lang)


def _move_called(game: Game, wanted: str, lang: str | None) -> int | None:
    """The first of all moves that is called so, legal or not."""
    groups = [group for group in game.rules.groups if not group.chance]
    moves = (move for group in groups for move in range(group.base, group.base + group.count))
    asked = tight(wanted)
    return next((m for m in moves if wanted in _called(game, m, lang) or asked == written(game, m)), None)


def _called(game: Game, move: int, lang: str | None) -> tuple[str, str]:
    return plain(game.name(move)), plain(game.name(move, lang))


def _starts(game: Game, group: MoveGroup, wanted: str, lang: str | None) -> bool:
    """Whether an action, or what its moves are called, starts so."""
    called = (*_group_names(group), plain(group.text), plain(game.translate(group.text, lang)))
    return any(name.startswith(wanted) for name in called)


def _group_names(group: MoveGroup) -> Iterable[str]:
    return plain(group.name), plain(group.name.replace("_", " "))


def _reasons(game: Game, group: MoveGroup, picks: tuple[int, ...] | None, lang: str | None) -> list[str]:
    offered = {game.action(move): move for move in game.state.legal}
    found = game.why_not(group.name, *(picks or ()))
    elsewhere = {f"{group.name} is not offered now", f"there is no action {group.name}"}
    if found and elsewhere.isdisjoint(found):
        return game.why_not(group.name, *(picks or ()), lang=lang)
    moves = ", ".join(blank(game, group_of(game.rules, move), lang) for move in offered.values())
    said = "`{move}` is not asked for now; to choose from: {moves}"
    return [framed(lang, said, move=blank(game, group, lang), moves=moves)]


def blank(game: Game, group: MoveGroup, lang: str | None) -> str:
    """What the moves of a group are called, without their picks: `paint ... with ...`."""
    return re.sub(r"\{\w+\}", "...", game.translate(group.text, lang))


def is_bare(game: Game, group: MoveGroup, lang: str | None) -> bool:
    """Are the moves of a group called by their picks alone, as `{s} {h}` has it?"""
    return not re.search(r"\w", re.sub(r"\{\w+\}", "", game.translate(group.text, lang)))
