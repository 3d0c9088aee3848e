// A field for a name, which has so many characters as people see them: a letter with its accents, or a
// family of four in one picture, is one.
import { useState } from "preact/hooks";

/** The same as in `table/src/names.rs`. */
const LIMIT = 24;

const segmenter = new Intl.Segmenter();

/** The first characters of a text, as many as a name may have. */
export function clipped(text: string): string {
  const seen = Array.from(segmenter.segment(text), ({ segment }) => segment);
  return seen.length > LIMIT ? seen.slice(0, LIMIT).join("") : text;
}

export function NameInput(props: {
  /** What stands over the field; a hidden one is only read out. */
  label: string;
  hidden?: boolean;
  class?: string;
  value: string;
  onName: (name: string) => void;
  placeholder?: string;
  /** Whether it is the visitor's own, which the browser may know. */
  own?: boolean;
}) {
  const [full, setFull] = useState(false);
  const own = props.own
    ? { name: "name", autocomplete: "nickname" as const }
    : { autocomplete: "off" as const };
  return (
    <label class={props.class}>
      <span class={props.hidden ? "sr-only" : ""}>{props.label}</span>
      <input
        {...own}
        value={props.value}
        placeholder={props.placeholder}
        onInput={(event) => {
          const field = event.currentTarget;
          const short = clipped(field.value);
          setFull(short !== field.value);
          // A character that is still being composed is left alone.
          if (short !== field.value && !event.isComposing) field.value = short;
          props.onName(field.value);
        }}
      />
      <small role="status" class="name-limit">
        {full ? `A name has at most ${LIMIT} characters.` : ""}
      </small>
    </label>
  );
}
