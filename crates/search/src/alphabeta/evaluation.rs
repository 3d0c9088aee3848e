//! Static values: evaluation, results, and the order of the moves at the root.

use parlour_core::rng::{SeededRng, below};
use parlour_core::{Seat, Turn};

use crate::evaluator::Evaluator;
use crate::heuristics::Heuristics;

use super::RootMove;
use super::stack::SearchStack;
use super::value::{WIN, clamp_evaluation, with_noise};

/// From this evaluation on, in thousandths, the game is nearly decided.
const DECIDED: i32 = 1500;
/// An evaluation beyond [`DECIDED`] counts for less by this factor.
const DECIDED_DIVISOR: i32 = 4;

impl<G: Heuristics, E: Evaluator<G>> SearchStack<G, E> {
    /// Every move of a position with its value after a search of one ply, the best first. So there is a
    /// reasonable move however short the time is. With `chance`, noise decides among equals.
    pub(super) fn root_moves(
        &mut self,
        state: &G::State,
        seat: Seat,
        mut chance: Option<SeededRng>,
    ) -> Vec<RootMove<G::Move>> {
        let mut root_moves = Vec::new();
        self.game.for_each_move(state, |mv| {
            let number = root_moves.len() as u16;
            root_moves.push(RootMove {
                mv,
                number,
                value: 0,
                proven: false,
                depth: 1,
                line: vec![mv],
            });
        });
        self.root_noise = vec![0; root_moves.len()];
        if let Some(rng) = &mut chance {
            let most = self.params.root_noise as u32;
            self.root_noise.fill_with(|| below(rng, most + 1) as i32);
            (1..root_moves.len())
                .for_each(|at| root_moves.swap(at, below(rng, at as u32 + 1) as usize));
        }
        for root in &mut root_moves {
            let noise = self.root_noise[usize::from(root.number)];
            let (value, proven) = self.static_value(state, seat, root.mv);
            (root.value, root.proven) = (with_noise(value, noise), proven);
        }
        self.nodes += root_moves.len() as u64;
        root_moves.sort_by_key(|root| (-root.value, -self.game.move_score(state, root.mv)));
        root_moves
    }

    /// The static value of a move at the root to `seat`, who makes it, and whether it is proven.
    fn static_value(&self, state: &G::State, seat: Seat, mv: G::Move) -> (i32, bool) {
        let mut after = *state;
        self.game.play(&mut after, mv);
        let Turn::Player(next) = self.game.turn(&after) else {
            return (self.result(&after, seat, 1), true);
        };
        if self.path.recurs(&self.game, &after).is_some() {
            return (self.draw(seat), true);
        }
        let value = self.evaluate(&after, next);
        (if next == seat { value } else { -value }, false)
    }

    /// The value of a finished game for `seat`.
    pub(super) fn result(&self, state: &G::State, seat: Seat, ply: usize) -> i32 {
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

    /// The evaluation from the point of view of `seat`.
    pub(super) fn evaluate(&self, state: &G::State, seat: Seat) -> i32 {
        let own = self.evaluator.evaluate(&self.game, state).unwrap_or(0);
        let value = clamp_evaluation(match self.params.progress {
            0 => own,
            progress => self.with_progress(state, own, progress),
        });
        if seat == Seat(0) { value } else { -value }
    }

    /// An evaluation with the value of needing fewer moves to win than the other. Where the game is nearly
    /// decided a higher evaluation is worth little more of the win, so that progress decides there.
    fn with_progress(&self, state: &G::State, own: i32, progress: i32) -> i32 {
        let moves = |seat| self.evaluator.moves_to_win(&self.game, state, Seat(seat));
        let ahead = moves(0).zip(moves(1)).map_or(0.0, |(first, second)| second - first);
        let open = own.clamp(-DECIDED, DECIDED);
        open + (own - open) / DECIDED_DIVISOR + (progress as f32 * ahead) as i32
    }
}
