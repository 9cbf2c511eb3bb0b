import * as vscode from "vscode";
import { registerCommands } from "./commands";
import { onDidChangeInterpreter } from "./python";
import { Session } from "./session";

let session: Session | undefined;

export function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("Chesterton", { log: true });
  const trace = vscode.window.createOutputChannel("Chesterton Trace", { log: true });
  const current = new Session({ log, trace });
  session = current;
  const restart = () => void current.restart();
  context.subscriptions.push(
    log,
    trace,
    current,
    ...registerCommands(current, log),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("chesterton.server")) {
        restart();
      }
    }),
  );
  onDidChangeInterpreter(restart).then(
    (subscription) => subscription && context.subscriptions.push(subscription),
    (error: unknown) => log.warn(`The Python extension does not start: ${String(error)}`),
  );
  return current.restart();
}

export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}
