"""Order: what has moved among declarations whose order says something.

Reactions run in the order of the file, endings that come true together are asked in it. Where all others
stand does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

ORDERED = ("reaction", "ending")


def moved(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The fewest names of two sequences that stand elsewhere; names that only one of them has do not count.

    >>> moved(["a", "b", "c"], ["c", "a", "b"]), moved(["a", "b"], ["a", "x", "b"])
    (['c'], [])
    """
    one = [name for name in before if name in after]
    other = [name for name in after if name in before]
    kept: set[str] = set()
    for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        kept.update(one[block.a : block.a + block.size])
    return [name for name in other if name not in kept]
