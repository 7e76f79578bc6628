"""Steps that go straight on to others: never round in a circle, never deep, and as the rules say."""

from __future__ import annotations

import re

from rulewright.machine.lower import lower
from rulewright.machine.machine import Enter
from rulewright.python.straight_on import MOST
from tests import engine_checks as checks
from tests.test_random_rulesets import GO, in_lock_step, program

CALL = re.compile(r"return (?:not s\.explicit and )?((?:step|enter)_\d+)\(")

ASKING = (
    GO
    + """\
        resolve first
        add 1 to n
procedure first:
    resolve second
procedure second:
    choose c from my.hand:
        trigger rung(c)
event rung(c: Card)
reaction bell when rung(c), at once:
    resolve third(c)
procedure third(c: Card):
    each s in Slot:
        if c.worth > 0:
            choose t from Slot where t is not s:
                add t to n
score s = n
"""
)


def chain(length: int) -> str:
    """Procedures that each enter the next; the last one asks."""
    lines = [GO + "        resolve p0\n"]
    lines += [f"procedure p{i}:\n    resolve p{i + 1}\n    add 1 to n\n" for i in range(length)]
    lines.append(f"procedure p{length}:\n    choose c from my.hand:\n        add 1 to n\nscore s = n\n")
    return "".join(lines)


def longest(text: str) -> int:
    """The most steps that call each other in an engine's text; fails where they go round in a circle."""
    calls: dict[str, set[str]] = {}
    for name, body in re.findall(r"def ((?:step|enter)_\d+)\(.*?\n(.*?)(?=\n\n\n)", text, re.DOTALL):
        calls[name] = set(CALL.findall(body))
    depths: dict[str, int] = {}

    def depth(name: str, above: frozenset[str]) -> int:
        assert name not in above, f"{name} comes back to itself"
        if name not in depths:
            depths[name] = 1 + max((depth(inner, above | {name}) for inner in calls[name]), default=0)
        return depths[name]

    return max(depth(name, frozenset()) for name in calls)


def test_steps_call_each_other_in_games_of_the_reference() -> None:
    for name in ("kokeshi", "kanagawa", "kamogawa", "rummy"):
        text = (checks.ROOT / "generated" / name / "moves.py").read_text("utf-8")
        assert 2 <= longest(text) <= MOST + 2, name


def test_what_enters_itself_again_is_left_to_the_loop() -> None:
    engine = checks.engine_of(program(ASKING))
    assert in_lock_step(engine, 6, 40)
    assert longest(engine.files["moves.py"]) >= 3
    assert "def enter_" in engine.files["moves.py"]


def test_chains_are_not_deep() -> None:
    engine = checks.engine_of(program(chain(40)))
    assert in_lock_step(engine, 3, 30)
    assert MOST <= longest(engine.files["moves.py"]) <= MOST + 2


def test_who_has_nothing_left_to_do_makes_way() -> None:
    steps = lower(program(ASKING)).steps
    ways = {(step.unit, step.end.unit) for step in steps if isinstance(step.end, Enter) and step.end.then < 0}
    assert ways == {("first", "second"), ("reaction:bell", "third")}
