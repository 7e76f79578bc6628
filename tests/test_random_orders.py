"""Random pairs of reactions, whose order is judged by trying every position with a few lines of Python.

Each statement is a line or two of rules with the same in Python: a function of a position, the seat that acts
and what the event carries, that gives the positions it can lead to, or none where the rules would stop.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright import pipeline
from rulewright.loading.load import load
from rulewright.orders.check import verdicts
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report

HEAD = """\
language 1
game Foxes "Foxes" version "1.0.0"
players 2: red, green
range Step: 0..2
memory x: 0..2, all game
memory y of player: 0..2, all game
memory f: yes_no, all game
event hit(n: 1..2)

setup:
    nothing

turn:
    offer go

action go:
    choose n from Step where n > 0
    do:
        trigger hit(n)

score all = my.y + x + (1 if f otherwise 0)
ending late after 9 rounds
winner is most score
"""


class Position(NamedTuple):
    x: int
    y: tuple[int, int]
    f: bool

    def of(self, me: int, value: int) -> Position:
        """The same with another y of a seat."""
        return self._replace(y=(value, self.y[1]) if me == 0 else (self.y[0], value))


Ends = list[Position]
Run = Callable[[Position, int, int], Ends]
Statement = tuple[str, Run]


def within(value: int, made: Position) -> Ends:
    """A position unless a value has left its range."""
    return [made] if 0 <= value <= 2 else []


def set_x(k: int) -> Statement:
    return f"set x to {k}", lambda s, me, n: [s._replace(x=k)]


def set_f(yes: bool) -> Statement:
    return f"set f to {'yes' if yes else 'no'}", lambda s, me, n: [s._replace(f=yes)]


PLAIN: list[Statement] = [
    *map(set_x, range(3)),
    *map(set_f, (True, False)),
    ("set my.y to x", lambda s, me, n: [s.of(me, s.x)]),
    ("set my.y to n", lambda s, me, n: [s.of(me, n)]),
    ("set x to my.y", lambda s, me, n: [s._replace(x=s.y[me])]),
    ("set green.y to 1", lambda s, me, n: [s.of(1, 1)]),
    ("add 1 to x", lambda s, me, n: within(s.x + 1, s._replace(x=s.x + 1))),
    ("remove 1 from x", lambda s, me, n: within(s.x - 1, s._replace(x=s.x - 1))),
    ("add n to my.y", lambda s, me, n: within(s.y[me] + n, s.of(me, s.y[me] + n))),
    ("set x to 2 - x", lambda s, me, n: [s._replace(x=2 - s.x)]),
    ("each p in players:\n    set p.y to 0", lambda s, me, n: [s._replace(y=(0, 0))]),
    ("choose s from Step:\n    set x to s", lambda s, me, n: [s._replace(x=k) for k in range(3)]),
    (
        "choose p from players:\n    set p.y to x",
        lambda s, me, n: [s.of(p, s.x) for p in range(2)],
    ),
]
GUARDS: list[tuple[str, Callable[[Position, int, int], bool]]] = [
    ("x < 2", lambda s, me, n: s.x < 2),
    ("my.y > 0", lambda s, me, n: s.y[me] > 0),
    ("f", lambda s, me, n: s.f),
    ("n is 1", lambda s, me, n: n == 1),
]


class Reaction(NamedTuple):
    text: str
    guard: Callable[[Position, int, int], bool]
    run: Run


def reaction(rng: random.Random, name: str, order: str) -> Reaction:
    """A reaction of one or two statements, perhaps under conditions."""
    statements = [statement(rng) for _ in range(rng.choice([1, 1, 2]))]
    guarded = rng.random() < 0.3
    word, guard = rng.choice(GUARDS) if guarded else ("", lambda s, me, n: True)
    head = f"reaction {name} when hit(n){f' if {word}' if guarded else ''}, {order}:"
    lines = [line for text, _ in statements for line in text.splitlines()]
    return Reaction(
        "\n".join([head, *(f"    {line}" for line in lines)]) + "\n",
        guard,
        in_turn([r for _, r in statements]),
    )


def statement(rng: random.Random) -> Statement:
    text, run = rng.choice(PLAIN)
    if rng.random() < 0.4:
        word, guard = rng.choice(GUARDS)
        inner = "\n".join(f"    {line}" for line in text.splitlines())
        return f"if {word}:\n{inner}", lambda s, me, n: run(s, me, n) if guard(s, me, n) else [s]
    return text, run


class Stopped(Exception):
    """The rules would stop the game on some way."""


def in_turn(runs: Iterable[Run]) -> Run:
    """One after the other."""
    ordered = list(runs)

    def run(s: Position, me: int, n: int) -> Ends:
        ends = [s]
        for one in ordered:
            after = [one(end, me, n) for end in ends]
            if not all(after):
                raise Stopped
            ends = [end for found in after for end in found]
        return ends

    return run


def positions() -> list[Position]:
    """All there are."""
    return [Position(x, (a, b), bool(f)) for x, a, b, f in product(*[range(3)] * 3, range(2))]


def differ(one: Reaction, other: Reaction) -> bool:
    """Is there a position in which the order matters? What an event finds is fixed when it is raised."""
    for s, me, n in product(positions(), range(2), (1, 2)):
        runs = [r.run for r in (one, other) if r.guard(s, me, n)]
        try:
            if set(in_turn(runs)(s, me, n)) != set(in_turn(reversed(runs))(s, me, n)):
                return True
        except Stopped:
            continue
    return False


def test_random_pairs(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Reactions to one event."""
    found = {"differs": 0, "commutes": 0}
    for seed in range(400 if pytestconfig.getoption("--deep") else 40):
        rng = random.Random(seed)
        order = rng.choice(["at once", "in line"])
        one, other = reaction(rng, "one", order), reaction(rng, "other", order)
        wanted = "differs" if differ(one, other) else "commutes"
        assert judged(tmp_path, f"{HEAD}\n{one.text}\n{other.text}") == wanted, f"seed {seed}"
        found[wanted] += 1
    assert min(found.values()) > 5, found


def test_random_statements_in_any_order(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Two statements of an action; what it has chosen may be any step, also that which it does not offer."""
    found = {"differs": 0, "commutes": 0}
    for seed in range(200 if pytestconfig.getoption("--deep") else 20):
        rng = random.Random(seed)
        (one, run), (other, second) = statement(rng), statement(rng)
        lines = [f"            {line}" for text in (one, other) for line in text.splitlines()]
        block = "\n".join(["        in any order:", *lines])
        text = HEAD.replace("        trigger hit(n)", block).replace("event hit(n: 1..2)\n", "")
        ends = (
            (ways(s, [run, second], me, n), ways(s, [second, run], me, n))
            for s, me, n in product(positions(), range(2), range(3))
        )
        wanted = "differs" if any(a is not None and b is not None and a != b for a, b in ends) else "commutes"
        assert judged(tmp_path, text) == wanted, f"seed {seed}: {one} | {other}"
        found[wanted] += 1
    assert min(found.values()) > 2, found


def test_random_reactions_to_one_change(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Both become ready for both seats; for each, the seat that acts comes first."""
    found = {"differs": 0, "commutes": 0}
    for seed in range(200 if pytestconfig.getoption("--deep") else 20):
        rng = random.Random(seed)
        quiet = [s for s in PLAIN if " f " not in f"{s[0]} " and "n" not in s[0].split() and "n " not in s[0]]
        (one, run), (other, second) = rng.choice(quiet), rng.choice(quiet)
        text = HEAD.replace("trigger hit(n)", "set f to yes").replace("event hit(n: 1..2)\n", "")
        for name, body in (("one", one), ("other", other)):
            lines = "\n".join(f"    {line}" for line in body.splitlines())
            text += f"\nreaction {name} as soon as f:\n{lines}\n"
        wanted = (
            "differs"
            if any(woken(run, second, s, me) for s in positions() for me in range(2))
            else "commutes"
        )
        assert judged(tmp_path, text) == wanted, f"seed {seed}: {one} | {other}"
        found[wanted] += 1
    assert min(found.values()) > 2, found


def woken(one: Run, other: Run, s: Position, me: int) -> bool:
    """Does the order of two matter that run for each seat, in a position in which f has just become true?"""
    ends = []
    for runs in ((one, other), (other, one)):
        each = [as_seat(run, seat) for run in runs for seat in (me, 1 - me)]
        ends.append(ways(s._replace(f=True), each, me, 0))
    return not s.f and None not in ends and ends[0] != ends[1]


def as_seat(run: Run, seat: int) -> Run:
    return lambda s, me, n: run(s, seat, n)


def ways(s: Position, runs: list[Run], me: int, n: int) -> set[Position] | None:
    """What some runs one after the other can come to; None where the rules would stop."""
    try:
        return set(in_turn(runs)(s, me, n))
    except Stopped:
        return None


def judged(folder: Path, text: str) -> str:
    """What the check says of the only pair of a program."""
    file, report = folder / "foxes.rules", Report()
    file.write_text(text, encoding="utf-8")
    place = RulesetPath("foxes", file, folder)
    game = pipeline.meant(load(place, report), place, report)
    assert game is not None, report.errors
    (verdict,) = verdicts(game)
    return verdict.sort
