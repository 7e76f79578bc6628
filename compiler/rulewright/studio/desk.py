"""Desk: the ruleset that lies open, and what becomes of it with some drafts.

What was made of the same texts is made once; one thing is made at a time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from rulewright.loading.load import Loaded, load
from rulewright.reading.files import MAX_BYTES, RulesetPath, shown
from rulewright.record import record
from rulewright.report.diagnostics import Diagnostic, Report
from rulewright.report.render import Sources
from rulewright.studio.asked import Refused
from rulewright.studio.drafts import Drafts, mark

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.diff.side import Side

KEPT = 4
SUFFIXES = (".rules", ".csv", ".md")
Texts = Mapping[str, str]


@record
class Made:
    """What some texts come to; `key` is the same for the same texts. `game` is None where they have errors,
    `meant` where they mean nothing."""

    key: str
    game: core.Game | None
    meant: core.Game | None
    loaded: Loaded
    found: tuple[Diagnostic, ...]
    sources: Sources


class Desk:
    """One ruleset with its files."""

    def __init__(self, ruleset: RulesetPath, side: Callable[[str], Side]) -> None:
        """`side` reads another side of a diff by its name."""
        self.ruleset = ruleset
        self._side = side
        self._lock = RLock()
        self._made: OrderedDict[str, Made] = OrderedDict()
        self._engines: OrderedDict[tuple[str, bool], dict[str, str]] = OrderedDict()
        self._paths: dict[str, Path] = {}
        self.made({})

    # ---- files

    @property
    def paths(self) -> dict[str, Path]:
        """The files of the ruleset that can be edited, by their names in messages, the rules first."""
        folder = self.ruleset.folder
        found = [path for path in folder.iterdir() if path.suffix in SUFFIXES and path.name[0] != "."]
        ordered = sorted(found, key=lambda path: (path != self.ruleset.file, *_rank(path)))
        return {shown(path): path for path in ordered} | self._paths

    def path(self, name: str) -> Path:
        """The file of a name; refused where it is none of this ruleset."""
        found = self.paths.get(name)
        if found is None:
            raise Refused(f"`{name}` is no file of this ruleset", 404)
        return found

    def _reader(self, texts: Texts) -> Drafts:
        return Drafts({self.path(name): text for name, text in texts.items()})

    # ---- what becomes of texts

    def made(self, texts: Texts) -> Made:
        """Loads and checks the ruleset with some drafts."""
        with self._lock:
            key = self._key(texts)
            if key not in self._made:
                self._made[key] = self._make(key, texts)
                while len(self._made) > KEPT:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            return self._made[key]

    def playable(self, texts: Texts) -> Made:
        """The same; refused where there are errors."""
        made = self.made(texts)
        if made.game is None:
            raise Refused("the rules have errors: mend them first", 422)
        return made

    def engine(self, made: Made, examples: bool = False) -> dict[str, str]:
        """The files of the engine of a game."""
        from rulewright import pipeline

        assert made.game is not None
        with self._lock:
            key = (made.key, examples)
            if key not in self._engines:
                self._engines[key] = pipeline.generate(made.game, examples)
                while len(self._engines) > KEPT:
                    self._engines.popitem(last=False)
            return self._engines[key]

    def side(self, texts: Texts, name: str) -> Side:
        """The ruleset with some drafts, as a side of a diff."""
        from rulewright import pipeline
        from rulewright.diff.side import Side

        with self._lock:
            report = Report()
            loaded = load(self.ruleset, report, self._reader(texts))
            read = pipeline.read(loaded, self.ruleset, report)
            game = None if report.has_errors else read.game
            return Side(
                name, self.ruleset, loaded, read.declarations, read.cells, game, report, loaded.sources
            )

    def exemplary(self, texts: Texts, title: str) -> tuple[Side, dict[str, str]]:
        """The ruleset with some drafts and no other example than one, and the files of its engine; none where
        the rules have errors. Nothing else is proved of it than that it can be read."""
        from rulewright import pipeline

        with self._lock:
            side = self.side(texts, title)
            if side.game is None:
                return side, {}
            side.game.examples = [each for each in side.game.examples if each.title == title]
            return side, pipeline.generate(side.game, examples=True)

    def revision(self, revision: str) -> Side:
        """The ruleset as git keeps it at a revision, as a side of a diff. Raises `UserError`."""
        with self._lock:
            name = "+".join([shown(self.ruleset.file), *self.ruleset.variants])
            return self._side(f"{revision}:{name}")

    def _make(self, key: str, texts: Texts) -> Made:
        from rulewright import pipeline

        report = Report()
        loaded = load(self.ruleset, report, self._reader(texts))
        game = pipeline.check_to_play(loaded, self.ruleset, report)
        game = None if report.has_errors else game
        self._know(loaded)
        meant = game or pipeline.meant(loaded, self.ruleset, Report())
        return Made(key, game, meant, loaded, tuple(report), loaded.sources)

    def _know(self, loaded: Loaded) -> None:
        """Keeps the files outside the folder that the rules use."""
        here = Path.cwd()
        for name in loaded.sources:
            path = here / name
            if name not in loaded.library and path.suffix in SUFFIXES and path.is_file():
                self._paths[name] = path

    def _key(self, texts: Texts) -> str:
        parts = [f"{name}\0{texts[name]}" for name in sorted(texts)]
        for name, path in self.paths.items():
            if name not in texts:
                try:
                    status = path.stat()
                except OSError:
                    continue
                parts.append(f"{name}\0{status.st_mtime_ns}\0{status.st_size}")
        return mark("\1".join(parts).encode("utf-8", "replace"))


def _rank(path: Path) -> tuple[int, str]:
    return SUFFIXES.index(path.suffix), path.name


MOST = 4 * MAX_BYTES
"""Bytes that a request may have."""
