// The moves and the chat, one at a time.
import { useEffect, useState } from "preact/hooks";
import { later } from "../../app/later.tsx";
import { play } from "../../app/sounds.ts";
import type { TableView } from "../../wire.ts";
import type { Session } from "../session.ts";
import { MoveList } from "./MoveList.tsx";
import { useNamed } from "./turn.ts";

const Chat = later(() => import("./Chat.tsx"), "Chat");

export function Tabs(props: { view: TableView; latest: TableView; session: Session }) {
  const { view, latest, session } = props;
  const [tab, setTab] = useState<"moves" | "chat">("moves");
  // By its number, not by the count: a table that comes anew holds the last lines only.
  const said = latest.chat.at(-1)?.sequence ?? 0;
  const [read, setRead] = useState(said);
  useEffect(() => {
    if (tab === "chat") setRead(said);
    else if (said > read) play("chat");
  }, [tab, said, read]);
  const say = useNamed(view);
  const unread = latest.chat.filter((line) => line.sequence > read).length;
  const button = (name: "moves" | "chat", words: string) => (
    <button
      type="button"
      role="tab"
      aria-selected={tab === name}
      aria-controls="tab-panel"
      onClick={() => setTab(name)}
    >
      {words}
    </button>
  );
  return (
    <div class="log">
      <div class="tabs" role="tablist" aria-label="Moves and chat">
        {button("moves", "Moves")}
        {button("chat", unread > 0 ? `Chat (${unread} new)` : "Chat")}
      </div>
      <div id="tab-panel" role="tabpanel" aria-label={tab === "moves" ? "Moves" : "Chat"}>
        {tab === "moves" ? (
          <MoveList id={view.id} log={view.log} say={say} />
        ) : (
          <Chat
            lines={latest.chat}
            yours={latest.yours}
            onSay={(text) => session.send({ type: "chat", text })}
          />
        )}
      </div>
    </div>
  );
}
