"""Witnesses: rules that can be taken out unnoticed are found, and what is left of a rule still checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import cli, core, nodes, pipeline
from rulewright.checks.coverage import coverage
from rulewright.checks.neutral import neutral
from rulewright.checks.without import without
from rulewright.checks.witness import Witness, witnesses
from rulewright.loading.load import Loaded, load
from rulewright.reading.files import RulesetPath, find_ruleset
from rulewright.report.diagnostics import Report

HEAD = """language 1
game Shop "Shop" version "1"
rulebook "shop.md"
players 2: red, blue
token Coin, 9 in all per SHO-1
kinds Mood: glad, sad, any_mood as any
zone purse of player: pool of Coin
setup:
    each p in players:
        move 2 Coin from supply to p.purse per SHO-2
turn:
    offer take, pass
action take:
    requires count(c in my.purse) < 5 else "five are enough" per SHO-3
    do:
        move 1 Coin from supply to my.purse per SHO-4
action pass:
    do:
        nothing
define rich(p: Player) = count(c in p.purse) >= 4
ending bare when supply[Coin] is empty, at once per SHO-5
ending late after 9 rounds
score coins = count(c in my.purse)
winner is most score, ties share
"""


class Shop:
    """A small ruleset with its rulebook, as files and as the compiler reads it."""

    def __init__(self, folder: Path, *more: str) -> None:
        clauses = "\n".join(f"- **SHO-{n}** Clause {n}." for n in range(1, 10))
        (folder / "shop.md").write_text(clauses + "\n", encoding="utf-8")
        (folder / "shop.rules").write_text(HEAD + "".join(more), encoding="utf-8")
        self.path = RulesetPath("shop", folder / "shop.rules", folder)
        self.loaded: Loaded = load(self.path, Report())
        report = Report()
        game = pipeline.check_loaded(self.loaded, self.path, report)
        assert game is not None, [d.message for d in report]
        self.game: core.Game = game

    def left(self, clause: str) -> tuple[nodes.AnyDeclaration, ...]:
        return without(self.loaded.declarations, clause, self.game)

    def witness(self, clause: str) -> Witness:
        return next(witnesses(self.loaded, self.path, self.game, [clause], games=2))


def test_what_nothing_notices(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    assert shop.witness("SHO-3").sort == "nothing"
    assert shop.witness("SHO-2").sort == "nothing"


def test_an_example_notices(tmp_path: Path) -> None:
    shop = Shop(
        tmp_path,
        'example "five":\n    given red.purse is 5\n    then red may not take because "five are enough"\n',
        'example "two":\n    then red.purse is 2\n    then count(c in supply[Coin]) is 5\n',
        'example "one more":\n    when red plays take\n    then red.purse is 3\n',
    )
    for clause, title in (("SHO-1", "two"), ("SHO-2", "two"), ("SHO-3", "five"), ("SHO-4", "one more")):
        found = shop.witness(clause)
        assert (found.sort, title in found.text) == ("example", True), found


def test_a_claim_notices_and_stays(tmp_path: Path) -> None:
    shop = Shop(tmp_path, "claim few: always all(count(c in p.purse) <= 5 for p in players) per SHO-3\n")
    assert shop.witness("SHO-3").sort == "invariant"


def test_a_clause_that_only_examples_and_claims_cite_is_not_earned(tmp_path: Path) -> None:
    shop = Shop(
        tmp_path,
        "claim some: always all(count(c in p.purse) >= 2 for p in players) per SHO-8\n",
        'example "two" per SHO-9:\n    then red.purse is 2\n',
    )
    assert shop.left("SHO-8") == shop.left("SHO-9") == shop.loaded.declarations
    assert [shop.witness(clause).sort for clause in ("SHO-8", "SHO-9")] == ["nothing", "nothing"]


def test_words_of_the_rulebook_are_citations_too(tmp_path: Path) -> None:
    shop = Shop(tmp_path, 'score extra = 1 per "Clause 7"\n', 'example "e":\n    then red.score is 3\n')
    assert shop.witness("SHO-7").sort == "example"


def test_a_kind_is_missed_by_the_check(tmp_path: Path) -> None:
    shop = Shop(tmp_path, "kinds Colour: pink per SHO-6\n", "score pinks = count(c in Colour)\n")
    assert shop.witness("SHO-6").sort == "check"


# ---- what is left makes sense

RULES = """
constant most = 5 per SHO-7
option open: yes_no default no "open purses" per SHO-7
option speed: slow or quick default slow "how quick" per SHO-7
option start: 1..3 default 1 "at the start" per SHO-7
memory seen of player: set of Mood, each round, starts as Mood per SHO-7
memory tired: 0..9, each round per SHO-7
group good of Mood: glad, any_mood per SHO-7
kinds Colour: pink, grey as any per SHO-7
define number(p: Player) = count(c in p.purse) + 1 per SHO-7
define is_rich(p: Player) = count(c in p.purse) > most per SHO-7
define colour(p: Player) = pink if is_rich(p) otherwise grey per SHO-7
define neighbour(p: Player) = blue if p is red otherwise red per SHO-7
define rich_ones = those(p in players where is_rich(p)) per SHO-7
define numbers = list(number(p) for p in players) per SHO-7
define below(p: Player) = 0 - number(p) - 1 per SHO-7
define by_mood(m: Mood):
    match m:
        case glad: 1 per SHO-7
        otherwise: 2 per SHO-7
action take:
    choose m from Mood where m in good per SHO-7
    requires my.seen is not empty else "nothing seen" per SHO-7
    do:
        resolve pay
        match m:
            case glad:
                add 1 to tired
            case sad per SHO-7:
                add 1 to tired
            otherwise:
                nothing
        the first that applies:
            case tired > 3 per SHO-7:
                trigger paid(m)
        each p in players from neighbour(me) where p in rich_ones per SHO-7:
            move 1 Coin from supply to p.purse
        repeat until tired > 5 per SHO-7:
            add 1 to tired
        may choose c "praise {c}" from Colour where c is colour(me) per SHO-7:
            add m to my.seen
        or else:
            nothing
action wink per SHO-7:
    do:
        nothing
procedure pay per SHO-7:
    move number(me) Coin from supply to my.purse
event paid(m: Mood)
reaction gain when paid(m), at once per SHO-7:
    move by_mood(m) Coin from supply to my.purse
reaction grow as soon as count(c in my.purse) > 3, for each m in Mood per SHO-7:
    may choose d "grow {d}" from Mood where d is m per SHO-7:
        nothing
ending rounds "so many rounds" after 8 rounds per SHO-7
score list_of = count(n in numbers) + below(me) + speed_points per SHO-7
define speed_points = start if speed is quick or open otherwise tired
turn:
    offer take, pass, wink
example "all can be named":
    given option open is yes
    given red.purse is 2
    then red may not take(sad)
    then is_rich(red) or not is_rich(red)
    then red.score.list_of > -99
"""


def test_all_that_can_be_named_stays_in_a_neutral_form(tmp_path: Path) -> None:
    """Each declaration, line and statement that cites the clause is neutral, and the ruleset still checks."""
    own = HEAD.split("turn:\n")[0] + HEAD.split('"five are enough" per SHO-3\n')[1].split("SHO-4\n")[1]
    shop = Shop.__new__(Shop)
    (tmp_path / "shop.md").write_text("- **SHO-7** All.\n", encoding="utf-8")
    own = own.replace(" per SHO-1", "").replace(" per SHO-2", "").replace(" per SHO-5", "")
    (tmp_path / "shop.rules").write_text(own + RULES, encoding="utf-8")
    shop.path = RulesetPath("shop", tmp_path / "shop.rules", tmp_path)
    shop.loaded = load(shop.path, Report())
    report = Report()
    game = pipeline.check_loaded(shop.loaded, shop.path, report)
    assert game is not None, [d.message for d in report.errors]
    shop.game = game
    left = shop.left("SHO-7")
    report = Report()
    assert pipeline.check_declarations(shop.loaded, shop.path, report, left) is not None, [
        (d.message, d.span) for d in report.errors
    ]
    assert len(left) == len(shop.loaded.declarations)
    by_name = {d.name.text: d for d in left if isinstance(d, nodes.Define)}
    below, number = by_name["below"].body, by_name["number"].body
    assert isinstance(number, nodes.Int)
    assert isinstance(below, nodes.Unary)


@pytest.mark.parametrize("sort", ["kinds Mood: glad", "range Seat: 1..3"])
def test_some_things_cannot_be_neutral(tmp_path: Path, sort: str) -> None:
    shop = Shop(tmp_path, f"{sort.replace('Mood', 'Colour')} per SHO-7\n")
    node = next(d for d in shop.loaded.declarations if any(c.text == "SHO-7" for c in getattr(d, "per", ())))
    assert neutral(node, shop.game) == node


def test_kanagawa_earns_its_citations() -> None:
    """Without a game: what the examples alone notice, for a handful of clauses."""
    path, report = find_ruleset("kanagawa", Path(__file__).parents[1]), Report()
    loaded = load(path, report)
    game = pipeline.check_loaded(loaded, path, report)
    assert game is not None
    cited = coverage(game).cited
    some = ["KAN-6", "KAN-7", "KAN-18", "KAN-31", "KAN-D2", "KAN-D6", "KAN-D17"]
    assert not set(some) - set(cited)
    assert {w.sort for w in witnesses(loaded, path, game, some, games=0)} == {"example"}


def test_the_command_tells_each_witness(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    Shop(tmp_path, 'example "two":\n    then red.purse is 2\n')
    assert cli.run(["coverage", str(tmp_path / "shop.rules"), "--witness", "--games", "1", "-v"]) == 1
    told = capsys.readouterr().out
    assert "SHO-2    example" in told
    assert "SHO-3    nothing notices" in told
