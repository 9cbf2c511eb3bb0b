/** The server's commands: each takes one object and answers with one. */
import { ExecuteCommandRequest, type LanguageClient, type Position } from "vscode-languageclient/node";

/** The form of the arguments; the server refuses one that it does not know. */
const FORM = 1;

export type Kind = "decision" | "constraint" | "gotcha" | "lesson" | "fact";

/** A record as the server lists it. */
export interface Listed {
  readonly id: string;
  readonly title: string;
  readonly kind: Kind;
  readonly status: string;
  /** The decision in one sentence. */
  readonly statement: string;
  /** The anchor that ties it to the place asked about, for example `src/pay.py#Payment.retry`. */
  readonly anchor: string;
  /** What became of the code under that anchor since the baseline. */
  readonly verdict: string;
}

export interface Place {
  readonly uri: string;
  readonly position: Position;
}

/** What a lens, a link or an action hands to a command; from the palette comes nothing. */
export interface Argument extends Partial<Place> {
  readonly id?: string;
  readonly anchor?: string;
  readonly target?: string;
  readonly kind?: Kind;
}

export async function ask<Answer>(client: LanguageClient, command: string, argument: object): Promise<Answer> {
  return client.sendRequest(ExecuteCommandRequest.type, {
    command: `chesterton.server.${command}`,
    arguments: [{ v: FORM, ...argument }],
  }) as Promise<Answer>;
}
