// Starts `rulewright lsp` for rules, their tables and rulebooks. `npm run build` bundles this with the library
// that speaks the protocol.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const FILES = "**/*.{rules,csv,md}";
let client;

function server() {
  const [command, ...args] = vscode.workspace.getConfiguration("rulewright").get("command");
  const folder = vscode.workspace.workspaceFolders?.[0];
  return { command, args, options: { cwd: folder?.uri.fsPath } };
}

async function start() {
  const watcher = vscode.workspace.createFileSystemWatcher(FILES);
  client = new LanguageClient("rulewright", "Rulewright", server(), {
    documentSelector: [
      { scheme: "file", language: "rules" },
      { scheme: "file", pattern: "**/*.{csv,md}" },
    ],
    synchronize: { fileEvents: watcher },
  });
  try {
    await client.start();
  } catch (error) {
    const help = 'It needs `pip install "rulewright[lsp]"`, or another command in the setting `rulewright.command`.';
    vscode.window.showErrorMessage(`Rulewright does not start: ${error.message}. ${help}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => undefined);
}

async function activate(context) {
  const restart = vscode.commands.registerCommand("rulewright.restart", async () => {
    await stop();
    await start();
  });
  context.subscriptions.push(restart);
  await start();
}

module.exports = { activate, deactivate: stop };
