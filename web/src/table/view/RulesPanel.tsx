// The rules beside the game: a panel that opens at what matters now and does not leave the table.
import { useEffect, useRef } from "preact/hooks";
import { api } from "../../app/api.ts";
import { useLoad, Waiting } from "../../app/load.tsx";
import { Prose } from "../../app/Prose.tsx";

/** A heading or a ruling's number as the rule page's anchor. */
const anchorOf = (rule: string) =>
  rule
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-");

export function RulesPanel(props: { game: string; rule: string; onClose: () => void }) {
  const { game, rule } = props;
  const loaded = useLoad(() => api.rules(game), [game]);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = box.current;
    if (!panel || loaded.state !== "ready") return;
    panel.querySelector(".here")?.classList.remove("here");
    const anchor = rule ? panel.querySelector(`#${CSS.escape(anchorOf(rule))}`) : null;
    const place = anchor?.closest("tr, li, h2, h3") ?? null;
    place?.classList.add("here");
    const text = panel.querySelector<HTMLElement>(".text");
    if (!text) return;
    text.scrollTop = place
      ? place.getBoundingClientRect().top - text.getBoundingClientRect().top + text.scrollTop - 12
      : 0;
    text.focus({ preventScroll: true });
  }, [loaded, rule]);
  return (
    <section
      ref={box}
      class="rules-panel"
      aria-label="Rules"
      onKeyDown={(event) => {
        if (event.key === "Escape") props.onClose();
      }}
    >
      <header>
        <h2>Rules</h2>
        <button type="button" class="bare" aria-label="Close the rules" onClick={props.onClose}>
          ×
        </button>
      </header>
      <div class="text" tabindex={0}>
        <Waiting loaded={loaded}>{(html) => <Prose html={html} />}</Waiting>
      </div>
    </section>
  );
}
