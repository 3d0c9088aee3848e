// What all the others did since one's own last turn, at a glance, where three and more play.
import { told } from "./Banner.tsx";
import type { WholeView } from "./merge.ts";
import { since } from "./scores.ts";

export function Since({ view }: { view: WholeView }) {
  if (view.seats.length < 3 || view.yours.length !== 1 || view.status !== "playing") return null;
  const lines = since(view.log, view.yours);
  if (lines.length === 0) return null;
  return (
    <section class="since" aria-label="Since your last turn">
      <h2 class="small">Since your last turn</h2>
      <ul>
        {lines.slice(-12).map((line) => (
          <li key={line.ply}>
            <span class={`dot owner-${line.by ?? "none"}`} /> {told(view, line.words)}
          </li>
        ))}
      </ul>
    </section>
  );
}
