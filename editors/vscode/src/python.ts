/** The selected interpreter, as the Python extension tells it. That extension is optional. */
import * as vscode from "vscode";

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      path: { readonly path: string },
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

export class Interpreter implements vscode.Disposable {
  private subscription: vscode.Disposable | undefined;

  /** @param changed is called when another interpreter is selected, once one has been asked for. */
  constructor(private readonly changed: () => void) {}

  /** Its path. A workspace that is not trusted may hold an interpreter of its own, so there none is told. */
  async selected(): Promise<string | undefined> {
    const extension = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
    if (extension === undefined || !vscode.workspace.isTrusted) {
      return undefined;
    }
    const { environments } = await extension.activate();
    this.subscription ??= environments.onDidChangeActiveEnvironmentPath(this.changed);
    const active = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
    return (await environments.resolveEnvironment(active))?.executable.uri?.fsPath;
  }

  dispose(): void {
    this.subscription?.dispose();
  }
}
