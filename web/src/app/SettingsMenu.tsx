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
          <label class="row">
            Theme
            <select
              value={now.theme}
              onChange={(e) => prefer("theme", e.currentTarget.value as Settings["theme"])}
            >
              <option value="system">as the device</option>
              <option value="light">light</option>
              <option value="dark">dark</option>
            </select>
          </label>
          <label class="row">
            Pace of what others do
            <select
              value={now.pace}
              onChange={(e) => prefer("pace", e.currentTarget.value as Settings["pace"])}
            >
              <option value="calm">calm</option>
              <option value="quick">quick</option>
            </select>
          </label>
          <Toggle name="sound" label="Sounds" on={now.sound} />
          <Toggle name="confirm" label="Confirm each move" on={now.confirm} />
          <Toggle
            name="quick"
            label="Quick moves: one click where there is one way"
            on={now.quick}
          />
          <Toggle name="throwing" label="Throw dice and sticks for me" on={now.throwing} />
          <label class="row">
            Names of places on the board
            <select
              value={now.coordinates}
              onChange={(e) =>
                prefer("coordinates", e.currentTarget.value as Settings["coordinates"])
              }
            >
              <option value="edge">at the edge</option>
              <option value="all">all</option>
              <option value="none">none</option>
            </select>
          </label>
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

type Switch = "sound" | "confirm" | "quick" | "throwing";

function Toggle({ name, label, on }: { name: Switch; label: string; on: boolean }) {
  return (
    <label class="row">
      {label}
      <input type="checkbox" checked={on} onChange={(e) => prefer(name, e.currentTarget.checked)} />
    </label>
  );
}
