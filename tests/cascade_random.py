"""How strong the proof of cascades is: its verdicts on random rulesets against what is true of them.

    python -m tests.cascade_random [--seeds 2000] [--first 0] [--kept FILE] [--all]

For each seed a small ruleset, whose truth an exhaustive search tells; undecided ones are counted apart.
Prints a table of what is true and what is said, then the seeds that fall short. Ends with 1 when a loop is
accepted, when what stops is refused, or when less than 90 % of what stops is proved. `--kept` notes each seed
in a file and goes on from there; `--all` is 100,000 seeds.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.cascade_truth import Search
from tests.cascade_verdicts import PROVED, REFUSED, verdict
from tests.random_cascades import ruleset

ALL, SHARE, TOLD = 100_000, 0.9, 12


class Judged(NamedTuple):
    """A seed, what is true of its ruleset, what is said of it, and the CPU time that this took."""

    seed: int
    truth: str
    said: str
    seconds: float

    def accepts_a_loop(self) -> bool:
        """Is it let through although it never ends?"""
        return self.truth == "loops" and self.said not in REFUSED

    def refuses_an_end(self) -> bool:
        """Is it said to loop although it ends?"""
        return self.truth == "stops" and self.said == "refused"


def judged(seed: int) -> Judged:
    """The ruleset of a seed, followed and judged."""
    game, _ = ruleset(seed)
    truth = Search(game).truth().sort
    begun = time.process_time()
    said = verdict(game)
    return Judged(seed, truth, said, round(time.process_time() - begun, 3))


def all_judged(seeds: range, kept: Path | None) -> Iterator[Judged]:
    """Each seed, judged now or before."""
    before: dict[int, Judged] = {}
    if kept is not None and kept.exists():
        for line in kept.read_text("utf-8").splitlines():
            one = Judged(*json.loads(line))
            before[one.seed] = one
    for seed in seeds:
        if seed not in before and kept is not None:
            before[seed] = judged(seed)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(before[seed]) + "\n")
        yield before[seed] if seed in before else judged(seed)


def share_of_proved(found: Counter[tuple[str, str]]) -> float:
    """Of all that stops, how much is proved."""
    stops = {said: number for (sort, said), number in found.items() if sort == "stops"}
    return sum(stops.get(said, 0) for said in PROVED) / max(1, sum(stops.values()))


def main() -> int:
    """Prints the table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--seeds", type=int, default=100, help="how many")
    arguments.add_argument("--first", type=int, default=0, help="the first of them")
    arguments.add_argument("--kept", type=Path, help="a file that notes each, to go on from")
    arguments.add_argument("--all", action="store_true", help=f"{ALL:,} seeds")
    asked = arguments.parse_args()
    seeds = range(asked.first, asked.first + (ALL if asked.all else asked.seeds))
    found = list(all_judged(seeds, asked.kept))
    counted = Counter((one.truth, one.said) for one in found)
    for (truth, said), number in sorted(counted.items()):
        print(f"{truth:10} {said:11} {number:7,}")
    share, seconds = share_of_proved(counted), [one.seconds for one in found]
    print(f"of what stops {share:.1%} is proved; {sum(seconds):,.1f} s, the longest {max(seconds):.1f} s")
    wrong = [one.seed for one in found if one.accepts_a_loop()]
    refused = [one.seed for one in found if one.refuses_an_end()]
    told("loops that are accepted", wrong)
    told("refused although they stop", refused)
    told("not proved", [one.seed for one in found if one.truth == "stops" and one.said == "not proved"])
    told("loops not shown", [one.seed for one in found if one.truth == "loops" and one.said == "not proved"])
    return int(bool(wrong or refused or share < SHARE))


def told(what: str, seeds: list[int]) -> None:
    """Prints a few seeds."""
    more = f", and {len(seeds) - TOLD:,} more" if len(seeds) > TOLD else ""
    print(f"{what}: {', '.join(map(str, seeds[:TOLD])) or 'none'}{more}")


if __name__ == "__main__":
    sys.exit(main())
