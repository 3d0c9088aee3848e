//! The search stack: depth-first search, one position at a time, that can stop at any node and go on
//! later.

use std::sync::Arc;

use parlour_core::{Game, Seat, Turn};

use crate::evaluator::Evaluator;
use crate::heuristics::Heuristics;

use super::order::MoveHistory;
use super::params::{Params, Reductions};
use super::path::SearchPath;
use super::value::{INFINITY, LONGEST, Proof, WIN, from_here, from_root, is_proven, with_noise};
use crate::transposition::{Bound, Entry, PROVEN_DEPTH, TranspositionTable};

/// A move with its number in the game's order and its rank in the search.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) number: u16,
    pub(super) rank: i32,
}

/// How a move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WindowKind {
    /// With the full window, for its value.
    Full,
    /// With a null window, only for whether it is better than the best so far, reduced by this number of
    /// plies.
    Null(i32),
}

/// A position on the path.
struct StackFrame<G: Game> {
    state: G::State,
    /// The player to move. All values are from this player's point of view.
    seat: Seat,
    hash: u64,
    depth: i32,
    window: (i32, i32),
    /// Alpha when the position was entered.
    floor: i32,
    best: i32,
    best_move: Option<u16>,
    /// Its range in the list of moves: first, next, end.
    moves: (usize, usize, usize),
    window_kind: WindowKind,
    /// Whether the move that was searched last is to be searched again.
    search_again: bool,
    /// Futility pruning: the most that a quiet move can be worth, where that is below alpha.
    futility_bound: Option<i32>,
    /// What the best value depends on.
    proof: Proof,
}

impl<G: Game> StackFrame<G> {
    fn is_wide(&self) -> bool {
        self.window.1 - self.window.0 > 1
    }
}

/// The number of positions in a new transposition table.
pub(super) const FIRST_ROOM: usize = 1 << 14;

/// The result of searching a move.
enum Opened {
    /// Its position is on top of the stack.
    Deeper,
    /// Its value is known, from the point of view of the player who made it.
    Known(i32),
    /// There was no move left.
    NoneLeft,
}

pub(super) struct SearchStack<G: Heuristics, E> {
    pub(super) game: G,
    pub(super) evaluator: E,
    pub(super) params: Params,
    pub(super) table: Arc<TranspositionTable>,
    memory: MoveHistory<G>,
    pub(super) nodes: u64,
    frames: Vec<StackFrame<G>>,
    moves: Vec<Ranked<G::Move>>,
    /// The principal variation from each position of the stack.
    lines: Vec<Vec<G::Move>>,
    pub(super) path: SearchPath<G::Key>,
    reductions: Reductions,
    /// What a draw is worth to the first player.
    pub(super) draw: i32,
    /// What the last value depends on.
    pub(super) proof: Proof,
    /// The noise of each move at the root, by its number.
    pub(super) root_noise: Vec<i32>,
}

impl<G: Heuristics, E: Evaluator<G>> SearchStack<G, E> {
    pub(super) fn new(
        game: G,
        evaluator: E,
        params: Params,
        table: Arc<TranspositionTable>,
    ) -> Self {
        SearchStack {
            game,
            evaluator,
            params,
            table,
            memory: MoveHistory::new(),
            nodes: 0,
            frames: Vec::new(),
            moves: Vec::new(),
            lines: vec![Vec::new(); LONGEST + 2],
            path: SearchPath::new(),
            reductions: Reductions::new(params.lmr),
            draw: 0,
            proof: Proof::PROVEN,
            root_noise: Vec::new(),
        }
    }

    /// A new task begins. Earlier results are kept if they may be used. Only one of the threads that share
    /// a table clears or ages it.
    pub(super) fn prepare(&mut self, game: G, reuse: bool, keeps_table: bool) {
        self.game = game;
        self.nodes = 0;
        if reuse {
            self.memory.age();
        } else {
            self.memory.clear();
        }
        match (keeps_table, reuse, Arc::get_mut(&mut self.table)) {
            (false, ..) => {}
            (true, true, _) => self.table.grow_older(),
            // No other thread has it: a new small table is faster than clearing a big one.
            (true, false, Some(table)) => {
                *table = TranspositionTable::new(self.params.capacity.min(FIRST_ROOM))
            }
            (true, false, None) => self.table.clear(),
        }
    }

    /// Sets the root: `seat` is to move, and these keys are the repetition history of the game.
    pub(super) fn set_root(&mut self, seat: Seat, keys: &[G::Key]) {
        self.draw = if seat == Seat(0) { -self.params.contempt } else { self.params.contempt };
        self.path.begin(keys);
    }

    pub(super) fn grow_table(&self) {
        if self.nodes as usize * 2 > self.table.room() {
            self.table.grow(self.params.capacity);
        }
    }

    /// Starts a search of `state` with these moves and this window.
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
        self.path.go_back();
        self.lines[0].clear();
        self.frames.push(StackFrame {
            state,
            seat,
            hash: self.game.hash(&state),
            depth,
            window,
            floor: window.0,
            best: -INFINITY,
            best_move: None,
            moves: (0, 0, moves.len()),
            window_kind: WindowKind::Full,
            search_again: false,
            futility_bound: None,
            proof: Proof::PROVEN,
        });
    }

    /// Searches until `limit` positions have been visited in all. Returns the value at the root once it is
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

    /// The principal variation at the root so far; empty while no move is better than alpha.
    pub(super) fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// The best value at the root so far.
    pub(super) fn value(&self) -> Option<i32> {
        self.frames.first().map(|root| root.best)
    }

    /// Searches the next move of the position on top.
    fn forward(&mut self) -> Opened {
        let ply = self.frames.len() - 1;
        let Some(top) = self.frames.last_mut() else { return Opened::NoneLeft };
        if top.search_again {
            top.search_again = false;
        } else {
            let (from, next, to) = top.moves;
            if next == to || top.window.0 >= top.window.1 {
                return Opened::NoneLeft;
            }
            pick(&mut self.moves[next..to]);
            top.moves.1 += 1;
            let tried = next - from;
            let chosen = self.moves[next];
            top.window_kind = if tried == 0 {
                WindowKind::Full
            } else {
                let quiet =
                    chosen.rank < NEVER_REDUCED && self.memory.killer(ply, chosen.mv).is_none();
                if let Some(futility_bound) = top.futility_bound
                    && quiet
                    && !is_proven(top.best)
                {
                    // Futility pruning.
                    self.proof = Proof::ESTIMATED;
                    return Opened::Known(futility_bound);
                }
                let less = if quiet && ply > 0 {
                    let less = self.reductions.get(top.depth, tried);
                    (less - i32::from(top.is_wide())).clamp(0, (top.depth - 2).max(0))
                } else {
                    0
                };
                WindowKind::Null(less)
            };
        }
        let Ranked { mv, number, .. } = self.moves[top.moves.1 - 1];
        let noise = if ply == 0 { self.root_noise[usize::from(number)] } else { 0 };
        let (alpha, beta) = (with_noise(top.window.0, -noise), with_noise(top.window.1, -noise));
        match top.window_kind {
            WindowKind::Full => self.open(mv, |depth| depth - 1, (alpha, beta)),
            WindowKind::Null(less) => self.open(mv, |depth| depth - 1 - less, (alpha, alpha + 1)),
        }
    }

    /// Plays a move and enters the position after it.
    fn open(&mut self, mv: G::Move, deep: impl Fn(i32) -> i32, window: (i32, i32)) -> Opened {
        let ply = self.frames.len();
        let Some(top) = self.frames.last() else { return Opened::NoneLeft };
        let (mover, depth) = (top.seat, deep(top.depth));
        let mut state = top.state;
        self.game.play(&mut state, mv);
        self.nodes += 1;
        self.lines[ply].clear();
        self.proof = Proof::PROVEN;
        let seat = match self.game.turn(&state) {
            Turn::Player(seat) => seat,
            Turn::Over | Turn::Chance => return Opened::Known(self.result(&state, mover, ply)),
        };
        if let Some(place) = self.path.recurs(&self.game, &state) {
            self.proof = Proof::coming_back_to(place);
            return Opened::Known(self.draw(mover));
        }
        // Where the same player moves again, values and window keep their sign.
        let turned = |value: i32| if seat == mover { value } else { -value };
        let (mut alpha, mut beta) = if seat == mover { window } else { (-window.1, -window.0) };
        // Mate distance pruning: no line from here is better than an immediate win or worse than a loss.
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
                if entry.depth < PROVEN_DEPTH {
                    self.proof = Proof::ESTIMATED;
                }
                return Opened::Known(turned(value));
            }
        }
        if depth <= 0 || ply + 1 >= LONGEST {
            self.proof = Proof::ESTIMATED;
            return Opened::Known(turned(self.evaluate(&state, seat)));
        }
        let evaluation = (!wide).then(|| self.evaluate(&state, seat));
        if let Some(evaluation) = evaluation
            && depth <= self.params.reverse_futility_depth
            && !is_proven(beta)
            && evaluation - self.params.futility_margin * depth >= beta
        {
            // Reverse futility pruning.
            self.proof = Proof::ESTIMATED;
            return Opened::Known(turned(evaluation));
        }
        let futility_bound = evaluation
            .filter(|_| depth <= self.params.futility_depth && !is_proven(alpha))
            .map(|evaluation| evaluation + self.params.futility_margin * depth)
            .filter(|&futility_bound| futility_bound <= alpha);
        let best = known.and_then(|entry| entry.best);
        // Internal iterative reduction: without a best move, a shallower search finds one for later.
        let depth = if best.is_none() && depth >= 4 { depth - 1 } else { depth };
        let from = self.moves.len();
        self.list(&state, seat, ply, best);
        self.path.enter(&self.game, state);
        self.frames.push(StackFrame {
            state,
            seat,
            hash,
            depth,
            window: (alpha, beta),
            floor: alpha,
            best: -INFINITY,
            best_move: None,
            moves: (from, from, self.moves.len()),
            window_kind: WindowKind::Full,
            search_again: false,
            futility_bound,
            proof: Proof::PROVEN,
        });
        Opened::Deeper
    }

    /// Appends every move of a position to the list of moves, with its rank.
    fn list(&mut self, state: &G::State, seat: Seat, ply: usize, best: Option<u16>) {
        let (game, memory, moves) = (&self.game, &self.memory, &mut self.moves);
        let mut number = 0;
        game.for_each_move(state, |mv| {
            let rank = if best == Some(number) {
                FIRST
            } else {
                let score = game.move_score(state, mv).clamp(-SCORE_RANGE, SCORE_RANGE);
                let killer = memory.killer(ply, mv).map_or(0, |place| KILLER / (place as i32 + 1));
                score * SCORE_RANGE + killer + memory.history(seat, mv)
            };
            moves.push(Ranked { mv, number, rank });
            number += 1;
        });
    }

    /// Leaves the position on top: stores its value and returns it from the point of view of the player
    /// above.
    fn close(&mut self) -> i32 {
        let ply = self.frames.len() - 1;
        let Some(top) = self.frames.pop() else { return 0 };
        self.moves.truncate(top.moves.0);
        self.proof = top.proof;
        // The root is not stored: its value contains noise, and some of its moves may be excluded.
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
                depth: if top.proof.holds_anywhere(ply) {
                    PROVEN_DEPTH
                } else {
                    top.depth.clamp(0, i32::from(PROVEN_DEPTH) - 1) as u8
                },
                bound,
                best: top.best_move,
            },
        );
        let value = if above.seat == top.seat { top.best } else { -top.best };
        self.path.leave();
        value
    }

    /// Updates the position on top with the value of the move that was searched last.
    fn absorb(&mut self, value: i32) {
        let ply = self.frames.len() - 1;
        let Some(top) = self.frames.last_mut() else { return };
        let (alpha, beta) = top.window;
        let (from, next, _) = top.moves;
        let Ranked { mv, number, .. } = self.moves[next - 1];
        let value = match ply {
            0 => with_noise(value, self.root_noise[usize::from(number)]),
            _ => value,
        };
        match top.window_kind {
            WindowKind::Null(less) if less > 0 && value > alpha => {
                (top.window_kind, top.search_again) = (WindowKind::Null(0), true);
                return;
            }
            WindowKind::Null(_) if value > alpha && value < beta => {
                (top.window_kind, top.search_again) = (WindowKind::Full, true);
                return;
            }
            _ => {}
        }
        // A cutoff depends on one move, any other value on all of them.
        top.proof = if value >= beta { self.proof } else { top.proof.and(self.proof) };
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
            self.memory.record_cutoff(ply, seat, mv, depth, failed);
        }
    }
}

/// The rank of the best move of an earlier search.
const FIRST: i32 = i32::MAX;
/// The move-ordering score counts from minus to plus this, and by this factor more than history.
const SCORE_RANGE: i32 = 1 << 14;
/// The rank of a killer move.
const KILLER: i32 = 1 << 14;
/// A move of this rank is never reduced.
const NEVER_REDUCED: i32 = SCORE_RANGE << 13;

/// Brings the move with the highest rank to the front; among equals the first.
fn pick<M: Copy>(moves: &mut [Ranked<M>]) {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].rank > moves[best].rank {
            best = at;
        }
    }
    // The others keep their order, so that equals are searched in the order of the game.
    moves[..=best].rotate_right(1);
}
