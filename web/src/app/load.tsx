// Things that come from the server before they can be shown.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

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
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setResult({ state: "ready", value }),
      (error: Error) => current && setResult({ state: "failed", reason: error.message }),
    );
    return () => {
      current = false;
    };
  }, inputs);
  return result;
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
