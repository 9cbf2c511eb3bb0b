// Answers lines of JSON (see `tests/editors/lines.py`) on a socket in the folder CHESTERTON_PROBES, named as the project.
const net = require("node:net");
const path = require("node:path");
const readline = require("node:readline");
const vscode = require("vscode");

const RESOLVED = 100;
const SEVERITIES = ["error", "warning", "information", "hint"];

const uri = (path) => vscode.Uri.file(path);
const document = (path) => vscode.workspace.openTextDocument(uri(path));
const at = ({ line, character }) => new vscode.Position(line, character);
const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);

async function show(path) {
  return vscode.window.showTextDocument(await document(path), { preview: false });
}

async function codeActions({ path, line, character }) {
  const { document } = await show(path);
  const touched = vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range }) => range)
    .filter((range) => range.contains(new vscode.Position(line, character)));
  const range = touched[0] ?? new vscode.Range(line, character, line, character);
  return run("vscode.executeCodeActionProvider", document.uri, range, undefined, RESOLVED);
}

const operations = {
  async open({ path }) {
    await show(path);
  },
  async text({ path }) {
    return (await document(path)).getText();
  },
  async replace({ path, old, by }) {
    const opened = (await show(path)).document;
    const start = opened.getText().indexOf(old);
    if (start < 0 || opened.getText().indexOf(old, start + 1) >= 0) {
      throw new Error(`not exactly once in ${path}: ${old}`);
    }
    const edit = new vscode.WorkspaceEdit();
    edit.replace(opened.uri, new vscode.Range(opened.positionAt(start), opened.positionAt(start + old.length)), by);
    if (!(await vscode.workspace.applyEdit(edit))) {
      throw new Error("the edit was refused");
    }
  },
  async save({ path }) {
    if (!(await (await document(path)).save())) {
      throw new Error(`not saved: ${path}`);
    }
  },
  async lenses({ path }) {
    const opened = await document(path);
    const lenses = await run("vscode.executeCodeLensProvider", opened.uri, RESOLVED);
    return lenses.map(({ range, command }) => [range.start.line, command?.title ?? ""]);
  },
  async hover({ path, ...position }) {
    const opened = await document(path);
    const hovers = await run("vscode.executeHoverProvider", opened.uri, at(position));
    return hovers.flatMap(({ contents }) => contents.map((part) => part.value ?? part)).join("\n\n");
  },
  async findings({ path }) {
    return vscode.languages.getDiagnostics(uri(path)).map(({ range, code, severity, message }) => {
      return [range.start.line, String(code?.value ?? code), SEVERITIES[severity], message];
    });
  },
  async actions(place) {
    return (await codeActions(place)).map(({ title }) => title);
  },
  async act({ title, ...place }) {
    const action = (await codeActions(place)).find((offered) => offered.title.startsWith(title));
    if (action === undefined) {
      throw new Error(`no such action is offered: ${title}`);
    }
    if (action.edit && !(await vscode.workspace.applyEdit(action.edit))) {
      throw new Error(`the edit of "${title}" was refused`);
    }
    if (action.command) {
      // Not awaited: it may wait for a person's answer.
      void run(action.command.command, ...(action.command.arguments ?? []));
    }
  },
  async completions({ path, ...position }) {
    const { uri } = await document(path);
    const { items } = await run("vscode.executeCompletionItemProvider", uri, at(position));
    return items.map(({ label }) => label.label ?? label);
  },
  async definitions({ path, ...position }) {
    const { uri } = await document(path);
    const found = await run("vscode.executeDefinitionProvider", uri, at(position));
    return found.map((link) => [(link.targetUri ?? link.uri).fsPath, (link.targetRange ?? link.range).start.line]);
  },
  async shown() {
    return vscode.window.activeTextEditor?.document.uri.fsPath ?? null;
  },
  async place({ path, ...position }) {
    const editor = await show(path);
    editor.selection = new vscode.Selection(at(position), at(position));
    editor.revealRange(editor.selection);
  },
  // Not awaited, as above.
  async start({ command }) {
    void run(command);
  },
  async process() {
    return process.pid;
  },
  async configure({ key, value }) {
    await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
  },
};

async function answer(line) {
  const { id, op, ...rest } = JSON.parse(line);
  try {
    return { id, result: await operations[op](rest) };
  } catch (error) {
    return { id, error: String(error?.message ?? error) };
  }
}

exports.activate = () => {
  const [project] = vscode.workspace.workspaceFolders;
  net
    .createServer((socket) => {
      readline.createInterface({ input: socket }).on("line", async (line) => {
        socket.write(`${JSON.stringify(await answer(line))}\n`);
      });
    })
    .listen(path.join(process.env.CHESTERTON_PROBES, project.name));
};
