/** Lists what governs the place of the cursor, mistakes first, and opens the one picked. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { type Argument, ask } from "../protocol";
import { governing, pickRecord } from "./pick";
import { placeOf } from "./place";

export async function here(client: LanguageClient, argument?: Argument): Promise<void> {
  const records = await governing(client, argument);
  if (records.length > 0) {
    const picked = await pickRecord(records, "What Governs Here");
    if (picked) {
      await ask(client, "show", { id: picked.id });
    }
  } else if (placeOf(argument)) {
    void vscode.window.showInformationMessage("No record governs this place.");
  }
}
