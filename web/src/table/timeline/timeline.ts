// What a table's page shows when: views come in, and are shown one after another, so that a throw
// is seen before the move that follows it.
import { settings, still } from "../../app/settings.ts";
import { Store } from "../../app/store.ts";
import { applied } from "../../board/state/effects.ts";
import type { TableView } from "../../wire.ts";
import { merge, type TableMessage } from "../merge.ts";

export interface Shown {
  /** The newest view. */
  latest: TableView | null;
  /** The view on the screen; the newest once all before it were seen. */
  shown: TableView | null;
  /** When the clocks in `latest` were read, by this device's clock. */
  received: number;
  /** Whether the table is shown as it was at the last action, before what follows from it. */
  moment: boolean;
  /** Between these two actions lie those that were never on the screen by themselves. */
  missed: { after: number; before: number } | null;
}

/** A board that the next position no longer shows stays this long, in milliseconds. */
const MOMENT = 2600;

/** The end of a hand stays this long once other people have gone on, in milliseconds. */
const HAND_END_MOST = 8000;

/** More views than this are not shown one after another: all but the last are listed. */
const MOST_WAITING = 60;

/** The same for what happened while nobody looked. */
const MOST_UNSEEN = 6;

/** A step of a move stays this long before the next, in milliseconds. */
const STEP = 260;

/** How long a throw and a move stay before the next one is shown, in milliseconds; and where nothing moves. */
const DWELL = { throw: 1150, move: 620 };
const DWELL_CALM = { throw: 700, move: 350 };

/** A view on its way to the screen: of a whole move, or of a step of it. */
type Waiting = TableView & { step?: true };

/** What is shown of a move that goes step by step, before its last: a board for each step. */
function stepsTo(before: TableView | null, view: TableView): Waiting[] {
  const steps = view.last?.steps ?? [];
  if (!before || view.ply !== before.ply + 1) return [];
  return steps.slice(0, -1).map((_, i) => {
    const picture = applied(before.picture, steps.slice(0, i + 1));
    return { ...view, ply: before.ply, picture, choices: [], moment: null, step: true };
  });
}

/** How long a view stays on the screen before the next, in milliseconds. */
export function dwell(view: Waiting, before: TableView | null, calm: boolean): number {
  if (view.step) return calm ? 0 : STEP;
  if (!before || view.ply <= before.ply) return 0;
  return (calm ? DWELL_CALM : DWELL)[view.last?.by === null ? "throw" : "move"];
}

export class Timeline {
  readonly state = new Store<Shown>({
    latest: null,
    shown: null,
    received: 0,
    moment: false,
    missed: null,
  });
  private queue: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;

  close() {
    this.stopTimer();
  }

  /** Takes what the server sent; null while no table has come. */
  take(message: TableMessage): TableView | null {
    const { latest, received } = this.state.get();
    const view = merge(latest, message);
    if (!view) return null;
    const clocks =
      message.type === "table" || message.type === "clocks" || message.type === "seats";
    const board = message.type === "table" || message.type === "board";
    // A message that leaves the board as it is leaves a half-made move on it alone; it is shown at
    // once, or with the last of what is still to be shown.
    const aside = !board && this.queue.length === 0;
    this.set({
      latest: view,
      received: clocks ? Date.now() : received,
      ...(aside ? { shown: view } : {}),
    });
    if (!board) {
      if (!aside) this.queue[this.queue.length - 1] = view;
    } else if (latest && covers(latest, view)) {
      // What the last viewer saw must not linger on the screen.
      this.queue = [];
      this.stopWaiting();
      this.set({ shown: view, missed: null });
    } else {
      this.queue.push(...stepsTo(latest, view), view);
      this.pump();
    }
    return view;
  }

  /** Shows what comes next without waiting any longer. */
  goOn() {
    this.stopWaiting();
    this.pump();
  }

  /** Shows the newest view at once; what is between is listed. */
  skip() {
    if (this.queue.length > 1) this.queue.splice(0, this.queue.length - 1);
    this.goOn();
  }

  dropMissed() {
    if (this.state.get().missed) this.set({ missed: null });
  }

  /** Shows what waits, one after another; while nobody looks it goes on waiting. */
  pump(): void {
    const quick = settings.get().pace === "quick";
    const away = document.hidden && this.state.get().shown !== null;
    // Too much to sit through, and in a quick game nobody would see it: it is listed in words.
    const most = !away ? MOST_WAITING : quick ? 1 : MOST_UNSEEN;
    if (this.queue.length > most) {
      this.queue.splice(0, this.queue.length - 1);
    }
    // What waits here is drawn later, but the title tells of it at once.
    if (away) this.set({});
    if (away || this.timer) return;
    const { moment, shown } = this.state.get();
    if (moment && shown && endsHand(shown)) {
      // It stays until its button is pressed; other people do not wait forever.
      if (this.queue.some(byOthers)) this.wait(HAND_END_MOST);
      return;
    }
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const before = this.state.get().shown;
      const lingers = this.show(next, quick);
      const wait = quick ? 0 : lingers ? MOMENT : dwell(next, before, still());
      if (lingers && endsHand(next)) this.pump();
      else if (wait > 0) this.wait(wait);
      else continue;
      return;
    }
  }

  /** Puts a view on the screen; true where its last board stays for a while. */
  private show(view: TableView, quick: boolean): boolean {
    const { shown, missed } = this.state.get();
    const lingers = Boolean(view.moment) && shown !== null && view.ply > shown.ply && !quick;
    this.set({ shown: view, moment: lingers, missed: missedBy(shown, view, missed) });
    return lingers;
  }

  private wait(milliseconds: number) {
    this.timer = setTimeout(() => this.goOn(), milliseconds);
  }

  private stopTimer() {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  private stopWaiting() {
    this.stopTimer();
    if (this.state.get().moment) this.set({ moment: false });
  }

  private set(part: Partial<Shown>) {
    this.state.update((old) => ({ ...old, ...part }));
  }
}

/** Whether a hand has ended and another follows: what was hidden is to be seen once. */
export const endsHand = (view: TableView): boolean =>
  view.status !== "over" && view.last?.card?.ends === "hand";

/** Whether the screen is covered, or was. */
function covers(before: TableView, view: TableView): boolean {
  const covered = before.viewer === null && before.pass_to !== null;
  return covered || (view.viewer === null && (view.pass_to !== null || before.viewer !== null));
}

/** Whether another person made the last action of a view. */
function byOthers(view: TableView): boolean {
  const by = view.last?.by ?? null;
  return by !== null && !view.yours.includes(by) && view.seats?.[by]?.sitter.type === "person";
}

/** What nobody has seen when one view follows another. */
function missedBy(
  before: TableView | null,
  next: TableView,
  missed: Shown["missed"],
): Shown["missed"] {
  // What was taken back did not happen.
  if (!before || before.rewinds !== next.rewinds) return null;
  if (next.ply <= before.ply + 1) return missed;
  return { after: missed?.after ?? before.ply, before: next.ply };
}
