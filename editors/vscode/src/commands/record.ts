/** Records a decision, or what else the place should remember, at the cursor. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask, type Kind } from "../protocol";
import { placeOf } from "./place";
import { askWording } from "./text";

const KINDS: readonly { label: string; of: Kind; detail: string }[] = [
  { label: "Decision", of: "decision", detail: "What was chosen, and why that and not the other" },
  { label: "Constraint", of: "constraint", detail: "What must stay so, whatever else changes" },
  { label: "Gotcha", of: "gotcha", detail: "What looks safe to change and is not" },
  { label: "Lesson", of: "lesson", detail: "What went wrong once and must not again" },
  { label: "Fact", of: "fact", detail: "What is true and cannot be read from the code" },
];

export async function record(client: LanguageClient, argument?: Argument): Promise<void> {
  const place = placeOf(argument);
  if (place === undefined) {
    void vscode.window.showInformationMessage("Open the file that the record is about first.");
    return;
  }
  const kind = argument?.kind ?? (await pickKind());
  const wording = kind && (await askWording(`Record a ${kind}`));
  if (wording) {
    await ask(client, "record", { ...place, target: argument?.target, kind, ...wording });
  }
}

async function pickKind(): Promise<Kind | undefined> {
  const options = { title: "Record", placeHolder: "What kind of record?" };
  return (await vscode.window.showQuickPick(KINDS, options))?.of;
}
