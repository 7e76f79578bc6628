"""What tests need beside Python itself: packages that not every Python has, and room for large programs."""

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


def with_room() -> None:
    """Lets a process reserve all memory that it may: `.ci/run` allows tests less, but browsers and sanitizers
    reserve terabytes of addresses, whatever they use of them."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
