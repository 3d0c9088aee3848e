// Short messages that go away by themselves.
import { Store, useStore } from "./store.ts";

interface Toast {
  id: number;
  kind: "error" | "note";
  text: string;
}

const toasts = new Store<Toast[]>([]);
let lastId = 0;

/** Tells the person something. */
export function toast(text: string, kind: Toast["kind"] = "note") {
  const id = ++lastId;
  // The same words twice in a row would only cover more of the board.
  toasts.update((all) => [...all.filter((t) => t.text !== text).slice(-2), { id, kind, text }]);
  setTimeout(() => dismiss(id), kind === "error" ? 8000 : 4000);
}

/** Tells the person what went wrong. */
export function complain(error: unknown) {
  toast(error instanceof Error ? error.message : String(error), "error");
}

function dismiss(id: number) {
  toasts.update((all) => all.filter((t) => t.id !== id));
}

export function Toasts() {
  const all = useStore(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {all.map((t) => (
        <div key={t.id} class={`toast ${t.kind}`}>
          <span>{t.text}</span>
          <button type="button" class="bare" aria-label="Dismiss" onClick={() => dismiss(t.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
