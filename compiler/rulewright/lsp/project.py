"""Project: the rulesets that are open in an editor, each with what is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.elaborate.elaborate import survey
from rulewright.elaborate.work import Work
from rulewright.loading import variants
from rulewright.lsp.analysis import Analysis, Seen
from rulewright.lsp.index import Index, index_of
from rulewright.lsp.texts import Texts, main_of, normal
from rulewright.nodes import Variant
from rulewright.reading.files import RulesetPath, rulesets_beside, shown
from rulewright.reading.source import Source
from rulewright.report.diagnostics import Diagnostic, Report

GAME = re.compile(r"^game\b", re.MULTILINE)


@dataclass(slots=True)
class Ruleset:
    """A ruleset that is open: its analysis, the files that its findings were shown in, its index."""

    analysis: Analysis
    shown_in: set[Path] = field(default_factory=set)
    examples: dict[str, bool] = field(default_factory=dict)
    """Which examples were run, and whether they held."""
    _indexed: tuple[Work, Index] | None = None

    @property
    def index(self) -> Index:
        """Where names stand in the game as it is without variants."""
        work = self.work
        if self._indexed is None or self._indexed[0] is not work:
            self._indexed = work, index_of([work])
        return self._indexed[1]

    @property
    def whole_index(self) -> Index:
        """Where names stand, in what variants bring too."""
        seen = self.analysis.current
        works = [self.work]
        for node in seen.loaded.declarations:
            if isinstance(node, Variant):
                works.append(_varied(seen, node))
        return index_of(works)

    @property
    def work(self) -> Work:
        """What elaboration found out."""
        work = self.analysis.current.work
        if work is None:
            raise LookupError("there is nothing in this ruleset")
        return work

    def files(self, found: Iterable[Diagnostic]) -> dict[Path, list[Diagnostic]]:
        """Findings by the file that they are shown in; of each file that had some before, or is open, too."""
        by_file: dict[Path, list[Diagnostic]] = {path: [] for path in {*self.shown_in, *self.open()}}
        for one in found:
            by_file.setdefault(path_of(one.span.path), []).append(one)
        self.shown_in = {path for path, inside in by_file.items() if inside}
        return by_file

    def open(self) -> list[Path]:
        """The files of the ruleset that are open."""
        seen, texts = self.analysis.seen, self.analysis.texts
        return [path for path in texts.open if seen is not None and shown(path) in seen.loaded.sources]


def _varied(seen: Seen, variant: Variant) -> Work:
    """What elaboration finds out about the game with a variant."""
    quiet = Report()
    applied = variants.apply(seen.loaded.declarations, (variant.name.text,), quiet)
    return survey(seen.loaded, quiet, applied.declarations, applied.cells)


class Project:
    """All that is open."""

    def __init__(self) -> None:
        self.texts = Texts()
        self.rulesets: dict[Path, Ruleset] = {}

    def of(self, path: Path) -> Ruleset | None:
        """The ruleset that a file belongs to; None for a file that belongs to none."""
        path = normal(path)
        known = next((one for one in self.rulesets.values() if _has(one, path)), None)
        if known is not None:
            return known
        place = main_of(path)
        if place is None or (normal(place.file) == path and not self._is_game(path)):
            place = self._user_of(path) or place
        if place is None:
            return None
        main = normal(place.file)
        if main not in self.rulesets:
            self.rulesets[main] = Ruleset(Analysis(replace(place, file=main), self.texts))
        return self.rulesets[main]

    def _is_game(self, path: Path) -> bool:
        source = self.texts.source(path)
        return source is not None and GAME.search(source.text) is not None

    def _user_of(self, path: Path) -> RulesetPath | None:
        """A ruleset beside a file that names it: all below would be a whole disk, where the file lies near
        its root."""
        for place in rulesets_beside(path.parent):
            source = self.texts.source(place.file)
            if source is not None and f'{path.name}"' in source.text:
                return place
        return None

    def source(self, path: Path | str) -> Source | None:
        """A text by its path, or by the path that spans show."""
        return self.texts.source(path_of(path) if isinstance(path, str) else path)


def _has(ruleset: Ruleset, path: Path) -> bool:
    if normal(ruleset.analysis.place.file) == path:
        return True
    seen = ruleset.analysis.seen
    return seen is not None and shown(path) in seen.loaded.sources and path.suffix != ".py"


def path_of(name: str) -> Path:
    """The file of a path that spans show."""
    return normal(Path.cwd() / name)
