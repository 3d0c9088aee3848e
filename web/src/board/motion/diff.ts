// What changed between two pictures, so that it can be shown as movement. Pieces have no names of
// their own: those of one kind and owner are matched so that they travel least.
import type { Layout, Piece } from "../../wire.ts";

/** A piece with a key that stays while it is the same piece. */
export interface Placed {
  key: number;
  piece: Piece;
}

/** A piece of the new picture. */
export interface Arrival extends Placed {
  /** The site that it came from; null: it stayed. */
  from: number | null;
  /** Whether it was not there before and came from nowhere. */
  fresh: boolean;
  /** Whether it was taken from a stack. */
  dealt: boolean;
  /** Whether another face shows now. */
  turned: boolean;
}

/** A piece of the old picture that is gone. */
export interface Departure extends Placed {
  /** The stack that it joined, if any. */
  to: number | null;
}

/** The whole change. */
export interface Change {
  arrivals: Arrival[];
  departures: Departure[];
}

let lastKey = 0;

/** A picture that follows none. */
export function fresh(pieces: readonly Piece[]): Placed[] {
  return pieces.map((piece) => ({ key: ++lastKey, piece }));
}

/** From the pieces that stood to those that stand now. */
export function change(layout: Layout, before: readonly Placed[], after: readonly Piece[]): Change {
  const arrivals: Arrival[] = new Array(after.length);
  const gone = new Set(before);
  const come = new Set(after.keys());
  const settle = (i: number, old: Placed, from: number | null) => {
    const piece = after[i] as Piece;
    arrivals[i] = {
      key: old.key,
      piece,
      from,
      fresh: false,
      dealt: false,
      turned: old.piece.face !== piece.face,
    };
    gone.delete(old);
    come.delete(i);
  };
  stayed(before, after, gone, come, settle);
  for (const [old, i] of travelled(layout, [...gone], after, [...come])) {
    settle(i, old, old.piece.site);
  }
  for (const i of come) {
    const piece = after[i] as Piece;
    const stack = grownStack(
      after,
      before.map((p) => p.piece),
      piece,
    );
    arrivals[i] = {
      key: ++lastKey,
      piece,
      from: stack,
      fresh: stack === null,
      dealt: stack !== null,
      turned: false,
    };
  }
  const pieces = before.map((p) => p.piece);
  const departures = [...gone].map((old) => ({ ...old, to: grownStack(pieces, after, old.piece) }));
  return { arrivals, departures };
}

const alike = (a: Piece, b: Piece) => a.kind === b.kind && a.owner === b.owner;

/** Pieces that stand where one like them stood; those that show the same face first. */
function stayed(
  before: readonly Placed[],
  after: readonly Piece[],
  gone: Set<Placed>,
  come: Set<number>,
  settle: (i: number, old: Placed, from: null) => void,
) {
  for (const sameFace of [true, false]) {
    for (const old of before) {
      if (!gone.has(old)) continue;
      for (const i of come) {
        const piece = after[i] as Piece;
        if (piece.site !== old.piece.site || !alike(piece, old.piece)) continue;
        if (sameFace && piece.face !== old.piece.face) continue;
        settle(i, old, null);
        break;
      }
    }
  }
}

/** Pairs of left-over old and new pieces that together travel least (squared distances). */
function travelled(
  layout: Layout,
  gone: readonly Placed[],
  after: readonly Piece[],
  come: readonly number[],
): [Placed, number][] {
  const cost = (old: Placed, i: number) => {
    const a = layout.sites[old.piece.site]?.at;
    const piece = after[i] as Piece;
    const b = layout.sites[piece.site]?.at;
    if (!a || !b) return Number.POSITIVE_INFINITY;
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (old.piece.face === piece.face ? 0 : 1e9);
  };
  const all: [Placed, number, number][] = [];
  for (const old of gone) {
    for (const i of come) {
      if (alike(old.piece, after[i] as Piece)) all.push([old, i, cost(old, i)]);
    }
  }
  all.sort((a, b) => a[2] - b[2]);
  const pairs: [Placed, number][] = [];
  for (const [old, i] of all) {
    if (!pairs.some(([o, j]) => o === old || i === j)) pairs.push([old, i]);
  }
  // Swap partners while that shortens the ways: two pieces pushed in a line both go two cells.
  for (let again = true; again; ) {
    again = false;
    for (const a of pairs) {
      for (const b of pairs) {
        if (a === b || !alike(a[0].piece, b[0].piece)) continue;
        if (cost(a[0], b[1]) + cost(b[0], a[1]) < cost(a[0], a[1]) + cost(b[0], b[1])) {
          [a[1], b[1]] = [b[1], a[1]];
          again = true;
        }
      }
    }
  }
  return pairs;
}

/** The site of a stack like `piece` that is larger in `now` than in `then`. */
function grownStack(then: readonly Piece[], now: readonly Piece[], piece: Piece): number | null {
  for (const stack of now) {
    if (stack.site === piece.site || !alike(stack, piece)) continue;
    const old = then.find((p) => p.site === stack.site && alike(p, stack));
    if (stack.count > (old?.count ?? 0) && (old || stack.count > 1)) return stack.site;
  }
  return null;
}
