// The keys of the analysis board.
import { useEffect, useRef } from "preact/hooks";
import { useKeys } from "../app/keys.ts";
import type { Study } from "./study.ts";
import { endOf, ROOT } from "./tree.ts";

/**
 * Arrow keys step through the tree. The board has them after the Tab key led there; after a click
 * they are the tree's.
 */
export function useTreeKeys(study: Study) {
  const tabbed = useTabbed();
  const step = (act: () => void) => (event: KeyboardEvent) =>
    tabbed.current && (event.target as Element).closest(".board") ? false : act();
  useKeys(
    {
      ArrowLeft: step(() => study.back()),
      ArrowRight: step(() => study.on()),
      ArrowUp: step(() => study.choose(-1)),
      ArrowDown: step(() => study.choose(1)),
      Home: step(() => study.to(ROOT)),
      End: step(() => study.to(endOf(study.state.tree, study.state.at))),
    },
    { first: true },
  );
}

/** Whether the Tab key was pressed since the last click. */
function useTabbed() {
  const tabbed = useRef(false);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === "Tab") tabbed.current = true;
    };
    const point = () => {
      tabbed.current = false;
    };
    addEventListener("keydown", key, true);
    addEventListener("pointerdown", point, true);
    return () => {
      removeEventListener("keydown", key, true);
      removeEventListener("pointerdown", point, true);
    };
  }, []);
  return tabbed;
}
