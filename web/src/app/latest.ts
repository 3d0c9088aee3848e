import { useRef } from "preact/hooks";

/** A value as the last rendering had it, for code that runs later: effects, timers, listeners. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
