// The part of the Python extension's interface that ours asks; registries other than Microsoft's hold no copy of it.
const vscode = require("vscode");

const selected = () => vscode.workspace.getConfiguration("python").get("defaultInterpreterPath");

exports.activate = () => {
  const changed = new vscode.EventEmitter();
  vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("python.defaultInterpreterPath")) {
      changed.fire(undefined);
    }
  });
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ path: selected() }),
      resolveEnvironment: async ({ path }) =>
        path === "" ? undefined : { executable: { uri: vscode.Uri.file(path) } },
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
