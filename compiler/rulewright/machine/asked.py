"""How often defines are asked, and places written, as far as the rules tell without being played.

`asked(game)` counts where each define is called, through other defines too; what stands in a loop counts more
than once. Scores and claims are left out, which are asked when the game is over, and the conditions of
reactions, which are asked when what they read has changed. `written(game)` counts the statements that write
each place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright import core
from rulewright.checks.effects import asked_by, bodies, expressions, statements, writes

AGAIN = 5  # how often a loop is gone through, for all that is known
MUCH = 10**6


def asked(game: core.Game) -> Counter[str]:
    """How often each define is asked."""
    found: Counter[str] = Counter()
    for expr, times in _roots(game):
        _count(game, expr, times, found)
    return found


def written(game: core.Game) -> Counter[str]:
    """How many statements write each place."""
    every = (stmt for body in bodies(game, setup=False) for stmt in statements(body))
    return Counter(place for stmt in every for place in _written(game, stmt))


def _written(game: core.Game, stmt: core.Stmt) -> set[str]:
    """The places of a statement; what is moved from wherever it lies counts where it comes to."""
    found = writes(game, stmt)
    return {
        access.place for access in (found[-1:] if isinstance(stmt, core.Move) and not stmt.source else found)
    }


def _roots(game: core.Game) -> Iterator[tuple[core.Expr, int]]:
    """What is asked while a game is played; what can be chosen is gone through."""
    for action in game.actions.values():
        for line in action.lines:
            yield from ((expr, AGAIN) for expr in asked_by(line))
    for ending in game.endings.values():
        yield ending.condition, AGAIN  # after each action
    for body in bodies(game):
        for stmt in statements(body):
            yield from ((expr, 1) for expr in expressions(stmt))


def _count(game: core.Game, expr: core.Expr, times: int, found: Counter[str]) -> None:
    if isinstance(expr, core.Call) and found[expr.define] < MUCH:
        found[expr.define] += times
        _count(game, game.defines[expr.define].value, times, found)
    again = AGAIN if isinstance(expr, core.Aggregate | core.Leading) else 1
    for part in core.children(expr):
        _count(game, part, times * again, found)
