//! The features of a position, by which Outwit's net and the lab's baselines evaluate it.
//!
//! Every feature is counted for light on the board as it is, and for dark on the board turned by
//! half, so that both have the same weights.

use parlour_core::Seat;

use super::State;
use super::board::{NUMBERS, Side, Squares, squares_of};

/// How many features there are beside the squares of chips.
pub const FEATURES: usize = TEMPO + 1;

/// Chips at home: none to eight.
pub const HOME: usize = 0;
/// Regular chips outside, by their distance from home in slides: one to four, and farther. Like
/// the features that follow, for each stage of the game.
pub const DISTANCE: usize = HOME + 9;
/// The power chip: at home, one slide from it, two, farther.
pub const POWER: usize = DISTANCE + FAR * STAGES;
/// Open entrances of the corner: none to six.
const ENTRANCES: usize = POWER + 4 * STAGES;
/// Guarded entrances: squares before the corner where the other side stands, none to six.
const GUARDS: usize = ENTRANCES + 7 * STAGES;
/// Squares from which a regular chip could slide home.
pub const LANES: usize = GUARDS + 7 * STAGES;
/// Regular chips outside by how many ways they can slide: none to four.
pub const SLIDES: usize = LANES + STAGES;
/// Squares that the power chip can go to while it is outside.
pub const RANGE: usize = SLIDES + 5 * STAGES;
/// Own chips before an entrance.
const GATE: usize = RANGE + STAGES;
/// Which squares of the corner regular chips have taken.
const REGULAR_NOOK: usize = GATE + STAGES;
/// Which square of the corner the power chip has taken.
const POWER_NOOK: usize = REGULAR_NOOK + 9;
/// Steps from the corner, straight or diagonal, whatever stands between: of all regular chips, and of the power chip.
pub const STEPS: usize = POWER_NOOK + 9;
/// Regular chips that are walled in: none to eight.
const WALLED: usize = STEPS + 2;
/// Regular chips outside that the other's chips, the other's corner and the edge shut in from two
/// sides, from three, from four.
const HEMMED: usize = WALLED + 9;
/// Regular chips outside on an edge of the board, and on two edges.
const EDGES: usize = HEMMED + 3 * STAGES;
/// Whether the power chip outside has no square to go to, one or two, up to five.
const CRAMPED: usize = EDGES + 2 * STAGES;
/// The power chip outside: on an edge, on two edges, shut off from the corner.
const ASTRAY: usize = CRAMPED + 3 * STAGES;
/// The other's chips no more than two steps from the power chip outside.
const HUNTED: usize = ASTRAY + 3 * STAGES;
/// Being on the move.
const TEMPO: usize = HUNTED + STAGES;

/// Distances in slides that are told apart.
pub const FAR: usize = 5;
/// How far a side has come, by its chips at home.
pub const STAGES: usize = 4;
const STAGE: [usize; 10] = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3];

const CORNER: Squares = Side::Light.corner();
const BARRED: Squares = Side::Dark.corner();
/// The squares of the corner that a slide comes to first, from below and from the left.
const FROM_BELOW: Squares = CORNER & !(CORNER << 10);
const FROM_LEFT: Squares = CORNER & !(CORNER << 1);
/// The squares before those.
const GATES: Squares = FROM_BELOW >> 10 | FROM_LEFT >> 1;

/// The steps from each square to light's corner, straight or diagonal, in binary: `STEP_BITS[2]` holds the
/// squares at a distance of four or more. A sum over chips takes three counts.
const STEP_BITS: [Squares; 3] = {
    let mut bits = [0; 3];
    let mut number = 0;
    while number < NUMBERS {
        let (file, rank) = (number % 10, number / 10);
        if file != 0 && rank != 0 {
            let (across, along) = (7usize.saturating_sub(file), 8usize.saturating_sub(rank));
            let steps = if across > along { across } else { along };
            let mut bit = 0;
            while bit < 3 {
                bits[bit] |= ((steps >> bit & 1) as Squares) << number;
                bit += 1;
            }
        }
        number += 1;
    }
    bits
};
const BOARD: Squares = STEP_BITS[0] | STEP_BITS[1] | STEP_BITS[2] | CORNER;
/// The ranks at the board's edge, and the files.
const ACROSS: Squares = BOARD & !(BOARD << 10) | BOARD & !(BOARD >> 10);
const UPRIGHT: Squares = BOARD & !(BOARD << 1) | BOARD & !(BOARD >> 1);

/// The board turned by half: square *n* becomes 120 − *n*.
fn turned(squares: Squares) -> Squares {
    squares.reverse_bits() >> 7
}

/// The features of one side in the net: those above, and where its chips stand.
pub const INPUTS: usize = POWER_AT + PLACES;

/// Where the regular chips stand, and where the power chip stands, as their own side sees the board.
const REGULAR_AT: usize = FEATURES;
const POWER_AT: usize = REGULAR_AT + PLACES;
/// The numbers of squares from the lowest to the highest.
const PLACES: usize = 99;
const LOWEST: usize = 11;

/// Visits the features of each side with their counts.
#[inline(always)]
pub fn sides(state: &State, mut visit: impl FnMut(Seat, usize, i32)) {
    let [light, dark] = state.chips;
    let power = state.power.map(|square| square.bit());
    let both = [
        Chips { own: light, other: dark, power: power[0] },
        Chips { own: turned(dark), other: turned(light), power: turned(power[1]) },
    ];
    for (side, chips) in Side::ALL.into_iter().zip(both) {
        let seat = side.seat();
        one_side(chips, &mut |feature, count| {
            if count != 0 {
                visit(seat, feature, count);
            }
        });
        for square in squares_of(chips.own & !chips.power) {
            visit(seat, REGULAR_AT + usize::from(square.number()) - LOWEST, 1);
        }
        visit(seat, POWER_AT + chips.power.trailing_zeros() as usize - LOWEST, 1);
    }
    visit(state.side.seat(), TEMPO, 1);
}

/// The net's input for one of a feature; of some features there are dozens.
pub fn scale(feature: usize) -> f32 {
    match feature {
        LANES..SLIDES | RANGE..GATE | STEPS..WALLED => 0.125,
        _ => 1.0,
    }
}

/// The chips as light sees them, or dark on the board turned by half.
#[derive(Clone, Copy)]
struct Chips {
    own: Squares,
    other: Squares,
    power: Squares,
}

/// The features of light.
#[inline(always)]
fn one_side(chips: Chips, visit: &mut impl FnMut(usize, i32)) {
    let Chips { own, other, power } = chips;
    let free = BOARD & !BARRED & !(own | other);
    let home = (own & CORNER).count_ones() as usize;
    let stage = STAGE[home];
    let outside = own & !CORNER & !power;
    visit(HOME + home, 1);
    let count = |squares: Squares| squares.count_ones() as i32;
    let entrances = count(free & FROM_BELOW) + count(free & FROM_LEFT);
    visit(ENTRANCES + 7 * stage + entrances as usize, 1);
    visit(GUARDS + 7 * stage + count(other & GATES) as usize, 1);
    visit(GATE + stage, count(own & GATES));
    let slides = by_sides(outside, free);
    for (ways, chips) in slides.into_iter().enumerate() {
        visit(SLIDES + 5 * stage + ways, count(chips));
    }
    let [_, _, two, three, four] = by_sides(outside, !(free | own));
    visit(HEMMED + 3 * stage, count(two));
    visit(HEMMED + 3 * stage + 1, count(three));
    visit(HEMMED + 3 * stage + 2, count(four));
    visit(EDGES + 2 * stage, count(outside & ACROSS) + count(outside & UPRIGHT));
    visit(EDGES + 2 * stage + 1, count(outside & ACROSS & UPRIGHT));
    visit(STEPS, steps(outside) as i32);
    let lanes = distances(outside, free, |distance, chips| {
        visit(DISTANCE + FAR * stage + distance, count(chips));
    });
    visit(LANES + stage, count(lanes));
    visit(WALLED + count(walled_in(outside, other)) as usize, 1);
    for square in squares_of(own & CORNER & !power) {
        visit(REGULAR_NOOK + nook(square.number()), 1);
    }
    if power & CORNER != 0 {
        visit(POWER + 4 * stage, 1);
        visit(POWER_NOOK + nook(power.trailing_zeros() as u8), 1);
    } else {
        let range = range(power, free);
        let away = match (range & CORNER, range & lanes) {
            (0, 0) => 3,
            (0, _) => 2,
            _ => 1,
        };
        visit(POWER + 4 * stage + away, 1);
        let room = count(range);
        visit(RANGE + stage, room);
        match room {
            0 => visit(CRAMPED + 3 * stage, 1),
            1..=2 => visit(CRAMPED + 3 * stage + 1, 1),
            3..=5 => visit(CRAMPED + 3 * stage + 2, 1),
            _ => {}
        }
        let edges = count(power & ACROSS) + count(power & UPRIGHT);
        if edges > 0 {
            visit(ASTRAY + 3 * stage + edges as usize - 1, 1);
        }
        if room < ROOMY && is_penned(power, other) {
            visit(ASTRAY + 3 * stage + 2, 1);
        }
        visit(HUNTED + stage, count(other & around(around(power) & BOARD)));
        visit(STEPS + 1, steps(power) as i32);
    }
}

/// About how many slides bring a side's chips home if no other chip stands in the way: one for each
/// chip outside, and more with its steps from the corner. What the other side blocks does not count, so
/// that nothing is gained by blocking.
pub(super) fn moves_to_win(state: &State, side: Side) -> f32 {
    const STEP: f32 = 0.25;
    const POWER_STEP: f32 = 0.125;
    let seen = |squares| if side == Side::Light { squares } else { turned(squares) };
    let chips = seen(state.chips[side as usize]);
    let power = seen(state.power[side as usize].bit());
    let outside = (chips & !CORNER).count_ones() as f32;
    outside + STEP * steps(chips & !power) as f32 + POWER_STEP * steps(power) as f32
}

/// The steps from these chips to light's corner, all together. A chip in the corner has none.
#[inline(always)]
fn steps(chips: Squares) -> u32 {
    (0..3).map(|bit| (chips & STEP_BITS[bit]).count_ones() << bit).sum()
}

/// Those of light's chips that cannot come home unless the other side opens the way: no path of
/// straight steps leads them to the corner past the other's chips, whatever light does.
#[inline(always)]
pub(super) fn walled_in(outside: Squares, other: Squares) -> Squares {
    let way = BOARD & !BARRED & !other;
    let mut reached = CORNER;
    loop {
        let files = up::<10>(reached, way) | down::<10>(reached, way);
        let wider = up::<1>(files, way) | down::<1>(files, way);
        if wider == reached || outside & !wider == 0 {
            return outside & !wider;
        }
        reached = wider;
    }
}

/// A power chip that can reach this number of squares is hardly shut off.
const ROOMY: i32 = 9;

/// Whether light's power chip cannot come home unless the other side opens the way.
#[cold]
pub(super) fn is_penned(power: Squares, other: Squares) -> bool {
    let way = BOARD & !BARRED & !other;
    let mut reached = power;
    loop {
        let wider = around(reached) & way;
        if wider & CORNER != 0 {
            return false;
        }
        if wider | reached == reached {
            return true;
        }
        reached |= wider;
    }
}

/// The squares and those next to them, straight or diagonally.
#[inline(always)]
fn around(squares: Squares) -> Squares {
    let row = squares | squares << 1 | squares >> 1;
    row | row << 10 | row >> 10
}

/// Those of the chips that have none of these squares beside them, up, down, left and right, those
/// that have one of them, and so on to four.
#[inline(always)]
pub(super) fn by_sides(chips: Squares, squares: Squares) -> [Squares; 5] {
    // A sum of four bits in every square.
    let [up, down, right, left] = [squares >> 10, squares << 10, squares >> 1, squares << 1];
    let (upright, level) = (up ^ down, right ^ left);
    let ones = upright ^ level;
    let twos = (up & down) ^ (right & left) ^ (upright & level);
    let fours = up & down & right & left;
    [!(ones | twos | fours), ones & !twos, twos & !ones, ones & twos, fours].map(|at| at & chips)
}

/// The place of a square in the corner, from 0 to 8.
fn nook(number: u8) -> usize {
    usize::from(3 * (number / 10 - 8) + number % 10 - 7)
}

/// Tells which of the chips are one slide from home (as distance 0), two, and so on, if nothing
/// else moves. The squares from which one slide leads home.
#[inline(always)]
fn distances(chips: Squares, free: Squares, mut visit: impl FnMut(usize, Squares)) -> Squares {
    let below = down::<10>(free & FROM_BELOW, free);
    let left = down::<1>(free & FROM_LEFT, free);
    let mut reached = (below >> 10 | left >> 1) & chips;
    visit(0, reached);
    let lanes = (below | left) & !CORNER;
    let outside = free & !CORNER;
    let (mut seen, mut edge) = (lanes, lanes);
    for distance in 1..FAR - 1 {
        let (squares, beside) = before(edge, free, outside);
        let next = beside & chips & !reached;
        visit(distance, next);
        reached |= next;
        edge = squares & !seen;
        seen |= squares;
    }
    visit(FAR - 1, chips & !reached);
    lanes
}

/// The squares from which a slide ends on one of `edge`, and the squares next to them, from where
/// a chip could set out.
#[inline(always)]
fn before(edge: Squares, free: Squares, outside: Squares) -> (Squares, Squares) {
    // A slide ends where the next square is not free.
    let north = down::<10>(edge & !(free >> 10), outside);
    let east = down::<1>(edge & !(free >> 1), outside);
    let south = up::<10>(edge & !(free << 10), outside);
    let west = up::<1>(edge & !(free << 1), outside);
    (north | east | south | west, north >> 10 | east >> 1 | south << 10 | west << 1)
}

/// `from` and the free squares that follow on, towards lower numbers.
#[inline(always)]
fn down<const STEP: u32>(from: Squares, free: Squares) -> Squares {
    let (mut all, mut way) = (from, free);
    all |= way & all >> STEP;
    way &= way >> STEP;
    all |= way & all >> (2 * STEP);
    way &= way >> (2 * STEP);
    all |= way & all >> (4 * STEP);
    way &= way >> (4 * STEP);
    all | way & all >> (8 * STEP)
}

/// `from` and the free squares that follow on, towards higher numbers.
#[inline(always)]
fn up<const STEP: u32>(from: Squares, free: Squares) -> Squares {
    let (mut all, mut way) = (from, free);
    all |= way & all << STEP;
    way &= way << STEP;
    all |= way & all << (2 * STEP);
    way &= way << (2 * STEP);
    all |= way & all << (4 * STEP);
    way &= way << (4 * STEP);
    all | way & all << (8 * STEP)
}

/// The squares that a power chip can go to.
#[inline(always)]
fn range(power: Squares, free: Squares) -> Squares {
    let upward =
        up::<10>(power, free) | up::<1>(power, free) | up::<11>(power, free) | up::<9>(power, free);
    let downward = down::<10>(power, free)
        | down::<1>(power, free)
        | down::<11>(power, free)
        | down::<9>(power, free);
    (upward | downward) & !power
}

/// How many of light's regular chips are outside at each distance, for the tests.
#[cfg(test)]
pub(super) fn chips_by_distance(state: &State) -> [u32; FAR] {
    let mut found = [0; FAR];
    let outside = state.chips[0] & !CORNER & !state.power[0].bit();
    let free = BOARD & !BARRED & !state.occupied();
    distances(outside, free, |distance, chips| found[distance] += chips.count_ones());
    found
}
