// The one board for all games, drawn in layers from layout, picture and state.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { later } from "../../app/later.tsx";
import { settings, still } from "../../app/settings.ts";
import { useSelect, useStore } from "../../app/store.ts";
import { seatColours } from "../../themes/colours.ts";
import { themeOf } from "../../themes/index.ts";
import type { Choice, Description, Layout, Picture } from "../../wire.ts";
import { inner, outline } from "../geometry.ts";
import { useKeyboard } from "../input/keyboard.ts";
import { Pointer } from "../input/pointer.ts";
import { type PieceElements, usePieces } from "../motion/pieces.ts";
import type { BoardControl } from "../state/control.ts";
import { tabStop } from "../state/state.ts";
import { Names } from "./Names.tsx";
import { type Layers, Pieces, type PiecesProps, Signs, Tags } from "./Pieces.tsx";
import { HintMarks, Preview, PushArrows } from "./Preview.tsx";
import { place } from "./place.ts";
import { Sites } from "./Sites.tsx";
import { useStage } from "./Stage.tsx";
import { useUpright } from "./upright.ts";
import { boardWords } from "./words.ts";

// Most of a game nothing is said of places.
const Mentioned = later(() => import("./Mentioned.tsx"), "Mentioned");

export interface BoardProps {
  game: string;
  /** What to call the board aloud. */
  label: string;
  layout: Layout;
  picture: Picture;
  last: Description | null;
  /** A move was sent and has not come back. */
  sent?: boolean;
  /** Puts people's names into the words for places and pieces. */
  say?: (words: string) => string;
  /** The move that a hint proposes. */
  hint?: Choice;
  /** The move that a coach warns of. */
  mistake?: Choice;
  /** What lies over everything else and is only looked at, such as arrows. */
  overlay?: (layers: Layers) => ComponentChildren;
  /** The answer that refutes a move. */
  threat?: Choice;
  /** A sentence that stands beside the board: the places that it names are named on the board. */
  spoken?: string;
}

/** A board to look at; with a `control` one to play on. */
export function Board(props: BoardProps & { control?: BoardControl }) {
  const { game, picture, last, control, sent = false } = props;
  const theme = themeOf(game);
  const layout = useUpright(game, props.layout);
  const stage = useStage(theme, layout);
  const pieces = usePieces(theme, layout, picture, last, still());
  const { coordinates } = useStore(settings);
  const say = props.say ?? same;
  const layers = { theme, layout, picture };
  const frame = {
    class: `board theme-${game}`,
    style: seatColours(layout),
    viewBox: `0 0 ${layout.width} ${layout.height}`,
    label: props.label,
  };
  const drawn = (
    <>
      {stage}
      <Names layout={layout} shown={coordinates} />
      <Signs {...layers} last={last} />
    </>
  );
  return (
    <>
      {control ? (
        <Playable {...frame} layout={layout} control={control} elements={pieces.elements}>
          {drawn}
          <PlayedPieces {...pieces} theme={theme} layout={layout} control={control} sent={sent} />
          <Sites {...layers} control={control} hint={props.hint?.clicks} say={say} />
          <HintMarks {...layers} choice={props.mistake} kind="wrong" />
          <HintMarks {...layers} choice={props.hint} kind="advice" />
          <HintMarks {...layers} choice={props.threat} kind="threat" />
          <PushArrows layout={layout} control={control} />
          <Preview {...layers} control={control} />
          <Tags {...layers} />
          <FocusRing layout={layout} control={control} />
          {props.overlay?.(layers)}
          {props.spoken && <Mentioned layout={layout} picture={picture} words={props.spoken} />}
        </Playable>
      ) : (
        <svg {...frame} role="img" aria-label={frame.label}>
          {drawn}
          <Pieces {...pieces} theme={theme} layout={layout} idle={!sent} />
          <Tags {...layers} />
          {props.overlay?.(layers)}
        </svg>
      )}
      <BoardText lines={boardWords(layout, picture).map(say)} />
    </>
  );
}

const same = (words: string) => words;

/** The board's frame with everything that hears pointer and keyboard. */
function Playable(props: {
  class: string;
  style: Record<string, string>;
  viewBox: string;
  label: string;
  layout: Layout;
  control: BoardControl;
  elements: PieceElements;
  children: ComponentChildren;
}) {
  const { layout, control } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [pointer] = useState(() => new Pointer(svg, control, props.elements));
  pointer.layout = layout;
  const active = useSelect(control.store, ({ next }) => next.size > 0);
  const dragging = useSelect(control.store, (state) => state.dragging);
  const stop = useSelect(control.store, (state) => tabStop(state, layout.sites.length));
  const keyboard = useKeyboard(svg, layout, control, stop);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of a page holds a drawing's buttons
    <svg
      ref={svg}
      class={`${props.class}${active ? " active" : ""}${dragging ? " dragging" : ""}`}
      style={props.style}
      viewBox={props.viewBox}
      role="group"
      aria-label={props.label}
      tabindex={-1}
      {...keyboard}
      {...pointer.handlers}
    >
      {props.children}
    </svg>
  );
}

/** Pieces under a player's hands: one that was let go of goes home once no move is on its way. */
function PlayedPieces({
  control,
  sent,
  ...pieces
}: Omit<PiecesProps, "idle"> & { control: BoardControl; sent: boolean }) {
  const nothingPicked = useSelect(control.store, ({ picked }) => picked.length === 0);
  return <Pieces {...pieces} idle={nothingPicked && !sent} />;
}

function FocusRing({ layout, control }: { layout: Layout; control: BoardControl }) {
  const shown = useSelect(control.store, ({ focus, focusVisible }) =>
    focusVisible ? focus : null,
  );
  const site = shown === null ? undefined : layout.sites[shown];
  if (!site) return null;
  const d = outline(site.shape, inner(site.shape) * 0.1);
  return <path class="focus" transform={place(site)} d={d} />;
}

/** The board as a list for screen readers. */
function BoardText({ lines }: { lines: string[] }) {
  return (
    <div class="sr-only">
      <h2>The board in words</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
