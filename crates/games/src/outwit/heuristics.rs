//! How Outwit is evaluated and searched, and its levels.

use std::sync::{Arc, LazyLock};

use parlour_core::Seat;
use parlour_core::rng::GOLDEN_RATIO;
use parlour_search::alphabeta::Params;
use parlour_search::learn::Learner;
use parlour_search::learn::sides::{self, QuickNet, School, SideNet, Sided};
use parlour_search::rival::{Freedom, Judge, Rival};
use parlour_search::{EngineKind, Engines, Heuristics, LEVELS, Level, Settings};

use super::sense;
use super::{Move, Outwit, QUIET_LIMIT, State, side_of};

/// The net was fitted to games, most of them against simple players (`docs/strength.md`).
/// `parlour train outwit` begins with it and learns on.
static WEIGHTS: &[u8] = include_bytes!("weights.bin");

static NET: LazyLock<SideNet> = LazyLock::new(|| {
    SideNet::from_bytes(Outwit::INPUTS, WEIGHTS).expect("weights for every feature")
});

static QUICK_NET: LazyLock<QuickNet> = LazyLock::new(|| QuickNet::new(&NET, Outwit::scale));

/// Without contempt for draws the search finds one behind every wall. A little value for progress makes it
/// finish what it has won.
const PARAMS: Params =
    Params { contempt: 300, progress: 30, futility_depth: 4, root_noise: 10, ..Params::DEFAULT };

/// Levels 1 to 6 race: a chip that comes nearer to its corner counts for more than what the net says of
/// walls. By the net alone they besiege the other's corner, and most games are drawn.
const RACE: &[(&str, f64)] = &[("progress", 500.0)];
/// A search of more than one ply sees more walls to build.
const DEEP_RACE: &[(&str, f64)] = &[("progress", 1000.0)];
/// At a high temperature only the distance keeps games short.
const RANDOM_RACE: &[(&str, f64)] = &[("progress", 2000.0)];

/// Simple players to measure others by: those of [`sense::rivals`], and one who counts moves.
const RIVALS: [EngineKind<Outwit>; 4] = [
    EngineKind { name: "crow-flies", make: |game, settings| Box::new(rival(game, 0, settings)) },
    EngineKind { name: "roomy", make: |game, settings| Box::new(rival(game, 1, settings)) },
    EngineKind { name: "lanes", make: |game, settings| Box::new(rival(game, 2, settings)) },
    EngineKind {
        name: "freedom",
        make: |game, settings| {
            Box::new(Rival::new(game, Freedom, Params::NO_PRUNING.tuned(settings)))
        },
    },
];

fn rival(game: &Outwit, number: usize, settings: &mut Settings) -> Rival<Outwit, Simple> {
    let weights = Simple(sense::rivals().swap_remove(number).into());
    Rival::new(game, weights, Params::DEFAULT.tuned(settings))
}

/// Judges by a sum of features, in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Simple(pub(super) Arc<[i32]>);

impl Judge<Outwit> for Simple {
    #[inline]
    fn evaluate(&self, game: &Outwit, state: &State) -> i32 {
        let mut sum = 0;
        sense::features(state, |feature, count| sum += self.0[feature] * count);
        (sum as f32 * game.temper(state)) as i32
    }
}

/// What it promises that a chip comes home, in thousandths of a share.
const HOMECOMING: i32 = 100;

impl Sided for Outwit {
    const INPUTS: usize = sense::INPUTS;

    #[inline(always)]
    fn sides(&self, state: &State, tell: impl FnMut(Seat, usize, i32)) {
        sense::sides(state, tell);
    }

    fn scale(feature: usize) -> f32 {
        sense::scale(feature)
    }

    fn net(&self) -> &SideNet {
        &NET
    }

    fn habits(&self) -> Params {
        PARAMS
    }

    /// O7: the longer no chip has come home, the nearer is the draw.
    #[inline(always)]
    fn temper(&self, state: &State) -> f32 {
        const SOFT: f32 = QUIET_LIMIT as f32 + 30.0;
        (SOFT - f32::from(state.quiet)) / SOFT
    }

    /// An odd number of plies makes `freedom` the player who is hardest to beat.
    fn rivals(&self) -> Vec<(&'static str, Option<u32>)> {
        let freedom = [2, 3, 3, 3, 3, 4, 5, 5, 5].map(|plies| ("freedom", Some(plies)));
        let simple = ["crow-flies", "roomy", "lanes"].map(|name| (name, None));
        freedom.into_iter().chain(simple).collect()
    }
}

impl Heuristics for Outwit {
    #[inline]
    fn evaluate(&self, state: &State) -> Option<i32> {
        Some(sides::evaluate(self, state, &QUICK_NET))
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
        Some(sense::moves_to_win(state, side_of(seat)))
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

    fn learner(&self, seed: u64, _: u64) -> Option<Box<dyn Learner>> {
        Some(Box::new(School::new(self, seed)))
    }

    fn engines(&self) -> Vec<EngineKind<Self>> {
        let mut kinds = vec![EngineKind::alpha_beta(), EngineKind::uct()];
        kinds.extend(RIVALS);
        kinds
    }

    fn levels(&self) -> [Level; LEVELS] {
        [
            Level::depth("alphabeta", 1, 0.4).with(RANDOM_RACE),
            Level::depth("alphabeta", 1, 0.2).with(RANDOM_RACE),
            Level::depth("alphabeta", 1, 0.05).with(RACE),
            Level::depth("alphabeta", 1, 0.01).with(RACE),
            Level::depth("alphabeta", 2, 0.005).with(DEEP_RACE),
            Level::depth("alphabeta", 3, 0.008).with(DEEP_RACE),
            Level::nodes("alphabeta", 20_000, 0.0),
            Level::milliseconds("alphabeta", 2_000),
        ]
    }
}

/// Every bit of the word on every bit of the result.
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(GOLDEN_RATIO);
    (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
