// A position that is set up by clicks and keys: pieces are put, moved and taken away, and everything beside
// the board is chosen. The game says what is wrong while it is not a position.
import "./setup.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { TextArea } from "../app/Fields.tsx";
import { Select } from "../app/Select.tsx";
import { capital } from "../app/speak.ts";
import { BoardPage } from "../board/BoardPage.tsx";
import { inner } from "../board/geometry.ts";
import { Board } from "../board/render/Board.tsx";
import { Marks } from "../board/render/Overlay.tsx";
import { pieceClass } from "../board/render/place.ts";
import { BoardControl } from "../board/state/control.ts";
import { themeOf } from "../themes/index.ts";
import type { GameInfo, Layout, Setup, SetupSign, SetupValue, Site } from "../wire.ts";
import { siteChoices } from "./marks.ts";
import { cleared, MOVE, type PositionDraft, press, useDraft, useTyped } from "./setup.ts";

interface SetupProps {
  game: GameInfo;
  position: string;
  onUse: (position: string) => void;
  onCancel: () => void;
}

export function SetupBench(props: SetupProps) {
  const { game } = props;
  const [draft, { setup, layout, repair, failed }] = useDraft(game.id, props.position);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { tool, setTool, lifted, why, onSite } = useTool(draft, setup);
  const palette = paletteOf(setup, layout);
  return (
    <BoardPage
      game={game.id}
      kind="analyse setting-up"
      layout={layout}
      banner={
        <div class="banner" role="status">
          <p class={setup?.problem ? "todo problem" : "todo"}>
            {failed || setup?.problem || "This is a legal position."}
          </p>
          <p class="told">{why || guideOf(setup, palette !== null, tool, lifted !== null)}</p>
        </div>
      }
      board={
        <>
          <div class="felt">
            {setup && layout && (
              <SetupBoard
                game={game}
                setup={setup}
                layout={layout}
                lifted={lifted}
                onSite={onSite}
              />
            )}
          </div>
          <div class="moves-below">
            {palette && <Palette game={game.id} {...palette} tool={tool} onTool={setTool} />}
          </div>
        </>
      }
      head={
        <h1 ref={heading} tabIndex={-1}>
          Set up a position
        </h1>
      }
    >
      <div class="rest">
        {repair !== null && (
          <div class="repair">
            <button type="button" onClick={() => draft.write(repair)}>
              Use the nearest legal position
            </button>
            <code class="small">{repair}</code>
          </div>
        )}
        {setup && <Values setup={setup} draft={draft} />}
        <SetupButtons {...props} setup={setup} onClear={palette && (() => draft.change(cleared))} />
        {setup && <AsText setup={setup} draft={draft} />}
      </div>
    </BoardPage>
  );
}

/** What a click does, and what was picked up to be put down at the next one. */
function useTool(draft: PositionDraft, setup: Setup | null) {
  const [tool, setTool] = useState(MOVE);
  const [lifted, setLifted] = useState<number | null>(null);
  const [why, setWhy] = useState("");
  useEffect(() => {
    setLifted(null);
    setWhy("");
  }, [tool, setup?.text]);
  const onSite = (site: number) => {
    if (!setup) return;
    const pressed = press(setup, tool, lifted, site);
    setLifted(pressed.lifted);
    setWhy(pressed.why);
    if (pressed.changes.length > 0) {
      draft.change((latest) => press(latest, tool, lifted, site).changes);
    }
  };
  return { tool, setTool, lifted, why, onSite };
}

/** The signs to choose from, and a site to draw them on; null where a click on a place says it all. */
function paletteOf(setup: Setup | null, layout: Layout | null) {
  const board = setup?.boards.find(({ signs }) => signs.length > 2);
  const site = layout?.sites[board?.sites[0] ?? 0];
  return board && site ? { signs: board.signs, site } : null;
}

/** The buttons that lead on, and back. */
function SetupButtons(props: SetupProps & { setup: Setup | null; onClear: (() => void) | null }) {
  const { setup, onClear } = props;
  return (
    <div class="bar">
      <button
        type="button"
        class="primary"
        disabled={!setup || setup.problem !== null}
        onClick={() => setup && props.onUse(setup.text)}
      >
        Analyse this position
      </button>
      {onClear && (
        <button type="button" onClick={onClear}>
          Clear the board
        </button>
      )}
      <button type="button" onClick={props.onCancel}>
        Cancel
      </button>
    </div>
  );
}

function guideOf(setup: Setup | null, palette: boolean, tool: string, lifted: boolean): string {
  if (!setup) return "One moment …";
  if (setup.boards.length === 0) return "Change the text below “As text”.";
  if (!palette) return "Click a place to change it.";
  if (lifted) return "Now click where it goes.";
  if (tool === MOVE) return "Click a piece, then where it goes.";
  return "Click a place; click it again to empty it.";
}

function SetupBoard(props: {
  game: GameInfo;
  setup: Setup;
  layout: Layout;
  lifted: number | null;
  onSite: (site: number) => void;
}) {
  const { game, setup, layout, lifted, onSite } = props;
  const [control] = useState(() => new BoardControl());
  control.listener = {
    confirm: false,
    quick: false,
    onMove: (choice) => onSite(choice.clicks[0] ?? 0),
    onPick: (_, refused) => refused && onSite(refused.site),
  };
  const choices = useMemo(
    () => siteChoices(layout).filter((_, site) => setup.boards.some((b) => b.sites.includes(site))),
    [layout, setup.boards],
  );
  useLayoutEffect(() => control.setChoices(choices), [control, choices]);
  const begun = lifted === null ? null : (layout.sites[lifted]?.name ?? null);
  return (
    <Board
      game={game.id}
      label={`The board of ${game.name}, to be set up`}
      layout={layout}
      picture={setup.picture}
      last={null}
      control={control}
      overlay={(layers) => <Marks layout={layers.layout} shapes={[]} begun={begun} />}
    />
  );
}

/** What a click puts on the board. */
function Palette(props: {
  game: string;
  site: Site;
  signs: readonly SetupSign[];
  tool: string;
  onTool: (tool: string) => void;
}) {
  const { game, site, signs, tool, onTool } = props;
  const [empty, ...pieces] = signs;
  const button = (name: string, words: string, sign?: SetupSign) => (
    <label key={name} class="tool" title={words}>
      <input type="radio" name="tool" checked={tool === name} onChange={() => onTool(name)} />
      {sign ? <SignPicture game={game} site={site} sign={sign} /> : null}
      <span class={sign ? "sr-only" : ""}>{words}</span>
    </label>
  );
  return (
    <fieldset class="palette">
      <legend class="sr-only">What a click does</legend>
      {button(MOVE, "Move")}
      {pieces.map((sign) => button(sign.name, `Put: ${sign.name}`, sign))}
      {empty && button(empty.name, "Take away")}
    </fieldset>
  );
}

function SignPicture(props: { game: string; site: Site; sign: SetupSign }) {
  const { site } = props;
  const { piece, mark } = props.sign;
  if (!piece) return null;
  const theme = themeOf(props.game);
  const r = inner(site.shape) * 1.1;
  return (
    <svg class="board" viewBox={`${-r} ${-r} ${2 * r} ${2 * r}`} aria-hidden="true">
      <g class={pieceClass(piece)}>{theme.piece(piece, site)}</g>
      {mark && theme.tag?.(mark, site)}
    </svg>
  );
}

/** Everything beside the board. */
function Values({ setup, draft }: { setup: Setup; draft: PositionDraft }) {
  if (setup.values.length === 0) return null;
  return (
    <div class="values">
      {setup.values.map((value) => (
        <ValueField
          key={value.slot}
          value={value}
          now={setup.slots[value.slot] ?? ""}
          set={(text) => draft.change(() => [[value.slot, text]])}
        />
      ))}
    </div>
  );
}

function ValueField(props: { value: SetupValue; now: string; set: (text: string) => void }) {
  const { value, now, set } = props;
  const { kind } = value;
  const name = capital(value.name);
  if (kind.type === "choice") {
    return <Select label={name} value={now} options={kind.values} onChoose={set} />;
  }
  return <NumberField label={name} min={kind.min} max={kind.max} now={now} set={set} />;
}

/** What is typed stays until it counts: an answer to an earlier change may come meanwhile. */
function NumberField(props: {
  label: string;
  min: number;
  max: number;
  now: string;
  set: (text: string) => void;
}) {
  const { now, set } = props;
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => setTyped(null), [now]);
  return (
    <label>
      {props.label}
      <input
        type="number"
        min={props.min}
        max={props.max}
        step={1}
        value={typed ?? now}
        onInput={(e) => setTyped(e.currentTarget.value)}
        onChange={({ currentTarget: { value } }) => {
          if (/^-?\d{1,9}$/.test(value)) set(String(Number(value)));
          else setTyped(null);
        }}
      />
    </label>
  );
}

function AsText({ setup, draft }: { setup: Setup; draft: PositionDraft }) {
  const [text, type] = useTyped(draft, setup.text);
  return (
    <details class="texts" open={setup.boards.length === 0}>
      <summary>As text</summary>
      <TextArea
        label="Position"
        rows={3}
        value={text}
        wrong={setup.problem !== null}
        onText={type}
      />
    </details>
  );
}
