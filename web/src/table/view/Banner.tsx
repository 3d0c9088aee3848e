// What is to be done, what just happened, and why something cannot be done. It is read out once.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { GameInfo, TableView } from "../../wire.ts";
import type { Line } from "../transport/transport.ts";
import type { Reason } from "./guidance.ts";
import { bannerWords, lastWords, named, yourTurn } from "./turn.ts";

export function Banner(props: {
  view: TableView;
  /** The game, once it is known. */
  info: GameInfo | undefined;
  line: Line;
  /** What to do, for the one who acts. */
  guide: string | null;
  /** For a newcomer. */
  tip: string | null;
  /** Why not, in answer to a click. */
  reason: Reason | null;
  onRule: (rule: string) => void;
}) {
  const { view, info, guide, reason } = props;
  const own = yourTurn(view);
  // Only what comes into a place that is there already is read out.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <div class={`banner${own ? " yours" : ""}${reason && !reason.instead ? " refused" : ""}`}>
      <p class="todo" role="status">
        {ready && <strong>{bannerWords(view, info?.secrets)}</strong>}{" "}
        {ready && own && guide && <span class="guide">{named(view, guide)}</span>}
      </p>
      <div class="told">
        <p role="status">
          {reason && (
            <span class={reason.instead ? "" : "why"}>
              {named(view, reason.words)} <RuleLink rule={reason.rule} onRule={props.onRule} />
            </span>
          )}
        </p>
        {/* What happened gives way to the reason without leaving: it would be read out again. */}
        <p role="status" class={reason ? "sr-only" : ""}>
          {ready && lastWords(view, info?.summary)}
        </p>
        {props.tip && !reason && <p>{props.tip}</p>}
      </div>
      {props.line !== "open" && <p class="offline">Connection lost, trying again …</p>}
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
