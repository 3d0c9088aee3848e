// What happened while one could not see it.
import type { LogLine, TableView } from "../../wire.ts";
import type { TableState } from "../session.ts";
import { named } from "./turn.ts";

/** The number of lines that are seen at a glance. */
const GLANCE = 12;

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

export function Lines({ view, lines }: { view: TableView; lines: LogLine[] }) {
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
