// What could be known of the secrets of a finished game, beside its replay.
import { capital, fullName, nameOf } from "../app/speak.ts";
import { ViewerChoice } from "../board/ViewerChoice.tsx";
import type { Giveaway, Knowledge, KnownPlace, KnownSecret, Replay } from "../wire.ts";
import { FigureTable } from "./FigureTable.tsx";
import { HEIGHT, PlySlider, plyX, WIDTH } from "./PlySlider.tsx";
import { points } from "./words.ts";

export type Layer = "off" | "counting" | "reading" | "truth";

const LAYERS: Record<Layer, { name: string; words: string }> = {
  off: { name: "Nothing", words: "The board shows no figures." },
  counting: {
    name: "Counting",
    words: "Logic alone: everything that could have led to what was seen is equally likely.",
  },
  reading: {
    name: "Reading",
    words: "What the engine reads from the moves. Its model of how people play can be wrong.",
  },
  truth: { name: "Truth", words: "Where it really was." },
};

/** What a layer gives a place, from 0 to 1. */
export function chance(layer: Layer, secret: KnownSecret, place: KnownPlace): number {
  if (layer === "truth") return place.site === secret.truth ? 1 : 0;
  return layer === "reading" ? place.reading : place.counting;
}

interface Props {
  replay: Replay;
  /** Null until it is there. */
  knowledge: Knowledge | null;
  layer: Layer;
  onLayer: (layer: Layer) => void;
  viewer: number | null;
  onViewer: (viewer: number | null) => void;
  at: number;
  to: (ply: number) => void;
}

export function KnowledgePanel(props: Props) {
  const { knowledge, layer } = props;
  return (
    <section class="report knowledge" aria-label="What could be known">
      <h2>What could be known</h2>
      <fieldset class="layers">
        <legend class="small">The chance of each place, on the board</legend>
        {(Object.keys(LAYERS) as Layer[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="layer"
              checked={layer === name}
              onChange={() => props.onLayer(name)}
            />
            {LAYERS[name].name}
          </label>
        ))}
      </fieldset>
      {layer === "off" && !knowledge ? (
        <p class="small quiet">
          Where each secret could be at every move: by counting, as the engine reads the moves, and
          in truth.
        </p>
      ) : (
        <>
          <p class="small quiet">{LAYERS[layer].words}</p>
          {knowledge ? (
            <Known {...props} knowledge={knowledge} />
          ) : (
            <p role="status" class="small">
              Counting …
            </p>
          )}
        </>
      )}
    </section>
  );
}

function Known(props: Props & { knowledge: Knowledge }) {
  const { replay, knowledge, viewer, at, to } = props;
  return (
    <>
      <ViewerChoice
        label="As known to"
        open="somebody who looks on"
        names={replay.seats.map((_, i) => fullName(replay.seats, i))}
        viewer={viewer}
        onViewer={props.onViewer}
      />
      <PlacesTable replay={replay} secrets={knowledge.moments[at] ?? []} />
      <h3>Bits given away</h3>
      <Bits replay={replay} knowledge={knowledge} at={at} to={to} />
      <ul class="summary">
        {knowledge.owners.map((owner, seat) => (
          <GivenAway key={seat} replay={replay} owner={owner} seat={seat} to={to} />
        ))}
      </ul>
      <Brier knowledge={knowledge} />
      <BitsTable replay={replay} knowledge={knowledge} />
    </>
  );
}

function Brier({ knowledge }: { knowledge: Knowledge }) {
  const { brier } = knowledge;
  if (!brier) return null;
  const better = brier.reading < brier.blind ? "better" : "worse";
  return (
    <p class="small">
      How good was the reading? Its Brier score is <strong>{brier.reading.toFixed(2)}</strong>,{" "}
      {better} than the <strong>{brier.blind.toFixed(2)}</strong> of guessing blindly. 0 is always
      right and sure.
    </p>
  );
}

const bits = (amount: number) => {
  const text = Math.abs(amount).toFixed(1);
  return `${amount < 0 && text !== "0.0" ? "−" : ""}${text} bits`;
};

function GivenAway(props: {
  replay: Replay;
  owner: Giveaway;
  seat: number;
  to: (ply: number) => void;
}) {
  const { replay, owner, seat, to } = props;
  if (owner.mean_bits === null) return null;
  const name = capital(nameOf(replay.seats, seat));
  const { most } = owner;
  return (
    <li>
      <span class={`dot owner-${seat}`} /> {name}{" "}
      {owner.mean_bits < 0.05
        ? "gave nothing away on balance."
        : `gave away ${bits(owner.mean_bits)} a secret.`}{" "}
      {most ? (
        <>
          Most by{" "}
          <button type="button" class="bare" onClick={() => to(most.ply)}>
            {most.ply}. <code>{replay.steps[most.ply]?.told?.action}</code>
          </button>
          : the chance of the right place went from {points(most.before)}% to {points(most.after)}%.
        </>
      ) : (
        "No move gave anything away."
      )}
    </li>
  );
}

/** The bits that each owner's own moves have given away, over the game. */
function Bits(props: {
  replay: Replay;
  knowledge: Knowledge;
  at: number;
  to: (ply: number) => void;
}) {
  const { replay, knowledge, at, to } = props;
  const end = knowledge.moments.length - 1;
  const all = knowledge.owners.flatMap((owner) => owner.bits.filter((b) => b !== null));
  const low = Math.min(0, ...all);
  const high = Math.max(1, ...all);
  const y = (amount: number) => 12 + (HEIGHT - 24) * ((high - amount) / (high - low));
  const spoken = knowledge.owners.flatMap((owner, seat) => {
    const now = owner.bits[at];
    return now == null ? [] : [`${capital(nameOf(replay.seats, seat))} ${bits(now)}`];
  });
  return (
    <PlySlider
      label="Bits that each player's own moves gave away"
      spoken={spoken.join(", ") || "nothing is hidden"}
      at={at}
      end={end}
      to={to}
    >
      <path class="middle" d={`M0 ${y(0)}H${WIDTH}`} />
      {knowledge.owners.map((owner, seat) => (
        <g key={seat} class="bits">
          <path class="under" d={curve(owner.bits, end, y)} />
          <path
            d={curve(owner.bits, end, y)}
            style={{ stroke: `var(--fill-${seat})` }}
            stroke-dasharray={["none", "9 4", "3 3", "12 3 3 3"][seat % 4]}
          />
        </g>
      ))}
      {knowledge.owners.map(
        (owner, seat) =>
          owner.most && (
            <g key={seat} class="graph-mark">
              <path d={`M${plyX(owner.most.ply, end)} 0V${HEIGHT}`} />
            </g>
          ),
      )}
    </PlySlider>
  );
}

/** A line through the known values: it breaks where there is no secret, and steps from move to move. */
function curve(values: readonly (number | null)[], end: number, y: (amount: number) => number) {
  let path = "";
  let drawing = false;
  values.forEach((amount, ply) => {
    if (amount !== null) {
      const [px, py] = [plyX(ply, end).toFixed(1), y(amount).toFixed(1)];
      path += drawing ? `H${px}V${py}` : `M${px} ${py}`;
    }
    drawing = amount !== null;
  });
  return path;
}

/** The figures on the board as a table. */
function PlacesTable({ replay, secrets }: { replay: Replay; secrets: readonly KnownSecret[] }) {
  return (
    <details>
      <summary>The chances at this move as a table</summary>
      {secrets.length === 0 ? (
        <p class="small">Nothing is hidden on the board at this move.</p>
      ) : (
        <section class="as-table" aria-label="Chances" tabindex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Place</th>
                <th scope="col">Counting</th>
                <th scope="col">Reading</th>
                <th scope="col">Truth</th>
              </tr>
            </thead>
            {secrets.map((secret) => (
              <tbody key={secret.owner}>
                <tr>
                  <th colSpan={4} scope="rowgroup">
                    {capital(nameOf(replay.seats, secret.owner))}
                  </th>
                </tr>
                {secret.places.map((place) => (
                  <tr key={place.site}>
                    <th scope="row">{replay.layout.sites[place.site]?.name}</th>
                    <td>{points(place.counting)}%</td>
                    <td>{points(place.reading)}%</td>
                    <td>{place.site === secret.truth ? "here" : ""}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
    </details>
  );
}

/** The curve for those who cannot see it. */
function BitsTable({ replay, knowledge }: { replay: Replay; knowledge: Knowledge }) {
  const rows = () =>
    replay.steps.slice(1).map((step) => (
      <tr key={step.ply}>
        <th scope="row">
          {step.ply}. {step.told?.action}
        </th>
        {knowledge.owners.map((owner, seat) => {
          const now = owner.bits[step.ply];
          return <td key={seat}>{now == null ? "–" : bits(now)}</td>;
        })}
      </tr>
    ));
  return (
    <FigureTable
      summary="The curve as a table"
      label="Bits given away"
      seats={replay.seats}
      rows={rows}
    />
  );
}
