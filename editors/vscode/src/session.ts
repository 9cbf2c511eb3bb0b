/** The life of the server: found, started, restarted, missing. */
import * as vscode from "vscode";
import { type LanguageClient, State } from "vscode-languageclient/node";
import { createClient, type Outputs } from "./client";
import { findServer, type Server, ServerNotFound, shown } from "./discovery";
import { Interpreter } from "./python";
import { Status } from "./status";

const REST_MS = 300;

export class Session implements vscode.Disposable {
  private readonly status = new Status();
  private readonly interpreter = new Interpreter(() => void this.restart());
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();
  private soon: NodeJS.Timeout | undefined;

  constructor(private readonly outputs: Outputs) {}

  /** The running client, or undefined when no server was found. Waits for a start under way. */
  async running(): Promise<LanguageClient | undefined> {
    await this.turn;
    return this.client;
  }

  /** Looks for the server again and starts it. Restarts asked for meanwhile follow one another. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.replace()).catch((error: unknown) => this.outputs.log.error(String(error)));
    return this.turn;
  }

  /** Restarts when nothing more changed for a moment, in which the old server is still told of the change. */
  restartSoon(): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => void this.restart(), REST_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.soon);
    await this.turn;
    await this.drop();
  }

  dispose(): void {
    this.interpreter.dispose();
    this.status.dispose();
  }

  private async replace(): Promise<void> {
    await this.drop();
    this.status.starting();
    const settings = vscode.workspace.getConfiguration("chesterton.server");
    const server = await this.find(settings.get("path", ""));
    await vscode.commands.executeCommand("setContext", "chesterton.serverMissing", server === undefined);
    if (server === undefined) {
      this.status.missing();
    } else {
      await this.start(server, settings.get<string[]>("args", []));
    }
  }

  private async find(setting: string): Promise<Server | undefined> {
    const interpreter = setting ? undefined : await this.selectedInterpreter();
    try {
      return await findServer({ setting, interpreter });
    } catch (error) {
      if (!(error instanceof ServerNotFound)) {
        throw error;
      }
      this.tellMissing(error.message);
      return undefined;
    }
  }

  private async start(server: Server, extraArgs: readonly string[]): Promise<void> {
    this.outputs.log.info(`Starting version ${server.version}: ${shown(server)}`);
    const client = createClient(server, extraArgs, this.outputs);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.status.running(server);
      } else if (newState === State.Stopped) {
        this.status.stopped();
      }
    });
    try {
      await client.start();
      this.client = client;
    } catch (error) {
      // The client library has shown the message; what is left is not to look alive.
      this.outputs.log.error(`The server did not start: ${String(error)}`);
      this.status.stopped();
    }
  }

  private async drop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.outputs.log.warn(`The server did not stop in order: ${String(error)}`);
    }
  }

  private async selectedInterpreter(): Promise<string | undefined> {
    try {
      return await this.interpreter.selected();
    } catch (error) {
      this.outputs.log.warn(`The Python extension did not tell its interpreter: ${String(error)}`);
      return undefined;
    }
  }

  private tellMissing(reasons: string): void {
    const message = `The Chesterton server was not found (${reasons}).`;
    this.outputs.log.warn(message);
    const install = "How to Install";
    const log = "Show Log";
    void vscode.window
      .showWarningMessage(message, install, log)
      .then((choice) => {
        if (choice === install) {
          void vscode.commands.executeCommand("chesterton.setup.focus");
        } else if (choice === log) {
          this.outputs.log.show();
        }
      });
  }
}
