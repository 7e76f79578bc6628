"""Overwrite: new contents for files that are there, each in one step, or for none of them."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path

from rulewright.reading.files import shown
from rulewright.record import record
from rulewright.report.diagnostics import UserError, trouble


@record
class Change:
    """A file, what it held when it was read, and what it shall hold."""

    path: Path
    before: bytes
    after: bytes


def overwrite(changes: Sequence[Change]) -> None:
    """Give files their new contents; links are followed, modes are kept.

    All are first written beside the files; `UserError` RW019, and nothing is changed, when one cannot be, or
    when a file is no longer what was read.
    """
    staged: list[tuple[Path, Path]] = []
    try:
        for change in changes:
            target = Path(os.path.realpath(change.path))
            fresh = target.with_name(f".{target.name}.rulewright-{secrets.token_hex(4)}")
            staged.append((fresh, target))
            _stage(change, fresh, target)
        for fresh, target in staged:
            os.replace(fresh, target)
    except OSError as error:
        at = shown(changes[max(0, len(staged) - 1)].path)
        reason = (error.strerror or str(error)).lower()
        raise trouble("RW019", f"`{at}` cannot be written: {reason}", at) from error
    finally:
        for fresh, _ in staged:
            fresh.unlink(missing_ok=True)


def _stage(change: Change, fresh: Path, target: Path) -> None:
    """Write a file's new contents beside it, seen on the disk."""
    if target.exists() and not os.access(target, os.W_OK):
        raise _protected(change)
    with open(fresh, "xb") as file:
        file.write(change.after)
        file.flush()
        os.fsync(file.fileno())
    shutil.copymode(target, fresh)
    if target.read_bytes() != change.before:
        name = shown(change.path)
        raise trouble("RW019", f"`{name}` was changed while it was read", name, "run the command again")


def _protected(change: Change) -> UserError:
    name = shown(change.path)
    return trouble("RW019", f"`{name}` is protected against writing", name)


def write_file(path: Path, text: str | bytes) -> None:
    """Make a file that holds a text in one step: whatever fails, what was there is there still (RW019)."""
    target = Path(os.path.realpath(path))
    fresh = target.with_name(f".{target.name}.rulewright-{secrets.token_hex(4)}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with open(fresh, "xb") as file:
            file.write(text.encode("utf-8") if isinstance(text, str) else text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
    except OSError as error:
        name, reason = shown(path), (error.strerror or str(error)).lower()
        raise trouble("RW019", f"`{name}` cannot be written: {reason}", name) from error
    finally:
        fresh.unlink(missing_ok=True)
