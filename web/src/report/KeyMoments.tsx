// What the game hinged on: a few moments of each player, each with its board and a reason.
import { capital, nameOf, personal } from "../app/speak.ts";
import { Board } from "../board/render/Board.tsx";
import { BestMoves } from "../board/render/Overlay.tsx";
import type { KeyMoment, Replay, Report, ReportStep } from "../wire.ts";
import { betterOf } from "./words.ts";

interface MomentProps {
  replay: Replay;
  report: Report;
  you: number | null;
  to: (ply: number) => void;
  /** Shows the better line of a step on the board. */
  onLine: (step: ReportStep) => void;
}

/** Everybody's moments, your own first. */
export function KeyMoments(props: MomentProps) {
  const { replay, report, you } = props;
  const seats = replay.seats.map((_, seat) => seat);
  seats.sort((one, other) => Number(other === you) - Number(one === you));
  const whose = (seat: number) =>
    seat === you ? "Your" : `${capital(nameOf(replay.seats, seat))}:`;
  return (
    <>
      {seats.map((seat) => {
        const moments = report.moments.filter((moment) => moment.seat === seat);
        if (moments.length === 0) return null;
        return (
          <section key={seat}>
            <h3>{whose(seat)} key moments</h3>
            <ol class="key-moments">
              {moments.map((moment) => (
                <Moment {...props} key={moment.ply} moment={moment} />
              ))}
            </ol>
          </section>
        );
      })}
    </>
  );
}

function Moment(props: MomentProps & { moment: KeyMoment }) {
  const { replay, report, you, moment, to, onLine } = props;
  const step = report.steps[moment.ply - 1];
  if (!step) return null;
  const words = personal(moment.words, replay.seats, you);
  const better = moment.kind === "error" ? betterOf(step) : null;
  return (
    <li>
      <MomentBoard {...props} step={step} />
      <div>
        <button type="button" class="bare" onClick={() => to(moment.ply)}>
          {moment.ply}. <code>{step.action}</code>
        </button>{" "}
        {words}
        {better && (
          <>
            {" "}
            Better: {better.caption || better.action}.{" "}
            <button type="button" class="bare" onClick={() => onLine(step)}>
              Show it
            </button>
          </>
        )}
      </div>
    </li>
  );
}

/** The board at a moment: before an error with the better move on it, otherwise after what came. */
function MomentBoard({
  replay,
  moment,
  step,
}: MomentProps & { moment: KeyMoment; step: ReportStep }) {
  const better = moment.kind === "error" ? betterOf(step) : null;
  const shown = replay.steps[better ? moment.ply - 1 : moment.ply];
  if (!shown) return null;
  return (
    <div class="moment-board" aria-hidden="true">
      <Board
        game={replay.game}
        label={`The board at action ${moment.ply}`}
        layout={replay.layout}
        picture={shown.picture}
        last={better ? null : shown.told}
        overlay={(layers) => better && <BestMoves {...layers} choices={[better]} />}
      />
    </div>
  );
}
