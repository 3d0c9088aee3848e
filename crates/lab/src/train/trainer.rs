//! The one trainer of all games: self-play, samples, a fit after every epoch.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use parlour_console::failure::Failure;
use parlour_core::rng::{SeededRng, derived, seeded};
use parlour_search::net::Net;
use serde::{Deserialize, Serialize};

use super::fit::Fit;
use super::net::approach;
use super::sample::{Input, Sample};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Config {
    /// Games between two fits.
    pub(crate) epoch: u64,
    /// How many samples of earlier epochs each fit uses beside those of its own.
    pub(crate) replay: usize,
    /// How far the model that is tried and written follows the one that is fitted, after each epoch: 1
    /// makes them equal, less gives the mean of many fits.
    pub(crate) follow: f32,
    pub(crate) fit: Fit,
}

/// A game with a model that can be trained.
pub(crate) trait Trainee: Send + Sync {
    fn config(&self) -> Config;

    /// The model that training begins with.
    fn initial(&self, rng: &mut SeededRng) -> Net;

    /// Plays one game with this model, and gives its samples.
    fn self_play(&self, net: &Net, rng: &mut SeededRng) -> Vec<Sample>;

    /// Plays one game of this model against the weights in use, and gives the share of the win of this
    /// model. Two rounds that follow each other have the same `rng`, and the seats change.
    fn trial(&self, net: &Net, round: u64, rng: &mut SeededRng) -> f64;

    /// The model as the file that the game is built with.
    fn weights_file(&self, net: &Net) -> Vec<u8>;
}

/// The state of a training between two games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrainerState<'a> {
    seed: u64,
    games: u64,
    net: Vec<f32>,
    mean: Vec<f32>,
    replay: Cow<'a, [Sample]>,
}

/// Games that each thread plays ahead, because some take much longer than others.
const AHEAD: u64 = 8;
/// The learning rate falls to this part until the last game.
const LAST_RATE: f32 = 0.05;

/// A training. Games depend on the seed, their number and the weights after the last epoch, never on the
/// number of threads.
pub(crate) struct Trainer {
    trainee: Box<dyn Trainee>,
    seed: u64,
    /// How many games the training has.
    total: u64,
    games: u64,
    /// The model that is fitted and plays.
    net: Net,
    /// The model that is tried and written.
    mean: Net,
    replay: Vec<Sample>,
    threads: usize,
    /// Games of this epoch that have been played and not yet been used.
    ahead: VecDeque<Vec<Sample>>,
}

impl Trainer {
    /// A training of `total` games that plays on this number of threads.
    pub(crate) fn new(trainee: Box<dyn Trainee>, seed: u64, total: u64, threads: usize) -> Self {
        let net = trainee.initial(&mut seeded(seed));
        let (replay, ahead, threads) = (Vec::new(), VecDeque::new(), threads.max(1));
        Trainer { trainee, seed, total, games: 0, mean: net.clone(), net, replay, threads, ahead }
    }

    pub(crate) fn games(&self) -> u64 {
        self.games
    }

    /// Plays the next game and, at the end of an epoch, fits the model. The mean cross-entropy of the
    /// game's samples under the model that played it, in nats.
    pub(crate) fn train(&mut self) -> f64 {
        let Config { epoch, replay, follow, fit } = self.trainee.config();
        if self.ahead.is_empty() {
            let most = if self.threads == 1 { 1 } else { AHEAD * self.threads as u64 };
            let end = (self.games + 1).next_multiple_of(epoch).min(self.games + most);
            self.ahead = self.parallel(self.games..end, |number| {
                self.trainee.self_play(&self.net, &mut self.rng(number))
            });
        }
        let samples = self.ahead.pop_front().expect("at least one game was played");
        let cross_entropy = fit.cross_entropy(&self.net, &samples);
        self.replay.extend(samples);
        self.games += 1;
        if self.games.is_multiple_of(epoch) {
            let left = 1.0 - self.games as f32 / self.total.max(1) as f32;
            let fit = Fit { rate: fit.rate * left.max(LAST_RATE), ..fit };
            self.net = fit.run(&self.net, &self.replay, self.seed ^ self.games);
            approach(&mut self.mean, &self.net, follow.max(epoch as f32 / self.games as f32));
            let old = self.replay.len().saturating_sub(replay);
            self.replay.drain(..old);
        }
        cross_entropy
    }

    /// The score of this number of games against the weights in use. `go_on` is asked before some of the
    /// games, with the number of games played; `None` when it said no.
    pub(crate) fn trial(&self, games: u64, go_on: &dyn Fn(u64) -> bool) -> Option<f64> {
        let (mut won, mut played) = (0.0, 0);
        while played < games {
            if !go_on(played) {
                return None;
            }
            let end = games.min(played + self.threads as u64);
            let shares = self.parallel(played..end, |round| {
                let mut rng = seeded(self.seed.wrapping_add(round / 2));
                self.trainee.trial(&self.mean, round, &mut rng)
            });
            won += shares.iter().sum::<f64>();
            played = end;
        }
        Some(won / games.max(1) as f64)
    }

    pub(crate) fn state(&self) -> TrainerState<'_> {
        TrainerState {
            seed: self.seed,
            games: self.games,
            net: self.net.weights().to_vec(),
            mean: self.mean.weights().to_vec(),
            replay: Cow::Borrowed(&self.replay),
        }
    }

    /// Continues from a saved state.
    pub(crate) fn restore(&mut self, saved: TrainerState<'_>) -> Result<(), Failure> {
        let shape = self.net.shape();
        let features = match self.trainee.config().fit.input {
            Input::Own => shape.inputs,
            Input::Both => shape.inputs / 2,
        };
        let nets = Net::new(shape, saved.net).zip(Net::new(shape, saved.mean));
        let fits = saved.replay.iter().all(|sample| sample.fits(features));
        let wrong = || Failure::runtime("this is not the state of a training of this game");
        (self.net, self.mean) = nets.filter(|_| fits).ok_or_else(wrong)?;
        (self.seed, self.games) = (saved.seed, saved.games);
        self.replay = saved.replay.into_owned();
        self.ahead.clear();
        Ok(())
    }

    pub(crate) fn weights_file(&self) -> Vec<u8> {
        self.trainee.weights_file(&self.mean)
    }

    /// The random numbers of the game with this number.
    fn rng(&self, number: u64) -> SeededRng {
        seeded(derived(self.seed, number))
    }

    /// Runs jobs on all threads; their results in order.
    fn parallel<T: Send>(&self, jobs: Range<u64>, run: impl Fn(u64) -> T + Sync) -> VecDeque<T> {
        if self.threads == 1 || jobs.end - jobs.start == 1 {
            return jobs.map(run).collect();
        }
        let (next, results) = (AtomicU64::new(jobs.start), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let job = next.fetch_add(1, Ordering::Relaxed);
                        if job >= jobs.end {
                            return;
                        }
                        let result = run(job);
                        results.lock().expect("no job panics with the lock").push((job, result));
                    }
                });
            }
        });
        let mut results = results.into_inner().expect("no job panics with the lock");
        results.sort_by_key(|&(job, _)| job);
        results.into_iter().map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Checks that a training repeats by its seed, on any number of threads, and after a restart in the
    /// middle of an epoch.
    pub(crate) fn check_repeats(trainee: impl Fn() -> Box<dyn Trainee>, games: u64) {
        let trained = |trainer: &mut Trainer, games: u64| -> Vec<f64> {
            (0..games).map(|_| trainer.train()).collect()
        };
        let mut whole = Trainer::new(trainee(), 11, games, 1);
        let losses = trained(&mut whole, games);
        assert!(losses.iter().all(|loss| loss.is_finite() && *loss > 0.0), "{losses:?}");

        let mut spread = Trainer::new(trainee(), 11, games, 3);
        assert_eq!(trained(&mut spread, games), losses);
        assert!(spread.state() == whole.state(), "threads change nothing");
        assert_eq!(spread.trial(3, &|_| true), whole.trial(3, &|_| true));
        assert_eq!(whole.trial(3, &|played| played < 1), None);

        let mut begun = Trainer::new(trainee(), 11, games, 1);
        trained(&mut begun, games - 2);
        let saved = serde_json::to_string(&begun.state()).expect("a state is JSON");
        let read = || serde_json::from_str::<TrainerState<'_>>(&saved).expect("its own state");
        let mut resumed = Trainer::new(trainee(), 99, games, 1);
        resumed.restore(read()).expect("its own state");
        assert_eq!(trained(&mut resumed, 2), losses[losses.len() - 2..]);
        assert!(resumed.state() == whole.state(), "a restart changes nothing");

        let other = TrainerState { net: vec![0.0; 3], ..read() };
        assert!(resumed.restore(other).is_err());
        assert!(resumed.state() == whole.state(), "the state of another game changes nothing");
    }
}
