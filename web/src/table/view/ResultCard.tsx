// The end of a game, over the felt: who won and by what, a little joy, and what comes next.
import "../../style/result.css";
import { useState } from "preact/hooks";
import { copy } from "../../app/copy.ts";
import { Emblem } from "../../app/Emblem.tsx";
import { keepLevel, levelWords } from "../../app/levels.ts";
import { Link } from "../../app/router.tsx";
import { newSeats, openTable, type SeatChoice } from "../../app/seats.ts";
import { still } from "../../app/settings.ts";
import { capital, nameOf, onlySeat } from "../../app/speak.ts";
import type { Level, TableView } from "../../wire.ts";
import type { Session } from "../session.ts";
import { computerLevel, endingOf, nextLevel } from "./ending.ts";
import { named } from "./turn.ts";

export function ResultCard(props: { view: TableView; game: string; session: Session }) {
  const { view, game } = props;
  const [folded, setFolded] = useState(false);
  if (!view.result) return null;
  if (folded) {
    return (
      <button type="button" class="result-tab" onClick={() => setFolded(false)}>
        Show the result
      </button>
    );
  }
  const you = onlySeat(view.yours);
  const ending = endingOf(view.result.shares, you);
  return (
    <section class={`result ${ending}`} aria-label="Result">
      {ending === "won" && !still() && <Confetti />}
      <button
        type="button"
        class="bare fold"
        aria-label="Hide the result"
        onClick={() => setFolded(true)}
      >
        ×
      </button>
      <Emblem drawn={ending === "drawn"} />
      <p class="headline">{named(view, view.result.words)}</p>
      <p class="quiet">{circumstances(view, game)}</p>
      <div class="next">
        <Rematch view={view} session={props.session} />
        {view.rights.keep && (
          <button
            type="button"
            title="A record that nobody keeps is deleted after a while."
            onClick={() => props.session.send({ type: "keep" })}
          >
            Keep this record
          </button>
        )}
        <OtherLevel view={view} won={ending === "won"} />
        <Link class="button" href={`/t/${view.id}/replay`}>
          Look back
        </Link>
        <Link class="button" href={`/t/${view.id}/replay#report`}>
          Report
        </Link>
        <button type="button" onClick={() => share(view, game)}>
          Share
        </button>
      </div>
    </section>
  );
}

/** Which game it was, and against which computer. */
function circumstances(view: TableView, game: string): string {
  const level = computerLevel(view);
  return level === null ? game : `${game} · computer: ${levelWords(level)}`;
}

/** The next game: it begins when everybody who played wants it. */
function Rematch({ view, session }: { view: TableView; session: Session }) {
  const { rematch, wants_rematch: wanting } = view.offers;
  if (rematch) {
    return (
      <Link class="button primary" href={`/t/${rematch}`}>
        Go to the rematch
      </Link>
    );
  }
  if (!view.rights.rematch) return null;
  const mine = wanting.some((seat) => view.yours.includes(seat));
  const others = wanting.filter((seat) => !view.yours.includes(seat));
  const names = others.map((seat) => capital(nameOf(view.seats, seat))).join(" and ");
  return (
    <>
      <p class="notice" role="status">
        {mine
          ? "The rematch begins when the others want it, too."
          : names && `${names} would like a rematch.`}
      </p>
      {!mine && (
        <button type="button" class="primary" onClick={() => session.send({ type: "rematch" })}>
          Rematch
        </button>
      )}
    </>
  );
}

/** The same table against a stronger computer, or after a defeat against a weaker one. */
function OtherLevel({ view, won }: { view: TableView; won: boolean }) {
  const level = nextLevel(view, won);
  if (level === null) return null;
  return (
    <button type="button" class="level" onClick={() => again(view, level)}>
      {won ? "Next level" : "Easier"}: {levelWords(level)}
    </button>
  );
}

function again(view: TableView, level: Level) {
  keepLevel(view.game, level);
  const seats = view.seats.map(
    (_, i): SeatChoice => (view.yours.includes(i) ? { type: "me" } : { type: "computer", level }),
  );
  const { game, options, clock } = view;
  return openTable({ game, options, seats: newSeats(seats), clock, public: view.public });
}

/** A link to the whole game, by the device's own way of sharing where it has one. */
async function share(view: TableView, game: string) {
  const url = `${location.origin}/t/${view.id}/replay`;
  const text = `${game}: ${named(view, view.result?.words ?? "")}`;
  if (!navigator.share) return copy(url);
  // A person who closes the device's dialog has changed their mind.
  await navigator.share({ title: "Parlour", text, url }).catch(() => {});
}

const PIECES = Array.from({ length: 26 }, (_, i) => i);

/** Paper that falls once. Where each piece falls follows from its number: no chance is needed. */
function Confetti() {
  return (
    <div class="confetti" aria-hidden="true">
      {PIECES.map((i) => (
        <i
          key={i}
          class={`paper paper-${i % 4}`}
          style={{ left: `${(i * 37) % 100}%`, animationDelay: `${(i * 53) % 500}ms` }}
        />
      ))}
    </div>
  );
}
