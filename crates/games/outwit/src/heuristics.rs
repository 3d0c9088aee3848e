//! How Outwit is evaluated and searched, and its levels.

use std::sync::LazyLock;

use parlour_core::Seat;
use parlour_core::rng::GOLDEN_RATIO;
use parlour_search::alphabeta::Params;
use parlour_search::net::Net;
use parlour_search::two_sided::{SideFeatures, TwoSidedNet};
use parlour_search::{EngineKind, Engines, Heuristics, LEVELS, Level};

use super::features;
use super::{Move, Outwit, QUIET_LIMIT, State, side_of};

/// The net was fitted to games, most of them against baselines. `parlour train outwit` begins with it.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

static NET: LazyLock<Net> = LazyLock::new(|| {
    let shape = TwoSidedNet::shape(features::INPUTS);
    Net::from_bytes(shape, WEIGHTS).expect("weights for every feature")
});

static INTEGER_NET: LazyLock<TwoSidedNet> =
    LazyLock::new(|| TwoSidedNet::new(&NET, features::scale));

/// How Outwit is searched. Without contempt for draws the search finds one behind every wall. A little value
/// for progress makes it finish what it has won.
pub const PARAMS: Params =
    Params { contempt: 300, progress: 30, futility_depth: 4, root_noise: 10, ..Params::DEFAULT };

/// Levels 1 to 6 race: a chip that comes nearer to its corner counts for more than what the net says of
/// walls. By the net alone they besiege the other's corner, and most games are drawn.
const RACE: &[(&str, f64)] = &[("progress", 500.0)];
/// A search of two plies sees more walls to build.
const TWO_PLY_RACE: &[(&str, f64)] = &[("progress", 1500.0)];
/// A search of three plies.
const THREE_PLY_RACE: &[(&str, f64)] = &[("progress", 1000.0)];
/// At a high temperature only the distance keeps games short.
const RANDOM_RACE: &[(&str, f64)] = &[("progress", 2000.0)];

/// The net that Outwit plays with.
pub fn net() -> &'static Net {
    &NET
}

/// The factor of the evaluation. O7: the longer no chip has come home, the nearer is the draw.
#[inline(always)]
pub fn draw_scale(state: &State) -> f32 {
    const SOFT: f32 = QUIET_LIMIT as f32 + 30.0;
    (SOFT - f32::from(state.quiet)) / SOFT
}

/// The evaluation by this net, as in [`Heuristics::evaluate`].
#[inline(always)]
pub fn evaluate(net: &TwoSidedNet, state: &State) -> i32 {
    let mut sides = SideFeatures::EMPTY;
    features::sides(state, |seat, feature, count| sides.push(seat, feature, count));
    (net.evaluate(&sides) * draw_scale(state) * 1000.0) as i32
}

/// The move-ordering score of a chip that comes home.
const HOMECOMING: i32 = 100;

impl Heuristics for Outwit {
    #[inline]
    fn evaluate(&self, state: &State) -> Option<i32> {
        Some(evaluate(&INTEGER_NET, state))
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        let [light, dark] = state.chips;
        let power = state.power.map(|square| u64::from(square.number()));
        // O7 matters only when its draw is in sight.
        let quiet = if state.quiet < QUIET_LIMIT / 2 { 0 } else { u64::from(state.quiet) };
        let beside = power[0] << 46 | power[1] << 53;
        let above = (state.side as u64) << 46 | quiet << 47;
        [(light >> 64) as u64 | beside, dark as u64, (dark >> 64) as u64 | above]
            .into_iter()
            .fold(mixed(light as u64), |hash, word| mixed(hash ^ word))
    }

    fn moves_to_win(&self, state: &State, seat: Seat) -> Option<f32> {
        Some(features::moves_to_win(state, side_of(seat)))
    }

    fn move_score(&self, state: &State, mv: Move) -> i32 {
        let Move::Slide { from, to } = mv else { return 0 };
        let corner = state.side.corner();
        if to.is_in(corner) && !from.is_in(corner) { HOMECOMING } else { 0 }
    }
}

impl Engines for Outwit {
    fn alpha_beta(&self) -> Params {
        PARAMS
    }

    fn engines(&self) -> Vec<EngineKind<Self>> {
        vec![EngineKind::alpha_beta(), EngineKind::uct()]
    }

    fn levels(&self) -> [Level; LEVELS] {
        [
            Level::depth("alphabeta", 1).temperature(0.4).with(RANDOM_RACE),
            Level::depth("alphabeta", 1).temperature(0.2).with(RANDOM_RACE),
            Level::depth("alphabeta", 1).temperature(0.05).with(RACE),
            Level::depth("alphabeta", 1).temperature(0.01).with(RACE),
            Level::depth("alphabeta", 2).temperature(0.005).with(TWO_PLY_RACE),
            Level::depth("alphabeta", 3).temperature(0.008).with(THREE_PLY_RACE),
            Level::nodes("alphabeta", 20_000),
            Level::milliseconds("alphabeta", 2_000),
        ]
    }
}

/// Every bit of the word on every bit of the result.
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(GOLDEN_RATIO);
    (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
