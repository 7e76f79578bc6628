"""What the check of cascades says of a whole game, as judges ask for it.

`python -m tests.cascade_verdicts` prints a table of the corpus: the answer of each file, what the check says,
and by which measure or with which round of a loop.
"""

from __future__ import annotations

from rulewright import cascades, core
from tests.cascade_replay import replay
from tests.corpus import CASCADES

WORST = ("refused", "not proved", "proved if", "limited", "proved")
PROVED = ("proved", "no circle")
REFUSED = ("refused", "not proved")


def verdict(game: core.Game) -> str:
    """The worst that is said of a part of it; no circle where nothing leads back to itself."""
    said = {found.sort for found in cascades.verdicts(game)}
    assert said <= set(WORST)
    return next((sort for sort in WORST if sort in said), "no circle")


def witnesses(game: core.Game) -> int:
    """Plays each witness of a game; gives how many there are."""
    found = [said.witness for said in cascades.verdicts(game) if said.sort == "refused"]
    for witness in found:
        assert witness is not None
        others = (turn.reaction for other in found if other is not None for turn in other.steps)
        replay(game, witness, frozenset(others))
    return len(found)


def because(game: core.Game) -> str:
    """In a few words: the measures, or what runs in a loop."""
    words = []
    for said in cascades.verdicts(game):
        told = [turn.said for turn in said.witness.steps] if said.witness is not None else list(said.because)
        words.append(", ".join(told))
    return "; ".join(words)


def main() -> None:
    """Prints the table."""
    counted: dict[tuple[str, str], int] = {}
    for name in CASCADES.files:
        game = CASCADES.meant(name)
        key = CASCADES.answers[name], verdict(game)
        counted[key] = counted.get(key, 0) + 1
        print(f"{name:36}  {key[0]:8}  {key[1]:11}  {because(game)[:80]}")
    print()
    for (answer, said), number in sorted(counted.items()):
        print(f"{answer:8}  {said:11}  {number:4}")


if __name__ == "__main__":
    main()
