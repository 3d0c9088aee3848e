// Between two players at one screen: nothing of either view is on the page.
import { useEffect } from "preact/hooks";
import { settings } from "../../app/settings.ts";
import { nameOf } from "../../app/speak.ts";
import type { TableView } from "../../wire.ts";
import type { Session } from "../session.ts";
import { named } from "./turn.ts";

export function Cover({
  view,
  seat,
  session,
}: {
  view: TableView;
  seat: number;
  session: Session;
}) {
  const name = nameOf(view.seats, seat);
  return (
    <section class="cover" aria-labelledby="cover-title">
      <h1 id="cover-title">Pass the device to {name}</h1>
      {view.last && <p class="told">{named(view, view.last.words)}</p>}
      <p>Nobody else should look at the screen now.</p>
      <button
        type="button"
        class="primary big"
        onClick={() => session.send({ type: "look", seat })}
      >
        I am {name}: show my side
      </button>
    </section>
  );
}

/** A player sees what came of their move for this long before the screen is covered. */
const LOOK = 3000;

const cover = (session: Session) => session.send({ type: "look", seat: null });

/** A move is made and the device goes on: time to see it, then the cover comes by itself. */
export function Passing(props: {
  view: TableView;
  /** Whether something stays on the screen until it was seen. */
  held: boolean;
  session: Session;
}) {
  const { view, session } = props;
  const goes = view.pass_to !== null && view.viewer !== null && !props.held;
  useEffect(() => {
    if (!goes) return;
    // Asked for again until the cover is there: a busy server may have refused the first time.
    const ask = () => {
      cover(session);
      timer = setTimeout(ask, LOOK);
    };
    let timer = setTimeout(ask, settings.get().pace === "quick" ? 0 : LOOK);
    return () => clearTimeout(timer);
  }, [goes, view.ply, session]);
  if (!goes || view.pass_to === null) return null;
  return (
    <div class="notice passing" role="status">
      <p>Your move is made. {nameOf(view.seats, view.pass_to)} is next.</p>
      <button type="button" class="primary" onClick={() => cover(session)}>
        Cover the screen
      </button>
    </div>
  );
}
