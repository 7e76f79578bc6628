"""What elaboration makes of right programs: the core as its contract says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import core
from rulewright.elaborate.elaborate import elaborate
from rulewright.elaborate.texts import blocks, statements
from rulewright.loading.load import load
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report
from tests.elaborated import elaborated, findings, game, text

ROOT = Path(__file__).parent.parent


def body(lines: str, *changes: tuple[str, str]) -> core.Block:
    """The body of an action with k, a Lesson of my hand."""
    add = "".join(f"        {line}\n" for line in lines.splitlines())
    act = f"action act:\n    choose k from my.hand\n    do:\n{add}"
    return game(("offer learn, wait", "offer learn, act, wait"), *changes, add=act).actions["act"].body


def value(expression: str, params: str = "(p: Player, c: Lesson)", add: str = "") -> core.Expr:
    """The value of a define."""
    return game(add=f"define it{params} = {expression}\n{add}").defines["it"].value


def test_the_small_game_and_kanagawa_have_no_findings() -> None:
    found, report = elaborated()
    assert found is not None
    assert report.sorted() == []
    quiet = Report()
    kanagawa = elaborate(load(find_ruleset("kanagawa", ROOT), quiet), quiet)
    assert quiet.sorted() == []
    assert kanagawa is not None
    assert (kanagawa.name, kanagawa.low, kanagawa.high) == ("Kanagawa", 2, 4)
    assert len(kanagawa.records["Lesson"].ids) == 72


def test_seats_kinds_groups_and_ranges() -> None:
    made = game()
    assert made.seats == ("red", "blue", "green")
    words = {word.name: (word.base, word.size, word.joker) for word in made.kinds["Goal"].words}
    assert words == {"foxes": (0, 4, False), "pair": (4, 16, False), "none_at_all": (20, 1, False)}
    assert made.kinds["Season"].words[3].joker
    assert made.groups["warm"].members == (0, 1)
    column = made.ranges["Column"]
    assert (column.low, column.high) == (1, 3)
    assert isinstance(column.high_expr, core.PlayerCount)
    wide = game(("range Row: 1..2", "range Row: 0..(2 + goal if long_game otherwise 1)")).ranges["Row"]
    assert (wide.low, wide.high) == (0, 5)


def test_constants_and_options() -> None:
    made = game(add="constant double = goal * 2 + player_count\nending far when steps > double, at once\n")
    assert made.constants["start_cards"].values == (3, 2)
    assert made.constants["double"].values == (8, 9)
    assert made.constants["goal"].values == (3, 3)
    assert made.options["reading"].values == (("strict", 0), ("kind", 1))
    assert made.options["reading"].type == core.KindType("option:reading")
    assert made.options["long_game"].default == 0


def test_cells_become_values() -> None:
    lesson = game().records["Lesson"]
    assert (lesson.ids, lesson.copies, lesson.players, lesson.size) == (
        ("A1", "A2", "A3"),
        (2, 1, 1),
        (0, 0, 0),
        4,
    )
    fields = lesson.fields
    assert fields["season"].values == (0, 1, 3)
    assert fields["fox"].values == (1, -1, 2)
    assert fields["needs"].values == ((0, 1), (), (2, 2, 1))
    assert fields["needs"].type == core.ListType(core.KindType("Fox"), 3)
    assert fields["goal"].values == (1, 4 + 0 * 4 + 2, -1)
    assert "notes" not in fields


def test_cells_of_a_variant() -> None:
    change = 'variant odd "odd" of Inari:\n    set Lesson A1.goal = pair(summer, spring)\n'
    change += (
        "    set Lesson A2.needs = small, wild\n    set Lesson A3.fox = empty\n    set Lesson A3.trees = 2\n"
    )
    made, report = elaborated(text(add=change), variants=("odd",))
    assert made is not None, report.sorted()
    fields = made.records["Lesson"].fields
    assert fields["goal"].values[0] == 4 + 1 * 4 + 0
    assert fields["needs"].values == ((0, 1), (0, 2), (2, 2, 1))
    assert (fields["fox"].values[2], fields["trees"].values[2]) == (-1, 2)


def test_zones_and_the_supply() -> None:
    zones = game().zones
    assert (zones["deck"].visibility, zones["deck"].fills) == ("face_down", True)
    assert (zones["hand"].visibility, zones["hand"].of_player) == ("owner", True)
    assert zones["school"].down == ((0, 1),)
    assert [(axis.low, axis.size) for axis in zones["school"].axes] == [(1, 2), (1, 3)]
    assert (zones["supply:Brush"].item, zones["supply:Brush"].shape) == ("Brush", "pool")
    assert isinstance(zones["print"].at_most, core.Const)


def test_memory() -> None:
    made = game()
    marks, at_school = made.memories["marks"], made.memories["at_school"]
    assert marks.axis == core.AxisInfo(type=core.KindType("Season"), low=0, size=4)
    assert at_school.starts is not None
    assert at_school.starts.type == core.SetType(core.Seat())
    assert made.memories["lead"].starts is None


@pytest.mark.parametrize(
    ("expression", "low", "high"),
    [
        ("c.trees + 2", 2, 5),
        ("c.trees * c.trees - 4", -4, 5),
        ("0 - c.trees", -3, 0),
        ("-c.trees", -3, 0),
        ("9 / (c.trees + 1)", 2, 9),
        ("count(k in p.hand)", 0, 4),
        ("count(q in players)", 2, 3),
        ("count(s in Season, f in Fox)", 12, 12),
        ("count(s in warm where s is not c.season)", 0, 2),
        ("count(b in p.easel)", 0, 9),
        ("count(k in p.print)", 0, 4),
        ("total(k.trees for k in p.hand)", 0, 12),
        ("total(n for n in 1..4)", 4, 16),
        ("highest(n for n in 2..4)", 2, 4),
        ("highest(k.trees + 1 for k in p.hand)", 0, 4),
        ("distinct(k.season for k in p.hand)", 0, 4),
        ("distinct(k.fox for k in p.hand)", 0, 3),
        ("most_alike(k.fox for k in p.hand)", 0, 4),
        ("longest_run(list(k.season for k in p.hand), jokers: 2, fixed: 1)", 0, 4),
        ("longest_run(list(k.season for k in p.hand) + list(k.season for k in p.print))", 0, 8),
        ("3 if p.hand is empty otherwise c.trees", 0, 3),
        ("steps(c.trees: 0 -> 1, 2 -> 7)", 1, 7),
        ("table(c.trees: 0 -> 1, 1 -> 2, 2 -> 3, 3 -> 9)", 1, 9),
        ("start_cards + goal", 5, 6),
    ],
)
def test_ranges_of_numbers(expression: str, low: int, high: int) -> None:
    add = "claim used: never any(it(p, c) > 90 for p in players, c in deck)\n"
    found = value(expression, add=add)
    assert isinstance(found.type, core.Number)
    assert (found.type.low, found.type.high) == (low, high)


def test_units() -> None:
    add = "claim used: never any(it(c) > 90 for c in deck)\n"
    for expression in ("c.price + 1", "c.price * c.trees", "c.price / 2", "2 + c.price", "-c.price"):
        type = value(expression, "(c: Lesson)", add).type
        assert isinstance(type, core.Number)
        assert type.unit == "coins", expression
    ratio = value("c.price / (c.price + 1)", "(c: Lesson)", add)
    found = findings(add=f"define it(c: Lesson) = c.price * c.price\n{add}")
    assert [d.code for d in found] == ["RW213"]
    assert ratio.type == core.Number(0, 9)


def test_what_a_condition_tells() -> None:
    add = "claim used: never any(it(p, c) for p in players, c in deck)\n"
    for expression in (
        "c.fox is not empty and c.fox fits old",
        "c.fox is empty or c.fox fits old",
        "not (c.fox is empty) and c.fox fits old",
        "c.fox is old and c.fox fits wild",
        "c.fox in those(f in Fox where f is not old) and c.fox fits wild",
        "(yes if c.fox is empty otherwise c.fox fits old)",
        "any(k.fox fits old for k in p.hand where k.fox is not empty)",
        "lead is not empty and p.marks[lead] > 1",
        "deck is not empty and same(top of deck, c)",
    ):
        value(
            expression,
            add=add
            + "define same(a: Lesson, b: Lesson) = a is b\nclaim s: always all(same(c, c) for c in deck)\n",
        )
    for expression in (
        "c.fox is not empty or c.fox fits old",
        "c.fox is not empty and p.hand is empty or c.fox fits old",
        "p.hand is empty or lead is empty and p.marks[lead] > 1",
    ):
        found = findings(add=f"define it(p: Player, c: Lesson) = {expression}\n{add}")
        assert [d.code for d in found if d.level == "error"] == ["RW212"], expression


def test_effects_make_forget_what_was_known_of_the_state() -> None:
    fine = "if lead is not empty:\n    set my.marks[lead] to 1"
    body(fine)
    body("if k.fox is not empty:\n    set lead to k.season\n    set steps to 1 if k.fox fits old otherwise 2")
    lost = "        if lead is not empty:\n            set steps to 1\n            set my.marks[lead] to 1\n"
    at = "        trigger learned(k)\n"
    assert [d.code for d in findings((at, at + lost))] == ["RW212"]
    looped = "        if lead is not empty:\n            each p in players:\n"
    looped += "                set p.marks[lead] to 1\n"
    looped += "                set lead to none\n"
    assert [d.code for d in findings((at, at + looped))] == ["RW212"]


def test_locals_have_names_of_their_own() -> None:
    found = value(
        "count(k in p.hand) + count(k in p.print) > 1 and any(k is c for k in p.hand)",
        add="claim used: never any(it(p, c) for p in players, c in deck)\n",
    )
    names = [b.name for part in core.walk(found) if isinstance(part, core.Aggregate) for b in part.binders]
    assert names == ["k", "k_2", "k_3"]


def test_membership_and_cells() -> None:
    add = "claim used: never any(it(p, c) for p in players, c in deck)\n"
    inside = value("school[1, 2] is c", add=add)
    assert isinstance(inside, core.In)
    assert isinstance(inside.source, core.ZoneRef)
    outside = value("p.easel is not 2", add=add)
    assert isinstance(outside, core.Binary)
    assert isinstance(outside.left, core.Aggregate)
    word = value("spring is c.season", add=add)
    assert isinstance(word, core.Binary)
    assert isinstance(word.left, core.Const)
    supply = value("count(b in supply[Brush]) > 2", add=add)
    assert any(isinstance(part, core.ZoneRef) and part.zone == "supply:Brush" for part in core.walk(supply))


def test_each_skips_who_is_gone() -> None:
    loops = body("""\
each p in at_school from master.holder:
    add 1 to p.purse
each p in players:
    add 1 to p.purse
each s in Season where s is not winter:
    add 1 to my.marks[s]
each c in my.hand:
    move c to shelf
each c in those(c in my.hand where c.trees > 1):
    move c to shelf""")
    rechecks = [stmt.recheck for stmt in loops if isinstance(stmt, core.Each)]
    assert [type(recheck) for recheck in rechecks] == [core.In, type(None), type(None), core.In, core.In]
    first = loops[0]
    assert isinstance(first, core.Each)
    assert isinstance(first.source, core.SeatsFrom)
    assert isinstance(rechecks[0], core.In)
    assert isinstance(rechecks[0].source, core.MemoryValue)


def test_where_a_moved_component_lies() -> None:
    moves = body("move k to shelf\nmove k to my.print")
    assert [stmt.source.zone if stmt.source else None for stmt in moves if isinstance(stmt, core.Move)] == [
        "hand",
        None,
    ]
    piece_first = body("move 1 Brush from supply to my.easel\nmove k to shelf")
    assert isinstance(piece_first[1], core.Move)
    assert piece_first[1].source is not None
    card_first = body("deal 1 from deck to my.hand\nmove k to shelf")
    assert isinstance(card_first[1], core.Move)
    assert card_first[1].source is None
    looped = body(
        "each p in players:\n    choose c from p.hand by p:\n        move c to shelf\n    move k to shelf"
    )
    found = [stmt.source for stmt in statements(looped) if isinstance(stmt, core.Move)]
    assert [source.zone if source else None for source in found] == ["hand", None]


def test_who_chooses_is_me() -> None:
    rules = 'each p in players:\n    choose c "take {c}" from my.hand where c.trees > 0 by p:\n'
    rules += "        move c to my.print"
    made = game(
        ("setup per IN-2:\n", "setup per IN-2:\n" + "".join(f"    {line}\n" for line in rules.splitlines()))
    )
    assert made.setup is not None
    choose = next(stmt for stmt in statements(made.setup.body) if isinstance(stmt, core.Choose))
    assert isinstance(choose.by, core.Local)
    assert isinstance(choose.source, core.ZoneRef)
    assert isinstance(choose.source.seat, core.Me)
    assert (choose.label, choose.text) == ("setup.c", "take {c}")


def test_procedures_that_use_me() -> None:
    made = game(
        add="procedure draw_one:\n    deal 1 from deck to my.hand\nprocedure twice:\n    resolve draw_one\n"
        "reaction full_hand as soon as steps > 8:\n    resolve twice\n"
    )
    uses = {name: procedure.uses_me for name, procedure in made.procedures.items()}
    assert uses == {"pay": False, "draw_one": True, "twice": True}


def test_holders_are_known_when_setup_gives_them() -> None:
    made = game(add="claim held: always master.holder is red or steps > 0\n").claims["held"].condition
    assert [part.type for part in core.walk(made) if isinstance(part, core.Holder)] == [core.Seat()]
    add = "token other, held by a player\nclaim held: always other.holder is empty or other.holder is red\n"
    loose = game(add=add).claims["held"].condition
    assert {part.type for part in core.walk(loose) if isinstance(part, core.Holder)} == {
        core.Optional(core.Seat()),
        core.Seat(),
    }


def test_the_first_that_applies_is_a_chain() -> None:
    found = body("""\
the first that applies:
    case k.fox is empty:
        add 1 to steps
    case k.fox fits old:
        add 2 to steps
    otherwise:
        add 3 to steps""")[0]
    assert isinstance(found, core.IfStmt)
    second = found.otherwise[0]
    assert isinstance(second, core.IfStmt)
    assert len(second.otherwise) == 1


def test_match_statements() -> None:
    found = body("""\
if k.goal is not empty:
    match k.goal:
        case foxes(n):
            add n to steps
        case pair(a, b):
            set my.marks[a] to 1
            set my.marks[b] to 2
        otherwise:
            nothing""")[0]
    assert isinstance(found, core.IfStmt)
    match = found.then[0]
    assert isinstance(match, core.MatchStmt)
    assert [(case.word, [name for name, _ in case.params]) for case in match.cases] == [
        ("foxes", ["n"]),
        ("pair", ["a", "b"]),
    ]
    assert match.otherwise == ()


def test_default_texts_and_endings() -> None:
    made = game(add="ending short after goal rounds\n")
    assert made.actions["wait"].text == "wait"
    assert made.actions["learn"].text == "learn {k}"
    ending = made.endings["short"]
    assert ending.tested == "rounds"
    assert isinstance(ending.condition, core.Binary)
    assert ending.condition.op == ">="


def test_citations_become_clauses() -> None:
    made = game(
        add='waive IN-2 "no"\nconstant spare = 1 per "Foxes are SHY."\nending e when steps > spare, at once\n'
    )
    assert {cite for cite, _ in made.citations} == {"IN-1", "IN-2", "Foxes are SHY."}
    assert made.flow is not None
    assert made.flow.per == ("two or three play",)
    assert made.waived == {"IN-2": "no"}
    assert set(made.clauses) == {"IN-1", "IN-2"}


def test_examples() -> None:
    lines = """\
given players 3
given option reading is kind
given red.hand holds A1, A1, A2
given deck begins with A3
given school[1, 1] is empty
given at_school holds red, green
given lead is winter
given blue.marks[spring] is 2
given red.easel is 3
given master.holder is blue
when blue plays learn(A2)
when red declines
then red may not learn(A1) because "enough"
then red may wait
then red may choose spring
then red may decline
then school[1, 1] is empty
then red.score is 3 and red.score.cards is 2
then not game_over
"""
    add = 'example "all":\n' + "".join(f"    {line}\n" for line in lines.splitlines())
    found = game(add=add).examples[1]
    assert (found.players, found.options) == (3, {"reading": 1})
    held = found.lines[0]
    assert isinstance(held, core.GivenHolds)
    assert [item.value for item in held.items if isinstance(item, core.Const)] == [0, 1, 2]
    members = found.lines[3]
    assert isinstance(members, core.GivenIs)
    assert isinstance(members.value, core.Const)
    assert members.value.value == 0b101
    assert [type(line).__name__ for line in found.lines[8:14]] == [
        "Played",
        "Chosen",
        "MayPlay",
        "MayPlay",
        "MayChoose",
        "MayChoose",
    ]


def test_a_zone_that_is_given_anew_frees_what_it_held() -> None:
    add = """\
example "anew":
    given red.hand holds A2
    given red.hand holds A2, A3
    given shelf holds A1
    given blue.hand holds A1
    when red plays wait
    given blue.hand holds A2
"""
    lines = [line for line in game(add=add).examples[1].lines if isinstance(line, core.GivenHolds)]
    values = [[item.value for item in line.items if isinstance(item, core.Const)] for line in lines]
    assert values == [[2], [2, 3], [0], [1], [2]]


def test_sets_join_sets() -> None:
    found = body(
        "add warm_seats to at_school\nremove me from at_school\nadd players to at_school\n"
        "add k to my.refused",
        ("define full", "define warm_seats = those(p in players where p.purse > 3)\ndefine full"),
    )
    types = [type(stmt.value.type) for stmt in found if isinstance(stmt, core.Remember)]
    assert types == [core.SetType, core.Seat, core.SetType, core.Component]


def test_words_are_added_up_to_what_matchings_offer() -> None:
    add = """\
action paint:
    choose k from my.hand
    choose w from matchings(k.needs, my.brushes[1])
    do:
        each f in w:
            move 1 Brush from my.brushes[1, f] to my.easel
procedure more(p: Player):
    offer paint to p
reaction r as soon as steps > 8:
    resolve more(me)
example "paint":
    when red plays paint(A1, old + small)
    when red plays paint(A2)
"""
    made = game(add=add)
    pick = made.actions["paint"].picks[1]
    assert pick.type == core.Multiset("Fox", 3)
    first, second = (line for line in made.examples[1].lines if isinstance(line, core.Played))
    assert isinstance(first.args[1], core.Const)
    assert core.multisets(3, 3)[first.args[1].value] == (0, 1)
    assert isinstance(second.args[1], core.Const)
    assert second.args[1].value == 0


def test_texts_of_other_languages() -> None:
    tables = {"fr.csv": "text,fr\nlearn {k},apprendre {k}\nwait,attendre\nspring,printemps\nenough,assez\n"}
    made = game(add='texts "fr" from table "fr.csv"\n', tables=tables)
    assert made.texts == {
        "fr": {"learn {k}": "apprendre {k}", "wait": "attendre", "spring": "printemps", "enough": "assez"}
    }


def test_names_of_any_script_and_keywords_of_python() -> None:
    add = "kinds Élan: été, 川\nmemory class: Élan?, all game\nending for_ when class is été, at once\n"
    assert game(add=add).memories["class"].type == core.Optional(core.KindType("Élan"))


def test_dictionaries_keep_the_order_of_the_file() -> None:
    add = "define first = second + 1\ndefine second = steps\nclaim used: never first > 90\n"
    assert list(game(add=add).defines)[-2:] == ["first", "second"]


def test_labels_of_decisions_are_unique() -> None:
    found = body("choose s from Season:\n    set lead to s\nchoose s from Season:\n    set lead to s")
    assert [stmt.label for stmt in found if isinstance(stmt, core.Choose)] == ["act.s", "act.s_2"]
    assert len(list(blocks(game()))) == 6


def test_a_table_with_players() -> None:
    header = "id,season,fox,trees,price,needs,goal,copies,notes,players\n"
    made, report = elaborated(tables={"lessons.csv": header + "A1,spring,,1,0,,,,,3\n"})
    assert made is not None, report.sorted()
    assert (made.records["Lesson"].players, made.records["Lesson"].copies) == ((3,), (1,))
