//! Games played to be studied: how well a player's loaded shell can be named, and how it moves.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{Action, Game, Seat, Turn};
use parlour_search::Budget;

use super::ShellOut;
use super::belief::Watcher;
use super::habit::{Habit, Stance, TRAITS};
use super::observer::{Line, Moment};
use super::state::{Move, Phase, State};
use super::styles::STYLES;
use crate::player::{Orders, Player, Spec};
use crate::session::{Running, Session};

/// What was seen of one player, the first, in some games.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Whenever another was to move: the player's shells.
    pub moments: Vec<Moment>,
    /// Every move that the player made with a counter to hide.
    pub moves: Vec<(State, Move)>,
    /// The player's share of the win in every game.
    pub shares: Vec<f64>,
}

impl Study {
    /// Plays one game: the first player's seat goes round with the number of the game, everybody
    /// else plays by the other spec.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn play(
        &mut self,
        game: &ShellOut,
        [first, others]: [&Spec; 2],
        number: u64,
        seed: u64,
    ) -> Result<(), String> {
        let subject = Seat((number % u64::from(game.seats())) as u8);
        let mut session = Running::new(game.clone());
        let mut players: Vec<Box<dyn Player>> = Vec::new();
        for seat in game.everybody() {
            let spec = if seat == subject { first } else { others };
            players.push(crate::player::player::<ShellOut>(&session, spec, 1)?);
        }
        let mut rng = seeded(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut watcher = Watcher::new(game, &STYLES);
        loop {
            let before = *session.course().state();
            let action = match session.turn() {
                Turn::Over => break,
                Turn::Chance => session.roll(&mut rng),
                Turn::Player(seat) => {
                    if seat != subject {
                        self.look(game, &watcher, &before, subject);
                    }
                    let thinking = think(&mut *players[seat.index()], &session, rng.next_u64());
                    thinking.map(|thinking| thinking.chosen)
                }
            };
            let action = action.expect("somebody acts until the end");
            let played = parlour_core::notation::read_action(game, &before, &action);
            session.play(&action).map_err(|error| error.to_string())?;
            if let Ok(Action::Move(mv)) = played {
                if before.open.to_act == subject && before.open.is_loaded(subject) {
                    self.moves.push((before, mv));
                }
                watcher.watch(&before.open, mv, &session.course().state().open);
            }
        }
        let shares = session.shares().expect("a finished game has shares");
        self.shares.push(shares[subject].value());
        Ok(())
    }

    fn look(&mut self, game: &ShellOut, watcher: &Watcher<'_>, state: &State, subject: Seat) {
        let Some(loaded) = state.secrets[subject.index()].loaded else { return };
        if state.open.phase != Phase::Play {
            return;
        }
        let line = Line::up(game, watcher, &state.open, subject);
        let truth = line.shells.iter().position(|&(cell, _)| cell == loaded);
        // With one shell left there is nothing to name.
        if let Some(truth) = truth.filter(|_| line.shells.len() > 1) {
            self.moments.push(Moment { line, truth });
        }
    }

    /// How the player moves, as a habit; and the mean logarithm of how likely its moves are then.
    pub fn habit(&self, game: &ShellOut) -> (Habit, f32) {
        let choices: Vec<Choices> =
            self.moves.iter().map(|seen| Choices::new(game, seen)).collect();
        let mut habit = [0.0; TRAITS];
        let mut spread = [1e-3; TRAITS];
        let mut likelihood = 0.0;
        for _ in 0..ROUNDS {
            let mut slope = [0.0; TRAITS];
            likelihood = choices.iter().map(|choice| choice.learn(&habit, &mut slope)).sum();
            for ((weight, slope), spread) in habit.iter_mut().zip(slope).zip(&mut spread) {
                // Each weight goes at its own pace (as in RMSProp), with a pull towards 0.
                let slope = slope / choices.len().max(1) as f32 - PULL * *weight;
                *spread = 0.9 * *spread + 0.1 * slope * slope;
                *weight += PACE * slope / spread.sqrt().max(1e-3);
            }
        }
        (habit, likelihood / choices.len().max(1) as f32)
    }
}

/// How often a habit is adjusted, how much, and how strongly weights are drawn to 0.
const ROUNDS: usize = 300;
const PACE: f32 = 0.05;
const PULL: f32 = 1e-4;

/// The traits of all that a player could do, and what was done.
struct Choices {
    traits: Vec<[f32; TRAITS]>,
    made: usize,
}

impl Choices {
    fn new(game: &ShellOut, (state, made): &(State, Move)) -> Self {
        let seat = state.open.to_act;
        let stance = Stance::new(game, &state.open, seat);
        let loaded = state.secrets[seat.index()].loaded;
        let mut choices = Choices { traits: Vec::new(), made: 0 };
        let _ = game.moves(state, |mv| {
            if mv == *made {
                choices.made = choices.traits.len();
            }
            let mut traits = [0.0; TRAITS];
            stance.traits(loaded, mv, |which, amount| traits[which] += amount);
            choices.traits.push(traits);
            ControlFlow::<()>::Continue(())
        });
        choices
    }

    /// Adds to the slope; the logarithm of how likely the move was.
    fn learn(&self, habit: &Habit, slope: &mut [f32; TRAITS]) -> f32 {
        let urge = |traits: &[f32; TRAITS]| traits.iter().zip(habit).map(|(a, b)| a * b).sum();
        let urges: Vec<f32> = self.traits.iter().map(urge).collect();
        let most = urges.iter().copied().fold(f32::MIN, f32::max);
        let weights: Vec<f32> = urges.iter().map(|urge| (urge - most).exp()).collect();
        let total: f32 = weights.iter().sum();
        for (place, (traits, weight)) in self.traits.iter().zip(&weights).enumerate() {
            let miss = f32::from(u8::from(place == self.made)) - weight / total;
            slope.iter_mut().zip(traits).for_each(|(slope, amount)| *slope += miss * amount);
        }
        (weights[self.made] / total).ln()
    }
}

fn think(
    player: &mut dyn Player,
    session: &dyn Session,
    seed: u64,
) -> Option<crate::player::Thinking> {
    let stop = AtomicBool::new(false);
    let orders = Orders {
        budget: Budget::default(),
        lines: 1,
        seed,
        clock: &|| Duration::ZERO,
        stop: &stop,
    };
    player.think(session, &orders, &mut |_| {})
}
