"""Alone: one declaration elaborated against what is known of all others."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

from rulewright import core, nodes
from rulewright.elaborate import rules
from rulewright.elaborate.declarations import memory_start
from rulewright.elaborate.elaborate import BUILDERS
from rulewright.elaborate.examples import example
from rulewright.elaborate.names import SORTS
from rulewright.elaborate.work import Noted, Work
from rulewright.nodes import AnyDeclaration
from rulewright.report.diagnostics import Report


def apart(work: Work, node: AnyDeclaration, report: Report, notes: list[Noted] | None = None) -> Work:
    """What is known of all but one declaration, to elaborate that; what it was made of stays as it is."""
    key = _key(node)
    state = {known: found for known, found in work.state.items() if known != key}
    game = replace(_copied(work.game), uses=[], citations=[])
    return replace(work, report=report, notes=notes, once={}, circles=[], path=[], game=game, state=state)


def elaborate_alone(work: Work, node: AnyDeclaration) -> None:
    """Elaborate a declaration for its mistakes and notes, where it can be without others."""
    match node:
        case nodes.Action():
            rules.action(work, node)
        case nodes.Procedure():
            rules.procedure(work, node)
        case nodes.AsSoonAs():
            rules.as_soon_as(work, node)
        case nodes.When():
            rules.when(work, node)
        case nodes.Score():
            rules.score(work, node)
        case nodes.Ending():
            rules.ending(work, node)
        case nodes.Claim():
            rules.claim(work, node)
        case nodes.Winner():
            rules.winner(work, node)
        case nodes.Flow():
            rules.flow(work, node)
        case nodes.Example():
            example(work, node)
        case _:
            _built(work, node)


def _built(work: Work, node: AnyDeclaration) -> None:
    """A declaration that others read."""
    key = _key(node)
    if key is not None and key[0] in BUILDERS:
        BUILDERS[key[0]](work, node)
        if isinstance(node, nodes.Memory) and node.starts is not None:
            memory_start(work, node)


def _key(node: AnyDeclaration) -> tuple[str, str] | None:
    sort = SORTS.get(type(node))  # type: ignore[arg-type]
    return (sort, node.name.text) if sort is not None and isinstance(node, nodes.Declaration) else None


def _copied(game: core.Game) -> core.Game:
    """A game that may be written to."""
    parts: dict[str, Any] = {field.name: getattr(game, field.name) for field in dataclasses.fields(game)}
    written = ((name, part) for name, part in parts.items() if isinstance(part, dict | list | set))
    changes: dict[str, Any] = {name: part.copy() for name, part in written}
    return replace(game, **changes)
