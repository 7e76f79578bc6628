"""Folders: writing a folder of files all at once or not at all, and comparing one with what it should be."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from rulewright.reading.files import shown
from rulewright.report.diagnostics import CompilerBug, trouble

MARKER = "manifest.json"
_IGNORED = "__pycache__"


def write_folder(path: Path, files: Mapping[str, str], marker: str = MARKER) -> None:
    """Make `path` a folder that holds exactly `files` (names with `/` to texts), in one step.

    The files are written to a folder beside it, which then takes its place by a rename; whatever fails,
    `path` is as it was and nothing is left behind. A folder with files in it is only replaced when it
    holds `marker`, the sign that an earlier run wrote it; else `UserError` RW011.
    """
    for name in files:
        _check_name(name)
    path = Path(os.path.realpath(path))
    fresh = path.with_name(f".{path.name}.rulewright-{secrets.token_hex(4)}")
    try:
        _check_replaceable(path, marker)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_all(fresh, files)
        _swap(fresh, path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise trouble("RW011", f"the folder cannot be written: {reason}", shown(path)) from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def diff_folder(path: Path, files: Mapping[str, str], beside: Sequence[str] = ()) -> list[str]:
    """Give a unified diff for each file in which a folder differs from `files`; none when it is fresh.

    A file that is missing or too many is a diff from or to `/dev/null`. `__pycache__` is not looked at, nor
    are files `beside` the others, by patterns of their names.
    """
    there = _texts(path, beside)
    diffs: list[str] = []
    for name in sorted(there.keys() | files.keys()):
        old, new = there.get(name), files.get(name)
        if old != new:
            diffs.append(_diff(f"{shown(path)}/{name}", old, new))
    return diffs


def _check_name(name: str) -> None:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name or "\0" in name:
        raise CompilerBug(f"a generated file may not be named {name!r}")


def _check_replaceable(path: Path, marker: str) -> None:
    if not os.path.lexists(path):
        return
    if not path.is_dir():
        raise trouble("RW011", f"`{shown(path)}` is there and is no folder", shown(path))
    if not (path / marker).is_file() and any(entry.name != _IGNORED for entry in path.iterdir()):
        raise trouble(
            "RW011",
            f"the folder `{shown(path)}` holds files that rulewright did not write",
            shown(path),
            "name another folder, or remove this one",
        )


def _write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Write files below a new folder and see them on the disk."""
    folder.mkdir()
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(target, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
    _sync_folder(folder)


def _swap(fresh: Path, path: Path) -> None:
    """Put a folder in the place of another; the old one comes back when that fails."""
    if not path.exists():
        os.rename(fresh, path)
    else:
        old = fresh.with_name(f"{fresh.name}.old")
        os.rename(path, old)
        try:
            os.rename(fresh, path)
        except BaseException:
            os.rename(old, path)
            raise
        shutil.rmtree(old, ignore_errors=True)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _texts(path: Path, beside: Sequence[str]) -> dict[str, str]:
    """Give all files below a folder as texts by their names with `/`."""
    found: dict[str, str] = {}
    for where, folders, names in os.walk(path):
        folders[:] = [folder for folder in folders if folder != _IGNORED]
        for name in names:
            if any(fnmatch(name, pattern) for pattern in beside):
                continue
            file = Path(where, name)
            found[file.relative_to(path).as_posix()] = file.read_bytes().decode("utf-8", "replace")
    return found


def _diff(name: str, old: str | None, new: str | None) -> str:
    from difflib import unified_diff

    lines = unified_diff(
        (old or "").split("\n"),
        (new or "").split("\n"),
        "/dev/null" if old is None else name,
        "/dev/null" if new is None else name,
        lineterm="",
    )
    # An empty file that is missing or too many has no line to show: its name must do.
    return "\n".join(lines) or f"--- {name}\n+++ {name}"
