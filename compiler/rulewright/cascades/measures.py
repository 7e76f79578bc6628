"""Measures: what only falls while a cascade goes on, and so shows that it ends.

`proof(web, ...)` looks for whole numbers, bounded below, that no step raises and some lower. Such steps come
only so often: they are taken out, and what is left is looked at again, until no step can come again and
again. The measures in the order in which they were found are one measure, compared part by part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.cascades.paths import Change, Key, Step, Web
from rulewright.cascades.weights import weighed
from rulewright.record import record

if TYPE_CHECKING:
    import networkx as nx

Weights = Mapping[Key, int]


@record
class Measure:
    """Places with the weights by which they count, and what it is called. `counted` says that it is a
    limit's."""

    says: str
    weights: tuple[tuple[Key, int], ...]
    counted: bool = False


@record
class Proof:
    """The measures found, and the steps for which nothing was; none is left when the cascade ends."""

    measures: tuple[Measure, ...]
    left: frozenset[int]


def proof(game: core.Game, web: Web, among: set[int] | None = None) -> Proof:
    """What shows that no step comes for ever; only some of them are looked at where others come so often
    only."""
    steps = endless(web, set(range(len(web.steps))) if among is None else among)
    found: list[Measure] = []
    while steps:
        kept = [web.steps[number] for number in steps]
        for measure in candidates(game, kept):
            gone = _lowered(measure, web, steps)
            if gone:
                break
        else:
            break
        found.append(measure)
        steps = endless(web, steps - gone)
    return Proof(tuple(found), frozenset(steps))


def endless(web: Web, steps: set[int]) -> set[int]:
    """Of some steps those that can come again and again: what the circles among them lead to."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(steps)
    graph.add_edges_from((a, b) for a in steps for b in web.successors(a) if b in steps)
    circles = {n for part in _circles(graph) for n in part}
    found, waiting = set(circles), list(circles)
    while waiting:
        for number in graph.successors(waiting.pop()):
            if number not in found:
                found.add(number)
                waiting.append(number)
    return found


def _circles(graph: nx.DiGraph[int]) -> Iterator[set[int]]:
    import networkx as nx

    for part in nx.strongly_connected_components(graph):
        first = next(iter(part))
        if len(part) > 1 or graph.has_edge(first, first):
            yield part


def _lowered(measure: Measure, web: Web, steps: set[int]) -> set[int]:
    """The steps that lower a measure, if none raises it and it cannot fall without end; else none."""
    weights, gone = dict(measure.weights), set()
    for number in steps:
        step = web.steps[number]
        if any(weights.get(key, 0) * (1 if up else -1) < 0 for key, up in step.leaves):
            return set()
        most = growth(step, weights)
        if most > 0:
            return set()
        if most < 0:
            gone.add(number)
    return gone


def growth(step: Step, weights: Weights) -> int:
    """The most by which a weighted sum can grow in a step."""
    total, terms = 0, dict[int, list[int]]()
    for key, (constant, parts) in step.changes:
        weight = weights.get(key, 0)
        if weight:
            total += weight * constant
            for unknown, n, low, high in parts:
                terms.setdefault(unknown, [0, low, high])[0] += weight * n
    return total + sum(max(n * low, n * high) for n, low, high in terms.values())


# ---- what is tried


def candidates(game: core.Game, steps: list[Step]) -> Iterator[Measure]:
    """Measures that could do: sums over one memory or zone, parts of it, what waits. Limits last."""
    keys = dict.fromkeys(key for step in steps for key, _ in step.changes)
    counters = {reaction.limit.counter for reaction in game.reactions.values() if reaction.limit}
    yield from _sums(game, keys, counters)
    yield from _single(game, keys, counters)
    yield from _masked(keys, steps)
    yield from _conditions(keys)
    yield from _waiting(game, keys)
    yield from _weighed(game, steps, list(keys), counters)
    yield from _counted(game, keys, counters)


def _sums(game: core.Game, keys: Iterable[Key], counters: set[str]) -> Iterator[Measure]:
    """All that a memory keeps for seats and words, all pieces of a zone, rising or falling."""
    groups: dict[tuple[str, str], list[Key]] = {}
    for key in keys:
        if (key[0] == "memory" and key[1] not in counters) or (key[0] == "zone" and len(key) == 2):
            groups.setdefault((key[0], key[1]), []).append(key)
    for (sort, name), found in groups.items():
        for sign in (1, -1):
            yield Measure(_said(game, sort, name, sign), tuple((key, sign) for key in found))


def _said(game: core.Game, sort: str, name: str, sign: int, part: str = "") -> str:
    if sort == "memory" and isinstance(game.memories[name].type, core.SetType):
        return f"members of {name}{part}" if sign > 0 else f"what is not yet in {name}{part}"
    if sort == "memory":
        return f"{name}{part}" if sign > 0 else f"what {name}{part} can still rise"
    return f"what is in {name}{part}" if sign > 0 else f"what can still come to {name}{part}"


def _single(game: core.Game, keys: Iterable[Key], counters: set[str]) -> Iterator[Measure]:
    """One cell alone, or one member of a set. A cell that may be another tells nothing of one."""
    vague = {key[:-1] for key in keys if key[-1] == "?"}
    for key in keys:
        cell = key[1:] if key[0] == "in" else key
        if cell[0] not in ("memory", "pool", "zone", "holder") or cell[1] in counters or len(cell) == 3:
            continue
        if cell[:2] in vague or key[:-1] in vague or (cell[0] == "zone" and len(cell) == 2):
            continue
        for sign in (1, -1):
            if cell[0] == "holder":
                yield Measure(f"who holds {cell[1]}", ((key, sign),))
            else:
                at = ", ".join(
                    str(part) for part in (*cell[2:], *key[len(cell) + 1 :]) if part not in (None, ())
                )
                part = f" ({at})" if at else ""
                yield Measure(_said(game, cell[0], cell[1], sign, part), ((key, sign),))


def _masked(keys: Iterable[Key], steps: list[Step]) -> Iterator[Measure]:
    """Numbers of words that are not in a set; they must stay in their range, and it must be known which they
    are."""
    groups: dict[tuple[str, str, str], list[Key]] = {}
    for key in keys:
        if key[0] in ("masked", "masked up"):
            groups.setdefault(key[:3], []).append(key)
    vague = {key[1:3] for key in keys if key[0] == "masked" and key[-1] == "?"}
    for (sort, number, mask), found in groups.items():
        up = sort == "masked up"
        left = any(key[:2] == ("memory", number) and way == up for step in steps for key, way in step.leaves)
        if (number, mask) not in vague and not left:
            says = f"what {number} can still rise" if up else number
            yield Measure(f"{says}, where it is not in {mask}", tuple((key, 1) for key in found))


def _conditions(keys: Iterable[Key]) -> Iterator[Measure]:
    """The cases in which conditions do not hold: each of a reaction, all of it."""
    found = [key for key in keys if key[0] == "false"]
    for key in found:
        yield Measure(f"cases in which {key[1]} does not hold yet", ((key, 1),))
    for name in dict.fromkeys(key[1] for key in found):
        weights = tuple((key, 1) for key in found if key[1] == name)
        yield Measure(f"cases in which {name} does not hold yet", weights)


def _counts(game: core.Game, key: Key) -> bool:
    """Is what an event brings a number that is never below 0?"""
    reaction = game.reactions[key[1].reaction]
    if not isinstance(reaction, core.When):
        return False
    type = reaction.params[key[2]].type
    return isinstance(type, core.Number | core.RangeType) and core.bounds(game, type)[0] >= 0


def _waiting(game: core.Game, keys: Iterable[Key]) -> Iterator[Measure]:
    """How many reactions are still to run: all, or of one sort; what they bring."""
    waits = [key for key in keys if key[0] == "waits"]
    yield Measure("what still waits", tuple((key, 1) for key in waits))
    for name in dict.fromkeys(key[1].reaction for key in waits):
        yield Measure(f"{name} that still waits", tuple((key, 1) for key in waits if key[1].reaction == name))
    for key in keys:
        if key[0] == "brings" and _counts(game, key):
            yield Measure(f"what {key[1].reaction} brings", ((key, 1),))


def _weighed(game: core.Game, steps: list[Step], keys: list[Key], counters: set[str]) -> Iterator[Measure]:
    """Several places with weights: two of one against three of another."""
    single = {measure.weights[0][0]: measure for measure in _single(game, keys, counters)}
    waits = [key for key in keys if key[0] == "waits" or (key[0] == "brings" and _counts(game, key))]
    leaves = {way for step in steps for way in step.leaves}
    signs = {key: ((key, False) not in leaves, (key, True) not in leaves) for key in single}
    signs |= dict.fromkeys(waits, (True, False))
    found = weighed(steps, list(signs), signs)
    if found:
        said = [
            f"{abs(n)} times {_part(game, key, n)}" if abs(n) != 1 else _part(game, key, n)
            for key, n in found.items()
        ]
        yield Measure(" + ".join(said), tuple(found.items()))


def _part(game: core.Game, key: Key, weight: int) -> str:
    if key[0] == "waits":
        return f"{key[1].reaction} that still waits"
    if key[0] == "brings":
        return f"what {key[1].reaction} brings"
    return next(m.says for m in _single(game, [key], set()) if m.weights[0][1] * weight > 0)


def _counted(game: core.Game, keys: Iterable[Key], counters: set[str]) -> Iterator[Measure]:
    for key in keys:
        if key[0] == "memory" and key[1] in counters:
            name = next(r.name for r in game.reactions.values() if r.limit and r.limit.counter == key[1])
            limit = game.reactions[name].limit
            assert limit is not None
            yield Measure(f"how often {name} can still run this {limit.period}", ((key, -1),), counted=True)


__all__ = ["Change", "Measure", "Proof", "candidates", "endless", "growth", "proof"]
