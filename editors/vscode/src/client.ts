/** The language client: what it tells the server about itself and how the two talk. */
import type * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import type { Server } from "./discovery";

/** Commands of ours that the server may put on a lens or an action, instead of its own plainer ones. */
const CLIENT_COMMANDS = ["chesterton.here", "chesterton.record", "chesterton.supersede", "chesterton.reanchor"];

export interface Outputs {
  readonly log: vscode.LogOutputChannel;
  readonly trace: vscode.LogOutputChannel;
}

export function createClient(server: Server, extraArgs: readonly string[], outputs: Outputs): LanguageClient {
  const run = {
    command: server.command,
    args: [...server.args, "serve", "--stdio", ...extraArgs],
    transport: TransportKind.stdio,
  };
  return new LanguageClient("chesterton", "Chesterton", { run, debug: run }, {
    // Every file: a record can govern a file in a language that the server cannot parse.
    documentSelector: [{ scheme: "file" }],
    diagnosticPullOptions: { onChange: true, onSave: true },
    initializationOptions: { clientCommands: CLIENT_COMMANDS },
    outputChannel: outputs.log,
    traceOutputChannel: outputs.trace,
  });
}
