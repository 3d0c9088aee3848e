// Whose knowledge a board shows. The `<select>` is its own: a page with a board loads no form fields.

/** A player's knowledge, or everything: `viewer` is null then, which `open` says in words. */
export function ViewerChoice(props: {
  label: string;
  open: string;
  /** Of the players, in the order of their seats. */
  names: readonly string[];
  viewer: number | null;
  onViewer: (viewer: number | null) => void;
}) {
  return (
    <label class="viewer-choice">
      {props.label}
      <select
        value={props.viewer === null ? "" : String(props.viewer)}
        onChange={({ currentTarget: { value } }) =>
          props.onViewer(value === "" ? null : Number(value))
        }
      >
        <option value="">{props.open}</option>
        {props.names.map((name, seat) => (
          <option key={name} value={String(seat)}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
