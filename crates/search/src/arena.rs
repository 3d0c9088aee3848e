//! Matches: the same game again and again, with the seats changing hands.

use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::rng::{SeededRng, seeded};
use parlour_core::{Action, Course, Game, Seat, Shares, Turn, Viewer};

use crate::{Budget, Style, Task, think_aloud};

/// Somebody who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Player {
    /// Makes any legal move, each as likely.
    Random,
    /// Searches.
    Search {
        /// For so long a move.
        budget: Budget,
        /// In this way.
        style: Style,
    },
}

impl Player {
    /// Searches in the usual style with so many simulations a move.
    pub fn with_nodes(nodes: u64) -> Self {
        let budget = Budget { nodes: Some(nodes), time: None };
        Player::Search { budget, style: Style::default() }
    }

    fn choose<G: Game>(
        &self,
        game: &G,
        course: &Course<G>,
        mover: Seat,
        rng: &mut SeededRng,
        stop: &AtomicBool,
    ) -> G::Move {
        match *self {
            Player::Random => game.sample_move(course.state(), rng),
            Player::Search { budget, style } => {
                let view = game.view(course.state(), Viewer::Seat(mover));
                let seed = parlour_core::rng::Rng::next_u64(rng);
                let task = Task { game, view: &view, keys: course.keys(), budget, seed, stop };
                think_aloud(&task, &style, &mut |_| {}).candidates[0].mv
            }
        }
    }
}

/// Who of `players` sits at `seat` in the given round: everyone moves on by one seat a round, so
/// that after as many rounds as there are players each has had every seat as often.
pub fn seated(seat: Seat, round: u64, players: usize) -> usize {
    (seat.index() + (round % players as u64) as usize) % players
}

/// Plays one game from `from` to its end; the win, split by seat. `None` if it was stopped.
///
/// Chance and the players draw from `seed` and `round` alone: a match of searches with node
/// budgets repeats to the letter.
pub fn play<G: Game>(
    game: &G,
    from: &Course<G>,
    players: &[Player],
    round: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Shares> {
    let mut course = from.clone();
    let mut rng = seeded(seed ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    loop {
        let action = match course.turn(game) {
            Turn::Over => return course.shares(game),
            Turn::Chance => Action::Chance(game.sample_chance(course.state(), &mut rng)),
            Turn::Player(seat) => {
                let player = &players[seated(seat, round, players.len())];
                Action::Move(player.choose(game, &course, seat, &mut rng, stop))
            }
        };
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        course.apply(game, action);
    }
}

/// What the players of a match have won.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Games counted.
    pub games: u64,
    /// For each player and each seat: games played there, and the sum of the shares won.
    pub table: Vec<Vec<(u64, f64)>>,
}

impl Score {
    /// Nothing yet.
    pub fn new(players: usize, seats: u8) -> Self {
        Score { games: 0, table: vec![vec![(0, 0.0); usize::from(seats)]; players] }
    }

    /// Counts a game.
    pub fn add(&mut self, round: u64, shares: &Shares) {
        self.games += 1;
        for (seat, share) in shares.iter() {
            let player = seated(seat, round, self.table.len());
            let (games, sum) = &mut self.table[player][seat.index()];
            *games += 1;
            *sum += share.value();
        }
    }

    /// A player's mean share of the win for a seat at the table, from 0 to 1.
    pub fn mean(&self, player: usize) -> f64 {
        let (games, sum) =
            self.table[player].iter().fold((0, 0.0), |(games, sum), &(g, s)| (games + g, sum + s));
        if games == 0 { 0.0 } else { sum / games as f64 }
    }
}
