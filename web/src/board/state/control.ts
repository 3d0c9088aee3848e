// Holds a board's state, and reports moves, picks and clicks where nothing can be done.
import { Store } from "../../app/store.ts";
import type { Choice } from "../../wire.ts";
import type { BoardState, Preferences, Refused, Transition } from "./state.ts";
import * as transitions from "./state.ts";

interface Listener extends Preferences {
  onMove(choice: Choice): void;
  /** Other sites are picked, or a site was tried that cannot be, or both: it begins a new choice. */
  onPick(picked: readonly number[], refused: Refused | null): void;
}

export class BoardControl {
  readonly store = new Store<BoardState>(transitions.EMPTY);
  /** Set at each rendering. */
  listener: Listener | null = null;

  get state(): BoardState {
    return this.store.get();
  }

  private get preferences(): Preferences {
    return this.listener ?? { confirm: false, quick: false };
  }

  private follow({ state, move, refused }: Transition) {
    const { picked } = this.state;
    this.store.set(state);
    if (move) this.listener?.onMove(move);
    if (refused || state.picked !== picked) this.listener?.onPick(state.picked, refused ?? null);
  }

  setChoices = (choices: readonly Choice[]) =>
    this.follow({ state: transitions.setChoices(this.state, choices) });
  setHover = (site: number | null) => this.store.set(transitions.setHover(this.state, site));
  setFocus = (site: number | null, visible: boolean) =>
    this.store.set(transitions.setFocus(this.state, site, visible));
  cancel = () => this.follow({ state: transitions.cancel(this.state) });
  confirm = () => this.follow(transitions.confirm(this.state));
  choose = (choice: Choice) =>
    this.follow(transitions.choose(this.state, choice, this.preferences));
  /** Presses a site; where it may be missed, a move waits to be confirmed. */
  press = (site: number, careful = false) => {
    const preferences = careful ? { ...this.preferences, confirm: true } : this.preferences;
    this.follow(transitions.press(this.state, site, preferences));
  };

  /** Picks a piece up; false where there is nothing to drag. */
  lift(site: number): boolean {
    const lifted = transitions.lift(this.state, site);
    if (lifted) this.follow({ state: lifted });
    return lifted !== null;
  }

  /** Lets go of a piece; true where that makes a move. */
  drop(from: number, to: number | null): boolean {
    const dropped = transitions.drop(this.state, from, to, this.preferences);
    this.follow(dropped);
    return dropped.move !== undefined;
  }
}
