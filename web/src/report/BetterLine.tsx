// The better line of a move, step by step on the board.
import { useEffect, useMemo, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { useAnswer } from "../app/load.tsx";
import type { PositionRef, PositionView, Replay, Report, ReportStep, TableView } from "../wire.ts";

/** The longest line that is shown. */
const LONGEST = 8;

/** The position before a step of the game, with these actions made there. */
export function placeOf(
  replay: Replay,
  table: TableView,
  report: Report,
  ply: number,
  actions: readonly string[],
): PositionRef {
  const before = report.steps.slice(0, ply - 1).map((step) => step.action);
  return {
    game: replay.game,
    options: table.options,
    position: null,
    actions: [...before, ...actions],
  };
}

/** A position as one seat sees it; the one before while it is on its way. */
export function usePosition(place: PositionRef | null, viewer: number | null): PositionView | null {
  const [view, setView] = useState<PositionView | null>(null);
  useAnswer(() => place && api.position({ place, viewer, layout: false }), [place, viewer], {
    take: setView,
  });
  useEffect(() => {
    if (!place) setView(null);
  }, [place]);
  return place && view;
}

export interface Line {
  step: ReportStep;
  /** How many moves of it are made. */
  made: number;
}

/** The position of a line; null while it is on its way. */
export function useLine(
  replay: Replay,
  table: TableView | null,
  report: Report | null,
  line: Line | null,
  /** The seat that looks; null: everything lies open. */
  viewer: number | null,
): PositionView | null {
  const place = useMemo(() => {
    if (!line || !table || !report) return null;
    const actions = line.step.better?.line.slice(0, line.made) ?? [];
    return placeOf(replay, table, report, line.step.ply, actions);
  }, [replay, line, table, report]);
  return usePosition(place, viewer);
}

export function LineBar(props: { line: Line; onLine: (line: Line | null) => void }) {
  const { line, onLine } = props;
  const all = Math.min(LONGEST, line.step.better?.line.length ?? 0);
  return (
    <section class="line-bar" aria-label="The better line">
      <button
        type="button"
        disabled={line.made === 0}
        onClick={() => onLine({ ...line, made: line.made - 1 })}
      >
        Back
      </button>
      <span role="status">
        {line.made === 0 ? "Before the move" : `Better line, ${line.made} of ${all}`}
      </span>
      <button
        type="button"
        class="primary"
        disabled={line.made >= all}
        onClick={() => onLine({ ...line, made: line.made + 1 })}
      >
        Next
      </button>
      <button type="button" onClick={() => onLine(null)}>
        To the game
      </button>
    </section>
  );
}
