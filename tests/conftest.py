"""Options of the test run."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A busy machine is no mistake of the program.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--deep`: the long runs too; `--record`: write what is expected anew."""
    parser.addoption("--deep", action="store_true", help="long runs: 10,000 random games a player count")
    parser.addoption("--record", action="store_true", help="write the expected output of tests/cases anew")


def pytest_configure(config: pytest.Config) -> None:
    """The marker of tests that only `--deep` runs."""
    config.addinivalue_line("markers", "deep: minutes long; runs with --deep")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `--deep`, the long runs are skipped."""
    if not config.getoption("--deep"):
        skip = pytest.mark.skip(reason="runs with --deep")
        for item in items:
            if "deep" in item.keywords:
                item.add_marker(skip)
