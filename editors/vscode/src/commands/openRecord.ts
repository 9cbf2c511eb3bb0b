/** Opens the file of a record. */
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask } from "../protocol";
import { chooseRecord } from "./pick";

export async function openRecord(client: LanguageClient, argument?: Argument): Promise<void> {
  const record = await chooseRecord(client, argument, "Open Record");
  if (record) {
    await ask(client, "show", { id: record.id });
  }
}
