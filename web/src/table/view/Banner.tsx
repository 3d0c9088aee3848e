// What is to be done, what just happened, and why something cannot be done. It is read out once.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameInfo, TableView } from "../../wire.ts";
import type { Line } from "../transport/transport.ts";
import type { Explanation } from "./guidance.ts";
import { bannerWords, lastWords, named, yourTurn } from "./turn.ts";

export function Banner(props: {
  view: TableView;
  /** The game, once it is known. */
  info: GameInfo | undefined;
  line: Line;
  /** Whether the end of a hand waits until it was seen. */
  held: boolean;
  /** What to do, for the one who acts. */
  guide: string | null;
  /** For a newcomer. */
  tip: string | null;
  /** Why not, in answer to a click. */
  explanation: Explanation | null;
  onRule: (rule: string) => void;
}) {
  const { view, info, guide, held, explanation } = props;
  const own = yourTurn(view) && !held;
  // Only what comes into a place that is there already is read out.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  // Nothing can be done while nobody hears it: the last turn is not offered as if it could be taken.
  if (props.line !== "open") {
    return (
      <div class="banner offline">
        <p class="todo" role="alert">
          Connection lost, trying again …
        </p>
        <p class="told">Nothing is lost: the game goes on from here.</p>
      </div>
    );
  }
  const happened = lastWords(view, info?.summary);
  return (
    <div
      class={`banner${own ? " yours" : ""}${explanation && !explanation.instead ? " refused" : ""}`}
    >
      <p class="todo" role="status">
        {ready && <strong>{held ? happened : bannerWords(view, info?.secrets)}</strong>}{" "}
        {ready && own && guide && <span class="guide">{named(view, guide)}</span>}
      </p>
      <div class="told">
        <p role="status">
          {explanation && (
            <span class={explanation.instead ? "" : "why"}>
              {named(view, explanation.words)}{" "}
              <RuleLink rule={explanation.rule} onRule={props.onRule} />
            </span>
          )}
        </p>
        {/* What happened gives way to the explanation without leaving: it would be read out again. */}
        <p role="status" class={explanation ? "sr-only" : ""}>
          {ready && !held && happened}
        </p>
        {props.tip && !explanation && <p>{props.tip}</p>}
      </div>
    </div>
  );
}

function RuleLink(props: {
  rule: string | null;
  onRule: (rule: string) => void;
}): ComponentChildren {
  const { rule } = props;
  if (!rule) return null;
  return (
    <button type="button" class="linklike" onClick={() => props.onRule(rule)}>
      Rule: {rule}
    </button>
  );
}
