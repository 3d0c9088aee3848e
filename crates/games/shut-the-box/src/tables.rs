//! What can be shut with which total, worked out at compile time. Lid `n` is bit `n - 1`.

/// How many lids the box has.
pub(super) const LIDS: usize = 9;
/// All nine lids.
pub(super) const ALL: u16 = 0x1ff;
/// The most ways in which any total can be made: 9, 1+8, 2+7, 3+6, 4+5.
pub(super) const WAYS: usize = 5;
/// The totals of two dice are below this; a power of two makes an index by shifting.
const TOTALS: usize = 16;

/// The lid sets that make each total: the single lid first, then the pairs from the lowest.
pub(super) const SETS: [[u16; WAYS]; TOTALS] = {
    let mut sets = [[0; WAYS]; TOTALS];
    let mut total = 2;
    while total <= 12 {
        let mut found = 0;
        if total <= LIDS {
            sets[total][found] = 1 << (total - 1);
            found += 1;
        }
        let mut low = 1;
        while low < total - low {
            if total - low <= LIDS {
                sets[total][found] = 1 << (low - 1) | 1 << (total - low - 1);
                found += 1;
            }
            low += 1;
        }
        total += 1;
    }
    sets
};

/// For every set of open lids and every total: which of the total's [`SETS`] are open, as bits.
static OPEN_WAYS: [[u8; TOTALS]; 1 << LIDS] = {
    let mut ways = [[0; TOTALS]; 1 << LIDS];
    let mut lids = 0;
    while lids < 1 << LIDS {
        let mut total = 2;
        while total <= 12 {
            let mut way = 0;
            while way < WAYS {
                let set = SETS[total][way];
                if set != 0 && set & lids as u16 == set {
                    ways[lids][total] |= 1 << way;
                }
                way += 1;
            }
            total += 1;
        }
        lids += 1;
    }
    ways
};

/// What open lids count at the end of a turn.
static POINTS: [u8; 1 << LIDS] = {
    let mut points = [0; 1 << LIDS];
    let mut lids = 1usize;
    while lids < 1 << LIDS {
        let lowest = lids & lids.wrapping_neg();
        points[lids] = points[lids ^ lowest] + lowest.trailing_zeros() as u8 + 1;
        lids += 1;
    }
    points
};

/// The ways in a set of ways, the lowest first, and behind them how many there are.
static NTH_WAY: [[u8; 8]; 1 << WAYS] = {
    let mut nth = [[0; 8]; 1 << WAYS];
    let mut ways = 0;
    while ways < 1 << WAYS {
        let (mut way, mut found) = (0, 0);
        while way < WAYS {
            if ways >> way & 1 == 1 {
                nth[ways][found] = way as u8;
                found += 1;
            }
            way += 1;
        }
        nth[ways][7] = found as u8;
        ways += 1;
    }
    nth
};

/// The 36 equally likely falls of two dice, the larger in the upper four bits.
pub(super) static FALLS: [u8; 36] = {
    let mut falls = [0; 36];
    let mut fall = 0;
    while fall < 36 {
        let (one, other) = (fall as u8 / 6 + 1, fall as u8 % 6 + 1);
        falls[fall] = if one > other { one << 4 | other } else { other << 4 | one };
        fall += 1;
    }
    falls
};

/// Which ways of making `total` are open, as bits over [`SETS`].
#[inline]
pub(super) fn open_ways(lids: u16, total: u8) -> u8 {
    OPEN_WAYS[usize::from(lids & ALL)][usize::from(total) % TOTALS]
}

/// How many ways those are.
#[inline]
pub(super) fn count(ways: u8) -> u8 {
    NTH_WAY[usize::from(ways) % (1 << WAYS)][7]
}

/// The lids of the `n`-th of those ways, counted from 0.
#[inline]
pub(super) fn nth_set(total: u8, ways: u8, n: usize) -> u16 {
    let way = NTH_WAY[usize::from(ways) % (1 << WAYS)][n % 8];
    SETS[usize::from(total) % TOTALS][usize::from(way)]
}

/// What each way of making `total` leaves open.
pub(super) fn left(lids: u16, total: u8) -> impl Iterator<Item = u16> {
    let ways = open_ways(lids, total);
    (0..usize::from(count(ways))).map(move |n| lids & !nth_set(total, ways, n))
}

/// The totals of the 36 equally likely falls.
pub(super) fn totals() -> impl Iterator<Item = u8> {
    FALLS.iter().map(|fall| (fall >> 4) + (fall & 15))
}

/// How many of the 36 falls can be used.
pub(super) fn usable(lids: u16) -> u32 {
    totals().filter(|&total| open_ways(lids, total) != 0).count() as u32
}

/// What a turn comes to from each set of open lids by the best play, when to end it there comes to `ended`.
pub(super) fn best_turns(
    ended: impl Fn(u16) -> f64,
    better: fn(f64, f64) -> f64,
) -> [f64; 1 << LIDS] {
    let mut values = [0.0; 1 << LIDS];
    values[0] = ended(0);
    // Shutting lids makes a set smaller, also as a number.
    for lids in 1..=ALL {
        let after = |total| left(lids, total).map(|left| values[usize::from(left)]).reduce(better);
        let sum: f64 = totals().map(|total| after(total).unwrap_or_else(|| ended(lids))).sum();
        values[usize::from(lids)] = sum / FALLS.len() as f64;
    }
    values
}

/// What open lids count.
#[inline]
pub(super) fn points(lids: u16) -> u8 {
    POINTS[usize::from(lids & ALL)]
}
