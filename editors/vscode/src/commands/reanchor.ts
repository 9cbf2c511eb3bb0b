/** Ties a record to another place: one that the server proposes, or the cursor's. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { ask } from "../protocol";
import { chooseRecord } from "./pick";
import { type Argument, placeOf } from "./place";

interface Candidate {
  /** The anchor's new text, for example `src/pay.py#Payment.retry`. */
  readonly target: string;
  readonly evidence: string;
}

export async function reanchor(client: LanguageClient, argument?: Argument): Promise<void> {
  const title = "Re-anchor a Record";
  const record = await chooseRecord(client, argument, title);
  if (record === undefined) {
    return;
  }
  const subject = { id: record.id, anchor: record.anchor };
  const { candidates } = await ask<{ candidates: readonly Candidate[] }>(client, "reanchor", {
    ...subject,
    ...placeOf(argument),
  });
  const items = candidates.map(({ target, evidence }) => ({ label: target, description: evidence }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: "Where is the code now?" });
  if (picked) {
    await ask(client, "reanchor", { ...subject, target: picked.label });
  }
}
