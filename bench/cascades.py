"""Cascades: what it costs to prove that the reactions of synthetic rulesets come to an end.

    python -m bench.cascades [--most 2000]

Reactions stand in rings of five, each ring with a counter that falls; one in ten also sets off the next ring.
The CPU time of `cascades.verdicts` alone is printed, for numbers of reactions that double: near-linear growth
shows as a time per reaction that stays (aim: 2,000 reactions in under 5 s).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from rulewright import cascades, core, pipeline
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

RING = 5
FIRST = 250

HEAD = """language 1
game Rings "Rings" version "1.0.0"
players 2: red, blue
"""

TAIL = """action go:
    do:
        set fuel_0 to 9
        trigger push_0_0

setup:
    nothing

turn:
    offer go

score points = 0
ending over after 3 rounds
winner is most score, ties share
"""


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--most", type=int, default=2_000, help="how many reactions the largest has")
    most, reactions, costs = arguments.parse_args().most, FIRST, list[float]()
    print(f"{'reactions':>9} {'seconds':>8} {'ms each':>8}  verdicts")
    while reactions <= most:
        game = checked(written(reactions // RING))
        begun = time.process_time()
        found = cascades.verdicts(game)
        spent = time.process_time() - begun
        costs.append(spent / reactions)
        print(f"{reactions:9} {spent:8.2f} {spent / reactions * 1e3:8.2f}  {told(found)}", flush=True)
        reactions *= 2
    print(f"time per reaction, highest to lowest: {max(costs) / min(costs):.2f}")


def told(verdicts: list[cascades.Verdict]) -> str:
    """How many verdicts of each sort there are."""
    sorts = [verdict.sort for verdict in verdicts]
    return ", ".join(f"{sorts.count(sort)} {sort}" for sort in sorted(set(sorts)))


def written(rings: int) -> str:
    """A ruleset with so many rings of reactions."""
    parts = [HEAD]
    for ring in range(rings):
        parts.append(f"memory fuel_{ring}: 0..9, all game\n")
        parts += [f"event push_{ring}_{at}\n" for at in range(RING)]
    for ring in range(rings):
        parts += [reaction(ring, at, rings) for at in range(RING)]
    return "".join([*parts, TAIL])


def reaction(ring: int, at: int, rings: int) -> str:
    """One reaction: the first of a ring uses up fuel, the last of every other one lights the next ring."""
    lines = [f"\nreaction turn_{ring}_{at} when push_{ring}_{at}, in line:"]
    onward = f"push_{ring}_{(at + 1) % RING}"
    if at == 0:
        lines += [
            f"    if fuel_{ring} > 0:",
            f"        remove 1 from fuel_{ring}",
            f"        trigger {onward}",
        ]
    else:
        lines.append(f"    trigger {onward}")
    if at == RING - 1 and ring % 2 == 0 and ring + 1 < rings:
        lines.append(f"    trigger push_{ring + 1}_0")
    return "\n".join([*lines, "\n"])


def checked(text: str) -> core.Game:
    """The game as it is meant."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20_000))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rings.rules")
        file.write_text(text, "utf-8")
        path, report = RulesetPath("rings", file, file.parent), Report()
        game = pipeline.meant(load(path, report), path, report)
    assert game is not None, [found.message for found in report]
    return game


if __name__ == "__main__":
    main()
