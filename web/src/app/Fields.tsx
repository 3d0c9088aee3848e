// Fields with their labels, as several forms have them.

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

/** One of several values, each with words of its own. */
export function Select(props: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
}) {
  return (
    <label>
      {props.label}
      <select value={props.value} onChange={(e) => props.onChoose(e.currentTarget.value)}>
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
