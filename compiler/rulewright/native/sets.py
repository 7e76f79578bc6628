"""C text of sets: of up to 64 members one word and its operators, of more a struct and functions.

A set of `w` words has the C type `S<w>`; the functions are those of `templates/native.c.j2`, with the number
of words at the end of their names.
"""

from __future__ import annotations

WORD = 64


def words(size: int) -> int:
    """How many words a set of so many possible members takes.

    >>> words(1), words(64), words(65)
    (1, 1, 2)
    """
    return max(1, -(-size // WORD))


def const(w: int, value: int) -> str:
    """A set that is known.

    >>> const(1, 5), const(2, 1 << 64)
    ('0x5u', '(S2){{0x0u, 0x1u}}')
    """
    parts = [_word(value >> WORD * i & (1 << WORD) - 1) for i in range(w)]
    return parts[0] if w == 1 else f"(S{w}){{{{{', '.join(parts)}}}}}"


def initial(w: int, value: int) -> str:
    """A set in the initialiser of a table."""
    parts = [_word(value >> WORD * i & (1 << WORD) - 1) for i in range(w)]
    return parts[0] if w == 1 else f"{{{{{', '.join(parts)}}}}}"


def _word(value: int) -> str:
    return f"{value:#x}u" if value < 1 << 31 else f"UINT64_C({value:#x})"


def both(w: int, one: str, other: str) -> str:
    """The members of both."""
    return f"({one} & {other})" if w == 1 else f"and{w}({one}, {other})"


def either(w: int, one: str, other: str) -> str:
    """The members of one or the other."""
    return f"({one} | {other})" if w == 1 else f"or{w}({one}, {other})"


def differing(w: int, one: str, other: str) -> str:
    """The members of one of them only."""
    return f"({one} ^ {other})" if w == 1 else f"xor{w}({one}, {other})"


def without(w: int, one: str, other: str) -> str:
    """The members of the first that are none of the second."""
    return f"({one} & ~{other})" if w == 1 else f"and{w}({one}, not{w}({other}))"


def outside(w: int, one: str) -> str:
    """All that are no members."""
    return f"(~{one})" if w == 1 else f"not{w}({one})"


def moved(w: int, one: str, by: int) -> str:
    """All members' numbers less `by`; the bits that this drops are dropped."""
    if w == 1:
        return f"({one} >> {by})" if by > 0 else f"({one} << {-by})"
    return f"down{w}({one}, {by})" if by > 0 else f"up{w}({one}, {-by})"


def single(w: int, number: str) -> str:
    """The set of one number."""
    return f"((S1)1 << ({number}))" if w == 1 else f"bit{w}({number})"


def has(w: int, one: str, number: str) -> str:
    """Is a number in a set?"""
    return f"({one} >> ({number}) & 1)" if w == 1 else f"has{w}({one}, {number})"


def some(w: int, one: str) -> str:
    """Does a set have members?"""
    return f"({one} != 0)" if w == 1 else f"some{w}({one})"


def same(w: int, one: str, other: str) -> str:
    """Are two sets the same?"""
    return f"({one} == {other})" if w == 1 else f"same{w}({one}, {other})"


def count(w: int, one: str) -> str:
    """How many members there are."""
    return f"(I)count{w}({one})"


def first(w: int, number: str) -> str:
    """The numbers below another."""
    return f"below{w}({number})"


def resized(one: str, w: int, to: int) -> str:
    """A set of so many words as one of others; what does not fit is dropped."""
    return one if w == to else f"resize{w}_{to}({one})"
