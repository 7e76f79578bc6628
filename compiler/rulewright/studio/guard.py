"""Guard: who may ask. Pages of other sites may not, nor other machines but for the links of seats."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

HERE = frozenset({"127.0.0.1", "localhost", "::1", "[::1]"})
FOR_ALL = ("/seat/", "/static/")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Guard:
    """Lets a request through, or says why not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if said := refusal(HTTPConnection(scope)):
            await PlainTextResponse(said, 403)(scope, receive, send)
            return

        async def guarded(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                headers = message.setdefault("headers", [])
                assert isinstance(headers, list)
                headers += [
                    (b"content-security-policy", POLICY.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                ]
            await send(message)

        await self._app(scope, receive, guarded)


def refusal(asked: HTTPConnection) -> str:
    """Why a request is not served; empty where it is."""
    host = asked.headers.get("host", "")
    origin = asked.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != host:
        return "pages of other sites may not ask"
    if asked.url.path.startswith(FOR_ALL):
        return ""
    name = urlsplit(f"//{host}").hostname or ""
    client = asked.client.host if asked.client is not None else ""
    if name not in HERE or client not in (*HERE, "testclient"):
        return "the studio is open on its own machine only"
    return ""
