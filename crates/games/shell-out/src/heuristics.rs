//! What a search wants to know: who is ahead.

use std::sync::OnceLock;

use parlour_core::rng::Rng;
use parlour_core::scene::SiteId;
use parlour_core::{PerSeat, Seat};
use parlour_search::infosets::InfoSets;
use parlour_search::{EngineKind, Engines, Heuristics, LEVELS, Level, ObservedAction, SecretOdds};

use super::board::{self, FIELD, FIELDS, NEIGHBOURS, SHELL_OUT, SHELLS};
use super::state::{PLAYERS, Phase, State, View};
use super::{Length, ShellOut, beginners};
use parlour_core::hex::{CELLS, Cell, cells};

/// By how many points one good hand moves a score.
const HAND: f64 = 20.0;
/// How many moves of lead make one player e times as likely to shell out as another.
const LEAD: f64 = 1.5;
/// How many moves it sets a player back that an opponent can look under the loaded shell.
const RISK: f64 = 2.0;
/// How far the end of the hand is that comes without anybody's shelling out, in moves.
const MOVES_TO_LIMIT: f64 = 8.0;

/// How many times as much a move counts where the limit of H10 is reached.
const LIMIT_WEIGHT: f32 = 20.0;

/// How many moves one step of an empty shell towards the spots counts for.
const EMPTY_STEP: f32 = 0.05;
/// How many steps a lost shell counts for, so that nothing is gained by giving one up.
const LOST_STEPS: u32 = 6;
/// How many more moves it takes while shells bar every way to a spot.
const BARRED: f32 = 2.0;

impl Heuristics for ShellOut {
    fn moves_to_win(&self, state: &State, seat: Seat) -> Option<f32> {
        let (moves, _) = way_to_spot(self, state, seat)?;
        Some(moves as f32 * urgency(self, state))
    }

    /// Where the loaded shell can do nothing, empty ones come forward.
    fn moves_to_win_now(&self, state: &State, seat: Seat) -> Option<f32> {
        let moves = way_as_they_stand(self, state, seat)?;
        Some(moves * urgency(self, state) + EMPTY_STEP * empty_steps(self, state, seat))
    }

    fn estimate(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(estimate(self, state).map(|share| share as f32))
    }

    fn open_value(&self, state: &State) -> PerSeat<f64> {
        self.value_with_secrets(state)
    }

    fn worlds(
        &self,
        view: &View,
        observations: &[ObservedAction<Self>],
        most: usize,
        rng: &mut dyn Rng,
    ) -> Vec<(State, f64)> {
        self.believed_worlds(view, observations, most, rng)
    }

    fn secret_odds(&self, view: &View, observations: &[ObservedAction<Self>]) -> Vec<SecretOdds> {
        self.counter_odds(view, observations)
    }

    fn secret_sites(&self, state: &State) -> Vec<(Seat, SiteId)> {
        self.counter_sites(state)
    }
}

impl Engines for ShellOut {
    fn engines(&self) -> Vec<EngineKind<Self>> {
        let mut kinds = vec![InfoSets::kind(), EngineKind::uct()];
        kinds.extend(beginners::kinds());
        kinds
    }

    fn levels(&self) -> [Level; LEVELS] {
        let infosets = |nodes| Level::nodes("infosets", nodes);
        [
            // Beginners move shells forward, then the counter straight ahead, then guess as well.
            Level::nodes("wanderer", 1),
            Level::nodes("runner", 1),
            Level::nodes("guess-nearest", 1),
            infosets(20),
            infosets(90),
            infosets(420),
            infosets(2_000),
            Level::milliseconds("infosets", 2_000),
        ]
    }
}

/// H10: the nearer the end of the hand by the limit, the more each move counts.
fn urgency(game: &ShellOut, state: &State) -> f32 {
    let idle = f32::from(state.open.idle) / f32::from(game.idle_limit());
    1.0 + LIMIT_WEIGHT * idle * idle
}

/// Everybody's share of the win, from the scores that the hand is likely to end with: the more
/// hands are to come, the less a lead is worth.
pub(super) fn estimate(game: &ShellOut, state: &State) -> PerSeat<f64> {
    let mut scores = state.open.scores.map(f64::from);
    if state.open.phase == Phase::Play {
        expect(game, state, &mut scores);
    }
    let best = scores[..usize::from(game.players)].iter().fold(f64::MIN, |a, &b| a.max(b));
    let played = f64::from(state.open.hand) - 1.0;
    let hands = match game.length {
        Length::Hands(hands) => f64::from(hands) - played,
        Length::Target(target) => ((f64::from(target) - best) / HAND).max(1.0),
    };
    let scale = HAND * hands.sqrt();
    let mut shares = PerSeat::new(game.players, 0.0);
    for seat in game.everybody() {
        shares[seat] = ((scores[seat.index()] - best) / scale).exp();
    }
    let total: f64 = shares.as_slice().iter().sum();
    for seat in game.everybody() {
        shares[seat] /= total;
    }
    shares
}

/// Adds what everybody may expect from the rest of the hand.
fn expect(game: &ShellOut, state: &State, scores: &mut [f64; PLAYERS]) {
    let counter = |seat: Seat| {
        let lost = state.open.captured[seat.index()].is_some();
        let counter = state.secrets[seat.index()].counter.filter(|_| !lost);
        counter.map_or(0.0, |counter| f64::from(counter.value()))
    };
    let all: f64 = game.everybody().map(counter).sum();
    let mut hopes = [(0.0, Seat(0)); PLAYERS];
    let mut total = (-MOVES_TO_LIMIT / LEAD).exp();
    for seat in game.everybody() {
        if let Some((moves, victim)) = nearest(game, state, seat) {
            let hope = (-moves / LEAD).exp();
            hopes[seat.index()] = (hope, victim);
            total += hope;
        }
    }
    for seat in game.everybody() {
        let (hope, victim) = hopes[seat.index()];
        // H9: the mover's counter and all others still on the board, at the victim's cost.
        scores[seat.index()] += hope / total * all;
        scores[victim.index()] -= hope / total * counter(seat);
    }
}

/// In how many moves a player could shell out, with the risk on the way counted in moves, and at whose spot.
fn nearest(game: &ShellOut, state: &State, seat: Seat) -> Option<(f64, Seat)> {
    let loaded = state.secrets[seat.index()].loaded?;
    let wait = if state.open.to_act == seat { 0.0 } else { 0.5 };
    let risk = RISK * f64::from(hunters(game, state, seat, loaded).min(3));
    way_to_spot(game, state, seat).map(|(moves, other)| (moves + wait + risk, other))
}

/// In how many moves a player could shell out if nobody stood in the way, and at whose spot.
fn way_to_spot(game: &ShellOut, state: &State, seat: Seat) -> Option<(f64, Seat)> {
    let loaded = state.secrets[seat.index()].loaded?;
    let home = game.field_of(seat);
    let others = state.open.shells[seat.index()] & !loaded.bit();
    // The loaded shell has to leave its field anyway.
    let left = (others & FIELD[usize::from(home)]).count_ones();
    let distances = distances(game);
    let choices = game.everybody().filter(|&other| other != seat).map(|other| {
        let field = game.field_of(other);
        // H6: this number of shells have to leave the player's own field first.
        let leave = left.saturating_sub(board::distance(home, field));
        (f64::from(distances.to[usize::from(field)][loaded.index()]) + f64::from(leave), other)
    });
    choices.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The same as the shells stand, the player's own too: they are in the way of a slide. So it is progress to
/// clear the way.
fn way_as_they_stand(game: &ShellOut, state: &State, seat: Seat) -> Option<f32> {
    let (open, loaded) = (&state.open, state.secrets[seat.index()].loaded?);
    let ways = game.ways_to_spots(open, seat, loaded);
    let home = game.field_of(seat);
    let left = (open.shells[seat.index()] & !loaded.bit() & FIELD[usize::from(home)]).count_ones();
    let way = |(other, moves): (Seat, u32)| {
        // H6: this number of shells have to leave the player's own field first.
        moves + left.saturating_sub(board::distance(home, game.field_of(other)))
    };
    let barred = || way_to_spot(game, state, seat).map(|(moves, _)| moves as f32 + BARRED);
    ways.into_iter().map(way).min().map(|moves| moves as f32).or_else(barred)
}

/// How many steps the empty shells of a player are from the nearest spots, together.
fn empty_steps(game: &ShellOut, state: &State, seat: Seat) -> f32 {
    let loaded = state.secrets[seat.index()].loaded.map_or(0, Cell::bit);
    let empty = state.open.shells[seat.index()] & !loaded;
    let away = &distances(game).away[usize::from(game.field_of(seat))];
    let steps: u32 = cells(empty).map(|cell| u32::from(away[cell.index()])).sum();
    let lost = (SHELLS - 1).saturating_sub(empty.count_ones());
    (steps + LOST_STEPS * lost) as f32
}

/// How many shells stand next to a player's loaded one that may look under it (H7: empty ones).
fn hunters(game: &ShellOut, state: &State, seat: Seat, loaded: Cell) -> u32 {
    let near = NEIGHBOURS[loaded.index()];
    let others = game.everybody().filter(|&other| other != seat);
    let empty = |other: Seat| {
        let full = state.secrets[other.index()].loaded.map_or(0, Cell::bit);
        (near & state.open.shells[other.index()] & !full).count_ones()
    };
    others.map(empty).sum()
}

/// How far it is from every spot on an empty board, in moves.
#[derive(Debug)]
pub(crate) struct Distances {
    /// For each field, to its Shell-Out spot.
    to: [[u8; CELLS]; FIELDS],
    /// For each field, to the nearest Shell-Out spot of those who sit at other fields.
    pub(crate) away: [[u8; CELLS]; FIELDS],
}

/// The distances at this table: dead fields are in the way, so it depends on who sits where.
pub(crate) fn distances(game: &ShellOut) -> &'static Distances {
    static TABLES: [OnceLock<Distances>; 1 << FIELDS] = [const { OnceLock::new() }; 1 << FIELDS];
    let seated = game.everybody().fold(0usize, |all, seat| all | 1 << game.field_of(seat));
    TABLES[seated].get_or_init(|| {
        let to = SHELL_OUT.map(|spot| distances_to(spot, game.ground));
        let away = std::array::from_fn(|home| {
            let others = || (0..FIELDS).filter(|&field| field != home && seated & 1 << field != 0);
            let nearest = |cell: usize| others().map(|field| to[field][cell]).min().unwrap_or(0);
            std::array::from_fn(nearest)
        });
        Distances { to, away }
    })
}

/// Counts the moves back from a spot that is entered by one step.
fn distances_to(spot: u128, ground: u128) -> [u8; CELLS] {
    let mut distances = [u8::MAX; CELLS];
    let mut reached = spot;
    let mut edge = spot;
    for count in 1.. {
        let back = |cell: Cell| match count {
            1 => NEIGHBOURS[cell.index()],
            _ => NEIGHBOURS[cell.index()] | board::slides(cell, 0),
        };
        edge = cells(edge).fold(0, |all, cell| all | back(cell)) & ground & !reached;
        if edge == 0 {
            break;
        }
        reached |= edge;
        cells(edge).for_each(|cell| distances[cell.index()] = count);
    }
    distances
}
