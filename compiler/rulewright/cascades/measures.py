"""Measures: what only falls while a cascade goes on, and so shows that it ends.

`proof(web, ...)` looks for whole numbers, bounded below, that no step raises and some lower. Such steps come
only so often: they are taken out, and what is left is looked at again, until no step can come again and
again. The measures in the order in which they were found are one measure, compared part by part.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulewright import core
from rulewright.cascades.paths import Change, Key, Step, Web
from rulewright.cascades.rules import Letter
from rulewright.cascades.weights import weighed
from rulewright.record import record

if TYPE_CHECKING:
    import networkx as nx

Weights = Mapping[Key, int]
BY_ONES = 8  # so many measures are looked for one by one


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
        falls = Falls(web, steps)
        falling = _first_falling if len(found) < BY_ONES else _all_falling
        measures, gone = falling(candidates(game, falls), falls)
        if not gone:
            measures, gone = _first_falling(late_candidates(game, falls), falls)
        if not gone:
            break
        found += measures
        steps = endless(web, steps - gone)
    return Proof(tuple(found), frozenset(steps))


def _first_falling(measures: Iterator[Measure], falls: Falls) -> tuple[list[Measure], set[int]]:
    """The first measure that falls in some of the steps and rises in none, and the steps in which it falls:
    so a proof says no more than it needs."""
    for measure in measures:
        rising, falling = falls.moved(measure)
        if falling and not rising:
            return [measure], falling
    return [], set()


def _all_falling(measures: Iterator[Measure], falls: Falls) -> tuple[list[Measure], set[int]]:
    """Measures one after the other, each of which falls in some steps and rises only in those in which one
    before it falls, until there is no more; and all steps in which they fall. For cascades that take many, of
    which the whole is not to be gone through for each."""
    among, falling, blocked = list(measures), list[set[int]](), list[int]()
    blocks: dict[int, list[int]] = {}
    for at, measure in enumerate(among):
        rises, down = falls.moved(measure)
        falling.append(down)
        blocked.append(len(rises))
        for number in rises:
            blocks.setdefault(number, []).append(at)
    found, gone = list[Measure](), set[int]()
    ready = deque(at for at, number in enumerate(blocked) if not number)
    while ready:
        at = ready.popleft()
        lowered = falling[at] - gone
        if lowered:
            found.append(among[at])
            gone |= lowered
        for other in (other for number in lowered for other in blocks.get(number, ())):
            blocked[other] -= 1
            if not blocked[other]:
                ready.append(other)
    return found, gone


def endless(web: Web, steps: set[int]) -> set[int]:
    """Of some steps those that can come again and again: what the circles among them lead to."""
    import networkx as nx

    graph = _graph(web, steps)
    circles = {node for part in nx.strongly_connected_components(graph) if len(part) > 1 for node in part}
    found, waiting = set(circles), list(circles)
    while waiting:
        for node in graph.successors(waiting.pop()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return {node for node in found if isinstance(node, int)}


def _graph(web: Web, steps: set[int]) -> nx.DiGraph[int | Letter]:
    """Which step leads to which: an edge to a step that goes on after one, to what one sets off, and from
    there to the steps with which that begins. Not from step to step: each of many may lead to each of many.
    """
    import networkx as nx

    graph: nx.DiGraph[int | Letter] = nx.DiGraph()
    graph.add_nodes_from(steps)
    raised = {letter for number in steps for letter in web.steps[number].sets_off}
    graph.add_edges_from((letter, n) for letter in raised for n in web.begins.get(letter, ()) if n in steps)
    for number in steps:
        graph.add_edges_from((number, n) for n in web.after.get(number, ()) if n in steps)
        graph.add_edges_from((number, letter) for letter in web.steps[number].sets_off)
    return graph


class Falls:
    """Some steps of a web, by what changes in them: to ask whether a measure falls, only steps that touch it
    are looked at."""

    def __init__(self, web: Web, steps: set[int]) -> None:
        self.steps = [web.steps[number] for number in steps]
        self._web = web
        self._touch: dict[Key, list[int]] = {}
        self.leaves: dict[tuple[Key, bool], list[int]] = {}
        for number in steps:
            for way in web.steps[number].leaves:
                self.leaves.setdefault(way, []).append(number)
            for key, _ in web.steps[number].changes:
                self._touch.setdefault(key, []).append(number)
        self.keys = list(self._touch)

    def moved(self, measure: Measure) -> tuple[set[int], set[int]]:
        """The steps that raise a measure, or in which it may leave its bounds; and those that lower it."""
        weights = dict(measure.weights)
        rising = {n for key, weight in weights.items() for n in self.leaves.get((key, weight < 0), ())}
        falling = set[int]()
        for number in dict.fromkeys(n for key in weights for n in self._touch.get(key, ())):
            most = growth(self._web.steps[number], weights)
            if most > 0:
                rising.add(number)
            elif most < 0:
                falling.add(number)
        return rising, falling - rising


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


def candidates(game: core.Game, falls: Falls) -> Iterator[Measure]:
    """Measures that could do: sums over one memory or zone, parts of it, what waits."""
    counters = _counters(game)
    yield from _sums(game, falls.keys, counters)
    yield from _single(game, falls.keys, counters)
    yield from _masked(falls.keys, falls.leaves)
    yield from _conditions(falls.keys)
    yield from _waiting(game, falls.keys)


def late_candidates(game: core.Game, falls: Falls) -> Iterator[Measure]:
    """Those that are tried when no other falls: several places with weights, and limits."""
    counters = _counters(game)
    yield from _weighed(game, falls, counters)
    yield from _counted(game, falls.keys, counters)


def _counters(game: core.Game) -> dict[str, str]:
    """The reaction that each memory counts for its limit."""
    return {reaction.limit.counter: reaction.name for reaction in game.reactions.values() if reaction.limit}


def _sums(game: core.Game, keys: Iterable[Key], counters: Mapping[str, str]) -> Iterator[Measure]:
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


def _single(game: core.Game, keys: Iterable[Key], counters: Mapping[str, str]) -> Iterator[Measure]:
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


def _masked(keys: Iterable[Key], leaves: Iterable[tuple[Key, bool]]) -> Iterator[Measure]:
    """Numbers of words that are not in a set; they must stay in their range, and it must be known which they
    are."""
    groups: dict[tuple[str, str, str], list[Key]] = {}
    for key in keys:
        if key[0] in ("masked", "masked up"):
            groups.setdefault(key[:3], []).append(key)
    vague = {key[1:3] for key in keys if key[0] == "masked" and key[-1] == "?"}
    left = {(key[1], up) for key, up in leaves if key[0] == "memory"}
    for (sort, number, mask), found in groups.items():
        up = sort == "masked up"
        if (number, mask) not in vague and (number, up) not in left:
            says = f"what {number} can still rise" if up else number
            yield Measure(f"{says}, where it is not in {mask}", tuple((key, 1) for key in found))


def _conditions(keys: Iterable[Key]) -> Iterator[Measure]:
    """The cases in which conditions do not hold: each of a reaction, all of it."""
    found = [key for key in keys if key[0] == "false"]
    for key in found:
        yield Measure(f"cases in which {key[1]} does not hold yet", ((key, 1),))
    for name, weights in _by(found, lambda key: str(key[1])).items():
        yield Measure(f"cases in which {name} does not hold yet", weights)


def _by(keys: Iterable[Key], name: Callable[[Key], str]) -> dict[str, tuple[tuple[Key, int], ...]]:
    """Keys by a name, each with the weight 1."""
    found: dict[str, list[tuple[Key, int]]] = {}
    for key in keys:
        found.setdefault(name(key), []).append((key, 1))
    return {name: tuple(weights) for name, weights in found.items()}


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
    for name, weights in _by(waits, lambda key: str(key[1].reaction)).items():
        yield Measure(f"{name} that still waits", weights)
    for key in keys:
        if key[0] == "brings" and _counts(game, key):
            yield Measure(f"what {key[1].reaction} brings", ((key, 1),))


def _weighed(game: core.Game, falls: Falls, counters: Mapping[str, str]) -> Iterator[Measure]:
    """Several places with weights: two of one against three of another."""
    single = {measure.weights[0][0]: measure for measure in _single(game, falls.keys, counters)}
    waits = [key for key in falls.keys if key[0] == "waits" or (key[0] == "brings" and _counts(game, key))]
    signs = {key: ((key, False) not in falls.leaves, (key, True) not in falls.leaves) for key in single}
    signs |= dict.fromkeys(waits, (True, False))
    found = weighed(falls.steps, list(signs), signs)
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
    return next(m.says for m in _single(game, [key], {}) if m.weights[0][1] * weight > 0)


def _counted(game: core.Game, keys: Iterable[Key], counters: Mapping[str, str]) -> Iterator[Measure]:
    for key in keys:
        if key[0] == "memory" and key[1] in counters:
            name = counters[key[1]]
            limit = game.reactions[name].limit
            assert limit is not None
            yield Measure(f"how often {name} can still run this {limit.period}", ((key, -1),), counted=True)


__all__ = ["Change", "Measure", "Proof", "candidates", "endless", "growth", "proof"]
