// What this browser keeps between visits, as JSON. Where storage is switched off, nothing is kept:
// a value then lasts until the page is closed.
import { Store } from "./store.ts";

export function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // See above.
  }
}

/** A watched value that is kept at every change. */
export class KeptStore<T> extends Store<T> {
  constructor(
    private readonly key: string,
    otherwise: T,
  ) {
    super(read(key, otherwise));
  }

  override set(value: T) {
    super.set(value);
    write(this.key, value);
  }
}
