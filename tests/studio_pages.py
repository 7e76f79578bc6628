"""A studio for tests: a ruleset of its own in a folder of its own, asked as its page asks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.extras import extra

ROOT = Path(__file__).parent.parent


class Page:
    """Asks a studio as a page on the same machine does."""

    def __init__(self, client: Any, folder: Path, elsewhere: Any) -> None:
        """`elsewhere` asks from another machine."""
        self.client = client
        self.folder = folder
        self.elsewhere = elsewhere

    def ask(self, what: str, **fields: Any) -> Any:
        """What the studio answers; it must not refuse."""
        answer = self.client.post(f"/api/{what}", json=fields)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, what: str, status: int, **fields: Any) -> Any:
        """What it answers to what it refuses."""
        answer = self.client.post(f"/api/{what}", json=fields)
        assert answer.status_code == status, answer.text
        return answer.json()

    def file(self, name: str) -> dict[str, Any]:
        """A file as the editor has it."""
        found = next(each for each in self.ask("files")["files"] if each["path"].endswith(name))
        assert isinstance(found, dict)
        return found


def copied(name: str, folder: Path) -> Path:
    """A ruleset in a folder of its own."""
    source = ROOT / "rulesets" / name
    source = source if source.is_dir() else ROOT / "tests" / "rulesets" / name
    shutil.copytree(source, folder / "rulesets" / name)
    return folder / "rulesets" / name


@contextmanager
def studio(
    name: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    shared: str | None = None,
    variants: str = "",
) -> Iterator[Page]:
    """The studio of a ruleset, without a server."""
    import warnings

    extra("starlette")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        client_module = extra("starlette.testclient")
    from rulewright.commands._sides import side
    from rulewright.reading.files import find_ruleset
    from rulewright.studio.desk import Desk
    from rulewright.studio.server import app

    own = copied(name, folder)
    monkeypatch.chdir(folder)
    desk = Desk(find_ruleset(name + variants, folder), side)
    made = app(desk, shared)
    elsewhere = client_module.TestClient(made, base_url=shared or "http://nowhere", client=("192.0.2.7", 5))
    with client_module.TestClient(made, base_url="http://localhost") as client:
        yield Page(client, own, elsewhere)
