"""The language server, end to end: an editor that is a test opens rulesets, types, and asks."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.designers_mistakes import base
from tests.extras import extra

extra("pytest_lsp")
extra("pygls")

import pytest_lsp  # noqa: E402
from lsprotocol import types as lsp  # noqa: E402
from pytest_lsp import ClientServerConfig, LanguageClient  # noqa: E402

ROOT = Path(__file__).parent.parent
SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "rulewright", "lsp"])
WAIT = 20.0


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(config=SERVER, scope="module", loop_scope="module")
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    """An editor, one for all tests; each has a folder of its own."""
    capabilities = lsp.ClientCapabilities(
        general=lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf16])
    )
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


def write(folder: Path) -> Path:
    """Writes Orchard; gives its file."""
    home = folder / "rulesets" / "orchard"
    home.mkdir(parents=True, exist_ok=True)
    for name, text in base("orchard").items():
        (home / name).write_text(text, "utf-8")
    return home / "orchard.rules"


class Editor:
    """One open file of an editor."""

    def __init__(self, client: LanguageClient, file: Path) -> None:
        self.client, self.file, self.text, self.version = client, file, file.read_text("utf-8"), 1

    @property
    def uri(self) -> str:
        return self.file.as_uri()

    @property
    def document(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(self.uri)

    async def open(self, kind: str = "rules") -> list[lsp.Diagnostic]:
        item = lsp.TextDocumentItem(self.uri, kind, self.version, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.said()

    async def said(self) -> list[lsp.Diagnostic]:
        """What is said about this text, once something is."""
        deadline = asyncio.get_running_loop().time() + WAIT
        while self.uri not in self.client.diagnostics and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        return list(self.client.diagnostics[self.uri])

    async def until(self, *codes: str) -> list[lsp.Diagnostic]:
        """What is said, once it is these codes."""
        deadline = asyncio.get_running_loop().time() + WAIT
        while asyncio.get_running_loop().time() < deadline:
            found = list(self.client.diagnostics.get(self.uri, ()))
            if sorted(str(one.code) for one in found) == sorted(codes):
                return found
            await asyncio.sleep(0.05)
        raise AssertionError(f"{codes} are not said, but {found}")

    def change(self, old: str, new: str) -> None:
        """Types: the first place of a text becomes another."""
        assert old in self.text, old
        start = self.place(old)
        end = self.after(old)
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        change = lsp.TextDocumentContentChangePartial(range=lsp.Range(start, end), text=new)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    def place(self, text: str, more: int = 0) -> lsp.Position:
        """Where a text stands first; `more` columns on."""
        return self.position(self.text.index(text) + more)

    def after(self, text: str) -> lsp.Position:
        return self.position(self.text.index(text) + len(text))

    def position(self, at: int) -> lsp.Position:
        before = self.text[:at]
        line = before.rpartition("\n")[2]
        return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def marked(self, range: lsp.Range) -> str:
        """The text of a range within a line."""
        line = self.text.split("\n")[range.start.line].encode("utf-16-le")
        return bytes(line[range.start.character * 2 : range.end.character * 2]).decode("utf-16-le")


@pytest.fixture
def orchard(client: LanguageClient, tmp_path: Path) -> Iterator[Editor]:
    """The file of Orchard, in an editor; it is closed in the end."""
    editor = Editor(client, write(tmp_path))
    yield editor
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(editor.document))


async def test_diagnostics_while_typing(orchard: Editor) -> None:
    assert await orchard.open() == []
    orchard.change("deal 1 from tree", "deal 1 from tre")
    (found,) = await orchard.until("RW201")
    assert orchard.marked(found.range) == "tre"
    assert found.message == "`tre` is not the name of anything\ndid you mean `tree`?"
    orchard.change("zone tree:", "zone tree stack:")  # it does not parse now
    await orchard.until("RW101", "RW201")
    orchard.change("zone tree stack:", "zone tree:")
    orchard.change("deal 1 from tre to", "deal 1 from tree to")
    await orchard.until()


async def test_findings_move_with_their_lines(orchard: Editor) -> None:
    await orchard.open()
    orchard.change("total(f.worth", "total(f.wort")
    await orchard.until("RW210")
    orchard.change("# Orchard", "# 𝄞 above\n\n# Orchard")
    orchard.change("pick a fruit", "pick a ripe fruit")
    await asyncio.sleep(0.6)
    (found,) = await orchard.until("RW210")
    assert orchard.marked(found.range) == "wort"


async def test_examples_are_played_when_a_file_is_saved(orchard: Editor) -> None:
    await orchard.open()
    orchard.change("then red.score.fruit is 4", "then red.score.fruit is 5")
    orchard.file.write_text(orchard.text, "utf-8")
    orchard.client.text_document_did_save(lsp.DidSaveTextDocumentParams(orchard.document))
    (found,) = await orchard.until("RW901")
    assert orchard.marked(found.range) == "then red.score.fruit is 5"
    orchard.change("then red.score.fruit is 5", "then red.score.fruit is 4")
    await orchard.until()  # what was said of the old text is gone


async def test_a_table_and_a_rulebook_are_part_of_it(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()
    table = Editor(client, orchard.file.with_name("fruit.csv"))
    await table.open("csv")
    table.change("pear,4,gold", "pear,4,glod")
    (found,) = await table.until("RW626")
    assert table.marked(found.range) == "glod"
    table.change("pear,4,glod", "pear,4,gold")
    await table.until()
    book = Editor(client, orchard.file.with_name("orchard.md"))
    await book.open("markdown")
    book.change("- **ORC-6**", "- **ORC-66**")
    await orchard.until("RW810", "RW810")


async def test_files_that_change_outside_the_editor(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()
    table = Editor(client, orchard.file.with_name("fruit.csv"))

    def written(text: str | None) -> None:
        if text is None:
            table.file.unlink()
        else:
            table.file.write_text(text, "utf-8")
        change = lsp.FileEvent(table.uri, lsp.FileChangeType.Changed)
        client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([change]))

    written(table.text.replace("pear,4,gold", "pear,4,glod"))
    await table.until("RW626")
    written(None)
    await orchard.until("RW001")
    written(table.text)
    await table.until()
    await orchard.until()


async def test_hover(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()

    async def told(text: str, more: int) -> str:
        params = lsp.HoverParams(orchard.document, orchard.place(text, more))
        found = await client.text_document_hover_async(params)
        assert found is not None, text
        assert isinstance(found.contents, lsp.MarkupContent)
        return str(found.contents.value)

    assert "zone basket of player: row of Fruit" in await told("end of my.basket", 11)
    assert "**ORC-5** A fruit goes from the hand" in await told("end of my.basket", 11)
    assert "of type `1..5`" in await told("f.worth", 3)
    assert "of type `Fruit`" in await told("move f to", 5)
    assert "A basket counts what its fruit" in await told("per ORC-6", 5)
    assert "plum,4,purple,4" in await told("plum in red.basket", 1)
    assert "the seat that acts" in await told("to my.hand", 3)


async def test_definition_leads_into_tables_and_clauses(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()

    async def led(text: str, more: int) -> tuple[str, int]:
        params = lsp.DefinitionParams(orchard.document, orchard.place(text, more))
        found = await client.text_document_definition_async(params)
        assert isinstance(found, list), text
        assert isinstance(found[0], lsp.Location), text
        return Path(found[0].uri).name, found[0].range.start.line + 1

    lines = orchard.text.split("\n")
    assert await led("end of my.basket", 11) == (
        "orchard.rules",
        1 + lines.index("zone basket of player: row of Fruit, public per ORC-5"),
    )
    assert await led("keep(plum)", 6) == ("fruit.csv", 6)
    assert await led("per ORC-6", 5) == ("orchard.md", 8)
    assert await led('from table "fruit.csv"', 14) == ("fruit.csv", 1)


async def test_rename_reaches_tables_and_texts(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()

    async def renamed(text: str, more: int, name: str) -> dict[str, list[Any]] | None:
        place = orchard.place(text, more)
        found = await client.text_document_rename_async(lsp.RenameParams(orchard.document, place, name))
        if found is None:
            return None
        return {Path(uri).name: list(edits) for uri, edits in (found.changes or {}).items()}

    kind = await renamed("kinds Colour: crimson", 15, "scarlet")
    assert kind is not None
    assert {name: len(edits) for name, edits in kind.items()} == {"orchard.rules": 1, "fruit.csv": 2}
    column = await renamed("    worth: 1..5", 5, "value")
    assert column is not None
    assert {name: len(edits) for name, edits in column.items()} == {"orchard.rules": 2, "fruit.csv": 1}
    row = await renamed("keep(plum)", 6, "damson")
    assert row is not None
    assert {name: len(edits) for name, edits in row.items()} == {"orchard.rules": 3, "fruit.csv": 1}
    local = await renamed("choose f from my.hand", 7, "k")
    assert local is not None
    assert [orchard.marked(edit.range) for edit in local["orchard.rules"]] == ["f", "f", "f"]
    assert await renamed("zone tree", 6, "basket") is None  # it is there already
    assert await renamed("zone tree", 6, "Tree") is None
    assert await renamed("per ORC-6", 5, "ORC-9") is None


async def test_a_renamed_game_is_still_right(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()
    place = orchard.place("zone basket", 6)
    found = await client.text_document_rename_async(lsp.RenameParams(orchard.document, place, "crate"))
    assert found is not None
    assert found.changes is not None
    edits = sorted(found.changes[orchard.uri], key=lambda e: (e.range.start.line, e.range.start.character))
    for edit in reversed(edits):
        lines = orchard.text.split("\n")
        line = lines[edit.range.start.line]
        start, end = edit.range.start.character, edit.range.end.character
        lines[edit.range.start.line] = line[:start] + edit.new_text + line[end:]
        orchard.text = "\n".join(lines)
    assert "basket" not in orchard.text.replace("in the basket", "").replace("your basket", "").replace(
        "a basket of", ""
    )
    orchard.file.write_text(orchard.text, "utf-8")
    orchard.version += 1
    whole = lsp.TextDocumentContentChangeWholeDocument(text=orchard.text)
    document = lsp.VersionedTextDocumentIdentifier(orchard.version, orchard.uri)
    client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))
    await asyncio.sleep(0.6)
    await orchard.until()


async def test_references(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()
    params = lsp.ReferenceParams(lsp.ReferenceContext(True), orchard.document, orchard.place("zone tree", 6))
    found = await client.text_document_references_async(params)
    assert found is not None
    lines = [orchard.text.split("\n")[one.range.start.line].strip() for one in found]
    assert [line.split()[0] for line in lines] == ["zone", "shuffle", "deal", "deal", "ending"]
    assert {orchard.marked(one.range) for one in found} == {"tree"}


@pytest.mark.parametrize(
    ("old", "new", "first", "also", "never"),
    [
        ("move f to end of my.basket", "move f to end of my.", {"basket", "hand"}, set(), {"tree", "worth"}),
        ("total(f.worth for", "total(f. for", {"colour", "worth"}, set(), {"tree", "basket"}),
        (
            "choose f from my.hand",
            "choose f from my.hand where f.colour is ",
            {"crimson", "gold"},
            {"tree"},
            set(),
        ),
        ("    offer pick, keep", "    offer pick, ", {"keep", "pick"}, set(), {"tree"}),
        ("    shuffle tree", "    sh", {"shuffle", "deal", "each"}, set(), {"zone"}),
        ("turn per ORC-4", "turn per ", {"ORC-1", "ORC-8"}, set(), {"tree"}),
        ("row of Fruit, public", "row of ", {"Fruit"}, set(), {"tree"}),
        ("when red plays keep(plum)", "when red plays keep(", {"plum", "quince"}, set(), set()),
        ("# Orchard", "z\n# Orchard", {"zone", "action"}, set(), {"tree"}),
    ],
)
async def test_completion_by_place_and_type(
    client: LanguageClient,
    orchard: Editor,
    old: str,
    new: str,
    first: set[str],
    also: set[str],
    never: set[str],
) -> None:
    await orchard.open()
    orchard.change(old, new)
    end = new.index(" for") if " for" in new else new.index("\n") if "\n" in new else len(new)
    place = orchard.place(new, end)
    found = await client.text_document_completion_async(lsp.CompletionParams(orchard.document, place))
    assert isinstance(found, lsp.CompletionList)
    labels = [item.label for item in sorted(found.items, key=lambda item: item.sort_text or "")]
    assert first | also <= set(labels), labels
    assert not never & set(labels)
    if also:
        assert max(map(labels.index, first)) < min(map(labels.index, also))


async def test_completion_in_a_table(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()
    table = Editor(client, orchard.file.with_name("fruit.csv"))
    await table.open("csv")
    table.change("pear,4,gold", "pear,4,")
    place = table.after("pear,4,")
    found = await client.text_document_completion_async(lsp.CompletionParams(table.document, place))
    assert isinstance(found, lsp.CompletionList)
    assert [item.label for item in found.items] == ["crimson", "gold", "purple"]


async def test_code_actions_mend(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()

    async def actions(old: str, new: str, code: str) -> list[lsp.CodeAction]:
        orchard.change(old, new)
        await orchard.until(code)
        line = orchard.place(new).line
        where = lsp.Range(lsp.Position(line, 0), lsp.Position(line, 0))
        params = lsp.CodeActionParams(orchard.document, where, lsp.CodeActionContext([]))
        found = await client.text_document_code_action_async(params)
        orchard.change(new, old)
        await orchard.until()
        return [one for one in found or () if isinstance(one, lsp.CodeAction)]

    def text(action: lsp.CodeAction) -> str:
        assert action.edit is not None
        assert action.edit.changes is not None
        (edit,) = action.edit.changes[orchard.uri]
        return str(edit.new_text)

    (meant,) = await actions("deal 1 from tree", "deal 1 from tre", "RW201")
    assert (meant.title, text(meant), meant.is_preferred) == ("write `tree`", "tree", True)
    (colon,) = await actions("    do:\n        deal", "    do\n        deal", "RW105")
    assert text(colon) == ":"
    (word,) = await actions("f.worth for f in my.basket", "f.worth × 2 for f in my.basket", "RW113")
    assert text(word) == " * "
    (owner,) = await actions("deal 2 from tree to p.hand", "deal 2 from p.tree to p.hand", "RW209")
    assert text(owner) == "tree"
    unit = await actions("    worth: 1..5\n", "    worth: 1..5 apples\n", "RW201")
    assert [text(one) for one in unit] == ["unit apples\n"]


async def test_outline_colours_hints_lenses_and_style(client: LanguageClient, orchard: Editor) -> None:
    await orchard.open()
    outline = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(orchard.document))
    assert outline is not None
    names = [one.name for one in outline]
    assert {"Orchard", "Colour", "Fruit", "setup", "turn", "keep", "bare"} <= set(names)
    (kinds,) = (one for one in outline if one.name == "Colour")
    assert isinstance(kinds, lsp.DocumentSymbol)
    assert [one.name for one in kinds.children or ()] == ["crimson", "gold", "purple"]
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("bask"))
    here = [one for one in found or () if isinstance(one.location, lsp.Location)]
    assert [one.name for one in here if one.location.uri == orchard.uri] == ["basket"]
    colours = await client.text_document_semantic_tokens_full_async(
        lsp.SemanticTokensParams(orchard.document)
    )
    assert colours is not None
    assert len(colours.data) % 5 == 0
    assert sum(colours.data[0::5]) < orchard.text.count("\n")
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(999, 0))
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(orchard.document, whole))
    assert [hint.label for hint in hints or ()] == [
        "nobody sees the faces",
        "only its owner sees it",
        "all see it",
    ]
    orchard.change("    shuffle tree", "    shuffle   tree")
    params = lsp.DocumentFormattingParams(orchard.document, lsp.FormattingOptions(4, True))
    (edit,) = list(await client.text_document_formatting_async(params) or [])
    assert "    shuffle tree\n" in edit.new_text
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(orchard.document))
    (lens,) = list(lenses or [])
    assert lens.command is not None
    assert lens.command.title == "run this example"
    asked = lsp.ExecuteCommandParams(lens.command.command, lens.command.arguments)
    assert await client.workspace_execute_command_async(asked) == '"a full hand picks no more" holds'
    orchard.change("then red.score.fruit is 4", "then red.score.fruit is 5")
    said = await client.workspace_execute_command_async(asked)
    assert str(said).endswith("fails, line 46: the left side is 4, the right side 5")


async def test_strange_texts_are_no_trouble(client: LanguageClient, tmp_path: Path, orchard: Editor) -> None:
    await orchard.open()
    orchard.change(orchard.text, "")
    (empty,) = await orchard.until("RW005")
    assert empty.range.start.line == 0
    orchard.change("", '\n    x\ny(((\n"')
    assert await orchard.said()
    place = lsp.Position(2, 3)
    for ask in (client.text_document_completion_async, client.text_document_hover_async):
        await ask(lsp.CompletionParams(orchard.document, place))
    lonely = tmp_path / "notes.md"
    lonely.write_text("# nothing\n", "utf-8")
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(lonely.as_uri(), "markdown", 1, "# nothing\n"))
    )
    outline = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(lonely.as_uri()))
    )
    assert list(outline or ()) == []


async def test_a_file_that_others_use_belongs_to_their_game(client: LanguageClient, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "rulesets" / "kamogawa", tmp_path / "rulesets" / "kamogawa")
    modes = Editor(client, tmp_path / "rulesets" / "kamogawa" / "modes.rules")
    assert [one.code for one in await modes.open() if one.severity == lsp.DiagnosticSeverity.Error] == []


async def test_a_request_that_cannot_be_read_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.lsp.session import Server

    protocol, sent = Server().protocol, []
    monkeypatch.setattr(protocol, "_send_response", lambda id, result, error: sent.append((id, error.code)))
    asked = {"jsonrpc": "2.0", "method": "textDocument/hover", "params": {"position": "here"}}
    protocol.handle_message(protocol.structure_message({**asked, "id": 7}))
    protocol.handle_message(protocol.structure_message({**asked, "method": "textDocument/didOpen"}))
    assert sent == [(7, -32602)]


async def test_very_long_rules_are_said_to_be(client: LanguageClient, orchard: Editor) -> None:
    """From half a MB on it is told once why checks take their time; above 4 MB the text is refused."""
    line = f"# {'leaves ' * 14}\n"
    orchard.text += line * 6_000
    await orchard.open()
    await orchard.until()
    assert len([one for one in client.messages if "orchard.rules is very long" in one.message]) == 1
    orchard.change(line, line * 40_000)
    await orchard.until("RW004")
    assert len([one for one in client.messages if "is very long" in one.message]) == 1
