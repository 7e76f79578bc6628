"""What commands that compare share: a side by its name, path, revision, save or snapshot.

A side is `orchard`, `orchard+rainy`, `orchard+size=5` (an option), a folder or file,
`HEAD~3:rulesets/orchard`, or a file that `save` or `rulewright snapshot` wrote.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.record import record
from rulewright.report.diagnostics import Report, trouble

if TYPE_CHECKING:
    from rulewright import core
    from rulewright.diff.side import Side
    from rulewright.loading.settings import Setting
    from rulewright.play.play_save import Rulebox
    from rulewright.reading.files import RulesetPath
    from rulewright.reading.reader import Reader
    from rulewright.reading.source import Source

OPTION = "side option"


@record
class Found:
    """Where a side was found: its ruleset, how its texts are read (None: from the disk), the values that were
    asked for with it."""

    name: str
    ruleset: RulesetPath
    reader: Reader | None
    options: tuple[str, ...]


def side(asked: str) -> Side:
    """The side that a text means, elaborated. Raises `UserError` where there is none; what is wrong in its
    rules is in its report."""
    return _read(find(asked))


def _read(found: Found) -> Side:
    from rulewright import pipeline
    from rulewright.diff.side import Side
    from rulewright.loading.load import load

    report = Report()
    loaded = load(found.ruleset, report, found.reader)
    changes, texts = settings(found, report)
    read = pipeline.read(loaded, found.ruleset, report, changes)
    sources = {**loaded.sources, **texts}
    return Side(
        found.name, found.ruleset, loaded, read.declarations, read.cells,
        None if report.has_errors else read.game, report, sources,
    )  # fmt: skip


def with_text(name: str, path: str, text: str) -> Side:
    """The side of a ruleset in which the file at a path has the text of another file, none for what is no
    plain file; git compares files in this way."""
    from rulewright.reading.files import find_ruleset, must_read
    from rulewright.reading.reader import Memory

    file = Path(path).absolute()
    own = file.with_suffix(".rules") if file.stem == file.parent.name else file.parent
    there = {str(file): must_read(Path(text)).text if os.path.isfile(text) else ""}
    found = find_ruleset(str(own), Path.cwd())
    return _read(Found(name, found, Memory(there), ()))


def playable(asked: str, report: Report) -> core.Game | None:
    """The game of a side as it is played, with a budget where its reactions are not proved to stop; None
    where it cannot be played, of which the report tells."""
    from rulewright import pipeline
    from rulewright.loading.load import load

    found = find(asked)
    loaded = load(found.ruleset, report, found.reader)
    changes, _ = settings(found, report)
    return pipeline.check_to_play(loaded, found.ruleset, report, changes, unproved=True)


def settings(found: Found, report: Report) -> tuple[tuple[Setting, ...], dict[str, Source]]:
    """The options of a side as changes of its rules, and the text that their places point into."""
    from rulewright.loading.settings import settings as read

    if not found.options:
        return (), {}
    changes, source = read(found.options, report, OPTION)
    return changes, {source.path: source}


def find(asked: str) -> Found:
    """Where a side is."""
    from rulewright.reading.files import find_ruleset

    name, parts = _split(asked)
    variants = tuple(part for part in parts if "=" not in part)
    options = tuple(part for part in parts if "=" in part)
    if name.endswith(".json"):
        return _of_box(asked, name, options)
    revision, colon, path = name.partition(":")
    if colon and not os.path.exists(name) and len(revision) != 1:
        return _at_revision(asked, revision, path, variants, options)
    return Found(asked, find_ruleset("+".join([name, *variants]), Path.cwd()), None, options)


def pack(asked: str) -> Rulebox:
    """The texts of a side in one box."""
    from rulewright.play.rulebox import Boxed
    from rulewright.play.rulebox import pack as packed

    found = find(asked)
    return found.reader.rules if isinstance(found.reader, Boxed) else packed(found.ruleset)


def _split(asked: str) -> tuple[str, list[str]]:
    """The name of a side, and its variants and options; a path that is there may have a plus in it."""
    if os.path.exists(asked):
        return asked, []
    name, *parts = asked.split("+")
    if not all(parts):
        raise trouble("RW010", f"`{asked}` has a plus without a variant", asked, "write `game+variant`")
    return name, parts


def _of_box(asked: str, file: str, options: tuple[str, ...]) -> Found:
    """A save or a snapshot; variants are those that it was played with."""
    from rulewright.diff.snapshot import rules_in
    from rulewright.play.rulebox import Boxed
    from rulewright.reading.files import must_read

    box = Boxed(rules_in(must_read(Path(file)).text, file), Path(file))
    return Found(asked, box.ruleset, box, options)


def _at_revision(
    asked: str, revision: str, path: str, variants: tuple[str, ...], options: tuple[str, ...]
) -> Found:
    from rulewright.play.play_save import Rulebox
    from rulewright.play.rulebox import Boxed
    from rulewright.reading.revisions import texts_at

    made = texts_at(revision, path, Path.cwd())
    root = Path(f"{re.sub(r'[.]{2,}', '.', revision)}:{made.root}")
    box = Boxed(Rulebox(made.file, variants, made.texts), root)
    return Found(asked, box.ruleset, box, options)
