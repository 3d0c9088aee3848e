// Every place of a board as a choice, so that marks are drawn by pointer and by keyboard alike.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Choice, Layout } from "../wire.ts";
import type { Study } from "./study.ts";
import { nodeOf, toggled } from "./tree.ts";

/** A choice for each site, in their order: one click on it. */
export const siteChoices = ({ sites }: Layout): Choice[] =>
  sites.map(({ name, label }, site) => ({
    action: name,
    clicks: [site],
    free: 0,
    caption: label,
    effects: [],
  }));

/** Marks on the node that is shown: one press begins a mark, the second ends it. */
export function useMarks(study: Study, layout: Layout, marking: boolean) {
  const [begun, setBegun] = useState<string | null>(null);
  const choices = useMemo(() => siteChoices(layout), [layout]);
  useEffect(() => setBegun(null), [marking]);
  const press = ({ action }: Choice) => {
    if (begun === null) {
      setBegun(action);
      return;
    }
    setBegun(null);
    const { tree, at } = study.state;
    const shape = { from: begun, to: begun === action ? null : action };
    study.note({ shapes: toggled(nodeOf(tree, at).shapes, shape) });
  };
  return { choices, press, begun };
}
