/** Finds the server's program: the setting, then the Python environment, then PATH. */
import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The oldest server whose commands and answers this extension understands. */
export const MINIMUM_VERSION = "0.1.0";

const VERSION_TIMEOUT_MS = 10_000;

export interface Program {
  readonly command: string;
  /** What comes before the server's own arguments, for example `-m chesterton`. */
  readonly args: readonly string[];
}

export interface Server extends Program {
  readonly version: string;
}

export interface Places {
  /** The value of `chesterton.server.path`; empty when unset. */
  readonly setting: string;
  /** The selected interpreter, when one may be asked. */
  readonly interpreter: string | undefined;
}

/** None of the programs will do; the message says why, for each. */
export class ServerNotFound extends Error {}

/** A set path is the only candidate: running another program instead would hide the mistake. */
export function candidates({ setting, interpreter }: Places): Program[] {
  if (setting) {
    const command = setting.replace(/^~(?=$|[/\\])/, homedir());
    return [{ command, args: [] }];
  }
  // -P keeps a `logging.py` in the opened folder from shadowing what the server imports.
  const python: Program[] = interpreter
    ? [{ command: interpreter, args: ["-P", "-m", "chesterton"] }]
    : [];
  return [...python, { command: "chesterton", args: [] }];
}

/** @throws ServerNotFound */
export async function findServer(places: Places): Promise<Server> {
  const reasons: string[] = [];
  for (const program of candidates(places)) {
    try {
      const version = await versionOf(program);
      if (atLeast(version, MINIMUM_VERSION)) {
        return { ...program, version };
      }
      reasons.push(`${shown(program)} is version ${version}, and ${MINIMUM_VERSION} is needed`);
    } catch (error) {
      reasons.push(`${shown(program)}: ${reason(error)}`);
    }
  }
  throw new ServerNotFound(reasons.join("; "));
}

/** The command line that starts it. */
export function shown(program: Program): string {
  return [program.command, ...program.args].join(" ");
}

async function versionOf(program: Program): Promise<string> {
  const { stdout } = await run(program.command, [...program.args, "--version"], {
    timeout: VERSION_TIMEOUT_MS,
    windowsHide: true,
  });
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  if (version === undefined) {
    throw new Error(`no version in its answer ${JSON.stringify(stdout.trim())}`);
  }
  return version;
}

/** Compares versions of three numbers. */
export function atLeast(version: string, minimum: string): boolean {
  return version.localeCompare(minimum, "en", { numeric: true }) >= 0;
}

function reason(error: unknown): string {
  const { code, stderr, message } = error as { code?: unknown; stderr?: string; message: string };
  if (code === "ENOENT") {
    return "there is no such program";
  }
  return stderr?.trim().split("\n").at(-1) || message;
}
