// The report beside a replay: graph, account, key moments.
import { useState } from "preact/hooks";
import { Select } from "../app/Select.tsx";
import { capital, nameOf } from "../app/speak.ts";
import type { Replay, Report, ReportState, ReportStep } from "../wire.ts";
import { Account } from "./Account.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { Graph } from "./Graph.tsx";
import { KeyMoments } from "./KeyMoments.tsx";
import { isMistake, points, summary, verdictOn, verdictWords, worstOf } from "./words.ts";

interface ReportProps {
  replay: Replay;
  you: number | null;
  at: number;
  /** Whether the game has secrets. */
  secrets: boolean;
  /** The step whose better line is on the board. */
  shown: ReportStep | null;
  to: (ply: number) => void;
  /** Shows the better line of a step on the board. */
  onLine: (step: ReportStep) => void;
  onTry: (seat: number) => void;
}

export function ReportPanel(props: ReportProps & { state: ReportState; make: () => void }) {
  const { state } = props;
  if (state.type === "none") {
    return (
      <section class="report" aria-label="Report">
        <h2>What it hinged on</h2>
        <p class="small quiet">
          The computer looks at every position: what was luck, what was an error, and which move was
          better.
        </p>
        <button type="button" class="primary" onClick={props.make}>
          Make the report
        </button>
      </section>
    );
  }
  if (state.type === "making") {
    return (
      <section class="report" aria-label="Report">
        <h2>What it hinged on</h2>
        <p role="status" class="small">
          Looking at move {state.done} of {state.all} …
        </p>
        <progress max={state.all} value={state.done} aria-label="Progress of the report" />
      </section>
    );
  }
  return <FinishedReport {...props} report={state.report} />;
}

function FinishedReport(props: ReportProps & { report: Report }) {
  const { replay, report, you, at, to } = props;
  const step = report.steps[at - 1];
  return (
    <section class="report" aria-label="Report">
      <h2>What it hinged on</h2>
      <Verdicts replay={replay} report={report} you={you} />
      <KeyMoments {...props} />
      <Tries {...props} />
      <h3>The course of the game</h3>
      <Graph report={report} replay={replay} at={at} to={to} />
      <Shares replay={replay} shares={step?.shares ?? report.start} />
      {props.shown ? (
        <p class="here-words" role="status">
          {verdictWords(props.shown)}
        </p>
      ) : (
        <Here {...props} step={step} />
      )}
      <AsTable report={report} replay={replay} />
      <Counted {...props} />
    </section>
  );
}

/** How everybody played, the player who looks first. */
function Verdicts(props: { replay: Replay; report: Report; you: number | null }) {
  const { replay, report, you } = props;
  const seats = replay.seats.map((_, seat) => seat);
  seats.sort((one, other) => Number(other === you) - Number(one === you));
  return (
    <ul class="verdicts">
      {seats.map((seat) => (
        <li key={seat}>
          <span class={`dot owner-${seat}`} />{" "}
          {verdictOn(report, replay.seats, seat, you).join(" ")}
        </li>
      ))}
    </ul>
  );
}

/** A button for each player who has mistakes to try again. */
function Tries({ replay, report, you, onTry }: ReportProps & { report: Report }) {
  const whose = (seat: number) => {
    if (seat === you) return "your";
    return `${capital(nameOf(replay.seats, seat))}'s`;
  };
  const seats = replay.seats.map((_, seat) => seat);
  const tried = seats.filter(
    (seat) => (you === null || seat === you) && worstOf(report, seat).length,
  );
  if (tried.length === 0) return null;
  return (
    <div class="bar">
      {tried.map((seat) => {
        const count = worstOf(report, seat).length;
        return (
          <button key={seat} type="button" onClick={() => onTry(seat)}>
            Try {whose(seat)} {count === 1 ? "mistake" : `${count} worst mistakes`} again
          </button>
        );
      })}
    </div>
  );
}

/** Sums and means, and how they come about: nobody needs them to learn from the game. */
function Counted(props: ReportProps & { report: Report }) {
  const { replay, report, you } = props;
  const [seat, setSeat] = useState(you ?? 0);
  return (
    <details class="counted">
      <summary>How this is counted</summary>
      {props.secrets && (
        <p class="small quiet">
          The graph knows what was hidden. A move is judged by what its player could know. It is an
          error only where the difference from the best is surer than chance; a move that the engine
          itself makes now and then, to be hard to predict, is none.
        </p>
      )}
      <ul class="summary">
        {summary(report, replay.seats, you).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <Select
        class="whose"
        label="The game of"
        value={seat}
        options={replay.seats.map((_, i) => ({
          value: i,
          label: i === you ? "you" : capital(nameOf(replay.seats, i)),
        }))}
        onChoose={setSeat}
      />
      <Account report={report} seats={replay.seats} seat={seat} />
      <p class="small quiet">Made by {report.engine}.</p>
    </details>
  );
}

/** Everybody's share now, in figures. */
function Shares({ replay, shares }: { replay: Replay; shares: readonly number[] }) {
  return (
    <ul class="shares-now">
      {replay.seats.map((view, seat) => (
        <li key={view.role}>
          <span class={`dot owner-${seat}`} /> {capital(nameOf(replay.seats, seat))}{" "}
          <strong>{points(shares[seat] ?? 0)}%</strong>
        </li>
      ))}
    </ul>
  );
}

/** The better move, with a button that plays its line. */
function Better(props: { step: ReportStep | undefined; onLine: (step: ReportStep) => void }) {
  const { step } = props;
  if (!step?.better) return null;
  return (
    <>
      {" "}
      Better: {step.better.words || step.better.line[0]}.{" "}
      <button type="button" class="bare" onClick={() => props.onLine(step)}>
        Show it
      </button>
    </>
  );
}

/** What is said of the move that led to the position on the board. */
function Here(props: { step: ReportStep | undefined; onLine: (step: ReportStep) => void }) {
  const { step } = props;
  const words = step ? verdictWords(step) : "";
  return (
    <p class="here-words" role="status">
      {words}
      {step && isMistake(step) && <Better step={step} onLine={props.onLine} />}
    </p>
  );
}

/** The graph for those who cannot see it. */
function AsTable({ report, replay }: { report: Report; replay: Replay }) {
  const rows = () =>
    report.steps.map((step) => (
      <tr key={step.ply}>
        <th scope="row">
          {step.ply}. {step.action}
        </th>
        {step.shares.map((share, seat) => (
          <td key={seat}>{points(share)}%</td>
        ))}
        <td>{verdictWords(step)}</td>
      </tr>
    ));
  return (
    <FigureTable
      summary="The graph as a table"
      label="Shares of the win"
      seats={replay.seats}
      more="Verdict"
      rows={rows}
    />
  );
}
