/** Opens the file of a record. */
import type { LanguageClient } from "vscode-languageclient/node";
import { ask } from "../protocol";
import { chooseRecord } from "./pick";
import type { Argument } from "./place";

export async function openRecord(client: LanguageClient, argument?: Argument): Promise<void> {
  const record = await chooseRecord(client, argument, "Open Record");
  if (record) {
    await ask(client, "show", { id: record.id });
  }
}
