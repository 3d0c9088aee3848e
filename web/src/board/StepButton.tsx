// A button that steps through a game or a tree.
const ICONS = {
  start: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11 3v10L4 8z",
  on: "M5 3v10l7-5z",
  end: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export function StepButton(props: {
  icon: keyof typeof ICONS;
  label: string;
  disabled: boolean;
  onStep: () => void;
}) {
  const { icon, label } = props;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={props.disabled}
      onClick={props.onStep}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  );
}
