"""Kokeshi 1.0.0, as an engine.

Written by Rulewright 0.1.0 from rulesets/kokeshi/kokeshi.rules; change that.

    game = new(players=2, seed=7)
    while not game.over:
        game.apply(game.legal_moves()[0])
    print(game.scores(), game.winners())
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from ._runtime import (
    CHANCE,
    Cell,
    Game,
    IllegalMove,
    MoveGroup,
    OptionInfo,
    Place,
    Playouts,
    Random,
    Record,
    RuleError,
    Rules,
    SaveError,
    ScoreLine,
    load_game,
    native_part,
    new_game,
    play_games,
)
from .moves import ANSWERS, HELD, apply, begin, play_out, refresh, run, set_up, why
from .scoring import (
    claims,
    ends_by_recognitions,
    gap_on,
    gaps,
    has_any_room,
    has_room,
    recognitions,
    room,
    score_ahead,
    score_animals,
    score_in_play,
    score_neighbours,
    score_quality,
    score_rows,
    tiles_on,
    winners,
)
from .state import BACKS, LISTS, SEES, start

RULES = Rules(
    name="kokeshi",
    title="Kokeshi",
    version="1.0.0",
    meaning="db191d85effe535b99a4fb8c23a46ae0",
    low=2,
    high=4,
    seats=("red", "yellow", "green", "blue"),
    lists=LISTS,
    groups=(
        MoveGroup(
            "settle",
            0,
            375,
            "put {t} on the track of the {d}",
            (
                (
                    "t",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
                ("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),
            ),
            False,
        ),
        MoveGroup(
            "climb",
            375,
            5,
            "move the {d}",
            (("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),),
            False,
        ),
        MoveGroup(
            "place",
            380,
            3000,
            "put {t} in row {r} of the {d}",
            (
                ("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),
                (
                    "t",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
                ("r", ("1", "2", "3", "4", "5", "6", "7", "8"), None),
            ),
            False,
        ),
        MoveGroup(
            "place_anywhere",
            3380,
            3000,
            "put {t} in row {r} of the {d}",
            (
                (
                    "t",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
                ("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),
                ("r", ("1", "2", "3", "4", "5", "6", "7", "8"), None),
            ),
            False,
        ),
        MoveGroup(
            "activate.e",
            6380,
            16,
            "{e}",
            (
                (
                    "e",
                    (
                        "move(princess)", "move(granny)", "move(fisherman)", "move(samurai)", "move(sumo)",
                        "move a doll", "move a doll by two", "move a doll to the right",
                        "move a doll to the left", "move(panda)", "move(fox)", "move(cat)", "move(rabbit)",
                        "move an animal", "a tile for this track", "a tile for any track",
                    ),
                    None,
                ),
            ),
            False,
        ),
        MoveGroup(
            "perform.d_2",
            6396,
            5,
            "move the {d}",
            (("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),),
            False,
        ),
        MoveGroup(
            "perform.d_3",
            6401,
            5,
            "move the {d} by two",
            (("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),),
            False,
        ),
        MoveGroup(
            "perform.d_4",
            6406,
            5,
            "move the {d}",
            (("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),),
            False,
        ),
        MoveGroup(
            "perform.d_5",
            6411,
            5,
            "move the {d}",
            (("d", ("princess", "granny", "fisherman", "samurai", "sumo"), None),),
            False,
        ),
        MoveGroup(
            "perform.a_2",
            6416,
            4,
            "move the {a}",
            (("a", ("panda", "fox", "cat", "rabbit"), None),),
            False,
        ),
        MoveGroup(
            "perform.t",
            6420,
            75,
            "take {t}",
            (
                (
                    "t",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
            ),
            False,
        ),
        MoveGroup(
            "perform.t_2",
            6495,
            75,
            "take {t} for any track",
            (
                (
                    "t",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
            ),
            False,
        ),
        MoveGroup(
            "walk.q",
            6570,
            75,
            "take {q}",
            (
                (
                    "q",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
            ),
            False,
        ),
        MoveGroup(
            "earn_tile.q",
            6645,
            76,
            "take {q}",
            (
                (
                    "q",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
            ),
            True,
        ),
        MoveGroup(
            "earn_tile.t",
            6721,
            75,
            "take {t}",
            (
                (
                    "t",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    "Tile",
                ),
            ),
            False,
        ),
        MoveGroup(
            "draw first",
            6796,
            4,
            "draw {first}",
            (("first", ("red", "yellow", "green", "blue"), None),),
            False,
            True,
        ),
        MoveGroup(
            "reveal Tile",
            6800,
            75,
            "{Tile} turns up",
            (
                (
                    "Tile",
                    (
                        "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03",
                        "P04", "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05",
                        "G06", "G07", "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07",
                        "F08", "F09", "F10", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
                        "S10", "U01", "U02", "U03", "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1",
                        "PQ2", "PQ3", "GQ1", "GQ2", "GQ3", "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1",
                        "UQ2", "UQ3",
                    ),
                    None,
                ),
            ),
            False,
            True,
        ),
        MoveGroup("back Tile", 6875, 1, "a {Tile} back", (("Tile", ("",), None),), False, True),
    ),
    places=(
        Place("box", "box", "set", "Tile", 0, ("",), False),
        Place("starting_tiles", "starting tiles", "list", "Tile", 0, ("",), False),
        Place("bag", "bag", "list", "Tile", 1, ("",), False),
        Place("market", "market", "set", "Tile", 1, ("",), False),
        Place("qualities", "Quality tiles", "set", "Tile", 2, ("",), False),
        Place("out_of_play", "out of the game", "set", "Tile", 3, ("",), False),
        Place(
            "bonus",
            "bonus tiles",
            "list",
            "Tile",
            2,
            ("panda bonus", "fox bonus", "cat bonus", "rabbit bonus", "left bonus", "right bonus"),
            False,
        ),
        Place(
            "board",
            "board",
            "list",
            "Tile",
            8,
            (
                "princess, 1", "princess, 2", "princess, 3", "princess, 4", "princess, 5", "princess, 6",
                "princess, 7", "princess, 8", "granny, 1", "granny, 2", "granny, 3", "granny, 4",
                "granny, 5", "granny, 6", "granny, 7", "granny, 8", "fisherman, 1", "fisherman, 2",
                "fisherman, 3", "fisherman, 4", "fisherman, 5", "fisherman, 6", "fisherman, 7",
                "fisherman, 8", "samurai, 1", "samurai, 2", "samurai, 3", "samurai, 4", "samurai, 5",
                "samurai, 6", "samurai, 7", "samurai, 8", "sumo, 1", "sumo, 2", "sumo, 3", "sumo, 4",
                "sumo, 5", "sumo, 6", "sumo, 7", "sumo, 8",
            ),
            True,
        ),
        Place(
            "waiting",
            "tiles for a track",
            "list",
            "Tile",
            168,
            ("princess", "granny", "fisherman", "samurai", "sumo"),
            True,
        ),
        Place("spare", "tiles for any track", "set", "Tile", 4, ("",), True),
    ),
    cells=(
        Cell(
            "first_player",
            "the first player",
            1,
            ("",),
            False,
            ("red", "yellow", "green", "blue"),
            -1,
            3,
            False,
            None,
        ),
        Cell(
            "doll",
            "dolls",
            2,
            ("princess", "granny", "fisherman", "samurai", "sumo"),
            True,
            (),
            0,
            9,
            False,
            None,
        ),
        Cell(
            "resting",
            "dolls that rest",
            22,
            ("",),
            True,
            ("princess", "granny", "fisherman", "samurai", "sumo"),
            0,
            31,
            True,
            None,
        ),
        Cell(
            "leapt",
            "dolls that leapt",
            26,
            ("",),
            True,
            ("princess", "granny", "fisherman", "samurai", "sumo"),
            0,
            31,
            True,
            None,
        ),
        Cell("marker", "animals", 30, ("panda", "fox", "cat", "rabbit"), True, (), 0, 7, False, None),
        Cell(
            "on_top",
            "the marker on top",
            46,
            ("panda", "fox", "cat", "rabbit"),
            False,
            ("red", "yellow", "green", "blue"),
            -1,
            3,
            False,
            None,
        ),
        Cell(
            "recognised",
            "Quality tiles taken",
            50,
            ("",),
            True,
            ("princess", "granny", "fisherman", "samurai", "sumo"),
            0,
            31,
            True,
            None,
        ),
        Cell("happiness_in_play", "happiness in play", 54, ("",), True, (), -999, 9999, False, None),
    ),
    records=(
        Record(
            "Tile",
            0,
            (
                "PA", "PB", "GA", "GB", "FA", "FB", "SA", "SB", "UA", "UB", "P01", "P02", "P03", "P04",
                "P05", "P06", "P07", "P08", "P09", "P10", "G01", "G02", "G03", "G04", "G05", "G06", "G07",
                "G08", "G09", "G10", "F01", "F02", "F03", "F04", "F05", "F06", "F07", "F08", "F09", "F10",
                "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09", "S10", "U01", "U02", "U03",
                "U04", "U05", "U06", "U07", "U08", "U09", "U10", "PQ1", "PQ2", "PQ3", "GQ1", "GQ2", "GQ3",
                "FQ1", "FQ2", "FQ3", "SQ1", "SQ2", "SQ3", "UQ1", "UQ2", "UQ3",
            ),
            (
                "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "",
                "", "", "", "", "", "",
            ),
            ("",),
            "a Tile",
        ),
    ),
    options=(
        OptionInfo(
            "red_line",
            (("recognition", 0), ("quality_tile", 1)),
            0,
            "what crossing the red line of an animal track brings",
        ),
        OptionInfo(
            "leap_pays",
            (("no", 0), ("yes", 1)),
            1,
            "a move by two to the end of a track earns happiness, too",
        ),
        OptionInfo(
            "rows_filled",
            (("from_below", 0), ("anywhere", 1)),
            0,
            "to which empty row of its track a tile goes",
        ),
        OptionInfo(
            "neighbours_cost",
            (("at_the_end", 0), ("when_placed", 1)),
            0,
            "when neighbours of one colour cost happiness",
        ),
        OptionInfo("ahead", (("alone", 0), ("on_top", 1)), 0, "who is ahead on an animal track"),
        OptionInfo("extra_rounds", (("0", 0), ("1", 1)), 1, "rounds that are played when the end has come"),
    ),
    sees=SEES,
    backs=BACKS,
    endings=(
        ("recognitions", "enough recognitions"),
        ("empty_market", "the market cannot be filled"),
    ),
    texts={"fr": {"Kokeshi": "Kokeshi", "red": "rouge", "yellow": "jaune", "green": "vert", "blue": "bleu", "a Quality tile works once a turn": "une tuile de qualité n'agit qu'une fois par tour", "to the letter: a turn can go on for ever": "à la lettre : un tour peut ne jamais finir", "dolls return home at once, and only woken tiles wait": "les poupées rentrent aussitôt, seules les tuiles activées attendent", "each landing of a doll counts by itself": "chaque arrivée d'une poupée compte", "at most 200 landings a turn": "au plus 200 arrivées par tour", "a doll that is moved is dealt with at once": "une poupée déplacée est résolue aussitôt", "decline": "refuser", "total": "total", "nothing": "rien", "and": "et", "yes": "oui", "no": "non", "chance": "hasard", "the game is over": "la partie est finie", "{action} is not offered now": "{action} n'est pas proposé maintenant", "there is nothing to choose for {pick}": "il n'y a rien à choisir pour {pick}", "{value} cannot be chosen for {pick}": "{value} ne peut pas être choisi pour {pick}", "{value} cannot be chosen for {pick}; {values} can": "{value} ne peut pas être choisi pour {pick} ; au choix : {values}", "left": "gauche", "right": "droite", "forward": "en avant", "forward right": "en avant à droite", "backward right": "en arrière à droite", "backward": "en arrière", "backward left": "en arrière à gauche", "forward left": "en avant à gauche", "panda": "panda", "fox": "renard", "cat": "chat", "rabbit": "lapin", "start": "départ", "market": "marché", "quality": "qualité", "single": "simple", "either": "l'un ou l'autre", "both": "les deux", "move": "avancer", "move a doll": "avancer une poupée", "move a doll by two": "avancer une poupée de deux cases", "move a doll to the right": "avancer une poupée à droite", "move a doll to the left": "avancer une poupée à gauche", "move an animal": "avancer un animal", "a tile for this track": "une tuile pour cette piste", "a tile for any track": "une tuile pour n'importe quelle piste", "princess": "princesse", "granny": "grand-mère", "fisherman": "pêcheur", "samurai": "samouraï", "sumo": "sumo", "recognition": "reconnaissance", "quality tile": "tuile de qualité", "from below": "à partir du bas", "anywhere": "n'importe où", "at the end": "à la fin", "when placed": "à la pose", "alone": "seul", "on top": "au-dessus", "Tile": "tuile", "a Tile": "une tuile", "kind": "sorte", "colour": "couleur", "combine": "combinaison", "effects": "effets", "level": "niveau", "points": "points", "box": "boîte", "starting tiles": "tuiles de départ", "bag": "sac", "Quality tiles": "tuiles de qualité", "out of the game": "hors du jeu", "bonus tiles": "tuiles bonus", "board": "plateau", "tiles for a track": "tuiles pour une piste", "tiles for any track": "tuiles pour n'importe quelle piste", "the first player": "le premier joueur", "dolls": "poupées", "dolls that rest": "poupées au repos", "dolls that leapt": "poupées qui ont sauté", "animals": "animaux", "the marker on top": "le pion du dessus", "Quality tiles taken": "tuiles de qualité prises", "happiness in play": "bonheur en cours de partie", "animal tracks": "pistes d'animaux", "ahead on animal tracks": "en tête sur les pistes d'animaux", "highest tiles": "tuiles les plus hautes", "neighbours of one colour": "voisines de même couleur", "enough recognitions": "assez de reconnaissances", "the market cannot be filled": "le marché ne peut plus être complété", "what crossing the red line of an animal track brings": "ce que rapporte la ligne rouge d'une piste d'animal", "a move by two to the end of a track earns happiness, too": "un saut de deux cases jusqu'au bout rapporte aussi du bonheur", "to which empty row of its track a tile goes": "sur quelle rangée libre de sa piste va une tuile", "when neighbours of one colour cost happiness": "quand des voisines de même couleur coûtent du bonheur", "who is ahead on an animal track": "qui est en tête sur une piste d'animal", "rounds that are played when the end has come": "manches jouées une fois la fin venue", "put {t} on the track of the {d}": "poser {t} sur la piste : {d}", "move the {d}": "avancer : {d}", "put {t} in row {r} of the {d}": "poser {t} : {d}, rangée {r}", "it cannot lie in this row yet": "elle ne peut pas encore aller sur cette rangée", "a Quality tile needs it below": "une tuile de qualité en a besoin sous elle", "draw {first}": "tirer {first}", "{e}": "{e}", "take {t} for any track": "prendre {t} pour n'importe quelle piste", "take {t}": "prendre {t}", "take {q}": "prendre {q}", "move the {a}": "avancer : {a}", "move the {d} by two": "avancer de deux cases : {d}", "{Tile} turns up": "{Tile} apparaît", "a {Tile} back": "un dos de tuile {Tile}", "panda bonus": "bonus du panda", "fox bonus": "bonus du renard", "cat bonus": "bonus du chat", "rabbit bonus": "bonus du lapin", "left bonus": "bonus de gauche", "right bonus": "bonus de droite", "row 1": "rangée 1", "row 2": "rangée 2", "row 3": "rangée 3", "row 4": "rangée 4", "row 5": "rangée 5", "row 6": "rangée 6", "row 7": "rangée 7", "row 8": "rangée 8", "level 1": "niveau 1", "level 2": "niveau 2", "level 3": "niveau 3", "place 0": "place 0", "place 1": "place 1", "place 2": "place 2", "place 3": "place 3", "place 4": "place 4", "place 5": "place 5", "place 6": "place 6", "place 7": "place 7"}},
    pieces=(),
    reactions=("next_doll", "landing"),
    least_wins=False,
    reads_hidden="",
    start=start,
    set_up=set_up,
    begin=begin,
    apply=apply,
    refresh=refresh,
    why=why,
    sheet=(
        ScoreLine("animals", "animal tracks", ("KOK-37",), score_animals, "all", 0, 640),
        ScoreLine("ahead", "ahead on animal tracks", ("KOK-38",), score_ahead, "all", 0, 12),
        ScoreLine("quality", "Quality tiles", ("KOK-39",), score_quality, "all", 0, 60000),
        ScoreLine("rows", "highest tiles", ("KOK-40",), score_rows, "all", 0, 100),
        ScoreLine(
            "neighbours",
            "neighbours of one colour",
            ("KOK-26", "KOK-41", "KOK-D9"),
            score_neighbours,
            "all",
            -1000000,
            0,
        ),
        ScoreLine("in_play", "happiness in play", ("KOK-42",), score_in_play, "all", -999, 9999),
    ),
    winners=winners,
    claims=claims,
    held=HELD,
    kept=(
        (tiles_on, 0, ((0, 4, 23), (0, 5, 3))),
        (gap_on, 1, ((0, 4, 23), (0, 5, 3))),
        (room, 2, ((0, 4, 23), (0, 5, 3))),
        (recognitions, 15, ((0, 4, 23),)),
        (has_any_room, 16, ((0, 4, 23),)),
        (has_room, 17, ((0, 4, 23), (0, 5, 1))),
        (gaps, 22, ((0, 4, 23),)),
        (ends_by_recognitions, 92, ()),
    ),
    paid=False,
    random=True,
    answers=ANSWERS,
    run=run,
)


def new(
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    chance: str = "sampled",
    history: bool = False,
    debug: bool = False,
) -> Game:
    """A new game, played on to its first decision. Raises ValueError for what the rules exclude."""
    return new_game(RULES, players, seed, options, chance, history, debug)


def playout(
    games: int,
    seed: int = 0,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Playouts:
    """Plays games by random moves and counts: the first from `seed`, the next from `seed + 1`; one stream
    `Random(seed)` chooses all moves. Raises ValueError for what the rules exclude."""
    return play_games(RULES, play_out, games, seed, players, options)


def __getattr__(name: str) -> ModuleType:
    """`native`: the same games played in C, where they were built so."""
    return native_part(__name__, name)


def from_json(text: str, history: bool = False) -> Game:
    """A game from `to_json`. Raises SaveError for another format, other rules, or a damaged text."""
    return load_game(RULES, text, history)


__all__ = [
    "CHANCE",
    "RULES",
    "Game",
    "IllegalMove",
    "Playouts",
    "Random",
    "RuleError",
    "SaveError",
    "from_json",
    "new",
    "playout",
]
