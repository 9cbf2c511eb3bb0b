/** Ties the commands to the running server. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Argument } from "../protocol";
import type { Session } from "../session";
import { confirm } from "./confirm";
import { here } from "./here";
import { openRecord } from "./openRecord";
import { ratify } from "./ratify";
import { reanchor } from "./reanchor";
import { record } from "./record";
import { supersede } from "./supersede";

type Command = (client: LanguageClient, argument?: Argument) => Promise<void>;

const COMMANDS: Readonly<Record<string, Command>> = {
  confirm,
  here,
  openRecord,
  ratify,
  reanchor,
  record,
  supersede,
};

export function registerCommands(session: Session, log: vscode.LogOutputChannel): vscode.Disposable[] {
  const commands = Object.entries(COMMANDS).map(([name, command]) =>
    vscode.commands.registerCommand(`chesterton.${name}`, (argument?: Argument) => act(session, command, argument)),
  );
  return [
    ...commands,
    vscode.commands.registerCommand("chesterton.restart", () => session.restart()),
    vscode.commands.registerCommand("chesterton.showLog", () => log.show()),
  ];
}

async function act(session: Session, command: Command, argument?: Argument): Promise<void> {
  const client = await session.running();
  if (client === undefined) {
    void vscode.window.showWarningMessage("The Chesterton server is not running.");
    return;
  }
  try {
    await command(client, argument);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
