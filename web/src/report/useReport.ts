// The report on a game, asked for and waited for.
import { useEffect, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { useAnswer } from "../app/load.tsx";
import { complain } from "../app/toasts.tsx";
import type { Knowledge, ReportState, TableView } from "../wire.ts";
import type { Layer } from "./KnowledgePanel.tsx";

/** How long to wait between two looks at a report that is being made, in milliseconds. */
const OFTEN = 700;

interface Reported {
  /** Null until the server has answered. */
  state: ReportState | null;
  make: () => void;
}

/** The report on a finished game; with `wanted` it is made without another click. */
export function useReport(id: string, over: boolean, wanted: boolean): Reported {
  const [state, setState] = useState<ReportState | null>(null);
  const [asks, setAsks] = useState(wanted);
  useEffect(() => {
    if (!over) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (first: boolean) => {
      try {
        const next = await (asks && first ? api.makeReport(id) : api.report(id));
        if (!current) return;
        setState(next);
        if (next.type === "making") timer = setTimeout(() => look(false), OFTEN);
      } catch (error) {
        if (!current) return;
        setState({ type: "none" });
        setAsks(false);
        complain(error);
      }
    };
    look(true);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [id, over, asks]);
  return { state, make: () => setAsks(true) };
}

/** The table of a replay: who looks, and the options of the game. */
export function useTable(id: string, wanted: boolean): TableView | null {
  const [table, setTable] = useState<TableView | null>(null);
  useAnswer(() => (wanted ? api.table(id) : null), [id, wanted], {
    take: setTable,
    // The replay is shown without it.
    fail: () => {},
  });
  return table;
}

/** What the board shows of the secrets of a finished game, and the knowledge that it needs. */
export function useLayers(
  id: string,
  viewer: number | null,
  onViewer: (viewer: number | null) => void,
  /** Through whose eyes the first look is. */
  first: number,
) {
  const [layer, setLayer] = useState<Layer>("off");
  const [wanted, setWanted] = useState(false);
  const knowledge = useKnowledge(id, viewer, wanted);
  const onLayer = (next: Layer) => {
    // The first look is through somebody's eyes: with all open there is nothing to guess.
    if (!wanted && viewer === null && next !== "truth") onViewer(first);
    setWanted(true);
    setLayer(next);
  };
  return { layer, onLayer, knowledge };
}

/** What could be known in a finished game, for each viewer asked for once; null until it is there. */
function useKnowledge(id: string, viewer: number | null, wanted: boolean): Knowledge | null {
  const [known, setKnown] = useState<ReadonlyMap<number | null, Knowledge>>(new Map());
  const missing = wanted && !known.has(viewer);
  useAnswer(() => (missing ? api.knowledge(id, viewer) : null), [id, viewer, missing], {
    take: (knowledge) => setKnown((before) => new Map(before).set(viewer, knowledge)),
  });
  return known.get(viewer) ?? null;
}
