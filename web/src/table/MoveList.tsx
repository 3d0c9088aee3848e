// The moves so far; a click shows the game at that point.
import { useEffect, useRef } from "preact/hooks";
import { Link } from "../app/router.tsx";
import type { LogLine } from "../wire.ts";

export function MoveList(props: {
  id: string;
  log: LogLine[];
  current?: number;
  /** Puts people's names into a sentence. */
  say: (words: string) => string;
}) {
  const list = useRef<HTMLOListElement>(null);
  const marked = props.current ?? props.log.at(-1)?.ply ?? 0;
  useEffect(() => {
    const box = list.current;
    const line = box?.querySelector<HTMLElement>(`[data-ply="${marked}"]`);
    if (!box || !line) return;
    // Only the list scrolls, never the page under the player's hands.
    const top = line.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + line.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }, [marked, props.log.length]);
  if (props.log.length === 0) return <p class="quiet">No moves yet.</p>;
  return (
    <ol class="moves" ref={list}>
      {props.log.map((line) => (
        <li key={line.ply} data-ply={line.ply} class={line.ply === marked ? "now" : ""}>
          <Link
            href={`/t/${props.id}/replay#${line.ply}`}
            aria-current={line.ply === marked ? "step" : undefined}
          >
            <span class="ply">{line.ply}</span>
            <span class={`dot owner-${line.by ?? "none"}`} />
            <code>{line.action}</code>
            <span class="words">{props.say(line.words)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
