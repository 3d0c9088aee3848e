// A choice of one of several values. It is apart from the other fields: pages with a board load it alone.
import type { ComponentChildren } from "preact";

/** One of several values, each with words of its own; null is a value, too. */
export function Select<V extends string | number | null>(props: {
  label: ComponentChildren;
  value: V;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  onChoose: (value: V) => void;
  class?: string;
  name?: string;
  disabled?: boolean;
}) {
  const { options } = props;
  return (
    <label class={props.class}>
      {props.label}
      <select
        name={props.name}
        value={textOf(props.value)}
        disabled={props.disabled}
        onChange={(e) => {
          const chosen = options[e.currentTarget.selectedIndex];
          if (chosen) props.onChoose(chosen.value);
        }}
      >
        {options.map(({ value, label, disabled }) => (
          <option key={textOf(value)} value={textOf(value)} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

const textOf = (value: string | number | null) => String(value ?? "");
