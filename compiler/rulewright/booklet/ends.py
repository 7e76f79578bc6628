"""Ends: the table of scores, when a game ends and who has won then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright import core
from rulewright.booklet.spoken import Speech
from rulewright.pictures.frame import framed
from rulewright.reading.source import Source
from rulewright.record import record
from rulewright.report.diagnostics import Span


@record
class Line:
    """A line of the table: its name, how it is reckoned in the words of the rules, the clauses."""

    name: str
    formula: str
    per: tuple[str, ...]


def scores(game: core.Game, say: Speech, sources: Mapping[str, Source]) -> list[Line]:
    """The lines that are added up."""
    return [
        Line(say.name(score), written(score.value.span, sources), score.per) for score in game.scores.values()
    ]


def endings(game: core.Game, say: Speech, sources: Mapping[str, Source]) -> list[Line]:
    """What ends a game, and when that is looked at."""
    found = []
    for ending in game.endings.values():
        tested = _tested(ending, say, sources)
        found.append(Line(say.name(ending), tested, ending.per))
    return found


def _tested(ending: core.Ending, say: Speech, sources: Mapping[str, Source]) -> str:
    lang = say.lang
    match ending.tested:
        case "at_once":
            return framed(lang, "the game ends at once")
        case "end_of_turn":
            return framed(lang, "the game ends with the turn")
        case "end_of_round":
            return framed(lang, "the game ends with the round")
        case "after_round":
            more = "1" if ending.more is None else written(ending.more.span, sources)
            return framed(lang, "rounds that are played after this one: {number}", number=more)
    last = ending.condition.right if isinstance(ending.condition, core.Binary) else ending.condition
    return framed(lang, "rounds that are played: {number}", number=written(last.span, sources))


def winner(game: core.Game, say: Speech, sources: Mapping[str, Source]) -> list[str]:
    """Who wins, sentence by sentence; nothing for rules that do not say it."""
    found = game.winner
    return [] if found is None else list(_won(found, say, sources))


def _won(found: core.Winner, say: Speech, sources: Mapping[str, Source]) -> Iterator[str]:
    lang = say.lang
    if found.extreme == "most":
        yield framed(lang, "the highest score wins")
    else:
        yield framed(lang, "the lowest score wins")
    if found.target is not None:
        least = written(found.target.span, sources)
        yield framed(lang, "nobody wins who has less than {number}", number=least)
    for extreme, tie in found.tie_breaks:
        what = written(tie.span, sources)
        if extreme == "most":
            yield framed(lang, "in a tie, the most of {what}", what=what)
        else:
            yield framed(lang, "in a tie, the least of {what}", what=what)
    if found.share:
        yield framed(lang, "who is tied still shares the win")


def written(span: Span, sources: Mapping[str, Source]) -> str:
    """The words of the rules at a place, on one line."""
    source = sources.get(span.path)
    if source is None or not span.has_place:
        return ""
    lines = [source.line(number) for number in range(span.line, span.end_line + 1)]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).split())
