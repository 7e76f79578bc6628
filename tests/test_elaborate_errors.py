"""One wrong program for each thing that elaboration reports: code, the text it shows, part of the message."""

# ruff: noqa: E501 - tables of programs, one a line

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from tests.elaborated import elaborated, findings, shown, text

LANGUAGE = 'language 1\ngame Inari "Inari" version "1.0.0"\n'
DEFINES: list[tuple[str, str, str, str]] = [
    # code, a define's value (p: Player, c: Lesson), what is shown, a part of the message or help
    ("RW201", "c.season is sprng", "sprng", "did you mean `spring`?"),
    ("RW201", "stepz > 3", "stepz", "did you mean `steps`?"),
    ("RW201", "c.season is boar", "boar", "no word of Season"),
    ("RW203", "any(me.trees > 1 for me in p.hand)", "me", "a word of the language"),
    ("RW204", "count(goal in p.hand) > 1", "goal", "the name of a constant"),
    ("RW204", "count(p in p.hand) > 1", "p", "already has a meaning"),
    ("RW204", "count(spring in p.hand) > 1", "spring", "a word of `Season`"),
    ("RW207", "count(k in my.hand) > 1", "my", "nobody in a define"),
    ("RW207", "p is me", "me", "nobody in a define"),
    ("RW208", "count(k in hand) > 1", "hand", "whose hand?"),
    ("RW208", "purse > 1", "purse", "whose purse?"),
    ("RW209", "p.deck is empty", "p.deck", "all share one deck"),
    ("RW209", "p.steps > 1", "p.steps", "all share one steps"),
    ("RW210", "c.seasn is spring", "seasn", "did you mean `season`?"),
    ("RW210", "p.hnd is empty", "hnd", "did you mean `hand`?"),
    ("RW210", "p.old_ones > 2", "old_ones", "write `old_ones(p)`"),
    ("RW210", "c.season.trees is 1", "trees", "has no parts"),
    ("RW210", "master.owner is p", "owner", "`master.holder`"),
    ("RW210", "goal(1) > 1", "(1)", "takes no arguments"),
    ("RW211", "c.trees and yes", "c.trees", "a condition is a yes_no"),
    ("RW211", "p.hand > 3", "p.hand", "`count(x in ...)` counts"),
    ("RW211", "old_ones(c) > 1", "c", "`p` of `old_ones` is a Player, this is a Lesson"),
    ("RW211", "total(k.season for k in p.hand) > 1", "k.season", "a number is asked for"),
    ("RW211", "distinct(k.needs for k in p.hand) > 1", "k.needs", "takes single values"),
    ("RW211", "longest_run(p.hand) > 1", "p.hand", "a list of words"),
    (
        "RW211",
        "any(m is empty for m in matchings(c.needs, p.brushes))",
        "p.brushes",
        "one count for each Fox",
    ),
    ("RW211", "school[c.trees, spring] is empty", "spring", "this index of `school["),
    ("RW212", "c.fox fits old", "c.fox", "may be empty"),
    ("RW214", "c.season is small", "c.season is small", "a Season is never a Fox"),
    ("RW214", "c.season is c.trees", "c.season is c.trees", "never a number"),
    ("RW214", "c in at_school", "c", "the members are a Player each"),
    ("RW214", "(1 if p.hand is empty otherwise c.season) is 1", "c.season", "alternatives are of one type"),
    ("RW214", "c.season fits p", "c.season fits p", "two words of a kind"),
    ("RW215", "school[3, 1] is empty", "3", "a number in 1..2, this is 3"),
    ("RW215", "c.goal is foxes(5)", "5", "a number in 1..4, this is 5"),
    ("RW216", "old_ones(p, c) > 1", "old_ones(p, c)", "`old_ones` takes 1 (p), here are 2"),
    ("RW216", "old_ones > 1", "old_ones", "`old_ones` takes 1 (p), here are 0"),
    ("RW216", "old_ones(p: p) > 1", "p", "have no names"),
    ("RW216", "c.goal is pair(spring)", "pair(spring)", "carries 2 values, here are 1"),
    ("RW216", "longest_run(jokers: 2) > 1", "longest_run(jokers: 2)", "takes a list"),
    ("RW216", "longest_run(list(k.season for k in p.hand), joker: 2) > 1", "joker", "`jokers:`"),
    ("RW216", "any(m is empty for m in matchings(c.needs))", "matchings(c.needs)", "takes two"),
    ("RW217", "school[1, 1, 1] is empty", "[1, 1, 1]", "`school` has 2 axes, here are 3 indices"),
    ("RW217", "deck[1] is empty", "[1]", "has no cells"),
    ("RW217", "p.marks > 1", "p.marks", "for each Season"),
    ("RW217", "c.season[1] is spring", "[1]", "has no index"),
    ("RW217", "steps[1] > 1", "[1]", "`steps` has no index"),
    ("RW218", "c.trees is empty", "c.trees", "never empty"),
    ("RW218", "c.season is none", "none", "means nothing here"),
    ("RW221", "table(c.trees: 1 -> 2, 2 -> 3, 3 -> 4) > 1", "c.trees", "the value can be 0"),
    ("RW221", "table(c.trees: 0 -> 2, 1 -> 3, 3 -> 4) > 1", "c.trees", "the value can be 2"),
    ("RW221", "steps(c.trees: 1 -> 2, 3 -> 4) > 1", "c.trees", "the value can be 0"),
    ("RW221", "steps(c.trees: 0 -> 2, 0 -> 4) > 1", "0", "0 does not come after 0"),
    ("RW222", "total(k.trees for k in Lesson) > 1", "Lesson", "lie in zones"),
    ("RW222", "count(k in c.trees) > 1", "c.trees", "nothing can be taken"),
    ("RW222", "c.season in c.trees", "c.trees", "has members"),
    ("RW223", "those(b in p.easel) is empty", "p.easel", "only counted"),
    ("RW223", "distinct(b for b in p.easel) > 1", "b", "only counted"),
    ("RW224", "top of p.hand is empty", "p.hand", "only a stack or row has a top"),
    ("RW224", "p.hand is full", "p.hand", "only a zone with `at most`"),
    ("RW228", "count(b in supply) > 1", "supply", "the supply of which piece?"),
    ("RW229", "9 / c.trees > 1", "c.trees", "division by zero"),
    ("RW230", "coins is 3", "coins", "is a unit"),
    ("RW230", "my > 3", "my", "write `my.NAME`"),
    ("RW230", '"yes"', '"yes"', "a sentence is no value"),
    ("RW238", "A1 in p.hand", "A1", "only examples and variants"),
    ("RW239", "p.score > 3", ".score", "cannot read a score"),
    ("RW239", "game_over", "game_over", "for examples and claims"),
]


@pytest.mark.parametrize(("code", "value", "where", "what"), DEFINES)
def test_expressions(code: str, value: str, where: str, what: str) -> None:
    used = "claim used: never any(it(p, c) for p in players, c in deck)\n"
    expect(code, where, what, add=f"define it(p: Player, c: Lesson) = {value}\n{used}")


def expect(code: str, where: str, what: str, *changes: tuple[str, str], add: str = "") -> None:
    """One error and no other, with this code, on this text, that says this."""
    found = [d for d in findings(*changes, add=add) if d.level == "error"]
    assert [d.code for d in found] == [code], found
    assert shown(found[0], text(*changes, add=add)) == where
    assert what in f"{found[0].message} | {found[0].help}"


STATEMENTS: list[tuple[str, str, str, str]] = [
    # code, a line of an action (k: Lesson) is chosen, what is shown, a part of the message or help
    ("RW201", "give mastr to me", "mastr", "did you mean `master`?"),
    ("RW201", "offer lern", "lern", "did you mean `learn`?"),
    ("RW201", "offer pay", "pay", "is a procedure, not an action"),
    ("RW201", "resolve wait", "wait", "write `offer wait`"),
    ("RW201", "resolve payy(me, 1)", "payy", "did you mean `pay`?"),
    ("RW201", "trigger lerned(k)", "lerned", "did you mean `learned`?"),
    ("RW201", "move 1 Bruhs from supply to my.easel", "Bruhs", "did you mean `Brush`?"),
    (
        "RW201",
        "match k.season:\n    case sprng:\n        nothing\n    otherwise:\n        nothing",
        "sprng",
        "Season",
    ),
    ("RW202", "offer wait, wait", "wait", "offered twice"),
    ("RW204", "let k = 2", "k", "already has a meaning"),
    ("RW204", "each master in players:\n    add 1 to master.purse", "master", "the name of a token"),
    ("RW211", "set steps to k", "k", "`steps` is a number, this is a Lesson"),
    ("RW211", "add 1 to lead", "lead", "write `set ... to ...`"),
    ("RW211", "give master to k", "k", "who gets it is a Player"),
    ("RW211", "move shelf to my.print", "shelf", "move all"),
    ("RW211", "move all from shelf to my.purse", "my.purse", "is a zone"),
    ("RW211", "move 1 Brush from my.storms to my.easel", "my.storms", "holds Storm, not Brush"),
    ("RW211", "if steps:\n    nothing", "steps", "a condition is a yes_no"),
    ("RW211", "let here = shelf", "shelf", "`let` names a value"),
    ("RW211", "each l in shelf from me:\n    add 1 to steps", "me", "leave out `from`"),
    ("RW211", "choose p from players by k:\n    add p to at_school", "k", "who chooses is a Player"),
    ("RW212", "move top of deck to shelf", "top of deck", "may be empty"),
    (
        "RW212",
        "if k.fox is not empty:\n    nothing\nset my.purse to 1 if k.fox fits old otherwise 2",
        "k.fox",
        "empty",
    ),
    ("RW215", "set steps to 12", "12", "a number in 0..9, this is 12"),
    ("RW215", "add 10 to steps", "10", "always leaves the range 0..9"),
    ("RW215", "remove 10 from steps", "10", "always leaves the range 0..9"),
    ("RW215", "move 0 - 1 Brush from supply to my.easel", "0 - 1", "less than nothing"),
    ("RW216", "resolve pay(me)", "pay(me)", "`pay` takes 2 (p, n), here are 1"),
    ("RW216", "trigger learned", "learned", "`learned` takes 1 (k), here are 0"),
    ("RW217", "move k to school[1]", "school[1]", "which cell of `school`?"),
    ("RW217", "move k to school", "school", "which cell of `school`?"),
    ("RW217", "move 1 Brush from my.brushes[1] to my.easel", "my.brushes[1]", "name one cell"),
    (
        "RW219",
        "match k.season:\n    case spring:\n        add 1 to steps",
        "k.season",
        "`summer`, `winter`, `storm`",
    ),
    ("RW222", "each n in steps:\n    add 1 to steps", "steps", "nothing can be taken from"),
    ("RW223", "each b in my.easel:\n    add 1 to steps", "my.easel", "none can be gone through"),
    ("RW223", "choose b from my.easel:\n    add 1 to steps", "my.easel", "none can be chosen"),
    ("RW224", "shuffle shelf", "shelf", "`shelf` is a set"),
    ("RW224", "deal 1 from shelf to my.hand", "shelf", "dealt from a stack or row"),
    ("RW224", "move k to my.easel", "my.easel", "are counted"),
    ("RW224", "move k to top of shelf", "shelf", "a set has no top"),
    (
        "RW226",
        'choose p "take {q}" from players:\n    add p to at_school',
        "{q}",
        "known are the choice: `{p}`",
    ),
    ("RW231", "set goal to 3", "goal", "the constant `goal` never changes"),
    ("RW231", "set long_game to yes", "long_game", "before the game starts"),
    ("RW231", "set k to k", "k", "never changes"),
    ("RW231", "add k to shelf", "shelf", "`move ... to ...`"),
    ("RW231", "set master.holder to me", "master.holder", "write `give master to ...`"),
    ("RW211", "offer wait to Season together", "Season", "only players decide"),
    ("RW216", "give master to next_player()", "next_player()", "takes a seat"),
    ("RW216", "give master to next_player(me, round: at_school)", "round", "may take `among:`"),
    ("RW211", "give master to previous_player(me, among: Season)", "Season", "set of Player"),
    ("RW250", "draw s from Season at random by 0 - 1", "0 - 1", "less than nothing"),
    ("RW250", "draw s from Season at random by percent 30", "30", "these are 120 percent"),
    ("RW250", "draw p from players at random by 5 - my.purse", "5 - my.purse", "can be less than nothing"),
    ("RW406", "offer wait until learn", "learn", "is not offered here"),
]


@pytest.mark.parametrize(("code", "lines", "where", "what"), STATEMENTS)
def test_statements(code: str, lines: str, where: str, what: str) -> None:
    body = "".join(f"        {line}\n" for line in lines.split("\n"))
    at = "        trigger learned(k)\n"
    expect(code, where, what, (at, at + body))


AGAIN = "unit coins\nending again when the position has come"
DECLARATIONS: list[tuple[str, str, str, str, str]] = [
    # code, a line, what it becomes, what is shown, a part of the message or help
    ("RW201", "0..9 coins, all", "0..9 coin, all", "coin", "did you mean `coins`?"),
    (
        "RW201",
        "group warm of Season: spring, summer",
        "group warm of Season: spring, sumer",
        "sumer",
        "`summer`",
    ),
    (
        "RW201",
        "reaction paid when learned(k)",
        "reaction paid when lerned(k)",
        "lerned",
        "did you mean `learned`?",
    ),
    ("RW202", "unit coins\n", "unit coins\nunit coins\n", "coins", "declared twice"),
    ("RW201", "unit coins\n", "unit coins\nteam odd: rde, green, blue\n", "rde", "did you mean `red`?"),
    ("RW202", "unit coins\n", "unit coins\nteam odd: red, green, blue, red\n", "red", "is in two teams"),
    ("RW235", "unit coins\n", "unit coins\nteam odd: red, green\n", "odd", "blue is in no team"),
    ("RW215", "unit coins\n", f"{AGAIN} 1 times, at end of round\n", "1", "has come once"),
    ("RW201", "unit coins\n", f"{AGAIN} 3 times but for stepz, at end of round\n", "stepz", "`steps`"),
    (
        "RW202",
        "spring, summer, winter, storm",
        "spring, summer, winter, spring, storm",
        "spring",
        "stands twice",
    ),
    (
        "RW202",
        "group warm of Season: spring, summer",
        "group warm of Season: spring, spring",
        "spring",
        "twice",
    ),
    ("RW203", "unit coins\n", "unit coins\nconstant supply = 3\n", "supply", "a word of the language"),
    ("RW203", "    trees: 0..3\n", "    trees: 0..3\n    copies: 0..3\n", "copies", "may have a column"),
    (
        "RW205",
        "unit coins\n",
        "unit coins\nkinds Tone: spring\nconstant tone = spring\n",
        "spring",
        "Tone, Season",
    ),
    ("RW206", "set of Lesson, public", "set of Lessn, public", "Lessn", "did you mean `Lesson`?"),
    (
        "RW206",
        "group warm of Season: spring, summer",
        "group warm of Row: spring",
        "Row",
        "a group is of a kind",
    ),
    ("RW207", "setup per IN-2:\n", "setup per IN-2:\n    give master to me\n", "me", "nobody in `setup`"),
    (
        "RW207",
        "ending late when round",
        "ending late when my.purse > 2 or round",
        "my",
        "nobody in an ending",
    ),
    ("RW207", "claim few: always", "claim few: always my.purse < 5 and", "my", "nobody in a claim"),
    ("RW211", "score cards = ", "score rank = my.hand\nscore cards = ", "my.hand", "a number is asked for"),
    (
        "RW213",
        "score cards = ",
        "unit fame\nmemory glory: 0..9 fame, all game\nscore rank = glory\nscore cards = ",
        "cards",
        "mix",
    ),
    ("RW215", "face down at (1, 2)", "face down at (3, 2)", "face down at (3, 2)", "no cell (3, 2)"),
    ("RW216", "when learned(k) if", "when learned(k, l) if", "learned", "has 1 parameters, here are 2"),
    (
        "RW220",
        "define full(p: Player)",
        "define w(s: Season):\n    match s:\n        case spring: 1\n"
        "        case spring: 2\n        otherwise: 0\nclaim q: always w(spring) < 9\ndefine full(p: Player)",
        "spring",
        "has a case already",
    ),
    (
        "RW220",
        "define full(p: Player)",
        "define w(f: Fox):\n    match f:\n        case small: 1\n        case old: 2\n"
        "        case wild: 2\n        otherwise: 0\nclaim q: always w(old) < 9\ndefine full(p: Player)",
        "0",
        "never reached",
    ),
    ("RW221", "2 -> 3, 3 -> 2", "2 -> 3", "start_cards", "no value for 3 players"),
    ("RW221", "2 -> 3, 3 -> 2", "2 -> 3, 3 -> 2, 4 -> 1", "4", "2..3 can play"),
    (
        "RW223",
        "memory steps: 0..9",
        "memory steps: set of Brush, all game\nmemory steps2: 0..9",
        "Brush",
        "counted",
    ),
    ("RW224", "set of Lesson, public\n", "set of Brush, public\n", "Brush", "pieces are counted in a pool"),
    (
        "RW224",
        "easel of player: pool of Brush",
        "easel of player: pool of Lesson",
        "Lesson",
        "counts alike pieces",
    ),
    ("RW226", '"learn {k}"', '"learn {l}"', "{l}", "known are the parts of the move: `{k}`"),
    ("RW226", '"lesson {id}"', '"lesson {ids}"', "{ids}", "did you mean `id`?"),
    (
        "RW232",
        "memory lead: Season?",
        "memory drawn: list of Fox, all game\nmemory lead: Season?",
        "list of Fox",
        "a set",
    ),
    ("RW232", "    season: Season\n", "    season: set of Season\n", "set of Season", "a cell cannot hold"),
    ("RW232", "pool Row by Fox of Brush", "pool Row by Lesson of Brush", "Lesson", "an axis is"),
    (
        "RW232",
        "option long_game: yes_no default no",
        "option long_game: Player default no",
        "Player",
        "an option is",
    ),
    ("RW233", "memory lead: Season?", "memory lead: Season", "Season", "how does `lead` start?"),
    ("RW234", "range Row: 1..2", "range Row: 1..steps", "1..steps", "`player_count`"),
    ("RW234", "constant goal = 3", "constant goal = steps", "steps", "a constant is built from"),
    ("RW234", "public, at most 5", "public, at most steps", "steps", "a limit is built from"),
    (
        "RW234",
        "starts as players",
        "starts as refusing\ndefine refusing = those(p in players where p.purse > 1)",
        "refusing",
        "before the game starts",
    ),
    (
        "RW235",
        "players 2..3: red, blue, green",
        "players 2..3: red, blue",
        "red, blue",
        "3 can play, here are names for 2",
    ),
    ("RW235", "players 2..3:", "players 4..3:", "4..3", "no number of players"),
    ("RW236", "range Row: 1..2", "range Row: 2..1", "2..1", "holds no number"),
    ("RW236", "memory steps: 0..9", "memory steps: 9..0", "9..0", "holds no number"),
    (
        "RW236",
        "group warm of Season: spring, summer",
        "group aim of Goal: foxes\ngroup warm of Season: spring",
        "foxes",
        "carries values",
    ),
    ("RW236", "pawn Storm, 2 in all", "pawn Storm, 0 in all", "Storm", "not 0"),
    ("RW240", "foxes(1..4)", "foxes(1..999, 1..999)", "foxes", "more than 65536"),
    ("RW241", "set of Lesson, public\n", "set of Lesson, public, hidden\n", "hidden", "seen in one way"),
    ("RW241", "set of Lesson, public\n", "set of Lesson, seen by owner\n", "seen by owner", "no owner"),
    (
        "RW301",
        "constant goal = 3",
        "constant goal = other + 1\nconstant other = goal",
        "other",
        "`goal` needs `other` needs",
    ),
    ("RW402", "procedure pay", "turn:\n    add 1 to steps\nprocedure pay", "turn", "rounds or turns"),
    (
        "RW405",
        "action wait:\n",
        "action wait:\n" + "".join(f"    choose s{n} from Season\n" for n in range(9)),
        "wait",
        "more than 65536 moves",
    ),
    (
        "RW632",
        "set of Lesson, public\n",
        "set of Lesson, public, starts with all\n",
        "shelf",
        "start in two zones",
    ),
    (
        "RW632",
        "pool of Brush, public",
        "pool of Brush, public, starts with all",
        "starts with all",
        "the supply",
    ),
    ("RW810", "per IN-1", "per IN-11", "IN-11", "did you mean `IN-1`?"),
    ("RW811", "two or three play", "two or four play", '"two or four play"', "does not have these words"),
]


@pytest.mark.parametrize(("code", "old", "new", "where", "what"), DECLARATIONS)
def test_declarations(code: str, old: str, new: str, where: str, what: str) -> None:
    expect(code, where, what, (old, new))


EXAMPLES: list[tuple[str, str, str, str]] = [
    ("RW201", "given option long_gam is yes", "long_gam", "did you mean `long_game`?"),
    ("RW201", "when rd plays wait", "rd", "did you mean `red`?"),
    ("RW201", "then A9 in red.print", "A9", "not the name of anything"),
    ("RW207", "then A1 in my.print", "my", "nobody in an example"),
    ("RW211", "given red.refused is A1", "red.refused", "write `holds`"),
    ("RW215", "given red.easel is 10", "10", "a number in 0..9, this is 10"),
    ("RW216", "when red plays learn(A1, A2)", "learn(A1, A2)", "made of k"),
    ("RW217", "given school holds A1", "school", "which cell of `school`?"),
    ("RW215", "given school[1] holds A1, A2, A3, A4", "A4", "`school` has 3 cells here, not 4"),
    ("RW224", "given red.easel holds A1", "red.easel", "write `is`"),
    ("RW224", "given shelf begins with A1", "shelf", "only a stack begins"),
    ("RW231", "given goal is 3", "goal", "gives memory, holders and zones"),
    ("RW243", "when green plays wait", "green", "write `given players 3` first"),
    ("RW243", "given players 4", "4", "2..3 can play"),
    ("RW244", "given shelf holds A2, A2", "A2", "there is only one"),
    ("RW245", 'then red may not learn because "much"', '"much"', "gives this reason"),
    ("RW201", "then red.score.card is 3", "card", "did you mean `cards`?"),
]


@pytest.mark.parametrize(("code", "line", "where", "what"), EXAMPLES)
def test_examples(code: str, line: str, where: str, what: str) -> None:
    expect(code, where, what, add=f'example "wrong":\n    {line}\n')


BOARDS: list[tuple[str, str, str, str]] = [
    # code, a claim's condition on a board of 3 by 2, what is shown, a part of the message or help
    ("RW201", "step(a1, nort) is empty", "nort", "did you mean `north`?"),
    ("RW201", "board[d1] is empty", "d1", "no word of Square"),
    ("RW206", "edge(Board, north) is empty", "Board", "one of Square, Hour"),
    ("RW210", "a1.colum > 2", "colum", "did you mean `column`?"),
    ("RW210", "board[a1].piec is Man", "piec", "did you mean `piece`?"),
    ("RW211", "distance(a1, s1) > 2", "s1", "the second is a Square, this is a Hour"),
    ("RW211", "connects(Direction, a1, b1)", "Direction", "a set of spaces is asked for"),
    (
        "RW211",
        "leading(s in neighbours(a1) while board[s] is empty) is empty",
        "neighbours(a1)",
        "has no order",
    ),
    ("RW215", "board[Square[1, 3]] is empty", "3", "the row is a number in 1..2, this is 3"),
    ("RW216", "opposite(north, south) is empty", "opposite(north, south)", "here are 2 arguments"),
    ("RW217", "Hour[1, 1] is s1", "[1, 1]", "no columns and rows"),
    ("RW217", "Square[1] is a1", "[1]", "write `[column, row]`"),
    ("RW230", "Man is empty", "Man", "is a piece, no value"),
    ("RW234", "lines(Square, round_number) is empty", "round_number", "known from the start"),
    ("RW246", "lines(Square, 4) is empty", "4", "or the line shorter"),
    ("RW246", "lines(a1, 0) is empty", "0", "1 space or more"),
    ("RW247", "step(a1, forward) is empty", "forward", "say whose"),
    ("RW248", "any(step(s1, left, p) is empty for p in players)", "p", "which way is forward for red?"),
]
BOARD = """\
spaces Square: squares 3 by 2, red faces north, blue faces south, green faces east
spaces Hour: ring of 12
piece Man of player
zone board: board Square of Man
"""


@pytest.mark.parametrize(("code", "value", "where", "what"), BOARDS)
def test_boards(code: str, value: str, where: str, what: str) -> None:
    expect(code, where, what, add=f"{BOARD}claim used: never {value}\n")


TABLES: list[tuple[str, str, str, str]] = [
    # code, the first row's cells, what is shown, a part of the message or help
    ("RW623", "B1,,old,1,2,,,1,x", "", "a cell of `season` is empty"),
    ("RW625", "B1,spring,old,4,2,,,1,x", "4", "4 is not in 0..3"),
    ("RW626", "B1,sprng,old,1,2,,,1,x", "sprng", "did you mean `spring`?"),
    ("RW626", "B1,spring,old,many,2,,,1,x", "many", "is not a number"),
    ("RW626", "B1,spring,old,1,2,small boar,,1,x", "small boar", "`boar` is no word of Fox"),
    ("RW625", "B1,spring,old,1,2,,foxes(5),1,x", "foxes(5)", "5 is not in 1..4"),
    ("RW627", "B1,spring,old,1,2,,foxes(5,1,x", "foxes(5", "cannot be read"),
    ("RW627", 'B1,spring,old,1,2,,"foxes(1, 2)",1,x', '"foxes(1, 2)"', "carries 1 values, here are 2"),
    ("RW627", "B1,spring,old,1,2,,foxes,1,x", "foxes", "carries 1 values, here are 0"),
    ("RW627", "B1,spring,old,1,2,,(),1,x", "()", "cannot be read"),
    ("RW630", "B1,spring,old,1,2,,,two,x", "two", "no number in 0..1000"),
]
HEADER = "id,season,fox,trees,price,needs,goal,copies,notes\n"


@pytest.mark.parametrize(("code", "row", "where", "what"), TABLES)
def test_cells(code: str, row: str, where: str, what: str) -> None:
    table = f"{HEADER}A1,spring,,1,0,,,2,\n{row}\n"
    found = findings(tables={"lessons.csv": table})
    assert [d.code for d in found] == [code], found
    assert found[0].span.path.endswith("lessons.csv")
    assert found[0].span.line == 3
    assert shown(found[0], table) == where
    assert what in f"{found[0].message} | {found[0].help}"


@pytest.mark.parametrize(
    ("code", "header", "what"),
    [
        ("RW621", "id,seasons,fox,trees,price,needs,goal,copies,notes", "did you mean `seasons`?"),
        ("RW621", "id,season,fox,trees,price,needs,goal,copies,remarks", "no column `notes`"),
        ("RW622", "id,season,fox,trees,price,needs,goal,copies,notes,art", "write `ignore art`"),
    ],
)
def test_columns(code: str, header: str, what: str) -> None:
    rows = "A1,spring,,1,0,,,2,x" + (",y" if "art" in header else "")
    found = findings(tables={"lessons.csv": f"{header}\n{rows}\n"})
    assert code in {d.code for d in found}
    assert any(what in f"{d.message} | {d.help}" for d in found if d.code == code)


def test_a_misspelt_column_is_one_message() -> None:
    table = "id,seasons,fox,trees,price,needs,goal,copies,notes\nA1,spring,,1,0,,,2,x\n"
    assert [d.code for d in findings(tables={"lessons.csv": table})] == ["RW621"]


@pytest.mark.parametrize(
    ("change", "code", "what"),
    [
        ("set Lesson A9.trees = 1", "RW631", "no row `A9`"),
        ("set Lesson A1.trees = 5", "RW215", "0..3, this is 5"),
        ("set Lesson A1.season = boar", "RW201", "no word of Season"),
        ("set Lesson A1.season = empty", "RW623", "is empty"),
        ("set Lesson A1.season = spring, summer", "RW627", "holds one value"),
        ("set Lesson A1.trees = steps", "RW234", "a number or a word"),
    ],
)
def test_cells_of_variants(change: str, code: str, what: str) -> None:
    rules = text(add=f'variant odd "odd" of Inari:\n    {change}\n')
    found = elaborated(rules, variants=("odd",))[1].sorted()
    assert [d.code for d in found] == [code], found
    assert what in f"{found[0].message} | {found[0].help}"


def test_what_a_game_must_have() -> None:
    bare = LANGUAGE + "memory steps: 0..9, all game\n"
    assert {d.code for d in elaborated(bare)[1]} == {"RW401", "RW403", "RW404"}
    assert [d.message for d in elaborated(bare)[1] if d.code == "RW401"] == [
        "there is neither a `round` nor a `turn`",
        "there is no `players`",
        "there is no `setup`",
    ]


def test_seatless_calls() -> None:
    procedure = (
        "procedure draw_one:\n    deal 1 from deck to my.hand\nprocedure twice:\n    resolve draw_one\n"
    )
    expect(
        "RW407",
        "twice",
        "reads `me`",
        ("setup per IN-2:\n", "setup per IN-2:\n    resolve twice\n"),
        add=procedure,
    )
    event = "event begun\nreaction first_card when begun, at once:\n    deal 1 from deck to my.hand\n"
    expect(
        "RW407",
        "begun",
        "a reaction to",
        ("setup per IN-2:\n", "setup per IN-2:\n    trigger begun\n"),
        add=event,
    )


def test_for_each_goes_through_what_stays() -> None:
    add = "reaction many as soon as count(k in shelf) > 3, for each l in shelf:\n    move all from shelf to school[1, 1]\n"
    expect("RW222", "shelf", "a kind, a group of its words, a range or the players", add=add)


def test_warnings() -> None:
    unused = (
        "unit fame\nkinds Tone: loud\nconstant spare = 3\ndefine spare_one = 3\nzone spare_zone: set of Lesson, public\n"
        "action rest:\n    do:\n        nothing\nprocedure tidy:\n    nothing\nevent ended\n"
    )
    found = findings(add=unused)
    assert {d.code for d in found} == {"RW227"}
    named = [match[1] for d in found if (match := re.search("`(.*)`", d.message))]
    assert named == ["fame", "Tone", "spare", "spare_one", "spare_zone", "rest", "tidy", "ended"]
    always = findings(("requires steps < 9", "requires steps < 10"))
    assert [(d.code, d.message) for d in always] == [("RW225", "this is always true")]
    never = findings(("when round_number > goal", "when round_number < 1 or round_number > goal"))
    assert [(d.code, d.message) for d in never] == [("RW225", "this is never true")]
    nowhere = findings((", face down, starts with all", ", face down"))
    assert [d.code for d in nowhere] == ["RW633"]


def test_waived_and_translated() -> None:
    expect("RW812", "IN-2", "waived twice", add='waive IN-2 "no"\nwaive IN-2 "not"\n')
    expect("RW810", "IN-7", "no clause", add='waive IN-7 "no"\n')
    tables = {"fr.csv": "text,fr\nlearn {k},apprendre {l}\nlern,apprendre\nwait,attendre\n"}
    found = findings(add='texts "fr" from table "fr.csv"\n', tables=tables)
    assert [(d.code, d.span.line) for d in found] == [("RW226", 2), ("RW242", 3)]


def test_one_cause_gives_one_message() -> None:
    add = "define broken(p: Player) = p.hnd\ndefine uses = broken(red) + broken(blue)\nclaim u: always uses > broken(red)\n"
    expect("RW210", "hnd", "did you mean `hand`?", add=add)
    changes = ("zone shelf: set of Lesson", "zone shelf: set of Lessn")
    expect("RW206", "Lessn", "did you mean `Lesson`?", changes)
    changes = ("kinds Fox: small, old, wild", "kinds Fox: small(1..Rwo), old, wild")
    changes = ("kinds Fox: small, old", "kinds Fox: small(1..boundd), old")
    found = [d for d in findings(changes) if d.level == "error"]
    assert [d.code for d in found] == ["RW201"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kinds Season: spring, summer", "kinds Season: spring summer"),
        ("zone hand of player: set", "zone hand of player set"),
        ("players 2..3: red", "players 2..3 red"),
        ("action wait:\n    do:", "action wait:\n    did:"),
        ("setup per IN-2:", "setup per IN-2"),
        ("winner is most score", "winner is most scored"),
        ("ending late when", "ending late whenever"),
    ],
)
def test_what_could_not_be_read_is_not_missed(old: str, new: str) -> None:
    found = elaborated(text((old, new)), sound=False)[1]
    assert found.has_errors
    assert {d.code[:3] for d in found} == {"RW1"}, found.sorted()


def test_all_mistakes_are_found_at_once() -> None:
    add = "define a1 = sprng\ndefine a2 = stepz\naction act:\n    do:\n        set goal to 3\n        shuffle shelf\n"
    assert [d.code for d in findings(add=add) if d.level == "error"] == ["RW201", "RW201", "RW231", "RW224"]


def test_long_cycles_and_chains() -> None:
    cycle = "".join(f"define d{n} = d{(n + 1) % 3000} + 1\n" for n in range(3000))
    assert [d.code for d in findings(add=cycle) if d.level == "error"] == ["RW301"]
    chain = "".join(f"define d{n} = d{n + 1} + 1\n" for n in range(3000)) + "define d3000 = steps\n"
    assert [d.code for d in findings(add=chain + "claim c: always d0 >= 3000\n")] == []


def test_limits_and_orders() -> None:
    head = "event rang\nreaction ring when rang, in line"
    found = findings(add=f"{head}, at most 0 times a turn:\n    nothing\n")
    assert "RW315" in [d.code for d in found if d.level == "error"]
    found = findings(add=f"{head}, after ring:\n    nothing\n")
    assert "RW323" in [d.code for d in found if d.level == "error"]
    found = findings(add=f"{head}:\n    in any order:\n        nothing\n")
    assert "RW324" in [d.code for d in found if d.level == "error"]


def test_rows_of_pictures_are_alike() -> None:
    table = "id,upper,lower\nA,yes no,yes no\nB,yes,yes no\n"
    card = 'card Fur from table "furs.csv":\n    spots: grid of yes_no from upper, lower\n'
    found = findings(add=card, tables={"furs.csv": table})
    assert "RW634" in [d.code for d in found if d.level == "error"]


def test_every_code_of_elaboration_has_a_failing_example() -> None:
    here = (files("tests") / "test_elaborate_errors.py").read_text(encoding="utf-8")
    emitted: set[str] = set()
    for module in files("rulewright.elaborate").iterdir():
        if module.name.endswith(".py"):
            emitted.update(re.findall(r'"(RW\d\d\d)"', module.read_text(encoding="utf-8")))
    assert len(emitted) > 60
    assert [code for code in sorted(emitted) if f'"{code}"' not in here] == []
