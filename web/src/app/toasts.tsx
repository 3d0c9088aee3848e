// Short messages that go away by themselves.
import { Store, useStore } from "./store.ts";

interface Toast {
  id: number;
  kind: "error" | "note";
  text: string;
  action: ToastAction | null;
  /** A text to copy by hand; it stays until it is dismissed. */
  field: string | null;
}

/** Something to do about a message, such as to undo what it reports. */
interface ToastAction {
  words: string;
  act: () => void;
}

const toasts = new Store<Toast[]>([]);
let lastId = 0;

/** Shows a message. */
export function toast(
  text: string,
  kind: Toast["kind"] = "note",
  action: ToastAction | null = null,
  field: string | null = null,
) {
  const id = ++lastId;
  // The same words twice in a row would only cover more of the board.
  const others = toasts.get().filter((t) => t.text !== text);
  toasts.set([...others.slice(-2), { id, kind, text, action, field }]);
  if (field !== null) return;
  setTimeout(() => dismiss(id), kind === "error" || action ? 8000 : 4000);
}

/** Shows what went wrong. */
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
          {t.field !== null && (
            <input
              readOnly
              aria-label={t.text}
              value={t.field}
              onFocus={(event) => event.currentTarget.select()}
            />
          )}
          {t.action && (
            <button
              type="button"
              class="bare undo"
              onClick={() => {
                t.action?.act();
                dismiss(t.id);
              }}
            >
              {t.action.words}
            </button>
          )}
          <button type="button" class="bare" aria-label="Dismiss" onClick={() => dismiss(t.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
