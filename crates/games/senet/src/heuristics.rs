//! How the computer plays: it looks some throws ahead, and evaluates positions by a net that was
//! trained on games against itself (`parlour train senet`).

use std::sync::LazyLock;

use parlour_core::{Game, PerSeat, Seat};
use parlour_search::net::{Activation, Features, Net, Shape};
use parlour_search::{EngineKind, Engines, Heuristics, LEVELS, Level};

use super::board::{PIECES, targets};
use super::{BLACK, PLINTH, Senet, State, Throw, WHITE};

/// The weights that `parlour train senet --games 250000` wrote, with its usual seed.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

static NET: LazyLock<Net> =
    LazyLock::new(|| Net::from_bytes(SHAPE, WEIGHTS).expect("weights for every feature"));

/// The net that Senet plays with.
pub fn net() -> &'static Net {
    &NET
}

/// The shape of Senet's net.
pub const SHAPE: Shape = Shape { inputs: RACE + 4, hidden: 16, activation: Activation::Softsign };

/// The features of one phase: own pieces and the other's on each square, and both plinths.
const PHASE: usize = 2 * SQUARES + 2;
const SQUARES: usize = 30;
/// Nobody has the odd squares, the player to throw has them, or the other has.
const PHASES: usize = 3;
/// For each throw: whether either player must pass, and whether either can bump.
const THROWS: usize = PHASES * PHASE;
/// The race.
const RACE: usize = THROWS + 4 * Throw::ALL.len();
/// The final squares of the even sequence, added up; the odd ones make ten less.
const FINALS: f32 = 110.0;

impl Heuristics for Senet {
    fn estimate(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(estimate(self, state, &NET))
    }

    /// The ways in which either player's pieces that are on the way can stand or wait, together.
    fn state_count_bound(&self, state: &State) -> Option<u64> {
        let ways = [BLACK, WHITE].map(|seat| {
            let on_the_way = u64::from(PIECES) - u64::from(state.settled(seat).count_ones());
            // No further down than where the next of them belongs.
            ways(SQUARES as u64 - 2 * (u64::from(PIECES) - on_the_way), on_the_way)
        });
        Some(2 * ways[0] * ways[1])
    }
}

impl Engines for Senet {
    fn engines(&self) -> Vec<EngineKind<Self>> {
        vec![EngineKind::exact(), EngineKind::expectimax(), EngineKind::uct()]
    }

    fn levels(&self) -> [Level; LEVELS] {
        // Most moves of a turn are worth within a few hundredths of each other.
        [
            Level::depth("expectimax", 1).temperature(0.097),
            Level::depth("expectimax", 1).temperature(0.056),
            Level::depth("expectimax", 1).temperature(0.0415),
            Level::depth("expectimax", 1).temperature(0.0348),
            Level::depth("expectimax", 1).temperature(0.0274),
            Level::depth("expectimax", 1).temperature(0.0201),
            Level::depth("expectimax", 1).temperature(0.0104),
            Level::milliseconds("exact", 1_500),
        ]
    }
}

/// In how many ways `pieces` pieces can stand on `squares` squares or wait.
fn ways(squares: u64, pieces: u64) -> u64 {
    let mut standing = 1;
    let more = (1..=pieces).map(|n| {
        standing = standing * (squares + 1 - n) / n;
        standing
    });
    1 + more.sum::<u64>()
}

/// Both players' shares of the win by this net.
pub fn estimate(game: &Senet, state: &State, net: &Net) -> PerSeat<f32> {
    let own = share(game, state, net);
    let mut shares = PerSeat::new(2, own);
    shares[state.mover.opponent()] = 1.0 - own;
    shares
}

/// The share of the player to throw or move.
fn share(game: &Senet, state: &State, net: &Net) -> f32 {
    if state.throw.is_none() {
        let mut present = Features::default();
        features(state, &mut present);
        return net.share(&present);
    }
    let mut best = 0f32;
    game.for_each_move(state, |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        let share = match game.shares(&after) {
            Some(shares) => shares[state.mover].value() as f32,
            None => 1.0 - self::share(game, &after, net),
        };
        best = best.max(share);
    });
    best
}

/// The player whose share the net gives: the one to throw.
pub fn evaluated_seat(state: &State) -> Seat {
    state.mover
}

/// The features of a position in which no move is due, as the player to throw sees it.
pub fn features(state: &State, features: &mut Features) {
    let phase = match state.odd() {
        None => 0,
        Some(seat) if seat == state.mover => PHASE,
        Some(_) => 2 * PHASE,
    };
    let sides = [(state.own, state.waiting), (state.other, state.other_waiting)];
    for (side, (pieces, waiting)) in sides.into_iter().enumerate() {
        each_square(pieces, |square| features.push(phase + side * SQUARES + square, 1.0));
        // Scaled so that a full plinth does not outweigh the board.
        features.push(phase + 2 * SQUARES + side, 0.3 * f32::from(waiting));
    }
    throws(sides, features);
    race(state, sides, features);
}

/// One player's pieces, and how many of them wait on the plinth.
type Side = (u32, u8);

fn each_square(pieces: u32, mut visit: impl FnMut(usize)) {
    let mut left = pieces;
    while left != 0 {
        visit(left.trailing_zeros() as usize);
        left &= left - 1;
    }
}

/// Who would have to pass, and who could bump, with each throw.
fn throws(sides: [Side; 2], features: &mut Features) {
    let kinds = Throw::ALL.len();
    for (side, (one, other)) in [(sides[0], sides[1]), (sides[1], sides[0])].into_iter().enumerate()
    {
        for (number, throw) in Throw::ALL.into_iter().enumerate() {
            let landings = targets(one.0, one.1 > 0, other.0, throw.steps());
            let first = THROWS + 2 * side * kinds + number;
            if landings == 0 {
                features.push(first, 1.0);
            }
            if landings & other.0 != 0 {
                features.push(first + kinds, 1.0);
            }
        }
    }
}

/// How far both have to go.
fn race(state: &State, sides: [Side; 2], features: &mut Features) {
    let odd = state.odd();
    let to_go = |(pieces, waiting): Side, has_odd: bool| {
        let mut steps = f32::from(waiting) * f32::from(PLINTH) - FINALS;
        each_square(pieces, |square| steps += square as f32 + 1.0);
        if has_odd { steps + 10.0 } else { steps }
    };
    let own = to_go(sides[0], odd == Some(state.mover));
    let other = to_go(sides[1], odd.is_some_and(|seat| seat != state.mover));
    let lead = other - own;
    features.push(RACE, lead / 30.0);
    features.push(RACE + 1, own / 100.0);
    features.push(RACE + 2, other / 100.0);
    // The nearer the end, the more a lead is worth.
    features.push(RACE + 3, lead / (own + other).max(4.0).sqrt());
}
