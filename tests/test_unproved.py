"""Rules that are not proved to stop are built when that is asked for: where a game does not, it is ended."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rulewright import cascades, cli, core, pipeline
from rulewright.cascades.unproved import MOST
from rulewright.loading.load import load
from rulewright.python import engine
from rulewright.python.runtime import Game
from rulewright.reading.files import RulesetPath, find_ruleset
from rulewright.report.diagnostics import Report
from tests.cascade_engines import placed
from tests.cascade_replay import position
from tests.witness_engines import Player, replay

ROOT = Path(__file__).parent.parent
Captured = pytest.CaptureFixture[str]
Face = Any

# A fox that is chased chases the other back. `leave` may end that, where it is asked.
FOXES = """\
language 1
game Foxes "Foxes" version "1.0.0"
players 2: red, green
kinds Answer: on, off
memory chases: 0..999999, all game
event chased(p: Player)
{more}
setup:
    nothing

turn:
    offer chase, rest

action chase "chase":
    do:
        trigger chased(me)

action rest "rest":
    do:
        nothing

reaction back when chased(p), {order}:
    add 1 to chases
    {body}

score points = 10
ending late after 5 rounds
{winner}
{variants}
"""
BACK = "each q in players where q is not p:\n        trigger chased(q)"
ASKED = """each q in players where q is not p:
        choose n from Answer:
            if n is on:
                trigger chased(q)"""
REFUSED = 'variant wild "wild" of Foxes:\n    expect refused RW310\n    set hunts = 1\n'
WINNER = "winner is most score, ties share"


def foxes(
    order: str = "in line", body: str = BACK, winner: str = WINNER, more: str = "", variants: str = ""
) -> None:
    folder = Path("rulesets/foxes")
    folder.mkdir(parents=True, exist_ok=True)
    text = FOXES.format(order=order, body=body, winner=winner, more=more, variants=variants)
    (folder / "foxes.rules").write_text(text, "utf-8")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    foxes()


def run(capsys: Captured, *arguments: str) -> tuple[int, str, str]:
    code = cli.run([*arguments])
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def unproved(place: RulesetPath) -> core.Game:
    report = Report()
    game = pipeline.check_unproved(load(place, report), place, report)
    assert game is not None, list(report)
    return game


def built(place: RulesetPath | None = None) -> ModuleType:
    game = unproved(place or find_ruleset("foxes", Path.cwd()))
    return engine.load(pipeline.generate(game), game.slug)


def chase(game: Face) -> None:
    (found,) = [m for m in game.legal_moves() if game.name(m) == "chase"]
    game.apply(found)


def ended_so(game: Face) -> bool:
    return bool(
        game.over
        and game.ending == "does_not_stop"
        and game.winners() == []
        and game.returns() == [0.0, 0.0]
        and game.legal_moves() == []
        and game.to_move is None
    )


# ---- the engine


@pytest.mark.parametrize("order", ["in line", "at once"])
@pytest.mark.parametrize("winner", [WINNER, f"{WINNER}, paid by score", "winner is least score"])
def test_a_game_that_does_not_stop_ends(order: str, winner: str) -> None:
    foxes(order, winner=winner)
    game = built().new(debug=True)
    chase(game)
    assert ended_so(game)
    assert game.view()["reactions_run"] == MOST
    assert game.view()["chases"] == MOST


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_it_can_be_copied_saved_and_taken_back(chance: str) -> None:
    module = built()
    game = module.new(chance=chance, history=True)
    game.apply(game.move_named("rest"))
    before = game.copy()
    chase(game)
    assert ended_so(game)
    assert ended_so(game.copy())
    assert game.copy() == game
    saved = module.from_json(game.to_json(), history=True)
    assert ended_so(saved)
    assert saved.key() == game.key()
    game.undo()
    assert game.state == before.state
    assert not game.over
    chase(game)
    assert ended_so(game)
    assert game == saved


def test_a_game_that_stops_ends_as_ever() -> None:
    game = built().new()
    while not game.over:
        game.apply(game.move_named("rest"))
    assert (game.ending, game.winners()) == ("late", [0, 1])


def test_reactions_are_counted_anew_each_turn() -> None:
    foxes(body=ASKED)
    game = built().new()
    chase(game)
    for _ in range(9):
        game.apply(game.legal_moves()[0])
    assert game.view()["reactions_run"] == 10
    game.apply(game.legal_moves()[1])
    assert game.view()["reactions_run"] == 0


def test_decisions_in_between_do_not_make_it_stop() -> None:
    foxes(body=ASKED)
    game = built().new()
    chase(game)
    answers = 0
    while not game.over:
        game.apply(game.legal_moves()[0])
        answers += 1
    assert ended_so(game)
    assert answers == MOST


def test_playouts_come_to_an_end() -> None:
    found = built().playout(20, seed=1)
    assert found.games == 20
    assert 0 < found.plies < 200


def test_a_set_up_that_does_not_stop() -> None:
    text = Path("rulesets/foxes/foxes.rules").read_text("utf-8")
    text = text.replace("memory chases", "memory day: yes_no, all game\nmemory chases")
    text = text.replace("setup:\n    nothing", "setup:\n    set day to yes").replace(BACK, "set day to no")
    text = text.replace(
        "score points", "reaction dusk as soon as day:\n    set day to no\n\n"
        "reaction dawn as soon as not day:\n    set day to yes\n\nscore points"
    )  # fmt: skip
    Path("rulesets/foxes/foxes.rules").write_text(text, "utf-8")
    game = built().new()
    game.apply(game.legal_moves()[0])
    assert ended_so(game)


def test_names_that_the_rules_use_themselves() -> None:
    foxes(more="memory reactions_run: 0..3, all game", winner="ending does_not_stop after 99 rounds")
    game = built().new()
    chase(game)
    assert game.ending == "does_not_stop_"


def test_proved_rules_are_built_as_ever() -> None:
    place = find_ruleset("nim", ROOT)
    game = pipeline.check(place, Report())
    assert game is not None
    assert pipeline.generate(unproved(place)) == pipeline.generate(game)


# ---- the commands


def test_build_says_that_it_can_be_built(capsys: Captured) -> None:
    code, out, _ = run(capsys, "build", "foxes")
    assert code == 1
    assert "error[RW310]" in out
    assert "nothing was built: foxes has 1 error" in out
    assert "`--unproved` takes rules that are not proved to stop" in out
    assert not Path("generated/foxes").exists()


def test_build_stamps_it(capsys: Captured) -> None:
    code, out, _ = run(capsys, "build", "foxes", "--unproved")
    assert code == 0
    assert "not proved to stop (RW310): more than 20,000 reactions in a turn end the game" in out
    manifest = json.loads(Path("generated/foxes/manifest.json").read_text("utf-8"))
    assert manifest["unproved"] == {
        "codes": ["RW310"],
        "reactions": ["back"],
        "budget": MOST,
        "ending": "does_not_stop",
    }
    assert run(capsys, "build", "foxes", "--unproved", "--check")[0] == 0


def test_other_mistakes_are_not_forgiven(capsys: Captured) -> None:
    foxes(winner="score more = wolves")
    code, out, _ = run(capsys, "build", "foxes", "--unproved")
    assert code == 1
    assert "wolves" in out
    assert "`--unproved`" not in out


def hunts(capsys: Captured) -> None:
    """Foxes that are wild in a variant only, which says so."""
    foxes(
        body="if hunts > 0:\n        " + BACK.replace("\n", "\n    "),
        more="constant hunts = 0",
        variants=REFUSED,
    )
    assert run(capsys, "check", "foxes")[0] == 0


def test_a_variant_that_says_it_is_refused(capsys: Captured) -> None:
    hunts(capsys)
    code, out, _ = run(capsys, "build", "foxes+wild")
    assert code == 1
    assert "nothing was built: foxes_wild is refused, as its variant says; `--unproved`" in out
    assert run(capsys, "build", "foxes+wild", "--unproved")[0] == 0
    code, out, err = run(capsys, "play", "foxes+wild", "--bots", "random,random", "--seed", "1")
    assert (code, err) == (0, "")
    assert "The game is over: does not stop." in out


def test_it_is_said_in_other_languages(capsys: Captured) -> None:
    foxes(more='texts "fr" from table "texts.fr.csv"')
    Path("rulesets/foxes/texts.fr.csv").write_text("text,fr\nFoxes,Renards\n", "utf-8")
    bots = ("--bots", "random,random", "--seed", "1")
    code, out, err = run(capsys, "play", "foxes", "--unproved", *bots, "--lang", "fr")
    assert code == 0, (out, err)
    assert "La partie est finie : ne finit pas." in out


def test_simulate_counts_them(capsys: Captured) -> None:
    hunts(capsys)
    code, out, _ = run(capsys, "simulate", "foxes+wild", "--games", "40")
    assert code == 0
    assert "does_not_stop" in out
    code, out, _ = run(capsys, "simulate", "foxes+wild", "--games", "40", "--json", "--jobs", "2")
    assert code == 0
    found = json.loads(out)
    assert found["does_not_stop"] == found["endings"]["does_not_stop"] > 30
    code, out, err = run(capsys, "simulate", "foxes", "--games", "5", "--sweep", "hunts=0,1")
    assert code == 1
    assert "`--unproved`" in err
    code, out, _ = run(capsys, "simulate", "foxes", "--games", "5", "--sweep", "hunts=0,1", "--unproved")
    assert code == 0
    assert "do not stop" in out


def test_simulate_and_play_without_it(capsys: Captured) -> None:
    for command in (["simulate", "foxes", "--games", "3"], ["play", "foxes", "--bots", "random,random"]):
        code, _, err = run(capsys, *command)
        assert code == 1
        assert "error[RW310]" in err
        assert "`--unproved` takes rules" in err
        assert run(capsys, *command, "--unproved")[0] == 0


def test_check_explains_cascades(capsys: Captured) -> None:
    """All steps of a witness, of which the error shows the first; or what it is that falls."""
    each = "".join(
        f"event e{i}\nreaction r{i} when e{i}, in line:\n    trigger e{i + 1}\n" for i in range(11)
    )
    foxes(
        body="trigger e0", more=f"event e11\nreaction r11 when e11, in line:\n    trigger chased(red)\n{each}"
    )
    code, out, _ = run(capsys, "check", "foxes", "--explain")
    assert code == 1
    assert "and 5 more, until all is as it was" in out
    told = out.partition("the loop, which then begins anew:")[2]
    assert set(re.findall(r"\br\d+\b", told)) == {f"r{i}" for i in range(12)}
    foxes(body="if chases < 9:\n        trigger chased(p)")
    code, out, _ = run(capsys, "check", "foxes", "--explain")
    assert "cascade of back: proved, by " in out


# ---- Kokeshi to the letter


@cache
def kokeshi() -> tuple[core.Game, ModuleType, cascades.Witness]:
    place = find_ruleset("kokeshi+literal", ROOT)
    plain = pipeline.meant(load(place, Report()), place, Report())
    assert plain is not None
    (verdict,) = cascades.verdicts(plain)
    assert verdict.witness is not None
    game = cascades.with_budget(plain, ("RW310",), verdict.reactions)
    return game, engine.load(pipeline.generate(game), game.slug), verdict.witness


def test_the_witness_of_kokeshi_runs_in_its_engine() -> None:
    """10,000 landings and no end."""
    game, module, witness = kokeshi()
    face = replay(module, game, witness, 20_000)
    assert face.state.trace.count("landing") >= 10_000 - 1
    assert not face.over


def test_played_by_its_moves_it_is_ended() -> None:
    """As players would, move by move: a doll that stands one space lower climbs, and the turn goes on until
    the engine ends the game."""
    _, module, witness = kokeshi()
    game, player = before_climbing(), Player(module, witness)
    ((_, _, doll),) = witness.first
    (climb,) = [
        m for m in game.legal_moves() if (game.decode(m)[0].name, game.decode(m)[1]) == ("climb", doll)
    ]
    game.apply(climb)
    while not game.over:
        game.apply(player.move(game.legal_moves()))
    assert ended_so(game)
    assert game.view()["reactions_run"] == MOST
    assert module.from_json(game.to_json()).state == game.state
    game.undo()
    assert not game.over
    assert game.view()["reactions_run"] <= MOST
    assert game.legal_moves()


def before_climbing() -> Face:
    """The position of the witness, before the doll that begins has climbed."""
    game, module, witness = kokeshi()
    search, state = position(game, witness)
    search.go_to(state)
    search.holders["first_player"] = witness.first[0][1]
    face = placed(module, search, search._state())
    face.state.memory[module.state.DOLL] -= 1
    module.moves.refresh(face.state)
    return Game(module.RULES, face.state, 1)
