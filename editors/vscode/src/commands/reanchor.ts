/** Ties a record to another place: one that the server proposes, or the cursor's. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask } from "../protocol";
import { chooseRecord } from "./pick";
import { placeOf } from "./place";

const TITLE = "Re-anchor a Record";

interface Candidate {
  /** The anchor's new text, for example `src/pay.py#Payment.retry`. */
  readonly target: string;
  readonly evidence: string;
}

export async function reanchor(client: LanguageClient, argument?: Argument): Promise<void> {
  const record = await chooseRecord(client, argument, TITLE);
  if (record === undefined) {
    return;
  }
  const subject = { id: record.id, anchor: record.anchor };
  const target = argument?.target ?? (await pickTarget(client, { ...subject, ...placeOf(argument) }));
  if (target !== undefined) {
    await ask(client, "reanchor", { ...subject, target });
  }
}

async function pickTarget(client: LanguageClient, about: object): Promise<string | undefined> {
  const { candidates } = await ask<{ candidates: readonly Candidate[] }>(client, "reanchor", about);
  const items = candidates.map(({ target, evidence }) => ({ label: target, description: evidence }));
  const options = { title: TITLE, placeHolder: "Where is the code now?" };
  return (await vscode.window.showQuickPick(items, options))?.label;
}
