// What can be preferred, a row for each.

import { askToNotify } from "./notify.ts";
import { Select } from "./Select.tsx";
import { prefer, type Settings, settings } from "./settings.ts";
import { useStore } from "./store.ts";

export function SettingsSheet() {
  const now = useStore(settings);
  return (
    <fieldset class="sheet">
      <legend class="sr-only">Settings</legend>
      <Choice
        name="theme"
        label="Theme"
        options={{ system: "as the device", light: "light", dark: "dark" }}
      />
      <Choice name="pace" label="Opponents' moves" options={{ calm: "calm", quick: "quick" }} />
      <Toggle name="sound" label="Sounds" />
      <Toggle name="confirm" label="Confirm each move" />
      <Toggle name="quick" label="One click if a piece has only one move" />
      <Toggle name="throwing" label="Throw dice and sticks for me" />
      <Choice
        name="coordinates"
        label="Board coordinates"
        options={{ edge: "at the edge", all: "all", none: "none" }}
      />
      <Check
        label="Tell me when it is my turn"
        on={now.notify}
        onChange={(box) => void askToNotify(box)}
      />
      <Check
        label="Keep the board still"
        on={now.motion === "still"}
        onChange={(box) => prefer("motion", box.checked ? "still" : "system")}
      />
    </fieldset>
  );
}

function Choice<K extends "theme" | "pace" | "coordinates">(props: {
  name: K;
  label: string;
  options: Record<Settings[K], string>;
}) {
  const { name, label } = props;
  const options = Object.entries<string>(props.options).map(([value, text]) => ({
    value: value as Settings[K],
    label: text,
  }));
  return (
    <Select
      class="row"
      label={label}
      value={useStore(settings)[name]}
      options={options}
      onChoose={(value) => prefer(name, value)}
    />
  );
}

function Toggle(props: { name: "sound" | "confirm" | "quick" | "throwing"; label: string }) {
  const { name, label } = props;
  const on = useStore(settings)[name];
  return <Check label={label} on={on} onChange={(box) => prefer(name, box.checked)} />;
}

function Check(props: { label: string; on: boolean; onChange: (box: HTMLInputElement) => void }) {
  return (
    <label class="row">
      {props.label}
      <input type="checkbox" checked={props.on} onChange={(e) => props.onChange(e.currentTarget)} />
    </label>
  );
}
