"""Server: the requests of the language server protocol, by pygls; answers are worked out beside it."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from collections.abc import Sequence

from lsprotocol import types as lsp

from rulewright.formatting.formatted import formatted
from rulewright.lsp.complete import complete
from rulewright.lsp.hints import hints
from rulewright.lsp.hover import hover
from rulewright.lsp.mending import mends
from rulewright.lsp.project import path_of
from rulewright.lsp.rename import placeholders, prepare, refused
from rulewright.lsp.session import Server, path_from, uri_of
from rulewright.lsp.symbols import Symbol, symbols
from rulewright.lsp.tokens import MODIFIERS, TYPES, tokens
from rulewright.nodes import Example
from rulewright.reading.files import shown
from rulewright.report.diagnostics import Report, Span

RUN = "rulewright.runExample"
server = Server()


# ---- texts


@server.feature(lsp.SHUTDOWN)
def shutdown(ls: Server, params: None) -> None:
    """The editor leaves: nothing is played any more."""
    for ruleset in list(ls.project.rulesets.values()):
        ls.forget(ruleset)


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
async def did_open(ls: Server, params: lsp.DidOpenTextDocumentParams) -> None:
    """A file was opened: it is checked, and its examples are played."""
    path = path_from(params.text_document.uri)
    ls.project.texts.put(path, params.text_document.text)
    ls.changed(path)
    await ls.play(path)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(ls: Server, params: lsp.DidChangeTextDocumentParams) -> None:
    """A key was pressed."""
    path = path_from(params.text_document.uri)
    ls.project.texts.put(path, ls.workspace.get_text_document(params.text_document.uri).source)
    ls.changed(path)


@server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
async def did_save(ls: Server, params: lsp.DidSaveTextDocumentParams) -> None:
    """A file was saved: what is on the disk is played."""
    await ls.play(path_from(params.text_document.uri))


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
async def did_close(ls: Server, params: lsp.DidCloseTextDocumentParams) -> None:
    """A file was closed: what lies on the disk counts again, and of a ruleset without open files nothing."""
    path = path_from(params.text_document.uri)
    ruleset = ls.project.of(path)
    ls.project.texts.drop(path)
    if ruleset is not None and not ruleset.open():
        ls.tell(ruleset, ())
        ls.forget(ruleset)
    else:
        ls.changed(path)


@server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
async def watched(ls: Server, params: lsp.DidChangeWatchedFilesParams) -> None:
    """Files changed outside the editor."""
    for change in params.changes:
        ls.changed(path_from(change.uri))


# ---- what stands there


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hovered(ls: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    """What the name under the cursor is."""
    asked = ls.asked(params.text_document.uri, params.position)
    if asked is None:
        return None
    ruleset, source, line, column = asked
    seen = ruleset.analysis.current
    said = hover(ruleset.index, ruleset.work, seen.chunks, (source.path, line, column))
    return None if said is None else lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said))


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def definition(ls: Server, params: lsp.DefinitionParams) -> list[lsp.Location] | None:
    """Where the name under the cursor is declared: in rules, a table or the rulebook."""
    asked = ls.asked(params.text_document.uri, params.position)
    if asked is None:
        return None
    ruleset, source, line, column = asked
    found = ruleset.index.at(source.path, line, column)
    return None if found is None else [ls.location(span) for span in ruleset.index.declared(found.thing)]


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def references(ls: Server, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
    """All places that name the same."""
    asked = ls.asked(params.text_document.uri, params.position)
    if asked is None:
        return None
    ruleset, source, line, column = asked
    index = ruleset.whole_index
    found = index.at(source.path, line, column)
    if found is None:
        return None
    places = index.places(found.thing)
    return [ls.location(one.span) for one in places if params.context.include_declaration or not one.declares]


@server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(ls: Server, params: lsp.PrepareRenameParams) -> lsp.Range | None:
    """The name that would be renamed."""
    asked = ls.asked(params.text_document.uri, params.position)
    if asked is None:
        return None
    ruleset, source, line, column = asked
    found = prepare(ruleset.index, source.path, line, column)
    return None if found is None else ls.range(found.span)


@server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
def rename(ls: Server, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
    """The changes that give a name another, in rules and tables."""
    asked = ls.asked(params.text_document.uri, params.position)
    if asked is None:
        return None
    ruleset, source, line, column = asked
    index = ruleset.whole_index
    found = prepare(index, source.path, line, column)
    if found is None:
        return None
    why = refused(index, ruleset.work, found.thing, params.new_name)
    if why is not None:
        ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, why))
        return None
    spans = [one.span for one in index.places(found.thing)]
    spans += placeholders(ruleset.work.loaded.sources, index, found.thing)
    return edit(ls, [(span, params.new_name) for span in spans])


def edit(ls: Server, changes: Sequence[tuple[Span, str]]) -> lsp.WorkspaceEdit:
    """Changes of texts, by file."""
    by_file: dict[str, list[lsp.TextEdit]] = {}
    for span, text in dict.fromkeys(changes):
        by_file.setdefault(uri_of(span.path), []).append(lsp.TextEdit(ls.range(span), text))
    return lsp.WorkspaceEdit(changes=by_file)


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", "["]))
def completion(ls: Server, params: lsp.CompletionParams) -> lsp.CompletionList | None:
    """What may be written here."""
    asked = ls.asked(params.text_document.uri, params.position)
    if asked is None:
        return None
    ruleset, source, line, column = asked
    seen = ruleset.analysis.current
    items = [
        lsp.CompletionItem(
            one.label, kind=one.kind, detail=one.detail or None, sort_text=f"{one.rank}{one.label}"
        )
        for one in complete(ruleset.work, seen.chunks, source, (line, column))
    ]
    return lsp.CompletionList(is_incomplete=False, items=items)


# ---- outlines and colours


def symbol(ls: Server, one: Symbol) -> lsp.DocumentSymbol:
    """A declaration as the client has it."""
    inside = [symbol(ls, child) for child in one.inside]
    return lsp.DocumentSymbol(
        one.name, one.kind, ls.range(one.span), ls.range(one.name_span), one.sort, children=inside
    )


@server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbols(ls: Server, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The outline of a file."""
    path = path_from(params.text_document.uri)
    ruleset = ls.project.of(path)
    if ruleset is None:
        return []
    return [symbol(ls, one) for one in symbols(ruleset.analysis.current.loaded, shown(path))]


@server.feature(lsp.WORKSPACE_SYMBOL)
def workspace_symbols(ls: Server, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    """The declarations of all open rulesets that have some letters in their name."""
    wanted = params.query.casefold()
    found = (
        (one, ruleset.analysis.place.name)
        for ruleset in ls.project.rulesets.values()
        for one in symbols(ruleset.analysis.current.loaded)
    )
    return [
        lsp.WorkspaceSymbol(ls.location(one.name_span), one.name, one.kind, container_name=game)
        for one, game in found
        if wanted in one.name.casefold()
    ]


@server.feature(
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))
)
def semantic_tokens(ls: Server, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens | None:
    """The colours of a text."""
    path = path_from(params.text_document.uri)
    ruleset, source = ls.project.of(path), ls.project.source(path)
    if ruleset is None or source is None or path.suffix != ".rules" or ruleset.analysis.current.work is None:
        return None
    return lsp.SemanticTokens(tokens(source, ruleset.index, ls.units))


@server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
def inlay_hints(ls: Server, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """Who may see what."""
    path = path_from(params.text_document.uri)
    ruleset, source = ls.project.of(path), ls.project.source(path)
    if ruleset is None or source is None or ruleset.analysis.current.work is None:
        return []
    first, last = params.range.start.line + 1, params.range.end.line + 1
    return [
        lsp.InlayHint(ls.units.position(source, line, column), said, padding_left=True)
        for line, column, said in hints(ruleset.work, source, first, last)
    ]


# ---- changes


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatting(ls: Server, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
    """The whole text in the style; nothing where it does not parse."""
    path = path_from(params.text_document.uri)
    source = ls.project.source(path)
    if source is None or path.suffix != ".rules":
        return None
    text = formatted(source, Report())
    if text is None or text == source.text:
        return None
    end = lsp.Position(len(source.lines), 0)
    return [lsp.TextEdit(lsp.Range(lsp.Position(0, 0), end), text)]


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
def code_actions(ls: Server, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """What can be mended by itself in some lines."""
    path = path_from(params.text_document.uri)
    ruleset, source = ls.project.of(path), ls.project.source(path)
    if ruleset is None or source is None or ruleset.analysis.seen is None:
        return []
    seen = ruleset.analysis.seen
    lines = range(params.range.start.line + 1, params.range.end.line + 2)
    actions = []
    for found in seen.found:
        if path_of(found.span.path) == path and max(1, found.span.line) in lines:
            for mend in mends(found, source, seen.chunks):
                actions.append(
                    lsp.CodeAction(
                        mend.title,
                        lsp.CodeActionKind.QuickFix,
                        [ls.diagnostic(found)],
                        is_preferred=mend.best,
                        edit=edit(ls, mend.edits),
                    )
                )
    return actions


# ---- examples


@server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
def code_lenses(ls: Server, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """A lens above each example, to run it."""
    path = path_from(params.text_document.uri)
    ruleset = ls.project.of(path)
    if ruleset is None:
        return []
    lenses = []
    for node in ruleset.analysis.current.loaded.declarations:
        if isinstance(node, Example) and path_of(node.span.path) == path:
            said = {True: "holds; run again", False: "fails; run again", None: "run this example"}
            title = said[ruleset.examples.get(node.title.text)]
            command = lsp.Command(title, RUN, arguments=[params.text_document.uri, node.title.text])
            lenses.append(lsp.CodeLens(ls.range(node.title.span), command))
    return lenses


@server.command(RUN)
async def run_example(ls: Server, uri: str, title: str) -> str:
    """Run an example, and say how it went."""
    ruleset = ls.project.of(path_from(uri))
    if ruleset is None:
        return "this file belongs to no ruleset"
    loop = asyncio.get_running_loop()
    said = await loop.run_in_executor(ls.checks, ls.run_example, ruleset, title)
    kind = lsp.MessageType.Info if said.endswith("holds") else lsp.MessageType.Warning
    ls.window_show_message(lsp.ShowMessageParams(kind, said))
    if _can_refresh(ls):
        ls.workspace_code_lens_refresh(None)
    return said


def _can_refresh(ls: Server) -> bool:
    workspace = ls.client_capabilities.workspace
    return bool(workspace and workspace.code_lens and workspace.code_lens.refresh_support)


def serve() -> None:
    """Speak the protocol on standard input and output until the client leaves."""
    sys.setrecursionlimit(10_000)
    threading.stack_size(64 * 1024 * 1024)
    gc.disable()  # what a check leaves is collected when it is done
    server.start_io()
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115  the client has closed the real one
