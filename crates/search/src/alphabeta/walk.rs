//! The walk through the tree, one position at a time and on a stack of its own, so that it can be
//! broken off anywhere and taken up again.

use std::ops::ControlFlow;
use std::sync::Arc;

use parlour_core::{Game, Seat, Turn};

use crate::mind::Mind;

use super::habits::{Habits, Reductions};
use super::order::Memory;
use super::table::{Bound, Entry, SURE, Table};
use super::trail::Trail;
use super::value::{BEYOND, Ground, LONGEST, WIN, from_here, from_root, is_proven, liked};

/// A move with where it comes in the game's own order, and how early to look at it.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) number: u16,
    pub(super) rank: i32,
}

/// How a move is looked into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// For its value.
    Full,
    /// Only for whether it is better than the best so far, so many actions less deep.
    Scout(i32),
}

/// A position on the way down.
struct Frame<G: Game> {
    state: G::State,
    /// Who chooses here. All values are as this player sees them.
    seat: Seat,
    hash: u64,
    /// How many actions are left to look ahead.
    depth: i32,
    /// What the chooser has for sure, and what the other would not allow.
    window: (i32, i32),
    /// The lower end at first.
    floor: i32,
    best: i32,
    best_move: Option<u16>,
    /// Its moves in the stack of moves: from, next, to.
    moves: (usize, usize, usize),
    look: Look,
    /// The move that was tried last is to be looked into again.
    again: bool,
    /// What the chooser can hope for at most with a quiet move, where that is not worth a look.
    hope: Option<i32>,
    /// What the best value rests on.
    ground: Ground,
}

impl<G: Game> Frame<G> {
    fn is_wide(&self) -> bool {
        self.window.1 - self.window.0 > 1
    }
}

/// A table begins with so many places.
pub(super) const FIRST_ROOM: usize = 1 << 14;

/// What became of a move that was looked into.
enum Opened {
    /// Its position is on top of the stack now.
    Deeper,
    /// Its value is known, as the player sees it who made it.
    Known(i32),
    /// There was no move left.
    NoneLeft,
}

/// A walk at work.
pub(super) struct Walk<G: Mind> {
    pub(super) game: G,
    pub(super) habits: Habits,
    pub(super) table: Arc<Table>,
    memory: Memory<G>,
    /// Positions looked at.
    pub(super) nodes: u64,
    frames: Vec<Frame<G>>,
    pub(super) moves: Vec<Ranked<G::Move>>,
    /// The best line from each position of the stack on.
    lines: Vec<Vec<G::Move>>,
    pub(super) trail: Trail<G::Key>,
    reductions: Reductions,
    /// What a draw is worth to the first player.
    pub(super) draw: i32,
    /// What the value that was found last rests on.
    pub(super) ground: Ground,
    /// How much each move at the root is liked, by its number.
    pub(super) likings: Vec<i32>,
}

impl<G: Mind> Walk<G> {
    pub(super) fn new(game: G, habits: Habits, table: Arc<Table>) -> Self {
        Walk {
            game,
            habits,
            table,
            memory: Memory::new(),
            nodes: 0,
            frames: Vec::new(),
            moves: Vec::new(),
            lines: vec![Vec::new(); LONGEST + 2],
            trail: Trail::new(),
            reductions: Reductions::new(habits.haste),
            draw: 0,
            ground: Ground::FIRM,
            likings: Vec::new(),
        }
    }

    /// A new task begins. What was found before stays if it may be used. One of the walks
    /// that share a table looks after it.
    pub(super) fn prepare(&mut self, game: G, reuse: bool, keeps_table: bool) {
        self.game = game;
        self.nodes = 0;
        if reuse {
            self.memory.fade();
        } else {
            self.memory.clear();
        }
        match (keeps_table, reuse, Arc::get_mut(&mut self.table)) {
            (false, ..) => {}
            (true, true, _) => self.table.grow_older(),
            // Nobody else has it: a small one is quicker at hand than a big one is wiped.
            (true, false, Some(table)) => *table = Table::new(self.habits.capacity.min(FIRST_ROOM)),
            (true, false, None) => self.table.clear(),
        }
    }

    /// Takes a stand: `seat` is to move where the real game, with these keys, has come to.
    pub(super) fn stand(&mut self, seat: Seat, keys: &[G::Key]) {
        self.draw = if seat == Seat(0) { -self.habits.contempt } else { self.habits.contempt };
        self.trail.begin(keys);
    }

    /// Lets the table grow when the search outgrows it.
    pub(super) fn grow_table(&self) {
        if self.nodes as usize * 2 > self.table.room() {
            self.table.grow(self.habits.capacity);
        }
    }

    /// Begins at `state` with these moves and this window.
    pub(super) fn start(
        &mut self,
        state: G::State,
        seat: Seat,
        moves: &[Ranked<G::Move>],
        depth: i32,
        window: (i32, i32),
    ) {
        self.frames.clear();
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.trail.go_back();
        self.lines[0].clear();
        self.frames.push(Frame {
            state,
            seat,
            hash: self.game.hash(&state),
            depth,
            window,
            floor: window.0,
            best: -BEYOND,
            best_move: None,
            moves: (0, 0, moves.len()),
            look: Look::Full,
            again: false,
            hope: None,
            ground: Ground::FIRM,
        });
    }

    /// Walks on until `limit` positions have been looked at in all. The value at the root once it is
    /// known.
    pub(super) fn run(&mut self, limit: u64) -> Option<i32> {
        loop {
            if self.nodes >= limit {
                return None;
            }
            let value = match self.forward() {
                Opened::Deeper => continue,
                Opened::Known(value) => value,
                Opened::NoneLeft => {
                    let value = self.close();
                    if self.frames.is_empty() {
                        return Some(value);
                    }
                    value
                }
            };
            self.absorb(value);
        }
    }

    /// The best line at the root, and its value, as far as the walk has come; empty when none is
    /// better than the window's lower end yet.
    pub(super) fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// The best value at the root so far.
    pub(super) fn value(&self) -> Option<i32> {
        self.frames.first().map(|root| root.best)
    }

    /// Looks into the next move of the position on top.
    fn forward(&mut self) -> Opened {
        let ply = self.frames.len() - 1;
        let Some(top) = self.frames.last_mut() else { return Opened::NoneLeft };
        if top.again {
            top.again = false;
        } else {
            let (from, next, to) = top.moves;
            if next == to || top.window.0 >= top.window.1 {
                return Opened::NoneLeft;
            }
            pick(&mut self.moves[next..to]);
            top.moves.1 += 1;
            let tried = next - from;
            let chosen = self.moves[next];
            top.look = if tried == 0 {
                Look::Full
            } else {
                let quiet = chosen.rank < EAGER && self.memory.killer(ply, chosen.mv).is_none();
                if let Some(hope) = top.hope
                    && quiet
                    && !is_proven(top.best)
                {
                    // So far behind that a few actions will not change it.
                    self.ground = Ground::SOFT;
                    return Opened::Known(hope);
                }
                let less = if quiet && ply > 0 {
                    let less = self.reductions.get(top.depth, tried);
                    (less - i32::from(top.is_wide())).clamp(0, (top.depth - 2).max(0))
                } else {
                    0
                };
                Look::Scout(less)
            };
        }
        let Ranked { mv, number, .. } = self.moves[top.moves.1 - 1];
        let liking = if ply == 0 { self.likings[usize::from(number)] } else { 0 };
        let (alpha, beta) = (liked(top.window.0, -liking), liked(top.window.1, -liking));
        match top.look {
            Look::Full => self.open(mv, |depth| depth - 1, (alpha, beta)),
            Look::Scout(less) => self.open(mv, |depth| depth - 1 - less, (alpha, alpha + 1)),
        }
    }

    /// Plays a move and looks at what it brings.
    fn open(&mut self, mv: G::Move, deep: impl Fn(i32) -> i32, window: (i32, i32)) -> Opened {
        let ply = self.frames.len();
        let Some(top) = self.frames.last() else { return Opened::NoneLeft };
        let (mover, depth) = (top.seat, deep(top.depth));
        let mut state = top.state;
        self.game.play(&mut state, mv);
        self.nodes += 1;
        self.lines[ply].clear();
        self.ground = Ground::FIRM;
        let seat = match self.game.turn(&state) {
            Turn::Player(seat) => seat,
            Turn::Over | Turn::Chance => return Opened::Known(self.outcome(&state, mover, ply)),
        };
        if let Some(place) = self.trail.comes_again(&self.game, &state) {
            self.ground = Ground::coming_back_to(place);
            return Opened::Known(self.draw(mover));
        }
        // Most games change hands with every action; where they do not, nothing is turned round.
        let turned = |value: i32| if seat == mover { value } else { -value };
        let (mut alpha, mut beta) = if seat == mover { window } else { (-window.1, -window.0) };
        // No line from here can be better than to win at once, or worse than to have lost.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32);
        if alpha >= beta {
            return Opened::Known(turned(alpha));
        }
        let wide = beta - alpha > 1;
        let hash = self.game.hash(&state);
        let known = self.table.get(hash);
        if let Some(entry) = known
            && !wide
            && i32::from(entry.depth) >= depth
        {
            let value = from_root(entry.value, ply);
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if enough {
                if entry.depth < SURE {
                    self.ground = Ground::SOFT;
                }
                return Opened::Known(turned(value));
            }
        }
        if depth <= 0 || ply + 1 >= LONGEST {
            self.ground = Ground::SOFT;
            let left = self.habits.settling;
            let value = self.settle(&state, seat, (alpha, beta), ply, left);
            return Opened::Known(turned(value));
        }
        let guess = (!wide).then(|| self.guess(&state, seat));
        if let Some(guess) = guess
            && depth <= self.habits.trusting
            && !is_proven(beta)
            && guess - self.habits.margin * depth >= beta
        {
            // So far ahead that a few actions will not change it.
            self.ground = Ground::SOFT;
            return Opened::Known(turned(guess));
        }
        let hope = guess
            .filter(|_| depth <= self.habits.doubting && !is_proven(alpha))
            .map(|guess| guess + self.habits.margin * depth)
            .filter(|&hope| hope <= alpha);
        let best = known.and_then(|entry| entry.best);
        // Without a move to begin with, a less deep look finds one for the next time.
        let depth = if best.is_none() && depth >= 4 { depth - 1 } else { depth };
        let from = self.moves.len();
        self.list(&state, seat, ply, best);
        self.trail.enter(&self.game, state);
        self.frames.push(Frame {
            state,
            seat,
            hash,
            depth,
            window: (alpha, beta),
            floor: alpha,
            best: -BEYOND,
            best_move: None,
            moves: (from, from, self.moves.len()),
            look: Look::Full,
            again: false,
            hope,
            ground: Ground::FIRM,
        });
        Opened::Deeper
    }

    /// Puts every move of a position on the stack of moves, with its rank.
    fn list(&mut self, state: &G::State, seat: Seat, ply: usize, best: Option<u16>) {
        let (game, memory, moves) = (&self.game, &self.memory, &mut self.moves);
        let mut number = 0;
        let _ = game.moves(state, |mv| {
            let rank = if best == Some(number) {
                FIRST
            } else {
                let promise = game.promise(state, mv).clamp(-PROMISE, PROMISE);
                let killer = memory.killer(ply, mv).map_or(0, |place| KILLER / (place as i32 + 1));
                promise * PROMISE + killer + memory.history(seat, mv)
            };
            moves.push(Ranked { mv, number, rank });
            number += 1;
            ControlFlow::<()>::Continue(())
        });
    }

    /// The position on top has been looked at: keeps what was found and goes back. Its value as the
    /// player above sees it.
    fn close(&mut self) -> i32 {
        let ply = self.frames.len() - 1;
        let Some(top) = self.frames.pop() else { return 0 };
        self.moves.truncate(top.moves.0);
        self.ground = top.ground;
        // The value at the root has whims in it, and some of its moves may have been left out.
        let Some(above) = self.frames.last() else { return top.best };
        let bound = if top.best >= top.window.1 {
            Bound::Lower
        } else if top.best > top.floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.put(
            top.hash,
            Entry {
                value: from_here(top.best, ply),
                depth: match top.ground.holds_anywhere(ply) {
                    true => SURE,
                    false => top.depth.clamp(0, i32::from(SURE) - 1) as u8,
                },
                bound,
                best: top.best_move,
            },
        );
        let value = if above.seat == top.seat { top.best } else { -top.best };
        self.trail.leave();
        value
    }

    /// Takes in the value of the move that was tried last.
    fn absorb(&mut self, value: i32) {
        let ply = self.frames.len() - 1;
        let Some(top) = self.frames.last_mut() else { return };
        let (alpha, beta) = top.window;
        let (from, next, _) = top.moves;
        let Ranked { mv, number, .. } = self.moves[next - 1];
        let value = match ply {
            0 => liked(value, self.likings[usize::from(number)]),
            _ => value,
        };
        match top.look {
            Look::Scout(less) if less > 0 && value > alpha => {
                (top.look, top.again) = (Look::Scout(0), true);
                return;
            }
            Look::Scout(_) if value > alpha && value < beta => {
                (top.look, top.again) = (Look::Full, true);
                return;
            }
            _ => {}
        }
        // A refutation needs no other reason; else all moves together are the reason.
        top.ground = if value >= beta { self.ground } else { top.ground.and(self.ground) };
        if value <= top.best {
            return;
        }
        top.best = value;
        if value <= alpha {
            return;
        }
        top.best_move = Some(number);
        top.window.0 = value;
        let [line, below] = &mut self.lines[ply..ply + 2] else { return };
        line.clear();
        line.push(mv);
        line.append(below);
        if value >= beta {
            let (seat, depth) = (top.seat, top.depth);
            let failed = self.moves[from..next - 1].iter().map(|tried| tried.mv);
            self.memory.refuted(ply, seat, mv, depth, failed);
        }
    }
}

/// The best move known from before comes first.
const FIRST: i32 = i32::MAX;
/// A game's own promise counts from minus to plus this, and for so much more than history.
const PROMISE: i32 = 1 << 14;
/// What it counts that a move refuted another line of the same length.
const KILLER: i32 = 1 << 14;
/// A move of this rank is looked into as deeply as the first.
const EAGER: i32 = PROMISE << 13;

/// Brings the move with the highest rank to the front; among equals the first.
pub(super) fn pick<M: Copy>(moves: &mut [Ranked<M>]) {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].rank > moves[best].rank {
            best = at;
        }
    }
    // What stood before it keeps its order, so that equals come as the game visits them.
    moves[..=best].rotate_right(1);
}
