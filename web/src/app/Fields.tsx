// Fields that several forms have.
import type { OptionInfo } from "../wire.ts";

/** A text of several lines that is no prose: a record, a position. */
export function TextArea(props: {
  label: string;
  rows: number;
  value: string;
  wrong?: boolean;
  onText: (text: string) => void;
}) {
  return (
    <label class="stack-label">
      {props.label}
      <textarea
        rows={props.rows}
        value={props.value}
        spellcheck={false}
        aria-invalid={props.wrong ? true : undefined}
        onInput={(e) => props.onText(e.currentTarget.value)}
      />
    </label>
  );
}

/** What is wrong with what was sent; it is read out. */
export function Problem({ words }: { words: string }) {
  if (words === "") return null;
  return (
    <p class="problem" role="alert">
      {words}
    </p>
  );
}

/** The value of a game's option, without its label. */
export function OptionField(props: {
  option: OptionInfo;
  value: string;
  onChange: (value: string) => void;
}) {
  const { option, value, onChange } = props;
  const { kind } = option;
  const labelOf = (word: string) => option.value_labels.find((v) => v.value === word)?.label;
  if (kind.type === "choice") {
    return (
      <select value={value} onChange={(e) => onChange(e.currentTarget.value)}>
        {kind.words.map((word) => (
          <option key={word} value={word}>
            {labelOf(word) ?? word}
          </option>
        ))}
      </select>
    );
  }
  // A default that has a name is what an empty field means.
  const usual = labelOf(option.default);
  const field = {
    required: usual === undefined,
    ...(usual === undefined ? {} : { placeholder: usual }),
    value: usual !== undefined && value === option.default ? "" : value,
    onInput: (e: { currentTarget: HTMLInputElement }) =>
      onChange(e.currentTarget.value || (usual ? option.default : "")),
  };
  return kind.type === "number" ? (
    <input type="number" min={kind.min} max={kind.max} {...field} />
  ) : (
    <input {...field} />
  );
}
