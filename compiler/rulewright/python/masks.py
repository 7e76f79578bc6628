"""Sets of spaces, in symbols: what is known of them is simplified before it becomes Python text.

A mask is a set of the values 0..size-1 of one variable. `And`, `Or`, `Not` join masks, `Shift` moves one
along a step, `Seen` fills one back along a ray. `Texts` makes expressions; `laid_out_mask` names what is
used twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.python.layout import Lines
from rulewright.record import record

NONE = -1


@record
class Known:
    """A set that is known now."""

    value: int


@record
class Leaf:
    """Python text that is a mask; `name` is what to call it, `reads` the locals in it, `outside` a mask with
    which it shares no member."""

    text: str
    name: str
    reads: frozenset[str]
    outside: Mask | None = None


@record
class Not:
    """All of `everything` but the members."""

    of: Mask
    everything: int


@record
class And:
    """The members of all parts."""

    parts: tuple[Mask, ...]


@record
class Or:
    """The members of some part."""

    parts: tuple[Mask, ...]


@record
class Shift:
    """The values whose number plus `by` is a member; `reached` are the values of which that is asked."""

    of: Mask
    by: int
    reached: int | None


@record
class Seen:
    """The spaces from which `goal` is seen through others, where a step adds `by`."""

    goal: Mask
    through: Mask
    by: int
    reached: int


@record
class Choice:
    """One mask or another."""

    test: str
    reads: frozenset[str]
    then: Mask
    otherwise: Mask


Mask = Known | Leaf | Not | And | Or | Shift | Seen | Choice


# ---- joining


def within(one: Mask, other: Mask) -> bool:
    """Is one mask plainly part of another?"""
    if one == other or one == Known(0):
        return True
    match one, other:
        case Known(a), Known(b):
            return a & ~b == 0
        case Or(parts), _:
            return all(within(part, other) for part in parts)
        case _, And(parts):
            return all(within(one, part) for part in parts)
        case _, Or(parts) if any(within(one, part) for part in parts):
            return True
        case And(parts), _ if any(within(part, other) for part in parts):
            return True
        case Not(a), Not(b):
            return within(b, a)
        case Leaf(outside=a), Not(b) if a is not None:
            return within(b, a)
        case Shift(reached=int(a)) | Seen(reached=int(a)), Known(b):
            return a & ~b == 0
        case Choice(), _:
            return within(one.then, other) and within(one.otherwise, other)
        case Seen(), Seen():
            same = one.by == other.by and one.reached == other.reached and one.through == other.through
            return same and within(one.goal, other.goal)
        case Shift(), Shift():
            return one.by == other.by and one.reached == other.reached and within(one.of, other.of)
    return False


def negated(mask: Mask, everything: int) -> Mask:
    """All but the members."""
    match mask:
        case Known(value):
            return Known(everything & ~value)
        case Not(of):
            return of
        case Choice(test, reads, then, otherwise):
            return Choice(test, reads, negated(then, everything), negated(otherwise, everything))
    return Not(mask, everything)


def both(one: Mask, other: Mask, everything: int) -> Mask:
    """The members of both."""
    if isinstance(one, Known) and isinstance(other, Known):
        return Known(one.value & other.value)
    for a, b in ((one, other), (other, one)):
        if a == Known(everything) or within(b, a):
            return b
    if isinstance(one, Not) and isinstance(other, Not):
        return negated(either(one.of, other.of, everything), everything)
    chosen = _same_choice(one, other)
    if chosen is not None:
        left, right = chosen
        yes, no = both(left.then, right.then, everything), both(left.otherwise, right.otherwise, everything)
        return yes if yes == no else Choice(left.test, left.reads, yes, no)
    parts: list[Mask] = []
    for part in (*_parts(one, And), *_parts(other, And)):
        if not any(within(old, part) for old in parts):
            parts = [old for old in parts if not within(part, old)] + [part]
    if any(isinstance(part, Not) and part.of in parts for part in parts):
        return Known(0)
    parts = [_unbounded(part, parts) for part in parts]
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _unbounded(mask: Mask, others: list[Mask]) -> Mask:
    """What is not shifted somewhere: where other parts bound it, the shift itself need not."""
    if isinstance(mask, Not) and isinstance(mask.of, Shift) and mask.of.reached is not None:
        reached = mask.of.reached
        if any(isinstance(other, Known) and other.value & ~reached == 0 for other in others):
            return Not(Shift(mask.of.of, mask.of.by, None), -1)
    return mask


def either(one: Mask, other: Mask, everything: int) -> Mask:
    """The members of one or the other."""
    if isinstance(one, Known) and isinstance(other, Known):
        return Known(one.value | other.value)
    for a, b in ((one, other), (other, one)):
        if a == Known(0) or within(a, b):
            return b
    chosen = _same_choice(one, other)
    if chosen is not None:
        left, right = chosen
        yes, no = (
            either(left.then, right.then, everything),
            either(left.otherwise, right.otherwise, everything),
        )
        return yes if yes == no else Choice(left.test, left.reads, yes, no)
    parts: list[Mask] = []
    for part in (*_parts(one, Or), *_parts(other, Or)):
        if not any(within(part, old) for old in parts):
            parts = [old for old in parts if not within(old, part)] + [part]
    if any(isinstance(part, Not) and part.of in parts for part in parts):
        return Known(everything)
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def _same_choice(one: Mask, other: Mask) -> tuple[Choice, Choice] | None:
    if isinstance(one, Choice) and isinstance(other, Choice) and one.test == other.test:
        return one, other
    return None


def _parts(mask: Mask, sort: type[And] | type[Or]) -> tuple[Mask, ...]:
    return mask.parts if isinstance(mask, sort) else (mask,)


# ---- text

_RANKS = {Known: 0, Leaf: 0, Seen: 0, Shift: 1, And: 2, Not: 3, Or: 4, Choice: 5}
INLINE = 7


def number(value: int) -> str:
    """A number as it is read best."""
    return str(value) if value < 10 else hex(value)


class Texts:
    """Texts of masks; what has a name goes by it."""

    def __init__(self, named: dict[Mask, str] | None = None) -> None:
        self.named = named or {}

    def __call__(self, mask: Mask, rank: int = 5) -> str:
        """The text of a mask, in brackets where it binds less than `rank`."""
        if mask in self.named:
            return self.named[mask]
        text = self._text(mask)
        needs = 0 if isinstance(mask, Not) and mask.everything < 0 else _RANKS[type(mask)]
        return text if needs <= rank else f"({text})"

    def _text(self, mask: Mask) -> str:
        match mask:
            case Known(value):
                return number(value)
            case Leaf(text):
                return text
            case Not(of, -1):
                return f"~{self(of, 0)}"
            case Not(of, everything):
                return f"{number(everything)} ^ {self(of, 2)}"
            case And(parts):
                return " & ".join(self(part, 2) for part in parts)
            case Or(parts):
                return " | ".join(self(part, 4) for part in parts)
            case Shift(of, by, reached):
                moved = self(of, 0) + (f" >> {by}" if by > 0 else f" << {-by}")
                return moved if reached is None else f"({moved} & {number(reached)})"
            case Seen(goal, through, by, reached):
                return f"seen({self(goal)}, {self(through)}, {by}, {number(reached)})"
            case Choice(test, _, then, otherwise):
                return f"{self(then, 4)} if {test} else {self(otherwise, 4)}"
        raise TypeError(mask)


def inner(mask: Mask) -> tuple[Mask, ...]:
    """The masks directly inside one."""
    match mask:
        case Not(of) | Shift(of):
            return (of,)
        case And(parts) | Or(parts):
            return parts
        case Seen(goal, through):
            return goal, through
        case Choice(_, _, then, otherwise):
            return then, otherwise
    return ()


def walk(mask: Mask) -> Iterator[Mask]:
    """A mask and all inside it."""
    yield mask
    for part in inner(mask):
        yield from walk(part)


def is_short(mask: Mask) -> bool:
    """Does a mask read well inside an expression?"""
    found = list(walk(mask))
    return len(found) <= INLINE and not any(isinstance(part, Seen) for part in found)


def looks_far(mask: Mask) -> bool:
    """Is a mask found along many rays, and from other masks alone?"""
    parts = list(walk(mask))
    return sum(isinstance(part, Seen) for part in parts) > 2 and not any(isinstance(p, Choice) for p in parts)


def renamed(mask: Mask, named: dict[Mask, Mask]) -> Mask:
    """A mask with some of those inside it replaced."""
    if mask in named:
        return named[mask]
    match mask:
        case Not(of, everything):
            return Not(renamed(of, named), everything)
        case And(parts):
            return And(tuple(renamed(part, named) for part in parts))
        case Or(parts):
            return Or(tuple(renamed(part, named) for part in parts))
        case Shift(of, by, reached):
            return Shift(renamed(of, named), by, reached)
        case Seen(goal, through, by, reached_far):
            return Seen(renamed(goal, named), renamed(through, named), by, reached_far)
        case Choice(test, read, then, otherwise):
            return Choice(test, read, renamed(then, named), renamed(otherwise, named))
    return mask


def reads(mask: Mask) -> set[str]:
    """The locals that a mask reads."""
    return {name for part in walk(mask) if isinstance(part, Leaf | Choice) for name in part.reads}


def chosen(mask: Mask, test: str, truth: bool) -> Mask:
    """A mask where it is known how a test comes out."""
    wanted: dict[Mask, Mask] = {
        part: chosen(part.then if truth else part.otherwise, test, truth)
        for part in walk(mask)
        if isinstance(part, Choice) and part.test == test
    }
    return renamed(mask, wanted)


def moved_as_one(mask: Mask) -> Mask:
    """A mask in which what is asked of spaces one step on, all of it, is asked of each space and then moved:
    so that it is worked out once where it is asked of the spaces themselves as well."""
    bound = next((part.value for part in inner(mask) if isinstance(part, Known)), None)
    if not isinstance(mask, And) or bound is None:
        return mask
    return And(tuple(_moved_as_one(part, bound) for part in mask.parts))


def _moved_as_one(mask: Mask, bound: int) -> Mask:
    shifts = [part for part in _inside_out(mask) if isinstance(part, Shift)]
    if len(set(shifts)) < 2 or len({shift.by for shift in shifts}) > 1 or not _is_made_of(mask, Shift):
        return mask
    by = shifts[0].by
    asked = bound << by if by > 0 else bound >> -by
    whole = [part.everything for part in walk(mask) if isinstance(part, Not)]
    reached = [shift.reached for shift in shifts if shift.reached is not None]
    if any(bound & ~spaces for spaces in reached) or any(asked & ~spaces for spaces in whole):
        return mask
    return Shift(renamed(mask, {shift: shift.of for shift in shifts}), by, None)


def _is_made_of(mask: Mask, sort: type[Shift]) -> bool:
    """Does a mask join masks of one sort, and nothing else?"""
    if isinstance(mask, sort):
        return True
    joins = isinstance(mask, And | Or | Not)
    return joins and all(_is_made_of(part, sort) for part in inner(mask))


def laid_out_mask(mask: Mask, taken: set[str]) -> Lines:
    """The lines that return a mask, with names for what is used more than once."""
    lines, texts = laid_out_masks([mask], taken)
    return [*lines, f"return {texts[0]}"]


def laid_out_masks(masks: list[Mask], taken: set[str]) -> tuple[Lines, list[str]]:
    """The lines that name what some masks use more than once, and the texts of the masks."""
    met: set[Mask] = set()
    uses = Counter(part for mask in masks for part in _uses(mask, met))
    texts = Texts()
    lines: Lines = []
    for part in dict.fromkeys(part for mask in masks for part in _inside_out(mask)):
        if isinstance(part, Or) and len(part.parts) > 2 and not is_short(part):
            lines += _collected(part, texts, taken)
        elif uses[part] > 1 and not isinstance(part, Known) and not _is_name(part):
            name = free_name(part.name if isinstance(part, Leaf) else "rest", taken)
            lines.append(f"{name} = {texts(part)}")
            texts.named[part] = name
    return lines, [texts(mask) for mask in masks]


def _is_name(mask: Mask) -> bool:
    return isinstance(mask, Leaf) and mask.text.isidentifier()


def _collected(mask: Or, texts: Texts, taken: set[str]) -> Lines:
    """A long union, part by part."""
    found = free_name("found", taken)
    plain = [part for part in mask.parts if _flank(part) is None]
    flanks = [flank for part in mask.parts if (flank := _flank(part)) is not None]
    lines: Lines = [f"{found} = {texts(plain[0]) if plain else 0}"]
    lines += [f"{found} |= {texts(part)}" for part in plain[1:]]
    inside: dict[int, str] = {}
    for flank in flanks:
        lines += _looked_along(flank, found, inside, texts, taken)
    texts.named[mask] = found
    return lines


def _flank(mask: Mask) -> Seen | None:
    """Is it where something leads away that `goal` then stops: `through` one step on, and `goal` in sight?"""
    match mask:
        case And((Shift(of, by, reached), Seen() as seen)) if of == seen.through and by == seen.by:
            return seen if reached in (None, seen.reached) else None
    return None


def _looked_along(seen: Seen, found: str, inside: dict[int, str], texts: Texts, taken: set[str]) -> Lines:
    """A loop that goes from the goal back through what leads to it, as far as that goes anywhere."""
    by, move = abs(seen.by), ">>" if seen.by > 0 else "<<"
    within = seen.reached & (seen.reached << by if seen.by > 0 else seen.reached >> by)
    lines: Lines = []
    if within not in inside:
        inside[within] = free_name("inside", taken)
        lines.append(f"{inside[within]} = {texts(seen.through, 2)} & {number(within)}")
    near, way = inside[within], free_name("way", set(taken))
    return [
        *lines,
        f"{way} = {near} & {texts(seen.goal, 0)} {move} {by}",
        f"while {way}:",
        [f"{way} {move}= {by}", f"{found} |= {way}", f"{way} &= {near}"],
    ]


def _uses(mask: Mask, met: set[Mask]) -> Iterator[Mask]:
    """Each mask as often as others use it; what is inside it once."""
    yield mask
    if mask not in met:
        met.add(mask)
        for part in inner(mask):
            yield from _uses(part, met)


def _inside_out(mask: Mask) -> Iterator[Mask]:
    for part in inner(mask):
        yield from _inside_out(part)
    yield mask


def free_name(wanted: str, taken: set[str]) -> str:
    """A name like the one that is wanted, taken from now on."""
    name, n = wanted, 2
    while name in taken:
        name, n = f"{wanted}_{n}", n + 1
    taken.add(name)
    return name
