// Preferences behind a button in the header.
import { useEffect, useRef, useState } from "preact/hooks";
import { askToNotify } from "./notify.ts";
import { prefer, type Settings, settings } from "./settings.ts";
import { useStore } from "./store.ts";

export function SettingsMenu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const now = useStore(settings);
  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <div class="menu" ref={box}>
      <button type="button" class="bare" aria-expanded={open} onClick={() => setOpen(!open)}>
        Settings
      </button>
      {open && (
        <fieldset class="sheet">
          <legend class="sr-only">Settings</legend>
          <Choice
            name="theme"
            label="Theme"
            value={now.theme}
            options={{
              system: "as the device",
              light: "light",
              dark: "dark",
            }}
          />
          <Choice
            name="pace"
            label="Pace of what others do"
            value={now.pace}
            options={{
              calm: "calm",
              quick: "quick",
            }}
          />
          <Toggle name="sound" label="Sounds" on={now.sound} />
          <Toggle name="confirm" label="Confirm each move" on={now.confirm} />
          <Toggle
            name="quick"
            label="Quick moves: one click where there is one way"
            on={now.quick}
          />
          <Toggle name="throwing" label="Throw dice and sticks for me" on={now.throwing} />
          <Choice
            name="coordinates"
            label="Names of places on the board"
            value={now.coordinates}
            options={{
              edge: "at the edge",
              all: "all",
              none: "none",
            }}
          />
          <label class="row">
            Tell me when it is my turn
            <input
              type="checkbox"
              checked={now.notify}
              onChange={(e) => void askToNotify(e.currentTarget)}
            />
          </label>
          <label class="row">
            Keep the board still
            <input
              type="checkbox"
              checked={now.motion === "still"}
              onChange={(e) => prefer("motion", e.currentTarget.checked ? "still" : "system")}
            />
          </label>
        </fieldset>
      )}
    </div>
  );
}

type Many = "theme" | "pace" | "coordinates";

function Choice<K extends Many>(props: {
  name: K;
  label: string;
  value: Settings[K];
  options: Record<Settings[K], string>;
}) {
  const { name, label, value, options } = props;
  return (
    <label class="row">
      {label}
      <select value={value} onChange={(e) => prefer(name, e.currentTarget.value as Settings[K])}>
        {Object.entries<string>(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

type Switch = "sound" | "confirm" | "quick" | "throwing";

function Toggle({ name, label, on }: { name: Switch; label: string; on: boolean }) {
  return (
    <label class="row">
      {label}
      <input type="checkbox" checked={on} onChange={(e) => prefer(name, e.currentTarget.checked)} />
    </label>
  );
}
