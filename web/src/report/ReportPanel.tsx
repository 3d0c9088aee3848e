// The report beside a replay: graph, account, key moments.
import { useState } from "preact/hooks";
import { plural } from "../app/format.ts";
import { Select } from "../app/Select.tsx";
import { capital, nameOf, personal } from "../app/speak.ts";
import type { Replay, Report, ReportState, ReportStep } from "../wire.ts";
import { Account } from "./Account.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { Graph } from "./Graph.tsx";
import { isMistake, points, summary, verdictWords } from "./words.ts";

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
  const [seat, setSeat] = useState(you ?? 0);
  const step = report.steps[at - 1];
  const mistakes = report.steps.filter((s) => s.by === seat && isMistake(s)).length;
  return (
    <section class="report" aria-label="Report">
      <h2>What it hinged on</h2>
      <Graph report={report} replay={replay} at={at} to={to} />
      <Shares replay={replay} shares={step?.shares ?? report.start} />
      {props.shown ? (
        <p class="here-words" role="status">
          {verdictWords(props.shown)}
        </p>
      ) : (
        <Here {...props} step={step} />
      )}
      {props.secrets && (
        <p class="small quiet">
          The graph knows what was hidden. A move is judged by what its player could know.
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
      {mistakes > 0 && (
        <button type="button" onClick={() => props.onTry(seat)}>
          Try {plural(mistakes, "mistake")} again
        </button>
      )}
      <Moments {...props} seat={seat} />
      <AsTable report={report} replay={replay} />
      <p class="small quiet">Made by {report.engine}.</p>
    </section>
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

function Moments(props: {
  replay: Replay;
  report: Report;
  you: number | null;
  seat: number;
  to: (ply: number) => void;
  onLine: (step: ReportStep) => void;
}) {
  const { replay, report, seat } = props;
  const moments = report.moments.filter((moment) => moment.seat === seat);
  if (moments.length === 0) return null;
  return (
    <>
      <h3>Key moments</h3>
      <ol class="key-moments">
        {moments.map((moment) => {
          const step = report.steps[moment.ply - 1];
          return (
            <li key={moment.ply}>
              <button type="button" class="bare" onClick={() => props.to(moment.ply)}>
                {moment.ply}. <code>{step?.action}</code>
              </button>{" "}
              {personal(moment.words, replay.seats, props.you)}
              {moment.kind === "error" && <Better step={step} onLine={props.onLine} />}
            </li>
          );
        })}
      </ol>
    </>
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
