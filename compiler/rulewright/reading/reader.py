"""Reader: how `load` gets at texts, so that tests and editors may give them from memory."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from rulewright.reading import files
from rulewright.reading.source import Source
from rulewright.report.diagnostics import Report, Span


class Reader(Protocol):
    """Gives texts by their paths."""

    def read(self, path: Path, report: Report, cited: Span | None = None) -> Source | None:
        """Give a text; report at `cited`, or else in the file, what is wrong, and give None."""

    def beside(self, path: Path) -> list[Path]:
        """Give the other `.rules` files in the folder of a file, by name."""


class Disk:
    """Reads from the disk."""

    def read(self, path: Path, report: Report, cited: Span | None = None) -> Source | None:
        return files.read(path, report, cited)

    def beside(self, path: Path) -> list[Path]:
        try:
            names = sorted(os.listdir(path.parent))
        except OSError:
            return []
        return [path.parent / name for name in names if name.endswith(".rules") and name != path.name]


class Memory:
    """Gives texts from a mapping of paths, and from the disk what it does not hold.

    >>> Memory({"/x/a.rules": "language 1"}).read(Path("/x/a.rules"), Report()).text
    'language 1'
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = {os.path.normpath(path): text for path, text in texts.items()}
        self._disk = Disk()

    def read(self, path: Path, report: Report, cited: Span | None = None) -> Source | None:
        text = self._texts.get(os.path.normpath(path))
        if text is None:
            return self._disk.read(path, report, cited)
        return Source(files.shown(path), text)

    def beside(self, path: Path) -> list[Path]:
        here = {Path(text) for text in self._texts if Path(text).parent == path.parent}
        rules = {file for file in here if file.suffix == ".rules" and file.name != path.name}
        return sorted(rules.union(self._disk.beside(path)))
