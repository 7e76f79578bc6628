"""Rulebox: the texts of a ruleset packed together for a save, and unpacked to be compiled again."""

from __future__ import annotations

import os
from pathlib import Path

from rulewright.diagnostics import CompilerBug, Report, trouble
from rulewright.files import RulesetPath, packaged_rulesets, shown
from rulewright.load import load
from rulewright.play_save import Rulebox


def pack(ruleset: RulesetPath) -> Rulebox:
    """Takes a ruleset that was checked, gives the texts of all files that it is made of."""
    loaded = load(ruleset, Report())
    texts = {_name(Path(path), ruleset.root): source.text for path, source in loaded.sources.items()}
    return Rulebox(_name(ruleset.file, ruleset.root), ruleset.variants, texts)


def _name(path: Path, root: Path) -> str:
    """A path from the root of the ruleset, or from that of the package for its standard library."""
    for folder in (root, packaged_rulesets()):
        if folder is not None:
            name = Path(os.path.relpath(path.absolute(), folder.absolute())).as_posix()
            if not name.startswith("../"):
                return name
    raise CompilerBug(f"{path} lies outside {root}")


def unpack(rules: Rulebox, folder: Path) -> RulesetPath:
    """Writes the texts below an empty folder, gives the ruleset that they make."""
    for name, text in rules.texts.items():
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        except (OSError, ValueError) as error:
            raise trouble("RW016", f"a text of the save cannot be unpacked: {error}", shown(path)) from None
    file = folder / rules.file
    return RulesetPath(file.stem, file, folder, rules.variants)
