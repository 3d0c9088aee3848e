// Talk at the table. Anybody can be muted, for this visit and on this device only.
import { useEffect, useRef, useState } from "preact/hooks";
import { plural } from "../../app/format.ts";
import type { ChatLine } from "../../wire.ts";

export function Chat(props: { lines: ChatLine[]; yours: number[]; onSay: (text: string) => void }) {
  const [text, setText] = useState("");
  const [muted, setMuted] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [props.lines.length]);
  const toggle = (speaker: string) => {
    const next = new Set(muted);
    if (!next.delete(speaker)) next.add(speaker);
    setMuted(next);
  };
  const shown = props.lines.filter((line) => !muted.has(line.speaker));
  const hidden = props.lines.length - shown.length;
  const mine = (line: ChatLine) => line.seat !== null && props.yours.includes(line.seat);
  const submit = (event: Event) => {
    event.preventDefault();
    const words = text.trim();
    if (words === "") return;
    props.onSay(words);
    setText("");
  };
  return (
    <div class="chat">
      <ul ref={list} aria-live="polite">
        {shown.map((line) => (
          <li key={line.sequence}>
            <span class={`dot owner-${line.seat ?? "none"}`} />
            <strong>{line.name}</strong> <span class="said">{line.text}</span>
            {!mine(line) && (
              <button
                type="button"
                class="linklike small mute"
                aria-label={`Mute ${line.name}`}
                onClick={() => toggle(line.speaker)}
              >
                mute
              </button>
            )}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p class="quiet small">
          {plural(hidden, "line")} hidden.{" "}
          <button type="button" class="linklike" onClick={() => setMuted(new Set())}>
            Listen again
          </button>
        </p>
      )}
      <form class="inline" onSubmit={submit}>
        <input
          aria-label="Say something"
          placeholder="Say something"
          maxLength={500}
          autocomplete="off"
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
        />
        <button type="submit" disabled={text.trim() === ""}>
          Say
        </button>
      </form>
    </div>
  );
}
