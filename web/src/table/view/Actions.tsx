// What the viewer may do besides moving. Each button keeps its place for the whole game: what cannot
// be done now is disabled, not gone.
import { useState } from "preact/hooks";
import { Ask } from "../../app/Dialog.tsx";
import { later } from "../../app/later.tsx";
import { fullName } from "../../app/speak.ts";
import type { GameInfo, TableView } from "../../wire.ts";
import type { Session } from "../session.ts";
import { CoachSwitch } from "./CoachSwitch.tsx";
import { LevelButton } from "./Players.tsx";

interface ActionsProps {
  view: TableView;
  /** What is on the screen: nobody leaves a game whose end is seen. */
  shown: TableView;
  info: GameInfo | undefined;
  /** Whether the server can be reached: without it nothing can be asked of it. */
  connected: boolean;
  session: Session;
  onRules: () => void;
}

const ShareDialog = later(() => import("./Invite.tsx"), "ShareDialog");

export function Actions(props: ActionsProps) {
  const { view, session, connected } = props;
  const [sharing, setSharing] = useState(false);
  const { rights, offers } = view;
  const over = props.shown.status === "over";
  const plays = view.yours.length > 0;
  return (
    <section class="actions" aria-label="At the table">
      <div class="bar fixed">
        {plays && (
          <>
            <button
              type="button"
              disabled={!connected || !rights.hint}
              onClick={() => session.send({ type: "hint" })}
            >
              Hint
            </button>
            <button
              type="button"
              disabled={!connected || !rights.take_back || offers.take_back !== null}
              onClick={() => session.send({ type: "take-back" })}
            >
              Take back
            </button>
          </>
        )}
        <button type="button" onClick={props.onRules}>
          Rules
        </button>
        <button type="button" onClick={() => setSharing(true)}>
          Share
        </button>
        {!over && plays && <Resign {...props} />}
      </div>
      {!over && plays && <Leaving {...props} />}
      <CoachSwitch view={props.shown} />
      {sharing && <ShareDialog view={view} onClose={() => setSharing(false)} />}
    </section>
  );
}

/** It stands apart, and asks before it acts. */
function Resign({ view, session, connected }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const seat = actingSeat(view);
  return (
    <>
      <button
        type="button"
        class="danger"
        disabled={!connected || !view.rights.resign}
        onClick={() => setAsking(true)}
      >
        Resign
      </button>
      {asking && seat !== null && (
        <Ask
          title="Give up?"
          yes="Resign"
          onYes={() => session.send({ type: "resign", seat })}
          onClose={() => setAsking(false)}
        >
          {fullName(view.seats, seat)} gives up this game. That cannot be taken back.
        </Ask>
      )}
    </>
  );
}

/** Other ways to stop playing before the end. */
function Leaving({ view, info, session, connected }: ActionsProps) {
  const { rights, offers } = view;
  const seat = actingSeat(view);
  const own = view.seats[seat ?? -1]?.sitter.type === "person" ? seat : null;
  const playing = view.status === "playing";
  // A computer agrees to nothing.
  const against = view.seats.some(
    ({ sitter }, i) => sitter.type !== "computer" && !view.yours.includes(i),
  );
  return (
    <div class="bar">
      <LevelButton
        label="Let the computer play for me"
        short="Play for me"
        disabled={!connected || !playing || own === null}
        onChoose={(level) => own !== null && session.send({ type: "computer", seat: own, level })}
      />
      {info?.draws && against && (
        <button
          type="button"
          disabled={!connected || !rights.offer_draw || offers.draw !== null}
          onClick={() => session.send({ type: "draw" })}
        >
          Offer a draw
        </button>
      )}
    </div>
  );
}

/** The viewer's seat that acts: the one to move on a shared screen, otherwise the only one. */
function actingSeat(view: TableView): number | null {
  if (view.turn.type === "player" && view.yours.includes(view.turn.seat)) return view.turn.seat;
  return view.viewer ?? view.yours[0] ?? null;
}
