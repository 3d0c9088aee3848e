// A modal dialog; the browser keeps the focus inside and closes it on Escape.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Dialog(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  return (
    <dialog ref={box} aria-label={props.title} onClose={props.onClose}>
      <header>
        <h2>{props.title}</h2>
        <button type="button" class="bare" aria-label="Close" onClick={() => box.current?.close()}>
          ×
        </button>
      </header>
      {props.children}
    </dialog>
  );
}

/** Asks before something that cannot be undone. */
export function Ask(props: {
  title: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
  children: ComponentChildren;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.children}</p>
      <div class="buttons">
        <button
          type="button"
          class="danger"
          onClick={() => {
            props.onYes();
            props.onClose();
          }}
        >
          {props.yes}
        </button>
        <button type="button" onClick={props.onClose}>
          No, go back
        </button>
      </div>
    </Dialog>
  );
}
