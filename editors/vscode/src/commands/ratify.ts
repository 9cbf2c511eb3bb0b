/** Turns a proposed record into an accepted one, or rejects it. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask } from "../protocol";
import { chooseRecord } from "./pick";

const ANSWERS = [
  { label: "Accept", accept: true, detail: "From now on it is in force" },
  { label: "Reject", accept: false, detail: "It stays as a record of what was not chosen" },
];

export async function ratify(client: LanguageClient, argument?: Argument): Promise<void> {
  const title = "Ratify a Proposed Record";
  const record = await chooseRecord(client, argument, title, ({ status }) => status === "proposed");
  const answer = record && (await vscode.window.showQuickPick(ANSWERS, { title }));
  if (answer) {
    await ask(client, "ratify", { id: record.id, accept: answer.accept });
  }
}
