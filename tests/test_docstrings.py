"""The examples in docstrings say what is so."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from tests.test_compiler_readme import MODULES

WITH_EXAMPLES = sorted(name for name, path in MODULES.items() if ">>> " in path.read_text("utf-8"))


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_of_a_module(name: str) -> None:
    try:
        module = import_module(f"rulewright.{name}")
    except ImportError as error:  # a package of an extra
        pytest.skip(str(error))
    found = doctest.testmod(module)
    assert found.attempted > 0
    assert found.failed == 0
