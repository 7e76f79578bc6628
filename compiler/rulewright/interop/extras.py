"""Extras: the packages that faces for learners need, and how to get them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str, *packages: str) -> Iterator[None]:
    """Imports in here need the packages of an extra; where one is not there, says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in packages:
            raise
        said = f'rulewright.{name} needs {error.name}: pip install "rulewright[{name}]"'
        raise ImportError(said, name=error.name) from error
