"""The language server: from a keystroke to what is told of it, for a ruleset of 1,000 lines.

    python -m bench.lsp              keys at random places of a synthetic ruleset and of Kanagawa
    python -m bench.lsp --keys 100   more of them

Each key goes to a real server as an editor sends it. What comes first is of syntax and names, what comes then
of all checks; the server waits a moment (SETTLED) before these, which counts. Wall time, medians.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.compile import written

ROOT = Path(__file__).parent.parent
LINES = 1_000
SAID = "textDocument/publishDiagnostics"


class Client:
    """An editor that does little: it sends keys and reads what is said of one file."""

    def __init__(self, file: Path) -> None:
        command = [sys.executable, "-m", "rulewright", "lsp"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, cwd=ROOT)
        self.uri, self.version, self.asked = file.as_uri(), 1, 0
        self.lines = file.read_text("utf-8").split("\n")
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.send("initialized", {})
        item = {"uri": self.uri, "languageId": "rules", "version": 1, "text": "\n".join(self.lines)}
        self.send("textDocument/didOpen", {"textDocument": item})

    def send(self, method: str, params: dict[str, Any], number: int | None = None) -> None:
        """Sends a message; a request where it has a number."""
        asked = {} if number is None else {"id": number}
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **asked}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """Sends a request, gives the answer."""
        self.asked += 1
        self.send(method, params, self.asked)
        while (found := self.read()).get("id") != self.asked:
            pass
        return found.get("result")

    def read(self) -> dict[str, Any]:
        """The next message."""
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        found: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return found

    def said(self) -> None:
        """Waits until something is said of the file as it is now."""
        while True:
            found = self.read()
            params = found.get("params", {})
            if (
                found.get("method") == SAID
                and params["uri"] == self.uri
                and params.get("version") == self.version
            ):
                return

    def key(self, line: int, column: int, key: str) -> None:
        """Types a letter."""
        self.version += 1
        text = self.lines[line]
        self.lines[line] = text[:column] + key + text[column:]
        place = {"line": line, "character": column}
        change = {"range": {"start": place, "end": place}, "text": key}
        document = {"uri": self.uri, "version": self.version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def back(self, line: int, column: int) -> None:
        """Takes it back, and waits until all is checked."""
        self.version += 1
        text = self.lines[line]
        self.lines[line] = text[:column] + text[column + 1 :]
        start, end = {"line": line, "character": column}, {"line": line, "character": column + 1}
        change = {"range": {"start": start, "end": end}, "text": ""}
        document = {"uri": self.uri, "version": self.version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        self.said()
        self.said()

    def leave(self) -> None:
        """Ends the server."""
        self.ask("shutdown", {})
        self.send("exit", {})
        self.process.wait(10)


def measure(name: str, file: Path, keys: int) -> None:
    """Types at random places, and prints how long it took until the first and the last was said."""
    client, chance = Client(file), random.Random(1)
    for _ in range(3):  # quick, full, played
        client.said()
    places = [
        n for n, line in enumerate(client.lines) if line.strip() and not line.startswith(("#", "language"))
    ]
    first, last = [], []
    for _ in range(keys):
        line = chance.choice(places)
        column = chance.randrange(len(client.lines[line]) + 1)
        start = perf_counter()
        client.key(line, column, chance.choice("aeg1 "))
        client.said()
        first.append(perf_counter() - start)
        client.said()
        last.append(perf_counter() - start)
        client.back(line, column)
    client.leave()
    lines = len(client.lines)
    print(f"{name}, {lines} lines, {keys} keys")
    for what, times in (("syntax and names", first), ("all checks", last)):
        slow = sorted(times)[int(0.9 * len(times))]
        print(f"  {what:<18} median {median(times) * 1000:4.0f} ms, nine of ten within {slow * 1000:4.0f} ms")


def main() -> None:
    """Measures and prints."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--keys", type=int, default=40, help="how many keys are pressed")
    keys = arguments.parse_args().keys
    with tempfile.TemporaryDirectory() as folder:
        measure("synthetic", written(Path(folder), LINES), keys)
    measure("kanagawa", ROOT / "rulesets" / "kanagawa" / "kanagawa.rules", keys)


if __name__ == "__main__":
    main()
