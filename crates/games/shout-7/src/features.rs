//! What a position for two has that speaks for one side or the other, counted as features, each
//! with a weight of its own.

use parlour_core::Seat;

use super::board::{AXES, Cells, step};
use super::pushes::Pushes;
use super::{BLACK, Shout7, State, WHITE};

/// How many features there are.
pub(super) const FEATURES: usize = TEMPO + 1;

/// Windows of seven cells in a row, by the own pieces in it, two to six, and by the other's. A
/// player can fill a cell only where the other stands, so an empty cell is no chance.
const WINDOWS: usize = 0;
/// Pairs that one could win by pushing aside: of the player to act, and of the other one.
const THREATS: usize = WINDOWS + WINDOW.len();
/// Pushes that there are.
const PUSHES: usize = THREATS + 2;
/// Pieces in pits.
const PITS: usize = PUSHES + 1;
/// Pieces on the board.
const PIECES: usize = PITS + 1;
/// Own pieces side by side.
const PAIRS: usize = PIECES + 1;
/// Being to act.
const TEMPO: usize = PAIRS + 1;

/// More threats than this are as good as this many.
const ENOUGH: u32 = 3;

/// Own and other pieces in the windows that are counted.
const WINDOW: [(usize, usize); 20] = windows(2);

/// All pairs of own and other pieces that fit into a window of seven with free cells or without, from
/// `least` to six own ones.
pub(super) const fn windows<const N: usize>(least: usize) -> [(usize, usize); N] {
    let mut all = [(0, 0); N];
    let (mut at, mut own, mut other) = (0, least, 0);
    while own <= 6 {
        all[at] = (own, other);
        at += 1;
        other += 1;
        if own + other > 7 {
            (own, other) = (own + 1, 0);
        }
    }
    all
}

/// For every cell how many of the seven from there on along an axis are in a set: three binary
/// digits, each for all cells at once.
#[derive(Clone, Copy)]
pub(super) struct Sums([Cells; 3]);

impl Sums {
    #[inline(always)]
    pub(super) fn new(cells: Cells, axis: i32) -> Self {
        let next = cells.ahead(axis);
        let two = [cells ^ next, cells & next];
        // Three: two and a third.
        let third = cells.ahead(2 * axis);
        let three = [two[0] ^ third, two[1] ^ two[0] & third];
        // Four: two and two.
        let [low, high] = two.map(|digit| digit.ahead(2 * axis));
        let carry = two[0] & low;
        let four = [two[0] ^ low, two[1] ^ high ^ carry, two[1] & high | (two[1] ^ high) & carry];
        // Seven: four, and three from the fifth cell on.
        let [low, high] = three.map(|digit| digit.ahead(4 * axis));
        let carry = four[0] & low;
        let over = four[1] & high | (four[1] ^ high) & carry;
        Sums([four[0] ^ low, four[1] ^ high ^ carry, four[2] ^ over])
    }

    /// The cells among `starts` from which on there are none, one … seven.
    #[inline(always)]
    pub(super) fn counts(self, starts: Cells) -> [Cells; 8] {
        let Sums(digits) = self;
        std::array::from_fn(|count| {
            digits.into_iter().enumerate().fold(starts, |cells, (place, digit)| {
                cells & if count >> place & 1 == 1 { digit } else { !digit }
            })
        })
    }
}

/// Tells every feature with how much more of it Black has than White.
#[inline(always)]
pub(super) fn features(game: &Shout7, state: &State, mut visit: impl FnMut(usize, i32)) {
    let [black, white] = [BLACK, WHITE].map(|seat| state.pieces[seat.index()].cells());
    for axis in AXES.map(step) {
        let starts = Cells::ALL.runs(axis);
        let mine = Sums::new(black, axis).counts(starts);
        let theirs = Sums::new(white, axis).counts(starts);
        for (at, (own, other)) in WINDOW.into_iter().enumerate() {
            let more = (mine[own] & theirs[other]).count() as i32
                - (theirs[own] & mine[other]).count() as i32;
            visit(WINDOWS + at, more);
        }
        let pairs = |cells: Cells| (cells & cells.ahead(axis)).count() as i32;
        visit(PAIRS, pairs(black) - pairs(white));
    }
    for (seat, sign) in [(BLACK, 1), (WHITE, -1)] {
        let (wins, pushes) = chances(game, state, seat);
        let waits = usize::from(state.seat != seat);
        visit(THREATS + waits, sign * wins.min(ENOUGH) as i32);
        visit(PUSHES, sign * pushes as i32);
        let pieces = state.pieces[seat.index()];
        visit(PITS, sign * pieces.pits().count() as i32);
        visit(PIECES, sign * pieces.cells().count() as i32);
    }
    visit(TEMPO, if state.seat == BLACK { 1 } else { -1 });
}

/// With how many pairs a player could win if it were that player's turn, and how many pushes there
/// would be.
#[inline(always)]
pub(super) fn chances(game: &Shout7, state: &State, seat: Seat) -> (u32, u32) {
    // P6: each push lays two.
    if state.pots[seat.index()] < 2 {
        return (0, 0);
    }
    let mut pushes = Pushes::NONE;
    pushes.fill(game.targets(state, seat), state.free());
    let own = state.pieces[seat.index()].cells();
    (winning(own, pushes.pairs()), pushes.count() as u32)
}

/// How many of the pairs, by axis, would make a row of seven if own pieces took their cells. Pieces
/// in pits are left out of this count whatever P8's option says.
#[inline(always)]
pub(super) fn winning(own: Cells, pairs: [Cells; 3]) -> u32 {
    let steps = AXES.map(step);
    // Cells that make a row when they are filled, and pairs along their own axis that do so.
    let mut single = Cells::EMPTY;
    let both = steps.map(|axis| {
        // The cells with this number of own pieces in a row right before them, and behind them.
        let (mut before, mut behind) = ([!Cells::EMPTY; 7], [!Cells::EMPTY; 7]);
        for i in 1..7 {
            before[i] = (before[i - 1] & own).ahead(-axis);
            behind[i] = (behind[i - 1] & own).ahead(axis);
        }
        (0..7).for_each(|i| single = single | before[i] & behind[6 - i]);
        (0..6).fold(Cells::EMPTY, |both, i| both | before[i] & behind[5 - i].ahead(axis))
    });
    (0..3).map(|at| (pairs[at] & (single | single.ahead(steps[at]) | both[at])).count()).sum()
}
