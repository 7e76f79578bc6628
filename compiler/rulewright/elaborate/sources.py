"""Where a moved component is known to lie: `move k to ...`, where k was chosen from `my.hand` and nothing can
have moved it since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rulewright import core
from rulewright.elaborate.texts import inner_blocks, statements

Origins = Mapping[str, core.ZoneRef]
Records = frozenset[str]
NONE: Records = frozenset()


def add_sources(game: core.Game) -> None:
    """Fill in `Move.source` in all rules of a game."""
    filler = _Filler(game)
    for name, action in game.actions.items():
        origins = {pick.name: ref for pick in action.picks if (ref := origin(game, pick.source)) is not None}
        game.actions[name] = replace(action, body=filler.block(action.body, origins))
    for name, procedure in game.procedures.items():
        game.procedures[name] = replace(procedure, body=filler.block(procedure.body, {}))
    for name, reaction in game.reactions.items():
        game.reactions[name] = replace(reaction, body=filler.block(reaction.body, {}))
    for flow in (game.setup, game.flow):
        if flow is not None:
            filled = replace(flow, body=filler.block(flow.body, {}))
            game.setup, game.flow = (filled, game.flow) if flow is game.setup else (game.setup, filled)


def origin(game: core.Game, source: core.Expr) -> core.ZoneRef | None:
    """The zone that a member of a source lies in, if it is one zone and stays the same one."""
    if isinstance(source, core.Aggregate) and source.op == "those":
        return origin(game, source.binders[0].source)
    if isinstance(source, core.Call):
        found = origin(game, game.defines[source.define].value)
        return found if found is not None and found.seat is None and not found.indices else None
    if not isinstance(source, core.ZoneRef):
        return None
    parts = [*source.indices, *([] if source.seat is None else [source.seat])]
    fixed = all(isinstance(part, core.Const | core.Local | core.Me) for part in parts)
    return source if fixed else None


def _reads_me(ref: core.ZoneRef) -> bool:
    return any(isinstance(part, core.Me) for part in core.walk(ref))


class _Filler:
    """Knows which records each statement may move, with all that it sets off."""

    def __init__(self, game: core.Game) -> None:
        self.game = game
        self.zones = game.zones
        self.deeds: dict[tuple[str, str], Records] = {}
        self.whenever: Records = NONE
        self._settle()
        self.moved: dict[int, Records] = {}

    # ---- what may move

    def _settle(self) -> None:
        """Find what each action, procedure and event may move, by going round until nothing is added."""
        game = self.game
        bodies: dict[tuple[str, str], list[core.Block]] = {("whenever", ""): []}
        for name, action in game.actions.items():
            bodies["action", name] = [action.body]
        for name, procedure in game.procedures.items():
            bodies["procedure", name] = [procedure.body]
        for name in game.events:
            bodies["event", name] = []
        for reaction in game.reactions.values():
            key = ("event", reaction.event) if isinstance(reaction, core.When) else ("whenever", "")
            bodies[key].append(reaction.body)
        own: dict[tuple[str, str], Records] = {}
        callers: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for key, blocks in bodies.items():
            found = [stmt for body in blocks for stmt in statements(body)]
            own[key] = frozenset().union(*(self._direct(stmt) for stmt in found))
            for called in {name for stmt in found for name in _called(stmt)}:
                callers.setdefault(called, set()).add(key)
        self.deeds = own
        waiting = list(own)
        while waiting:
            key = waiting.pop()
            for caller in callers.get(key, ()):
                if not self.deeds[key] <= self.deeds[caller]:
                    self.deeds[caller] |= self.deeds[key]
                    waiting.append(caller)
        self.whenever = self.deeds["whenever", ""]

    def _direct(self, stmt: core.Stmt) -> Records:
        match stmt:
            case core.Move(to=zone) | core.MoveAll(to=zone) | core.Deal(to=zone):
                return frozenset({self.zones[zone.zone].item})
        return NONE

    def may_move(self, stmt: core.Stmt) -> Records:
        """The records whose components a statement may move, by itself or by what it sets off."""
        known = self.moved.get(id(stmt))
        if known is None:
            known = self._direct(stmt) | (self.whenever if isinstance(stmt, EFFECTS) else NONE)
            for key in _called(stmt):
                known |= self.deeds.get(key, NONE)
            for body in inner_blocks(stmt):
                known = known.union(*(self.may_move(inner) for inner in body))
            self.moved[id(stmt)] = known
        return known

    # ---- filling in

    def block(self, body: core.Block, origins: Origins) -> core.Block:
        """A block with its sources, given what is known where it starts."""
        known = dict(origins)
        found: list[core.Stmt] = []
        for stmt in body:
            found.append(self._statement(stmt, known))
            if isinstance(stmt, core.Draw):
                self._note(known, stmt.name, stmt.source)
            moved = self.may_move(stmt)
            if moved:
                known = self._without(known, moved)
        return tuple(found)

    def _without(self, known: Origins, moved: Records) -> dict[str, core.ZoneRef]:
        return {name: ref for name, ref in known.items() if self.zones[ref.zone].item not in moved}

    def _statement(self, stmt: core.Stmt, known: Origins) -> core.Stmt:
        match stmt:
            case core.Move(what=core.Local(name=name)) if name in known:
                return replace(stmt, source=known[name])
            case core.Choose():
                return self._choose(stmt, known)
            case core.Each(body=body):
                inner = self._without(known, self.may_move(stmt))
                self._note(inner, stmt.name, stmt.source)
                return replace(stmt, body=self.block(body, inner))
            case core.Repeat(body=body):
                return replace(stmt, body=self.block(body, self._without(known, self.may_move(stmt))))
            case core.IfStmt(then=then, otherwise=otherwise):
                return replace(stmt, then=self.block(then, known), otherwise=self.block(otherwise, known))
            case core.MatchStmt(cases=cases, otherwise=rest):
                filled = tuple(replace(case, body=self.block(case.body, known)) for case in cases)
                last = None if rest is None else self.block(rest, known)
                return replace(stmt, cases=filled, otherwise=last)
            case core.Offer(otherwise=tuple() as otherwise):
                left = self._without(known, self.may_move(stmt))
                return replace(stmt, otherwise=self.block(otherwise, left))
        return stmt

    def _choose(self, stmt: core.Choose, known: Origins) -> core.Stmt:
        inner = dict(known)
        if not isinstance(stmt.by, core.Me):
            inner = {name: ref for name, ref in known.items() if not _reads_me(ref)}
        or_else = None if stmt.or_else is None else self.block(stmt.or_else, inner)
        self._note(inner, stmt.name, stmt.source)
        return replace(stmt, body=self.block(stmt.body, inner), or_else=or_else)

    def _note(self, known: dict[str, core.ZoneRef], name: str, source: core.Expr) -> None:
        found = origin(self.game, source)
        if found is not None:
            known[name] = found


EFFECTS = (
    core.Move,
    core.MoveAll,
    core.MovePieces,
    core.Deal,
    core.Shuffle,
    core.Give,
    core.Remember,
    core.Resolve,
    core.Trigger,
    core.Offer,
)


def _called(stmt: core.Stmt) -> Iterable[tuple[str, str]]:
    match stmt:
        case core.Resolve(procedure=name):
            return [("procedure", name)]
        case core.Trigger(event=name):
            return [("event", name)]
        case core.Offer(actions=names):
            return [("action", name) for name in names]
    return []
