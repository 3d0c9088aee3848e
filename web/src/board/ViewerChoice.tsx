// Whose knowledge a board shows.
import { Select } from "../app/Fields.tsx";

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
    <Select
      class="viewer-choice"
      label={props.label}
      value={props.viewer}
      options={[
        { value: null, label: props.open },
        ...props.names.map((name, seat) => ({ value: seat, label: name })),
      ]}
      onChoose={props.onViewer}
    />
  );
}
