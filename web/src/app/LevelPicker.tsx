// How strong the computer plays: eight bars to press, and the level in words.
import type { Level } from "../wire.ts";
import { LEVELS, levelWords } from "./levels.ts";

export function LevelPicker(props: { level: Level; onChange: (level: Level) => void }) {
  const { level } = props;
  return (
    <fieldset class="level-picker">
      <legend>
        How strong? <strong>{levelWords(level)}</strong>
      </legend>
      <div class="bars">
        {LEVELS.map((each) => (
          <label key={each} class={each <= level ? "bar on" : "bar"} title={levelWords(each)}>
            <input
              type="radio"
              name="level"
              class="sr-only"
              value={String(each)}
              checked={each === level}
              aria-label={`Level ${each}: ${levelWords(each)}`}
              onChange={() => props.onChange(each)}
            />
            <span style={{ height: `${22 + each * 9.75}%` }} />
          </label>
        ))}
      </div>
      <div class="ends small quiet" aria-hidden="true">
        <span>{levelWords(1)}</span>
        <span>{levelWords(8)}</span>
      </div>
    </fieldset>
  );
}
