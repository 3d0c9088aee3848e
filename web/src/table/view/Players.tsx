// The people and computers at the table, with scores, clocks and whose turn it is.
import { useEffect, useState } from "preact/hooks";
import { plural, timeLeft } from "../../app/format.ts";
import { LEVELS, levelWords } from "../../app/levels.ts";
import { capital, nameOf, sideOf } from "../../app/speak.ts";
import { SeatSign } from "../../themes/art.tsx";
import type { Level, Picture, SeatView, Stat, TableView } from "../../wire.ts";
import type { Session } from "../session.ts";
import { sitDown } from "./sitting.ts";
import { turnOf } from "./turn.ts";

interface PlayersProps {
  view: TableView;
  /** What the board shows: the stats of the players fit it. */
  picture: Picture;
  latest: TableView;
  received: number;
  session: Session;
  invitation: string | null;
}

/** One line for each seat. */
export function Players(props: PlayersProps) {
  const { view, latest } = props;
  // What the figures of each seat are, where there is no room to say it there.
  const figures = props.picture.stats.filter((f) => f.seat === 0);
  return (
    <section
      class={view.seats.length > 4 ? "players many" : "players"}
      aria-label="Players"
      data-figures={figures.map((f) => f.name).join(" · ")}
    >
      <ul>
        {view.seats.map((seat, i) => (
          <Player key={seat.role} {...props} seat={latest.seats[i] ?? seat} index={i} />
        ))}
      </ul>
    </section>
  );
}

/** What holds for the whole table: the hand, the moves until a draw. */
export function TableStats({ picture }: { picture: Picture }) {
  const stats = picture.stats.filter((stat) => stat.seat === null);
  return stats.length > 0 ? <Stats stats={stats} /> : null;
}

function Stats({ stats }: { stats: Stat[] }) {
  return (
    <dl class="stats">
      {stats.map((stat) => (
        <div key={stat.name}>
          <dt>{stat.name}</dt>
          {stat.value !== stat.name && <dd>{stat.value}</dd>}
        </div>
      ))}
    </dl>
  );
}

function Player(props: PlayersProps & { seat: SeatView; index: number }) {
  const { view, latest, seat, index, session } = props;
  const { sitter } = seat;
  const turn = view.status === "playing" && turnOf(view) === index;
  const share = view.result?.shares[index];
  const mine = latest.yours.includes(index);
  const away = sitter.type === "person" && !sitter.here && !mine;
  const kept = sitter.type === "computer" ? sitter.keeps_for : null;
  const name =
    sitter.type === "open" ? "Open seat" : (kept ?? capital(nameOf(latest.seats, index)));
  const behind = kept ? "(computer plays)" : mine && latest.yours.length === 1 ? "(you)" : "";
  const side = sideOf(seat);
  const role = [
    // One of two computers has it in its name.
    name.includes(side) ? "" : side,
    sitter.type === "computer" ? levelWords(sitter.level) : "",
    away ? "away" : "",
    computerMoves(seat.computer_moves),
  ];
  const grace = useTimeLeft(seat.grace ?? 0, props.received, seat.grace !== null);
  return (
    <li
      class={`player owner-${index}${turn ? " to-move" : ""}`}
      aria-current={turn ? "step" : undefined}
    >
      <SeatSign owner={index} />
      <span class="name" title={name}>
        {name}
      </span>
      {behind && <span class="behind">{behind}</span>}
      <span class="role">{role.filter(Boolean).join(" · ")}</span>
      {share !== undefined && <span class="share">{shareWords(share)}</span>}
      {turn && <span class="sr-only">to move</span>}
      <Stats stats={props.picture.stats.filter((stat) => stat.seat === index)} />
      {seat.grace !== null && grace > 0 && (
        <span class="note grace">The computer may play on in {timeLeft(grace)}</span>
      )}
      {seat.clock !== null && (
        <SeatClock left={seat.clock} received={props.received} running={latest.running === index} />
      )}
      <SeatButtons
        view={latest}
        index={index}
        mine={mine}
        away={away && grace <= 0}
        session={session}
        invitation={props.invitation}
      />
    </li>
  );
}

/** Moves that a person did not make are told to everybody. */
const computerMoves = (count: number) =>
  count === 0 ? "" : `${plural(count, "move")} by the computer`;

function shareWords(share: number): string {
  if (share === 0 || share === 1) return share === 1 ? "won" : "lost";
  return share === 0.5 ? "½" : `1/${Math.round(1 / share)}`;
}

function SeatButtons(props: {
  view: TableView;
  index: number;
  mine: boolean;
  away: boolean;
  session: Session;
  invitation: string | null;
}) {
  const { view, index, mine, session } = props;
  const sitter = view.seats[index]?.sitter;
  if (!sitter || view.status === "over") return null;
  const open = sitter.type === "open";
  const free = view.seats.filter((seat) => seat.sitter.type === "open").length;
  // A guest's only seat is taken from the invitation.
  const offered = open && view.rights.sit && (view.yours.length > 0 || free > 1);
  const give = (open && view.rights.host) || (props.away && view.rights.host);
  return (
    <div class="seat-buttons">
      {offered && (view.public || view.rights.host || props.invitation) && (
        <button type="button" onClick={() => void sitDown(session, index, props.invitation)}>
          {view.yours.length > 0 ? "Play it here too" : "Sit here"}
        </button>
      )}
      {give && (
        <LevelButton
          label={open ? "Seat the computer" : "Let the computer play"}
          onChoose={(level) => session.send({ type: "computer", seat: index, level })}
        />
      )}
      {sitter.type === "computer" && sitter.keeps_for !== null && mine && (
        <button
          type="button"
          class="primary"
          onClick={() => session.send({ type: "return", seat: index })}
        >
          Take my seat back
        </button>
      )}
      {mine && view.status === "waiting" && sitter.type === "person" && (
        <button type="button" onClick={() => session.send({ type: "stand", seat: index })}>
          Leave the seat
        </button>
      )}
    </div>
  );
}

/** A choice of level that acts at once. */
export function LevelButton(props: {
  label: string;
  /** What the button says where there is little room. */
  short?: string;
  disabled?: boolean;
  onChoose: (level: Level) => void;
}) {
  return (
    <select
      class="as-button"
      disabled={props.disabled}
      aria-label={props.label}
      value=""
      onChange={(e) => {
        const level = LEVELS.find((l) => String(l) === e.currentTarget.value);
        e.currentTarget.value = "";
        if (level) props.onChoose(level);
      }}
    >
      <option value="">{props.short ?? props.label} …</option>
      {LEVELS.map((level) => (
        <option key={level} value={String(level)}>
          {level}: {levelWords(level)}
        </option>
      ))}
    </select>
  );
}

/** What is left now of a time that was so long when the message came. */
function useTimeLeft(left: number, received: number, running: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!running) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, [running, received]);
  return running ? left - Math.max(0, now - received) : left;
}

function SeatClock(props: { left: number; received: number; running: boolean }) {
  const left = useTimeLeft(props.left, props.received, props.running);
  return (
    <span
      class={`clock${props.running ? " running" : ""}${left < 20_000 ? " low" : ""}`}
      role="timer"
    >
      {timeLeft(left)}
    </span>
  );
}
