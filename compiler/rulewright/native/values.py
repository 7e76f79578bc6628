"""C text of expressions: numbers and sets as one expression, with lines before it where they take some.

A condition that takes lines is only worked out where it is asked: `and`, `or` and `if` then become
statements. Lists are in `native.lists`, what goes through members in `native.aggregates`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright import core
from rulewright.machine.increments import NewLine, NowConnects
from rulewright.machine.layout import strides
from rulewright.machine.substitute import Variable, inlined
from rulewright.native import sets
from rulewright.native.aggregates import Aggregates
from rulewright.native.code import Unfit, ident
from rulewright.native.extents import KEPT, must_fit
from rulewright.python.data import by_component
from rulewright.python.expressions import decided

COMPARED = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "is": "==", "is_not": "!="}
Write = Callable[[], str]


class Values(Aggregates):
    """Expressions inside one function."""

    def value(self, expr: core.Expr) -> str:
        """The C text of a number, of yes_no (0 or 1), or of a set."""
        method = getattr(self, f"_{type(expr).__name__.lower()}", None)
        if method is None:
            raise Unfit(f"{type(expr).__name__} is not known to it", expr.span)
        return str(method(expr))

    def stored(self, expr: core.Expr) -> str:
        """A value in a local of its own, or as it is where it is as short as one."""
        if isinstance(expr, core.Const | core.Me):
            return self.value(expr)
        must_fit(self.game, expr, KEPT)
        text = self.value(expr)
        if text.isidentifier():
            return text
        name = self.code.fresh("v")
        self.code.add(f"const {self.shape.ctype(expr.type)} {name} = {text};")
        return name

    # ---- plain values

    def _const(self, expr: core.Const) -> str:
        if isinstance(expr.type, core.SetType):
            return sets.const(self.shape.words(expr.type.of), expr.value)
        return str(expr.value) if abs(expr.value) < 2**31 else f"INT64_C({expr.value})"

    def _local(self, expr: core.Local) -> str:
        found = self.locals.get(expr.name)
        if not isinstance(found, str):
            raise Unfit(f"`{expr.name}` is a list where a value is asked for", expr.span)
        return found

    def _me(self, _: core.Me) -> str:
        return self.me

    def _playercount(self, _: core.PlayerCount) -> str:
        return "s->players"

    def _roundnumber(self, _: core.RoundNumber) -> str:
        return "s->round"

    def _repeated(self, expr: core.Repeated) -> str:
        raise Unfit("an ending asks for positions that have come before", expr.span)

    def _optionvalue(self, expr: core.OptionValue) -> str:
        return f"s->options[{list(self.game.options).index(expr.name)}]"

    def _constantbyplayers(self, expr: core.ConstantByPlayers) -> str:
        values = self.game.constants[expr.name].values
        return f"{self.tables.numbers(f'by_players_{expr.name}', values)}[s->players - {self.game.low}]"

    def _memoryvalue(self, expr: core.MemoryValue) -> str:
        return self.memory_place(expr)

    def _holder(self, expr: core.Holder) -> str:
        return f"s->{self.shape.blocks[f'token:{expr.token}'].field}[0]"

    def _column(self, expr: core.Column) -> str:
        record = self.game.records[expr.record]
        values = by_component(record, record.fields[expr.field])
        if not all(isinstance(value, int) for value in values):
            raise Unfit(f"the column `{expr.field}` is a list where a value is asked for", expr.span)
        table = self.tables.numbers(f"{expr.record}_{expr.field}", values)  # type: ignore[arg-type]
        return f"{table}[{self.value(expr.of)}]"

    def _table(self, expr: core.Table) -> str:
        info = self.game.tables[expr.name]
        lowest = self.spaces.lowest_of(expr) if self.game.boards else None
        if lowest is not None:
            return lowest
        if isinstance(expr.type, core.SetType):
            values = [sum(1 << member for member in row) for row in self.entries(expr.name)]
            table = self.tables.sets(expr.name, values, self.shape.words(expr.type.of))
        else:
            table = self.tables.numbers(expr.name, info.values)  # type: ignore[arg-type]
        return f"{table}[{self.table_index(expr)}]"

    def table_index(self, expr: core.Table) -> str:
        """The number of an entry of a table."""
        info = self.game.tables[expr.name]
        sizes = tuple(axis.size for axis in info.axes)
        terms = []
        for index, axis, stride in zip(expr.indices, info.axes, strides(sizes), strict=True):
            if isinstance(axis.type, core.Optional):
                known = index.value if isinstance(index, core.Const) else None
                text = str(known % axis.size) if known is not None else None
                if text is None:
                    local = self.stored(index)
                    text = f"({local} < 0 ? {axis.size - 1} : {local})"
            else:
                text = self.axis_index(index, axis)
            terms.append(f"{stride} * {text}" if stride != 1 else text)
        return " + ".join(terms) or "0"

    def _shown(self, expr: core.Shown) -> str:
        overlay = self.game.overlays[expr.overlay]
        table = self.shown_table(overlay.record, expr.field)
        return f"{table}[{self.part_place(expr)} + 1]"

    def part_place(self, expr: core.Shown) -> str:
        """Where it lies which part of a card is seen at a space."""
        axis = self.game.memories[expr.of.name].axis
        assert axis is not None
        assert expr.of.index is not None
        block, region = self.shape.blocks[f"part:{expr.overlay}"], self.layout.memory[f"part:{expr.overlay}"]
        at = self.axis_index(expr.of.index, axis)
        seat = "" if expr.of.seat is None else f"{region.cells} * {self.value(expr.of.seat)} + "
        return f"s->{block.field}[{seat}{at}]"

    def _word(self, expr: core.Word) -> str:
        word = next(w for w in self.game.kinds[expr.kind].words if w.name == expr.word)
        terms, radix = [], 1
        for arg, param in reversed(list(zip(expr.args, word.params, strict=True))):
            low, high = core.bounds(self.game, param)
            terms.append(f"{radix} * {self.dense(arg, low)}")
            radix *= high - low + 1
        return f"({' + '.join([str(word.base), *terms[::-1]])})"

    def _members(self, expr: core.Members) -> str:
        group = self.game.groups[expr.group]
        return sets.const(
            self.shape.wide(self.game.kinds[group.kind].size), sum(1 << member for member in group.members)
        )

    def _domain(self, expr: core.Domain) -> str:
        return self.set(expr)

    def _teamof(self, expr: core.TeamOf) -> str:
        teams = self.game.teams.values()
        masks = [
            sum(1 << each for team in teams if seat in team.seats for each in team.seats)
            for seat in range(self.game.high)
        ]
        table = self.tables.sets("team_of", masks, 1)
        return f"({table}[{self.value(expr.seat)}] & below1(s->players))"

    def _nextseat(self, expr: core.NextSeat) -> str:
        among = "~(S1)0" if expr.among is None else self.set(expr.among)
        return f"next_seat({self.value(expr.seat)}, {among}, s->players, {-1 if expr.backwards else 1})"

    def _zoneref(self, expr: core.ZoneRef) -> str:
        if self.is_pool(expr):
            return self.count_of(expr)
        return self.set(expr)

    def _endof(self, expr: core.EndOf) -> str:
        end = "tail" if expr.end == "top" else "head"
        return f"(I)s->{end}[{self.zone_place(expr.zone)}]"

    def _scoreof(self, expr: core.ScoreOf) -> str:
        name = "total" if expr.line is None else ident(expr.line)
        return f"score_{name}(s, r, {self.value(expr.seat)})"

    # ---- operators

    def _binary(self, expr: core.Binary) -> str:
        must_fit(self.game, expr)
        if expr.op in ("and", "or"):
            return self._connected(expr)
        if isinstance(expr.left.type, core.ListType) and isinstance(expr.right.type, core.ListType):
            one, other = self.span(expr.left), self.span(expr.right)
            text = f"same_list({one.at}, {one.size}, {other.at}, {other.size})"
            return text if expr.op == "is" else f"!{text}"
        if isinstance(expr.left.type, core.SetType) and expr.op in ("is", "is_not"):
            w = self.shape.words(expr.left.type.of)
            text = sets.same(w, self.set(expr.left), self.set(expr.right))
            return text if expr.op == "is" else f"!{text}"
        left, right = self.value(expr.left), self.value(expr.right)
        if expr.op == "/":
            return f"floor_of(r, {left}, {right})"
        return f"({left} {COMPARED.get(expr.op, expr.op)} {right})"

    def _connected(self, expr: core.Binary) -> str:
        """`and`, `or`; a side that is decided before the game says all, or nothing."""
        for side, other in ((expr.left, expr.right), (expr.right, expr.left)):
            known = decided(self.context, side)
            if known is not None:
                return self.value(other) if known == (expr.op == "and") else str(int(known))
        left, op = self.value(expr.left), "&&" if expr.op == "and" else "||"
        right, lines = self.code.captured(lambda: self.value(expr.right))
        if not lines:
            return f"({left} {op} {right})"
        name = self.code.fresh("c")
        self.code.add(f"I {name} = {left} != 0;")
        with self.code.block(f"if ({name})" if expr.op == "and" else f"if (!{name})"):
            self.code.lines += lines
            self.code.add(f"{name} = {right} != 0;")
        return name

    def _not(self, expr: core.Not) -> str:
        known = decided(self.context, expr)
        return str(int(known)) if known is not None else f"!{self.value(expr.of)}"

    def _isempty(self, expr: core.IsEmpty) -> str:
        of = expr.of
        if isinstance(of, core.EndOf):
            return f"(s->size[{self.zone_place(of.zone)}] == 0)"
        if isinstance(of.type, core.Optional):
            return f"({self.value(of)} < 0)"
        if isinstance(of.type, core.Multiset):
            return f"!{self.value(of)}"
        if isinstance(of, core.ZoneRef) and not self.is_mask(of):
            return f"({self.count_of(of)} == 0)"
        if self.is_mask(of):
            return f"!{sets.some(self.set_words(of), self.set(of))}"
        return f"({self.span(of).size} == 0)"

    def _isfull(self, expr: core.IsFull) -> str:
        limit = self.game.zones[expr.of.zone].at_most
        assert limit is not None
        return f"({self.count_of(expr.of)} >= {self.value(limit)})"

    def _in(self, expr: core.In) -> str:
        source = expr.source
        if self.is_mask(source) or isinstance(source, core.Members):
            of = self.item_type(source) or expr.value.type
            w, text, value = self.set_words(source), self.set(source), self.stored(expr.value)
            low, high = core.bounds(self.game, of)
            test = sets.has(w, text, f"{value} - {low}" if low else value)
            least, most = self.bounds(expr.value)
            least = min(least, -1) if isinstance(expr.value.type, core.Optional) else least
            tests = [f"{value} >= {low}"] if least < low else []
            tests += [f"{value} <= {high}"] if most > high else []
            return f"({' && '.join([*tests, test])})"
        value, name = self.stored(expr.value), self.code.fresh("found")
        done = self.code.fresh("done")
        self.code.add(f"I {name} = 0;")
        with self.each(source) as item, self.code.block(f"if ({item} == {value})"):
            self.code.add(f"{name} = 1;", f"goto {done};")
        self.code.add(f"{done}:;")
        return f"({name} && {value} >= 0)" if isinstance(expr.value.type, core.Optional) else name

    def _fits(self, expr: core.Fits) -> str:
        kind = expr.left.type
        assert isinstance(kind, core.KindType)
        info = self.game.kinds[kind.name]
        jokers = sets.const(self.shape.wide(info.size), sum(1 << w.base for w in info.words if w.joker))
        left, right, w = self.stored(expr.left), self.stored(expr.right), self.shape.wide(info.size)
        return f"({left} == {right} || {sets.has(w, jokers, left)} || {sets.has(w, jokers, right)})"

    def _if(self, expr: core.If) -> str:
        known = decided(self.context, expr.condition)
        if known is not None:
            return self.value(expr.then if known else expr.otherwise)
        return self.chosen(
            self.shape.ctype(expr.type),
            [(self.value(expr.condition), lambda: self.value(expr.then))],
            lambda: self.value(expr.otherwise),
        )

    def chosen(self, ctype: str, cases: list[tuple[str, Write]], otherwise: Write) -> str:
        """The first of some values whose test holds; all tests are worked out before."""
        made = [(test, *self.code.captured(write)) for test, write in cases]
        last, rest = self.code.captured(otherwise)
        if not rest and not any(lines for _, _, lines in made):
            text = last
            for test, value, _ in reversed(made):
                text = f"({test} ? {value} : {text})"
            return text
        name = self.code.fresh("which")
        self.code.add(f"{ctype} {name};")
        for i, (test, value, lines) in enumerate(made):
            with self.code.block(f"{'else ' if i else ''}if ({test})"):
                self.code.lines += lines
                self.code.add(f"{name} = {value};")
        with self.code.block("else"):
            self.code.lines += rest
            self.code.add(f"{name} = {last};")
        return name

    def _lookup(self, expr: core.Lookup) -> str:
        value = self.stored(expr.value)
        arrows = list(expr.arrows)
        ctype = self.shape.ctype(expr.type)
        if expr.op == "table":
            cases = [(f"{value} == {step}", self._writer(result)) for step, result in arrows]
            return self.chosen(ctype, cases[:-1], cases[-1][1])
        cases = [(f"{value} >= {step}", self._writer(result)) for step, result in reversed(arrows[1:])]
        return self.chosen(ctype, cases, self._writer(arrows[0][1]))

    def _writer(self, expr: core.Expr) -> Write:
        return lambda: self.value(expr)

    def _match(self, expr: core.Match) -> str:
        cases: list[tuple[str, Write]] = []
        for case in expr.cases:
            test, values = self.case(expr.value, case.word, case.params)
            self.locals.update(values)
            cases.append((test, self._writer(case.value)))
        if expr.otherwise is not None:
            return self.chosen(self.shape.ctype(expr.type), cases, self._writer(expr.otherwise))
        return self.chosen(self.shape.ctype(expr.type), cases[:-1], cases[-1][1])

    def case(
        self, value: core.Expr, word: str, params: tuple[tuple[str, core.Type], ...]
    ) -> tuple[str, dict[str, str]]:
        """The test for a word, and what it carries by name."""
        type = value.type.of if isinstance(value.type, core.Optional) else value.type
        assert isinstance(type, core.KindType)
        info = next(w for w in self.game.kinds[type.name].words if w.name == word)
        text = self.stored(value)
        if not info.params:
            return f"{text} == {info.base}", {}
        values, radix = {}, 1
        for index in reversed(range(len(info.params))):
            low, high = core.bounds(self.game, info.params[index])
            if index < len(params):
                part = f"({text} - {info.base}) / {radix} % {high - low + 1} + {low}"
                values[params[index][0]] = f"({part})"
            radix *= high - low + 1
        return f"{info.base} <= {text} && {text} < {info.base + info.size}", values

    # ---- defines

    def _call(self, expr: core.Call) -> str:
        if self.is_by_place(expr):
            return self.value(inlined(self.game, expr))
        return f"d_{ident(expr.define)}({', '.join(['s', 'r', *self.args(expr)])})"

    def is_by_place(self, expr: core.Call) -> bool:
        """Is a define given a place? Then it stands where it is called."""
        return any(isinstance(param.type, core.Place) for param in self.game.defines[expr.define].params)

    def args(self, expr: core.Call) -> list[str]:
        """What a define is given; a list as its first member and how many there are."""
        found = []
        for param, arg in zip(self.game.defines[expr.define].params, expr.args, strict=True):
            if isinstance(param.type, core.ListType):
                span = self.span(arg)
                found += [span.at, span.size]
            elif isinstance(param.type, core.SetType):
                found.append(self.set(arg))
            else:
                found.append(self.value(arg))
        return found

    # ---- functions of lists and of spaces

    def _longestrun(self, expr: core.LongestRun) -> str:
        info, span = self.game.kinds[expr.kind], self.span(expr.of)
        jokers = sets.const(self.shape.wide(info.size), sum(1 << w.base for w in info.words if w.joker))
        if self.shape.wide(info.size) > 1:
            raise Unfit(f"`longest_run` of words of `{expr.kind}`, which has more than 64", expr.span)
        given = f"{jokers}, {self.value(expr.jokers)}, {self.value(expr.fixed)}"
        return f"longest_run({span.at}, {span.size}, {given})"

    def _leadingrun(self, expr: core.LeadingRun) -> str:
        span = self.span(expr.of)
        return f"leading_{expr.op}({span.at}, {span.size})"

    def near(self, name: str) -> str:
        """The sets of the neighbours of each space."""
        values = [sum(1 << m for m in row) for row in self.game.tables[name].values]  # type: ignore[union-attr, misc, operator]
        return self.tables.sets(name, values, self.shape.wide(len(values)))

    def _region(self, expr: core.Region) -> str:
        w = self.set_words(expr)
        return f"region{w}({self.set(expr.start)}, {self.set(expr.within)}, {self.near(expr.near)})"

    def _connects(self, expr: core.Connects) -> str:
        parts = ", ".join(self.set(part) for part in (expr.within, expr.one, expr.other))
        return f"connects{self.set_words(expr.within)}({parts}, {self.near(expr.near)})"

    def _newline(self, expr: NewLine) -> str:
        size = self.game.kinds[expr.spaces].size
        w = self.shape.wide(size)
        mask = self.spaces.vector(expr.test, Variable(expr.name, 0, size))
        assert mask is not None, expr.test
        name = self.code.fresh("line")
        self.code.add(f"const S{w} {name} = {self.spaces.c_text(mask, self.code, size)};")
        lines = self.game.tables[f"lines:{expr.spaces}:{expr.length}"].values
        assert isinstance(lines, tuple)
        masks = [sum(1 << space for space in line) for line in lines]  # type: ignore[union-attr, misc, operator]
        own = [[i for i, mask in enumerate(masks) if mask >> space & 1] for space in range(size)]
        stars = [_union(masks[i] for i in found) for found in own]
        tables = [
            self.tables.sets(f"lines_{expr.spaces}_{expr.length}", masks, w),
            self.tables.sets(f"star_{expr.spaces}_{expr.length}", stars, w),
            self.tables.rows(f"through_{expr.spaces}_{expr.length}", own),
        ]
        through = f"{tables[0]}, {tables[1]}, {tables[2]}, {tables[2]}_at, {expr.length}"
        asked = f"new_line{w}({name}, {self.changed(expr.board)}, {through})"
        quick = self.tables.whole_lines(f"{expr.spaces}_{expr.length}", masks, w)
        return f"({quick}({name}) && {asked})" if quick else asked

    def changed(self, board: str) -> str:
        """The spaces that have changed since endings were asked."""
        return f"s->{self.shape.blocks[f'changed:{board}'].field}[0]"

    def _nowconnects(self, expr: NowConnects) -> str:
        of, block = expr.of, self.shape.blocks["joined:sides"]
        w = self.set_words(of.within)
        if w != block.words:
            raise Unfit("boards of different sizes are asked whether their sides are joined", expr.span)
        slot = f"&s->{block.field}[{expr.slot} + {self.value(expr.seat)}]"
        within, one, other = (self.set(part) for part in (of.within, of.one, of.other))
        given = [slot, within, self.changed(expr.board), one, other, self.near(of.near)]
        return f"now_connects{w}({', '.join(given)})"


def _union(masks: object) -> int:
    found = 0
    for mask in masks:  # type: ignore[attr-defined]
        found |= mask
    return found
