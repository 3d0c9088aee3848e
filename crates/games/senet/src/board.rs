//! Thirty squares as bits: where pieces may land. Square `s` is bit `s - 1`, the plinth bit 30.

/// How many pieces a player has.
pub(super) const PIECES: u8 = 10;
/// The odd sequence: squares 1, 3, 5 … 19.
pub(super) const ODD: u32 = 0x5_5555;
/// The even sequence: squares 2, 4, 6 … 20.
pub(super) const EVEN: u32 = ODD << 1;
/// The marked squares 26 (circle), 27 (water) and 28 to 30 (three, two, one): a piece cannot be bumped there, and
/// each throw enters a piece on one of them (S4).
pub(super) const MARKED: u32 = 0b11111 << 25;

/// The bit of a square, or of the plinth (31); no bit for 0, which a pass has.
#[inline]
pub(super) const fn bit(square: u8) -> u32 {
    (1 << square) >> 1
}

/// S7: the pieces on a sequence before its first gap. They have reached their final squares.
#[inline]
pub(super) const fn settled(pieces: u32, sequence: u32) -> u32 {
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
/// The first j squares of a sequence hold j pieces, so no more than j may stand below the square
/// of rank j + 1. Where just j do, the last square below it is a line that the others stay behind;
/// elsewhere there is room for one more. Precondition: the pieces fit the sequence.
#[inline]
fn lines(pieces: u32, sequence: u32) -> u32 {
    // Shifted so that pair j (bits 2j and 2j + 1) ends on the last square before rank j + 1.
    let odd = sequence & 1;
    let pairs = pieces << (1 + odd);
    let low = LINES[(pairs & 1023) as usize];
    let high = LINES[usize::from(low >> 13) << 10 | (pairs >> 10 & 1023) as usize];
    (u32::from(low & 1023) | u32::from(high & 1023) << 10) >> odd
}

/// The lines among five pairs of squares, for up to seven pieces `missing` before them: bit 2j
/// where the pairs up to j hold just as many pieces as j and the missing ones. The upper three bits
/// are how many are missing before the next five pairs.
static LINES: [u16; 8 << 10] = {
    let mut table = [0; 8 << 10];
    let mut entry = 0usize;
    while entry < table.len() {
        let (missing, pieces) = (entry as u32 >> 10, entry as u32 & 1023);
        let mut pair = 0;
        while pair < 5 {
            let upto = pieces & ((4 << (2 * pair)) - 1);
            if upto.count_ones() == pair + missing {
                table[entry] |= 1 << (2 * pair);
            }
            pair += 1;
        }
        table[entry] |= (5u16.saturating_sub(pieces.count_ones() as u16)) << 13;
        entry += 1;
    }
    table
};

/// How often and how far to shift so that each bit covers itself and the `steps - 1` bits below.
const SMEAR: [[u8; 3]; 6] = [[0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 2, 0], [1, 2, 1]];

/// The landing squares that a move of `steps` steps reaches only by coming down to or past a line.
#[inline]
fn crossing(lines: u32, steps: u8) -> u32 {
    SMEAR[usize::from(steps)].into_iter().fold(lines, |all, shift| all | all >> shift)
}

/// Every square where `own` may land a piece with `steps` steps, from the plinth or on the board.
#[inline]
pub(super) fn targets(own: u32, waiting: bool, other: u32, steps: u8) -> u32 {
    let (odd, open) = (own & 1 != 0, (own | other) & 1 == 0);
    // S6: while nobody has a sequence, the even one judges.
    let (mine, theirs) = if odd { (ODD, EVEN) } else { (EVEN, ODD) };
    let settled = if open { 0 } else { settled(other, theirs) };
    // The rule sheet: a piece on a marked square is not bumped. S4: so a piece enters on an empty square only.
    let closed = own | other & (MARKED | settled) | crossing(lines(own, mine), steps);
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
///
/// Which bit is wanted is random, so a loop over the bits would be mispredicted; this halves the
/// range five times without a branch.
#[inline]
pub(super) fn nth_square(squares: u32, n: u32) -> u8 {
    // How many bits are set in each group of 2, 4, 8 and 16.
    let twos = squares - (squares >> 1 & 0x5555_5555);
    let fours = (twos & 0x3333_3333) + (twos >> 2 & 0x3333_3333);
    let eights = (fours + (fours >> 4)) & 0x0f0f_0f0f;
    let sixteens = (eights + (eights >> 8)) & 0x00ff_00ff;
    let (mut left, mut at) = (n, 0);
    for (counts, width) in [(sixteens, 16), (eights, 8), (fours, 4), (twos, 2), (squares, 1)] {
        let lower = counts >> at & ((1 << width) - 1);
        let above = u32::from(left >= lower).wrapping_neg();
        left -= lower & above;
        at += width & above;
    }
    at as u8 + 1
}
