// A layer that screen readers pass over: the board is also there in words.
import type { ComponentChildren } from "preact";

export function Silent(props: { class: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of shapes takes no focus
    <g class={props.class} aria-hidden="true">
      {props.children}
    </g>
  );
}
