"""Probes: two small games in which one pair runs, in one order and in the other.

`probe(game, pair)` gives both, alike but for the order. Their actions trigger the event, do what makes both
reactions ready, or run both statements; what these need to know is chosen as parts of the move. A seat that
is set from outside acts, once, and the game is over when all that was set off is settled.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from math import prod
from typing import Any

from rulewright import core
from rulewright.checks.effects import statements
from rulewright.orders.pairs import Pair
from rulewright.record import record

MOST_MOVES = 512
FEW_NUMBERS = 6


@record
class Probe:
    """Two games; the name of the memory of who acts, and of those that hold which components may be chosen
    (by record); the names of the actions; whether all that could be chosen can be."""

    games: tuple[core.Game, core.Game]
    seat: str
    sets: dict[str, str]
    actions: tuple[str, ...]
    whole: bool


def probe(game: core.Game, pair: Pair, units: Container[str]) -> Probe | None:
    """The two games of a pair; None where what it needs to know cannot be chosen. `units` are those that it
    can run, such as `reaction landing`."""
    maker = _Maker(game, pair)
    one, other = _blocks(game, pair)
    if not all(maker.fits(block) for block in (*one, *other)):
        return None
    orders = _orders(game, pair, units)
    games = maker.made(one, orders[0]), maker.made(other, orders[1])
    names = tuple(games[0].actions)[: len(one)]
    return Probe(games, maker.seat, maker.sets, names, maker.whole)


def _blocks(game: core.Game, pair: Pair) -> tuple[list[core.Block], list[core.Block]]:
    """What the actions of each game do."""
    blocks: list[core.Block]
    match pair.sort:
        case "event":
            params = game.events[pair.event].params
            args = tuple(core.Local(name=p.name, type=p.type, span=p.span) for p in params)
            blocks = [(core.Trigger(event=pair.event, args=args, span=pair.span, per=()),)]
            return blocks, blocks
        case "change":
            blocks = [(verb,) for verb in pair.causes]
            return blocks, blocks
    return [(*pair.one.body, *pair.other.body)], [(*pair.other.body, *pair.one.body)]


def _orders(game: core.Game, pair: Pair, units: Container[str]) -> tuple[list[str], list[str]]:
    """The order of the reactions in each game: the two first. Others to their event are left out, unless the
    two lead to them: they would change what the two find."""
    names = list(game.reactions)
    if pair.sort == "any order":
        return names, names
    both = (pair.one.name, pair.other.name)
    rest = [
        name
        for name, reaction in game.reactions.items()
        if name not in both and (getattr(reaction, "event", "") != pair.event or f"reaction {name}" in units)
    ]
    return [*both, *rest], [*reversed(both), *rest]


class _Maker:
    """Makes both games of one pair."""

    def __init__(self, game: core.Game, pair: Pair) -> None:
        self._game = game
        self._span = pair.span
        self._taken = {*game.memories, *game.zones, *game.tokens, *game.actions, *game.procedures}
        self._taken |= {*game.endings, *game.defines, *game.scores, *game.events, *game.reactions}
        self.seat, self._done = self._free("probe_seat"), self._free("probe_done")
        self.sets: dict[str, str] = {}
        self.whole = True

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name

    def fits(self, block: core.Block) -> bool:
        """Can all that a block needs to know be chosen?"""
        sizes = []
        for type in free_names(block).values():
            if not isinstance(
                type, core.YesNo | core.Number | core.KindType | core.RangeType | core.Seat | core.Component
            ):
                return False
            low, high = core.choices(self._game, type)
            sizes.append(
                min(high - low + 1, FEW_NUMBERS) if isinstance(type, core.Number) else high - low + 1
            )
        return prod(sizes) <= MOST_MOVES

    def made(self, blocks: Sequence[core.Block], order: Sequence[str]) -> core.Game:
        """A game with an action for each block, and its reactions in some order."""
        game = self._game
        actions = {}
        for i, block in enumerate(blocks):
            name = f"probe_{i}" if f"probe_{i}" not in self._taken else f"probe__{i}"
            actions[name] = self._action(name, block)
        reactions = {name: game.reactions[name] for name in order}
        flow = core.Flow(sort="round", per=(), body=(self._offer(tuple(actions)),), span=self._span)
        rest = _reached(game, [*(a.body for a in actions.values()), *(r.body for r in reactions.values())])
        memories = {name: replace(m, lifetime="game", starts=None) for name, m in game.memories.items()}
        scored = bool(game.claims)
        return replace(
            game,
            slug=f"{game.slug}_order",
            memories={**memories, **self._memories()},
            actions={**actions, **{name: a for name, a in game.actions.items() if name in rest}},
            procedures={name: p for name, p in game.procedures.items() if name in rest},
            reactions=reactions,
            setup=core.Flow(sort="setup", per=(), body=(), span=self._span),
            flow=flow,
            turns=None,
            endings={self._done: self._ending()},
            scores=game.scores if scored else {},
            winner=game.winner if scored else None,
            examples=[],
            texts={},
        )

    def _memories(self) -> dict[str, core.Memory]:
        types: dict[str, core.Type] = {self.seat: core.Seat(), self._done: core.YesNo()}
        types |= {name: core.SetType(core.Component(record)) for record, name in self.sets.items()}
        return {
            name: core.Memory(
                name=name,
                span=self._span,
                of_player=False,
                axis=None,
                type=type,
                lifetime="game",
                starts=None,
            )
            for name, type in types.items()
        }

    def _memory(self, name: str, type: core.Type) -> core.MemoryValue:
        return core.MemoryValue(name=name, seat=None, index=None, type=type, span=self._span)

    def _offer(self, actions: tuple[str, ...]) -> core.Offer:
        seat = self._memory(self.seat, core.Seat())
        return core.Offer(actions=actions, to=seat, until=None, otherwise=(), span=self._span, per=())

    def _ending(self) -> core.Ending:
        done = self._memory(self._done, core.YesNo())
        return core.Ending(name=self._done, span=self._span, condition=done, tested="at_once", more=None)

    def _action(self, name: str, block: core.Block) -> core.Action:
        yes = core.Const(value=1, type=core.YesNo(), span=self._span)
        done = self._memory(self._done, core.YesNo())
        last = core.Remember(op="set", target=done, value=yes, span=self._span, per=())
        lines = tuple(self._pick(local, type) for local, type in free_names(block).items())
        return core.Action(
            name=name, span=self._span, text=name, lines=lines, body=(*self._mixed(block), *block, last)
        )

    def _mixed(self, block: core.Block) -> Iterator[core.Stmt]:
        """What the game shuffles and nobody sees is shuffled first, so that which card lies where is
        chance."""
        zones: dict[str, core.Shuffle] = {}
        game = self._game
        for flow in (game.setup, game.flow):
            for stmt in statements(flow.body) if flow is not None else ():
                if isinstance(stmt, core.Shuffle) and not free_names((stmt,)) and stmt.zone.seat is None:
                    zone = game.zones[stmt.zone.zone]
                    if zone.shape == "stack" and zone.visibility in ("hidden", "face_down"):
                        zones.setdefault(zone.name, stmt)
        yield from zones.values()

    def _pick(self, name: str, type: core.Type) -> core.Pick:
        return core.Pick(
            name=name, type=type, source=self._source(type), where=None, reason=None, per=(), span=self._span
        )

    def _source(self, type: core.Type) -> core.Expr:
        if isinstance(type, core.Component):
            name = self.sets.get(type.record) or self._free(f"probe_{type.record.lower()}")
            self.sets[type.record] = name
            return self._memory(name, core.SetType(type))
        low, high = core.bounds(self._game, type)
        if isinstance(type, core.Number | core.YesNo):
            last = min(high, low + FEW_NUMBERS - 1)
            self.whole = self.whole and last == high
            number = core.Number(low, last)
            ends = [core.Const(value=value, type=number, span=self._span) for value in (low, last)]
            return core.Interval(low=ends[0], high=ends[1], type=core.ListType(type), span=self._span)
        assert isinstance(type, core.KindType | core.RangeType | core.Seat)
        return core.Domain(of=type, type=core.ListType(type, high - low + 1), span=self._span)


def _reached(game: core.Game, blocks: list[core.Block]) -> set[str]:
    """The procedures and actions that blocks lead to."""
    found: set[str] = set()
    waiting = list(blocks)
    while waiting:
        for stmt in statements(waiting.pop()):
            names = {stmt.procedure} if isinstance(stmt, core.Resolve) else set()
            names |= set(stmt.actions) if isinstance(stmt, core.Offer) else set()
            for name in names - found:
                table = game.procedures if name in game.procedures else game.actions
                waiting.append(table[name].body)
            found |= names
    return found


def free_names(block: core.Block) -> dict[str, core.Type]:
    """The local names that a block reads and does not bind, with their types."""
    read: dict[str, core.Type] = {}
    bound: set[str] = set()
    _names(block, read, bound)
    return {name: type for name, type in read.items() if name not in bound}


def _names(node: Any, read: dict[str, core.Type], bound: set[str]) -> None:
    """Local names are unique within a declaration, so that it is enough to know which are bound somewhere."""
    if isinstance(node, core.Local):
        read.setdefault(node.name, node.type)
        return
    if isinstance(node, tuple):
        for item in node:
            _names(item, read, bound)
        return
    if not is_dataclass(node) or isinstance(node, type):
        return
    if isinstance(node, core.Let | core.Choose | core.Each | core.Binder):
        bound.add(node.name)
    if isinstance(node, core.Draw):
        bound |= {node.name, node.each}
    if isinstance(node, core.MatchCase | core.StmtCase):
        bound |= {name for name, _ in node.params}
    if isinstance(node, core.Expr | core.Stmt | core.Binder | core.MatchCase | core.StmtCase):
        for field in fields(node):
            if field.name not in ("type", "span"):
                _names(getattr(node, field.name), read, bound)
