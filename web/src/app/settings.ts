// What a person prefers; kept in this browser only.
import { KeptStore } from "./kept.ts";

export interface Settings {
  theme: "system" | "light" | "dark";
  /** Sounds, played softly. */
  sound: boolean;
  /** Ask before a move is made. */
  confirm: boolean;
  /** A piece with one way to go goes there at the first click. */
  quick: boolean;
  /** A coach speaks up, against computers, when a move gives much away. */
  coach: boolean;
  /** Dice and sticks are thrown as soon as they can be. */
  throwing: boolean;
  /** The names of the places on the board: at its edge, all of them, or none. */
  coordinates: "edge" | "all" | "none";
  /** Tell through the system when it is one's turn and the page is hidden. */
  notify: boolean;
  /** Movement on the board; `system` follows the wish for reduced motion. */
  motion: "system" | "still";
  /** Whether each step stays on the screen for a while before the next. */
  pace: "calm" | "quick";
}

const DEFAULTS: Settings = {
  theme: "system",
  sound: true,
  confirm: false,
  quick: false,
  coach: false,
  throwing: false,
  coordinates: "edge",
  notify: false,
  motion: "system",
  pace: "calm",
};

/** An older page has not kept what it did not know. */
const mended = (kept: Partial<Settings>): Settings => ({ ...DEFAULTS, ...kept });

export const settings = new KeptStore("parlour.settings", DEFAULTS, mended);

/** Changes one setting and keeps it. */
export function prefer<K extends keyof Settings>(name: K, value: Settings[K]) {
  settings.update((old) => ({ ...old, [name]: value }));
}

/** Puts the theme onto the page, now and at every change. */
export function followTheme() {
  const apply = () => {
    document.documentElement.dataset.theme = settings.get().theme;
  };
  apply();
  settings.watch(apply);
}

/** Whether nothing shall move. */
export function still(): boolean {
  return (
    settings.get().motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
