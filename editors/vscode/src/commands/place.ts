/** Where a command acts: the place that came with it, else the cursor. */
import * as vscode from "vscode";
import type { Argument, Place } from "../protocol";

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
