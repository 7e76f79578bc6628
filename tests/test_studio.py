"""The studio, address by address: drafts are checked, saves go over nothing unseen, games are played."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.studio_pages import Page, studio

RULES = "rulesets/tic_tac_toe/tic_tac_toe.rules"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    with studio("tic_tac_toe", tmp_path, monkeypatch) as made:
        yield made


def test_the_page_is_whole_and_asks_nothing_of_others(page: Page) -> None:
    answer = page.client.get("/")
    assert "needs JavaScript" in answer.text
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "https://" not in answer.text
    for name in ("app.js", "style.css", "codemirror.js", "codemirror.LICENSE.txt"):
        assert page.client.get(f"/static/{name}").status_code == 200


def test_other_sites_and_other_machines_may_not_ask(page: Page) -> None:
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}):
        answer = page.client.post("/api/files", json={}, headers=headers)
        assert answer.status_code == 403
    assert page.client.post("/api/files", json={}, headers={"origin": "http://localhost"}).status_code == 200


def test_the_files_of_a_ruleset(page: Page) -> None:
    files = page.ask("files")["files"]
    assert [file["path"] for file in files] == [RULES, "rulesets/tic_tac_toe/rulebook.md"]
    assert all(file["locked"] is None and file["mark"] for file in files)
    assert page.ask("marks") == {file["path"]: file["mark"] for file in files}


def test_a_draft_is_checked_and_no_file_is_touched(page: Page) -> None:
    before = page.file("toe.rules")["text"]
    draft = before.replace("players 2..2", "playrs 2..2")
    found = page.ask("check", texts={RULES: draft})
    assert found["game"] is None
    assert found["found"][0]["span"]["path"] == RULES
    assert "players" in found["found"][0]["help"]
    assert page.ask("check")["game"]["title"]
    assert page.file("toe.rules")["text"] == before


def test_a_draft_that_is_no_text_is_told_as_a_file_would_be(page: Page) -> None:
    assert page.ask("check", texts={RULES: ""})["found"][0]["code"] == "RW005"
    huge = "# much\n" * 700_000
    assert page.ask("check", texts={RULES: huge})["found"][0]["code"] == "RW004"
    page.refused("check", 413, texts={RULES: huge * 4})
    page.refused("check", 404, texts={"/etc/passwd": "language 1"})
    for fields in ({"texts": 3}, {"texts": {RULES: None}}):
        page.refused("check", 400, **fields)
    assert page.client.post("/api/check", content=b"{").status_code == 400
    assert page.client.post("/api/check", content=b"[" * 100_000).status_code == 400


def test_a_save_is_whole_and_keeps_line_ends_and_marks(page: Page) -> None:
    path = page.folder / "tic_tac_toe.rules"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    file = page.file("toe.rules")
    assert "\r" not in file["text"]
    changed = file["text"] + "# one more\n"
    told = page.ask("save", path=RULES, text=changed, mark=file["mark"])
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"# one more\r\n")
    assert page.file("toe.rules")["mark"] == told["mark"]


def test_two_windows_do_not_overwrite_each_other(page: Page) -> None:
    one = page.file("toe.rules")
    other = page.file("toe.rules")
    page.ask("save", path=RULES, text=one["text"] + "# one\n", mark=one["mark"])
    told = page.refused("save", 409, path=RULES, text=other["text"] + "# two\n", mark=other["mark"])
    assert told["text"].endswith("# one\n")
    assert page.file("toe.rules")["text"].endswith("# one\n")
    page.ask("save", path=RULES, text=other["text"] + "# two\n", mark=told["mark"])
    assert page.file("toe.rules")["text"].endswith("# two\n")


def test_a_change_on_the_disk_shows(page: Page) -> None:
    before = page.ask("marks")
    key = page.ask("check")["key"]
    with open(page.folder / "tic_tac_toe.rules", "a") as file:
        file.write("# from outside\n")
    assert page.ask("marks")[RULES] != before[RULES]
    assert page.ask("check")["key"] != key


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_rights_is_a_sentence(page: Page) -> None:
    file = page.file("toe.rules")
    page.folder.chmod(0o555)
    try:
        told = page.refused("save", 422, path=RULES, text="language 1\n", mark=file["mark"])
    finally:
        page.folder.chmod(0o755)
    assert told["code"] == "RW019"


def test_a_file_that_cannot_be_written_is_a_sentence(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    file = page.file("toe.rules")
    monkeypatch.setattr("rulewright.reading.overwrite.os.replace", refuse)
    told = page.refused("save", 422, path=RULES, text="language 1\n", mark=file["mark"])
    assert told["error"] == f"`{RULES}` cannot be written: permission denied"
    assert page.file("toe.rules") == file
    assert [path.name for path in page.folder.iterdir() if path.name[0] == "."] == []


def test_a_file_that_is_no_text_can_be_seen_to_be_none(page: Page) -> None:
    (page.folder / "more.csv").write_bytes("id\nä\n".encode("utf-16"))
    assert page.file("more.csv")["text"] is None
    assert page.file("more.csv")["locked"] == "the file is UTF-16, not UTF-8"


# ---- games


def test_a_game_to_its_end(page: Page) -> None:
    seen = page.ask("begin", seat="turn", seed=1)
    turns = [seen]
    while seen["moves"]:
        move = seen["moves"][0]["move"]
        seen = page.ask("move", table=seen["table"], turn=seen["turn"], move=move, seat="turn")
        turns.append(seen)
    assert seen["over"]
    assert "wins" in seen["sheet"]
    assert len(seen["log"]) == len(turns) - 1
    assert all("data-space" in each["picture"] for each in turns)
    back = page.ask("undo", table=seen["table"], seat="turn")
    assert back["moves"] == turns[-2]["moves"]


def test_moves_name_what_pictures_name(page: Page) -> None:
    seen = page.ask("begin", seat="turn")
    assert all(f'data-space="{move["picks"][0]}"' in seen["picture"] for move in seen["moves"])


def test_a_move_that_names_no_space_is_made_where_it_leads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with studio("connect_four", tmp_path, monkeypatch) as page:
        seen = page.ask("begin", seat="turn")
        assert [move["picks"] for move in seen["moves"]][:2] == [["1", "a1"], ["2", "b1"]]
        seen = page.ask("move", table=seen["table"], turn=0, move=seen["moves"][0]["move"], seat="turn")
        assert seen["moves"][0]["picks"] == ["1", "a2"]


def test_what_is_not_legal_or_not_for_this_turn_is_refused(page: Page) -> None:
    seen = page.ask("begin", seat="turn")
    table, move = seen["table"], seen["moves"][0]["move"]
    page.refused("move", 409, table=table, turn=7, move=move)
    page.refused("move", 409, table=table, turn=0, move=10_000)
    page.refused("move", 404, table="gone", turn=0, move=move)
    page.ask("move", table=table, turn=0, move=move)
    assert page.ask("why", table=table, text=seen["moves"][0]["name"])["said"] != ["it can be played"]
    assert page.ask("why", table=table, text="juggle")["said"] == ["no move is called `juggle`"]
    page.refused("begin", 400, players=9)
    page.refused("begin", 400, bots=["genius"])
    page.refused("begin", 400, options={"size": "5"})


def test_rules_with_errors_cannot_be_played(page: Page) -> None:
    assert "mend them" in page.refused("begin", 422, texts={RULES: "language 1\n"})["error"]


def test_bots_play_their_seats(page: Page) -> None:
    seen = page.ask("begin", seat="turn", bots=["random"], seed=3)
    moved = page.ask("move", table=seen["table"], turn=0, move=seen["moves"][0]["move"], seat="turn")
    assert len(moved["log"]) == 2
    assert [player["bot"] for player in moved["seats"]] == [None, "random"]
    assert len(page.ask("undo", table=seen["table"], seat="turn")["log"]) == 0


def test_a_seat_sees_no_hand_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with studio("kuhn_poker", tmp_path, monkeypatch) as page:
        seen = page.ask("begin", seat="all", seed=2)
        seats = [each["seat"] for each in seen["seats"]]
        cards = {
            seat: page.ask("look", table=seen["table"], seat=seat)["picture"].split("<title>")[2:]
            for seat in (*seats, "all")
        }
        assert cards["all"] != cards[seats[0]] != cards[seats[1]]
        waits = page.ask("look", table=seen["table"], seat=seats[1])
        assert waits["moves"] == []
        assert waits["waits"] == seats[0]


def test_old_tables_go(page: Page) -> None:
    first = page.ask("begin")["table"]
    for _ in range(8):
        page.ask("begin")
    assert "new one" in page.refused("look", 404, table=first)["error"]


def test_a_seat_is_played_from_elsewhere_and_sees_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with studio("kuhn_poker", tmp_path, monkeypatch, shared="http://192.0.2.5:80") as page:
        table = page.ask("share", table=page.ask("begin", seed=2)["table"])["table"]
        links = page.ask("share", table=table)["links"]
        first, second = links.values()
        assert len(set(links.values())) == 2
        ask = page.elsewhere.post
        assert page.elsewhere.get(first).status_code == 200
        assert page.elsewhere.get("/").status_code == ask("/api/files", json={}).status_code == 403
        seen = ask(f"{second}/look", json={}).json()
        assert (seen["moves"], "seed" in seen, "links" in seen) == ([], False, False)
        assert seen["picture"] == page.ask("look", table=table, seat=list(links)[1])["picture"]
        turn = {"turn": 0, "move": page.ask("look", table=table)["moves"][0]["move"]}
        assert ask(f"{second}/move", json=turn).status_code == 409
        assert ask(f"{first}/move", json=turn).json()["turn"] == 1
        assert ask(f"{second}/turn", json={}).json() == {"turn": 1, "table": table}
        assert ask(f"{first}/undo", json={}).json()["turn"] == 2
        assert ask(f"{first}/why", json={"text": "juggle"}).json()["said"] == ["no move is called `juggle`"]
        assert ask(f"{first}/save", json={}).status_code == 404
        assert ask("/seat/guess/look", json={}).status_code == 404
        fresh = page.ask("begin", table=table)
        assert fresh["links"] == links
        assert ask(f"{first}/look", json={}).json()["table"] == fresh["table"]


def test_nothing_is_shared_that_was_not_asked_for(page: Page) -> None:
    assert page.ask("files")["shared"] is None
    assert page.client.post("/api/share", json={"table": page.ask("begin")["table"]}).status_code == 404


def test_a_position_becomes_an_example_that_leads_there(page: Page) -> None:
    seen = page.ask("begin", seed=4)
    for _ in range(3):
        seen = page.ask("move", table=seen["table"], turn=seen["turn"], move=seen["moves"][-1]["move"])
    kept = page.ask("keep", table=seen["table"], title='three "marks"')
    example = kept["text"].partition("example \"three 'marks'\":\n")[2]
    assert example.splitlines() == [
        "    given players 2",
        "    when x plays mark(c3)",
        "    when o plays mark(b3)",
        "    when x plays mark(a3)",
        "    then o may mark",
    ]
    drafts = {kept["path"]: kept["text"]}
    number = len(page.ask("examples", texts=drafts)["examples"]) - 1
    assert (
        page.ask("example", texts=drafts, number=number)["picture"].split("<title>")[2:]
        == (seen["picture"].split("<title>")[2:])
    )
    assert page.file("toe.rules")["text"] != kept["text"]
    page.refused("keep", 400, table=seen["table"], title=" ")


@pytest.mark.parametrize(("name", "moves"), [("kuhn_poker", 1), ("rummy", 4), ("breakthrough", 3)])
def test_chance_in_set_up_is_kept_as_givens(
    name: str, moves: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with studio(name, tmp_path, monkeypatch) as page:
        seen = page.ask("begin", seed=7)
        for _ in range(moves):
            seen = page.ask("move", table=seen["table"], turn=seen["turn"], move=seen["moves"][0]["move"])
        kept = page.ask("keep", table=seen["table"], title="kept")
        assert page.ask("check", texts={kept["path"]: kept["text"]})["summary"] == "no errors"


def test_what_an_example_cannot_say_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with studio("pig", tmp_path, monkeypatch) as page:
        seen = page.ask("begin", seed=7)
        seen = page.ask("move", table=seen["table"], turn=0, move=seen["moves"][0]["move"])
        told = page.refused("keep", 422, table=seen["table"], title="kept")
        assert told["error"].startswith("chance decided something")


# ---- what else comes of the rules


def test_examples_hold_or_say_where_they_do_not(page: Page) -> None:
    held = page.ask("examples")["examples"]
    assert len(held) == 4
    assert all(example["failed"] == [] for example in held)
    text = page.file("toe.rules")["text"]
    line = next(line for line in text.splitlines() if line.strip().startswith("when "))
    broken = text.replace(line, f"{line}\n{line}", 1)
    failed = [each for each in page.ask("examples", texts={RULES: broken})["examples"] if each["failed"]]
    assert failed[0]["failed"][0]["code"] == "RW903"
    assert failed[0]["failed"][0]["span"]["line"] == text.splitlines().index(line) + 2


def test_the_position_of_an_example_is_drawn(page: Page) -> None:
    assert "data-space" in page.ask("example", number=0)["picture"]
    page.refused("example", 400, number=99)


def test_clauses_are_cited_waived_or_open(page: Page) -> None:
    covered = page.ask("cover")
    assert covered["percent"] == 100.0
    assert {clause["state"] for clause in covered["clauses"]} <= {"cited", "waived"}
    book = page.file("rulebook.md")
    more = page.ask("cover", texts={book["path"]: book["text"] + "\n- **TTT-99** Drinks are free.\n"})
    assert [clause["clause"] for clause in more["clauses"] if clause["state"] == "open"] == ["TTT-99"]


def test_graphs_name_their_places(page: Page) -> None:
    for sort in ("triggers", "flow", "dependencies"):
        found = page.ask("graph", sort=sort)
        assert found["text"]
        assert (found["svg"] is None) == (found["missing"] is not None)
        assert any(node["span"]["path"] == RULES for node in found["nodes"])
    whole = page.ask("graph", sort="flow")
    assert 0 < len(page.ask("graph", sort="flow", **{"from": "setup"})["nodes"]) <= len(whole["nodes"])
    page.refused("graph", 400, sort="colours")
    assert "nothing here" in page.refused("graph", 400, **{"from": "dragon"})["error"]


def test_a_diff_against_what_was_saved(page: Page) -> None:
    assert page.ask("compare")["changes"] == []
    text = page.file("toe.rules")["text"].replace("squares 3 by 3", "squares 4 by 4")
    changes = page.ask("compare", texts={RULES: text})["changes"]
    assert {(change["sort"], change["level"]) for change in changes} == {("spaces", "breaking")}
    assert page.refused("compare", 422, against="HEAD")["code"] == "RW030"


def test_a_simulation_goes_on_beside_and_can_be_stopped(page: Page) -> None:
    def ended(job: str) -> dict[str, Any]:
        for _ in range(600):
            state = page.ask("simulated", job=job)
            if state["result"] or state["error"]:
                break
            time.sleep(0.05)
        assert isinstance(state, dict)
        return state

    first = ended(page.ask("simulate", games=50)["job"])
    assert first["error"] is None
    assert sum(count for _, count in first["result"]["decisions"]) == 50
    assert first["result"]["found"]["failures"] == []
    long = page.ask("simulate", games=100_000)["job"]
    page.ask("stop", job=long)
    assert ended(long)["error"] == "stopped"
    page.refused("simulate", 400, games=0)
    page.refused("simulated", 404, job="none")


# ---- the command


def run(*words: str, at: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rulewright", "studio", *words],
        cwd=at,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("nim", "--no-open", "--port", str(port), at=tmp_path)
    assert done.returncode == 2
    said = f"port {port} is in use: choose another with `--port`, or `--port 0` for any that is free"
    assert done.stderr == f"Error: {said}\n"


def test_a_ruleset_of_the_package_is_copied(tmp_path: Path) -> None:
    """Who asks for it by name in another folder writes on a copy."""
    from rulewright.commands.studio import _own
    from rulewright.reading.files import find_ruleset

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.chdir(tmp_path)
        found = find_ruleset("nim", tmp_path)
        own = _own(found, "nim")
        assert own.file == tmp_path / "rulesets" / "nim" / "nim.rules"
        assert own.file.read_bytes() == found.file.read_bytes()
        assert (own.folder / "rulebook.md").is_file()
        assert _own(find_ruleset("nim", tmp_path), "nim") == find_ruleset("nim", tmp_path)
        assert _own(found, found.file.as_posix()) == found


def test_a_variant_is_open_with_its_ruleset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not proved to stop is played; the same variant is compared with what git keeps."""
    git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    with studio("kokeshi", tmp_path, monkeypatch, variants="+literal") as page:
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
            subprocess.run([*git, *words], cwd=tmp_path, check=True)
        assert page.ask("files")["variants"] == ["literal"]
        assert page.ask("check")["game"]["unproved"] == ["RW310"]
        assert page.ask("begin")["moves"]
        assert page.ask("compare", against="HEAD")["changes"] == []


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None\nfrom rulewright.cli import main\nmain(['studio', 'nim'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (
        2,
        'Error: the studio needs uvicorn: pip install "rulewright[studio]"\n',
    )


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_page_parses() -> None:
    static = Path(__file__).parent.parent / "compiler" / "rulewright" / "studio" / "static"
    for file in sorted(static.glob("*.js")):
        done = subprocess.run(
            ["node", "--input-type=module", "--check"],
            input=file.read_text("utf-8"),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{file.name}: {done.stderr}"


def test_what_bundles_the_editor_names_exact_versions() -> None:
    root = Path(__file__).parent.parent
    package = json.loads((root / "editors" / "studio" / "package.json").read_text("utf-8"))
    licences = (root / "compiler/rulewright/studio/static/codemirror.LICENSE.txt").read_text("utf-8")
    for name, version in package["dependencies"].items():
        assert f"{name} {version} (MIT)" in licences


# ---- positions that are set up by hand


def test_a_position_is_set_up_by_hand_and_kept(page: Page) -> None:
    seen = page.ask("arrange")
    assert seen["given"] == []
    man = {"piece": seen["men"][0], "to_zone": "board", "to_seat": "", "to_space": "b2"}
    seen = page.ask("arrange", put=man)
    assert seen["given"] == [f"board[b2] is {seen['men'][0]}"]
    there = {"zone": "board", "space": "b2", "to_zone": "board", "to_space": "a1", "piece": man["piece"]}
    seen = page.ask("arrange", given=seen["given"], put=there)
    assert seen["given"] == [f"board[a1] is {man['piece']}", "board[b2] is empty"]
    kept = page.ask("arranged", given=seen["given"], title="by hand")
    example = kept["text"].partition('example "by hand":\n')[2]
    assert example.splitlines()[:3] == [
        "    given players 2",
        *(f"    given {line}" for line in seen["given"]),
    ]
    assert "    then x may mark" in example
    drafts = {kept["path"]: kept["text"]}
    assert page.ask("check", texts=drafts)["summary"] == "no errors"
    assert page.ask("examples", texts=drafts)["examples"][-1]["failed"] == []


def test_what_cannot_be_set_up_is_told_at_its_line(page: Page) -> None:
    told = page.refused("arrange", 422, given=["board[a1] is empty", "bord[a1] is empty"])
    assert told["line"] == 1
    assert "bord" in told["error"]
    assert page.refused("arranged", 400, given=[], title=" ")["error"].startswith("an example needs a title")
    page.refused("arrange", 400, given="board[a1] is empty")
    page.refused("arrange", 400, put={"piece": "x", "to_zone": "nowhere"})


LONG = [pytest.param(name, marks=pytest.mark.deep) for name in ("kanagawa", "kokeshi", "kamogawa")]


@pytest.mark.parametrize("name", ["rummy", *LONG])
def test_all_that_lies_somewhere_can_be_given(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each place of a game, given what is there already, leads to the position that it is in."""
    with studio(name, tmp_path, monkeypatch) as page:
        seen = page.ask("arrange")
        told = [f"{p['name']} {p['verb']} {p['value']}" for p in seen["places"] if p["verb"] != "begins with"]
        assert len(told) > 3
        again = page.ask("arrange", given=told)
        assert again["places"] == seen["places"]


def test_cards_are_put_from_zone_to_zone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with studio("kanagawa", tmp_path, monkeypatch) as page:
        put = {"piece": "G01", "zone": "deck", "to_zone": "hand", "to_seat": "red", "to_space": ""}
        seen = page.ask("arrange", put=put)
        assert seen["given"] == ["red.hand holds G01"]
        seen = page.ask("arrange", given=seen["given"], put={**put, "piece": "G02"})
        assert seen["given"] == ["red.hand holds G01, G02"]
        assert "G02" in seen["picture"]
        assert "face down" in page.refused("arrange", 400, put={**put, "piece": "?green"})["error"]
        assert "is none" in page.refused("arrange", 400, put={**put, "piece": "nosuch"})["error"]
