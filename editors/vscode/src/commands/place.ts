/** Where a command acts: the place that came with it, else the cursor. */
import * as vscode from "vscode";
import type { Position } from "vscode-languageclient/node";

export interface Place {
  readonly uri: string;
  readonly position: Position;
}

/** What a lens, a link or an action hands to a command; from the palette comes nothing. */
export interface Argument extends Partial<Place> {
  readonly id?: string;
  readonly anchor?: string;
}

export function placeOf(argument: Argument | undefined): Place | undefined {
  if (argument?.uri !== undefined && argument.position !== undefined) {
    return { uri: argument.uri, position: argument.position };
  }
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== "file") {
    return undefined;
  }
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}
