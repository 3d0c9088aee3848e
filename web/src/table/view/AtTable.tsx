// A table with everything on it: the board, who sits there, what happened, what can be done.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { later } from "../../app/later.tsx";
import { useStore } from "../../app/store.ts";
import { mayOffer, thrown } from "../../app/throws.ts";
import { BoardPage } from "../../board/BoardPage.tsx";
import { Play } from "../../board/Play.tsx";
import { BoardControl } from "../../board/state/control.ts";
import type { GameInfo, TableView } from "../../wire.ts";
import type { Session, TableState } from "../session.ts";
import { endsHand } from "../timeline/timeline.ts";
import { Actions } from "./Actions.tsx";
import { Banner } from "./Banner.tsx";
import { better, questioned, refutation } from "./CoachSwitch.tsx";
import { throwByHand, useThrow } from "./effects.ts";
import { FairDice } from "./FairDice.tsx";
import { type Guidance, useGuidance, useLate } from "./guidance.ts";
import { expected, hintOnBoard, reasonSites } from "./hints.ts";
import { Legend } from "./Legend.tsx";
import { Missed } from "./Missed.tsx";
import { firstTip, useEver, useNewcomer } from "./newcomer.ts";
import { Players, TableStats } from "./Players.tsx";
import { hasStretch } from "./scores.ts";
import { Tabs } from "./Tabs.tsx";
import { useNamed } from "./turn.ts";

// Not needed while most games are played.
const HandEnd = later(() => import("./HandEnd.tsx"), "HandEnd");
const Hint = later(() => import("./Hint.tsx"), "Hint");
const Proposals = later(() => import("./Hint.tsx"), "Proposals");
const Passing = later(() => import("./Cover.tsx"), "Passing");
const Since = later(() => import("./Since.tsx"), "Since");
const ThrowOffer = later(() => import("./ThrowOffer.tsx"), "ThrowOffer");
const LearnOffer = later(() => import("./LearnOffer.tsx"), "LearnOffer");
const Marks = later(() => import("../../board/render/Overlay.tsx"), "Marks");
const Coach = later(() => import("./Coach.tsx"), "Coach");
const ScoreCard = later(() => import("./ScoreCard.tsx"), "ScoreCard");
const ResultCard = later(() => import("./ResultCard.tsx"), "ResultCard");
const WaitingRoom = later(() => import("./Invite.tsx"), "WaitingRoom");
const RulesPanel = later(() => import("./RulesPanel.tsx"), "RulesPanel");

interface AtTableProps {
  state: TableState;
  shown: TableView;
  latest: TableView;
  game: string;
  info: GameInfo | undefined;
  session: Session;
  invitation: string | null;
}

export function AtTable(props: AtTableProps) {
  const { state, shown, latest, game, info, session } = props;
  const now = { ...props, ...useNow(props) };
  const rules = useRules(state, now.guidance);
  const over = now.current && latest.status === "over";
  return (
    <>
      <BoardPage
        game={shown.game}
        layout={shown.layout}
        banner={<Above {...now} onRule={rules.show} />}
        board={
          <>
            <OnTable {...now} />
            {over && <ResultCard view={latest} game={game} session={session} />}
          </>
        }
        head={
          <>
            <h1>{game}</h1>
            <TableStats picture={now.picture} />
          </>
        }
      >
        <Players
          view={shown}
          picture={now.picture}
          latest={latest}
          received={state.received}
          session={session}
          invitation={props.invitation}
        />
        <Actions
          view={latest}
          shown={shown}
          info={info}
          connected={state.line === "open"}
          session={session}
          onRules={rules.ask}
        />
        <Rest {...now} />
      </BoardPage>
      {rules.open !== null && (
        <RulesPanel game={shown.game} rule={rules.open} onClose={rules.close} />
      )}
    </>
  );
}

/** What can be done with what is on the screen, and what is pointed at there. */
function useNow({ state, shown, latest, session }: AtTableProps) {
  // What can be clicked belongs to the newest view, once everything before it was seen.
  const current = shown === latest && !state.moment;
  const free = current && state.line === "open" && state.sent === null;
  const newcomer = useNewcomer(latest);
  const hinted = useMemo(() => hintOnBoard(state.hint, shown), [state.hint, shown]);
  const hint = hinted ?? better(state, shown);
  const throws = free && shown.turn.type === "chance" && shown.guide !== null;
  useThrow(throws, session);
  const [control] = useState(() => new BoardControl());
  const guidance = useGuidance(state, shown, session, control);
  const late = useLate(state.sent !== null && state.line === "open");
  const lasts = state.moment || shown.status === "over";
  return {
    current,
    free,
    newcomer,
    hint,
    throws,
    control,
    guidance,
    guide: guideOf(state, free, guidance.words, late),
    /** Whether the end of a hand stays until it was seen. */
    held: state.moment && endsHand(shown),
    picture: (lasts ? shown.moment : null) ?? shown.picture,
  };
}

type Now = AtTableProps & ReturnType<typeof useNow>;

/** What stands over the board. */
function Above(props: Now & { onRule: (rule: string) => void }) {
  const { state, shown, latest, session, held, guidance } = props;
  return (
    <>
      <Banner
        view={shown}
        info={props.info}
        line={state.line}
        guide={props.guide}
        held={held}
        tip={props.newcomer && props.free ? firstTip(shown) : null}
        explanation={guidance.explanation}
        onRule={props.onRule}
      />
      {latest.status === "waiting" && (
        <WaitingRoom
          view={latest}
          game={props.game}
          invitation={props.invitation}
          session={session}
        />
      )}
      {held && <HandEnd view={shown} onGoOn={() => session.goOn()} />}
      {shown.pass_to !== null && <Passing view={shown} held={held} session={session} />}
    </>
  );
}

/** The board. */
function OnTable(props: Now) {
  const { state, shown, latest, session, hint, guidance } = props;
  const refuted = refutation(state) ?? (props.current ? expected(state.hint) : undefined);
  const mistake = questioned(state, shown);
  const reasons = props.current ? reasonSites(state.hint) : [];
  return (
    <Play
      game={shown.game}
      label={`The board of ${props.game}`}
      layout={shown.layout}
      picture={props.picture}
      last={shown.last}
      say={useNamed(shown)}
      choices={props.free ? shown.choices : null}
      sent={state.sent !== null}
      spoken={guidance.explanation?.words ?? ""}
      {...(hint ? { hint } : {})}
      {...(mistake ? { mistake } : {})}
      {...(refuted ? { threat: refuted } : {})}
      overlay={({ layout }) =>
        reasons.length > 0 && (
          <Marks
            layout={layout}
            shapes={reasons.map((site) => ({ from: layout.sites[site]?.name ?? "", to: null }))}
            begun={null}
          />
        )
      }
      control={props.control}
      onMove={(choice) => session.act(choice.action)}
      onPick={guidance.onPick}
      onIdle={guidance.onIdle}
      onThrow={props.throws ? () => throwByHand(session) : null}
      throwWords={shown.guide?.replace(/\.$/, "") ?? "Throw"}
      onSkip={shown !== latest && !props.held ? () => session.skip() : null}
    />
  );
}

/** The column beside the board, below the players and the buttons. */
function Rest({ state, shown, latest, info, session, current, newcomer, guidance }: Now) {
  const offersThrows = mayOffer(useStore(thrown)) && latest.status === "playing";
  const mistaken = useEver(guidance.explanation?.instead === false);
  return (
    <div class="rest">
      {(latest.offers.draw ?? latest.offers.take_back) !== null && (
        <Proposals view={latest} session={session} />
      )}
      {offersThrows && <ThrowOffer />}
      {newcomer && mistaken && <LearnOffer game={shown.game} info={info} />}
      {current && (state.coach || latest.status === "over") && (
        <Coach state={state} view={latest} session={session} />
      )}
      {state.hint && current && <Hint hint={state.hint} view={latest} session={session} />}
      <Missed view={shown} missed={state.missed} onHide={() => session.dropMissed()} />
      {!state.missed && shown.seats.length > 2 && <Since view={shown} />}
      {hasStretch(shown.log) && <ScoreCard view={shown} />}
      <Tabs view={shown} latest={latest} session={session} />
      <Legend info={info} />
      {latest.spectators > 0 && <p class="quiet small">{latest.spectators} watching</p>}
      {mayThrow(latest) && (
        <FairDice
          id={latest.id}
          title={info?.secrets ? "Fair draws" : "Fair dice"}
          seated={latest.yours.length > 0}
          status={latest.status}
        />
      )}
    </div>
  );
}

/** What to do: answer the coach, where it has warned of a move; else what the table says. */
function guideOf(state: TableState, free: boolean, words: string | null, late: boolean) {
  if (!free) return late ? "On its way …" : null;
  if (state.coach?.verdict !== "gives-away") return words;
  return "The coach warns of this move: take it back, or play it anyway.";
}

/** Whether chance has decided anything, or may yet: a record of a game without dice has no account of them. */
const mayThrow = ({ log, turn }: TableView) =>
  log.length === 0 || turn.type === "chance" || log.some(({ by }) => by === null);

/** The rules open at what matters now: the table's answer names the place. */
function useRules(state: TableState, guidance: Guidance) {
  const [open, setOpen] = useState<string | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current || !state.answer?.rule) return;
    asked.current = false;
    setOpen(state.answer.rule);
  }, [state.answer]);
  return {
    open,
    show: setOpen,
    close: () => setOpen(null),
    ask: () => {
      setOpen(guidance.explanation?.rule ?? "");
      asked.current = guidance.explanation === null;
      if (asked.current) guidance.askAgain();
    },
  };
}
