//! What a position is worth without a look ahead, and the moves at the root by that.

use std::ops::ControlFlow;

use parlour_core::rng::{SeededRng, below};
use parlour_core::{Seat, Turn};

use crate::mind::Mind;

use super::Root;
use super::value::{BEYOND, LONGEST, WIN, liked, opinion};
use super::walk::{Ranked, Walk, pick};

impl<G: Mind> Walk<G> {
    /// Every move of a position, judged by where it leads and the best first: all that a look one
    /// action ahead can find. So there is a sane move however little time there is for more. Where
    /// only the best is asked for, chance has a say among equals.
    pub(super) fn roots(
        &mut self,
        state: &G::State,
        seat: Seat,
        mut chance: Option<SeededRng>,
    ) -> Vec<Root<G::Move>> {
        let mut roots = Vec::new();
        let _ = self.game.moves(state, |mv| {
            let number = roots.len() as u16;
            roots.push(Root { mv, number, value: 0, sure: false, depth: 1, line: vec![mv] });
            ControlFlow::<()>::Continue(())
        });
        self.likings = vec![0; roots.len()];
        if let Some(rng) = &mut chance {
            let most = self.habits.whim as u32;
            self.likings.fill_with(|| below(rng, most + 1) as i32);
            (1..roots.len()).for_each(|at| roots.swap(at, below(rng, at as u32 + 1) as usize));
        }
        for root in &mut roots {
            let liking = self.likings[usize::from(root.number)];
            let (value, sure) = self.glance(state, seat, root.mv);
            (root.value, root.sure) = (liked(value, liking), sure);
        }
        self.nodes += roots.len() as u64;
        roots.sort_by_key(|root| (-root.value, -self.game.promise(state, root.mv)));
        roots
    }

    /// What a move at the root is worth to `seat`, who makes it, as it looks, and whether that is no
    /// opinion.
    fn glance(&mut self, state: &G::State, seat: Seat, mv: G::Move) -> (i32, bool) {
        let mut after = *state;
        self.game.play(&mut after, mv);
        let Turn::Player(next) = self.game.turn(&after) else {
            return (self.outcome(&after, seat, 1), true);
        };
        if self.trail.comes_again(&self.game, &after).is_some() {
            return (self.draw(seat), true);
        }
        let value = self.settle(&after, next, (-BEYOND, BEYOND), 1, self.habits.settling);
        (if next == seat { value } else { -value }, false)
    }

    /// The value of a finished game for `seat`.
    pub(super) fn outcome(&self, state: &G::State, seat: Seat, ply: usize) -> i32 {
        let Some(shares) = self.game.shares(state) else { return self.draw(seat) };
        let share = shares[seat];
        match (2 * share.numerator).cmp(&share.denominator) {
            std::cmp::Ordering::Greater => WIN - ply as i32,
            std::cmp::Ordering::Equal => self.draw(seat),
            std::cmp::Ordering::Less => ply as i32 - WIN,
        }
    }

    /// What a draw is worth to `seat`.
    pub(super) fn draw(&self, seat: Seat) -> i32 {
        if seat == Seat(0) { self.draw } else { -self.draw }
    }

    /// The game's opinion as `seat` sees it.
    pub(super) fn guess(&self, state: &G::State, seat: Seat) -> i32 {
        let value = opinion(self.game.evaluate(state).unwrap_or(0));
        if seat == Seat(0) { value } else { -value }
    }

    /// The value of a position where only noisy moves are still followed.
    pub(super) fn settle(
        &mut self,
        state: &G::State,
        seat: Seat,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        left: u32,
    ) -> i32 {
        let mut best = self.guess(state, seat);
        if left == 0 || best >= beta || ply + 1 >= LONGEST {
            return best;
        }
        alpha = alpha.max(best);
        let from = self.moves.len();
        self.list_noisy(state);
        for at in from..self.moves.len() {
            pick(&mut self.moves[at..]);
            let mut after = *state;
            self.game.play(&mut after, self.moves[at].mv);
            self.nodes += 1;
            let value = match self.game.turn(&after) {
                Turn::Player(next) if next == seat => {
                    self.settle(&after, next, (alpha, beta), ply + 1, left - 1)
                }
                Turn::Player(next) => {
                    -self.settle(&after, next, (-beta, -alpha), ply + 1, left - 1)
                }
                Turn::Over | Turn::Chance => self.outcome(&after, seat, ply + 1),
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(from);
        best
    }

    fn list_noisy(&mut self, state: &G::State) {
        let (game, moves) = (&self.game, &mut self.moves);
        let _ = game.moves(state, |mv| {
            if game.noisy(state, mv) {
                moves.push(Ranked { mv, number: 0, rank: game.promise(state, mv) });
            }
            ControlFlow::<()>::Continue(())
        });
    }
}
