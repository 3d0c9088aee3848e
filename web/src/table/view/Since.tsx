// What happened while one could not see it, and, where three and more play, what all the others did
// since one's own last turn: at a glance.
import type { LogLine, TableView } from "../../wire.ts";
import type { TableState } from "../session.ts";
import { since } from "./scores.ts";
import { named } from "./turn.ts";

/** The number of lines that are seen at a glance. */
const GLANCE = 12;

export function Since({ view }: { view: TableView }) {
  if (view.seats.length < 3 || view.yours.length !== 1 || view.status !== "playing") return null;
  const lines = since(view.log, view.yours);
  if (lines.length === 0) return null;
  return (
    <section class="since" aria-label="Since your last turn">
      <h2 class="small">Since your last turn</h2>
      <Lines view={view} lines={lines} />
    </section>
  );
}

/** The actions that came too fast to be shown, or while the page was hidden; read out once. */
export function Missed(props: {
  view: TableView;
  missed: TableState["missed"];
  onHide: () => void;
}) {
  const { view, missed } = props;
  const lines = missed
    ? view.log.filter(({ ply }) => ply > missed.after && ply < missed.before)
    : [];
  return (
    <div role="status" class="missed">
      {lines.length > 0 && (
        <section class="notice since" aria-label="Meanwhile">
          <h2 class="small">Meanwhile</h2>
          <Lines view={view} lines={lines} />
          <button type="button" class="linklike" onClick={props.onHide}>
            Hide
          </button>
        </section>
      )}
    </div>
  );
}

function Lines({ view, lines }: { view: TableView; lines: LogLine[] }) {
  return (
    <ul>
      {lines.slice(-GLANCE).map((line) => (
        <li key={line.ply}>
          <span class={`dot owner-${line.by ?? "none"}`} /> {named(view, line.words)}
        </li>
      ))}
    </ul>
  );
}
