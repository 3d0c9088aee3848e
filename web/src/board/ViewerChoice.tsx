// Whose knowledge a board shows.
import { Select } from "../app/Select.tsx";

/** A player's knowledge, or everything: `viewer` is null then, which `open` says in words. */
export function ViewerChoice(props: {
  label: string;
  open: string;
  /** Of the players, in the order of their seats. */
  names: readonly string[];
  viewer: number | null;
  onViewer: (viewer: number | null) => void;
}) {
  const players = props.names.map((label, value) => ({ value, label }));
  return (
    <Select<number | null>
      class="viewer-choice"
      label={props.label}
      value={props.viewer}
      options={[{ value: null, label: props.open }, ...players]}
      onChoose={props.onViewer}
    />
  );
}
