"""Python text of expressions.

`Python(context)` turns checked expressions into one-line Python over a state `s`. Sources become iterables,
conditions on set zones become masks where tables can answer them, everything else is a plain comprehension.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from rulewright import core
from rulewright.machine.substitute import inlined, is_written_out
from rulewright.python.aggregates import Aggregates
from rulewright.python.layout import bare, quoted
from rulewright.python.places import Context
from rulewright.python.texts import is_atom, minus, plus_one, times

LISTED = 500  # how long a define may be that is written out where a list asks it again and again
ATOMS = core.Const | core.Local | core.Me
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "is": "is_not", "is_not": "is"}
COMPARED = re.compile(r"\b(?:and|or|if|for|not|in|is)\b| (?:<|>|<=|>=|==|!=) ")
OPS = {"is": "==", "is_not": "!=", "/": "//", "and": "and", "or": "or"}

__all__ = ["Context", "Python"]


def decided(context: Context, expr: core.Expr) -> bool | None:
    """Whether a condition holds, where constants alone say so.

    Defines are looked into, each once: what a variant has set once and for all stands in them.
    """
    match expr:
        case core.Const(value=value):
            return bool(value)
        case core.Call(define=name):
            if name not in context.decided:
                context.decided[name] = decided(context, context.game.defines[name].value)
            return context.decided[name]
        case core.Not(of=of):
            known = decided(context, of)
            return None if known is None else not known
        case core.Binary(op="and" | "or" as op, left=left, right=right):
            sides = [decided(context, left), decided(context, right)]
            ends = op == "or"
            if ends in sides:
                return ends
            return None if None in sides else not ends
    return None


class Python(Aggregates):
    """Expressions inside one function."""

    def _const(self, expr: core.Const) -> str:
        of = expr.type.of if isinstance(expr.type, core.Optional) else expr.type
        if isinstance(of, core.KindType) and expr.value >= 0:
            for word in self.game.kinds[of.name].words:
                if word.base == expr.value and not word.params:
                    return self.names["word", of.name, word.name]
        return str(expr.value)

    def _local(self, expr: core.Local) -> str:
        return self.locals[expr.name]

    def _me(self, _: core.Me) -> str:
        return "me"

    def _playercount(self, _: core.PlayerCount) -> str:
        return "s.players"

    def _roundnumber(self, _: core.RoundNumber) -> str:
        return "s.memory[0]"

    def _repeated(self, expr: core.Repeated) -> str:
        """Memory 0 is the number of the round; what is cut out does not count."""
        layout = self.context.layout
        gone = sorted((layout.memory[name].at, layout.memory[name].size) for name in expr.apart)
        starts = [1, *(at + size for at, size in gone)]
        ends = [*(at for at, _ in gone), layout.cells]
        kept = [f"s.memory[{a}:{b}]" for a, b in zip(starts, ends, strict=True) if a < b]
        mover = [f"s.frames[0][{self.context.mover}]"] if self.context.mover else []
        parts = [quoted(self.context.title), *mover, *kept]
        return f"(came(s, [{', '.join(parts)}]) >= {self(expr.times)})"

    def _gameover(self, _: core.GameOver) -> str:
        return "s.ending >= 0"

    def _winners(self, _: core.Winners) -> str:
        return "(mask_of(winners(s)) if s.ending >= 0 else 0)"

    def _knows(self, expr: core.Knows) -> str:
        component = expr.component.type
        assert isinstance(component, core.Component)
        at = f"{self.names['component', component.record]} + {self.atom(expr.component)}"
        return f"(s.known[{at}] >> {self.atom(expr.seat)} & 1)"

    def _optionvalue(self, expr: core.OptionValue) -> str:
        return f"s.options[{self.names['option', expr.name]}]"

    def _constantbyplayers(self, expr: core.ConstantByPlayers) -> str:
        return f"{self.names['constant', expr.name]}[s.players - {self.game.low}]"

    def _memoryvalue(self, expr: core.MemoryValue) -> str:
        return f"s.memory[{self.memory_place(expr)}]"

    def _holder(self, expr: core.Holder) -> str:
        return f"s.memory[{self.names['token', expr.token]}]"

    def _column(self, expr: core.Column) -> str:
        return f"{self.names['field', expr.record, expr.field]}[{self(expr.of)}]"

    def _call(self, expr: core.Call) -> str:
        return self._short(expr) or self._called(expr)

    def _short(self, expr: core.Call) -> str | None:
        """The body of a define that only looks something up, in place of its call."""
        if expr.define in self.context.keeping.of or not all(isinstance(arg, ATOMS) for arg in expr.args):
            return None
        if not is_written_out(self.game, expr.define, self.context.sizes, self.room):
            return None
        body = inlined(self.game, expr)
        if isinstance(body, core.Match):
            return None
        text = self(body)
        choice = "" if self.room == LISTED else "|if"
        called = re.search(rf"\b(?:for|lambda{choice}|where_\w+)\b|\w+\(s\b", text)
        if called or len(text) > self.room:
            return None
        return f"({text})" if re.search(r"\b(?:and|or|if)\b", text) else text

    def _called(self, expr: core.Call) -> str:
        return f"{self.names['define', expr.define]}({', '.join(['s', *map(self, expr.args)])})"

    def _word(self, expr: core.Word) -> str:
        word = next(w for w in self.game.kinds[expr.kind].words if w.name == expr.word)
        text, radix = str(word.base), 1
        for arg, param in reversed(list(zip(expr.args, word.params, strict=True))):
            low, high = core.bounds(self.game, param)
            term = times(radix, self.dense(arg, param, low))
            text = term if text == "0" else f"{term} + {text}"
            radix *= high - low + 1
        return text

    def _binary(self, expr: core.Binary) -> str:
        if expr.op == "and" or expr.op == "or":
            return self._connected(expr, "and" if expr.op == "and" else "or")
        if expr.op == "+" and (joint := self.joint_tally(expr)) is not None:
            return joint
        if isinstance(expr.left.type, core.ListType) and isinstance(expr.right.type, core.ListType):
            if expr.op == "+":
                return f"[*{self.atom(expr.left)}, *{self.atom(expr.right)}]"
            return f"{self.number(expr.left)} {OPS[expr.op]} {self.number(expr.right)}"
        turned = isinstance(expr.left, core.Const) and not isinstance(expr.right, core.Const)
        if turned and expr.op in ("is", "is_not"):
            return f"{self.atom(expr.right)} {OPS[expr.op]} {self.atom(expr.left)}"
        return f"{self.atom(expr.left)} {OPS.get(expr.op, expr.op)} {self.atom(expr.right)}"

    def _connected(self, expr: core.Binary, op: Literal["and", "or"]) -> str:
        """`and`, `or`; a side that is decided before the game says all, or nothing."""
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            known = decided(self.context, side)
            if known is not None:
                return self(other) if known == (op == "and") else str(int(known))
        return f"{self._side(expr.left, op)} {op} {self._side(expr.right, op)}"

    def _not(self, expr: core.Not) -> str:
        known = decided(self.context, expr)
        if known is not None:
            return str(int(known))
        if isinstance(expr.of, core.IsEmpty):
            return self._filled(expr.of.of)
        if isinstance(expr.of, core.In) and not self.is_mask(expr.of.source):
            return self._in(expr.of, outside=True)
        if isinstance(expr.of, core.Binary) and expr.of.op in OPPOSITE:
            return self(replace(expr.of, op=OPPOSITE[expr.of.op]))
        text = self.condition(expr.of)
        for said, opposite in ((" == 0", " != 0"), (" != 0", " == 0")):
            if text.endswith(said) and not COMPARED.search(text.removesuffix(said)):
                return text.removesuffix(said) + opposite
        return f"not {text}" if is_atom(text) else f"not ({text})"

    def _filled(self, of: core.Expr) -> str:
        """The opposite of `is empty`."""
        if isinstance(of.type, core.Optional) and not isinstance(of, core.EndOf):
            return f"{self.atom(of)} >= 0"
        text = self._isempty(core.IsEmpty(of=of, type=core.YesNo(), span=of.span))
        return text.removeprefix("not ") if text.startswith("not ") else f"not ({text})"

    def _isempty(self, expr: core.IsEmpty) -> str:
        of = expr.of
        if isinstance(of, core.EndOf):
            return f"not {self._contents(of.zone)}"
        if isinstance(of.type, core.Optional):
            return f"{self.atom(of)} < 0"
        if isinstance(of, core.ZoneRef):
            text = self._contents(of)
            return f"not any({text})" if self.cells(of) > 1 else f"not {text}"
        return f"not {self.atom(of)}"

    def _isfull(self, expr: core.IsFull) -> str:
        limit = self.game.zones[expr.of.zone].at_most
        assert limit is not None
        return f"{self.count_of(expr.of)} >= {self.atom(limit)}"

    def _in(self, expr: core.In, outside: bool = False) -> str:
        source = expr.source
        value = self.atom(expr.value)
        optional = isinstance(expr.value.type, core.Optional)
        if self.is_mask(source):
            inner = expr.value.type.of if isinstance(expr.value.type, core.Optional) else expr.value.type
            of = self.item_type(source) or inner
            test = f"{self.mask_atom(source)} >> {self.dense(expr.value, of)} & 1"
            low = core.bounds(self.game, of)[0]
            below = optional or (self._lowest(expr.value) < low)
            return f"({value} >= {low} and {test})" if below else f"({test})"
        if optional and not isinstance(source, core.Members):  # none is in nothing
            known = f"({value} >= 0 and {value} in {self.source(source)})"
            return f"not {known}" if outside else known
        return f"{value} {'not in' if outside else 'in'} {self.source(source)}"

    def _fits(self, expr: core.Fits) -> str:
        kind = expr.left.type
        assert isinstance(kind, core.KindType)
        left, right, jokers = self.atom(expr.left), self.atom(expr.right), self.jokers(kind.name)
        return f"({left} == {right} or ({jokers} >> {left} | {jokers} >> {right}) & 1)"

    def jokers(self, kind: str) -> int:
        """The mask of a kind's words that are `as any`."""
        return sum(1 << w.base for w in self.game.kinds[kind].words if w.joker)

    def _if(self, expr: core.If) -> str:
        return f"{self.atom(expr.then)} if {self.condition(expr.condition)} else {self.atom(expr.otherwise)}"

    def _endof(self, expr: core.EndOf) -> str:
        zone, at = self._contents(expr.zone), -1 if expr.end == "top" else 0
        return f"({zone}[{at}] if {zone} else -1)"

    def _lookup(self, expr: core.Lookup) -> str:
        value = self.atom(expr.value)
        arrows = list(expr.arrows)
        if expr.op == "table":
            pairs = ", ".join(f"{step}: {self(result)}" for step, result in arrows)
            return f"{{{pairs}}}[{value}]"
        text = self.atom(arrows[0][1])
        for step, result in arrows[1:]:
            text = (
                f"{self.atom(result)} if {value} >= {step} else {text}"
                if step == arrows[1][0]
                else (f"{self.atom(result)} if {value} >= {step} else ({text})")
            )
        return text

    def _match(self, expr: core.Match) -> str:
        """As a chain of `if else`; a define's own match is laid out as statements instead."""
        text = self.atom(expr.otherwise) if expr.otherwise is not None else "0"
        for case in reversed(expr.cases):
            test, values = self.case(expr.value, case.word, case.params)
            inner = self.atom(case.value)
            for name, value in values:
                inner = f"[{inner} for {name} in ({value},)][0]"
            text = f"{inner} if {test} else ({text})"
        return text

    def case(
        self, value: core.Expr, word: str, params: tuple[tuple[str, core.Type], ...]
    ) -> tuple[str, list[tuple[str, str]]]:
        """The test for a word, and (name, value) for what it carries."""
        type = value.type.of if isinstance(value.type, core.Optional) else value.type
        assert isinstance(type, core.KindType)
        info = next(w for w in self.game.kinds[type.name].words if w.name == word)
        text = self.atom(value)
        if not info.params:
            return f"{text} == {self.names['word', type.name, word]}", []
        test = f"{info.base} <= {text} < {info.base + info.size}"
        return test, self._carried(minus(text, info.base), info.params, params)

    def _carried(
        self, number: str, types: tuple[core.Type, ...], params: tuple[tuple[str, core.Type], ...]
    ) -> list[tuple[str, str]]:
        found, radix = [], 1
        for index in reversed(range(len(types))):
            low, high = core.bounds(self.game, types[index])
            size = high - low + 1
            text = bare(number) if radix == 1 else f"{number} // {radix}"
            if index:
                text = f"{text if is_atom(text) else f'({text})'} % {size}"
            if low:
                text = f"{text} + {low}" if low > 0 else f"{text} - {-low}"
            if index < len(params):
                found.append((self.locals[params[index][0]], text))
            radix *= size
        return found[::-1]

    def _longestrun(self, expr: core.LongestRun) -> str:
        return (
            f"longest_run({self(expr.of)}, {self.jokers(expr.kind)}, {self(expr.jokers)}, {self(expr.fixed)})"
        )

    def _matchings(self, expr: core.Matchings) -> str:
        way = self.locals.fresh("way")
        return f"[{way} for {way} in {self.ways(expr)} if {self.payable(expr)} >> {way} & 1]"

    def payable(self, expr: core.Matchings) -> str:
        """The mask of all multisets that a pool can pay for."""
        type = self._matched_type(expr)
        name = self.names.add(f"{type.kind}_payable".upper(), "payable", type.kind, str(type.most))
        table = self.multiset_table(type)
        self.context.tables.setdefault(name, f"payable:{table}")
        at = self.zone_offset(expr.pool)
        text = f"{name}[tuple(s.pools[{at} : {at} + {self.cells(expr.pool)}])]"
        return self.named.get(text, text)

    def _matched_type(self, expr: core.Matchings) -> core.Multiset:
        of = expr.type.of if isinstance(expr.type, core.ListType) else None
        return of if isinstance(of, core.Multiset) else core.Multiset(expr.kind, 0)

    def ways(self, expr: core.Matchings) -> str:
        """The table of the matchings that cover what is needed."""
        most = self._matched_type(expr).most
        if isinstance(expr.needs, core.Column):
            column = expr.needs
            name = self.names.add(
                f"{column.record}_{column.field}_ways".upper(), "ways", column.record, column.field, str(most)
            )
            self.context.tables.setdefault(name, f"ways:{column.record}:{column.field}:{most}")
            return f"{name}[{self(column.of)}]"
        name = self.names.add(f"{expr.kind}_ways".upper(), "all ways", expr.kind, str(most))
        self.context.tables.setdefault(name, f"allways:{expr.kind}:{most}")
        return f"{name}[tuple(sorted({self(expr.needs)}))]"

    def _table(self, expr: core.Table) -> str:
        if isinstance(expr.type, core.SetType):
            return self.entry(expr, "set")
        lowest = self.lowest_space(expr)
        if lowest is not None:
            return lowest
        return self.entry(expr, "value")

    def _shown(self, expr: core.Shown) -> str:
        name = self.shown_table(self.game.overlays[expr.overlay].record, expr.field)
        return f"{name}[s.memory[{self.part_place(expr.overlay, expr.of)}]]"

    def _leadingrun(self, expr: core.LeadingRun) -> str:
        """What is listed is worked out as far as it is asked."""
        room, self.room = self.room, LISTED
        text = self.number(expr.of)
        self.room = room
        if isinstance(expr.of, core.Aggregate) and text[:1] + text[-1:] == "[]":
            text = text[1:-1]
        return f"leading_{expr.op}({text})"

    def _leading(self, expr: core.Leading) -> str:
        name = self.locals[expr.binder.name]
        source = self.source(expr.binder.source)
        return f"leading(lambda {name}: {self.condition(expr.condition)}, {source})"

    def _region(self, expr: core.Region) -> str:
        near = self.near(expr.near)
        return f"region({self.mask(expr.start)}, {self.mask(expr.within)}, {near})"

    def _connects(self, expr: core.Connects) -> str:
        sets = ", ".join(self.mask(part) for part in (expr.within, expr.one, expr.other))
        return f"connects({sets}, {self.near(expr.near)})"

    def _scoreof(self, expr: core.ScoreOf) -> str:
        if expr.line is None:
            return f"total_score(s, {self(expr.seat)})"
        return f"{self.names['score', expr.line]}(s, {self(expr.seat)})"

    def _zoneref(self, expr: core.ZoneRef) -> str:
        return self._contents(expr)

    def _domain(self, expr: core.Domain) -> str:
        return self.source(expr)

    def _seatsfrom(self, expr: core.SeatsFrom) -> str:
        seats = self.mask(expr.of) if self.is_mask(expr.of) else "(1 << s.players) - 1"
        back = ", -1" if expr.backwards else ""
        return f"turn_order({seats}, {self(expr.start)}, s.players{back})"

    def _nextseat(self, expr: core.NextSeat) -> str:
        among = "-1" if expr.among is None else self.mask(expr.among)
        return f"next_seat({self(expr.seat)}, {among}, s.players, {-1 if expr.backwards else 1})"

    def _teamof(self, expr: core.TeamOf) -> str:
        teams = self.game.teams.values()
        masks = [
            sum(1 << each for team in teams if seat in team.seats for each in team.seats)
            for seat in range(self.game.high)
        ]
        found = f"{tuple(masks)}[{self(expr.seat)}]"
        return found if self.game.low == self.game.high else f"({found} & (1 << s.players) - 1)"

    def _interval(self, expr: core.Interval) -> str:
        low = self(expr.low)
        return f"range({'' if low == '0' else low + ', '}{plus_one(self(expr.high))})"

    def _members(self, expr: core.Members) -> str:
        return str(sum(1 << member for member in self.game.groups[expr.group].members))


def negated(python: Python, condition: core.Expr) -> str:
    """The Python of `not condition`."""
    if isinstance(condition, core.Binary) and condition.op in OPPOSITE:
        return python(replace(condition, op=OPPOSITE[condition.op]))
    if isinstance(condition, core.Not):
        return python.condition(condition.of)
    return python.condition(core.Not(of=condition, type=core.YesNo(), span=condition.span))
