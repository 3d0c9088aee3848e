//! An observer of Shell-Out: it names everybody's loaded shell from what lies open and how it came about.
//! It is fitted to the games of one player, so it measures how much that player gives away.

use std::sync::atomic::AtomicBool;

use parlour_core::notation::read_action;
use parlour_core::rng::derived;
use parlour_core::{Action, Configure, Game, GameHistory, Seat};
use parlour_games::hex::{Cell, cells};
use parlour_games::shell_out::belief::Watcher;
use parlour_games::shell_out::board::{FIELD, NEIGHBOURS};
use parlour_games::shell_out::policy::Stance;
use parlour_games::shell_out::styles::PolicyMixture;
use parlour_games::shell_out::{Open, Phase, ShellOut, State};
use parlour_games::{PlayerError, Spec, find};
use parlour_search::net::{Net, Shape};

use crate::arena::game::{Contender, EnginePlayer, play};
use crate::baselines;
use crate::train::fit::{Fit, Method};
use crate::train::sample::{Input, Sample};

/// The number of features of a shell.
pub const FEATURES: usize = 14;

/// What the features are.
pub const FEATURE_NAMES: [&str; FEATURES] = [
    "moves to the nearest spot",
    "nearest of all",
    "next to a spot",
    "two moves away",
    "three moves away",
    "moves made",
    "moved most",
    "never moved",
    "moved last",
    "at home",
    "opponents next to it",
    "moves made towards a spot",
    "belief",
    "sole shell away from home",
];

/// An observer: a linear model of which shell is loaded.
pub fn model(weights: &[f32; FEATURES]) -> Net {
    let mut net = Net::zero(Shape::linear(FEATURES));
    net.weights_mut()[..FEATURES].copy_from_slice(weights);
    net
}

/// The shells of `seat` that may be loaded, and a sample with the features of each. Its target is left
/// open.
pub fn shells(
    game: &ShellOut,
    watcher: &Watcher<'_>,
    open: &Open,
    seat: Seat,
) -> (Vec<Cell>, Sample) {
    let stance = Stance::new(game, open, seat);
    let suspects = game.suspects(open, seat);
    let others = open.occupied() & !open.shells[seat.index()];
    let home = FIELD[usize::from(game.field_of(seat))];
    let belief = watcher.belief(open);
    let nearest = cells(suspects).map(|cell| stance.away(cell)).min();
    let moved = |cell: Cell| watcher.moved(open, seat, cell);
    let most = cells(suspects).map(|cell| moved(cell).times).max();
    let flag = |yes: bool| f32::from(u8::from(yes));
    let features = |cell: Cell| -> Vec<(u16, f32)> {
        let (away, moved) = (stance.away(cell), moved(cell));
        let values: [f32; FEATURES] = [
            f32::from(away),
            flag(Some(away) == nearest),
            flag(away == 1),
            flag(away == 2),
            flag(away == 3),
            f32::from(moved.times) / 3.0,
            flag(Some(moved.times) == most && moved.times > 0),
            flag(moved.times == 0),
            flag(moved.last),
            flag(home & cell.bit() != 0),
            (NEIGHBOURS[cell.index()] & others).count_ones() as f32,
            f32::from(moved.gain) / 3.0,
            belief.at(seat, cell).max(1e-3).ln(),
            flag(suspects & !home == cell.bit()),
        ];
        (0..).zip(values).collect()
    };
    let options = cells(suspects).map(features).collect();
    (cells(suspects).collect(), Sample { options, target: Vec::new(), scale: 1.0 })
}

/// What was seen of a player in some games.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Whenever another was to move: which shell of the player was loaded.
    pub samples: Vec<Sample>,
    /// The player's shares of the win, game by game.
    pub shares: Vec<f64>,
}

impl Study {
    /// Plays a game and studies the first player, whose seat rotates with `number`; everybody else plays by
    /// the other spec.
    ///
    /// # Errors
    /// When there is no such player.
    ///
    /// # Panics
    /// When a player makes an illegal move.
    pub fn play(
        &mut self,
        game: &ShellOut,
        [first, others]: [&Spec; 2],
        number: u64,
        seed: u64,
    ) -> Result<(), PlayerError> {
        let subject = Seat((number % u64::from(game.seats())) as u8);
        let entry = find(ShellOut::ID).expect("a registered game");
        let session = (entry.open)(&game.options()).expect("options of a game");
        let mut contenders = Vec::new();
        for spec in [first, others] {
            let player = baselines::player(&*session, spec, 1)?;
            contenders.push(Box::new(EnginePlayer(player)) as Box<dyn Contender>);
        }
        let at: Vec<usize> = game.everybody().map(|seat| usize::from(seat != subject)).collect();
        let seed = derived(seed, number);
        let stop = AtomicBool::new(false);
        let played = play((&*session, &[]), &mut contenders, &at, [seed, seed], &stop, |_, _| {})
            .expect("computer players make legal moves");
        self.follow(game, &played.actions, subject);
        self.shares.push(played.shares[subject].value());
        Ok(())
    }

    /// Goes through a game.
    fn follow(&mut self, game: &ShellOut, actions: &[String], subject: Seat) {
        let policies = PolicyMixture::default();
        let mut watcher = Watcher::new(game, policies.styles());
        let mut history = GameHistory::new(game, game.start());
        for text in actions {
            let before = *history.state();
            let action = read_action(game, &before, text).expect("a game that was played");
            history.apply(game, action);
            let Action::Move(mv) = action else { continue };
            if before.open.to_act != subject {
                self.samples.extend(sample(game, &watcher, &before, subject));
            }
            watcher.watch(&before.open, mv, &history.state().open);
        }
    }
}

/// The shells of the player with the loaded one as target, where there is a choice.
fn sample(game: &ShellOut, watcher: &Watcher<'_>, state: &State, subject: Seat) -> Option<Sample> {
    let loaded = state.secrets[subject.index()].loaded?;
    if state.open.phase != Phase::Play {
        return None;
    }
    let (cells, mut sample) = shells(game, watcher, &state.open, subject);
    sample.target = cells.iter().map(|&cell| f32::from(u8::from(cell == loaded))).collect();
    (cells.len() > 1 && cells.contains(&loaded)).then_some(sample)
}

/// The observer that fits these samples best.
pub fn fit(samples: &[Sample]) -> Net {
    let fit =
        Fit { input: Input::Own, bias: false, method: Method::Adam { rounds: 200 }, rate: 0.05 };
    fit.run(&Net::zero(Shape::linear(FEATURES)), samples, 1)
}

/// How often an observer names the loaded shell; where it cannot decide, it guesses.
pub fn accuracy(samples: &[Sample], observer: &Net) -> f64 {
    let right = samples.iter().map(|sample| {
        let shares: Vec<f32> = sample.predict(observer, Input::Own).iter().map(|p| p.0).collect();
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        let equals = shares.iter().filter(|&&share| share == most).count();
        let named = shares.iter().zip(&sample.target).any(|(&s, &t)| s == most && t == 1.0);
        if named { 1.0 / equals as f64 } else { 0.0 }
    });
    right.sum::<f64>() / samples.len().max(1) as f64
}

/// How often a random guess does.
pub fn chance(samples: &[Sample]) -> f64 {
    let right = samples.iter().map(|sample| 1.0 / sample.options.len() as f64);
    right.sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use parlour_core::OptionValues;

    use super::*;

    #[test]
    fn an_observer_learns_what_gives_a_player_away() {
        let options: OptionValues = [("players", "2"), ("hands", "1")].into_iter().collect();
        let game = ShellOut::configure(&options).expect("a short game");
        let specs =
            ["runner:nodes=1", "wanderer:nodes=1"].map(|spec| spec.parse().expect("a player"));
        let [mut fitted, mut tried] = [Study::default(), Study::default()];
        for number in 0..60 {
            let study = if number < 40 { &mut fitted } else { &mut tried };
            study.play(&game, [&specs[0], &specs[1]], number, 1).expect("a game");
        }
        let accuracy = accuracy(&tried.samples, &fit(&fitted.samples));
        let chance = chance(&tried.samples);
        assert!(accuracy > 0.7 && chance < 0.3, "{accuracy} and by chance {chance}");
    }
}
