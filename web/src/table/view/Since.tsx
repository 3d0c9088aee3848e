// Where three and more play: what all the others did since one's own last turn, at a glance.
import type { TableView } from "../../wire.ts";
import { Lines } from "./Missed.tsx";
import { since } from "./scores.ts";

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
