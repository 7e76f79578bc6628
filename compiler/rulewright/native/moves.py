"""C functions of legal moves, and of what a move that was chosen picks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from math import prod

from rulewright import core
from rulewright.machine.substitute import substitute
from rulewright.native.code import Lines
from rulewright.native.statements import Statements
from rulewright.python.masks import Mask
from rulewright.python.move_rows import ROWS, _is_fixed, all_of
from rulewright.python.steps import _names, copies_differ, guards_of, level_of

Conditions = list[core.Expr]
FEW = 12
"""Of so many spaces each is looked at: where the next member is, is guessed wrong too often."""


class Moves:
    """The legal moves of one action, in the order of the Python engine."""

    def __init__(self, writer: Statements, base: int) -> None:
        self._writer = writer
        self._game = writer.game
        self._base = base

    def lines(self, action: core.Action) -> Lines:
        """The lines that offer them."""
        writer, guards, picks = self._writer, guards_of(action), action.picks
        for guard in [g for g in guards if level_of(g, picks) == 0]:
            writer.code.add(f"if (!{writer.value(guard.condition)}) return;")
        rest = [g for g in guards if level_of(g, picks)]
        found = None if self._by_rows(action, rest) or self._hoists(picks) else self._spread(picks, rest)
        if found is not None:
            for mask, start, stride in found:
                self._by_mask(mask, picks[0], start, stride)
        else:
            self._nested(action, picks, rest)
        return writer.code.lines

    def _by_rows(self, action: core.Action, guards: list[core.Guard]) -> bool:
        """Does the Python engine look moves up by their last part?"""
        *others, last = action.picks or (None,)
        if last is None or not others or not isinstance(last.source, core.Domain):
            return False
        before = {pick.name for pick in others if pick is not None}
        asked = [*core.conjuncts(last.where)]
        asked += [g.condition for g in guards if level_of(g, action.picks) == len(action.picks)]
        own = [part for part in asked if not before & _names(part)]
        rest = [part for part in asked if before & _names(part)]
        sizes = [core.choices(self._game, pick.type)[1] + 1 for pick in action.picks]
        small = all(isinstance(pick.type, core.KindType) for pick in action.picks)
        return bool(small and own and all(map(_is_fixed, rest)) and prod(sizes[:-1]) << sizes[-1] <= ROWS)

    def _hoists(self, picks: tuple[core.Pick, ...]) -> bool:
        """Is what a later part can be found once, before the others are gone through?"""
        before: set[str] = set()
        for pick in picks:
            own = [part for part in core.conjuncts(pick.where) if not before & _names(part)]
            if before and own and not before & _names(pick.source):
                return True
            before.add(pick.name)
        return False

    def _spread(
        self, picks: tuple[core.Pick, ...], guards: list[core.Guard]
    ) -> list[tuple[Mask, int, int]] | None:
        """Sets of spaces, one for each value of the second part, with the number of space 0 and how far apart
        the numbers are; None where conditions cannot be said so."""
        if not self._game.boards or not 1 <= len(picks) <= 2:
            return None
        spaces = self._writer.spaces
        conditions = [part for pick in picks for part in core.conjuncts(pick.where)]
        conditions += [guard.condition for guard in guards]
        low, high = core.choices(self._game, picks[1].type) if len(picks) == 2 else (0, 0)
        found = []
        for value in spaces.few(_binder(picks[1])) or () if len(picks) == 2 else (0,):
            given = {pick.name: core.Const(value=value, type=pick.type, span=pick.span) for pick in picks[1:]}
            asked = all_of([substitute(c, given) for c in conditions])
            masked, lines = self._writer.code.captured(lambda: spaces.masked_domain(_binder(picks[0]), asked))  # noqa: B023
            if masked is None or masked[1]:
                return None
            self._writer.code.lines += lines
            found.append((masked[0], self._base + value - low, high - low + 1))
        return found or None

    def _by_mask(self, mask: Mask, pick: core.Pick, start: int, stride: int) -> None:
        writer = self._writer
        low, high = core.choices(self._game, pick.type)
        size = high - low + 1
        with ExitStack() as opened:
            text = writer.spaces.c_text(mask, writer.code, size)
            n = writer.code.fresh("n")
            writer.code.add(f"int {n} = (int)r->n;")
            opened.callback(writer.code.add, f"r->n = {n};")
            if size <= FEW:
                writer.code.add(f"{n} = each_few(r->moves, {n}, {text}, {size}, {start}, {stride});")
                return
            item = writer.each_of(text, writer.shape.wide(size), 0, opened)
            writer.code.add(f"r->moves[{n}++] = (int32_t)({start} + {stride} * {item});")

    def _nested(self, action: core.Action, picks: tuple[core.Pick, ...], guards: list[core.Guard]) -> None:
        def then() -> None:
            offer = "offer_once" if any(may_repeat(self._writer, pick) for pick in picks) else "offer"
            self._writer.code.add(f"{offer}(r, {self._number(picks)});")

        found = Found(self._writer)
        found.loops([(pick, asked_at(guards, picks, i)) for i, pick in enumerate(picks, 1)], then)

    def _number(self, picks: tuple[core.Pick, ...]) -> str:
        terms, radix = [str(self._base)], 1
        for pick in reversed(picks):
            low, high = core.choices(self._game, pick.type)
            text = Found(self._writer).as_choice(pick)
            text = f"({text} - {low})" if low > 0 else f"({text} + {-low})" if low else text
            terms.append(text if radix == 1 else f"{radix} * {text}")
            radix *= high - low + 1
        return " + ".join(terms)


class Found:
    """Loops over what picks can be, in a function that may do other things too."""

    def __init__(self, writer: Statements) -> None:
        self._writer = writer
        self._game = writer.game

    def as_choice(self, pick: core.Pick) -> str:
        """A picked value as a choice: a component with copies by its row."""
        text = self._writer.locals[pick.name]
        assert isinstance(text, str)
        if core.has_copies(self._game, pick.type):
            assert isinstance(pick.type, core.Component)
            return f"{self._writer.native.rows_of(pick.type.record)}[{text}]"
        return text

    def loops(self, picks: list[tuple[core.Pick, Conditions]], then: Callable[[], None]) -> None:
        """Nested loops over picks, each with what is asked of it beside its own condition."""
        with ExitStack() as opened:
            for pick, asked in picks:
                where = all_of([*core.conjuncts(pick.where), *asked])
                for part in self._open(pick, where, opened):
                    opened.enter_context(self._writer.code.block(f"if ({self._writer.value(part)})"))
            then()

    def _open(self, pick: core.Pick, where: core.Expr | None, opened: ExitStack) -> Conditions:
        writer = self._writer
        binder = _binder(pick)
        found, lines = writer.code.captured(lambda: writer.spaces.masked_domain(binder, where))
        if found is None:
            writer.bind(binder, opened.enter_context(writer.each(pick.source)))
            return core.conjuncts(where)
        low, high = core.bounds(self._game, pick.type)
        var = writer.spaces.variable(binder)
        low, size = (var.low, var.size) if var is not None else (0, high - low + 1)
        writer.code.lines += lines
        text = writer.spaces.c_text(found[0], writer.code, size)
        writer.locals[pick.name] = writer.each_of(text, writer.shape.wide(size), low, opened)
        return found[1]

    def choice(self, choose: core.Choose, base: int) -> None:
        """Offers what can be chosen."""
        pick = _as_pick(choose)
        low = core.choices(self._game, choose.type)[0]
        offer = "offer_once" if may_repeat(self._writer, pick) else "offer"

        def then() -> None:
            self._writer.code.add(f"{offer}(r, {base - low} + {self.as_choice(pick)});")

        kept = self._writer.locals.get(choose.name)
        self.loops([(pick, [])], then)
        if kept is not None:
            self._writer.locals[choose.name] = kept

    def chosen(self, choose: core.Choose, base: int) -> str:
        """The value of a choice by its number `m`."""
        low = core.choices(self._game, choose.type)[0]
        text = f"m - {base} + {low}"
        if not core.has_copies(self._game, choose.type):
            return text
        kept = self._writer.locals.get(choose.name)
        name = self._first(_as_pick(choose), [], text)
        if kept is not None:
            self._writer.locals[choose.name] = kept
        return name

    def picked(self, action: core.Action | str, base: int) -> list[str]:
        """The picks of move `m`, in locals."""
        info = self._game.actions[action] if isinstance(action, str) else action
        code, texts, radix = self._writer.code, [], 1
        for i, pick in reversed([*enumerate(info.picks)]):
            low, high = core.choices(self._game, pick.type)
            name = code.fresh(pick.name)
            rest = f"(m - {base})" if radix == 1 else f"(m - {base}) / {radix}"
            code.add(f"const I {name} = {rest}{f' % {high - low + 1}' if i else ''} + {low};")
            texts.append(name)
            radix *= high - low + 1
        texts.reverse()
        if not any(core.has_copies(self._game, pick.type) for pick in info.picks):
            return texts
        guards = guards_of(info)
        if copies_differ(self._game, info.picks, guards):
            return self._together(info.picks, guards, texts)
        return [self._one(pick, text) for pick, text in zip(info.picks, texts, strict=True)]

    def _one(self, pick: core.Pick, text: str) -> str:
        if core.has_copies(self._game, pick.type):
            return self._first(pick, [], text)
        self._writer.locals[pick.name] = text
        return text

    def _first(self, pick: core.Pick, asked: Conditions, wanted: str) -> str:
        """The first component of a row that can be picked."""
        code = self._writer.code
        name, done = code.fresh(pick.name), code.fresh("done")
        code.add(f"I {name} = -1;")

        def then() -> None:
            with code.block(f"if ({self.as_choice(pick)} == {wanted})"):
                code.add(f"{name} = {self._writer.locals[pick.name]};", f"goto {done};")

        self.loops([(pick, asked)], then)
        code.add(f"{done}:;", f"if ({name} < 0) fail(r);")
        self._writer.locals[pick.name] = name
        return name

    def _together(
        self, picks: tuple[core.Pick, ...], guards: list[core.Guard], wanted: list[str]
    ) -> list[str]:
        """The first components of the chosen rows that go together, as guards and later parts ask."""
        code, done = self._writer.code, self._writer.code.fresh("done")
        names = [code.fresh(pick.name) for pick in picks]
        code.add(f"I {', '.join(f'{name} = -1' for name in names)};")

        def then() -> None:
            tests = [f"{self.as_choice(p)} == {w}" for p, w in zip(picks, wanted, strict=True)]
            with code.block(f"if ({' && '.join(tests)})"):
                code.add(
                    *(f"{n} = {self._writer.locals[p.name]};" for n, p in zip(names, picks, strict=True))
                )
                code.add(f"goto {done};")

        self.loops([(pick, asked_at(guards, picks, i)) for i, pick in enumerate(picks, 1)], then)
        code.add(f"{done}:;", *(f"if ({name} < 0) fail(r);" for name in names))
        self._writer.locals.update(zip((pick.name for pick in picks), names, strict=True))
        return names


def asked_at(guards: list[core.Guard], picks: tuple[core.Pick, ...], level: int) -> Conditions:
    """What guards ask once so many picks are known."""
    return [guard.condition for guard in guards if level_of(guard, picks) == level]


def may_repeat(writer: Statements, pick: core.Pick) -> bool:
    """May a pick be the same choice twice?"""
    once = core.Domain | core.Interval | core.SeatsFrom | core.Matchings | core.Members
    listed = isinstance(pick.source.type, core.ListType) and not isinstance(pick.source, once)
    return listed or core.has_copies(writer.game, pick.type)


def _binder(pick: core.Pick) -> core.Binder:
    return core.Binder(name=pick.name, type=pick.type, source=pick.source, span=pick.span)


def _as_pick(choose: core.Choose) -> core.Pick:
    return core.Pick(
        name=choose.name,
        type=choose.type,
        source=choose.source,
        where=choose.where,
        reason=None,
        per=(),
        span=choose.span,
    )
