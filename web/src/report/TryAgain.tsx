// A player's own mistakes as questions: find a better move.
import { useCallback, useMemo, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { personal } from "../app/speak.ts";
import { complain } from "../app/toasts.tsx";
import { BoardPage } from "../board/BoardPage.tsx";
import { Play } from "../board/Play.tsx";
import { BestMoves } from "../board/render/Overlay.tsx";
import { starsOf } from "../learn/progress.ts";
import type { AttemptJudged, Choice, Replay, Report, ReportStep, TableView } from "../wire.ts";
import { placeOf, usePosition } from "./BetterLine.tsx";
import { pointsWords } from "./words.ts";

type Answer = { choice: Choice; judged: AttemptJudged };

export function TryAgain(props: {
  replay: Replay;
  report: Report;
  table: TableView;
  seat: number;
  /** The mistakes to ask about. */
  questions: readonly ReportStep[];
  /** Which game it is, where there are several. */
  title?: string;
  /** Hears of a mistake that was solved, with one to three stars. */
  onSolved?: (ply: number, stars: number) => void;
  /** What comes after the last mistake. */
  onEnd?: () => void;
  onClose: () => void;
  closeWords: string;
}) {
  const { questions } = props;
  const [number, setNumber] = useState(0);
  const step = questions[number];
  if (!step) return null;
  const last = number + 1 === questions.length;
  const next = last ? (props.onEnd ?? null) : () => setNumber(number + 1);
  const which = `Mistake ${number + 1} of ${questions.length}`;
  return (
    <Question
      {...props}
      key={step.ply}
      step={step}
      title={props.title ? `${which}, ${props.title}` : which}
      onNext={next}
      nextWords={last ? "Go on" : "Next mistake"}
    />
  );
}

interface QuestionProps {
  replay: Replay;
  report: Report;
  table: TableView;
  seat: number;
  step: ReportStep;
  title: string;
  onSolved?: (ply: number, stars: number) => void;
  onNext: (() => void) | null;
  nextWords: string;
  onClose: () => void;
  closeWords: string;
}

/** The answers to a question, the hints that were given, and whether it is solved. */
function useAttempts({ replay, step, onSolved }: QuestionProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  /** How many hints were given: the piece, then the move. */
  const [hints, setHints] = useState(0);
  const [asked, setAsked] = useState(false);
  const [wrong, setWrong] = useState(0);
  const judge = async (choice: Choice) => {
    setAsked(true);
    try {
      const judged = await api.attempt(replay.id, { ply: step.ply, action: choice.action });
      setAnswer({ choice, judged });
      if (judged.right) onSolved?.(step.ply, starsOf(wrong + hints, 0));
      else setWrong(wrong + 1);
    } catch (error) {
      complain(error);
    }
    setAsked(false);
  };
  const hint = () => {
    setHints(hints + 1);
    // The move itself ends the question: it comes again.
    if (hints + 1 >= 2) onSolved?.(step.ply, 1);
  };
  const done = answer?.judged.right === true || hints >= 2;
  return { answer, hints, asked, done, judge, hint };
}

function Question(props: QuestionProps) {
  const { replay, table, report, step } = props;
  const place = useMemo(
    () => placeOf(replay, table, report, step.ply, []),
    [replay, table, report, step.ply],
  );
  const view = usePosition(place, props.seat);
  const attempts = useAttempts(props);
  const { answer, hints, asked, done } = attempts;
  const say = useCallback((words: string) => personal(words, replay.seats, null), [replay.seats]);
  if (!view) return <p class="narrow quiet">One moment …</p>;
  const best = view.choices.find((choice) => choice.action === step.better?.line[0]);
  const made = view.choices.find((choice) => choice.action === step.action);
  const piece = hints === 1 && best ? { ...best, clicks: best.clicks.slice(0, 1) } : undefined;
  const drawn = done ? best : piece;
  return (
    <BoardPage
      game={replay.game}
      kind="try-again"
      layout={replay.layout}
      banner={
        <div class="banner" role="status">
          <p class="todo">{words(answer, hints, best)}</p>
          <p class="told">
            {props.title}. The move was “{made?.caption ?? step.action}”.
          </p>
        </div>
      }
      board={
        <Play
          game={replay.game}
          label="The board before the mistake"
          layout={replay.layout}
          picture={view.picture}
          last={null}
          sent={asked}
          say={say}
          choices={done || asked ? null : view.choices}
          onMove={attempts.judge}
          onThrow={null}
          throwWords=""
          onSkip={null}
          overlay={(layers) => drawn && <BestMoves {...layers} choices={[drawn]} />}
        />
      }
      head={<h1>Find a better move</h1>}
    >
      <p class="small">
        A move counts as right if it loses
        {report.exact ? " nothing against the best." : " less than 3.5 points against the best."}
      </p>
      <QuestionButtons {...props} hints={hints} done={done} onHint={best ? attempts.hint : null} />
    </BoardPage>
  );
}

/** The buttons that lead on. */
function QuestionButtons(
  props: Pick<QuestionProps, "onNext" | "nextWords" | "onClose" | "closeWords"> & {
    hints: number;
    done: boolean;
    onHint: (() => void) | null;
  },
) {
  const { done, onNext } = props;
  return (
    <div class="bar">
      {!done && props.onHint && (
        <button type="button" onClick={props.onHint}>
          {props.hints === 0 ? "Show the piece" : "Show the move"}
        </button>
      )}
      {onNext && (
        <button type="button" class={done ? "primary" : ""} onClick={onNext}>
          {props.nextWords}
        </button>
      )}
      <button type="button" class={done && !onNext ? "primary" : ""} onClick={props.onClose}>
        {props.closeWords}
      </button>
    </div>
  );
}

function words(answer: Answer | null, hints: number, best: Choice | undefined): string {
  if (hints >= 2 && best) return `The best move: ${best.caption}.`;
  if (!answer) return "Find a better move.";
  const { loss, right } = answer.judged;
  const lost = pointsWords(loss);
  if (!right) return `${answer.choice.caption}: that loses ${lost}. Try another move.`;
  return loss < 0.005 ? "Right: nothing is better." : `Right: it loses only ${lost}.`;
}
