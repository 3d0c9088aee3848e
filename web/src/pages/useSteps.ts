// Where a replay stands, and how it goes from move to move.
import { useCallback, useMemo, useState } from "preact/hooks";
import { useKeys } from "../app/keys.ts";
import { go } from "../app/router.tsx";
import type { Line } from "../report/BetterLine.tsx";
import type { Replay, ReportStep } from "../wire.ts";
import { nextTurn, turnEnds } from "./turns.ts";

/** The ply that the end of an address names: the last, where it names none. */
const plyOf = (hash: string, end: number) =>
  /^\d+$/.test(hash) ? Math.min(end, Number(hash)) : end;

/** The steps of a replay; the arrow keys go from turn to turn while `keys`. */
export function useSteps(replay: Replay, hash: string, keys: boolean) {
  const end = replay.steps.length - 1;
  const at = plyOf(hash, end);
  const turns = useMemo(() => turnEnds(replay.steps), [replay]);
  // A better line holds for the position before its move; anywhere else the game is shown.
  const [asked, setLine] = useState<Line | null>(null);
  const line = asked?.step.ply === at + 1 ? asked : null;
  const to = useCallback(
    (ply: number) => {
      setLine(null);
      go(`/t/${replay.id}/replay#${ply}`, true);
    },
    [replay.id],
  );
  // Keys can come faster than pictures: step from where the address stands, not the last picture.
  const turn = (direction: 1 | -1) =>
    to(nextTurn(turns, plyOf(location.hash.slice(1), end), direction));
  useKeys({ ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }, { active: keys });
  /** Shows the better line of a step. */
  const showLine = (step: ReportStep) => {
    to(step.ply - 1);
    setLine({ step, made: 1 });
    // On a phone the board is above the report.
    scrollTo({ top: 0 });
  };
  return { at, end, to, turn, line, setLine, showLine };
}
