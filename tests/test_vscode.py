"""The extension for Visual Studio Code: what it names is there, and it starts the language server."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from rulewright import __version__

FOLDER = Path(__file__).parent.parent / "editors" / "vscode"
NODE, NPM = shutil.which("node"), shutil.which("npm")

# Stands for the editor and for the library that speaks the protocol: tells what the extension asks of them.
EDITOR = """
const Module = require("module");
const told = [];
class LanguageClient {
  constructor(id, name, server, options) { told.push({ id, server, selector: options.documentSelector }); }
  async start() {
    if (process.argv[2] === "absent") throw new Error("spawn rulewright ENOENT");
    told.push("start");
  }
  async stop() { told.push("stop"); }
}
const commands = {};
const vscode = {
  workspace: {
    getConfiguration: (part) => ({ get: (name) => JSON.parse(process.argv[3])[`${part}.${name}`] }),
    workspaceFolders: [{ uri: { fsPath: "/games" } }],
    createFileSystemWatcher: (pattern) => pattern,
  },
  commands: { registerCommand: (name, run) => { commands[name] = run; return { dispose() {} }; } },
  window: { showErrorMessage: (text) => told.push({ error: text }) },
};
const load = Module._load;
const known = { vscode, "vscode-languageclient/node": { LanguageClient } };
Module._load = (name, ...more) => known[name] ?? load(name, ...more);
(async () => {
  const extension = require(process.argv[4]);
  const context = { subscriptions: [] };
  await extension.activate(context);
  await commands["rulewright.restart"]();
  await extension.deactivate();
  console.log(JSON.stringify({ told, kept: context.subscriptions.length }));
})();
"""


@pytest.fixture(scope="module")
def package() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
    return found


def test_all_that_is_named_is_there(package: dict[str, Any]) -> None:
    gives = package["contributes"]
    named = [grammar["path"] for grammar in gives["grammars"]]
    named += [snippets["path"] for snippets in gives["snippets"]]
    named += [language["configuration"] for language in gives["languages"]]
    assert [path for path in named if not (FOLDER / path).is_file()] == []
    assert package["version"] == __version__
    assert "--outfile=dist/client.js" in package["scripts"]["build"]
    assert package["main"] == "./dist/client.js"
    (restart,) = gives["commands"]
    assert f'"{restart["command"]}"' in (FOLDER / "client.js").read_text("utf-8")
    assert set(gives["configuration"]["properties"]) == {"rulewright.command"}
    assert package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] == [
        "rulewright.command"
    ]


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("server", ["there", "absent"])
def test_it_starts_and_ends_the_server(server: str, package: dict[str, Any], tmp_path: Path) -> None:
    assert NODE is not None
    script = tmp_path / "editor.js"
    script.write_text(EDITOR, "utf-8")
    properties = package["contributes"]["configuration"]["properties"]
    settings = {name: setting["default"] for name, setting in properties.items()}
    words = [NODE, str(script), server, json.dumps(settings), str(FOLDER / "client.js")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["kept"] == 1
    first, second, *_ = found["told"]
    assert first["server"] == {"command": "rulewright", "args": ["lsp"], "options": {"cwd": "/games"}}
    assert first["selector"][0] == {"scheme": "file", "language": "rules"}
    if server == "there":
        assert [one for one in found["told"] if isinstance(one, str)] == ["start", "stop", "start", "stop"]
    else:
        assert 'pip install "rulewright[lsp]"' in second["error"]


@pytest.mark.slow
@pytest.mark.skipif(NPM is None, reason="npm is not installed")
def test_it_is_packaged(tmp_path: Path) -> None:
    assert NPM is not None
    home = tmp_path / "vscode"
    shutil.copytree(FOLDER, home, ignore=shutil.ignore_patterns("node_modules", "dist", "*.vsix"))
    for words in (["install", "--no-audit", "--no-fund", "--ignore-scripts"], ["run", "package"]):
        done = subprocess.run([NPM, *words], cwd=home, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(home / "rulewright.vsix") as packed:
        names = {name.removeprefix("extension/") for name in packed.namelist()}
    wanted = {"package.json", "dist/client.js", "snippets/rules.json", "syntaxes/rules.tmLanguage.json"}
    assert wanted <= names
    assert not [name for name in names if name.startswith("node_modules") or name == "client.js"]
