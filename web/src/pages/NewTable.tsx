// Setting a table: one click for the usual cases, everything else below.
import { useState } from "preact/hooks";
import { allGames, api } from "../app/api.ts";
import { clockWords, LEVELS } from "../app/format.ts";
import { useLoad, useTitle, Waiting } from "../app/load.tsx";
import { go, Link } from "../app/router.tsx";
import { complain } from "../app/toasts.tsx";
import { BoardPicture } from "../board/render/Stage.tsx";
import type { Clock, GameInfo, OptionInfo, NewTable as Wish } from "../wire.ts";
import { newSeats, PRESETS, type SeatWish, seatsFor } from "./wishes.ts";

export function NewTable({ game }: { game: string }) {
  const loaded = useLoad(async () => {
    const found = (await allGames()).find((g) => g.id === game);
    if (!found) throw new Error(`There is no game called “${game}” here.`);
    return found;
  }, [game]);
  useTitle(loaded.state === "ready" ? `New game of ${loaded.value.name}` : "New game");
  return <Waiting loaded={loaded}>{(info) => <Setup info={info} />}</Waiting>;
}

async function open(wish: Wish) {
  try {
    go(`/t/${(await api.open(wish)).id}`);
  } catch (error) {
    complain(error);
  }
}

function Setup({ info }: { info: GameInfo }) {
  const quick = (seats: SeatWish[]) =>
    open({
      game: info.id,
      options: playersOption(info, seats.length),
      seats: newSeats(seats),
      clock: { type: "none" },
      public: false,
    });
  return (
    <div class="page setup">
      <div class="setup-head">
        <div class="art">
          <BoardPicture
            game={info.id}
            layout={info.layout}
            picture={info.picture}
            label={`The board of ${info.name}`}
          />
        </div>
        <div>
          <h1>{info.name}</h1>
          <p>{info.summary}</p>
          <div class="presets">
            {PRESETS.map((preset) => (
              <button
                key={preset.title}
                type="button"
                class="primary big"
                onClick={() => quick(preset.seats(info.min_players))}
              >
                {preset.title}
                <small>{preset.help}</small>
              </button>
            ))}
          </div>
          <p>
            <Link href={`/rules/${info.id}`}>Read the rules</Link>
          </p>
        </div>
      </div>
      <Custom info={info} />
    </div>
  );
}

/** The number of players is an option of games that have a choice. */
function playersOption(info: GameInfo, players: number): [string, string][] {
  return info.options.some((o) => o.name === "players") ? [["players", String(players)]] : [];
}

const CLOCKS: Clock[] = [
  { type: "none" },
  { type: "move", seconds: 30 },
  { type: "move", seconds: 120 },
  { type: "game", seconds: 300, increment: 5 },
  { type: "game", seconds: 900, increment: 10 },
  { type: "game", seconds: 3600, increment: 0 },
  { type: "move", seconds: 86_400 },
  { type: "move", seconds: 259_200 },
];

function Custom({ info }: { info: GameInfo }) {
  const [seats, setSeats] = useState<SeatWish[]>(() => seatsFor(info.min_players));
  const [values, setValues] = useState<Record<string, string>>({});
  const [clock, setClock] = useState(0);
  const [listed, setListed] = useState(false);
  const options = info.options.filter((o) => o.name !== "players");
  const change = (i: number, wish: SeatWish) => setSeats(seats.map((s, j) => (i === j ? wish : s)));
  const submit = (event: Event) => {
    event.preventDefault();
    const chosen = Object.entries(values).filter(
      ([name, value]) => info.options.find((o) => o.name === name)?.default !== value,
    );
    void open({
      game: info.id,
      options: [...playersOption(info, seats.length), ...chosen],
      seats: newSeats(seats),
      clock: CLOCKS[clock] ?? { type: "none" },
      public: listed,
    });
  };
  const nobody = !seats.some((s) => s.type === "me" || s.type === "here");
  return (
    <details class="custom" open>
      <summary>Or set the table as you like</summary>
      <form onSubmit={submit}>
        {info.max_players > info.min_players && (
          <label class="row">
            Players
            <select
              name="players"
              value={String(seats.length)}
              onChange={(e) => setSeats(seatsFor(Number(e.currentTarget.value), seats))}
            >
              {Array.from({ length: info.max_players - info.min_players + 1 }, (_, i) => (
                <option key={i} value={String(info.min_players + i)}>
                  {info.min_players + i}
                </option>
              ))}
            </select>
          </label>
        )}
        <fieldset>
          <legend>Who sits where</legend>
          {seats.map((seat, i) => (
            <SeatRow
              key={i}
              role={info.roles[i] ?? `Player ${i + 1}`}
              seat={seat}
              onChange={(wish) => change(i, wish)}
            />
          ))}
        </fieldset>
        {options.map((option) => (
          <OptionRow
            key={option.name}
            option={option}
            value={values[option.name] ?? option.default}
            onChange={(value) => setValues({ ...values, [option.name]: value })}
          />
        ))}
        <label class="row">
          Clock
          <select
            name="clock"
            value={String(clock)}
            onChange={(e) => setClock(Number(e.currentTarget.value))}
          >
            {CLOCKS.map((c, i) => (
              <option key={clockWords(c)} value={String(i)}>
                {clockWords(c)}
              </option>
            ))}
          </select>
        </label>
        <label class="row">
          <span>
            Show it to everyone here
            <small>Anyone on this server may watch, and take an open seat.</small>
          </span>
          <input
            type="checkbox"
            name="public"
            checked={listed}
            onChange={(e) => setListed(e.currentTarget.checked)}
          />
        </label>
        {nobody && <p class="quiet">Nobody here plays: you will watch.</p>}
        <button type="submit" class="primary big">
          Set the table
        </button>
      </form>
    </details>
  );
}

function SeatRow(props: { role: string; seat: SeatWish; onChange: (wish: SeatWish) => void }) {
  const { role, seat } = props;
  const value = seat.type === "computer" ? String(seat.level) : seat.type;
  const choose = (word: string) => {
    const level = LEVELS.find((l) => String(l) === word);
    if (level) props.onChange({ type: "computer", level });
    else if (word === "here") props.onChange({ type: "here", name: "" });
    else props.onChange({ type: word === "me" ? "me" : "open" });
  };
  return (
    <div class="row seat-row">
      <label>
        <span>{role}</span>
        <select value={value} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="me">Me</option>
          <option value="here">Another person on this screen</option>
          <option value="open">Open for a friend</option>
          {LEVELS.map((level) => (
            <option key={level} value={String(level)}>
              Computer, level {level}
            </option>
          ))}
        </select>
      </label>
      {seat.type === "here" && (
        <input
          aria-label={`Name of the person who plays ${role}`}
          placeholder="Name"
          maxLength={24}
          value={seat.name}
          onInput={(e) => props.onChange({ type: "here", name: e.currentTarget.value })}
        />
      )}
    </div>
  );
}

function OptionRow(props: {
  option: OptionInfo;
  value: string;
  onChange: (value: string) => void;
}) {
  const { option, value, onChange } = props;
  const { kind } = option;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each kind of option has its control
    <label class="row">
      <span>
        <span class="option-name">{option.name}</span>
        <small>{option.help}</small>
      </span>
      {kind.type === "choice" ? (
        <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
          {kind.words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      ) : kind.type === "number" ? (
        <input
          type="number"
          min={kind.min}
          max={kind.max}
          required
          value={value}
          onInput={(e) => onChange(e.currentTarget.value)}
        />
      ) : (
        <input required value={value} onInput={(e) => onChange(e.currentTarget.value)} />
      )}
    </label>
  );
}
