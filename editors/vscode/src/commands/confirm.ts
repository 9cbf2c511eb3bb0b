/** Says that a record still holds: its baseline moves to the code of now. */
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask } from "../protocol";
import { chooseRecord } from "./pick";

export async function confirm(client: LanguageClient, argument?: Argument): Promise<void> {
  const record = await chooseRecord(client, argument, "Confirm a Record");
  if (record) {
    await ask(client, "confirm", { id: record.id, anchor: record.anchor });
  }
}
