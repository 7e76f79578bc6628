"""What a comprehension asks again and again with the same answer is asked once.

`[... for b in X if worth(b) >= 3 for s in Y if s <= worth(b)]` asks for `worth(b)` for each `s`. A name that
is bound on the way, `for b in X for the_worth in [worth(b)] if ...`, costs CPython an assignment. Calls are
moved out of the loops on which they do not depend; what is asked twice is asked the first time only.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from rulewright.python.layout import Lines
from rulewright.python.masks import free_name
from rulewright.record import record

MEMBERS = "bits"
"""The function that gives the members of a mask; `members` remembers them, as those of places are."""

Comprehension = ast.ListComp | ast.SetComp | ast.GeneratorExp


@record
class Asked:
    """A call in a comprehension: how many of its loops are open where it is asked (`level`), on how many of
    them it depends (`free`), whether it is asked for certain there, whether by a condition of a loop."""

    call: ast.Call
    level: int
    free: int
    sure: bool
    tests: bool

    @property
    def name(self) -> str:
        """The function that is called."""
        assert isinstance(self.call.func, ast.Name)
        return self.call.func.id


def asked_once(lines: Lines, pure: Mapping[str, bool], taken: Set[str]) -> Lines:
    """Lines in which what is returned asks once. `pure` are the functions that only look; those of which it
    is true have an answer whatever they are asked. New names are none of those `taken`."""
    return _asked_once(lines, pure, {*taken, *re.findall(r"\w+", str(lines))})


def _asked_once(lines: Lines, pure: Mapping[str, bool], taken: set[str]) -> Lines:
    found: Lines = []
    for line in lines:
        if not isinstance(line, str):
            found.append(_asked_once(line, pure, taken))
        elif " for " in line and line.startswith("return ") and _asks_any(line, pure):
            found += _returned(line, pure, taken)
        else:
            found.append(line)
    return found


def _asks_any(line: str, pure: Mapping[str, bool]) -> bool:
    return any(word in pure for word in re.findall(r"(\w+)\(", line))


def _returned(line: str, pure: Mapping[str, bool], taken: set[str]) -> Lines:
    """A `return`, and the lines that go before it."""
    before: Lines = []
    while True:
        [tree] = ast.parse(line).body
        assert isinstance(tree, ast.Return)
        parts = [part for part in ast.walk(tree) if isinstance(part, Comprehension)]
        found = next(((part, again) for part in parts if (again := _again(part, pure))), None)
        if found is None:
            return [*before, line]
        part, same = found
        called = "members" if same[0].name == MEMBERS else same[0].name.removeprefix("where_")
        name = free_name(f"the_{called}", taken)
        asked = re.sub(rf"^{MEMBERS}\b", "members", _cut(line, same[0].call))
        changed = [(_start(one.call), _end(one.call), name) for one in same]
        if not same[0].level and _is_whole(tree.value, part):
            before.append(f"{name} = {asked}")
        else:
            at = _loop_at(line, part, same[0])
            changed.append((at, at, f" for {name} in [{asked}]"))
        line = _spliced(line, changed)


def _is_whole(value: ast.expr | None, part: Comprehension) -> bool:
    """Is a comprehension all that a value consists of, but for a function of it?"""
    return value is part or (isinstance(value, ast.Call) and value.args[:1] == [part])


def _again(part: Comprehension, pure: Mapping[str, bool]) -> list[Asked]:
    """The same call, as often as it should be asked only once, in the order in which it is asked. The first
    says where: where it does not depend on all loops, before those."""
    loops = [id(loop.iter) for loop in ast.walk(part) if isinstance(loop, ast.comprehension)]
    asked = [one for one in _calls(part, pure) if one.name != MEMBERS or id(one.call) in loops]
    for i, one in enumerate(asked):
        same = [other for other in asked[i:] if ast.dump(other.call) == ast.dump(one.call)]
        turns = any(not _is_one(loop) for loop in part.generators[one.free : one.level])
        if turns and one.sure and pure[one.name]:
            return [replace(one, level=one.free, tests=False), *same[1:]]
        in_loop = one.level < len(part.generators) or one.tests
        if len(same) > 1 and one.sure and in_loop:
            return same
    return []


def _is_one(loop: ast.comprehension) -> bool:
    """Is a loop a name for one value?"""
    return isinstance(loop.iter, ast.List) and len(loop.iter.elts) == 1


def _calls(part: Comprehension, pure: Mapping[str, bool]) -> Iterator[Asked]:
    """The calls of pure functions in a comprehension, in the order in which they are asked."""
    bound: dict[str, int] = {}
    for number, loop in enumerate(part.generators):
        yield from _inside(loop.iter, Asked(_NONE, number, 0, True, False), bound, pure)
        bound |= dict.fromkeys(_names(loop.target), number + 1)
        for i, test in enumerate(loop.ifs):
            yield from _inside(test, Asked(_NONE, number + 1, 0, i == 0, True), bound, pure)
    yield from _inside(part.elt, Asked(_NONE, len(part.generators), 0, True, False), bound, pure)


_NONE = ast.Call(func=ast.Name(id=""), args=[], keywords=[])


def _inside(
    node: ast.AST, where: Asked, bound: Mapping[str, int], pure: Mapping[str, bool]
) -> Iterator[Asked]:
    """The calls in an expression that lies `where`, arguments first, but for what depends on names of its
    own."""
    own = {name for inner in ast.walk(node) for name in _bound_in(inner)}

    def visit(node: ast.AST, sure: bool) -> Iterator[Asked]:
        for child, certain in _children(node):
            yield from visit(child, sure and certain)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in pure:
            read = _names(node)
            if not read & own and _is_plain(node, pure):
                free = max((bound.get(name, 0) for name in read), default=0)
                yield replace(where, call=node, free=free, sure=sure)

    return visit(node, where.sure)


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, bool]]:
    """The parts of an expression, and whether each is worked out whenever the whole is."""
    parts = list(ast.iter_child_nodes(node))
    sure: Sequence[ast.AST]
    match node:
        case ast.BoolOp(values=values):
            parts, sure = [*values], values[:1]
        case ast.Compare(left=left, comparators=[first, *_]):
            sure = [left, first]
        case ast.IfExp(test=test):
            parts, sure = [test, node.body, node.orelse], [test]
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            loops = [each for loop in node.generators for each in (loop.iter, *loop.ifs)]
            parts, sure = [*loops, node.elt], loops[:1]
        case ast.Lambda():
            sure = []
        case _:
            sure = parts
    for part in parts:
        yield part, any(part is one for one in sure)


def _bound_in(node: ast.AST) -> set[str]:
    """The names that an expression binds for what lies in it."""
    match node:
        case ast.comprehension(target=target) | ast.NamedExpr(target=target):
            return _names(target)
        case ast.Lambda(args=args):
            return {arg.arg for arg in args.args}
    return set()


def _names(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def _is_plain(call: ast.Call, pure: Mapping[str, bool]) -> bool:
    """Are the arguments of a call names, numbers, and calls that have an answer in any case? Of members, a
    place?"""
    if isinstance(call.func, ast.Name) and call.func.id == MEMBERS:
        return _is_place(call.args[0])
    return all(
        isinstance(arg, ast.Name | ast.Constant)
        or (isinstance(arg, ast.UnaryOp) and isinstance(arg.operand, ast.Constant))
        or (
            isinstance(arg, ast.Call)
            and isinstance(arg.func, ast.Name)
            and pure.get(arg.func.id, False)
            and _is_plain(arg, pure)
        )
        for arg in call.args
    )


def _is_place(arg: ast.expr) -> bool:
    """Is an argument a set of components, `s.sets[HAND + me]`?"""
    if not isinstance(arg, ast.Subscript) or ast.unparse(arg.value) != "s.sets":
        return False
    parts = ast.Name | ast.Constant | ast.BinOp | ast.Add | ast.Mult | ast.Load
    return all(isinstance(part, parts) for part in ast.walk(arg.slice))


# ---- places in a line, counted in bytes as `ast` does


def _start(node: ast.expr) -> int:
    return node.col_offset


def _end(node: ast.expr) -> int:
    assert node.end_col_offset is not None
    return node.end_col_offset


def _cut(line: str, node: ast.expr) -> str:
    return line.encode()[_start(node) : _end(node)].decode()


def _loop_at(line: str, part: Comprehension, first: Asked) -> int:
    """Where a loop is opened: before the condition that asks, else before the first loop that asks."""
    if first.tests:
        return line.encode().rindex(b" if ", 0, _start(part.generators[first.level - 1].ifs[0]))
    return line.encode().rindex(b" for ", 0, _start(part.generators[first.level].target))


def _spliced(line: str, changed: list[tuple[int, int, str]]) -> str:
    text = line.encode()
    for start, end, new in sorted(changed, reverse=True):
        text = text[:start] + new.encode() + text[end:]
    return text.decode()
