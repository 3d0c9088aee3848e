// A table: the board, who sits there, what happened, what can be done.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { allGames } from "../app/api.ts";
import { seatName } from "../app/format.ts";
import { useLoad, useTitle } from "../app/load.tsx";
import { play } from "../app/sounds.ts";
import { useStore } from "../app/store.ts";
import { seatColours } from "../board/colours.ts";
import { Play } from "../board/Play.tsx";
import { Actions, Hint, Proposals } from "../table/Actions.tsx";
import { Chat } from "../table/Chat.tsx";
import { Cover } from "../table/Cover.tsx";
import { WaitingRoom } from "../table/Invite.tsx";
import { MoveList } from "../table/MoveList.tsx";
import type { WholeView } from "../table/merge.ts";
import { Players } from "../table/Players.tsx";
import { type Line, Session } from "../table/session.ts";
import type { Choice } from "../wire.ts";

export function TablePage({ id, invitation }: { id: string; invitation: string | null }) {
  const session = useMemo(() => new Session(id), [id]);
  useEffect(() => () => session.close(), [session]);
  const state = useStore(session.state);
  const games = useLoad(allGames, []);
  const { shown, latest } = state;
  const game =
    (games.state === "ready" && games.value.find((g) => g.id === shown?.game)?.name) || "Table";
  useTitle(shown ? `${titleOf(shown)}${game}` : game);
  useSounds(shown);
  if (state.line === "refused") {
    return (
      <section class="narrow">
        <h1>No such table</h1>
        <p role="alert">{state.reason}</p>
      </section>
    );
  }
  if (!shown || !latest) {
    return (
      <p class="narrow quiet" role="status">
        Sitting down …
      </p>
    );
  }
  if (shown.pass_to !== null) return <Cover view={shown} seat={shown.pass_to} session={session} />;
  // What can be clicked belongs to the newest view, once everything before it was seen.
  const current = shown === latest;
  const choices = current && state.line === "open" && state.sent === null ? shown.choices : NONE;
  const hinted = state.hint?.moves[0]?.action;
  const hint = hinted ? shown.choices.find((c) => c.action === hinted)?.clicks : undefined;
  return (
    <div class={`table-page dress-${shown.game}`} style={seatColours(shown.layout)}>
      <h1 class="sr-only">{game}</h1>
      <div class="area-players">
        <Players
          view={shown}
          latest={latest}
          received={state.received}
          session={session}
          invitation={invitation}
        />
      </div>
      <div class="area-board">
        <Banner view={shown} line={state.line} />
        <WaitingRoom view={latest} />
        <Play
          game={shown.game}
          label={`The board of ${game}`}
          layout={shown.layout}
          picture={shown.picture}
          last={shown.last}
          choices={choices}
          sent={state.sent !== null}
          hint={hint}
          onMove={(choice) => session.act(choice.action)}
        />
      </div>
      <div class="area-actions">
        <Proposals view={latest} session={session} />
        {state.hint && current && <Hint hint={state.hint} session={session} />}
        <Actions view={latest} session={session} />
      </div>
      <div class="area-log">
        <Tabs view={shown} latest={latest} session={session} />
      </div>
    </div>
  );
}

const NONE: Choice[] = [];

function yourTurn(view: WholeView): boolean {
  return (
    view.status === "playing" && view.turn.type === "player" && view.yours.includes(view.turn.seat)
  );
}

function titleOf(view: WholeView): string {
  if (view.pass_to !== null) return "Pass the device – ";
  if (view.status === "over") return "Over – ";
  return yourTurn(view) ? "● Your turn – " : "";
}

/** Whose turn it is, or how it ended; and whether the line is down. */
function Banner({ view, line }: { view: WholeView; line: Line }) {
  return (
    <div class={`banner${yourTurn(view) ? " yours" : ""}`} role="status">
      <strong>{bannerWords(view)}</strong>
      {view.last && <span class="told">{view.last.words}</span>}
      {line !== "open" && <span class="offline">Connection lost, trying again …</span>}
    </div>
  );
}

function bannerWords(view: WholeView): string {
  if (view.outcome) return view.outcome.words;
  if (view.status === "waiting") return "Waiting for players";
  if (view.turn.type === "chance") return "Chance decides …";
  if (view.turn.type === "over") return "The game is over";
  const seat = view.seats[view.turn.seat];
  if (!yourTurn(view)) return `${seatName(seat)} is to move`;
  return view.yours.length > 1 ? `${seatName(seat)}: your turn` : "Your turn";
}

function Tabs(props: { view: WholeView; latest: WholeView; session: Session }) {
  const { view, latest, session } = props;
  const [tab, setTab] = useState<"moves" | "chat">("moves");
  const [read, setRead] = useState(latest.chat.length);
  useEffect(() => {
    if (tab === "chat") setRead(latest.chat.length);
    else if (latest.chat.length > read) play("chat");
  }, [tab, latest.chat.length]);
  const unread = latest.chat.length - read;
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
    <>
      <div class="tabs" role="tablist" aria-label="Moves and chat">
        {button("moves", "Moves")}
        {button("chat", unread > 0 ? `Chat (${unread} new)` : "Chat")}
      </div>
      <div id="tab-panel" role="tabpanel" aria-label={tab === "moves" ? "Moves" : "Chat"}>
        {tab === "moves" ? (
          <MoveList id={view.id} log={view.log} />
        ) : (
          <Chat
            lines={latest.chat}
            yours={latest.yours}
            onSay={(text) => session.send({ type: "chat", text })}
          />
        )}
      </div>
    </>
  );
}

/** A sound for what happened between two views. */
function useSounds(view: WholeView | null) {
  const before = useRef<WholeView | null>(null);
  useEffect(() => {
    const old = before.current;
    before.current = view;
    if (!old || !view || view.ply <= old.ply) return;
    if (view.status === "over") play("over");
    else if (view.last?.by === null) play("roll");
    else if (view.picture.pieces.length < old.picture.pieces.length) play("capture");
    else play("move");
    if (yourTurn(view) && !yourTurn(old)) play("turn");
  }, [view]);
}
