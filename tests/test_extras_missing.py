"""A face for learners without its package says what to install."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from rulewright.interop.extras import extra


@pytest.mark.parametrize(
    ("face", "package"), [("gym", "gymnasium"), ("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo")]
)
def test_a_missing_package_is_named_with_its_extra(face: str, package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None\nfrom rulewright import {face}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert said.startswith(f"ImportError: rulewright.{face} needs ")
    assert said.endswith(f'pip install "rulewright[{face}]"')


def test_other_missing_modules_are_not_blamed_on_the_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), extra("gym", "gymnasium"):
        import_module("no_such_module")
