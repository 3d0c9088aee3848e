// What the engine thinks of the position: its best lines, or the value of every throw.

import { plural } from "../app/format.ts";
import { Select } from "../app/Select.tsx";
import type { EngineNews, PositionView } from "../wire.ts";
import type { EngineSettings, Found } from "./engine.ts";
import { chance, MEANING, percent } from "./worth.ts";

export interface EngineProps {
  view: PositionView;
  found: Found;
  settings: EngineSettings;
  onChange: (settings: EngineSettings) => void;
  /** Plays these actions from here. */
  onPlay: (actions: readonly string[]) => void;
}

export function EnginePanel(props: EngineProps) {
  const { view, found, settings, onChange } = props;
  if (view.turn.type === "over") return null;
  if (view.no_engine) return <p class="engine quiet small">{view.no_engine}</p>;
  const set = (change: Partial<EngineSettings>) => onChange({ ...settings, ...change });
  return (
    <section class="engine" aria-label="Engine">
      <div class="engine-head">
        <label class="switch">
          <input
            type="checkbox"
            checked={settings.on}
            onChange={(e) => set({ on: e.currentTarget.checked })}
          />
          Engine
        </label>
        {settings.on && <Choices settings={settings} set={set} />}
      </div>
      {settings.on && (
        <div aria-live="polite" aria-busy={found.busy}>
          {found.problem && <p class="problem">{found.problem}</p>}
          {found.news?.type === "lines" && <Lines {...props} news={found.news} />}
          {found.news?.type === "outcomes" && <Mean {...props} news={found.news} />}
          {found.busy && !found.news && <p class="quiet small">Searching …</p>}
        </div>
      )}
    </section>
  );
}

function Choices(props: {
  settings: EngineSettings;
  set: (change: Partial<EngineSettings>) => void;
}) {
  const { settings, set } = props;
  return (
    <>
      <Select
        label={<span class="sr-only">Number of lines</span>}
        value={settings.lines}
        options={[1, 2, 3, 4, 5].map((n) => ({ value: n, label: plural(n, "line") }))}
        onChoose={(lines) => set({ lines })}
      />
      <Select
        label={<span class="sr-only">Time</span>}
        value={settings.seconds}
        options={[2, 5, 10, 20].map((n) => ({ value: n, label: `${n} s` }))}
        onChoose={(seconds) => set({ seconds })}
      />
      <Select
        label={<span class="sr-only">Depth</span>}
        value={settings.depth}
        options={[
          { value: null, label: "any depth" },
          ...[2, 4, 6, 8, 12].map((n) => ({ value: n, label: `depth ${n}` })),
        ]}
        onChoose={(depth) => set({ depth })}
      />
    </>
  );
}

/** Everybody's share of the win, side by side. */
function Shares({ shares, roles }: { shares: readonly number[]; roles: readonly string[] }) {
  const words = shares.map((share, i) => `${roles[i]} ${Math.round(share * 100)}%`).join(", ");
  return (
    <span class="shares" role="img" aria-label={words} title={words}>
      {shares.map((share, i) => (
        <span key={roles[i]} class={`owner-${i}`} style={{ flexGrow: share }} />
      ))}
    </span>
  );
}

function Lines({ news, view, onPlay }: EngineProps & { news: EngineNews & { type: "lines" } }) {
  const mover = view.turn.type === "player" ? view.turn.seat : 0;
  const { lines, depth, nodes, done } = news;
  return (
    <>
      <ol class="lines">
        {lines.map((line) => (
          <li key={line.moves[0]}>
            <Shares shares={line.shares} roles={view.roles} />
            <span class="value" title={MEANING[line.certainty]}>
              {percent(line.shares[mover] ?? 0, line.certainty)}
              <span class={`certainty ${line.certainty}`}>{line.certainty}</span>
            </span>
            <span class="way-on">
              {line.moves.map((action, i) => (
                <button
                  key={`${i} ${action}`}
                  type="button"
                  class="move"
                  title="Play the line up to here"
                  onClick={() => onPlay(line.moves.slice(0, i + 1))}
                >
                  <code>{action}</code>
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <p class="quiet small">
        {view.roles[mover]}’s share of the win; {depth === 0 ? "" : `depth ${depth}, `}
        {nodes.toLocaleString("en")} nodes{done ? "" : " so far …"}
      </p>
    </>
  );
}

function Mean({ news, view }: EngineProps & { news: EngineNews & { type: "outcomes" } }) {
  const { mean, outcomes } = news;
  if (!mean) {
    return (
      <p class="quiet small">
        {outcomes.length} of {view.chances.length} searched …
      </p>
    );
  }
  return (
    <p class="mean">
      <Shares shares={mean.shares} roles={view.roles} />
      <span class="value" title={MEANING[mean.certainty]}>
        On average{" "}
        {mean.shares.map((s, i) => `${view.roles[i]} ${percent(s, mean.certainty)}`).join(", ")}
        <span class={`certainty ${mean.certainty}`}>{mean.certainty}</span>
      </span>
    </p>
  );
}

/** Everything that may be thrown or drawn; a click goes on with it. */
export function Throws(props: {
  view: PositionView;
  found: Found;
  onPlay: (actions: readonly string[]) => void;
}) {
  const { view, found, onPlay } = props;
  if (view.chances.length === 0) return null;
  const all = view.chances.reduce((sum, { weight }) => sum + weight, 0);
  const values = found.news?.type === "outcomes" ? found.news.outcomes : [];
  const seat = view.turn.type === "chance" ? (view.turn.seat ?? 0) : 0;
  return (
    <section class="throws" aria-label="What may come">
      <ul>
        {view.chances.map((outcome) => {
          const value = values.find(({ action }) => action === outcome.action);
          return (
            <li key={outcome.action}>
              <button type="button" title={outcome.words} onClick={() => onPlay([outcome.action])}>
                <span class="sr-only">{outcome.words}</span>
                <code>{outcome.action}</code>
                <span class="small quiet">{chance(outcome.weight, all)}</span>
                {value && (
                  <>
                    <b title={MEANING[value.certainty]}>
                      {percent(value.shares[seat] ?? 0, value.certainty).replace("about ", "≈")}
                    </b>
                    <span class="sr-only">Best reply</span>
                    <code class="small">{value.reply[0] ?? ""}</code>
                  </>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {values.length > 0 && (
        <p class="quiet small">
          Chance, {view.roles[seat]}’s share of the win, best reply; {values[0]?.certainty}.
        </p>
      )}
    </section>
  );
}
