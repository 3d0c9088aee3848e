// What this browser keeps between visits, mostly as JSON. Where storage is switched off or full,
// nothing is kept, and nothing fails.
import { Store } from "./store.ts";

export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(key: string, text: string) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page works without: the value is not there at the next visit.
  }
}

export function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(readText(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const write = (key: string, value: unknown) => writeText(key, JSON.stringify(value));

/** A watched value that is kept at every change. `mended` makes up for what an older page has kept. */
export class KeptStore<T> extends Store<T> {
  constructor(
    private readonly key: string,
    otherwise: T,
    mended = (kept: T) => kept,
  ) {
    super(mended(read(key, otherwise)));
  }

  override set(value: T) {
    super.set(value);
    write(this.key, value);
  }
}
