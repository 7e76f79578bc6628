"""Progress: loops in which a player can go on for ever by choice.

`check(game, report)` looks at each `offer ... until`, and at each `repeat until`. A move can be made only
so often when it uses something up that nothing else in the loop gives back: a card enters a place that
nothing takes from, pieces leave one that nothing puts into, a counter rises that its guard bounds. What
gives back only so often itself does not count, so these are taken out first, and what remains is looked
at again (RW416 for what is left). Loops in which nobody plays are for `cascades`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright import core
from rulewright.checks.effects import Reads, asked_by, bodies, statements, writes
from rulewright.checks.reached_verbs import Reached, reached_verbs
from rulewright.report.diagnostics import Report

FOR_EVER = "RW416"
Change = tuple[str, ...]
"""What a verb does to a place: `takes`, `puts`, `raises`, `lowers`, or `sets` a yes_no to `1` or `0`."""


def check(game: core.Game, report: Report) -> None:
    """Take a checked game; report moves that can be made for ever."""
    progress = _Progress(game, report)
    for block in bodies(game):
        for stmt in statements(block):
            if isinstance(stmt, core.Offer) and stmt.until is not None:
                progress.free_order(stmt)
            elif isinstance(stmt, core.Repeat):
                progress.repeat(stmt)


@dataclass(slots=True)
class _Part:
    """What may run in a loop: what it changes, and for each verb that can bound it the changes of others that
    would undo it. An action is named; other parts are single verbs with what runs beside them."""

    action: str
    changes: frozenset[Change]
    bounds: list[frozenset[Change]]


class _Progress:
    def __init__(self, game: core.Game, report: Report) -> None:
        self._game = game
        self._report = report
        self._reads = Reads(game)
        ends = (e.condition for e in game.endings.values() if e.tested == "at_once")
        self._ends = self._places(ends)
        self._reactions: list[_Part] | None = None

    def _places(self, exprs: Iterable[core.Expr]) -> frozenset[str]:
        return frozenset(place for expr in exprs for place, _ in self._reads.of(expr))

    # ---- loops of decisions

    def free_order(self, stmt: core.Offer) -> None:
        """Report the actions of a free order that can be played again and again."""
        names = [name for name in stmt.actions if name != stmt.until]
        parts = [part for name in names for part in self._action(name, frozenset())]
        for name in self._endless(names, parts):
            self._for_ever(name, stmt, f"before `{stmt.until}`")

    def repeat(self, stmt: core.Repeat) -> None:
        """Report what can be played for ever inside a `repeat`."""
        wanted = self._places((stmt.until,))
        offers = [inner for inner in statements(stmt.body) if isinstance(inner, core.Offer)]
        if any(self._asks(inner) for inner in self._all(stmt.body)):
            for offer in offers:
                self._offered(stmt, offer, wanted)

    def _offered(self, stmt: core.Repeat, offer: core.Offer, wanted: frozenset[str]) -> None:
        around = frozenset(a.place for inner in self._all(stmt.body) for a in writes(self._game, inner))
        names, parts = [], list[_Part]()
        for name in offer.actions:
            action = self._game.actions[name]
            written = {a.place for inner in self._all(action.body) for a in writes(self._game, inner)}
            if (
                not written & wanted
                and not self._places(expr for line in action.lines for expr in asked_by(line)) & around
            ):
                names.append(name)
            parts.extend(self._action(name, wanted))
        for name in self._endless(names, parts):
            self._for_ever(name, offer, "before the loop is over")

    def _for_ever(self, name: str, offer: core.Offer, until: str) -> None:
        message = f"`{name}` can be played again and again {until}: nothing bounds it"
        help = "let it use something up, or count how often it was played and bound that by a guard"
        self._report.add(FOR_EVER, message, offer.span, help)

    def _endless(self, names: list[str], parts: list[_Part]) -> list[str]:
        """The actions that nothing is seen to bound."""
        left = [*parts, *self._of_reactions()]
        open_names = set(names)
        while True:
            changes = Counter(change for part in left for change in part.changes)
            done = [part for part in left if any(not any(map(changes.get, undo)) for undo in part.bounds)]
            finished = {part.action for part in done if part.action}
            kept = [part for part in left if part not in done and part.action not in finished]
            open_names -= finished
            if len(kept) == len(left):
                return [name for name in names if name in open_names]
            left = kept

    # ---- parts

    def _action(self, name: str, wanted: frozenset[str], seen: frozenset[str] = frozenset()) -> list[_Part]:
        """An action as a part of its own, with what it offers in its turn."""
        action = self._game.actions[name]
        asked = self._places(expr for line in action.lines for expr in asked_by(line)) | wanted | self._ends
        changes = frozenset(c for stmt in self._all(action.body) for c in self._changes(stmt))
        bounds = [undo for stmt in self._certain(action.body) for undo in self._undoing(stmt, asked)]
        inner = [
            part
            for stmt in self._all(action.body)
            if isinstance(stmt, core.Offer)
            for other in stmt.actions
            if other not in seen and other != name
            for part in self._action(other, frozenset(), seen | {name})
        ]
        return [_Part(name, changes, bounds), *inner]

    def _of_reactions(self) -> list[_Part]:
        if self._reactions is None:
            self._reactions = []
            for reaction in self._game.reactions.values():
                first = reaction.condition if isinstance(reaction, core.AsSoonAs) else reaction.guard
                asked = () if first is None else (first,)
                for reached in reached_verbs(self._game, reaction.body, asked=asked):
                    self._reactions.append(self._verb(reached))
        return self._reactions

    def _verb(self, reached: Reached) -> _Part:
        asked = self._places(reached.asked) | self._ends
        bounds = [undo for stmt in reached.beside for undo in self._undoing(stmt, asked)]
        return _Part("", frozenset(self._changes(reached.verb)), bounds)

    def _all(self, block: core.Block, seen: frozenset[str] = frozenset()) -> Iterator[core.Stmt]:
        """All statements of a block, and of the procedures that it resolves."""
        for stmt in statements(block):
            yield stmt
            if isinstance(stmt, core.Resolve) and stmt.procedure not in seen:
                yield from self._all(self._game.procedures[stmt.procedure].body, seen | {stmt.procedure})

    def _certain(self, block: core.Block, seen: frozenset[str] = frozenset()) -> Iterator[core.Stmt]:
        """The statements of a block that run each time, of procedures too."""
        for stmt in block:
            yield stmt
            if isinstance(stmt, core.Resolve) and stmt.procedure not in seen:
                yield from self._certain(self._game.procedures[stmt.procedure].body, seen | {stmt.procedure})

    # ---- what verbs do

    def _changes(self, stmt: core.Stmt) -> Iterator[Change]:
        match stmt:
            case core.Move(to=to):
                for zone in self._sources(stmt):
                    yield ("takes", zone)
                yield ("puts", to.zone)
            case (
                core.MoveAll(source=source, to=to)
                | core.Deal(source=source, to=to)
                | core.MovePieces(source=source, to=to)
            ):
                yield from (("takes", source.zone), ("puts", to.zone))
            case core.MoveMan(to=to):
                yield from (("raises", to.name), ("lowers", to.name))
            case core.Remember(op="set", target=target):
                const = stmt.value.value if isinstance(stmt.value, core.Const) else None
                if isinstance(target.type, core.YesNo) and const is not None:
                    yield ("sets", target.name, str(const))
                else:
                    yield from (("raises", target.name), ("lowers", target.name))
                    yield from (("sets", target.name, "0"), ("sets", target.name, "1"))
            case core.Remember(op=op, target=target):
                yield ("raises" if op == "add" else "lowers", target.name)

    def _sources(self, stmt: core.Move) -> list[str]:
        """Where a component may lie before it moves."""
        source = stmt.what.zone if isinstance(stmt.what, core.EndOf) else stmt.source
        if source is not None:
            return [source.zone]
        item = self._game.zones[stmt.to.zone].item
        return [zone.name for zone in self._game.zones.values() if zone.item == item]

    def _undoing(self, stmt: core.Stmt, asked: frozenset[str]) -> Iterator[frozenset[Change]]:
        """For each thing that a verb uses up: what would give it back."""
        match stmt:
            case core.Move(to=to):
                sources = self._sources(stmt)
                if to.zone not in sources:
                    yield frozenset({("takes", to.zone)})
                    yield frozenset(("puts", zone) for zone in sources)
            case (
                core.MoveAll(source=source, to=to)
                | core.Deal(source=source, to=to)
                | core.MovePieces(source=source, to=to)
            ):
                if source.zone != to.zone and f"zone:{source.zone}" in asked:
                    yield frozenset({("takes", to.zone)})
                    yield frozenset({("puts", source.zone)})
            case core.Remember(op=op, target=target, value=value) if f"memory:{target.name}" in asked:
                if op != "set":
                    yield frozenset({("lowers" if op == "add" else "raises", target.name)})
                elif isinstance(target.type, core.YesNo) and isinstance(value, core.Const):
                    yield frozenset({("sets", target.name, str(1 - value.value))})

    def _asks(self, stmt: core.Stmt) -> bool:
        return isinstance(stmt, core.Choose | core.Offer | core.Draw)
