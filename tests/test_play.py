"""Play: sessions, undo that gives nothing away, the talk at the table, saves."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulewright import pipeline
from rulewright.pictures.to_text import contents
from rulewright.play.move_words import Meant, meant, why_not
from rulewright.play.play import Refused, Session, seating, session
from rulewright.play.play_save import Rulebox, damaged, read, restore, saved
from rulewright.play.play_table import Table
from rulewright.play.play_view import columns, moves, screen, sheet
from rulewright.python import engine
from rulewright.python.runtime import Game
from rulewright.reading.files import find_ruleset
from rulewright.report.diagnostics import Report, UserError
from tests import little

LITTLE = sys.modules["tests.little"]
ROOT = Path(__file__).parent.parent
BOX = Rulebox("little/little.rules", (), {"little/little.rules": "language 1\n"})


def seated(players: int = 2, bots: Sequence[str] = (), seed: int = 1, names: Sequence[str] = ()) -> Session:
    game = little.new(players, seed=seed)
    return session(game, seating(little.SEATS[:players], names, bots), cards={"six": "Card: worth 6"})


def at_table(
    made: Session, lines: Sequence[str], load: Callable[[str], Session] | None = None
) -> tuple[str, Table]:
    """Plays with what people type; gives all that was said, prompts too."""
    said: list[str] = []
    typed: Iterator[str] = iter(lines)

    def ask(prompt: str) -> str | None:
        said.append(prompt)
        return next(typed, None)

    def save(current: Session, path: str) -> None:
        said.append(f"<save {path}>")

    def fault(current: Session, error: Exception) -> None:
        said.append(f"<fault {error}>")

    def nothing(path: str) -> Session:
        raise Refused(f"no {path}")

    table = Table(
        made, ask, said.append, lambda: said.append("<clear>"), lambda: 80, save, load or nothing, fault
    )
    table.play()
    return "\n".join(said), table


def rest_of(made: Session) -> None:
    """Rests with the seat that decides: the one move that shows nothing."""
    made.apply(little.REST)


# ---- sessions


def test_seating() -> None:
    players = seating(["red", "green", "blue"], ["Ann"], ["random"])
    assert [(player.name, player.bot) for player in players] == [
        ("Ann", None),
        ("green", None),
        ("blue", "random"),
    ]
    made = seated(3, ["random"], names=["Ann"])
    assert [made.label(seat) for seat in range(3)] == ["Ann (red)", "green", "blue (random)"]


def test_bots_play_and_people_are_asked() -> None:
    made = seated(3, ["random", "greedy"])
    assert made.people == (0,)
    assert made.bot_to_move is None
    with pytest.raises(Refused):
        made.step()
    rest_of(made)
    assert made.bot_to_move is not None
    made.step()
    assert len(made.game.moves) == 2


def test_a_move_that_showed_nothing_is_taken_back_exactly() -> None:
    made = seated(2, ["random"])
    before = made.game.state.copy()
    generators = [each.rng.state for each in made.bots.values()]
    rest_of(made)
    assert made.undo(0) == 1
    assert made.game.state == before
    assert [each.rng.state for each in made.bots.values()] == generators
    with pytest.raises(Refused, match="has decided nothing yet"):
        made.undo(0)


def test_bots_decide_the_same_after_a_step_back() -> None:
    made = seated(2, ["random"], seed=3)
    rest_of(made)
    first = made.step()
    made.marks[-1] = type(made.marks[-1])(1, False, made.marks[-1].bots)  # as if it had shown nothing
    assert made.undo(0) == 2
    rest_of(made)
    assert made.step() == first


def test_what_showed_something_stays() -> None:
    made = seated(2)
    made.apply(made.game.legal_moves()[0])  # a card is drawn and one is shown
    with pytest.raises(Refused, match="showed something new"):
        made.undo(0)
    assert len(made.game.moves) == 1


def test_what_a_bot_alone_has_seen_can_be_taken_back() -> None:
    made = seated(2, ["greedy"])
    state = made.game.state
    state.zones[0].clear()  # nothing to draw: the card is seen by the bot only
    made.game = Game(made.game.rules, state, 0)  # a position made by hand begins a game of its own
    made.apply(made.game.legal_moves()[0])
    assert made.undo(0) == 1


def test_news_are_told_once_and_in_the_player_s_name() -> None:
    made = seated(2, ["random"], names=["Ann"])
    rest_of(made)
    made.step()
    news = made.news(0)
    assert news[0] == "Ann: rest for a coin"
    assert len(news) == 2
    assert made.news(0) == []


def test_notes_keep_their_position() -> None:
    made = seated(2)
    rest_of(made)
    made.note("odd")
    assert [(note.move, note.key, note.seat) for note in made.notes] == [(1, made.game.key(), "green")]


# ---- words


def test_what_a_person_may_type() -> None:
    game = little.new(2, seed=1)
    legal = game.legal_moves()
    first = game.name(legal[0])
    assert meant(game, "1") == Meant(legal[0])
    assert meant(game, f"  {first.upper()} ") == Meant(legal[0])
    assert meant(game, "rest") == Meant(little.REST)
    assert meant(game, "re") == Meant(little.REST)
    assert meant(game, "se reposer", "fr") == Meant(little.REST)
    assert meant(game, "pla").said[0].startswith("that may be 1 `play ")
    assert meant(game, "pla").said[0].endswith("; type its number")
    assert meant(game, "9").said == ("there is no move 9: the moves are numbered 1 to 3",)
    assert meant(game, "zzz").said == ("no move is called `zzz`; type the number of a move, or ? for help",)
    assert "did you mean" in meant(game, "rest for a con").said[0]


def test_why_not() -> None:
    game = little.new(2, seed=1)
    other = next(move for move in range(6) if move not in game.legal_moves())
    assert why_not(game, game.name(other)) == ["play one of your own cards (L-1)"]
    assert meant(game, game.name(other)).said == ("play one of your own cards (L-1)",)
    assert why_not(game, "rest") == []
    assert why_not(game, "never") == ["this cannot be played now"]
    assert why_not(game, "zzz") is None
    game.state.pools[0] = 0
    game.rules.refresh(game.state)
    assert why_not(game, "rest") == ["no coin is left in the supply (L-2)"]
    game.rules.texts["fr"]["no coin is left in the supply"] = "plus de pièces"  # type: ignore[index]
    assert why_not(game, "rest", "fr") == ["plus de pièces (L-2)"]


def test_why_not_this_part() -> None:
    """What cannot be chosen is named, and what can be; only where there is nothing, that is said."""
    game = pipeline.check(find_ruleset("breakthrough", ROOT), Report())
    assert game is not None
    module = engine.load(pipeline.generate(game), "why_breakthrough")
    try:
        play = module.new(players=2, seed=1)
        assert why_not(play, "a2 forward left") == [
            "forward left cannot be chosen for h; forward, forward right can"
        ]
        assert why_not(play, "a1 forward") == ["there is nothing to choose for h"]
        assert why_not(play, "a4 forward") == ["a4 cannot be chosen for s"]
        assert why_not(play, "a2 forward") == why_not(play, "advance") == []
    finally:
        engine.unload(module)


# ---- the screen


def test_a_seat_sees_its_own_cards_only() -> None:
    made = seated(2)
    own, other = made.game.view(0)["hand"]["red"], made.game.view(1)["hand"]["green"]
    shown = screen(made, 0, 80)
    assert all(card in shown for card in own)
    assert not any(card in shown for card in other)
    assert "hand: 2 x [?]" in shown
    assert "red, you" in shown


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_lines_fit_the_terminal(width: int) -> None:
    assert max(map(len, screen(seated(3), 0, width).splitlines())) <= width
    assert max(map(len, columns([f"{i} move" for i in range(40)], width))) <= width


def test_contents() -> None:
    assert contents({"1, 1": ["A"], "1, 2": []}, True) == "1, 1 A"
    assert contents(None, False) == "-"
    assert contents("yes", False) == "yes"


# ---- at the table


def test_bots_alone_play_to_the_end() -> None:
    said, table = at_table(seated(3, ["random", "greedy", "random"]), [])
    assert table.session.game.over
    assert "red (random): " in said
    assert "The game is over: all hands are empty." in said
    assert "cards (L-3)" in said
    assert "win" in said.splitlines()[-1]
    assert "> " not in said


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = (at_table(seated(3, ["random", "greedy", "random"]), [])[0] for _ in range(2))
    assert first == second


def test_the_screen_is_passed_between_people() -> None:
    said, _ = at_table(seated(2, names=["Ann", "Bob"]), ["", "rest", "", "quit"])
    passed = said.index("Pass the screen to Bob (green), press Enter")
    assert said[:passed].rstrip().endswith("<clear>")
    assert said.index("Pass the screen to Ann (red)") < passed
    assert "The game stops here." in said


def test_one_person_is_not_asked_to_pass_the_screen() -> None:
    said, _ = at_table(seated(2, ["random"]), ["rest"])
    assert "Pass the screen" not in said
    assert "green: " in said
    assert said.endswith("The input has ended, and the game stops here.")


def test_the_words_of_the_table() -> None:
    lines = [
        "?",
        "look",
        "score",
        "log",
        "why never",
        "why rest",
        "why zzz",
        "show SIX",
        "show x",
        "note",
        "note odd",
    ]
    lines += ["undo", "save", "save a.json", "load", "load b.json", "zzz", "", "rest", "log", "undo", "quit"]
    said, table = at_table(seated(2, ["random"]), lines)
    for expected in (
        "take back your last decision", "nothing has happened yet", "this cannot be played now",
        "`rest` can be played now", "no move is called `zzz`", "six  Card: worth 6", "write `show` and",
        "write the remark", "noted at move 0", "red has decided nothing yet", "write the name of a file",
        "<save a.json>", "saved as a.json", "no b.json", "red: rest for a coin",
    ):  # fmt: skip
        assert expected in said, expected
    assert [note.text for note in table.session.notes] == ["odd"]


def test_undo_at_the_table() -> None:
    said, _ = at_table(seated(2), ["", "rest", "", "undo", "quit"])
    assert "green has decided nothing yet" in said
    said, table = at_table(seated(2), ["", "rest", "", "rest", "", "undo", "quit"])
    assert "2 moves taken back" in said
    assert table.session.game.moves == []


def test_a_refused_move_says_why() -> None:
    made = seated(2)
    other = next(move for move in range(6) if move not in made.game.legal_moves())
    said, table = at_table(made, ["", made.game.name(other), "quit"])
    assert "names something that you cannot see" in said
    assert table.session.game.moves == []


def test_a_seat_hears_nothing_of_what_it_cannot_see() -> None:
    """Whatever is typed: a card that a seat has not seen is not told apart from another one."""
    made = seated(2)
    game = made.game
    unseen = [card for card in range(6) if not game.state.known[card] & 1]
    answers = set()
    for card in unseen:
        name = game.name(card)
        for text in (f"why {name}", name):
            said, _ = at_table(seated(2), ["", text, "quit"])
            answers.add(said.replace(name, "a card"))
    assert len(answers) == 1
    said, _ = at_table(made, ["", "look", "log", "score", "undo", "why play", "show", "quit"])
    assert not any(little.IDS[card] in said.split() for card in unseen)


def test_what_a_choice_among_unseen_cards_is_called() -> None:
    game = little.new(2, seed=1)
    hidden = next(card for card in range(6) if not game.state.known[card] & 1)
    assert game.name(hidden, None, 0) == "play a Card"
    game.state.legal = [hidden]
    assert meant(game, game.name(hidden), None, 0).move is None
    assert meant(game, "play a card", None, 0).move == hidden


def test_the_sheet_says_what_a_seat_can_tell() -> None:
    made = seated(2, seed=1)
    lines = (replace(little.RULES.sheet[0], seen="own"), replace(little.RULES.sheet[1], seen="none"))
    made.game.rules = replace(little.RULES, sheet=lines)
    assert [line.split()[-2:] for line in sheet(made, 0).splitlines()[1:3]] == [["0", "?"], ["?", "?"]]
    assert "0 + ?" in sheet(made, 0).splitlines()[-1]
    made.game.state.ending = 0
    assert "?" not in sheet(made)


def test_many_moves_stand_under_heads() -> None:
    made = seated(2)
    made.game.state.legal = [0, 1, 2, 3, 4, 5] * 3 + [little.REST]
    lines = moves(made, 80).splitlines()
    assert lines[0] == "  play ..."
    assert lines[-1] == " 19  rest for a coin"
    assert len(lines) < 8


def test_in_french() -> None:
    made = seated(2)
    made.lang = "fr"
    said, _ = at_table(made, ["", "se reposer"])
    assert "se reposer" in said.split("> ")[0]


def test_load_goes_on_with_another_game() -> None:
    kept = seated(2, ["random"], seed=9)
    rest_of(kept)
    said, table = at_table(seated(2, ["random"]), ["load x"], lambda path: kept)
    assert table.session is kept
    assert "x is loaded: 1 move was played" in said


# ---- saves


def played(bots: Sequence[str] = ("greedy",), moves: int = 3) -> Session:
    made = seated(2, bots, seed=5, names=["Zoë"])
    for _ in range(moves):
        if made.bot_to_move:
            made.step()
        else:
            made.apply(made.game.legal_moves()[-1])
    made.note("川")
    return made


def test_a_save_comes_back_whole() -> None:
    made = played()
    save = read(saved(made, BOX), "a.json")
    again = restore(save, LITTLE)
    assert save.rules == BOX
    assert again.game == made.game
    assert again.game.moves == made.game.moves
    assert list(again.players) == list(made.players)
    assert again.notes == made.notes
    assert [b.rng.state for b in again.bots.values()] == [b.rng.state for b in made.bots.values()]
    assert saved(again, save.rules) == saved(made, BOX)
    assert again.news(0) == []


def test_a_loaded_game_can_be_taken_back() -> None:
    made = seated(2, seed=5)
    rest_of(made)
    again = restore(read(saved(made, BOX), "a.json"), LITTLE)
    assert again.undo(0) == 1
    assert again.game == little.new(2, seed=5)


def _change(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(saved(played(), BOX))
    change(data)
    return json.dumps(data)


BAD = {
    "empty": "",
    "no JSON": "{",
    "a list": "[]",
    "another format": _change(lambda d: d.update(format="x")),
    "no game": _change(lambda d: d.pop("game")),
    "no rules": _change(lambda d: d["rules"]["texts"].clear()),
    "a path up": _change(lambda d: d["rules"]["texts"].update({"../x": "y"})),
    "a root path": _change(lambda d: d["rules"]["texts"].update({"/x": "y"})),
    "a drive": _change(lambda d: d["rules"]["texts"].update({"c:x": "y"})),
    "a text that is none": _change(lambda d: d["rules"]["texts"].update({"x": 3})),
    "no players": _change(lambda d: d["players"].clear()),
    "other players": _change(lambda d: d["players"][0].update(seat="pink")),
    "another bot": _change(lambda d: d["players"][1].update(bot="clever")),
    "no bots": _change(lambda d: d["bots"].clear()),
    "notes that are none": _change(lambda d: d.update(notes=[3])),
    "a moved coin": _change(lambda d: d["game"]["state"]["pools"].__setitem__(0, 0)),
    "a lost move": _change(lambda d: d["game"]["moves"].pop()),
    "a wrong move": _change(lambda d: d["game"]["moves"].__setitem__(0, {"move": 99, "name": "x"})),
    "a short state": _change(lambda d: d["game"]["state"]["zones"].pop()),
    "another meaning": _change(lambda d: d["game"].update(meaning="zzz")),
    "no seed": _change(lambda d: d["game"].pop("seed")),
    "words for a state": _change(lambda d: d["game"]["state"].update(pools="abcd")),
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_damaged_saves_are_refused(text: str) -> None:
    with pytest.raises(UserError) as caught:
        restore(read(text, "a.json"), LITTLE)
    assert caught.value.diagnostic.code == "RW016"
    assert "a.json" in caught.value.diagnostic.message


def test_what_is_said_about_damage() -> None:
    assert damaged("x", "y").diagnostic.message == "`x` is no whole save: y"
