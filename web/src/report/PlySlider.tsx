// A graph over the game that leads to its moves, by mouse and by keyboard.
import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useRef } from "preact/hooks";

export const WIDTH = 1000;
export const HEIGHT = 260;

export function PlySlider(props: {
  label: string;
  /** What the graph shows at this move, in words. */
  spoken: string;
  at: number;
  end: number;
  to: (ply: number) => void;
  children: ComponentChildren;
}) {
  const { at, end, to } = props;
  const box = useRef<HTMLDivElement>(null);
  const pick = (event: MouseEvent) => {
    const frame = box.current?.getBoundingClientRect();
    if (!frame) return;
    const part = (event.clientX - frame.left) / frame.width;
    to(Math.min(end, Math.max(0, Math.round(part * end))));
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    // The page's own arrow keys go from turn to turn.
    event.stopPropagation();
    to(Math.min(end, Math.max(0, next)));
  };
  return (
    <div
      ref={box}
      class="share-graph"
      role="slider"
      tabIndex={0}
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={at}
      aria-valuetext={`After ${at} of ${end}: ${props.spoken}`}
      onClick={pick}
      onKeyDown={onKey}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {props.children}
        <path class="here" d={`M${plyX(at, end)} 0V${HEIGHT}`} />
      </svg>
    </div>
  );
}

/** Where a move lies in the graph. */
export const plyX = (ply: number, end: number) => (WIDTH * ply) / Math.max(1, end);
