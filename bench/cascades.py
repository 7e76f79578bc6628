"""Cascades: what it costs to prove that the reactions of synthetic rulesets come to an end.

    python -m bench.cascades [--most 2000] [--shape NAME]...

For each shape below, rulesets of more and more reactions. The CPU time of `cascades.verdicts` alone is
printed: near-linear growth shows as a time per reaction that stays. The aim is 2,000 reactions in under 5 s
on a machine that imports lark, jinja2 and networkx in 0.2 s; how long that takes here is measured too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rulewright import cascades, core, pipeline
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

RING = 5
FIRST = 250
IMPORTS = (
    "import time; t = time.process_time(); import lark, jinja2, networkx; print(time.process_time() - t)"
)
USUAL = 0.2

HEAD = """language 1
game Rings "Rings" version "1.0.0"
players 2: red, blue
kinds Colour: amber, blond, copper
"""

TAIL = """
action go:
    do:
        trigger {first}

setup:
    nothing

turn:
    offer go

score points = 0
ending over after 3 rounds
winner is most score, ties share
"""

Lines = Iterator[str]


# ---- shapes: the declarations of a ruleset of so many reactions, and what sets off the first


def rings(many: int) -> tuple[Lines, str]:
    """Rings of five with a counter each; every other one sets off the next ring."""

    def lines() -> Lines:
        for ring in range(many // RING):
            yield f"memory fuel_{ring}: 0..9, all game"
            for at in range(RING):
                yield f"event push_{ring}_{at}"
        for ring in range(many // RING):
            yield from spender(f"push_{ring}_0", f"fuel_{ring}", f"push_{ring}_1")
            for at in range(1, RING):
                more = [f"push_{ring + 1}_0"] if at == RING - 1 and ring % 2 == 0 else []
                onward = [f"push_{ring}_{(at + 1) % RING}", *(more if ring + 1 < many // RING else [])]
                yield from passer(f"push_{ring}_{at}", *onward)

    return lines(), "push_0_0"


def chain(many: int) -> tuple[Lines, str]:
    """Each spends of its own counter to come again, and fills that of the next, which it sets off."""

    def lines() -> Lines:
        yield from counted_events(many)
        for i in range(many):
            yield from spender(f"push_{i}", f"fuel_{i}", f"push_{i}")
            if i + 1 < many:
                yield from (f"    set fuel_{i + 1} to 9", f"    trigger push_{i + 1}")

    return lines(), "push_0"


def star(many: int) -> tuple[Lines, str]:
    """One sets off all others, each of which comes again as long as its counter lasts."""

    def lines() -> Lines:
        yield from counted_events(many)
        yield from passer("push_0", *(f"push_{i}" for i in range(1, many)))
        for i in range(1, many):
            yield from spender(f"push_{i}", f"fuel_{i}", f"push_{i}")

    return lines(), "push_0"


def hub(many: int) -> tuple[Lines, str]:
    """All but one set off the first, which sets off them all: one part, one counter."""

    def lines() -> Lines:
        yield from counted_events(many)
        yield "reaction all when push_0, in line:"
        yield from ("    if fuel_0 > 0:", "        remove 1 from fuel_0")
        yield from (f"        trigger push_{i}" for i in range(1, many))
        for i in range(1, many):
            yield from passer(f"push_{i}", "push_0")

    return lines(), "push_0"


def ring(many: int) -> tuple[Lines, str]:
    """One ring of all, with one counter."""

    def lines() -> Lines:
        yield from counted_events(many)
        yield from spender("push_0", "fuel_0", "push_1")
        for i in range(1, many):
            yield from passer(f"push_{i}", f"push_{(i + 1) % many}")

    return lines(), "push_0"


def ladder(many: int) -> tuple[Lines, str]:
    """One part that takes a measure for each: what falls here is filled again where that of the one before
    falls."""

    def lines() -> Lines:
        yield from counted_events(many)
        for i in range(many):
            yield from spender(f"push_{i}", f"fuel_{i}", f"push_{i}", f"push_{(i + 1) % many}")
            if i + 1 < many:
                yield f"        set fuel_{i + 1} to 9"

    return lines(), "push_0"


def guards(many: int) -> tuple[Lines, str]:
    """Rings of two, with guards that ask of four counters, at once."""

    def lines() -> Lines:
        yield from counted_events(many)
        for i in range(many):
            asked = " and ".join(f"fuel_{(i + at) % many} < {9 - at}" for at in range(1, 4))
            yield f"reaction r_{i} when push_{i} if fuel_{i // 2 * 2} > 0 and {asked}, at once:"
            yield from (f"    remove 1 from fuel_{i // 2 * 2}", f"    trigger push_{i ^ 1}")

    return lines(), "push_0"


def arguments(many: int) -> tuple[Lines, str]:
    """Rings of five that hand on a colour, for which a counter falls, and a number."""

    def lines() -> Lines:
        for i in range(many):
            yield f"memory fuel_{i} per Colour: 0..9, all game"
            yield f"event push_{i}(c: Colour, n: 0..3)"
        for i in range(many):
            base = i // RING * RING
            yield f"reaction r_{i} when push_{i}(c, n), in line:"
            yield f"    if fuel_{base}[c] > n and c is not copper:"
            yield f"        remove 1 from fuel_{base}[c]"
            yield f"        trigger push_{base + (i + 1) % RING}(c, n)"

    return lines(), "push_0(amber, 1)"


def counted_events(many: int) -> Lines:
    """An event and a counter for each."""
    for i in range(many):
        yield f"memory fuel_{i}: 0..9, all game"
        yield f"event push_{i}"


def spender(event: str, counter: str, *onward: str) -> Lines:
    """A reaction that uses up fuel to set off others."""
    yield f"reaction of_{event} when {event}, in line:"
    yield from (f"    if {counter} > 0:", f"        remove 1 from {counter}")
    yield from (f"        trigger {other}" for other in onward)


def passer(event: str, *onward: str) -> Lines:
    """A reaction that sets off others."""
    yield f"reaction of_{event} when {event}, in line:"
    yield from (f"    trigger {other}" for other in onward)


SHAPES: dict[str, Callable[[int], tuple[Lines, str]]] = {
    shape.__name__: shape for shape in (rings, chain, star, hub, ring, ladder, guards, arguments)
}


# ---- measuring


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--most", type=int, default=2_000, help="how many reactions the largest has")
    arguments.add_argument("--shape", action="append", choices=SHAPES, help="only this shape")
    found = arguments.parse_args()
    import networkx  # noqa: F401  (not a part of what is measured)

    scale = USUAL / imports()
    print(f"seconds as on a machine that imports the dependencies in {USUAL} s: 1 s here is {scale:.2f} s")
    print(f"{'shape':9} {'reactions':>9} {'seconds':>8} {'scaled':>8} {'ms each':>8}  verdicts")
    for name in found.shape or SHAPES:
        costs = list(measured(name, found.most, scale))
        print(f"{name:9} time per reaction, highest to lowest: {max(costs) / min(costs):.2f}", flush=True)


def measured(name: str, most: int, scale: float) -> Iterator[float]:
    """Prints what rulesets of a shape cost that double in size; gives the time for each reaction."""
    reactions = FIRST
    while reactions <= most:
        game = checked(written(name, reactions))
        begun = time.process_time()
        found = cascades.verdicts(game)
        spent = time.process_time() - begun
        each = spent / reactions * 1e3
        figures = f"{reactions:9} {spent:8.2f} {spent * scale:8.2f} {each:8.2f}"
        print(f"{name:9} {figures}  {told(found)}", flush=True)
        yield each
        reactions *= 2


def imports() -> float:
    """The CPU time that the imports take, the least of three."""
    runs = [
        subprocess.run([sys.executable, "-c", IMPORTS], capture_output=True, check=True) for _ in range(3)
    ]
    return min(float(run.stdout) for run in runs)


def told(verdicts: list[cascades.Verdict]) -> str:
    """How many verdicts of each sort there are."""
    sorts = [verdict.sort for verdict in verdicts]
    return ", ".join(f"{sorts.count(sort)} {sort}" for sort in sorted(set(sorts)))


def written(shape: str, many: int) -> str:
    """A ruleset of a shape with so many reactions."""
    lines, first = SHAPES[shape](many)
    return HEAD + "\n".join(lines) + "\n" + TAIL.format(first=first)


def checked(text: str) -> core.Game:
    """The game as it is meant."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "rings.rules")
        file.write_text(text, "utf-8")
        path, report = RulesetPath("rings", file, file.parent), Report()
        game = pipeline.meant(load(path, report), path, report)
    assert game is not None, [found.message for found in report]
    return game


if __name__ == "__main__":
    main()
