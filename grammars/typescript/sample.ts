import { Injectable } from "framework";
import type { Options } from "./options";

export const LIMIT: number = 3;
let counter = 0;
declare const injected: string;
declare let changing: number;

export type Pair<T> = [T, T];
type Shape = { kind: string; area(): number } & { size: number };

/** Loads. */
export function load(path: string): string;
export function load(path: number): string;
export function load(path: unknown): string {
  const local = 1;
  return String(path);
}

declare function ambient(x: number): void;

export interface Store<K> extends Base<K>, ns.Other {
  readonly size: number;
  get(key: K): string;
  get(key: K, fallback: string): string;
  (call: number): void;
  [index: string]: unknown;
}

@Injectable()
export class Service<T> extends Parent<T> implements Store<T>, Disposable {
  static readonly COUNT = 0;
  private cache?: Map<string, T> = new Map();
  #hidden = 1;
  handler = (event: Event): void => {};

  constructor(private readonly options: Options, plain: { a: string }) {
    super();
    this.late = plain;
  }

  @Memo
  @Log({ level: 1 })
  get size(): number { return 1; }
  set size(value: number) {}

  protected abstract compute(): void;
  get(key: T): string;
  get(key: T, fallback?: string): string { return ""; }
}

abstract class Abstract {
  abstract run(): void;
}

export enum Color { Red, Green = 2, "dark-blue" = 3 }
declare const enum Flag { On }

namespace Outer {
  export const depth = 1;
  export namespace Inner.Most {
    export function f() {}
    const hidden = 2;
  }
  class Local {}
}

declare module "library" {
  export function extend(): void;
  interface Added { x: number }
}

declare global {
  interface Window { custom: string }
}

export const useThing = <T,>(x: T) => {
  function inner() {}
};

export default class extends Service<string> {
  only() {}
}
