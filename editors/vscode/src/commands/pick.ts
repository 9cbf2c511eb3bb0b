/** Asking which record is meant. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask, type Listed } from "../protocol";
import { placeOf } from "./place";

export interface Choice {
  readonly id: string;
  readonly anchor?: string | undefined;
}

export async function governing(client: LanguageClient, argument?: Argument): Promise<readonly Listed[]> {
  const place = placeOf(argument);
  if (place === undefined) {
    void vscode.window.showInformationMessage("Open a file first: Chesterton looks at the place of the cursor.");
    return [];
  }
  const { records } = await ask<{ records: readonly Listed[] }>(client, "here", place);
  return records;
}

/**
 * The record that the command is about: the one handed over, the only one that fits, or the one picked.
 * Undefined when there is none or the person has gone away.
 */
export async function chooseRecord(
  client: LanguageClient,
  argument: Argument | undefined,
  title: string,
  fits: (record: Listed) => boolean = () => true,
): Promise<Choice | undefined> {
  if (argument?.id !== undefined) {
    return { id: argument.id, anchor: argument.anchor };
  }
  const records = (await governing(client, argument)).filter(fits);
  if (records.length === 0) {
    void vscode.window.showInformationMessage(`${title}: no such record governs this place.`);
    return undefined;
  }
  return records.length === 1 ? records[0] : pickRecord(records, title);
}

export async function pickRecord(records: readonly Listed[], title: string): Promise<Listed | undefined> {
  const items = records.map((record) => ({
    label: record.title,
    description: [record.kind, record.status, drift(record)].filter(Boolean).join(" · "),
    detail: record.statement,
    record,
  }));
  const picked = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
  return picked?.record;
}

function drift({ verdict }: Listed): string {
  return verdict === "none" ? "" : `drift: ${verdict}`;
}
