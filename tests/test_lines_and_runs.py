"""What leads on lines of spaces, values of spaces compared, calls that loops ask again.

Masks and loops say what the naive interpreter finds one by one."""

from __future__ import annotations

import pytest

from rulewright.python import masks
from rulewright.python.functions import function
from rulewright.python.invariants import asked_once
from rulewright.python.layout import Lines, laid_out
from tests import engine_checks as checks
from tests import lock_step
from tests.engine_checks import Setting
from tests.random_rulesets import checked

WAYS = "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"
RULES = """\
language 1
game Stones "Stones" version "1.0.0"
players 2: ann, ben
kinds Ground: sand, clay, peat
spaces Plot from table "plots.csv":
    ground: Ground?
    worth: 1..9
spaces Place: squares 6 by 4
piece Stone of player
zone board: board Place of Stone
zone plots: board Plot of Stone
range Wish: 0..9
memory wish of player: Wish, all game
memory liked of player: Ground?, all game
setup:
    nothing
turn:
    offer lay, till, dream
action lay "lay on {t}":
    choose t from Place where board[t] is empty and count(u in around(t) where board[u].owner is me) <= 3
    do:
        place Stone on board[t]
action till "till {x} of {g}":
    choose g from Ground where plots_of(me, g) < 3
    choose x from Plot where x.ground is g and plots[x] is empty and x.worth <= my.wish + plots_of(me, g)
    do:
        place Stone on plots[x]
        set my.liked to x.ground
action dream "dream of {n}":
    choose n from Wish where n is not my.wish
    do:
        set my.wish to n
        each t in Place:
            if board[t].owner is me and t.column is 3:
                let beside = step(t, east)
                if beside is not empty and board[beside] is empty:
                    place Stone on board[beside]
            if board[t].owner is me and t.column is 4:
                set my.wish to 9 - my.wish
define plots_of(p: Player, g: Ground) = count(x in Plot where x.ground is g and plots[x].owner is p)
define dearer(p: Player) = count(x in Plot where x.worth > p.wish)
define cheaper(p: Player) = count(x in Plot where p.wish >= x.worth and plots[x] is empty)
define liked_by(p: Player) = count(x in Plot where x.ground is p.liked)
define others(p: Player) = count(x in Plot where x.ground is not p.liked)
define is_free(t: Place) = board[t].owner is not ann
define around(t: Place) = {around}
define longest(t: Place) = count(u in leading(u in line_from(t, east) while board[u] is board[t]))
define alike(t: Place) = leading_alike(list(board[u] for u in line_from(t, southwest)))
define unlike(t: Place) = leading_different(list(board[u] for u in upwards(t) where board[u] is not empty))
define upwards(t: Place) = line_from(t, north)
define odd(t: Place) = those(u in Place where u.column is t.column and (alike(u) > 1 or longest(u) is 2))
{ways}
score lines = total(longest(t) + 10 * alike(t) + 100 * unlike(t) for t in Place)
score seen = {seen}
score marked = total(count(u in odd(t)) for t in Place)
score tilled = dearer(me) + 20 * cheaper(me) + 400 * liked_by(me) + 8000 * others(me)
ending full after 9 rounds
winner is most score, ties share
"""
PLOTS = "id,ground,worth\n" + "".join(
    f"p{i},{('sand', 'clay', 'peat', '')[i % 4]},{i * 5 % 9 + 1}\n" for i in range(12)
)


def rules() -> str:
    """The ruleset, with a define for each way."""
    joined = " + ".join(f"leading(u in ray(t, {way}) while board[u] is empty)" for way in WAYS[1:4])
    ways = [
        f"define to_{way}(t: Place) = those(u in leading(u in line_from(t, {way}) while is_free(u)))"
        for way in WAYS
    ]
    seen = " + ".join(f"total(count(u in to_{way}(t)) for t in Place)" for way in WAYS)
    return (
        RULES.replace("{around}", f"those(u in {joined})")
        .replace("{ways}", "\n".join(ways))
        .replace("{seen}", seen)
    )


@pytest.fixture(scope="module")
def engine() -> checks.Engine:
    game, report = checked({"chaos.rules": rules(), "plots.csv": PLOTS})
    assert game is not None, [checks.told(d) for d in report.errors]
    return checks.engine_of(game)


def test_masks_are_used(engine: checks.Engine) -> None:
    """Otherwise the game below shows nothing."""
    scoring, moves = engine.files["scoring.py"], engine.files["moves.py"]
    rising, falling = WAYS[:3] + WAYS[7:], WAYS[3:7]
    for way in WAYS:
        body = scoring.partition(f"def to_{way}(")[2].partition("\n\n\n")[0]
        assert ("rising(" in body, "falling(" in body) in ((True, False), (False, True)), way
    assert len(rising) == len(falling)
    assert "_GROUND_IS_MASKS[g] & " in moves
    assert "_UP_TO_MASKS" in moves
    assert "leading(" not in scoring
    assert "leading_alike(" not in scoring
    before = moves.partition("for t in range(24):")[0].splitlines()
    assert before[-2].endswith(" != 0:")  # a loop that does nothing is skipped


@pytest.mark.parametrize("seed", range(2))
def test_lock_step(engine: checks.Engine, seed: int) -> None:
    assert lock_step.play(Setting(engine, 2), seed, 40) > 10


def test_what_is_seen_lies_where_something_lies() -> None:
    bare = masks.Leaf("bare", "bare", frozenset())
    seen, other = (masks.Leaf("seen", "seen", frozenset(), outside) for outside in (bare, None))
    lies = masks.negated(bare, 15)
    assert masks.both(lies, seen, 15) == seen
    assert masks.both(lies, other, 15) == masks.And((lies, other))
    assert masks.both(bare, seen, 15) == masks.And((bare, seen))


def test_a_place_has_its_name_where_it_is_asked_for() -> None:
    often: Lines = ["for t in a:", ["s.zones[STONES + 9 * me + t] = s.zones[STONES + 9 * me + 1]"]]
    named: Lines = ["stones = STONES + 9 * me", "for t in a:", ["s.zones[stones + t] = s.zones[stones + 1]"]]
    cases: list[tuple[Lines, Lines]] = [
        (["if me:", often, "return"], ["if me:", named, "return"]),
        (["if me:", ["pass"], "else:", ["if s:", often]], ["if me:", ["pass"], "else:", ["if s:", named]]),
        (["for x in b:", often], [named[0], "for x in b:", named[1:]]),
        (["if me:", often, "else:", often], [named[0], "if me:", named[1:], "else:", named[1:]]),
    ]
    for lines, said in cases:
        assert function("f", "s: State, me: int", "None", "", lines).lines == laid_out(said)


# ---- what loops ask again

SURE, UNSURE = {"f": True, "g": True, "h": False, "bits": True}, {"f": False, "g": False, "h": False}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return [x for x in a if f(s, m) > x]", ["the_f = f(s, m)", "return [x for x in a if the_f > x]"]),
        (
            "return [y for x in a if f(x) and g(y) for y in b if y in f(x)]",
            ["return [y for x in a for the_f in [f(x)] if the_f and g(y) for y in b if y in the_f]"],
        ),
        (
            "return 0 if s else sum([x for x in a if f(é) > x])",
            ["return 0 if s else sum([x for the_f in [f(é)] for x in a if the_f > x])"],
        ),
        (
            "return [k for x in a for k in bits(s.sets[HAND + me])]",
            ["the_members = members(s.sets[HAND + me])", "return [k for x in a for k in the_members]"],
        ),
        ("return [k for x in a for k in bits(s.sets[HAND]) + x]", None),  # a list, which members are not
        ("return [k for x in a for k in bits(s.sets[x])]", None),
        ("return [x for x in a if x and f(s) > x]", None),  # perhaps it is never asked
        ("return [x for x in a if h(s) > x]", None),  # perhaps it has no answer
        ("return [x for x in a if f(x[1]) > f(x[1])]", None),  # what it is given may have none
        ("return [x for x in a if any(f(y) for y in x) and any(f(y) for y in b)]", None),  # two of one name
        ("return [x for x in a if (f(s) if x else 1)]", None),
        ("return [x for x in f(s) if x > 1]", None),
    ],
)
def test_asked_once(line: str, said: list[str] | None) -> None:
    assert asked_once([line], SURE, set()) == (said or [line])


def test_what_may_have_no_answer_stays_where_it_is_asked() -> None:
    twice = "return [y for x in a for y in b if h(x) > y and h(x) < 9]"
    assert asked_once([twice], UNSURE, set()) == [
        "return [y for x in a for y in b for the_h in [h(x)] if the_h > y and the_h < 9]"
    ]
