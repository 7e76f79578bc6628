"""Files: the rim of the compiler where rulesets are found and texts are read.

Nothing here parses. A text is refused by its size before it is read, then for what is no text at all.
"""

from __future__ import annotations

import os
import stat
from functools import cache
from importlib.resources import files as package_files
from pathlib import Path, PurePath, PureWindowsPath

from rulewright.reading.source import Source
from rulewright.record import record
from rulewright.report.diagnostics import Diagnostic, Note, Report, Span, UserError, trouble
from rulewright.report.suggest import did_you_mean

MAX_BYTES = 4 * 1024 * 1024
STANDARD = "std"
BEGIN = {
    ".rules": "start it with the version of the language, then the game: `language 1`",
    ".csv": "start it with a header, the names of the columns: `id,copies`, and write a row for each card",
    ".md": "write the rulebook's clauses: `- **A-1** Two can play.`",
}


@record
class RulesetPath:
    """A ruleset that was found: its file, and the variants and sizes of its boards (`size=5`) that were asked
    for with it.

    `root` is the folder that no path in its text may leave: the folder of rulesets around it, or its own.
    """

    name: str
    file: Path
    root: Path
    variants: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of the ruleset's file; paths in its text start here."""
        return self.file.parent


def shown(path: Path) -> str:
    """Give a path as messages show it: from the working folder where it lies below, with `/`."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


# -- reading ----------------------------------------------------------------------------------------------


def must_read(path: Path) -> Source:
    """Read a text; raise `UserError` where `read` would report."""
    report = Report()
    source = read(path, report)
    if source is None:
        raise UserError(report.sorted()[0])
    return source


def read(path: Path, report: Report, cited: Span | None = None) -> Source | None:
    """Read a UTF-8 text; report what is wrong (RW001 to RW005, RW009) and give None where it is none.

    `cited` is the place in another text that named the path: a file that cannot be read is reported there,
    a file that is no good is reported in itself with a note that points there.
    """
    name = shown(path)
    try:
        return text_of(_bytes(path, name), name)
    except UserError as error:
        report.extend([_anchored(error.diagnostic, cited)])
        return None


def must_read_bytes(path: Path) -> bytes:
    """Read a plain file of a fair size as it is; raises `UserError`."""
    return _bytes(path, shown(path))


def text_of(data: bytes, name: str) -> Source:
    """Give the text of some bytes, shown under a name; raises `UserError` where they are none."""
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    return Source(name, _decode(data, name))


def peek(path: Path) -> Source | None:
    """Give a text as well as it can be shown under a diagnostic about it, or None."""
    try:
        return Source(shown(path), _bytes(path, shown(path)).decode("utf-8", "replace"))
    except UserError:
        return None


def _anchored(found: Diagnostic, cited: Span | None) -> Diagnostic:
    if cited is None:
        return found
    if found.code in ("RW001", "RW009"):
        absent = "create it, or remove what names it here" if found.code == "RW001" else None
        return Diagnostic(found.code, found.message, cited, found.help or absent)
    note = Note("the file is named here", cited)
    return Diagnostic(found.code, found.message, found.span, found.help, (note,))


def _bytes(path: Path, name: str) -> bytes:
    """Give the bytes of a plain file of a fair size, which is asked for before anything is read."""
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise trouble("RW009", f"`{name}` is not a plain file", name)
        if status.st_size > MAX_BYTES:
            raise _too_large(name)
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise trouble("RW001", f"there is no file `{name}`", name, _similar_file(path)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise trouble("RW009", f"`{name}` cannot be read: {reason}", name) from None
    if len(data) > MAX_BYTES:
        raise _too_large(name)
    return data


def _too_large(name: str) -> UserError:
    message = f"the file is larger than {MAX_BYTES // (1024 * 1024)} MB"
    return trouble("RW004", message, name, "split it, and join the parts by `use`")


def _decode(data: bytes, name: str) -> str:
    if data.startswith(b"PK\x03\x04"):
        message = "the file is a spreadsheet or an archive, no text"
        raise trouble("RW003", message, name, "let your program save it as CSV in UTF-8")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise trouble("RW002", "the file is UTF-16, not UTF-8", name, "save it as UTF-8")
    if b"\0" in data:
        raise trouble("RW003", "the file holds zero bytes: it is no text", name, "name a text saved as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _not_utf8(data, error.start, name) from None
    if not text.removeprefix("\ufeff").strip():
        raise trouble("RW005", "the file is empty", name, BEGIN.get(PurePath(name).suffix))
    return text


def _not_utf8(data: bytes, at: int, name: str) -> UserError:
    """Give the trouble of a byte that is not UTF-8, with its offset turned into line and column."""
    before = data[:at].decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    span = Span.on_line(name, line, column, column + 1)
    message = f"the byte 0x{data[at]:02x} is not UTF-8"
    return UserError(Diagnostic("RW002", message, span, "save the file as UTF-8"))


def _similar_file(path: Path) -> str | None:
    try:
        return did_you_mean(path.name, os.listdir(path.parent))
    except (OSError, ValueError):
        return None


# -- finding ----------------------------------------------------------------------------------------------


@cache
def packaged_rulesets() -> Path | None:
    """Give the folder of the rulesets that come with the package, or None where it has none."""
    try:
        folder = Path(str(package_files("rulewright.rulesets")))
    except ModuleNotFoundError:
        return None
    return folder if folder.is_dir() else None


def ruleset_names(root: Path) -> list[str]:
    """Give the names of all rulesets that can be asked for by name from a working folder."""
    folders = [folder for folder in (root / "rulesets", packaged_rulesets()) if folder and folder.is_dir()]
    return sorted({found.name for folder in folders for found in rulesets_below(folder)})


def find_ruleset(name_or_path: str, root: Path) -> RulesetPath:
    """Find one ruleset: `orchard`, `orchard+variant`, a folder, or a `.rules` file.

    A name is looked for in `root/rulesets`, then among the rulesets of the package. Raises `UserError`
    RW010 where there is none.
    """
    base, variants = _variants(name_or_path, root)
    file = _by_path(root / base) if _looks_like_path(base) else _by_name(base, root)
    if file is None:
        wanted = did_you_mean(base, ruleset_names(root))
        names = ", ".join(ruleset_names(root)) or "none"
        raise trouble("RW010", f"there is no ruleset `{base}`", base, wanted or f"known by name: {names}")
    return RulesetPath(file.stem, file, _root_of(file), tuple(variants))


def find_rulesets(name_or_path: str, root: Path) -> list[RulesetPath]:
    """Find one ruleset as `find_ruleset` does, or all rulesets below a folder that is not itself one."""
    folder = root / name_or_path
    if os.path.isdir(folder) and _by_path(folder) is None:
        found = rulesets_below(folder)
        if not found and not _by_name(name_or_path, root):
            raise trouble("RW010", f"no ruleset below `{name_or_path}`", name_or_path)
        if found:
            return found
    return [find_ruleset(name_or_path, root)]


def rulesets_below(folder: Path) -> list[RulesetPath]:
    """Give every `NAME/NAME.rules` below a folder in the order of names, without the standard library."""
    found: list[RulesetPath] = []
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in (STANDARD, "__pycache__") and f[0] != ".")
        here = Path(where)
        name = f"{here.resolve().name}.rules"
        if name in names:
            found.append(RulesetPath(name.removesuffix(".rules"), here / name, _root_of(here / name)))
    return sorted(found, key=lambda ruleset: (ruleset.name, ruleset.file))


def rulesets_beside(folder: Path) -> list[RulesetPath]:
    """Give every ruleset `NAME/NAME.rules` of a folder and those beside it, by name."""
    found = []
    for file in sorted(folder.parent.glob("*/*.rules")):
        if (
            file.stem == file.parent.resolve().name
            and file.stem != STANDARD
            and not file.parent.name.startswith(".")
        ):
            found.append(RulesetPath(file.stem, file, _root_of(file)))
    return found


def rules_files(asked: str, root: Path) -> list[Path]:
    """Give the files of rules that are meant: one, all of a ruleset's folder, or all below a folder, by path.

    What is asked for is a `.rules` file, a folder, or a ruleset's name; else `UserError` RW010.
    """
    if os.path.isdir(root / asked):
        found = _rules_below(root / asked)
        if not found:
            raise trouble("RW010", f"no rules below `{asked}`", asked)
        return found
    if _looks_like_path(asked) and asked.endswith(".rules"):
        return [root / asked]
    return _rules_below(find_ruleset(asked, root).folder)


def _rules_below(folder: Path) -> list[Path]:
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__" and name[0] != "."]
        found += [Path(where, name) for name in names if name.endswith(".rules") and name[0] != "."]
    return sorted(found)


def _variants(asked: str, root: Path) -> tuple[str, list[str]]:
    """Split `orchard+a+b` into its name and its variants; a path that is there may have a plus in it."""
    if os.path.exists(root / asked):
        return asked, []
    base, *variants = asked.split("+")
    if not all(variants):
        raise trouble("RW010", f"`{asked}` has a plus without a variant", asked, "write `game+variant`")
    return base, variants


def _looks_like_path(name: str) -> bool:
    return "/" in name or os.sep in name or name.endswith(".rules") or name in (".", "..")


def _by_path(path: Path) -> Path | None:
    """Give the file that a path means: itself, or in a folder the one that is named like the folder."""
    if os.path.isdir(path):
        path = path / f"{path.resolve().name}.rules"
        return path if os.path.isfile(path) else None
    # A file that is missing gets its message from `read`, with the nearest name.
    return path if path.suffix == ".rules" else None


def _by_name(name: str, root: Path) -> Path | None:
    places = [root / "rulesets", packaged_rulesets()]
    for place in places:
        if place is not None and os.path.isfile(place / name / f"{name}.rules"):
            return place / name / f"{name}.rules"
    return _by_path(root / name) if name and os.path.isdir(root / name) else None


def _root_of(file: Path) -> Path:
    """Give the folder that a ruleset must stay in: the nearest one around it named `rulesets`, or its own."""
    folder = file.absolute().parent
    return next((around for around in folder.parents if around.name == "rulesets"), folder)


# -- what a text names ------------------------------------------------------------------------------------


def read_named(name: str, cited: Span, ruleset: RulesetPath, report: Report) -> Source | None:
    """Read the file that a text names (a table, a `use`); what is wrong is reported at `cited`.

    The name starts from the ruleset's folder, `std/...` from the standard library, and must stay inside
    the ruleset's root (RW006).
    """
    path = resolve_named(name, ruleset)
    if path is None:
        report.add(
            "RW006",
            f"the path `{name}` leads out of the project",
            cited,
            help=f"name a file below `{shown(ruleset.root)}`, with `/` between folders",
        )
        return None
    return read(path, report, cited)


def resolve_named(name: str, ruleset: RulesetPath) -> Path | None:
    """Give the path of a file that a text names, or None where it would leave the ruleset's root."""
    windows = PureWindowsPath(name)
    if not name or "\\" in name or "\0" in name or windows.drive or name.startswith(("/", "~")):
        return None
    if name.startswith(f"{STANDARD}/"):
        return _standard(name, ruleset)
    return _inside(ruleset.folder / name, ruleset.root)


def _standard(name: str, ruleset: RulesetPath) -> Path | None:
    own = _inside(ruleset.root / name, ruleset.root / STANDARD)
    packaged = packaged_rulesets()
    if packaged is None or (own is not None and os.path.isfile(own)):
        return own
    return _inside(packaged / name, packaged / STANDARD)


def _inside(path: Path, root: Path) -> Path | None:
    """Give the path, without its `..`, when it lies in the root after all links are followed."""
    if not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root)):
        return None
    return Path(os.path.normpath(path))
