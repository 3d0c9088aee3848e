// Between two players at one screen: nothing of either view is on the page.
import { seatName } from "../app/format.ts";
import type { WholeView } from "./merge.ts";
import type { Session } from "./session.ts";

export function Cover({
  view,
  seat,
  session,
}: {
  view: WholeView;
  seat: number;
  session: Session;
}) {
  const name = seatName(view.seats[seat]);
  return (
    <section class="cover" aria-labelledby="cover-title">
      <h1 id="cover-title">Pass the device to {name}</h1>
      {view.last && <p class="told">{view.last.words}</p>}
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
