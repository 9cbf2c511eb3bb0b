/** Replaces a record by a new one; the old one stays, as history. */
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask } from "../protocol";
import { chooseRecord } from "./pick";
import { askWording } from "./text";

export async function supersede(client: LanguageClient, argument?: Argument): Promise<void> {
  const record = await chooseRecord(client, argument, "Supersede a Record", ({ status }) => status === "accepted");
  const wording = record && (await askWording("Supersede: What Holds Now"));
  if (wording) {
    await ask(client, "supersede", { id: record.id, ...wording });
  }
}
