//! Thirty squares as bits: where pieces may land. Square `s` is bit `s - 1`, the plinth bit 30.

/// How many pieces a player has.
pub(super) const PIECES: u8 = 10;
/// The odd sequence: squares 1, 3, 5 … 19.
pub(super) const ODD: u32 = 0x5_5555;
/// The even sequence: squares 2, 4, 6 … 20.
pub(super) const EVEN: u32 = ODD << 1;
/// The marked squares 26 to 30, where a piece is safe.
pub(super) const MARKED: u32 = 0b11111 << 25;

/// The bit of a square, or of the plinth (31); no bit for 0, which a pass has.
#[inline]
pub(super) const fn bit(square: u8) -> u32 {
    (1 << square) >> 1
}

/// S7: the pieces on a sequence before its first gap. They have reached their final squares.
#[inline]
pub(super) const fn run(pieces: u32, sequence: u32) -> u32 {
    let gaps = sequence & !pieces;
    let first_gap = gaps & gaps.wrapping_neg();
    sequence & first_gap.wrapping_sub(1)
}

/// S5: whether no piece stands beyond its final square in the sequence.
pub(super) fn fits(pieces: u32, sequence: u32) -> bool {
    let (mut pieces, mut sequence) = (pieces, sequence);
    while pieces != 0 {
        // The lowest piece belongs on the lowest square left; fewer squares than pieces don't fit.
        if sequence == 0 || pieces.trailing_zeros() < sequence.trailing_zeros() {
            return false;
        }
        pieces &= pieces - 1;
        sequence &= sequence - 1;
    }
    true
}

/// S5: the squares that no further piece may come down to or past.
///
/// Where the piece of rank j stands on its final square or one behind, that square behind is such
/// a line: a piece that came over it would push the one of rank j to rank j + 1, whose final
/// square lies two further back. Elsewhere there is room for one more. Precondition: the pieces
/// fit the sequence.
#[inline]
fn lines(pieces: u32, sequence: u32) -> u32 {
    let mut left = pieces;
    let mut behind = sequence & sequence.wrapping_neg();
    // Nobody passes the first final square.
    let mut lines = behind >> 1;
    for _ in 0..PIECES {
        behind <<= 1;
        let lowest = left & left.wrapping_neg();
        // `- 1` lets no piece at all count as one that is far away.
        lines |= if lowest.wrapping_sub(1) < behind { behind } else { 0 };
        left ^= lowest;
        behind <<= 1;
    }
    lines
}

/// How often and how far to shift so that each bit covers itself and the `steps - 1` bits below.
const SMEAR: [[u8; 3]; 6] = [[0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0], [1, 2, 1]];

/// The squares from which `steps` steps would cross or leave one of the `lines`, as landing squares.
#[inline]
fn crossing(lines: u32, steps: u8) -> u32 {
    SMEAR[usize::from(steps)].into_iter().fold(lines, |all, shift| all | all >> shift)
}

/// Every square where `own` may land a piece with `steps` steps, the plinth's included when
/// pieces are `waiting` there.
#[inline]
pub(super) fn targets(own: u32, waiting: bool, other: u32, steps: u8) -> u32 {
    let (odd, open) = (own & 1 != 0, (own | other) & 1 == 0);
    // S6: while nobody has a sequence, the even one judges.
    let (mine, theirs) = if odd { (ODD, EVEN) } else { (EVEN, ODD) };
    let safe = if open { 0 } else { run(other, theirs) };
    // S4: other pieces on marked squares are safe, so entering needs an empty square, too.
    let closed = own | other & (MARKED | safe) | crossing(lines(own, mine), steps);
    // S3: only the landing square matters. S5 also holds back what has reached its final square.
    let ready = own | u32::from(waiting) << 30;
    let landings = ready >> steps & !closed;
    // S6: the claim of square 1 is judged by the odd sequence.
    let claimer = bit(steps + 1);
    if open && own & claimer != 0 && fits(own ^ claimer ^ bit(1), ODD) {
        return landings | bit(1);
    }
    landings
}

/// The square of the `n`-th lowest set bit, counted from 0. Precondition: there is one.
#[inline]
pub(super) fn nth_square(squares: u32, n: u32) -> u8 {
    let mut left = squares;
    for _ in 0..n {
        left &= left - 1;
    }
    left.trailing_zeros() as u8 + 1
}
