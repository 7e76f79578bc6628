"""Rulebox: the texts of a ruleset packed together for a save, and read from there to be compiled again."""

from __future__ import annotations

import os
from pathlib import Path

from rulewright.loading.load import load
from rulewright.loading.settings import OPTION
from rulewright.play.play_save import Rulebox
from rulewright.reading.files import RulesetPath, packaged_rulesets, shown
from rulewright.reading.source import Source
from rulewright.record import record
from rulewright.report.diagnostics import CompilerBug, Report, Span


def pack(ruleset: RulesetPath) -> Rulebox:
    """Takes a ruleset that was checked, gives the texts of all files that it is made of."""
    loaded = load(ruleset, Report())
    files = {path: source.text for path, source in loaded.sources.items() if path != OPTION}
    texts = {_name(Path(path), ruleset.root): text for path, text in files.items()}
    return Rulebox(_name(ruleset.file, ruleset.root), ruleset.variants, texts, ruleset.sizes)


def _name(path: Path, root: Path) -> str:
    """A path from the root of the ruleset, or from that of the package for its standard library."""
    for folder in (root, packaged_rulesets()):
        if folder is not None:
            name = Path(os.path.relpath(path.absolute(), folder.absolute())).as_posix()
            if not name.startswith("../"):
                return name
    raise CompilerBug(f"{path} lies outside {root}")


@record
class Boxed:
    """Reads from a rulebox as `load` reads from the disk; nothing outside the box is looked at.

    `root` is a folder that need not be there: paths in messages start with it.
    """

    rules: Rulebox
    root: Path

    @property
    def ruleset(self) -> RulesetPath:
        """The ruleset in the box."""
        file = self.root / self.rules.file
        return RulesetPath(file.stem, file, self.root, self.rules.variants, self.rules.sizes)

    @property
    def sources(self) -> dict[str, Source]:
        """All texts by the paths that messages show."""
        return {
            shown(self.root / name): Source(shown(self.root / name), self.rules.texts[name])
            for name in self.rules.texts
        }

    def read(self, path: Path, report: Report, cited: Span | None = None) -> Source | None:
        """Give a text of the box, or report that it holds none."""
        name = _name(path, self.root)
        if name in self.rules.texts:
            return Source(shown(path), self.rules.texts[name])
        report.add("RW001", f"there is no file `{name}`", cited or Span.whole(shown(path)))
        return None

    def beside(self, path: Path) -> list[Path]:
        """Give the other `.rules` files in the folder of a file, by name."""
        found = [self.root / name for name in sorted(self.rules.texts) if name.endswith(".rules")]
        return [other for other in found if other.parent == path.parent and other != path]
