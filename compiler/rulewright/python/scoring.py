"""Python functions of values: defines, score lines, endings, winners, claims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright import core
from rulewright.machine.increments import Increments
from rulewright.machine.leave_out import TESTED, endings_at
from rulewright.machine.substitute import bound_in
from rulewright.machine.words import spoken
from rulewright.python.expressions import Context, Python, negated
from rulewright.python.functions import Function, function
from rulewright.python.invariants import asked_once
from rulewright.python.kept_values import function_of, kept_lines
from rulewright.python.layout import Lines, bare, quoted
from rulewright.python.loops import looped, where_any
from rulewright.python.places import Helper, pure_functions
from rulewright.python.steps import cited


def defines(context: Context) -> Iterator[Function]:
    """One function a define."""
    for define in context.game.defines.values():
        context.title = define.name
        python = Python(context)
        args = ["s: State", *(f"{python.locals[p.name]}: {annotation(p.type)}" for p in define.params)]
        doc = f"define {define.name}{cited(define.per)}"
        name, result = context.names["define", define.name], annotation(define.type)
        lines = asked_once(_result(python, define.value), pure_functions(context), context.names.taken)
        if define.name in context.keeping.of:
            given = {p.name: python.locals[p.name] for p in define.params}
            lines = kept_lines(context, define.name, given, result, lines)
        yield function(name, ", ".join(args), result, doc, lines)


def helper(made: Helper) -> Function:
    """A function that an expression asked for."""
    made_function = function(made.name, made.args, "int", made.doc, made.lines)
    return replace(made_function, decorator="lru_cache(maxsize=4096)") if made.remembered else made_function


def _result(python: Python, value: core.Expr) -> Lines:
    lines = looped(python, value)
    if lines is not None:
        return lines
    if isinstance(value, core.If):
        return _alternative(python, value)
    if not isinstance(value, core.Match):
        return [f"return {returned(python, value)}"]
    matched = value.value
    if isinstance(matched, core.Column) and _carries(python, matched.type):
        return _by_parts(python, value, matched)
    lines = []
    if not isinstance(matched, core.Local):
        name = python.locals.fresh("it")
        lines.append(f"{name} = {python(matched)}")
        matched = core.Local(name="it ", type=matched.type, span=matched.span)
    for case in value.cases:
        test, values = python.case(matched, case.word, case.params)
        comment = f"  # {', '.join(case.per)}" if case.per else ""
        read = {python.locals[name] for name in _read(case.value)}
        inner: Lines = [f"{name} = {text}" for name, text in values if name in read]
        found = looped(python, case.value) or [f"return {returned(python, case.value)}"]
        lines += [f"if {test}:{comment}", [*inner, *found]]
    if value.otherwise is not None:
        return [*lines, *(looped(python, value.otherwise) or [f"return {returned(python, value.otherwise)}"])]
    return [*lines, 'raise RuleError("no case of the match applies")']


def _alternative(python: Python, value: core.If) -> Lines:
    """`x.column if x is not empty otherwise 1`: what is asked for twice has a name."""
    text, test = returned(python, value), value.condition
    if isinstance(test, core.Not) and isinstance(test.of, core.IsEmpty):
        asked = python.atom(test.of.of)
        if text.count(asked) > 1 and "(" in asked:
            name = python.locals.fresh("it")
            return [f"{name} = {asked}", f"return {text.replace(asked, name)}"]
    return [f"return {text}"]


def _read(value: core.Expr) -> set[str]:
    """The names that an expression reads."""
    return {part.name for part in core.walk(value) if isinstance(part, core.Local)}


def _carries(python: Python, type: core.Type) -> bool:
    """Is a type a kind whose words carry values?"""
    return isinstance(type, core.KindType) and any(w.params for w in python.game.kinds[type.name].words)


def _by_parts(python: Python, value: core.Match, column: core.Column) -> Lines:
    """A match on a printed column: its words and their values were taken apart when the table was read."""
    kind = column.type
    assert isinstance(kind, core.KindType)
    words = [word.name for word in python.game.kinds[kind.name].words]
    word, given = python.locals.fresh("word"), python.locals.fresh("given")
    lines: Lines = [f"{word}, {given} = {python.parts_table(column)}[{python(column.of)}]"]
    for case in value.cases:
        comment = f"  # {case.word}{cited(case.per)}"
        read = _read(case.value)
        names = [python.locals[name] if name in read else "_" for name, _ in case.params]
        left = f"({names[0]},)" if len(names) == 1 else ", ".join(names)
        taken: Lines = [f"{left} = {given}"] if set(names) - {"_"} else []
        test = f"if {word} == {words.index(case.word)}:{comment}"
        lines += [test, [*taken, f"return {returned(python, case.value)}"]]
    if value.otherwise is not None:
        return [*lines, f"return {returned(python, value.otherwise)}"]
    return [*lines, 'raise RuleError("no case of the match applies")']


def returned(python: Python, value: core.Expr) -> str:
    """An expression as a result: a yes_no is made a bool."""
    if not isinstance(value.type, core.YesNo):
        return python.number(value) if isinstance(value.type, core.SetType) else python(value)
    text = _once_each(python, value, python.condition(value))
    filled = isinstance(value, core.Not) and isinstance(value.of, core.IsEmpty)
    clear = isinstance(value, core.Not | core.IsFull | core.GameOver) or (
        isinstance(value, core.Binary) and value.op not in ("and", "or")
    )
    return text if clear and not filled else f"bool({bare(text)})"


def _once_each(python: Python, value: core.Expr, text: str) -> str:
    """A condition that names what it asks for twice: `f(x) is not empty and board[f(x)] ...`."""
    if any(isinstance(part, core.If | core.Match | core.Lookup) for part in core.walk(value)):
        return text
    bound = {name for part in core.walk(value) for name in bound_in(part)}
    for part in list(core.walk(value)):
        if isinstance(part, core.Call) and part.args:
            own = {inner.name for inner in core.walk(part) if isinstance(inner, core.Local)}
            call = python(part)
            repeated = text.count(call) > 1 and not isinstance(part.type, core.YesNo)
            if not own & bound and repeated and _asked_first(python, value, call):
                name = python.locals.fresh("it")
                first = text.index(call)
                text = f"{text[:first]}({name} := {call}){text[first + len(call) :].replace(call, name)}"
    return text


def _asked_first(python: Python, value: core.Expr, call: str) -> bool:
    """Is a call certainly made before it is asked for again? Its first place is in a condition of the `and`
    that has no alternatives of its own."""
    for part in core.conjuncts(value):
        if call in python.condition(part):
            alternatives = any(
                bound_in(each) or (isinstance(each, core.Binary) and each.op in ("and", "or"))
                for each in core.walk(part)
            )
            return not alternatives
    return False


def annotation(type: core.Type) -> str:
    """The Python type of a run-time value."""
    match type:
        case core.YesNo():
            return "bool"
        case core.ListType():
            return "Sequence[int]"
        case core.Place():
            return "Any"
    return "int"


def scores(context: Context) -> Iterator[Function]:
    """One function a score line, then the total."""
    for score in context.game.scores.values():
        doc = f"{score.text or spoken(score.name)}{cited(score.per)}"
        lines = asked_once(
            [f"return {Python(context)(score.value)}"], pure_functions(context), context.names.taken
        )
        yield function(context.names["score", score.name], "s: State, me: int", "int", doc, lines)
    total = " + ".join(f"{context.names['score', name]}(s, me)" for name in context.game.scores) or "0"
    yield function(
        "total_score", "s: State, me: int", "int", "All score lines of a seat.", [f"return {total}"]
    )


# ---- endings


def endings(context: Context) -> Iterator[Function]:
    """What is tested after each action, turn and round, where something is: True when the game is over."""
    for when in TESTED:
        if endings_at(context.game, when):
            doc = f"Tests the endings of the end of each {when}."
            lines: Lines = [*ending_tests(context, when), "return False"]
            yield function(f"over_after_{when}", "s: State", "bool", doc, lines)


def ending_tests(context: Context, when: str) -> Lines:
    """The tests of the endings of a time: they return True when the game is over."""
    lines: Lines = []
    tested = endings_at(context.game, when)
    asked = context.layout.asked if when == "action" else Increments()
    for i, ending in enumerate(context.game.endings.values()):
        if ending in tested and ending.tested == "after_round":
            lines += _latch(context, ending, i, when)
        elif ending in tested:
            context.title = ending.name
            python, ends = Python(context), [f"return end(s, {i})"]
            condition = asked.conditions.get(ending.name, ending.condition)
            if condition is ending.condition and f"ending:{ending.name}" in context.keeping.of:
                lines += [f"if {_has_come(context, python, ending)}:{_comment(ending)}", [*ends]]
                continue
            looped_any = where_any(python, condition, [*ends])
            if looped_any is not None:
                lines += [_comment(ending).strip(), *looped_any]
            else:
                lines += [f"if {python.condition(condition)}:{_comment(ending)}", [*ends]]
    for name in sorted(asked.boards):
        lines.append(f"s.memory[{context.names['changed', name]}] = 0")
    return lines


def ends_by(context: Context, ending: str) -> Function:
    """Whether what an ending waits for has come: a function that may keep it until what it reads changes."""
    context.title = ending
    python, condition = Python(context), context.game.endings[ending].condition
    lines: Lines = looped(python, condition) or [f"return bool({bare(python.condition(condition))})"]
    if f"ending:{ending}" in context.keeping.of:
        lines = kept_lines(context, f"ending:{ending}", {}, "bool", lines)
    doc = f"Has come what ends the game: {spoken(ending)}{cited(context.game.endings[ending].per)}"
    return function(function_of(context.names, f"ending:{ending}"), "s: State", "bool", doc, lines)


def _has_come(context: Context, python: Python, ending: core.Ending) -> str:
    """Whether what an ending waits for has come."""
    if f"ending:{ending.name}" in context.keeping.of:
        return f"{function_of(context.names, f'ending:{ending.name}')}(s)"
    return python.condition(ending.condition)


def _latch(context: Context, ending: core.Ending, number: int, when: str) -> Lines:
    """An ending that lets rounds be finished: noted when first true, counted down at the end of rounds."""
    python = Python(context)
    at = f"s.memory[{context.names['latched', ending.name]}]"
    more = python(ending.more) if ending.more is not None else "0"
    note: Lines = [
        f"if not {at} and ({_has_come(context, python, ending)}):{_comment(ending)}",
        [f"{at} = 1 + {more}"],
    ]
    if when != "round":
        return note
    return [*note, f"if {at} == 1:", [f"return end(s, {number})"], f"{at} -= {at} > 1"]


def _comment(ending: core.Ending) -> str:
    return f"  # {ending.name}{cited(ending.per)}"


def winners(context: Context) -> Function:
    """The seats that have won."""
    winner = context.game.winner
    if winner is None:
        return function("winners", "s: State", "list[int]", "Nobody wins.", ["return []"])
    python = Python(context)
    keys = [("most" if winner.extreme == "most" else "least", "total_score(s, me)")]
    keys += [(extreme, python(expr)) for extreme, expr in winner.tie_breaks]
    parts = ", ".join(text if extreme == "most" else f"-({text})" for extreme, text in keys)
    lines: Lines = [
        f"ranks = [({parts},) for me in range(s.players)]",
        "best = max(ranks)",
        "first = [seat for seat, rank in enumerate(ranks) if rank == best]",
        "return first" if winner.share else "return first[:1]",
    ]
    if winner.target is not None:
        first = "first" if winner.share else "first[:1]"
        lines[-1] = f"return {first} if best[0] >= {python.atom(winner.target)} else []"
    if context.game.teams:
        lines[1:] = [f"return best_teams(ranks, TEAMS, {winner.share})"]
    if context.game.unproved is not None:
        number = list(context.game.endings).index(context.game.unproved.ending)
        lines[:0] = [f"if s.ending == {number}:", ["return []"]]
    doc = f"The seats with the {winner.extreme} points{cited(winner.per)}"
    return function("winners", "s: State", "list[int]", doc, lines)


def claims(context: Context) -> Function:
    """The names of the claims that do not hold."""
    lines: Lines = ["broken: list[str] = []"]
    for claim in context.game.claims.values():
        python = Python(context)
        holds = claim.promise == "always"
        test = negated(python, claim.condition) if holds else python.condition(claim.condition)
        told = f"claim {claim.name}{cited(claim.per)}"
        lines += [f"if {test}:", [f"broken.append({quoted(told)})"]]
    return function("claims", "s: State", "list[str]", "Which claims do not hold.", [*lines, "return broken"])
