"""The user's cache folder: what takes long to make and can be thrown away at any time."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path | None:
    """Give the folder, made if need be; None without a home or where it may not be written.

    `XDG_CACHE_HOME` is followed, else it is `~/.cache/rulewright`.
    """
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base, "rulewright")
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None
