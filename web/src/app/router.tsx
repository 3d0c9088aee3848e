// A small router on the history API.
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Where the page is. */
export interface PageLocation {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const CHANGED = "parlour:location";

function here(): PageLocation {
  return {
    path: location.pathname,
    query: new URLSearchParams(location.search),
    hash: location.hash.slice(1),
  };
}

/** Goes to another address of the page. */
export function go(address: string, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  dispatchEvent(new Event(CHANGED));
  if (!replace) scrollTo(0, 0);
}

/** The location, now and after every step. */
export function useLocation(): PageLocation {
  const [current, setCurrent] = useState(here);
  useEffect(() => {
    const update = () => setCurrent(here());
    addEventListener("popstate", update);
    addEventListener("hashchange", update);
    addEventListener(CHANGED, update);
    return () => {
      removeEventListener("popstate", update);
      removeEventListener("hashchange", update);
      removeEventListener(CHANGED, update);
    };
  }, []);
  return current;
}

/** Matches `/t/:id/replay` against a path and gives the named parts. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/").filter(Boolean);
  const found = path.split("/").filter(Boolean);
  if (wanted.length !== found.length) return null;
  const parts: Record<string, string> = {};
  for (const [i, want] of wanted.entries()) {
    const part = found[i] as string;
    if (want.startsWith(":")) {
      try {
        parts[want.slice(1)] = decodeURIComponent(part);
      } catch {
        return null;
      }
    } else if (want !== part) return null;
  }
  return parts;
}

type Parts<Pattern> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Parts<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** The page of one address: null anywhere else. */
export const route =
  <Pattern extends string>(
    pattern: Pattern,
    page: (parts: Parts<Pattern>, location: PageLocation) => VNode,
  ) =>
  (location: PageLocation): VNode | null => {
    const parts = match(pattern, location.path);
    return parts && page(parts as Parts<Pattern>, location);
  };

/** A link inside the page. */
export function Link(props: {
  href: string;
  class?: string;
  title?: string;
  "aria-label"?: string;
  "aria-current"?: "page" | "step";
  tabindex?: number;
  children?: ComponentChildren;
}) {
  const follow = (event: MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!plain || event.defaultPrevented) return;
    event.preventDefault();
    go(props.href);
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads somewhere, within the page
    // biome-ignore lint/a11y/noStaticElementInteractions: a link with an address is no static element
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key clicks a link
    <a {...props} onClick={follow} />
  );
}
