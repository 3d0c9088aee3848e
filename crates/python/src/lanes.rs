//! Many games of one kind that are played side by side, on all cores, into arrays made once.

use std::ops::ControlFlow;

use parlour_core::game::sample;
use parlour_core::rng::{SeededRng, derived, seeded};
use parlour_core::{Action, GameHistory, Seat, Turn, Viewer};
use parlour_session::Playable;
use rayon::prelude::*;

/// Below this number of games the threads cost more than they give.
const ALONE: usize = 128;
/// The fewest games for one thread.
const SHARE: usize = 64;
/// No such action: nothing was drawn.
const NO_ACTION: i64 = -1;

/// Where the games are written to. An empty slice is not written.
pub(crate) struct Arrays<'a> {
    pub(crate) observations: &'a mut [f32],
    pub(crate) masks: &'a mut [i8],
    pub(crate) rewards: &'a mut [f32],
    /// 1 where a game is over.
    pub(crate) terminations: &'a mut [u8],
    pub(crate) turns: &'a mut [i8],
}

/// An action that is not legal, and in which game.
pub(crate) struct Illegal {
    pub(crate) lane: usize,
    pub(crate) action: i64,
}

/// Games side by side. Chance is played by itself: a player is to act in each game, or it is over.
pub(crate) trait Lanes: Send + Sync {
    /// Starts all games anew, from this seed.
    fn reset(&mut self, seed: u64, arrays: Arrays<'_>);
    /// Draws a legal action for each game, each as likely; 0 where the game is over.
    fn sample(&mut self, actions: &mut [i64]);
    /// Plays these actions, or none of them if one is illegal. A game that was over starts anew, whatever
    /// its action.
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Illegal>;
    /// Plays a random legal action in each game, each as likely.
    fn step_at_random(&mut self, arrays: Arrays<'_>);
    /// A position's text.
    fn position(&self, lane: usize) -> Option<String>;
}

struct Lane<G: Playable> {
    history: GameHistory<G>,
    rng: SeededRng,
    /// The action that was drawn last and not played yet: it is legal.
    drawn: i64,
}

pub(crate) struct TypedLanes<G: Playable> {
    game: G,
    lanes: Vec<Lane<G>>,
    observation: usize,
}

/// The parts of the arrays that belong to one game.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    rewards: &'a mut [f32],
    terminated: &'a mut u8,
    turn: &'a mut i8,
}

impl<G: Playable> TypedLanes<G> {
    pub(crate) fn new(game: G, count: usize, seed: u64) -> Self {
        let lanes = (0..count as u64).map(|number| Lane {
            history: GameHistory::new(&game, game.start()),
            rng: seeded(derived(seed, number)),
            drawn: NO_ACTION,
        });
        let lanes = lanes.collect();
        TypedLanes { observation: game.observation_size(), lanes, game }
    }

    /// Does something in every game, on one thread or on all.
    fn each(
        &mut self,
        arrays: Arrays<'_>,
        actions: Option<&[i64]>,
        work: impl Fn(&G, &mut Lane<G>, i64, Row<'_>) + Sync,
    ) {
        let (game, seats) = (&self.game, usize::from(self.game.seats()));
        let count = self.lanes.len();
        let part = |length: usize, size: usize| if length == 0 { 0 } else { size };
        let observation = part(arrays.observations.len(), self.observation);
        let mask = part(arrays.masks.len(), G::ACTIONS);
        let run = |(lanes, actions, arrays): Batch<'_, G>| {
            let mut observations = arrays.observations;
            let mut masks = arrays.masks;
            let mut rewards = arrays.rewards.chunks_exact_mut(seats);
            let rest = arrays.terminations.iter_mut().zip(arrays.turns);
            for (number, (lane, (terminated, turn))) in lanes.iter_mut().zip(rest).enumerate() {
                let action = actions.map_or(NO_ACTION, |actions| actions[number]);
                let (row, next) = std::mem::take(&mut observations).split_at_mut(observation);
                observations = next;
                let (mask_row, next) = std::mem::take(&mut masks).split_at_mut(mask);
                masks = next;
                let Some(rewards) = rewards.next() else { return };
                let row = Row { observation: row, mask: mask_row, rewards, terminated, turn };
                work(game, lane, action, row);
            }
        };
        if count < ALONE {
            return run((&mut self.lanes, actions, arrays));
        }
        let share = count.div_ceil(4 * rayon::current_num_threads()).max(SHARE);
        let batches = split(&mut self.lanes, actions, arrays, share, [observation, mask, seats]);
        batches.into_par_iter().for_each(run);
    }
}

/// A part of the games, their actions and their rows.
type Batch<'a, G> = (&'a mut [Lane<G>], Option<&'a [i64]>, Arrays<'a>);

/// Cuts games and arrays into batches of `share` games.
fn split<'a, G: Playable>(
    mut lanes: &'a mut [Lane<G>],
    actions: Option<&'a [i64]>,
    mut arrays: Arrays<'a>,
    share: usize,
    [observation, mask, seats]: [usize; 3],
) -> Vec<Batch<'a, G>> {
    fn cut<'a, T>(slice: &mut &'a mut [T], at: usize) -> &'a mut [T] {
        let (head, tail) = std::mem::take(slice).split_at_mut(at);
        *slice = tail;
        head
    }
    let mut batches = Vec::with_capacity(lanes.len().div_ceil(share));
    let mut begin = 0;
    while !lanes.is_empty() {
        let count = share.min(lanes.len());
        let own = actions.map(|actions| &actions[begin..begin + count]);
        begin += count;
        batches.push((
            cut(&mut lanes, count),
            own,
            Arrays {
                observations: cut(&mut arrays.observations, count * observation),
                masks: cut(&mut arrays.masks, count * mask),
                rewards: cut(&mut arrays.rewards, count * seats),
                terminations: cut(&mut arrays.terminations, count),
                turns: cut(&mut arrays.turns, count),
            },
        ));
    }
    batches
}

/// Lets chance play until a player is to act or the game is over.
#[inline]
fn play_chance<G: Playable>(game: &G, lane: &mut Lane<G>) {
    while lane.history.turn(game) == Turn::Chance {
        let chance = game.sample_chance(lane.history.state(), &mut lane.rng);
        lane.history.apply(game, Action::Chance(chance));
    }
}

/// A new game in this lane.
#[inline]
fn restart<G: Playable>(game: &G, lane: &mut Lane<G>) {
    lane.history = GameHistory::new(game, game.start());
    lane.drawn = NO_ACTION;
    play_chance(game, lane);
}

/// Writes what is to be seen now.
#[inline]
fn write<G: Playable>(game: &G, lane: &Lane<G>, row: Row<'_>) {
    let state = lane.history.state();
    let turn = game.turn(state);
    let over = turn == Turn::Over;
    *row.terminated = over.into();
    *row.turn = match turn {
        Turn::Player(seat) => seat.0 as i8,
        _ => -1,
    };
    row.rewards.fill(0.0);
    if let Some(shares) = lane.history.shares(game).filter(|_| over) {
        let seats = f64::from(game.seats());
        for (reward, (_, share)) in row.rewards.iter_mut().zip(shares.iter()) {
            *reward = reward_of(share.value(), seats) as f32;
        }
    }
    if !row.observation.is_empty() {
        let viewer = match turn {
            Turn::Player(seat) => Viewer::Seat(seat),
            _ => Viewer::Seat(Seat(0)),
        };
        game.observe(&game.view(state, viewer), row.observation);
    }
    if !row.mask.is_empty() {
        // After the end any action starts a new game.
        row.mask.fill(over.into());
        game.for_each_move(state, |mv| row.mask[game.action_index(mv)] = 1);
    }
}

/// A share of the win as a reward: 1 for the only winner, and 0 for all players together.
pub(crate) fn reward_of(share: f64, seats: f64) -> f64 {
    (seats * share - 1.0) / (seats - 1.0)
}

/// The legal move with this index.
fn legal_move<G: Playable>(game: &G, lane: &Lane<G>, action: i64) -> Option<G::Move> {
    let mv = usize::try_from(action).ok().and_then(|index| game.action_at(index))?;
    if action == lane.drawn {
        return Some(mv);
    }
    let found = game.moves(lane.history.state(), |legal| {
        if legal == mv { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found.is_break().then_some(mv)
}

impl<G: Playable> Lanes for TypedLanes<G> {
    fn reset(&mut self, seed: u64, arrays: Arrays<'_>) {
        for (number, lane) in (0..).zip(&mut self.lanes) {
            lane.rng = seeded(derived(seed, number));
        }
        self.each(arrays, None, |game, lane, _, row| {
            restart(game, lane);
            write(game, lane, row);
        });
    }

    fn sample(&mut self, actions: &mut [i64]) {
        let game = &self.game;
        let draw = |(lane, action): (&mut Lane<G>, &mut i64)| {
            *action = match sample(game, lane.history.state(), &mut lane.rng) {
                Some(Action::Move(mv)) => game.action_index(mv) as i64,
                _ => 0,
            };
            lane.drawn = *action;
        };
        if self.lanes.len() < ALONE {
            return self.lanes.iter_mut().zip(actions).for_each(draw);
        }
        self.lanes.par_iter_mut().zip(actions).with_min_len(SHARE).for_each(draw);
    }

    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>) -> Result<(), Illegal> {
        let game = &self.game;
        let illegal = |(lane, &action): (&Lane<G>, &i64)| {
            game.turn(lane.history.state()) != Turn::Over
                && action != lane.drawn
                && legal_move(game, lane, action).is_none()
        };
        let found = if self.lanes.len() < ALONE {
            self.lanes.iter().zip(actions).position(illegal)
        } else {
            let pairs = self.lanes.par_iter().zip(actions).with_min_len(SHARE);
            pairs.position_first(illegal)
        };
        if let Some(lane) = found {
            return Err(Illegal { lane, action: actions[lane] });
        }
        self.each(arrays, Some(actions), |game, lane, action, row| {
            let played = usize::try_from(action).ok().and_then(|index| game.action_at(index));
            match played {
                Some(mv) if game.turn(lane.history.state()) != Turn::Over => {
                    lane.history.apply(game, Action::Move(mv));
                    lane.drawn = NO_ACTION;
                    play_chance(game, lane);
                }
                _ => restart(game, lane),
            }
            write(game, lane, row);
        });
        Ok(())
    }

    fn step_at_random(&mut self, arrays: Arrays<'_>) {
        self.each(arrays, None, |game, lane, _, row| {
            match sample(game, lane.history.state(), &mut lane.rng) {
                Some(action) => {
                    lane.history.apply(game, action);
                    lane.drawn = NO_ACTION;
                    play_chance(game, lane);
                }
                None => restart(game, lane),
            }
            write(game, lane, row);
        });
    }

    fn position(&self, lane: usize) -> Option<String> {
        Some(self.game.write_position(self.lanes.get(lane)?.history.state()))
    }
}
