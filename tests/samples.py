"""Declarations that together reach every rule of the grammar and every node of the tree."""

SAMPLES: tuple[str, ...] = (
    "language 1",
    'game Inari "Inari" version "1.0.0" per INA-1',
    'rulebook "rulebook.md"',
    'use "std/sets.rules"',
    "players 2..4: red, yellow, green, blue per INA-1",
    "players 3: red, yellow, green",
    'unit harmony "harmony"',
    'kinds Season "seasons": spring "in spring", summer, storm as any per INA-2, INA-D2a',
    "kinds Condition: trees(1..9), pair(Subject, Subject)",
    "group character of Subject: warrior, peasant",
    "range Column: 1..player_count",
    """\
card Lesson "a lesson" from table "lessons.csv" per INA-3:
    back: Back, seen by all per INA-4
    item: Item?
    needs: list of Landscape
    seats: set of Player
    harmony: -2..2 harmony
    level: 1..top_level
    used: yes_no
    look: grid of Landscape? from upper, nothing per INA-4
    ignore notes, art""",
    "zone strip of player: overlay Square of Lesson",
    'spaces Square "a square": squares 8 by size, white faces north, black faces south per INA-3',
    "spaces Cell: hexes 5 by 5",
    "spaces Hexagon: hexes of side 4",
    "spaces Pit: ring of 12 per INA-3",
    """\
spaces Town "a town" from table "towns.csv", reconstructed "from memory", red faces inland:
    inland: Town?
    roads: list of Town
    worth: 0..5
    ignore notes""",
    'piece Man "a man" of player per INA-3',
    "piece Rock",
    "zone field: board Square of Man or King or Rock per INA-3",
    """\
procedure march(s: Square, t: Square):
    place Man on field[s] per INA-3
    place Man of p on field[1, 2]
    capture field[t] per INA-3
    promote field[t] to King
    give field[t] to me
    let free = leading(x in ray(s, north) while field[x] is empty)
    let found = first(x in Square where field[x] is empty)""",
    'tile Start from table "starts.csv", reconstructed "as far as we know":\n    season: Season',
    "zone deck: stack of Lesson, face down, starts with all per INA-2",
    'zone hand "your hand" of player: set of Lesson, seen by owner, at most 5',
    "zone school: grid Row by 1..3 of Lesson, public, face down at (1, 3) and (2, 2)",
    "zone brushes of player: pool Use by Landscape of Brush, hidden",
    "zone easel of player: pool of Brush, public",
    "zone path: row of Lesson",
    'pawn Brush "a brush", 15 in all per INA-6',
    "token Storm, storms in all",
    'token grand_master "the Grand Master", held by a player per INA-8',
    'memory closed "closed" of player per Column: set of Column, each round, starts as none per INA-9',
    "memory rows_laid: 0..3, each turn",
    "memory wins: 0..3, all game",
    "constant goal = 11 per INA-57",
    "constant goal by players: 2 -> 5, 4 -> 4",
    'option storm_on_tile: yes_no default no "a Storm may go on the tile"',
    'option reading: shifted or literal default literal "how rows are read" per "words of the rulebook"',
    """\
setup per INA-3:
    shuffle deck per INA-3
    deal 1 from deck to top of p.start
    move k to end of my.print
    move all from school[r, c] to my.hand
    move all Brush from p.brushes[spent, l] to p.brushes[fresh, l]
    move 2 Brush from supply to my.easel
    draw first from players at random
    draw sky from Sky at random by likely(sky)
    draw wind from Wind at random by percent 25 per INA-1
    roll a, b from Die
    offer rock, paper to players from leader together per INA-1
    offer rock to players from me backwards together
    give grand_master to first
    set my.step to 3
    add d to my.refused
    remove me from at_school
    let n = 3 per INA-4
    resolve reward(d)
    resolve lay_row
    trigger painted(k)
    nothing per INA-5""",
    """\
round:
    repeat until at_school is empty per INA-17:
        each p in at_school from grand_master.holder where p is not me per INA-15:
            offer stay, leave to p
        offer learn, finish until finish""",
    """\
turn:
    in any order per INA-2:
        nothing
        set my.step to 3
    may choose d "take {d}" from offered(me) where d is not none by p per INA-37:
        nothing
    or else:
        nothing
    must   choose d from offered(me):
        nothing
    if k.item is brush:
        nothing
    otherwise:
        nothing
    match d.condition:
        case trees(n):
            nothing
        case storm per INA-2:
            nothing
        otherwise:
            nothing
    the first that applies:
        case deck is empty per INA-2:
            nothing
        otherwise:
            nothing""",
    """\
action leave "leave with column {c}" per INA-16:
    choose c from Column where c not in closed else "no column is open" per INA-16
    requires rows_laid < 3 else "the third row is out" per INA-18
    do:
        nothing""",
    "procedure reward(d: Diploma, p: Player) per INA-48:\n    nothing",
    "procedure lay_row:\n    nothing",
    "event painted(k: Lesson)",
    "reaction decide as soon as offered(me, f) is not empty, for each f in Family per INA-36:\n    nothing",
    "reaction react when painted(k) if k.item is brush, in line once each per INA-1:\n    nothing",
    "reaction later when painted(k), at once, after react and decide per INA-1:\n    nothing",
    "reaction last as soon as offered(me, f) is not empty, for each f in Family, after decide:\n    nothing",
    "reaction react when finished, at once:\n    nothing",
    "reaction react when finished, in line, at most 3 times a turn:\n    nothing",
    "define arrows(p: Player, l: Landscape) = count(c in p.studio, l in Landscape where c.item is arrow) + 1",
    """\
define meets(p: Player, d: Diploma) per INA-48:
    match d.condition:
        case trees(n): total(c.trees for c in p.print where c.trees > 0) >= n per INA-48
        case pair(a, b): shows(p, a) and not shows(p, b) or a fits b and p knows a and z is not full
        otherwise: any(x in y for x in z) per INA-49""",
    'score cards "cards in the print" = -1 * (2 - 3) / 4 if grand_master.holder is me otherwise 0 per INA-43',
    "score more = table(n: 1 -> 2, 2 -> 5) + steps(n: 0 -> 0, 3 -> 2) + longest_run(a, jokers: 2, f())",
    "define last = top of bottom of deck",
    'define greeting = "hello"',
    "define few = those(d in diplomas where d is full) is empty and {} is not empty".replace("{}", "x"),
    "define low = count(n in 1..4)",
    'ending deck_out "the deck has run out" when deck is empty, at end of round per INA-55',
    "ending a when deck is empty, at end of turn",
    "ending b when deck is empty, at once",
    "ending c when deck is empty, after this round and 1 more",
    "ending d after 6 rounds",
    'ending e "again" when the position has come 3 times but for quiet and moves, at end of turn per INA-1',
    "ending f when the position has come often times, at end of round",
    "winner is most score, at least 50 per INA-3",
    "winner is most score, then least coins(me), then most x, ties share per INA-58",
    'team odd "the odd ones": red, yellow per INA-1',
    "first turn to leader per INA-1",
    "next turn to next_player(me, among: here)",
    "winner is least score, paid by score",
    "winner is least score",
    "claim never_two: never any(a > 1 for p in players)",
    "claim always_one: always a <= 1 per INA-37",
    "claim calm: cascade stops because a decreases",
    "claim calm: cascade of brew stops because total(p.a for p in players), b * 2 decreases per INA-37",
    'claim calm: cascade of brew accepted "nobody knows" per INA-37',
    'waive INA-9, INA-10 "the expansion is not in this ruleset"',
    'texts "fr" from table "texts.fr.csv"',
    """\
example "what it shows" per INA-28:
    given players 3
    given setup
    given option storm_on_tile is yes
    given red.print holds B08, G15
    given deck begins with B08
    given draws 3, spring
    given grand_master.holder is red
    when red plays learn(B01)
    when red plays finish
    when red chooses trees_3
    when red declines
    then red may play_on
    then red may not learn(B01) because "no room"
    then red may choose trees_3
    then red may not decline
    then season_run(red) is 3""",
    """\
variant other "another game" of Inari per INA-1:
    expect refused RW310
    set goal = 12 per INA-57
    set Lesson B06.subject = boar, stag
    set Lesson b6.subject = empty
    set Lesson 12.subject = boar
    remove score symbols per INA-45
    remove example "a run of three" per INA-45
    replace constant goal = 3
    add before cards score harvest = 1
    add after cards score more = 2
    add procedure extra:
        nothing""",
)
