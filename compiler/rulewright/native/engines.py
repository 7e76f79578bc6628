"""Native engines of generated ones: what is built beside an engine, and where one is kept that was built.

An engine's `stamp` is made of its texts. It is kept in the C text and asked for when the module is imported,
so that a module which was built from other rules, or by another compiler, is never used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files as resources
from pathlib import Path
from types import ModuleType

from rulewright import core
from rulewright.native import build
from rulewright.native.code import Unfit
from rulewright.native.face import PARTS
from rulewright.native.face.library import STAMPED
from rulewright.native.to_c import Text, to_c
from rulewright.python import engine
from rulewright.reading.user_cache import cache_folder
from rulewright.report.diagnostics import Diagnostic

SOURCE = "_native.c"


def stamp(files: Mapping[str, str]) -> str:
    """What tells the texts of an engine from all others."""
    found = blake2b(digest_size=16)
    for name in STAMPED:
        found.update(files[name].encode("utf-8") + b"\0")
    return found.hexdigest()


def face() -> dict[str, str]:
    """The files that are the same in all engines: `native.py`, and what it imports."""
    there = resources("rulewright.native.face")
    names = {part: f"_native_{part}" for part in PARTS} | {"native": "native"}
    texts = {name: there.joinpath(f"{part}.py").read_text("utf-8") for part, name in names.items()}
    return {f"{name}.py": _beside(text) + (FOOT if name == "native" else "") for name, text in texts.items()}


def _beside(text: str) -> str:
    """A module of the face, with imports of what lies beside it in an engine."""
    text = text.replace("from rulewright.python.runtime import", "from ._runtime import")
    return text.replace("from rulewright.native.face.", "from ._native_")


FOOT = '''

def _here() -> Native:
    """The native engine that lies beside this file."""
    from pathlib import Path

    from . import RULES, _native, playout

    file = globals().get("__file__")
    library = Library(_native, RULES, None if file is None else stamp_of(Path(file).parent))
    return Native(library, playout)


ENGINE = _here()
new, of, from_json = ENGINE.new, ENGINE.of, ENGINE.from_json
playout, simulate, perft, new_batch = ENGINE.playout, ENGINE.simulate, ENGINE.perft, ENGINE.new_batch
perft_of = ENGINE.perft_of
'''


def text_of(game: core.Game, files: Mapping[str, str]) -> tuple[Text | None, Diagnostic | None]:
    """The C text of a game whose engine has these texts; what is over a limit of the native form, if so."""
    try:
        return to_c(game, stamp(files)), None
    except Unfit as found:
        message = f"the native form does not hold this: {found.what}"
        help = "the engine in Python plays it; nothing else is wrong"
        return None, Diagnostic("RW020", message, found.span, help)


@cache
def emitter() -> str:
    """What tells this way to write C from all others."""
    found = blake2b(digest_size=8)
    there = resources("rulewright.native")
    texts = [entry for entry in there.iterdir() if entry.name.endswith((".py", ".c"))]
    texts.append(resources("rulewright") / "templates" / "native.c.j2")
    for text in sorted(texts, key=lambda entry: entry.name):
        found.update(text.read_bytes())
    return found.hexdigest()


def kept(files: Mapping[str, str]) -> Path | None:
    """Where the native module of an engine is kept once it was built, by its stamp; None without a cache."""
    folder = cache_folder()
    return None if folder is None else folder / "native" / f"{stamp(files)}{emitter()}"


def present(files: Mapping[str, str]) -> Path | None:
    """The native module of an engine, if it was built."""
    folder = kept(files)
    path = None if folder is None else folder / build.file_name()
    return path if path is not None and path.is_file() else None


def made(text: Text, files: Mapping[str, str], folder: Path, flags: Sequence[str] = ()) -> Path:
    """The native module of an engine in a folder, built if it is not kept. Raises UserError."""
    there = None if flags else present(files)
    if there is None:
        home = (None if flags else kept(files)) or folder
        home.mkdir(parents=True, exist_ok=True)
        there = build.built(text.text, home, flags)
    target = folder / there.name
    if target != there:
        build.put(target, there.read_bytes())
    return target


def load(files: Mapping[str, str], name: str, path: Path) -> ModuleType:
    """An engine imported from memory, with its native part."""
    return engine.load({**files, **face()}, name, {"_native": build.loaded(path)})
