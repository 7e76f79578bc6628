"""Packages that not every Python has: a test of them is skipped, but not where they must be there."""

from __future__ import annotations

import importlib
import os
from types import ModuleType
from typing import Any

import pytest


def extra(name: str) -> Any:
    """A module of an extra. With RULEWRIGHT_EXTRAS=installed, as `.ci/run` has it, it must be there."""
    if os.environ.get("RULEWRIGHT_EXTRAS") == "installed":
        return importlib.import_module(name)
    module: ModuleType = pytest.importorskip(name, reason=f"{name} is not installed")
    return module
