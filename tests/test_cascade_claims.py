"""Claims about cascades: a claimed measure is proved, or shown where it does not fall; what needs a claim
says so; what is not proved may be accepted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright import cascades, core
from rulewright.cascades.graph import circles
from rulewright.cascades.verdict import Budget
from rulewright.checks.cascades import check
from rulewright.report.diagnostics import Report
from tests.corpus import CASCADES
from tests.test_cascade_proofs import meant as game

FALLS = """\
reaction r when step, in line:
    if x > 0:
        remove 1 from x
        trigger step
"""
REFILLED = """\
reaction r when step, in line:
    if x > 0:
        remove 1 from x
        set y to 9
        trigger step
    otherwise:
        if y > 0:
            remove 1 from y
            trigger step
"""
AT_ONCE = """\
reaction r when step, at once:
    if x > 0:
        remove 1 from x
        trigger step
        add 1 to large
"""
UNBOUNDED = """\
reaction r when step, in line:
    if y > 0:
        remove 1 from y
        remove 1 from x
        trigger step
"""
LIVES = """\
reaction s when step, in line:
    trigger hit(me)
reaction h when hit(p), in line:
    if p.life > 0:
        remove 1 from p.life
        trigger hit(next_player(p))
"""
MINE = """\
reaction r when step, in line:
    if my.life > 0:
        remove 1 from my.life
        trigger step
"""
COLLATZ = """\
reaction r when step, in line:
    if large > 1 and x < 3:
        if large / 2 * 2 is large:
            set large to large / 2
        otherwise:
            set large to 3 * large + 1
        trigger step
"""
SWAPS = """\
reaction r when step, in line:
    if x > 0:
        set x to 0
        set y to 1
        trigger step
    otherwise:
        if y > 0:
            set y to 0
            set x to 1
            trigger step
"""

HOLDS = {
    "counter": (FALLS, "x"),
    "weights": (REFILLED, "10 * x + y"),
    "parts": (REFILLED, "x, y"),
    "at once": (AT_ONCE, "x"),
    "what it can still rise": (FALLS.replace("x > 0", "x < 9").replace("remove 1 from", "add 1 to"), "9 - x"),
    "over the players": (LIVES, "total(p.life for p in players)"),
    "mine": (MINE, "total(p.life for p in players)"),
    "a choice of numbers": (FALLS, "x if day otherwise x"),
}
"""Rules, and measures that fall in them."""

FAILS = {
    "rises": (FALLS, "9 - x", "RW312", "calm rises in r", "+1"),
    "stays": (FALLS, "y", "RW312", "calm does not fall in r", "0"),
    "parts in the wrong order": (REFILLED, "y, x", "RW312", "part 1 of calm rises in r", "0 to +9"),
    "too little weight": (REFILLED, "8 * x + y", "RW312", "calm rises in r", "-8 to +1"),
    "below": (UNBOUNDED, "x", "RW313", "calm has no bound: x can go below 0 in r", ""),
    "above": (
        UNBOUNDED.replace("remove 1 from x", "add 1 to x"),
        "9 - x",
        "RW313",
        "calm has no bound: x can go above 9 in r",
        "",
    ),
    "in a loop": (SWAPS, "x + y", "RW312", "calm does not fall in r", "-17 to 0"),
    "at random": (FALLS, "count(c in Colour where c in seen)", "RW312", "calm does not fall in r", "0"),
}
"""Rules, a measure that does not do, the code, what is said, and by what it changes."""


def judged(text: str) -> tuple[list[cascades.Verdict], core.Game]:
    made = game(text)
    return cascades.verdicts(made), made


@pytest.mark.parametrize("name", HOLDS)
def test_a_claim_that_holds_is_the_proof(name: str) -> None:
    rules, measures = HOLDS[name]
    (found,), _ = judged(f"{rules}claim calm: cascade stops because {measures} decreases\n")
    assert (found.sort, found.because, found.faults) == ("proved", ("calm falls",), ())


@pytest.mark.parametrize("name", FAILS)
def test_a_claim_that_fails_says_where(name: str) -> None:
    rules, measures, code, says, by = FAILS[name]
    found, made = judged(f"{rules}claim calm: cascade stops because {measures} decreases\n")
    (fault,) = [fault for verdict in found for fault in verdict.faults]
    assert (fault.code, says in fault.message) == (code, True), fault.message
    assert any(text.startswith(f"there it changes by {by}") for text, _ in fault.notes) or not by
    assert any(text == "this then sets off r" for text, _ in fault.notes)
    report = Report()
    check(made, report)
    assert code in {found.code for found in report if found.level == "error"}


def test_a_false_claim_hides_no_loop() -> None:
    """What is claimed does not change what is found."""
    (found,), _ = judged(f"{SWAPS}claim calm: cascade stops because x + y decreases\n")
    assert found.sort == "refused"


def test_a_claim_helps_what_waits() -> None:
    """What the claim leaves as it is ends by measures that are found."""
    (found,), _ = judged(f"{REFILLED}claim calm: cascade stops because x decreases\n")
    assert (found.sort, found.because) == ("proved", ("calm falls", "y"))
    (found,), _ = judged(f"{MINE}claim calm: cascade stops because red.life decreases\n")
    assert (found.sort, found.because) == ("proved", ("calm falls", "life"))


def test_proved_if() -> None:
    """Taken for granted only where it is needed, and then it is said."""
    (without,), _ = judged(COLLATZ)
    assert without.sort == "not proved"
    (found,), made = judged(f"{COLLATZ}claim few: never y > 8\nclaim cold: always x > 4\n")
    assert (found.sort, found.because[0]) == ("proved if", "cold")
    report = Report()
    check(made, report)
    assert [(d.code, d.level) for d in report] == [("RW316", "note")]
    (needless,), _ = judged(f"{FALLS}claim cold: always x > 4\n")
    assert needless.sort == "proved"


def test_accepted_by_name() -> None:
    accepted = 'claim known: cascade of r accepted "nobody knows"\n'
    (found,), made = judged(COLLATZ + accepted)
    assert (found.sort, found.because) == ("accepted", ("nobody knows",))
    report = Report()
    check(made, report)
    assert [(d.code, d.level) for d in report] == [("RW317", "note")]
    (looping,), _ = judged(SWAPS + accepted)
    assert looping.sort == "refused"


@pytest.mark.parametrize(
    ("rules", "of", "says"),
    [
        (FALLS.replace("        trigger step\n", ""), "", "no reaction leads back to itself"),
        (LIVES, " of s", "a cascade of s, which nothing sets off again"),
        (FALLS + LIVES.replace("step", "other"), "", "which of 2 cascades"),
    ],
)
def test_claims_about_no_cascade(rules: str, of: str, says: str) -> None:
    made = game(f"{rules}claim calm: cascade{of} stops because x decreases\n")
    (fault,) = cascades.astray(made)
    assert fault.code == "RW314"
    assert says in fault.message


@pytest.mark.parametrize("name", CASCADES.answered("loops"))
def test_no_claim_proves_a_loop(name: str) -> None:
    """Each number that a looping file remembers, claimed to fall and claimed to rise."""
    made = CASCADES.meant(name)
    for memory in made.memories.values():
        if memory.of_player or memory.axis or not isinstance(memory.type, core.Number):
            continue
        value = core.MemoryValue(name=memory.name, seat=None, index=None, type=memory.type, span=memory.span)
        nothing = core.Const(value=0, type=core.Number(0, 0), span=memory.span)
        rising = core.Binary(op="-", left=nothing, right=value, type=core.Number(-999, 0), span=memory.span)
        for measure in (value, rising):
            claims = {
                f"calm {part[0]}": core.CascadeClaim(
                    name="calm", span=memory.span, of=part[0], measures=(measure,), reason=None
                )
                for part in circles(cascades.graph(made))
            }
            found = cascades.verdicts(replace(made, cascade_claims=claims), Budget(20_000, 10, 10))
            assert {verdict.sort for verdict in found} & {"not proved", "refused"}
