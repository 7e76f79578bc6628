"""Drafts: texts as somebody is writing them, read in the place of the files that they will be."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

from rulewright.reading.files import shown, text_of
from rulewright.reading.reader import Disk
from rulewright.reading.source import Source
from rulewright.report.diagnostics import Report, Span, UserError


class Drafts:
    """Gives texts from a mapping of paths, held to what files are held to; the disk has the rest."""

    def __init__(self, texts: Mapping[Path, str]) -> None:
        self._texts = {os.path.normpath(path): text for path, text in texts.items()}
        self._disk = Disk()

    def read(self, path: Path, report: Report, cited: Span | None = None) -> Source | None:
        """Give a text; report what is wrong with it as a file, and give None."""
        text = self._texts.get(os.path.normpath(path))
        if text is None:
            return self._disk.read(path, report, cited)
        try:
            return text_of(text.encode("utf-8", "replace"), shown(path))
        except UserError as error:
            report.extend([error.diagnostic])
            return None

    def beside(self, path: Path) -> list[Path]:
        """Give the other `.rules` files in the folder of a file, by name."""
        return self._disk.beside(path)


def mark(data: bytes) -> str:
    """A short word for some bytes: others have another.

    >>> mark(b"language 1") == mark(b"language 1"), mark(b"language 1") == mark(b"language 2")
    (True, False)
    """
    return hashlib.sha256(data).hexdigest()[:20]
