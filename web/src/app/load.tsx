// Things that come from the server before they can be shown.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useLatest } from "./latest.ts";
import { complain } from "./toasts.tsx";

export type Loaded<T> =
  | { state: "loading" }
  | { state: "failed"; reason: string }
  | { state: "ready"; value: T };

/** Loads anew whenever one of `inputs` changes. What is `known` already is there at once. */
export function useLoad<T>(
  load: () => Promise<T>,
  inputs: unknown[],
  known: T | null = null,
): Loaded<T> {
  const [result, setResult] = useState<Loaded<T>>(
    known === null ? { state: "loading" } : { state: "ready", value: known },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: as below
  useAnswer(load, inputs, {
    take: (value) => setResult({ state: "ready", value }),
    fail: (error) => setResult({ state: "failed", reason: error.message }),
  });
  return result;
}

/**
 * Asks anew whenever one of `inputs` changes, and hands on what comes unless they have changed again
 * meanwhile. `ask` gives null where there is nothing to ask.
 */
export function useAnswer<T>(
  ask: () => Promise<T> | null,
  inputs: unknown[],
  then: { take: (value: T) => void; fail?: (error: Error) => void },
) {
  const latest = useLatest(then);
  useEffect(() => {
    let current = true;
    ask()?.then(
      (value) => current && latest.current.take(value),
      (error: Error) => current && (latest.current.fail ?? complain)(error),
    );
    return () => {
      current = false;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: each caller lists what `ask` reads, and biome.json has the callers checked
  }, inputs);
}

/** What to show while there is nothing to show. */
export function Waiting<T>(props: {
  loaded: Loaded<T>;
  children: (value: T) => ComponentChildren;
}) {
  const { loaded } = props;
  if (loaded.state === "ready") return <>{props.children(loaded.value)}</>;
  if (loaded.state === "failed") {
    return (
      <p class="narrow problem" role="alert">
        {loaded.reason}
      </p>
    );
  }
  return (
    <p class="narrow quiet" role="status">
      One moment …
    </p>
  );
}

/** The title of the tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title ? `${title} · Parlour` : "Parlour";
  }, [title]);
}
