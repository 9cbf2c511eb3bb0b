/** The two lines every new record needs. */
import * as vscode from "vscode";

export interface Wording {
  readonly title: string;
  readonly text: string;
}

export async function askWording(title: string): Promise<Wording | undefined> {
  const name = await line(title, "Title, as a short statement", "Retry payments at most three times");
  if (name === undefined) {
    return undefined;
  }
  const text = await line(title, "What holds, and why", "A fourth attempt is what the bank counts as abuse.");
  return text === undefined ? undefined : { title: name, text };
}

async function line(title: string, prompt: string, placeHolder: string): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    prompt,
    placeHolder,
    ignoreFocusOut: true,
    validateInput: (value) => (value.trim() ? undefined : "Some words are needed here."),
  });
  return answer?.trim();
}
