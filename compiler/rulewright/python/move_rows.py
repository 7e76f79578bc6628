"""Legal moves out of tables: what the last part of a move can be is found as a mask, and looked up."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from rulewright import core
from rulewright.python.aggregates import both
from rulewright.python.expressions import Context, Python
from rulewright.python.layout import Lines
from rulewright.python.steps import _names, as_choice, candidates, level_of
from rulewright.python.texts import bracketed, minus, plus_one

ROWS = 4096  # moves by their other parts and what the last can be
ROOM = 240  # letters of a define that is asked of each pick


class MoveRows:
    """What the moves of an action are made of, and the tables that have them."""

    def __init__(self, context: Context, numbers: dict[str, int]) -> None:
        self._context = context
        self._game = context.game
        self._names = context.names
        self._numbers = numbers

    def _by_mask(self, action: core.Action, guards: list[core.Guard], python: Python) -> Lines | None:
        """The moves of an action with one part, where all that is asked of it is which sets it is in."""
        pick = action.picks[0] if len(action.picks) == 1 else None
        if pick is None or not isinstance(pick.source, core.Domain):
            return None
        low, high = core.choices(self._game, pick.type)
        asked = [*core.conjuncts(pick.where), *(guard.condition for guard in guards)]
        masks = [python.as_mask(pick.name, part) for part in asked]
        if not masks or None in masks or 1 << high - low + 1 > ROWS or core.has_copies(self._game, pick.type):
            return None
        table = self._names.add(f"{action.name}_numbers".upper(), "numbers", action.name)
        name = python.locals[pick.name]
        bit = minus(name, low) if low else name
        number = self._number(action, python)
        values = f"for {name} in range({low}, {high + 1}) if mask >> {bit} & 1"
        moves = [f"    tuple({number} {values})", f"    for mask in range({1 << high - low + 1})"]
        self._context.numbers[table] = "\n".join(["tuple(", *moves, ")"])
        mask = " & ".join([self._domain(python, pick.source), *map(str, masks)])
        return [f"return [*{table}[{mask}]]"]

    def _domain(self, python: Python, source: core.Domain) -> str:
        """All that a pick can be, as a mask."""
        if isinstance(source.of, core.RangeType):
            info = self._game.ranges[source.of.name]
            low, high = python(info.low_expr), python.atom(info.high_expr)
            size = high if low == "1" else bracketed(f"{bracketed(plus_one(high))} - {bracketed(low)}")
            return f"(1 << {size}) - 1"
        if isinstance(source.of, core.Seat):
            return "(1 << s.players) - 1"
        return hex((1 << core.bounds(self._game, source.of)[1] + 1) - 1)

    def _by_rows(self, action: core.Action, guards: list[core.Guard], python: Python) -> Lines | None:
        """Where what the last part can be is the same whatever came before, but for what the parts say of
        each other: it is found once, as a mask, and a table has the moves by the other parts and masks."""
        *others, last = action.picks or (None,)
        if last is None or not others or not isinstance(last.source, core.Domain):
            return None
        before = {pick.name for pick in others}
        asked = [*core.conjuncts(last.where)]
        asked += [guard.condition for guard in guards if level_of(guard, action.picks) == len(action.picks)]
        own = [part for part in asked if not before & _names(part)]
        rest = [part for part in asked if before & _names(part)]
        sizes = [core.choices(self._game, pick.type)[1] + 1 for pick in action.picks]
        small = all(isinstance(pick.type, core.KindType) for pick in action.picks)
        if not small or not own or not all(map(_is_fixed, rest)) or prod(sizes[:-1]) << sizes[-1] > ROWS:
            return None
        mask, name = python.locals.fresh(f"all_{last.name}"), python.locals[last.name]
        lines: Lines = [f"{mask} = 0"]
        lines += self._for_each(python, replace(last, where=None), own, [f"{mask} |= 1 << {name}"])
        lines += [f"if not {mask}:", ["return []"]]
        table = self._rows(action, python, sizes, python.conditions(rest))
        found, then = python.locals.fresh("found"), f"{table}[{{}}][{mask}]"
        early = any(0 < level_of(guard, action.picks) < len(action.picks) for guard in guards)
        cells = None if early else self._one_cell_each(python, others)
        if cells is not None:
            at, there = python.locals.fresh("at"), python.locals.fresh("there")
            inner: Lines = [
                f"for {at}, {there} in enumerate({cells}):",
                [f"if {there}:", [f"{found} += {then.format(at)}"]],
            ]
        else:
            inner = [f"{found} += {then.format(self._mixed(python, others, sizes[:-1]))}"]
            for level, pick in reversed([*enumerate(others, 1)]):
                guarded = [guard.condition for guard in guards if level_of(guard, action.picks) == level]
                inner = self._for_each(python, pick, guarded, inner)
        return [*lines, f"{found}: list[int] = []", *inner, f"return {found}"]

    def _one_cell_each(self, python: Python, picks: list[core.Pick]) -> str | None:
        """The cells of a zone, in order, where all that is asked of the parts is that theirs is not empty."""
        match [part for pick in picks for part in core.conjuncts(pick.where)]:
            case [core.Not(of=core.IsEmpty(of=core.ZoneRef() as zone))]:
                axes = self._game.zones[zone.zone].axes
            case _:
                return None
        indices = [index.name for index in zone.indices if isinstance(index, core.Local)]
        whole = all(isinstance(pick.source, core.Domain) for pick in picks) and len(axes) == len(picks)
        if not whole or indices != [pick.name for pick in picks]:
            return None
        return python(replace(zone, indices=()))

    def _for_each(self, python: Python, pick: core.Pick, asked: list[core.Expr], then: Lines) -> Lines:
        """A loop over what a pick can be, as far as some conditions hold."""
        source, condition = self._asked(python, pick, asked)
        head = f"for {python.locals[pick.name]} in {source}:"
        return [head, [f"if {condition.removeprefix(' if ')}:", then] if condition else then]

    def _rows(self, action: core.Action, python: Python, sizes: list[int], where: str) -> str:
        """The table of the moves by the other parts and the mask of the last."""
        table = self._names.add(f"{action.name}_numbers".upper(), "numbers", action.name)
        names = [python.locals[pick.name] for pick in action.picks]
        conditions = f"mask >> {names[-1]} & 1" + (f" and {where}" if where else "")
        number = self._number(action, python)
        lines = [
            "tuple(",
            "    tuple(",
            f"        tuple({number} for {names[-1]} in range({sizes[-1]}) if {conditions})",
            f"        for mask in range({1 << sizes[-1]})",
            "    )",
            *(f"    for {name} in range({size})" for name, size in zip(names, sizes[:-1], strict=False)),
            ")",
        ]
        self._context.numbers[table] = "\n".join(lines)
        return table

    def _mixed(self, python: Python, picks: list[core.Pick], sizes: list[int]) -> str:
        """The number of some parts together, the last fastest."""
        terms, radix = [], 1
        for pick, size in zip(reversed(picks), reversed(sizes), strict=True):
            name = python.locals[pick.name]
            terms.append(name if radix == 1 else f"{radix} * {name}")
            radix *= size
        return " + ".join(terms[::-1])

    def _through(self, python: Python, pick: core.Pick, asked: list[core.Expr]) -> str:
        """` for x in X if ...`: what a pick can be, and what is asked of it."""
        source, condition = self._asked(python, pick, asked)
        return f" for {python.locals[pick.name]} in {source}{condition}"

    def _asked(self, python: Python, pick: core.Pick, asked: list[core.Expr]) -> tuple[str, str]:
        """What a pick goes through, and the ` if ...` of all that is asked of it."""
        python.room, room = ROOM, python.room
        where = all_of([*core.conjuncts(pick.where), *asked])
        found = candidates(python, pick.name, pick.type, pick.source, where)
        python.room = room
        return found

    def _number(self, action: core.Action, python: Python) -> str:
        terms, radix, base = [], 1, self._numbers[action.name]
        for pick in reversed(action.picks):
            low, high = core.choices(self._game, pick.type)
            name = as_choice(python, pick.name, pick.type)
            terms.append(name if radix == 1 else f"{radix} * {name}")
            base -= radix * low
            radix *= high - low + 1
        text = " + ".join(terms[::-1])
        return f"{base} + {text}" if base > 0 else f"{text} - {-base}" if base else text


def _is_fixed(part: core.Expr) -> bool:
    """Is a condition on picks the same whatever the position is?"""
    fixed = core.Binary | core.Not | core.Local | core.Const
    return all(isinstance(each, fixed) for each in core.walk(part))


def all_of(parts: list[core.Expr]) -> core.Expr | None:
    """Several conditions joined by `and`; None for none."""
    result: core.Expr | None = None
    for part in parts:
        result = part if result is None else both(result, part)
    return result
