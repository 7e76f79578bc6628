"""Coverage: which clauses of the rulebook a ruleset cites, waives or leaves open; rules that cite nothing.

`coverage(game)` compares a checked game with the clauses of its rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.report.diagnostics import Span


@dataclass(slots=True)
class Coverage:
    """Clauses by what became of them; `uncited` names rules without a citation, with their place;
    `reconstructed` says of tables why they are not the published ones."""

    cited: dict[str, list[Span]] = field(default_factory=dict)
    waived: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    uncited: list[tuple[str, Span]] = field(default_factory=list)
    clauses: dict[str, str] = field(default_factory=dict)
    reconstructed: dict[str, str] = field(default_factory=dict)

    @property
    def percent(self) -> float:
        """How much of the rulebook is cited or waived, in percent."""
        return 100.0 * (len(self.clauses) - len(self.open)) / len(self.clauses) if self.clauses else 100.0


def coverage(game: core.Game) -> Coverage:
    """The coverage of a game's rulebook."""
    result = Coverage(clauses=game.clauses, reconstructed=game.reconstructed)
    for clause, span in game.citations:
        if clause in game.clauses:
            result.cited.setdefault(clause, []).append(span)
    result.waived = {c: reason for c, reason in game.waived.items() if c not in result.cited}
    result.open = [c for c in game.clauses if c not in result.cited and c not in result.waived]
    result.uncited = [(label, info.span) for label, info, per in _rules(game) if not per and _own(game, info)]
    return result


def _own(game: core.Game, info: core.Info) -> bool:
    """The standard library follows no rulebook."""
    return info.span.path not in game.library


def _rules(game: core.Game) -> list[tuple[str, core.Info, tuple[str, ...]]]:
    """Each rule with what it or anything in it cites."""
    found: list[tuple[str, core.Info, tuple[str, ...]]] = []
    for action in game.actions.values():
        lines = tuple(c for line in action.lines for c in line.per)
        found.append((f"action {action.name}", action, action.per + lines + _in_block(action.body)))
    for procedure in game.procedures.values():
        found.append((f"procedure {procedure.name}", procedure, procedure.per + _in_block(procedure.body)))
    for reaction in game.reactions.values():
        found.append((f"reaction {reaction.name}", reaction, reaction.per + _in_block(reaction.body)))
    for define in game.defines.values():
        cases = define.value.cases if isinstance(define.value, core.Match) else ()
        found.append(
            (f"define {define.name}", define, define.per + tuple(c for case in cases for c in case.per))
        )
    claims = {**game.claims, **game.cascade_claims}
    for sort, infos in (("score", game.scores), ("ending", game.endings), ("claim", claims)):
        found.extend((f"{sort} {info.name}", info, info.per) for info in infos.values())
    return sorted(found, key=lambda rule: rule[1].span)


def _in_block(block: core.Block) -> tuple[str, ...]:
    return tuple(clause for stmt in statements(block) for clause in _cites(stmt))


def _cites(stmt: core.Stmt) -> tuple[str, ...]:
    cases = stmt.cases if isinstance(stmt, core.MatchStmt) else ()
    return stmt.per + tuple(clause for case in cases for clause in case.per)
