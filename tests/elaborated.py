"""A small game to change in tests of elaboration: what it is, and how to elaborate a changed text."""

from __future__ import annotations

from pathlib import Path

from rulewright import core
from rulewright.elaborate.elaborate import elaborate
from rulewright.loading.load import load
from rulewright.loading.variants import apply
from rulewright.reading.files import RulesetPath
from rulewright.reading.reader import Memory
from rulewright.report.diagnostics import Diagnostic, Report

FOLDER = Path("/nowhere/rulesets/inari")

RULES = """\
language 1
game Inari "Inari" version "1.0.0"
rulebook "rulebook.md"
players 2..3: red, blue, green per IN-1
unit coins
kinds Season: spring, summer, winter, storm as any
kinds Fox: small, old, wild as any
kinds Goal: foxes(1..4), pair(Season, Season), none_at_all
group warm of Season: spring, summer
range Column: 1..player_count
range Row: 1..2
constant goal = 3
constant start_cards by players: 2 -> 3, 3 -> 2
option long_game: yes_no default no "the game goes on for longer"
option reading: strict or kind default strict "how clause 2 is read"
card Lesson "lesson {id}" from table "lessons.csv":
    season: Season
    fox: Fox?
    trees: 0..3
    price: 0..9 coins
    needs: list of Fox
    goal: Goal?
    ignore notes
zone deck: stack of Lesson, face down, starts with all
zone school: grid Row by Column of Lesson, public, face down at (1, 2)
zone shelf: set of Lesson, public
zone hand of player: set of Lesson, seen by owner
zone print of player: row of Lesson, public, at most 5
pawn Brush, 9 in all
pawn Storm, 2 in all
token master, held by a player
zone easel of player: pool of Brush, public
zone brushes of player: pool Row by Fox of Brush, public
zone storms of player: pool of Storm, public
memory at_school: set of Player, each round, starts as players
memory refused of player: set of Lesson, all game
memory steps: 0..9, all game
memory purse of player: 0..9 coins, all game
memory marks of player per Season: 0..3, all game
memory lead: Season?, all game
setup per IN-2:
    shuffle deck
    give master to red
    each p in players:
        deal start_cards from deck to p.hand
        move 2 Brush from supply to p.easel
round per "two or three play":
    each p in at_school from master.holder:
        offer learn, wait to p
    each r in Row, c in Column:
        nothing
event learned(k: Lesson)
action learn "learn {k}":
    requires steps < 9 else "enough"
    choose k from my.hand where k.trees > 0
    do:
        move k to end of my.print
        trigger learned(k)
action wait:
    do:
        add 1 to steps
        move 1 Storm from supply to my.storms
procedure pay(p: Player, n: 0..9):
    add n to p.purse
reaction paid when learned(k) if k.fox is not empty, in line:
    resolve pay(me, 2)
    set my.marks[k.season] to 1
    set lead to k.season
define old_ones(p: Player) = count(c in p.print where c.fox is old and c.season in warm)
define full(p: Player) = p.print is full or p.refused is not empty or p.easel is 2
score cards = count(c in my.print) + old_ones(me) + my.purse
ending late when round_number > goal + (2 if long_game or reading is kind otherwise 0), at end of round
ending stuck when all(full(p) for p in players) or lead is winter, at once
winner is most score
claim few: always all(owned(p) < 10 for p in players)
define owned(p: Player) = count(s in p.storms) + count(u in Row, f in Fox, b in p.brushes[u, f])
define seen = count(r in Row, c in Column, k in school[r, c]) + count(k in shelf)
claim looked: never seen > 90
example "learning":
    given red.hand holds A1
    when red plays learn(A1)
    then A1 in red.print
""".replace("    each r in Row, c in Column:\n        nothing\n", "")

LESSONS = """\
id,season,fox,trees,price,needs,goal,copies,notes
A1,spring,old,1,2,small old,foxes(2),2,a
A2,summer,,2,3,,"pair(spring, winter)",1,b
A3,storm,wild,3,0,wild wild old,,1,c
"""
RULEBOOK = """\
# Inari

- **IN-1** Two or three play.
- **IN-2** Shuffle the lessons,
  then deal *three* to each.

Foxes are shy.
"""


def text(*changes: tuple[str, str], add: str = "") -> str:
    """The rules with some parts replaced and some declarations added."""
    found = RULES
    for old, new in changes:
        assert old in found, old
        found = found.replace(old, new)
    return found + add


def elaborated(
    rules: str = RULES,
    tables: dict[str, str] | None = None,
    variants: tuple[str, ...] = (),
    sound: bool = True,
) -> tuple[core.Game | None, Report]:
    """Elaborate rules from memory, with some files replaced."""
    files = {"inari.rules": rules, "lessons.csv": LESSONS, "rulebook.md": RULEBOOK, **(tables or {})}
    memory = Memory({str(FOLDER / name): found for name, found in files.items()})
    report = Report()
    loaded = load(RulesetPath("inari", FOLDER / "inari.rules", FOLDER.parent), report, memory)
    applied = apply(loaded.declarations, variants, report)
    assert not (sound and report.has_errors), [f"{found.span} {found.message}" for found in report]
    return elaborate(loaded, report, applied.declarations, applied.cells), report


def game(*changes: tuple[str, str], add: str = "", tables: dict[str, str] | None = None) -> core.Game:
    """Elaborate rules that have no errors."""
    found, report = elaborated(text(*changes, add=add), tables)
    assert found is not None, [f"{d.span} {d.code} {d.message}" for d in report]
    return found


def findings(
    *changes: tuple[str, str], add: str = "", tables: dict[str, str] | None = None
) -> list[Diagnostic]:
    """Elaborate rules and give what is found."""
    return elaborated(text(*changes, add=add), tables)[1].sorted()


def shown(diagnostic: Diagnostic, source: str) -> str:
    """The text that a diagnostic's span covers, within one line."""
    span = diagnostic.span
    return source.splitlines()[span.line - 1][span.column - 1 : span.end_column - 1]
