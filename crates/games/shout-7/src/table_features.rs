//! What speaks for each of three or four players, counted as features, each with a weight of its
//! own.
//!
//! Rows of seven are rare at such a table: a player about to make one has two or three others
//! against them. Most games end when the pots are empty, and then the pieces in the pits decide (P7).

use parlour_core::Seat;

use super::board::{AXES, Cells, step};
use super::features::{Sums, windows, winning};
use super::pushes::Pushes;
use super::{Shout7, State};
use parlour_core::hex::Direction;

/// How many features there are.
pub(super) const FEATURES: usize = PIECES + 1;

/// Windows of seven cells in a row, by the own pieces in it, four to six, and by all others'.
const WINDOWS: usize = 0;
/// Whether one could win by pushing aside one pair, two, or more: for the player to act, the next
/// one, and so on.
const THREATS: usize = WINDOWS + WINDOW.len();
/// Being to act, being next, and so on.
const TEMPO: usize = THREATS + 4 * ENOUGH;
/// Pushes that send nobody into a pit, as a power of two, by the stage of the game. Who has none has
/// to give pits away.
const PUSHES: usize = TEMPO + 4;
/// Pieces in pits, by the stage.
const PITS: usize = PUSHES + STAGES;
/// Pieces beside a free pit, by the stage.
const BRINK: usize = PITS + STAGES;
/// Pieces on the board.
const PIECES: usize = BRINK + STAGES;

/// More threats than this are as good as this many.
const ENOUGH: usize = 3;

/// How many stages there are.
const STAGES: usize = 6;
/// A stage begins when this number of pushes are left to a player, in the mean; the last one is the rest.
const STAGE: [usize; STAGES - 1] = [12, 7, 4, 2, 1];

/// Own and others' pieces in the windows that are counted.
const WINDOW: [(usize, usize); 9] = windows(4);

/// Tells each player's features.
#[inline(always)]
pub(super) fn sides(game: &Shout7, state: &State, mut visit: impl FnMut(Seat, usize, i32)) {
    let stage = stage(game, state);
    let (occupied, free) = (state.occupied().cells(), state.free());
    let pits = free.pits();
    let brink = Direction::ALL
        .into_iter()
        .fold(Cells::EMPTY, |brink, direction| brink | pits.beyond(step(direction)));
    for seat in game.all_seats() {
        let own = state.pieces[seat.index()].cells();
        let turns = usize::from((seat.0 + game.players - state.seat.0) % game.players);
        visit(seat, TEMPO + turns, 1);
        let close = rows(own, occupied & !own, |feature, count| visit(seat, feature, count));
        // P6: each push lays two.
        if state.pots[seat.index()] >= 2 {
            let targets = game.targets(state, seat);
            let mut pushes = Pushes::NONE;
            pushes.fill(targets, free & !pits);
            visit(seat, PUSHES + stage, (pushes.count() + 1).ilog2() as i32);
            // A pair fills two cells at most.
            if close {
                pushes.fill(targets, free);
                let wins = winning(own, pushes.pairs()) as usize;
                if wins > 0 {
                    visit(seat, THREATS + turns * ENOUGH + wins.min(ENOUGH) - 1, 1);
                }
            }
        }
        visit(seat, PITS + stage, state.pieces[seat.index()].pits().count() as i32);
        visit(seat, BRINK + stage, (own & brink).count() as i32);
        visit(seat, PIECES, own.count() as i32);
    }
}

/// Tells windows; whether there is one with five own pieces or more.
#[inline(always)]
fn rows(own: Cells, others: Cells, mut visit: impl FnMut(usize, i32)) -> bool {
    let mut close = false;
    for axis in AXES.map(step) {
        let starts = Cells::ALL.runs(axis);
        let mine = Sums::new(own, axis).counts(starts);
        if (mine[4] | mine[5] | mine[6]).is_empty() {
            continue;
        }
        close |= !(mine[5] | mine[6]).is_empty();
        let theirs = Sums::new(others, axis).counts(starts);
        for (at, (own, other)) in WINDOW.into_iter().enumerate() {
            if !mine[own].is_empty() {
                visit(WINDOWS + at, (mine[own] & theirs[other]).count() as i32);
            }
        }
    }
    close
}

/// How far the pots are emptied.
#[inline(always)]
fn stage(game: &Shout7, state: &State) -> usize {
    let left: u32 = state.pots.iter().map(|&pot| u32::from(pot / 2)).sum();
    let rounds = left.div_ceil(u32::from(game.players)) as usize;
    STAGE.iter().filter(|&&begin| rounds <= begin).count()
}
