/** The one item in the status bar: whether the server is there, and which one it is. */
import * as vscode from "vscode";
import { type Server, shown } from "./discovery";

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("chesterton", vscode.StatusBarAlignment.Right);

  constructor() {
    this.item.name = "Chesterton";
    this.item.show();
  }

  starting(): void {
    this.set("$(sync~spin) Chesterton", "The server is starting.", "chesterton.showLog");
  }

  running(server: Server): void {
    this.set("$(book) Chesterton", `Version ${server.version}: ${shown(server)}`, "chesterton.here");
  }

  missing(): void {
    this.set("$(warning) Chesterton", "The server was not found.", "chesterton.setup.focus");
  }

  stopped(): void {
    this.set("$(error) Chesterton", "The server has stopped. Select to start it again.", "chesterton.restart");
  }

  dispose(): void {
    this.item.dispose();
  }

  private set(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.accessibilityInformation = { label: `Chesterton: ${tooltip}` };
  }
}
