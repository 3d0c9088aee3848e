//! The policy: a model of a player's next move, given where the counter lies.
//!
//! It has two uses. It orders the moves of a search. And by Bayes' rule, it gives the odds of where a counter lies
//! from the moves that were made.

use parlour_core::Seat;

use super::board::{FIELD, NEIGHBOURS, SHELL_OUT, SPOTS, Spot};
use super::heuristics::distances;
use super::state::{Move, Open, State};
use super::{ShellOut, go_or_guess};
use parlour_core::hex::{CELLS, Cell, cells};

/// How many features of a move the model knows.
pub const FEATURES: usize = 20;

/// The weight of each feature: a move is made in proportion to e to the power of their sum.
pub type PolicyWeights = [f32; FEATURES];

/// The features of a move of the player to act, who knows the own secret.
pub fn policy_features(game: &ShellOut, state: &State, mv: Move) -> [f32; FEATURES] {
    let seat = state.open.to_act;
    let mut features = [0.0; FEATURES];
    let stance = Stance::new(game, &state.open, seat);
    stance.features(state.secrets[seat.index()].loaded, mv, |which, amount| {
        features[which] += amount
    });
    features
}

/// The open table as one player looks at it before moving.
#[derive(Debug)]
pub struct Stance<'a> {
    open: &'a Open,
    /// From every spot, moves to the nearest Shell-Out spot of another.
    away: &'static [u8; CELLS],
    home: u128,
    /// Next to the player's own Shell-Out spot.
    porch: u128,
    enemies: u128,
    /// Shells that have to leave home before the nearest spot is open, if no loaded one does.
    leave: u32,
    /// Shells of the others under which a counter may lie.
    suspects: u128,
    seat: Seat,
}

impl<'a> Stance<'a> {
    /// The table as `seat` sees it.
    pub fn new(game: &ShellOut, open: &'a Open, seat: Seat) -> Self {
        let home_field = game.field_of(seat);
        let home = FIELD[usize::from(home_field)];
        let left = (open.shells[seat.index()] & home).count_ones();
        let (mut enemies, mut suspects) = (0, 0);
        let mut leave = u32::MAX;
        for other in game.everybody().filter(|&other| other != seat) {
            let field = game.field_of(other);
            enemies |= open.shells[other.index()];
            if open.is_loaded(other) {
                suspects |= game.suspects(open, other);
            }
            let distance = super::board::distance(home_field, field);
            leave = leave.min(left.saturating_sub(distance));
        }
        let spot = SHELL_OUT[usize::from(home_field)].trailing_zeros() as usize;
        let away = &distances(game).away[usize::from(home_field)];
        let porch = NEIGHBOURS[spot];
        Stance { open, away, home, porch, enemies, leave, suspects, seat }
    }

    /// In how many moves a shell gets from here to the nearest Shell-Out spot of another.
    #[inline]
    pub fn away(&self, cell: Cell) -> u8 {
        self.away[cell.index()]
    }

    /// The weight of all moves of the shell on `from` together.
    pub(crate) fn weight(
        &self,
        game: &ShellOut,
        weights: &PolicyWeights,
        loaded: Option<Cell>,
        from: Cell,
    ) -> f32 {
        let occupied = self.open.occupied();
        let targets = game.targets(self.open, occupied, self.seat, loaded, from);
        let moves = cells(targets).map(|to| go_or_guess(occupied, from, to));
        moves.map(|mv| self.logit(weights, loaded, mv).exp()).sum()
    }

    fn next_to(&self, cell: Cell, set: u128) -> f32 {
        (NEIGHBOURS[cell.index()] & set).count_ones().min(3) as f32
    }

    /// The weight of a move by a player whose counter lies under `loaded`.
    pub(crate) fn logit(&self, weights: &PolicyWeights, loaded: Option<Cell>, mv: Move) -> f32 {
        let mut sum = 0.0;
        self.features(loaded, mv, |which, amount| sum += weights[which] * amount);
        sum
    }

    /// The features of a move by a player whose counter lies under `loaded`.
    #[inline]
    pub(crate) fn features(&self, loaded: Option<Cell>, mv: Move, mut has: impl FnMut(usize, f32)) {
        match mv {
            Move::Hide(_) | Move::Pass => {}
            Move::Guess { from, to } => self.guess_features(from, to, has),
            Move::Go { from, to } if loaded == Some(from) => {
                if let Spot::ShellOut(_) = SPOTS[to.index()] {
                    return has(0, 1.0);
                }
                let gain = f32::from(self.away(from)) - f32::from(self.away(to));
                has(1, 1.0);
                has(2, gain);
                has(3, self.next_to(to, self.enemies));
                has(4, self.next_to(from, self.enemies));
                if self.away(to) == 1 {
                    has(5, 1.0);
                }
            }
            Move::Go { from, to } => {
                let gain = f32::from(self.away(from)) - f32::from(self.away(to));
                has(6, gain);
                has(7, self.next_to(to, self.enemies));
                has(8, self.next_to(from, self.enemies));
                if self.away(to) == 1 {
                    has(9, 1.0);
                }
                let leaves = self.home & from.bit() != 0 && self.home & to.bit() == 0;
                if leaves {
                    has(if self.leave > 0 { 10 } else { 11 }, 1.0);
                }
                if self.open.known_empty & from.bit() != 0 {
                    has(12, 1.0);
                }
                has(13, self.covers(to) - self.covers(from));
                has(14, self.next_to(to, self.suspects) - self.next_to(from, self.suspects));
            }
        }
    }

    /// Whether a shell there looks after the player's own Shell-Out spot.
    fn covers(&self, cell: Cell) -> f32 {
        f32::from(u8::from(self.porch & cell.bit() != 0))
    }

    fn guess_features(&self, from: Cell, to: Cell, mut has: impl FnMut(usize, f32)) {
        if self.suspects & to.bit() == 0 {
            return has(15, 1.0);
        }
        has(16, 1.0);
        if self.porch & to.bit() != 0 {
            has(17, 1.0);
        }
        let Some(owner) = self.open.owner(to) else { return };
        let left = (self.suspects & self.open.shells[owner.index()]).count_ones();
        has(18, 1.0 / left.max(1) as f32);
        if self.porch & from.bit() != 0 {
            has(19, 1.0);
        }
    }
}
