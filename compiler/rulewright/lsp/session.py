"""Session: what one editor is told, and what is waited for: checks in a thread, players in a process.

A change is answered at once by what `Analysis.quick` finds; a little later, in a thread of its own, by all
checks; and when a file is saved, in a process of its own, by what is played: examples, orders, variants.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls import uris
from pygls.lsp.server import LanguageServer

from rulewright import __version__, pipeline
from rulewright.lsp.positions import Units
from rulewright.lsp.project import Project, Ruleset, path_of
from rulewright.lsp.protocol import Protocol
from rulewright.lsp.texts import normal
from rulewright.reading.source import Source
from rulewright.report.codes import CODES
from rulewright.report.diagnostics import Diagnostic, Note, Report, Span

SETTLED = 0.15
"""Seconds without a keystroke after which all is checked."""
SEVERITY = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
SPLIT = "Parts of it in files of their own, joined by `use`, are checked faster."
UNNECESSARY = frozenset({"RW227", "RW410"})


class Server(LanguageServer):
    """The state of one session."""

    def __init__(self) -> None:
        super().__init__(
            "rulewright",
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
        )
        self.said_large: set[Path] = set()
        self.project = Project()
        self.waiting: dict[Path, asyncio.Task[None]] = {}
        self.players: dict[Path, asyncio.subprocess.Process] = {}
        self.checks = ThreadPoolExecutor(1, thread_name_prefix="checks")

    # -- places

    @property
    def units(self) -> Units:
        """How the client counts columns."""
        return Units(str(getattr(self.workspace.position_encoding, "value", "utf-16")))

    def range(self, span: Span) -> lsp.Range:
        """A span as the client has it."""
        return self.units.range(span, self.project.source(span.path))

    def location(self, span: Span) -> lsp.Location:
        """A span with its file."""
        return lsp.Location(uri_of(span.path), self.range(span))

    def asked(self, uri: str, position: lsp.Position) -> tuple[Ruleset, Source, int, int] | None:
        """The ruleset, the text and the place that a request is about."""
        path = path_from(uri)
        ruleset, source = self.project.of(path), self.project.source(path)
        if ruleset is None or source is None or ruleset.analysis.current.work is None:
            return None
        return ruleset, source, *self.units.place(source, position)

    # -- checking

    def changed(self, path: Path) -> None:
        """A text has changed: tell what can be told at once, and check all when it is quiet."""
        ruleset = self.project.of(path)
        if ruleset is None:
            return
        main = ruleset.analysis.place.file
        if ruleset.analysis.large:
            self.say_large(main)
        else:
            self.tell(ruleset, ruleset.analysis.quick())
        if main in self.waiting:
            self.waiting[main].cancel()
        self.waiting[main] = asyncio.get_running_loop().create_task(self.settle(ruleset))

    def say_large(self, main: Path) -> None:
        """Says once that rules are too long to be checked at each key."""
        if main not in self.said_large:
            self.said_large.add(main)
            said = f"{main.name} is very long: it is checked when no key is pressed. {SPLIT}"
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))

    async def settle(self, ruleset: Ruleset) -> None:
        """Check all, when no key was pressed for a moment."""
        await asyncio.sleep(SETTLED)
        loop = asyncio.get_running_loop()
        try:
            seen = await loop.run_in_executor(self.checks, ruleset.analysis.full)
        except Exception as error:  # ours: the editor goes on, and its log says so
            said = f"rulewright: {type(error).__name__}: {error}"
            self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, said))
            return
        self.tell(ruleset, ruleset.analysis.take(seen))
        gc.collect()

    def tell(self, ruleset: Ruleset, found: Iterable[Diagnostic]) -> None:
        """Publish what was found, file by file."""
        for path, inside in ruleset.files(found).items():
            uri = uris.from_fs_path(str(path)) or ""
            version = (
                self.workspace.text_documents[uri].version if uri in self.workspace.text_documents else None
            )
            shown_ = [self.diagnostic(one) for one in inside]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, shown_, version))

    def diagnostic(self, found: Diagnostic) -> lsp.Diagnostic:
        """A finding as the client has it: its help belongs to the message."""
        related = [
            lsp.DiagnosticRelatedInformation(self.location(note.span), note.text)
            for note in found.notes
            if note.span is not None
        ]
        plain = [note.text for note in found.notes if note.span is None]
        return lsp.Diagnostic(
            range=self.range(found.span),
            message="\n".join([found.message, *plain, *([found.help] if found.help else [])]),
            severity=SEVERITY[found.level],
            code=found.code,
            source="rulewright",
            tags=[lsp.DiagnosticTag.Unnecessary] if found.code in UNNECESSARY else None,
            related_information=related or None,
            data=CODES[found.code].title,
        )

    def forget(self, ruleset: Ruleset) -> None:
        """A ruleset is open no more: nothing is checked or played for it."""
        main = ruleset.analysis.place.file
        self.project.rulesets.pop(main, None)
        task, player = self.waiting.pop(main, None), self.players.pop(main, None)
        if task is not None:
            task.cancel()
        if player is not None and player.returncode is None:
            player.kill()

    # -- playing

    async def play(self, path: Path) -> None:
        """Run the whole check of what lies on the disk, in a process of its own, and tell what it finds."""
        ruleset = self.project.of(path)
        if ruleset is None:
            return
        main = ruleset.analysis.place.file
        before = self.players.pop(main, None)
        if before is not None and before.returncode is None:
            before.kill()
        asked = ["-m", "rulewright", "check", str(main), "--format", "json"]
        quiet = asyncio.subprocess.DEVNULL
        player = await asyncio.create_subprocess_exec(
            sys.executable, *asked, stdin=quiet, stdout=asyncio.subprocess.PIPE, stderr=quiet
        )
        self.players[main] = player
        out, _ = await player.communicate()
        if self.players.get(main) is player and ruleset.analysis.seen is not None:
            found = findings(out.decode("utf-8", "replace"))
            self.tell(ruleset, ruleset.analysis.take_played(found))

    def run_example(self, ruleset: Ruleset, title: str) -> str:
        """Play one example on the text as it is in the editor; say how it went."""
        seen = ruleset.analysis.full()
        if seen.game is None:
            return "the rules have errors: the example is not run"
        example = next((one for one in seen.game.examples if one.title == title), None)
        if example is None:
            return f'there is no example "{title}"'
        report = Report()
        held = pipeline.run_examples(replace(seen.game, examples=[example]), report)
        ruleset.examples[title] = bool(held)
        failed = "; ".join(f"line {one.span.line}: {one.message}" for one in report)
        return f'"{title}" holds' if held else f'"{title}" fails, {failed}'


def findings(text: str) -> list[Diagnostic]:
    """What `check --format json` said."""
    try:
        items = json.loads(text)
    except ValueError:
        return []
    return [_finding(item) for item in items]


def _finding(item: dict[str, Any]) -> Diagnostic:
    notes = tuple(
        Note(note["text"], Span(**note["span"]) if note["span"] else None) for note in item["notes"]
    )
    return Diagnostic(item["code"], item["message"], Span(**item["span"]), item["help"], notes)


def path_from(uri: str) -> Path:
    """The file of a URI."""
    return normal(Path(uris.to_fs_path(uri) or ""))


def uri_of(name: str) -> str:
    """The URI of a path that spans show."""
    return uris.from_fs_path(str(path_of(name))) or ""
