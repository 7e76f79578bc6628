"""Did you mean: the nearest of some known words to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Take a word and the known ones, give the one most like it, or None when nothing is like it.

    >>> nearest("hepler", ["helper", "pawn", "tile"])
    'helper'
    >>> nearest("zzz", ["helper", "pawn"]) is None
    True
    """
    known = sorted(set(candidates) - {word})
    folded = word.casefold()
    for candidate in known:
        if candidate.casefold() == folded:
            return candidate
    # Imported here: only a run that has something to mend pays for it.
    from difflib import get_close_matches

    close = get_close_matches(word, known, n=1, cutoff=0.6)
    return close[0] if close else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """Give the help line for a word that is not known, or None when nothing is like it.

    >>> did_you_mean("hepler", ["helper", "pawn"])
    'did you mean `helper`?'
    """
    found = nearest(word, candidates)
    return None if found is None else f"did you mean `{found}`?"
