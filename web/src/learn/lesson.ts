// One lesson: the moves made, the positions to show one after another, and what to say.
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../app/api.ts";
import { useLatest } from "../app/latest.ts";
import { settings } from "../app/settings.ts";
import type { Refused } from "../board/state/state.ts";
import type {
  Layout,
  LessonAnswer,
  LessonInfo,
  LessonVerdict,
  LessonView,
  PositionView,
  PuzzleAnswer,
  TreeShape,
} from "../wire.ts";
import { keepSolved, starsOf } from "./progress.ts";
import { starsByLoss } from "./puzzles.ts";

export interface LessonState {
  /** The board; null until it has come. */
  layout: Layout | null;
  seat: number;
  shown: PositionView | null;
  shapes: TreeShape[];
  /** Whether positions are still to be shown, or a move is on its way. */
  busy: boolean;
  verdict: LessonVerdict;
  /** What to do now; null where the lesson's own task says it. */
  task: string | null;
  /** What to say about the last move, once all of it was seen. */
  says: string | null;
  /** What to do with what is picked, or why not. */
  answer: LessonAnswer | null;
  refused: boolean;
  /** The move that a hint proposes. */
  hint: string | null;
  /** For a solved lesson. */
  stars: number;
  /** What the last answer to a puzzle is worth. */
  worth: PuzzleAnswer | null;
  /** The positions after a puzzle's best move, to step through, and the one that is shown. */
  line: readonly PositionView[];
  at: number;
  failed: string | null;
}

const START: LessonState = {
  layout: null,
  seat: 0,
  shown: null,
  shapes: [],
  busy: true,
  verdict: "go-on",
  task: null,
  says: null,
  answer: null,
  refused: false,
  hint: null,
  stars: 0,
  worth: null,
  line: [],
  at: 0,
  failed: null,
};

/** How long a position stays before the next, in milliseconds. */
const pause = () => (settings.get().pace === "quick" ? 60 : 1000);

const wait = (time: number) => new Promise((done) => setTimeout(done, time));

/** What costs stars. It lasts until the lesson is solved: to start again does not undo a mistake. */
class Costs {
  mistakes = 0;
  hints = 0;
  answers = 0;
  /** What the first answer to a puzzle gave away. */
  lost = 0;
  solved = false;
}

/** A learner at one lesson. */
class Learner {
  private moves: string[] = [];
  /** The position that the learner moves from. */
  private base: PositionView | null = null;
  private closed = false;
  private questions = 0;

  constructor(
    private readonly game: string,
    private readonly lesson: LessonInfo,
    private readonly set: (change: Partial<LessonState>) => void,
    private readonly puzzle: PuzzleRules | null,
    private readonly costs: Costs,
  ) {}

  close() {
    this.closed = true;
  }

  start = () =>
    this.call([], (view) => ({
      layout: view.frames[0]?.layout ?? null,
      seat: view.seat,
    }));

  play = (action: string) => this.call([...this.moves, action], () => ({}));

  /** Takes the mistake back. */
  again = () =>
    this.set({
      shown: this.base,
      verdict: "go-on",
      says: null,
      answer: null,
      refused: false,
      worth: null,
    });

  /** Shows one position of the line that follows a puzzle's best move. */
  step = (line: readonly PositionView[], at: number) => {
    const shown = line[at];
    if (shown) this.set({ shown, at });
  };

  showMe = async () => {
    this.costs.hints++;
    try {
      const { action } = await api.lessonHint(this.game, this.lesson.id, { moves: this.moves });
      this.set({ hint: action });
    } catch (error) {
      this.set({ failed: (error as Error).message });
    }
  };

  /** Asks what to do with the sites picked, or why another cannot be. */
  pick = (picked: readonly number[], refused: Refused | null) => {
    // Why a click began a new choice is worth more than what to do with it.
    if (refused) return this.ask(refused.picked, refused.site, !refused.instead);
    if (picked.length > 0) return this.ask(picked, null);
    this.questions++;
    this.set({ answer: null, refused: false });
  };

  private ask = async (picked: readonly number[], site: number | null, refused = false) => {
    const question = ++this.questions;
    const asked = { moves: this.moves, picked: [...picked], site };
    const answer = await api.lessonAsk(this.game, this.lesson.id, asked).catch(() => null);
    if (question !== this.questions || !answer) return;
    const words = answer.words ?? (refused ? "Nothing can be done there now." : null);
    if (words || site !== null) this.set({ answer: { ...answer, words }, refused });
  };

  private async call(moves: string[], with_: (view: LessonView) => Partial<LessonState>) {
    this.questions++;
    this.set({ busy: true, answer: null, refused: false, hint: null, failed: null });
    try {
      const view = await api.lessonPlay(this.game, this.lesson.id, { moves });
      if (this.closed) return;
      this.set(with_(view));
      // The line after a puzzle's best move is stepped through afterwards.
      const solved = view.answer !== null && view.verdict === "done";
      await this.show(solved ? view.frames.slice(0, 1) : view.frames);
      this.judge(view, moves);
    } catch (error) {
      this.set({ busy: false, failed: (error as Error).message, shown: this.base });
    }
  }

  private async show(frames: readonly PositionView[]) {
    for (const [index, frame] of frames.entries()) {
      if (index > 0) await wait(pause());
      if (this.closed) return;
      this.set({ shown: frame });
    }
  }

  private judge(view: LessonView, moves: string[]) {
    if (this.closed) return;
    const { verdict, says, shapes, answer: worth, frames: line } = view;
    const { costs } = this;
    if (worth && costs.answers++ === 0) {
      costs.lost = worth.lost;
      this.puzzle?.onAnswer(verdict === "done" && costs.hints === 0, worth.lost);
    }
    if (verdict === "mistake") costs.mistakes++;
    else {
      this.moves = moves;
      this.base = view.frames.at(-1) ?? this.base;
    }
    const stars = this.stars();
    costs.solved = verdict === "done";
    if (costs.solved) keepSolved(this.game, this.lesson.id, stars);
    // Where the lesson goes on, what is said is the next task.
    const said = verdict === "go-on" ? { task: says, says: null } : { says };
    this.set({ busy: false, verdict, ...said, shapes, stars, worth, line, at: 0 });
  }

  private stars(): number {
    const { mistakes, hints, lost } = this.costs;
    if (this.puzzle?.dice) return Math.max(1, starsByLoss(lost) - hints);
    const overPar = Math.max(0, this.moves.length - this.lesson.par);
    return starsOf(mistakes + hints, overPar);
  }
}

/** How the answers to a puzzle count. */
interface PuzzleRules {
  /** By what they give away, where dice decide. */
  dice: boolean;
  /** Hears of the first answer: whether it was right without help, and what it gave away. */
  onAnswer: (right: boolean, lost: number) => void;
}

export type LessonRun = ReturnType<typeof useLesson>;

export function useLesson(game: string, lesson: LessonInfo, puzzle: PuzzleRules | null = null) {
  const [state, setState] = useState<LessonState>(START);
  const [round, setRound] = useState(0);
  const learner = useRef<Learner | null>(null);
  const rules = useLatest(puzzle);
  const costs = useRef<{ lesson: LessonInfo; costs: Costs } | null>(null);
  useEffect(() => {
    setState(START);
    const set = (change: Partial<LessonState>) => setState((old) => ({ ...old, ...change }));
    if (costs.current?.lesson !== lesson || costs.current.costs.solved) {
      costs.current = { lesson, costs: new Costs() };
    }
    const current = new Learner(game, lesson, set, rules.current, costs.current.costs);
    learner.current = current;
    void current.start();
    return () => current.close();
  }, [game, lesson, round]);
  return { state, learner, restart: () => setRound((count) => count + 1) };
}
