"""Graphs of every ruleset, in every format, and the command that shows them."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest

from rulewright import core, pipeline
from rulewright.cli import run
from rulewright.graphs.cycles import cycles, judged
from rulewright.graphs.dependencies import dependencies
from rulewright.graphs.flow import flow
from rulewright.graphs.reach import named, reached
from rulewright.graphs.to_dot import to_dot
from rulewright.graphs.to_json import to_json
from rulewright.graphs.to_mermaid import to_mermaid
from rulewright.graphs.to_text import to_text
from rulewright.graphs.triggers import triggers
from rulewright.loading.load import load
from rulewright.reading.files import RulesetPath
from rulewright.report.diagnostics import Report
from tests.extras import extra
from tests.test_cases import GOOD, place, programs

if TYPE_CHECKING:
    from rulewright.graphs.parts import Graph

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "rulesets", ROOT / "tests" / "rulesets")
FILES = [f for folder in FOLDERS for f in sorted(folder.glob("*/*.rules")) if f.stem == f.parent.name]
GAMES = [*(RulesetPath(f.stem, f, f.parent) for f in FILES), *map(place, programs(GOOD))]


def meant(ruleset: RulesetPath) -> core.Game:
    report = Report()
    game = pipeline.meant(load(ruleset, report), ruleset, report)
    assert game is not None, report.errors
    return game


def graphs(game: core.Game) -> list[Graph]:
    return [triggers(game), dependencies(game), flow(game, lambda span: f"line {span.line}")]


@pytest.mark.parametrize("ruleset", GAMES, ids=[ruleset.name for ruleset in GAMES])
def test_every_format_of_every_graph(ruleset: RulesetPath) -> None:
    game = meant(ruleset)
    for graph in graphs(game):
        found = judged(game, cycles(graph))
        assert_text(graph, to_text(graph, found, game.title))
        assert_dot(graph, to_dot(graph, found, 'a "title"'))
        assert_mermaid(graph, to_mermaid(graph, found))
        assert_json(graph, json.loads(to_json(graph, found, game.slug)))


def assert_text(graph: Graph, text: str) -> None:
    """Each node that something leaves has its lines below it, one for each edge."""
    arrows = [line for line in text.splitlines() if line.startswith("    -> ")]
    assert len(arrows) == graph.number_of_edges()
    assert all(line.endswith(")") for line in arrows)


QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


def assert_dot(graph: Graph, text: str) -> None:
    """It is DOT as its grammar has it: numbered nodes, edges between them, attributes with quoted strings."""
    first, *lines, last = QUOTED.sub('""', text).rstrip("\n").split("\n")
    assert (first, last) == ('digraph "" {', "}")
    node = re.compile(r'  [nc]\d+ \[label="", shape=\w+(, \w+=\w+)*\]')
    edge = re.compile(r'  [nc]\d+ -> n\d+ \[(label="")?[\w=, ]*\]')
    nodes = [line for line in lines if node.fullmatch(line)]
    edges = [line for line in lines if edge.fullmatch(line)]
    assert len([line for line in nodes if line.startswith("  n")]) == len(graph)
    assert len([line for line in edges if line.startswith("  n")]) == graph.number_of_edges()
    assert len(nodes) + len(edges) + 3 == len(lines)


def assert_mermaid(graph: Graph, text: str) -> None:
    first, *lines = QUOTED.sub('""', text).rstrip("\n").split("\n")
    assert first == ("flowchart TD" if graph.graph["sort"] == "flow" else "flowchart LR")
    node = re.compile(r'    [nc]\d+(>""\]|[\[({]+""[\])}]+)')
    edge = re.compile(r'    n\d+ -->(\|""\|)? n\d+')
    assert len([line for line in lines if node.fullmatch(line) and line.startswith("    n")]) == len(graph)
    assert len([line for line in lines if edge.fullmatch(line)]) == graph.number_of_edges()


def assert_json(graph: Graph, data: dict[str, Any]) -> None:
    """The schema does not change: programs read it."""
    assert list(data) == ["format", "graph", "ruleset", "nodes", "edges", "cycles"]
    assert data["format"] == 1
    ids = {node["id"] for node in data["nodes"]}
    for node in data["nodes"]:
        assert list(node) == ["id", "sort", "name", "text", "per", "file", "line", "column"]
    for edge in data["edges"]:
        assert list(edge) == ["from", "to", "verbs"]
        assert {edge["from"], edge["to"]} <= ids
        for verb in edge["verbs"]:
            assert list(verb) == ["verb", "file", "line", "column", "through"]
    for cycle in data["cycles"]:
        assert list(cycle) == ["nodes", "path", "verdict", "because"]
        assert cycle["path"][0] == cycle["path"][-1]
        assert set(cycle["path"]) <= set(cycle["nodes"]) <= ids
    assert len(data["nodes"]) == len(graph)


@pytest.mark.parametrize("ruleset", GAMES, ids=[ruleset.name for ruleset in GAMES])
def test_what_is_reached_leads_back(ruleset: RulesetPath) -> None:
    for graph in graphs(meant(ruleset)):
        for node in list(graph)[:10]:
            below = reached(graph, [node], "down")
            assert all(node in reached(graph, [other], "up") for other in below)


# ---- what they say


@pytest.fixture(scope="module")
def kanagawa() -> core.Game:
    file = ROOT / "rulesets" / "kanagawa" / "kanagawa.rules"
    return meant(RulesetPath("kanagawa", file, file.parent))


def test_a_reaction_that_reads_what_it_writes_is_a_cycle_with_its_measure(kanagawa: core.Game) -> None:
    graph = triggers(kanagawa)
    (cycle,) = judged(kanagawa, cycles(graph))
    assert cycle.path == ("reaction decide_diploma", "reaction decide_diploma")
    assert "procedure reward" in cycle.nodes
    assert cycle.verdict.startswith("proved")
    assert cycle.because
    edge = graph.edges[cycle.path]
    assert {verb for verb, _ in edge["verbs"]} == {"move diplomas", "move honours", "add refused"}
    assert edge["through"]["add refused"] == ("offered",)


def test_the_tables_thin_out_the_triggers(kanagawa: core.Game) -> None:
    """No diploma asks for what lies in hands, so that a card in a hand sets off nothing."""
    edges = {verb for _, _, data in triggers(kanagawa).edges(data=True) for verb, _ in data["verbs"]}
    assert not any("hand" in verb for verb in edges)


def test_constants_and_options_have_their_place_among_what_is_needed(kanagawa: core.Game) -> None:
    graph = dependencies(kanagawa)
    assert set(kanagawa.constants) <= {graph.nodes[node]["name"] for node in graph}
    for name in kanagawa.constants:
        assert graph.in_degree(f"constant {name}"), f"{name} is declared, and so used"


def test_the_turn_goes_round_and_ends(kanagawa: core.Game) -> None:
    graph = flow(kanagawa, lambda span: f"line {span.line}")
    assert "round" in reached(graph, ["round"], "down")
    assert named(graph, "deck_out") == ["ending deck_out"]
    assert "ending deck_out" in reached(graph, ["setup"], "down")
    assert cycles(graph) == []


def test_graphs_are_the_same_each_time(kanagawa: core.Game) -> None:
    texts = {to_json(graph, cycles(graph), "kanagawa") for _ in range(3) for graph in graphs(kanagawa)}
    assert len(texts) == 3


def test_each_verb_has_its_word() -> None:
    """What leads to nothing else by itself is a verb, and graphs know what it is called."""
    from rulewright.graphs.parts import VERBS

    ways: set[type[core.Stmt]] = {core.Let, core.Choose, core.Draw, core.Offer, core.Each, core.Repeat}
    ways |= {core.IfStmt, core.MatchStmt, core.Resolve, core.Trigger, core.DropLine}
    verbs = set(core.Stmt.__subclasses__()) - ways
    assert verbs == {*VERBS, core.Remember}


# ---- the command


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(["graph", *words]) == 0
    return capsys.readouterr().out


def test_from_a_rule_down_and_up(capsys: pytest.CaptureFixture[str]) -> None:
    below = shown(capsys, "kanagawa", "--dependencies", "--from", "decide_diploma")
    assert "\n    -> define offered" in below
    above = shown(capsys, "kanagawa", "--dependencies", "--from", "offered", "--direction", "up")
    assert "\n    <- reaction decide_diploma" in above
    assert "score" not in above
    stalls = str(ROOT / "tests" / "rulesets" / "stalls" / "stalls.rules")
    answered = shown(capsys, stalls, "--dependencies", "--from", "reached", "--direction", "up")
    assert "<- action reach" in answered
    assert "<- reaction look" in answered
    alone = shown(capsys, stalls, "--triggers", "--from", "setup", "--direction", "up")
    assert "nothing leads to it" in alone


def test_variants_and_sizes(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        json.loads(shown(capsys, "kanagawa+two_storms", "--format", "json"))["ruleset"]
        == "kanagawa_two_storms"
    )
    sized = shown(capsys, "hex", "--flow", "--option", "size=5", "--format", "json")
    assert json.loads(sized)["ruleset"] == "hex_size_5"


def test_a_name_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["graph", "kanagawa", "--from", "decide_diplom"]) == 2
    assert "did you mean `decide_diploma`?" in capsys.readouterr().err
    assert run(["graph", "kanagawo"]) == 2


def test_what_cannot_be_read_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "broken.rules"
    file.write_text("language 1\n", encoding="utf-8")
    assert run(["graph", str(file)]) == 1
    assert "RW123" in capsys.readouterr().err


def test_what_is_refused_has_its_graph_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / "tests" / "cases" / "bad" / "reactions_without_end.rules"
    told = shown(capsys, str(file))
    assert "* a cycle, does not stop: reaction dawn -> reaction dawn" in told
    assert "because day = no, then dawn: day: no -> yes, then dusk: day: yes -> no" in told


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    extra("graphviz")
    if shutil.which("dot") is None:
        pytest.skip("Graphviz is not installed")
    for sort in ("--triggers", "--dependencies", "--flow"):
        root = ElementTree.fromstring(shown(capsys, "kanagawa", sort, "--format", "svg"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "reaction decide_diploma" in "".join(root.itertext())


def test_a_missing_package_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "graphviz", None)
    assert run(["graph", "nim", "--format", "svg"]) == 2
    told = capsys.readouterr().err
    assert "RW018" in told
    assert 'pip install "rulewright[graph]"' in told


def test_a_missing_program_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    extra("graphviz")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run(["graph", "nim", "--format", "svg"]) == 2
    assert "apt-get install graphviz" in capsys.readouterr().err
