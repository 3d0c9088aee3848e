// The moves so far; a click shows the game at that point. The whole list is one stop of the Tab key,
// however long the game: arrows go from move to move.
import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { memo } from "../../app/memo.ts";
import { Link } from "../../app/router.tsx";
import type { LogLine } from "../../wire.ts";

/** The ply of the line that an element belongs to. */
const plyOf = (target: EventTarget | null) =>
  Number((target as Element | null)?.closest<HTMLElement>("li")?.dataset.ply ?? 0);

interface Mark {
  glyph: string;
  word: string;
}

export const MoveList = memo(function MoveList(props: {
  id: string;
  log: LogLine[];
  current?: number;
  /** Puts people's names into a sentence. */
  say: (words: string) => string;
  /** What stands beside a move: a mark, and its meaning. */
  mark?: (ply: number) => Mark | null;
}) {
  const list = useRef<HTMLOListElement>(null);
  const marked = props.current ?? props.log.at(-1)?.ply ?? 0;
  const [focus, setFocus] = useState<number | null>(null);
  const stop = focus ?? marked;
  const onKey = (event: TargetedKeyboardEvent<HTMLOListElement>) => {
    const links = [...event.currentTarget.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || !links[to]) return;
    event.preventDefault();
    links[to].focus();
  };
  useEffect(() => {
    const box = list.current;
    const line = box?.querySelector<HTMLElement>(`[data-ply="${marked}"]`);
    if (!box || !line) return;
    // Only the list scrolls, never the page under the player's hands.
    const [whole, part] = [box.getBoundingClientRect(), line.getBoundingClientRect()];
    if (part.top < whole.top || part.bottom > whole.bottom) {
      box.scrollTop += part.top - whole.top - box.clientHeight / 2;
    }
  }, [marked, props.log.length]);
  if (props.log.length === 0) return <p class="quiet">No moves yet.</p>;
  return (
    <ol
      class="moves"
      ref={list}
      onKeyDown={onKey}
      onFocusIn={(event) => setFocus(plyOf(event.target))}
      onFocusOut={() => setFocus(null)}
    >
      {props.log.map((line) => {
        const mark = props.mark?.(line.ply);
        return (
          <Line
            key={line.ply}
            id={props.id}
            line={line}
            words={props.say(line.words)}
            isNow={line.ply === marked}
            isStop={line.ply === stop}
            glyph={mark?.glyph}
            word={mark?.word}
          />
        );
      })}
    </ol>
  );
});

/** One move. A game has hundreds: only those that change are drawn again. */
const Line = memo(
  (props: {
    id: string;
    line: LogLine;
    words: string;
    isNow: boolean;
    isStop: boolean;
    glyph?: string;
    word?: string;
  }) => {
    const { line, isNow, glyph, word } = props;
    return (
      <li data-ply={line.ply} class={isNow ? "now" : ""}>
        <Link
          href={`/t/${props.id}/replay#${line.ply}`}
          aria-current={isNow ? "step" : undefined}
          tabindex={props.isStop ? 0 : -1}
        >
          <span class="ply">{line.ply}</span>
          <span class={`dot owner-${line.by ?? "none"}`} />
          <code>
            {line.action}
            {glyph && word && <MoveMark glyph={glyph} word={word} />}
          </code>
          <span class="words">{props.words}</span>
        </Link>
      </li>
    );
  },
);

function MoveMark({ glyph, word }: Mark) {
  return (
    <span class={glyph === "★" ? "mark luck" : "mark"} title={word}>
      {" "}
      <span aria-hidden="true">{glyph}</span>
      <span class="sr-only">{word}</span>
    </span>
  );
}
