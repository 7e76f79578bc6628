"""Python lines of values that are found by going through something: a loop that returns is twice as fast as
`any` or `next` over a generator."""

from __future__ import annotations

from dataclasses import replace

from rulewright import core
from rulewright.machine.substitute import mentions
from rulewright.machine.total import is_total
from rulewright.python.aggregates import both
from rulewright.python.expressions import LISTED, Python, negated
from rulewright.python.layout import Lines, bare, laid_out
from rulewright.python.scopes import names_read
from rulewright.python.texts import minus

SMALL = core.RangeType | core.KindType | core.Seat | core.Component


def looped(python: Python, value: core.Expr) -> Lines | None:
    """The lines that return `any`, `all`, `first`, what leads or how many do; None for what an expression
    says as well."""
    if isinstance(value, core.If):
        return _either(python, value)
    runs = _leading_runs(value)
    if runs:
        return _leading(python, runs)
    if isinstance(value, core.LeadingRun):
        return _run(python, value)
    if isinstance(value, core.Aggregate) and value.op == "count":
        return _how_many_lead(python, value)
    if not isinstance(value, core.Aggregate) or value.op not in ("any", "all", "first", "those"):
        return None
    if value.op == "those":
        return _those(python, value)
    if python.is_arithmetic(value):
        return None
    if value.op == "first":
        name = python.locals[value.binders[0].name]
        return [*_through(python, value, value.where, [f"return {name}"]), "return -1"]
    assert value.value is not None
    wanted = (
        value.value if value.op == "any" else core.Not(of=value.value, type=core.YesNo(), span=value.span)
    )
    where = wanted if value.where is None else both(value.where, wanted)
    found = "True" if value.op == "any" else "False"
    rest = "False" if value.op == "any" else "True"
    return [*_through(python, value, where, [f"return {found}"]), f"return {rest}"]


def _those(python: Python, value: core.Aggregate) -> Lines | None:
    """The mask of those that meet a condition which no mask can answer."""
    binder = value.binders[0]
    if not python(value).startswith("mask_of([") or not isinstance(binder.type, SMALL):
        return None
    found, low = python.locals.fresh("found"), core.bounds(python.game, binder.type)[0]
    bit = minus(python.locals[binder.name], low)
    room, python.room = python.room, LISTED
    lines = _through(python, value, value.where, [f"{found} |= 1 << {bare(bit)}"])
    python.room = room
    return [f"{found} = 0", *lines, f"return {found}"]


def _either(python: Python, value: core.If) -> Lines | None:
    """One of two values, where a loop finds one of them."""
    then, otherwise = looped(python, value.then), looped(python, value.otherwise)
    if then is None and otherwise is None:
        return None
    return [
        f"if {python.condition(value.condition)}:",
        then or [f"return {python(value.then)}"],
        *(otherwise or [f"return {python(value.otherwise)}"]),
    ]


def _run(python: Python, value: core.LeadingRun) -> Lines | None:
    """How many of a list, from the first on, are all the same, or all different."""
    listed = value.of
    if not isinstance(listed, core.Aggregate) or listed.op != "list" or len(listed.binders) != 1:
        return None
    assert listed.value is not None
    room, python.room = python.room, LISTED
    text = python(listed.value)
    python.room = room
    it, found = python.locals.fresh("it"), python.locals.fresh("found")
    if value.op == "alike":
        first = python.locals.fresh("first")
        stop, begun = f"{found} and {it} != {first}", f"{found} = {first} = 0"
        noted, result = f"{found}, {first} = {found} + 1, {it}", found
    else:
        stop, begun = f"{it} in {found}", f"{found}: list[int] = []"
        noted, result = f"{found}.append({it})", f"len({found})"
    stop = f"({stop})" if " and " in stop else stop
    then: Lines = [f"{it} = {text}", f"if {it} < 0 or {stop}:", ["break"], noted]
    return [begun, *_through(python, listed, listed.where, then), f"return {result}"]


def _how_many_lead(python: Python, value: core.Aggregate) -> Lines | None:
    """How many there are before the first that fails."""
    leading = value.binders[0].source
    if len(value.binders) != 1 or value.where is not None or not isinstance(leading, core.Leading):
        return None
    found, name = python.locals.fresh("found"), python.locals[leading.binder.name]
    condition, lines = _named(python, leading)
    return [
        *lines,
        f"{found} = 0",
        f"for {name} in {python.source(leading.binder.source)}:",
        [f"if {negated(python, condition)}:", ["break"], f"{found} += 1"],
        f"return {found}",
    ]


def _named(python: Python, leading: core.Leading) -> tuple[core.Expr, Lines]:
    """What is asked of each, and the lines that name what the answer is compared with where that is always
    the same."""
    condition = leading.condition
    if not isinstance(condition, core.Binary) or condition.op not in ("is", "is_not"):
        return condition, []
    other = condition.right
    same = not mentions(other, leading.binder.name) and isinstance(other, core.MemoryValue | core.Shown)
    if not same or not is_total(python.game, other, frozenset(), python.context.total):
        return condition, []
    name = python.locals["same "]
    local = core.Local(name="same ", type=other.type, span=other.span)
    return replace(condition, right=local), [f"{name} = {python(other)}"]


def where_any(python: Python, condition: core.Expr, then: Lines) -> Lines | None:
    """The lines that do something for the first of which `any` holds; None where an expression says it."""
    if not isinstance(condition, core.Aggregate) or condition.op != "any" or python.is_arithmetic(condition):
        return None
    assert condition.value is not None
    where = condition.value if condition.where is None else both(condition.where, condition.value)
    return _through(python, condition, where, then)


def branched(python: Python, condition: core.Expr, then: Lines, otherwise: Lines) -> Lines | None:
    """The lines that do one thing where `any` or `all` holds, or another; None where an expression says it,
    or what is gone through has the name of something else."""
    if not isinstance(condition, core.Aggregate) or condition.op not in ("any", "all"):
        return None
    if len(condition.binders) > 1 or python.locals.has(condition.binders[0].name):
        return None
    if python.is_arithmetic(condition):
        return None
    assert condition.value is not None
    wanted, found, rest = condition.value, then, otherwise
    if condition.op == "all":
        wanted = core.Not(of=condition.value, type=core.YesNo(), span=condition.span)
        found, rest = otherwise, then
    where = wanted if condition.where is None else both(condition.where, wanted)
    lines = _through(python, condition, where, [*found, "break"])
    if str(lines[0]).startswith("if "):
        lines = _through(python, condition, where, found)
    return [*lines, "else:", rest] if rest else lines


def acts_on_any(python: Python, loop: core.Each) -> str | None:
    """Whether a loop does anything at all, where masks say it for all members at once; None where it takes
    going through them, or where not all that it does has a condition. Before it does something nothing
    changes, so what holds for none at the start holds for none when its turn comes."""
    conditions = [
        part.condition for part in loop.body if isinstance(part, core.IfStmt) and not part.otherwise
    ]
    if not conditions or len(conditions) < len(loop.body) or not isinstance(loop.type, core.KindType):
        return None
    one_of = conditions[0]
    for condition in conditions[1:]:
        one_of = core.Binary(op="or", left=one_of, right=condition, type=one_of.type, span=one_of.span)
    binder = core.Binder(name=loop.name, type=loop.type, source=loop.source, span=loop.span)
    any_of = core.Aggregate(
        op="any", value=one_of, binders=(binder,), where=loop.where, type=one_of.type, span=loop.span
    )
    text = python(any_of)
    return text if text.endswith(" != 0") else None


def _through(python: Python, value: core.Aggregate, where: core.Expr | None, then: Lines) -> Lines:
    """Nested loops, with what is done for each that meets a condition."""
    last = value.binders[-1]
    source, rest = python.narrowed_binder(last, where)
    inner: Lines = [f"if {python.conditions(rest)}:", then] if rest else then
    name = python.locals[last.name]
    read = names_read("\n".join(line[4:] for line in laid_out(then)))[0]
    if not rest and name not in read and source.startswith("bits("):
        lines: Lines = [f"if {bare(source.removeprefix('bits'))}:", inner]
    else:
        lines = [f"for {name} in {source}:", inner]
    for binder in reversed(value.binders[:-1]):
        lines = [f"for {python.locals[binder.name]} in {python.source(binder.source)}:", lines]
    return lines


def _leading_runs(value: core.Expr) -> list[core.Leading]:
    """The parts of a list that is one `leading` after the other; none where something else is among them."""
    if isinstance(value, core.Leading):
        return [value]
    if isinstance(value, core.Binary) and value.op == "+" and isinstance(value.type, core.ListType):
        left, right = _leading_runs(value.left), _leading_runs(value.right)
        return [*left, *right] if left and right else []
    return []


def _leading(python: Python, runs: list[core.Leading]) -> Lines:
    found = python.locals.fresh("found")
    lines: Lines = [f"{found} = []"]
    for run in runs:
        name = python.locals[run.binder.name]
        lines += [
            f"for {name} in {python.source(run.binder.source)}:",
            [f"if {negated(python, run.condition)}:", ["break"], f"{found}.append({name})"],
        ]
    return [*lines, f"return {found}"]
