// A table as one likes it: number of players, who sits where, the clock, variations of the rules.
import { NameInput } from "../app/NameInput.tsx";
import "../style/custom.css";
import { useState } from "preact/hooks";
import { OptionField } from "../app/Fields.tsx";
import { clockWords } from "../app/format.ts";
import { LEVELS, levelOf, levels, levelWords } from "../app/levels.ts";
import { Select } from "../app/Select.tsx";
import { newSeats, openTable, playersOption, type SeatChoice, seatsFor } from "../app/seats.ts";
import type { Clock, GameInfo, OptionInfo } from "../wire.ts";

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

export function CustomForm({ info }: { info: GameInfo }) {
  const { seats, setSeats, values, setValues, clock, setClock, listed, setListed, submit } =
    useWanted(info);
  const nobody = !seats.some((s) => s.type === "me" || s.type === "here");
  return (
    <form onSubmit={submit}>
      <PlayersField info={info} seats={seats} onSeats={setSeats} />
      <fieldset>
        <legend>Who sits where</legend>
        {seats.map((seat, i) => (
          <SeatRow
            key={i}
            role={info.roles[i] ?? `Player ${i + 1}`}
            seat={seat}
            onChange={(choice) => setSeats(seats.map((s, j) => (i === j ? choice : s)))}
          />
        ))}
      </fieldset>
      <Select
        class="row"
        label="Clock"
        name="clock"
        value={clock}
        options={CLOCKS.map((c, i) => ({ value: i, label: clockWords(c) }))}
        onChoose={setClock}
      />
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
      <Variations info={info} values={values} onValues={setValues} />
      {nobody && <p class="quiet">Nobody here plays: you will watch.</p>}
      <button type="submit" class="primary big">
        Set the table
      </button>
    </form>
  );
}

/** The table that is wanted; to submit opens it. */
function useWanted(info: GameInfo) {
  const level = levelOf(levels.get(), info.id);
  const [seats, setSeats] = useState<SeatChoice[]>(() => seatsFor(info.min_players, level));
  const [values, setValues] = useState<Record<string, string>>({});
  const [clock, setClock] = useState(0);
  const [listed, setListed] = useState(false);
  const submit = (event: Event) => {
    event.preventDefault();
    const chosen = Object.entries(values).filter(
      ([name, value]) => info.options.find((o) => o.name === name)?.default !== value,
    );
    void openTable({
      game: info.id,
      options: [...playersOption(info, seats.length), ...chosen],
      seats: newSeats(seats),
      clock: CLOCKS[clock] ?? { type: "none" },
      public: listed,
    });
  };
  return { seats, setSeats, values, setValues, clock, setClock, listed, setListed, submit };
}

/** How many play, where there is a choice. */
function PlayersField(props: {
  info: GameInfo;
  seats: readonly SeatChoice[];
  onSeats: (seats: SeatChoice[]) => void;
}) {
  const { info, seats } = props;
  const { min_players, max_players } = info;
  const level = levelOf(levels.get(), info.id);
  if (max_players <= min_players) return null;
  return (
    <Select
      class="row"
      label="Players"
      name="players"
      value={seats.length}
      options={Array.from({ length: max_players - min_players + 1 }, (_, i) => {
        const count = min_players + i;
        return { value: count, label: String(count) };
      })}
      onChoose={(count) => props.onSeats(seatsFor(count, level, seats))}
    />
  );
}

function Variations(props: {
  info: GameInfo;
  values: Record<string, string>;
  onValues: (values: Record<string, string>) => void;
}) {
  const { info, values } = props;
  const options = info.options.filter((option) => option.name !== "players");
  if (options.length === 0) return null;
  return (
    <details class="variations">
      <summary>Variations of the rules</summary>
      {options.map((option) => (
        <OptionRow
          key={option.name}
          option={option}
          value={values[option.name] ?? option.default}
          onChange={(value) => props.onValues({ ...values, [option.name]: value })}
        />
      ))}
    </details>
  );
}

function SeatRow(props: {
  role: string;
  seat: SeatChoice;
  onChange: (choice: SeatChoice) => void;
}) {
  const { role, seat } = props;
  const value = seat.type === "computer" ? String(seat.level) : seat.type;
  const choose = (word: string) => {
    const level = LEVELS.find((l) => String(l) === word);
    if (level) props.onChange({ type: "computer", level });
    else if (word === "here") props.onChange({ type: "here", name: "" });
    else props.onChange({ type: word === "me" ? "me" : "open" });
  };
  return (
    <div class="seat-row">
      <label>
        <span>{role}</span>
        <select value={value} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="me">Me</option>
          <option value="here">Another person here</option>
          <option value="open">Open for a friend</option>
          {LEVELS.map((level) => (
            <option key={level} value={String(level)}>
              Computer {level}: {levelWords(level)}
            </option>
          ))}
        </select>
      </label>
      {seat.type === "here" && (
        <NameInput
          hidden
          label={`Name of the person who plays ${role}`}
          placeholder="Name"
          value={seat.name}
          onName={(name) => props.onChange({ type: "here", name })}
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
  const { option } = props;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field below is its control
    <label class="row">
      <span>
        {option.label}
        <small>{option.help}</small>
      </span>
      <OptionField {...props} />
    </label>
  );
}
