"""Texts: what is open in the editor; all else as it lies on the disk, read again when it has changed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from rulewright.reading import files
from rulewright.reading.files import RulesetPath, shown
from rulewright.reading.reader import Disk
from rulewright.reading.source import Source
from rulewright.report.diagnostics import Report, Span, UserError

Stamp = tuple[int, int]


class Texts:
    """A reader that knows the texts of an editor."""

    def __init__(self) -> None:
        self.open: dict[Path, Source] = {}
        self._kept: dict[Path, tuple[Stamp, Source]] = {}
        self._disk = Disk()

    def put(self, path: Path, text: str) -> None:
        """Take the text of a file that is open."""
        self.open[path] = Source(shown(path), text)

    def drop(self, path: Path) -> None:
        """A file is closed: what lies on the disk counts again."""
        self.open.pop(path, None)

    def read(self, path: Path, report: Report, cited: Span | None = None) -> Source | None:
        """As readers do: a text, or what is wrong with it in the report."""
        key = normal(path)
        found = self.open.get(key)
        if found is not None:
            return _told(found, path, report, cited)
        stamp = _stamp(key)
        if stamp is not None and key in self._kept and self._kept[key][0] == stamp:
            return self._kept[key][1]
        source = self._disk.read(path, report, cited)
        if source is not None and stamp is not None:
            self._kept[key] = (stamp, source)
        return source

    def beside(self, path: Path) -> list[Path]:
        """The other files of rules in the folder of a file."""
        here = {key for key in self.open if key.parent == normal(path).parent and key.suffix == ".rules"}
        others = {file for file in self._disk.beside(path) if normal(file) not in here}
        return sorted({*others, *(path.parent / key.name for key in here if key.name != path.name)})

    def source(self, path: Path) -> Source | None:
        """A text for showing places in it; None where there is none."""
        return self.read(path, Report())


def normal(path: Path) -> Path:
    """The one name of a file."""
    return Path(os.path.normpath(path.absolute()))


def main_of(path: Path) -> RulesetPath | None:
    """The ruleset that a file belongs to: the one named as its folder, or the file itself; None for a table
    or a rulebook without one."""
    folder = path.parent
    main = folder / f"{folder.name}.rules"
    if not main.is_file():
        if path.suffix != ".rules":
            return None
        main = path
    return files.find_ruleset(str(main), Path.cwd())


def _told(source: Source, path: Path, report: Report, cited: Span | None) -> Source | None:
    """An open text; one that is empty or too large is refused as a file would be."""
    data = source.text.encode("utf-8", "replace")
    try:
        files.text_of(data, source.path)
    except UserError as error:
        found = error.diagnostic
        report.extend([found if cited is None else replace(found, span=cited)])
        return None
    return source


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
