"""The server: which address does what. Each answer is made in a thread, so that no long one holds up another.

Only this machine is served, but for the links of seats that `--share` gives out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rulewright.report.diagnostics import UserError
from rulewright.studio import (
    arranging,
    comparing,
    covering,
    drawing,
    exemplary,
    findings,
    keeping,
    playing,
    saves,
    seats,
    simulating,
)
from rulewright.studio.asked import Asked, Refused
from rulewright.studio.desk import MOST, Desk
from rulewright.studio.guard import Guard
from rulewright.studio.jobs import Jobs
from rulewright.studio.tables import Tables

Work = Callable[[Asked], Any]
STATIC = Path(str(files("rulewright.studio"))) / "static"
HEADERS = {"Cache-Control": "no-store"}


def app(desk: Desk, shared: str | None = None) -> Starlette:
    """The page of a ruleset; `shared` is the address that seats at other machines find it by."""
    tables, jobs = Tables(), Jobs()
    works: dict[str, Work] = {
        "files": lambda asked: _files(desk, shared),
        "marks": lambda asked: saves.marks(desk.paths),
        "save": lambda asked: saves.saved(
            desk.path(asked.text("path")), asked.text("text"), asked.text("mark")
        ),
        "colours": lambda asked: _colours(),
        "check": lambda asked: findings.check(desk, asked),
        "begin": lambda asked: playing.begin(desk, tables, asked),
        "look": lambda asked: playing.look(tables, asked),
        "move": lambda asked: playing.move(tables, asked),
        "undo": lambda asked: playing.undo(tables, asked),
        "why": lambda asked: playing.why(tables, asked),
        "turn": lambda asked: playing.turn(tables, asked),
        "arrange": lambda asked: arranging.arrange(desk, asked),
        "arranged": lambda asked: arranging.arranged(desk, asked),
        "keep": lambda asked: keeping.keep(desk, tables, asked),
        "graph": lambda asked: drawing.graph(desk, asked),
        "cover": lambda asked: covering.cover(desk, asked),
        "examples": lambda asked: exemplary.examples(desk, asked),
        "example": lambda asked: exemplary.shown(desk, asked),
        "compare": lambda asked: comparing.compare(desk, asked),
        "simulate": lambda asked: simulating.simulate(desk, jobs, asked),
        "simulated": lambda asked: simulating.simulated(jobs, asked),
        "stop": lambda asked: simulating.stop(jobs, asked),
    }
    if shared is not None:
        works["share"] = lambda asked: playing.share(tables, asked)

    def at_seat(request: Request) -> Work:
        word, what = request.path_params["word"], request.path_params["what"]
        return lambda asked: seats.act(tables, word, what, asked)

    routes: list[BaseRoute] = [
        Route("/", _page("index.html")),
        Route("/seat/{word}", _page("seat.html")),
        Route("/seat/{word}/{what}", _answer(at_seat), methods=["POST"]),
        *(Route(f"/api/{name}", _endpoint(work), methods=["POST"]) for name, work in works.items()),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    made = Starlette(routes=routes)
    made.add_middleware(Guard)
    return made


def _page(name: str) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        return FileResponse(STATIC / name, headers=HEADERS)

    return answer


def _files(desk: Desk, shared: str | None) -> dict[str, Any]:
    return {
        "name": desk.ruleset.name,
        "variants": list(desk.ruleset.variants),
        "shared": shared,
        "files": [saves.opened(path) for path in desk.paths.values()],
    }


def _colours() -> list[dict[str, Any]]:
    """The patterns that editors colour rules by, for the regular expressions of browsers."""
    from rulewright.highlight.patterns import patterns

    return [
        {"regex": _for_browsers(each.regex), "scope": each.scope, "groups": list(each.groups)}
        for each in patterns()
    ]


def _for_browsers(regex: str) -> str:
    letters = regex.replace(r"[^\W\d_]", r"\p{L}")
    return letters.replace(r"\w", r"[\p{L}\p{N}_]")


# ---- requests


def _endpoint(work: Work) -> Callable[[Request], Any]:
    return _answer(lambda request: work)


def _answer(work_of: Callable[[Request], Work]) -> Callable[[Request], Any]:
    """What answers a request by the work that it asks for."""

    async def answer(request: Request) -> Response:
        try:
            asked = await _asked(request)
            return JSONResponse(await run_in_threadpool(work_of(request), asked), headers=HEADERS)
        except Refused as error:
            return _said(str(error), error.status, error.more)
        except UserError as error:
            found = error.diagnostic
            return _said(found.message, 422, {"help": found.help, "code": found.code})
        except Exception as error:
            return _bug(error)

    return answer


async def _asked(request: Request) -> Asked:
    """The JSON of a request of a fair size."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > MOST:
            raise Refused(f"more than {MOST // 1024 // 1024} MB are too much for one request", 413)
    try:
        return Asked(json.loads(data or b"{}"))
    except (ValueError, RecursionError):
        raise Refused("the request is no JSON") from None


def _said(text: str, status: int, more: dict[str, Any]) -> Response:
    return JSONResponse({"error": text, **more}, status, headers=HEADERS)


def _bug(error: Exception) -> Response:
    if os.environ.get("RULEWRIGHT_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return _said(f"this is a bug in rulewright, please report it: {text}", 500, {})
