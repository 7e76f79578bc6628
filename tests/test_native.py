"""Native engines play as the Python engines do, seed for seed, and refuse what these refuse."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright import cli, pipeline
from rulewright.native import OWN, build
from rulewright.native import engines as native
from rulewright.report.diagnostics import UserError
from tests.engine_checks import (
    ROOT,
    Engine,
    Setting,
    check_copy,
    check_json,
    check_takes_back,
    checked,
    engine_of,
    engines,
    folders,
    ruleset,
    settings,
    shown,
)
from tests.extras import extra, with_room
from tests.native_engines import (
    check_batch,
    check_loops,
    check_many,
    check_refusals,
    lock_step,
    natively,
    pair,
)
from tests.random_rulesets import checked as of_texts

pytestmark = pytest.mark.skipif(shutil.which("cc") is None and "CC" not in os.environ, reason="no C compiler")
OVER = {"dance": "an ending asks for positions that have come before"}
SANITIZED = ("tests/rulesets/envoy", "tests/rulesets/hop")
SANITIZERS = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover")
MANY, SLOW, FEWER = 1000, ("rummy", "relay", "kamogawa", "kokeshi", "cant_stop"), 250
"""Games whose results are compared, and how many of rulesets that take seconds for that in Python."""
FAST = ("kuhn_poker", "connect_four", "envoy", "shelves", "veil")


@pytest.fixture(autouse=True, scope="module")
def _cffi() -> None:
    extra("cffi")


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_native_and_python_engines_agree_in_lock_step(folder: Path, request: pytest.FixtureRequest) -> None:
    """Each ruleset at each number of players, step by step; then what 1,000 games of the fewest come to. With
    `--deep` all variants and options, and 1,000 games step by step."""
    deep = request.config.getoption("--deep")
    made = engines(folder) if deep else (_base(folder.name),)
    for setting in [
        setting for engine in made for setting in settings(engine) if deep or not setting.options
    ]:
        module = natively(setting.engine, () if deep else ("-O0",))
        if module is None:
            assert folder.name in OVER
            continue
        for seed in range(1000 if deep and not setting.options else 20 if deep else 2):
            lock_step(setting, module, seed, 10_000 if deep else 150)
        check_loops(setting, module, 100 if deep else 2, 5)
        if setting.players == setting.engine.game.low and not setting.options:
            check_many(setting, module, FEWER if folder.name in SLOW else MANY)


def test_what_is_over_a_limit_is_named_with_its_line() -> None:
    folder, engine = ROOT / "tests" / "rulesets" / "dance", _base("dance")
    text, found = native.text_of(engine.game, engine.files)
    assert text is None
    assert found is not None
    assert found.code == "RW020"
    assert OVER["dance"] in found.message
    assert (
        folder.joinpath("dance.rules")
        .read_text("utf-8")
        .splitlines()[found.span.line - 1]
        .startswith("ending")
    )


WIDE = """\
language 1
game Wide "Wide" version "1.0.0"
players 2: red, blue
memory n of player: 0..999999, all game, starts as 60000
setup:
    nothing
turn:
    offer go
action go:{guard}
    do:
        add 30000 to my.n
score a = {score}
ending over after 2 rounds
winner is most score, ties share
"""


@pytest.mark.parametrize(
    ("guard", "score"),
    [
        ("", "my.n * my.n * my.n * my.n"),
        ('\n    requires my.n * my.n * my.n * my.n > 5 else "too few"', "my.n"),
    ],
)
def test_numbers_wider_than_those_of_c_stay_in_python(guard: str, score: str) -> None:
    game, report = of_texts({"chaos.rules": WIDE.format(guard=guard, score=score)})
    assert game is not None, [found.message for found in report.errors]
    text, found = native.text_of(game, pipeline.generate(game))
    assert text is None
    assert found is not None
    assert (found.code, "end at 2^63" in found.message) == ("RW020", True)


@pytest.mark.parametrize("name", FAST)
def test_the_face_is_that_of_the_python_engine(name: str) -> None:
    """All that can be asked, copies, saves, undo: of native games as of the others."""
    setting = _setting(name)
    module = natively(setting.engine)
    assert module is not None
    game, other, _ = pair(setting, module, 4)
    assert game is not None
    assert type(other).__name__ == "NativeGame"
    assert other is not None
    stream = module.Random(4)
    for _ in range(9):
        assert shown(other) == shown(game)
        if game.over:
            break
        move = game.random_move(stream)
        game.apply(move)
        other.apply(move)
    check_copy(other)
    check_json(_Natively(setting, module), other)  # type: ignore[arg-type]  # all that is asked of a Setting
    fresh = module.native.new(setting.players, 5)
    check_takes_back(fresh, module.Random(1), 12)
    again = module.native.of(game)
    assert (again, again.legal_moves()) == (game, game.legal_moves())


class _Natively:
    """A setting whose module is the native part."""

    def __init__(self, setting: Any, module: Any) -> None:
        self.engine = self
        self.module = module.native
        self.stream = module.Random


@pytest.mark.parametrize("name", FAST)
def test_moves_and_positions_that_are_none_are_refused(name: str) -> None:
    setting = _setting(name)
    module = natively(setting.engine)
    assert module is not None
    assert check_refusals(setting, module, 2) > 10


@cache
def _base(name: str) -> Engine:
    """A ruleset without its variants."""
    game = checked(ruleset(next(folder for folder in folders() if folder.name == name)))
    assert game is not None
    return engine_of(game)


def _setting(name: str) -> Setting:
    return next(settings(_base(name)))


@pytest.mark.parametrize("folder", SANITIZED)
def test_no_sanitizer_finds_anything(folder: str) -> None:
    """Play, loops, batches, moves that are none and damaged positions, under -fsanitize=address,undefined."""
    _sanitized(ROOT / folder, 2)


@pytest.mark.deep
@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
def test_no_sanitizer_finds_anything_in_any_ruleset(folder: Path) -> None:
    _sanitized(folder, 50)


def _sanitized(folder: Path, games: int) -> None:
    libraries = [_library(name) for name in ("libasan.so", "libubsan.so")]
    if not all(libraries):
        pytest.skip("the C compiler has no sanitizers")
    given = {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "compiler"), str(ROOT)]),
    }
    command = [sys.executable, "-m", "tests.native_engines", str(folder), str(games), *SANITIZERS]
    done = subprocess.run(
        command,
        env={**os.environ, **given},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=with_room,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "decisions" in done.stdout or "over a limit" in done.stdout


def _library(name: str) -> str:
    compiler = shutil.which(os.environ.get("CC", "cc").split()[0])
    assert compiler is not None
    found = subprocess.run(
        [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=False
    )
    path = found.stdout.strip()
    return path if os.path.isabs(path) else ""


@pytest.mark.parametrize("name", FAST)
def test_nothing_is_allocated_at_a_ply(name: str) -> None:
    """Memory is asked for where a loop begins, and nowhere else."""
    engine = _base(name)
    text, _ = native.text_of(engine.game, engine.files)
    assert text is not None
    functions = re.split(r"(?m)^(?=\S.*\)\n\{)", text.text)
    asking = {re.match(r".*?(\w+)\(", each)[1] for each in functions if "alloc(" in each}  # type: ignore[index]
    assert asking == {"rw_simulate", "rw_perft"}


@pytest.mark.parametrize("name", ["connect_four", "veil"])
def test_what_is_no_number_is_told_as_in_python(name: str) -> None:
    module = natively(_setting(name).engine)
    assert module is not None
    for asked in (
        "new(seed='x')",
        "new(seed=None)",
        "playout(2.5)",
        "playout(2, 'x')",
        "playout(-1)",
        "new('a')",
    ):
        said = []
        for where in ("module", "module.native"):
            with pytest.raises((TypeError, ValueError)) as found:
                eval(f"{where}.{asked}")
            said.append((found.type, str(found.value)))
        assert said[0] == said[1], asked
    with pytest.raises(MemoryError, match=r"9,223,372,036,854,775,808 games take .* bytes"):
        module.native.new_batch(2**63)
    with pytest.raises(TypeError, match=r"a move is a whole number, not 0\.5"):
        module.native.new_batch(1).step([0.5])


# ---- known numbers


def test_perft_of_connect_four() -> None:
    module = natively(_setting("connect_four").engine)
    assert module is not None
    assert [module.native.perft(depth) for depth in range(9)] == [
        1,
        7,
        49,
        343,
        2_401,
        16_807,
        117_649,
        823_536,
        5_673_234,
    ]


def test_greedy_games_are_those_of_the_same_policy_in_python() -> None:
    setting = _setting("shelves")
    module = natively(setting.engine)
    assert module is not None
    stream, sums = module.Random(3), [0] * setting.players
    for number in range(3):
        game = module.new(setting.players, 3 + number)
        while not game.over:
            game.apply(_greedy(game, stream))
        sums = [a + b for a, b in zip(sums, game.scores(), strict=True)]
    assert module.native.simulate(3, 3, "greedy", setting.players)[1] == tuple(sums)


def _greedy(game: Any, stream: Any) -> int:
    seat, sign, found = game.to_move, -1 if game.rules.least_wins else 1, {}
    for move in game.legal_moves():
        after = game.copy()
        after.apply(move)
        found[move] = sign * after.scores()[seat]
    best = [move for move, worth in found.items() if worth == max(found.values())]
    return int(best[stream.below(len(best))])


def test_policies_are_named() -> None:
    module = natively(_setting("shelves").engine)
    assert module is not None
    with pytest.raises(ValueError, match="a policy is random, greedy, greedy:"):
        module.native.simulate(1, policy="cleverly")


# ---- batches


def test_batches_lie_in_arrays_that_are_not_copied() -> None:
    numpy = extra("numpy")
    setting = _setting("connect_four")
    module = natively(setting.engine)
    assert module is not None
    batch = module.native.new_batch(5, 1)
    masks, board, to_move = batch.masks, batch.field("board"), batch.to_move
    assert masks.shape == (5, 7)
    assert board.shape == (5, 42)
    assert masks.all()
    batch.step(numpy.array([0, 1, 2, 3, 4], "int32"))
    assert [[*row].index(0) for row in board.tolist()] == [0, 1, 2, 3, 4]
    assert to_move.tolist() == [1] * 5
    with pytest.raises(ValueError, match="read-only"):
        board[0, 0] = 1
    assert batch.game(2).moves == []
    assert batch.game(2).state == _after(module, 2).state


def _after(module: Any, move: int) -> Any:
    game = module.new()
    game.apply(move)
    return game


def test_an_illegal_move_leaves_a_batch_as_it_was() -> None:
    setting = _setting("connect_four")
    module = natively(setting.engine)
    assert module is not None
    batch = module.native.new_batch(3)
    keys = [batch.game(i).key() for i in range(3)]
    for wrong in ([0, 0, 7], [0, -1, 0], [0, 0, 2**31], [2**40, 0, 0]):
        with pytest.raises(module.IllegalMove):
            batch.step(wrong)
    with pytest.raises(ValueError, match="takes as many moves"):
        batch.step([0])
    with pytest.raises(ValueError, match="takes as many moves"):
        batch.step(module.native.new_batch(2).random_moves())
    with pytest.raises(TypeError):
        batch.step([0.0, 1.0, 2.0])
    assert [batch.game(i).key() for i in range(3)] == keys


def test_threads_that_share_a_batch_wait_for_each_other() -> None:
    setting = _setting("connect_four")
    module = natively(setting.engine)
    assert module is not None
    batch, faults = module.native.new_batch(200, 1), list[BaseException]()

    def play() -> None:
        for _ in range(40):
            try:
                batch.random_step()
                batch.restart()
                batch.step(batch.random_moves())
            except module.IllegalMove:
                pass  # another thread has moved in between
            except BaseException as fault:
                faults.append(fault)

    threads = [threading.Thread(target=play, daemon=True) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    assert not any(thread.is_alive() for thread in threads)


def test_games_of_a_batch_that_are_over_begin_anew() -> None:
    setting = _setting("kuhn_poker")
    module = natively(setting.engine)
    assert module is not None
    batch = module.native.new_batch(4, 10)
    for _ in range(6):
        batch.step(batch.random_moves())
    assert all(batch._told[3 * i] == -1 for i in range(4))
    batch.restart()
    again = [module.native.new(setting.players, 14 + i) for i in range(4)]
    assert [batch.game(i).state for i in range(4)] == [game.state for game in again]
    check_batch(module, setting, 3)


def test_threads_play_at_the_same_time() -> None:
    """The interpreter is let go while a loop runs, and what comes of it is the same."""
    module = natively(_setting("connect_four").engine, ("-O2",))
    assert module is not None
    wanted = [module.native.playout(2000, seed) for seed in range(4)]
    found: list[Any] = [None] * 4

    def play(seed: int) -> None:
        found[seed] = module.native.playout(2000, seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == wanted


# ---- building


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


KUHN = str(ROOT / "rulesets" / "kuhn_poker")


def test_build_native_writes_a_module_that_is_imported(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["build", "--native", "--explain", "--out", "made_here", KUHN]) == 0
    said = capsys.readouterr().out
    assert "bytes a state" in said
    assert "tables: " in said
    assert "hand: 2 places, each a set of up to 3 Card, 1 word" in said
    folder = elsewhere / "made_here" / "kuhn_poker"
    assert {"native.py", "_native.c", build.file_name()} <= {file.name for file in folder.iterdir()}
    assert cli.run(["build", "--check", "--out", "made_here", KUHN]) == 0, "what is native is not looked at"
    code = (
        "import made_here.kuhn_poker as k; g = k.native.new(seed=3); assert g == k.new(seed=3);"
        "assert k.native.playout(50, 1) == k.playout(50, 1); print(type(g).__name__)"
    )
    assert _python(code, elsewhere) == "NativeGame"


def test_a_stale_module_is_refused(elsewhere: Path) -> None:
    assert cli.run(["build", "--native", "--out", "stale_here", KUHN]) == 0
    moves = elsewhere / "stale_here" / "kuhn_poker" / "moves.py"
    moves.write_text(moves.read_text("utf-8") + "# another compiler wrote this\n", "utf-8")
    code = "import stale_here.kuhn_poker as k\ntry:\n k.native\nexcept ImportError as e:\n print(e)"
    assert "is stale: run `rulewright build --native kuhn_poker`" in _python(code, elsewhere)


def test_an_engine_without_native_part_says_how_to_build_it(elsewhere: Path) -> None:
    assert cli.run(["build", "--native", "--out", "plain_here", KUHN]) == 0
    assert cli.run(["build", "--out", "plain_here", KUHN]) == 0
    code = "import plain_here.kuhn_poker as k\ntry:\n k.native\nexcept AttributeError as e:\n print(e)"
    assert "run `rulewright build --native`" in _python(code, elsewhere)


def _python(code: str, folder: Path) -> str:
    given = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_a_compiler_python_goes_on_working(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no_such_compiler")
    assert cli.run(["build", "--native", "--out", "bare_here", KUHN]) == 2
    assert "RW021" in capsys.readouterr().err
    code = "import bare_here.kuhn_poker as k; print(k.playout(5, 1).games)"
    assert _python(code, elsewhere) == "5"


def test_what_a_failing_compiler_says_is_kept(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = _setting("kuhn_poker").engine
    text, _ = native.text_of(engine.game, engine.files)
    assert text is not None
    with pytest.raises(UserError) as found:
        build.built("#error no\n", elsewhere)
    assert found.value.diagnostic.code == "RW022"
    assert "#error no" in (elsewhere / "_native.log").read_text("utf-8")
    assert not (elsewhere / build.file_name()).exists()
    assert "_native.log" in OWN


def test_perft_is_the_same_with_and_without(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = []
    for flag in ("--native", "--no-native"):
        assert cli.run(["perft", KUHN, "2", flag]) == 0
        counts.append([line.split()[:2] for line in capsys.readouterr().out.splitlines()])
    assert counts[0] == counts[1]


def test_the_document_is_true(elsewhere: Path) -> None:
    extra("numpy")
    text = (ROOT / "docs" / "native.md").read_text("utf-8")
    assert cli.run(["build", "--native", str(ROOT / "rulesets" / "kanagawa")]) == 0
    (elsewhere / "native.md").write_text(text.replace("```", ""), "utf-8")
    code = "import doctest; print(doctest.testfile('native.md', module_relative=False))"
    assert _python(code, elsewhere).startswith("TestResults(failed=0, attempted=1")
