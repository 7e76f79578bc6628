"""Python functions of actions: which moves are legal, and why an action is not.

Guards are asked as soon as the picks that they read are known, in the order of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright import core
from rulewright.machine.increments import SMALL
from rulewright.machine.substitute import substitute
from rulewright.machine.total import is_total, may_be_none
from rulewright.machine.words import choice_words
from rulewright.python.expressions import Context, Python, negated
from rulewright.python.functions import Function, function
from rulewright.python.invariants import asked_once
from rulewright.python.layout import Lines, bare, quoted
from rulewright.python.masks import Choice, Mask, chosen, laid_out_masks, walk
from rulewright.python.move_rows import MoveRows, all_of
from rulewright.python.places import pure_functions
from rulewright.python.steps import _names, as_choice, cited, copies_differ, level_of, narrowed

SHORT = 60


def short_list(context: Context, action: core.Action, numbers: dict[str, int], seat: str) -> str | None:
    """The legal moves of an action in place of a call, where they are only looked up."""
    lines = Moves(context, numbers).body(action)
    text = str(lines[0]) if len(lines) == 1 else ""
    if not text.startswith("return ") or re.search(r"\b(?:for|if|where_\w+)\b", text) or len(text) > SHORT:
        return None
    return re.sub(r"\bme\b", seat, text.removeprefix("return "))


def gated(context: Context, action: core.Action, numbers: dict[str, int], seat: str) -> str:
    """The legal moves of an action, unpacked in a list of several: asked for only where there may be some, as
    far as a look at its first condition can tell."""
    found = short_list(context, action, numbers, seat)
    if found is not None:
        return f"*{found}"
    moves, none, most = f"{context.names['moves', action.name]}(s, {seat})", "()", SHORT
    call = f"*{moves}"
    python, gate = Python(context), ""
    guards = [line for line in action.lines if isinstance(line, core.Guard)]
    if not action.picks:
        gate = python.conditions([guard.condition for guard in guards])
        moves, none, most = f"[{numbers[action.name]}]", "[]", 2 * SHORT
    elif guards and level_of(guards[0], action.picks) == 0:
        gate = python.condition(guards[0].condition)
    elif python.is_mask(action.picks[0].source):
        gate = python.mask(action.picks[0].source)
    if not gate or len(gate) > most or re.search(r"\b(?:for|if|where_\w+)\b|\w+\(s\b", gate):
        return call
    gate = re.sub(r"\bme\b", seat, gate)
    return f"*({moves} if {gate} else {none})"


class Moves(MoveRows):
    """The functions `moves_x` and `why_x` of each action."""

    def functions(self) -> Iterator[Function]:
        """All of them, in the order of the file."""
        for action in self._game.actions.values():
            self._context.title = action.name
            yield self._moves(action)
            yield self._why(action)

    # ---- legal moves

    def body(self, action: core.Action) -> Lines:
        """The lines that find the legal moves of an action."""
        self._context.title = action.name
        python = Python(self._context)
        lines: Lines = []
        guards = [line for line in action.lines if isinstance(line, core.Guard)]
        picks = action.picks
        for guard in [g for g in guards if level_of(g, picks) == 0]:
            lines += [f"if {negated(python, guard.condition)}:", ["return []"]]
        rest = [g for g in guards if level_of(g, picks)]
        rows = self._by_mask(action, rest, python) or self._by_rows(action, rest, python)
        if rows is not None:
            return [*lines, *rows]
        picks, rest, hoisted = self._hoisted(picks, rest, python)
        spread = self._spread(action, picks, rest, python)
        if spread is not None:
            return [*lines, *hoisted, *spread]
        return [*lines, *hoisted, f"return {self._list(action, picks, rest, python)}"]

    def _moves(self, action: core.Action) -> Function:
        lines = asked_once(self.body(action), pure_functions(self._context), self._names.taken)
        doc = f"The legal moves of {action.name}{cited(action.per)}"
        return function(self._names["moves", action.name], "s: State, me: int", "list[int]", doc, lines)

    def _hoisted(
        self, picks: tuple[core.Pick, ...], guards: list[core.Guard], python: Python
    ) -> tuple[tuple[core.Pick, ...], list[core.Guard], Lines]:
        """What later picks can be, where that does not depend on earlier ones, is found once; guards that ask
        of such a pick alone are asked there. Gives the picks and guards that remain."""
        lines: Lines = []
        changed: list[core.Pick] = []
        before: set[str] = set()
        for pick in picks:
            own = [part for part in core.conjuncts(pick.where) if not before & _names(part)]
            alone = before and not before & _names(pick.source)
            alone = alone and not core.has_copies(self._game, pick.type)
            if alone and len(own) == len(core.conjuncts(pick.where)):
                asked = [g for g in guards if self._asks_alone(g, pick, picks)]
                own += [g.condition for g in asked]
                guards = [g for g in guards if g not in asked]
            if own and alone and not self._is_masked(pick, own, python):
                local, name = python.locals.fresh(f"all_{pick.name}"), python.locals[pick.name]
                source, where = self._asked(python, replace(pick, where=all_of(own)), [])
                members = f"[{name} for {name} in {source}{where}]" if where else f"list({source})"
                lines += [f"{local} = {members}", f"if not {local}:", ["return []"]]
                rest = [part for part in core.conjuncts(pick.where) if before & _names(part)]
                found = core.Local(name=f"all_{pick.name} ", type=core.ListType(pick.type), span=pick.span)
                pick = replace(pick, source=found, where=all_of(rest))
            if before and isinstance(pick.source, core.Matchings) and not before & _names(pick.source.pool):
                text, local = python.payable(pick.source), python.locals.fresh("payable")
                lines.append(f"{local} = {text}")
                python.named[text] = local
            changed.append(pick)
            before.add(pick.name)
        return tuple(changed), guards, lines

    def _asks_alone(self, guard: core.Guard, pick: core.Pick, picks: tuple[core.Pick, ...]) -> bool:
        """Does a guard ask of one pick only, and can that be worked out before others are picked?"""
        read = _names(guard.condition) & {other.name for other in picks}
        known = may_be_none(guard.condition)
        return read == {pick.name} and is_total(self._game, guard.condition, known, self._context.total)

    def _is_masked(self, pick: core.Pick, own: list[core.Expr], python: Python) -> bool:
        """Are all conditions on a pick one mask, though some depend on earlier picks?"""
        if len(own) >= len(core.conjuncts(pick.where)) or not isinstance(pick.type, core.KindType):
            return False
        found = python.masked_domain(_binder(pick), pick.where)
        return found is not None and not found[1]

    def _list(
        self, action: core.Action, picks: tuple[core.Pick, ...], guards: list[core.Guard], python: Python
    ) -> str:
        if not picks:
            return f"[{self._numbers[action.name]}]"
        parts: list[str] = []
        number = self._number(action, python)
        several = copies_differ(self._game, picks, guards)
        for level, pick in enumerate(picks, 1):
            asked = [g.condition for g in guards if level_of(g, picks) == level]
            if several:
                source, rest = narrowed(python, pick.name, pick.type, pick.source, pick.where)
                where = f" if {python.conditions([*rest, *asked])}" if rest or asked else ""
                parts.append(f" for {python.locals[pick.name]} in {source}{where}")
            else:
                parts.append(self._through(python, pick, asked))
        last = python.locals[picks[-1].name]
        if len(picks) > 1 and number.endswith(f" + {last}"):  # all but the last part is added up once
            first = python.locals.fresh("first")
            parts.insert(-1, f" for {first} in [{number.removesuffix(f' + {last}')}]")
            number = f"{first} + {last}"
        name = python.locals[picks[0].name]
        if len(picks) == 1 and not guards and " if " not in parts[0] and number == name:
            source = parts[0].removeprefix(f" for {name} in ")
            return f"list({source})" if not source.startswith("bits(") else source
        if len(parts) == 1 and (counted := _counted(parts[0], number, name)):
            return counted
        found = f"[{number}{''.join(parts)}]"
        return f"list(dict.fromkeys({found}))" if several else found

    def _spread(
        self, action: core.Action, picks: tuple[core.Pick, ...], guards: list[core.Guard], python: Python
    ) -> Lines | None:
        """The moves whose first part is a space, by masks: one for each value of the second part, if there is
        one that has a few. None where conditions cannot be said by masks."""
        if not self._game.boards or not 1 <= len(picks) <= 2:
            return None
        found: list[tuple[Mask, str]] = []
        conditions = [part for pick in picks for part in core.conjuncts(pick.where)]
        conditions += [guard.condition for guard in guards]
        low, high = core.choices(self._game, picks[1].type) if len(picks) == 2 else (0, 0)
        for value in python.few(_binder(picks[1])) or () if len(picks) == 2 else (0,):
            given = {pick.name: core.Const(value=value, type=pick.type, span=pick.span) for pick in picks[1:]}
            masked = python.masked_domain(
                _binder(picks[0]), all_of([substitute(c, given) for c in conditions])
            )
            if masked is None or masked[1]:
                return None
            start, stride = self._numbers[action.name] + value - low, high - low + 1
            found.append((masked[0], self.numbering(action, picks, value, start, stride)))
        return self._by_masks(found, python) if found else None

    def numbering(
        self, action: core.Action, picks: tuple[core.Pick, ...], value: int, start: int, stride: int
    ) -> str:
        """How a mask of spaces becomes move numbers: `bits` where these are the numbers of the spaces, else
        tables that are made when the engine is imported."""
        low, high = core.choices(self._game, picks[0].type)
        if (start, stride) == (0, 1):
            return "" if high - low < SMALL else "bits"
        word = ""
        if picks[1:]:
            least = core.choices(self._game, picks[1].type)[0]
            word = f"_{choice_words(self._game, picks[1].type)[value - least]}"
        name = self._names.add(f"{action.name}{word}_numbers".upper(), "numbers", action.name, str(start))
        one = high - low < 64
        make = "byte_tables" if one else "numbering"
        self._context.numbers[name] = f"{make}({high - low + 1}, {stride}, {start})"
        return f"eight, {name}" if one else f"spread, {name}"

    def _by_masks(self, found: list[tuple[Mask, str]], python: Python) -> Lines:
        """The lines that turn masks into numbers; where all depend on one test, it is asked once."""
        test = next((part.test for mask, _ in found for part in walk(mask) if isinstance(part, Choice)), None)
        if test is not None and len(found) > 1:
            yes = self._by_masks([(chosen(mask, test, True), how) for mask, how in found], python)
            no = self._by_masks([(chosen(mask, test, False), how) for mask, how in found], python)
            return [f"if {test}:", yes, *no]
        if len(found) == 1:
            return [f"return {_listed(python.mask_text(found[0][0]), found[0][1])}"]
        lines, texts = laid_out_masks([mask for mask, _ in found], {"s", "me", *self._names.taken})
        lists = [_listed(text, how) for text, (_, how) in zip(texts, found, strict=True)]
        return [*lines, f"return {' + '.join(lists)}"]

    # ---- why not

    def _why(self, action: core.Action) -> Function:
        python = Python(self._context)
        guards = [line for line in action.lines if isinstance(line, core.Guard)]
        first = [g for g in guards if level_of(g, action.picks) == 0]
        lines: Lines = ["missing: list[str] = []"] if first or not action.picks else []
        for guard in first:
            lines += [
                f"if {negated(python, guard.condition)}:",
                [f"missing.append({quoted(told(guard.reason, guard.per))})"],
            ]
        if action.picks:
            lines += ["if missing:", ["return missing"]] if first else []
            lines += ["deepest = 0", *self._search(action, guards, python)]
            lines.append(f"return [({self._reasons(action, guards)})[deepest]]")
        else:
            lines.append("return missing")
        doc = f"Why {action.name} cannot be played, with these picks or any; empty if it can."
        args = "s: State, me: int, picks: tuple[int, ...] | None = None"
        return function(self._names["why", action.name], args, "list[str]", doc, lines)

    def _search(self, action: core.Action, guards: list[core.Guard], python: Python) -> Lines:
        """Nested loops that note how deep they got; `deepest` counts the lines passed."""
        picks, stage = action.picks, 0
        opened: Lines = []
        current = opened
        for level, pick in enumerate(picks, 1):
            source, rest = narrowed(python, pick.name, pick.type, pick.source, pick.where)
            name = python.locals[pick.name]
            low = core.choices(self._game, pick.type)[0]
            value = f"picks[{level - 1}] + {low}" if low else f"picks[{level - 1}]"
            chosen = as_choice(python, pick.name, pick.type)
            other: Lines = [f"if picks is not None and {chosen} != {value}:", ["continue"]]
            refused: Lines = [f"if {unless(python, rest)}:", ["continue"]] if rest else []
            inner: Lines = []
            if pick.reason is not None:
                inner += [*other, *refused]
            else:  # that nothing can be chosen, and that this cannot, are two things
                stage += 1
                inner += [*refused, f"deepest = max(deepest, {stage})", *other]
            stage += 1
            inner.append(f"deepest = max(deepest, {stage})")
            for guard in [g for g in guards if level_of(g, picks) == level]:
                stage += 1
                inner += [
                    f"if {negated(python, guard.condition)}:",
                    ["continue"],
                    f"deepest = max(deepest, {stage})",
                ]
            current += [f"for {name} in {source}:", inner]
            current = inner
        current.append("return []")
        return opened

    def _reasons(self, action: core.Action, guards: list[core.Guard]) -> str:
        """By how deep the search got: the sentence of the line that stopped it."""
        found = []
        for level, pick in enumerate(action.picks, 1):
            if pick.reason is not None:
                found.append(told(pick.reason, pick.per))
            else:
                found.append(told(f"there is nothing to choose for {pick.name}", pick.per))
                found.append(told(f"{{{pick.name}}} cannot be chosen for {pick.name}", pick.per))
            found += [told(g.reason, g.per) for g in guards if level_of(g, action.picks) == level]
        return f"{', '.join(map(repr, found))},"


def _counted(part: str, number: str, name: str) -> str:
    """The numbers of moves that follow each other; nothing where there is more to it.

    >>> _counted(" for d in range(5)", "375 + d", "d")
    '[*range(375, 380)]'
    """
    source = re.fullmatch(rf" for {name} in range\((?:(\d+), )?(\d+)\)", part)
    moved = re.fullmatch(rf"(\d+) \+ {name}", number)
    if source is None or moved is None:
        return ""
    return f"[*range({int(moved[1]) + int(source[1] or 0)}, {int(moved[1]) + int(source[2])})]"


def _listed(mask: str, how: str) -> str:
    """The move numbers of a mask."""
    if not how:
        return f"[*FEW[{bare(mask)}]]"
    name, _, tables = how.partition(", ")
    return (
        f"{name}({tables}, {mask})"
        if name == "eight"
        else f"{name}({', '.join(filter(None, (mask, tables)))})"
    )


def _binder(pick: core.Pick) -> core.Binder:
    return core.Binder(name=pick.name, type=pick.type, source=pick.source, span=pick.span)


def told(reason: str, per: tuple[str, ...]) -> str:
    """A sentence with its clauses, as players read it."""
    return f"{reason} ({', '.join(per)})" if per else reason


def unless(python: Python, rest: list[core.Expr]) -> str:
    """The Python of the opposite of several conditions."""
    if len(rest) == 1:
        return negated(python, rest[0])
    return f"not ({python.conditions(rest)})"
