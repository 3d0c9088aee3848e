// A table: the board, who sits there, what happened, what can be done.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { allGames } from "../app/api.ts";
import { useLoad, useTitle } from "../app/load.tsx";
import { notify } from "../app/notify.ts";
import { go, Link } from "../app/router.tsx";
import { settings } from "../app/settings.ts";
import { play } from "../app/sounds.ts";
import { nameOf } from "../app/speak.ts";
import { useStore } from "../app/store.ts";
import { toast } from "../app/toasts.tsx";
import { Play } from "../board/Play.tsx";
import type { WholeView } from "../table/merge.ts";
import { Session, type TableState } from "../table/session.ts";
import { Actions, Hint, Proposals } from "../table/view/Actions.tsx";
import { Banner, told, turnOf, yourTurn } from "../table/view/Banner.tsx";
import { Chat } from "../table/view/Chat.tsx";
import { Cover, Passing } from "../table/view/Cover.tsx";
import { FairDice } from "../table/view/FairDice.tsx";
import { WaitingRoom } from "../table/view/Invite.tsx";
import { Legend } from "../table/view/Legend.tsx";
import { MoveList } from "../table/view/MoveList.tsx";
import { Players } from "../table/view/Players.tsx";
import { RulesPanel } from "../table/view/RulesPanel.tsx";
import { ScoreCard } from "../table/view/ScoreCard.tsx";
import { Missed, Since } from "../table/view/Since.tsx";
import { seatColours } from "../themes/colours.ts";
import type { Choice, GameInfo } from "../wire.ts";

export function TablePage({ id, invitation }: { id: string; invitation: string | null }) {
  const session = useMemo(() => new Session(id), [id]);
  useEffect(() => () => session.close(), [session]);
  const state = useStore(session.state);
  const games = useLoad(allGames, []);
  const { shown, latest } = state;
  const info = games.state === "ready" ? games.value.find((g) => g.id === shown?.game) : undefined;
  const game = info?.name ?? "Table";
  // A page that nobody looks at stands still, and still calls.
  const titled = document.hidden ? latest : shown;
  useTitle(titled ? `${titleOf(titled)}${game}` : game);
  useSounds(shown);
  useCall(latest, game);
  useNews(latest);
  if (state.line === "refused") {
    return (
      <section class="narrow">
        <h1>No such table</h1>
        <p role="alert">{state.reason}</p>
        <p>
          The link may be incomplete, or the table was cleared away.{" "}
          <Link href="/">Go to the games</Link>.
        </p>
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
  if (shown.pass_to !== null && shown.viewer === null) {
    return <Cover view={shown} seat={shown.pass_to} session={session} />;
  }
  return (
    <AtTable
      state={state}
      shown={shown}
      latest={latest}
      game={game}
      info={info}
      session={session}
      invitation={invitation}
    />
  );
}

function AtTable(props: {
  state: TableState;
  shown: WholeView;
  latest: WholeView;
  game: string;
  info: GameInfo | undefined;
  session: Session;
  invitation: string | null;
}) {
  const { state, shown, latest, game, session } = props;
  // What can be clicked belongs to the newest view, once everything before it was seen.
  const current = shown === latest && !state.moment;
  const free = current && state.line === "open" && state.sent === null;
  const choices = free ? shown.choices : NONE;
  const hinted = state.hint?.moves[0]?.action;
  const hint = hinted ? shown.choices.find((c) => c.action === hinted) : undefined;
  const throws = free && shown.turn.type === "chance" && shown.guide !== null;
  useThrow(throws, session);
  const guidance = useGuidance(state, shown, session);
  const late = useLate(state.sent !== null && state.line === "open");
  const [rule, setRule] = useState<string | null>(null);
  const opened = useRef(false);
  // The rules open at what matters now: the table's answer names the place.
  useEffect(() => {
    if (!opened.current || !state.answer?.rule) return;
    opened.current = false;
    setRule(state.answer.rule);
  }, [state.answer]);
  const openRules = () => {
    setRule(guidance.reason?.rule ?? "");
    opened.current = guidance.reason === null;
    if (opened.current) guidance.ask(guidance.picked, null);
  };
  const lasts = state.moment || shown.status === "over";
  const picture = (lasts ? shown.moment : null) ?? shown.picture;
  return (
    <div
      class={`table-page theme-${shown.game}${rule === null ? "" : " with-rules"}`}
      style={seatColours(shown.layout)}
    >
      <h1 class="sr-only">{game}</h1>
      <div class={`area-players${shown.seats.length > 4 ? " many" : ""}`}>
        <Players
          view={shown}
          picture={picture}
          latest={latest}
          received={state.received}
          session={session}
          invitation={props.invitation}
        />
      </div>
      <div class="area-board">
        <Banner
          view={shown}
          info={props.info}
          line={state.line}
          guide={free ? guidance.words : late ? "On its way …" : null}
          reason={guidance.reason}
          onRule={setRule}
        />
        <WaitingRoom view={latest} invited={props.invitation !== null} />
        <div class="felt">
          <Play
            game={shown.game}
            label={`The board of ${game}`}
            layout={shown.layout}
            picture={picture}
            last={shown.last}
            say={(words) => told(shown, words)}
            choices={choices}
            sent={state.sent !== null}
            hint={hint}
            onMove={(choice) => session.act(choice.action)}
            onPick={guidance.onPick}
            onRefused={guidance.onRefused}
            onIdle={guidance.onIdle}
            onThrow={throws ? () => session.throw() : null}
            throwWords={shown.guide?.replace(/\.$/, "") ?? "Throw"}
          />
        </div>
        <Passing view={shown} session={session} />
      </div>
      <div class="area-actions">
        <Proposals view={latest} session={session} />
        {state.hint && current && <Hint hint={state.hint} session={session} />}
        <Missed view={shown} missed={state.missed} onHide={() => session.dropMissed()} />
        {!state.missed && <Since view={shown} />}
        <ScoreCard view={shown} />
        <Actions view={latest} session={session} onRules={openRules} />
        <Legend game={shown.game} />
        {/* Below the board on a phone: who comes to watch does not move it. */}
        {latest.watchers > 0 && <p class="quiet small">{latest.watchers} watching</p>}
        <FairDice id={latest.id} seated={latest.yours.length > 0} status={latest.status} />
      </div>
      <div class="area-log">
        <Tabs view={shown} latest={latest} session={session} />
      </div>
      {rule !== null && <RulesPanel game={shown.game} rule={rule} onClose={() => setRule(null)} />}
    </div>
  );
}

const NONE: Choice[] = [];

/** What to do with what is picked, and why not. */
function useGuidance(state: TableState, shown: WholeView, session: Session) {
  const [picked, setPicked] = useState<readonly number[]>([]);
  const answer = state.answer?.ply === shown.ply ? state.answer : null;
  const same = answer !== null && `${answer.picked}` === `${picked}`;
  const words =
    picked.length === 0 ? shown.guide : same && answer.site === null ? answer.words : null;
  const kept = useRef<string | null>(null);
  const ask = useAsking(session);
  // Somebody clicked while another is to move: the board is another once that one has.
  const [idle, setIdle] = useState<WholeView | null>(null);
  if (words !== null || picked.length === 0) kept.current = words;
  return {
    picked,
    words: kept.current,
    reason:
      answer && answer.site !== null
        ? { words: answer.words, rule: answer.rule }
        : idle?.ply === shown.ply && idle.status === "playing"
          ? { words: notYours(shown), rule: null }
          : null,
    ask,
    onRefused: ask,
    onIdle: () => setIdle(elsewhere(shown) ? shown : null),
    onPick(sites: readonly number[]) {
      setPicked(sites);
      session.dropAnswer();
      ask(sites, sites.length > 0 ? null : undefined);
    },
  };
}

/** Whether one who plays waits for another. */
const elsewhere = (view: WholeView) =>
  view.status === "playing" && view.yours.length > 0 && !yourTurn(view) && turnOf(view) !== null;

const notYours = (view: WholeView) =>
  `It is not your turn: wait for ${nameOf(view.seats, turnOf(view) ?? 0)}.`;

/** Whether something has lasted for longer than anybody would take for no time at all. */
function useLate(lasts: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => setLate(true), 700);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [lasts]);
  return lasts && late;
}

/** So long the page waits between two questions. */
const BETWEEN = 150;

/**
 * Asks the table what to do, or with a site why not. Hands can be faster than the table likes to be
 * asked: within a moment only the newest question is put. No site and no `null` takes back what has
 * not been asked yet.
 */
function useAsking(session: Session) {
  const [asker] = useState(() => ({ timer: 0, next: 0 }));
  useEffect(() => () => clearTimeout(asker.timer), [asker]);
  return (picked: readonly number[], site: number | null | undefined) => {
    clearTimeout(asker.timer);
    if (site === undefined) return;
    const put = () => {
      asker.next = Date.now() + BETWEEN;
      session.inquire(picked, site);
    };
    const wait = asker.next - Date.now();
    if (wait <= 0) put();
    else asker.timer = setTimeout(put, wait) as unknown as number;
  };
}

/** Space throws; with "throw for me" nobody has to. */
function useThrow(throws: boolean, session: Session) {
  const { throwing } = useStore(settings);
  useEffect(() => {
    if (!throws) return;
    if (throwing) {
      // Thrown again until the throw is there: the first word of it may have been lost.
      const again = () => {
        timer = setTimeout(again, 1500);
        session.throw();
      };
      let timer = setTimeout(again, 350);
      return () => clearTimeout(timer);
    }
    const key = (event: KeyboardEvent) => {
      const busy =
        event.target instanceof Element &&
        event.target.closest("input,textarea,select,button,a,dialog");
      if (event.key !== " " || busy || event.repeat) return;
      event.preventDefault();
      session.throw();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [throws, throwing, session]);
}

function titleOf(view: WholeView): string {
  if (view.pass_to !== null) return "Pass the device – ";
  if (view.status === "over") return "Over – ";
  return yourTurn(view) ? "● Your turn – " : "";
}

function Tabs(props: { view: WholeView; latest: WholeView; session: Session }) {
  const { view, latest, session } = props;
  const [tab, setTab] = useState<"moves" | "chat">("moves");
  // By its number, not by the count: a table that comes anew holds the last lines only.
  const said = latest.chat.at(-1)?.sequence ?? 0;
  const [read, setRead] = useState(said);
  useEffect(() => {
    if (tab === "chat") setRead(said);
    else if (said > read) play("chat");
  }, [tab, said]);
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
    <>
      <div class="tabs" role="tablist" aria-label="Moves and chat">
        {button("moves", "Moves")}
        {button("chat", unread > 0 ? `Chat (${unread} new)` : "Chat")}
      </div>
      <div id="tab-panel" role="tabpanel" aria-label={tab === "moves" ? "Moves" : "Chat"}>
        {tab === "moves" ? (
          <MoveList id={view.id} log={view.log} say={(words) => told(view, words)} />
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
    if (passed(old, view)) play("turn");
  }, [view]);
}

/** A call to those who look elsewhere, as soon as it is their turn. */
function useCall(latest: WholeView | null, game: string) {
  const before = useRef<WholeView | null>(null);
  useEffect(() => {
    const old = before.current;
    before.current = latest;
    if (!document.hidden || !old || !latest || !passed(old, latest)) return;
    play("turn");
    notify(`Your turn at ${game}`, latest.last ? told(latest, latest.last.words) : "");
  }, [latest]);
}

/** Whether the turn has come to the viewer, or to the next of those who share the screen. */
const passed = (old: WholeView, view: WholeView) =>
  view.ply > old.ply && yourTurn(view) && (!yourTurn(old) || turnOf(old) !== turnOf(view));

/** What others answered, and the way to the rematch once everybody wants it. */
function useNews(latest: WholeView | null) {
  const before = useRef<WholeView | null>(null);
  useEffect(() => {
    const old = before.current;
    before.current = latest;
    if (!old || !latest || old.id !== latest.id) return;
    const gone = (offer: number | null, now: number | null) =>
      offer !== null && now === null && latest.yours.includes(offer) && latest.ply === old.ply;
    if (latest.status === "playing" && gone(old.offers.draw, latest.offers.draw)) {
      toast("The draw was declined.");
    }
    if (gone(old.offers.take_back, latest.offers.take_back)) toast("The move stays as it is.");
    const wanted = old.offers.wants_rematch.some((seat) => latest.yours.includes(seat));
    if (!old.offers.rematch && latest.offers.rematch && (wanted || latest.yours.length > 0)) {
      go(`/t/${latest.offers.rematch}`);
    }
  }, [latest]);
}
