//! The depth limit of a search by samples: when it counts as having searched a number of plies.

/// The number of simulations without anything new after which nothing new is expected.
const WITHOUT_GAIN: u64 = 1000;

/// The most simulations for each ply, once every choice was tried. A line gets one ply longer only when
/// those before it have been told apart, so the simulations up to a depth are many times those up to the
/// depth before. Without this bound twenty plies take half a minute where ten take less than a second.
const PER_PLY: u64 = 1000;

/// The depth that the simulations have reached.
///
/// A search by samples follows one line far before it has looked at all of them; the depth that it
/// reports is that of the longest line. So a depth is reached when one line is that long and every choice
/// of the mover has been tried. That may never happen: the game ends before, or the tree is full. So it
/// is also enough that three of four simulations led no further, or that there were [`PER_PLY`] for each
/// ply. More plies never make a search shorter, and its time grows at most in proportion to them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SampledDepth {
    /// The longest line so far.
    pub(crate) deepest: u32,
    /// How many of the mover's choices were tried.
    pub(crate) tried: usize,
    /// The number of the last simulation that went deeper or tried a new choice.
    last_gain: u64,
}

impl SampledDepth {
    /// Notes a simulation: the length of its line, and whether it was the first to try its choice.
    pub(crate) fn note(&mut self, simulation: u64, depth: u32, first: bool) {
        if depth > self.deepest || first {
            self.last_gain = simulation;
        }
        self.deepest = self.deepest.max(depth);
        self.tried += usize::from(first);
    }

    /// Whether the depth limit is reached with all choices tried, or hardly ever will be.
    pub(crate) fn reaches(&self, depth: u32, choices: usize, simulations: u64) -> bool {
        let far = self.deepest >= depth && self.tried >= choices;
        // Even a limit of 0 does not end the search before every choice was tried.
        let most = PER_PLY.saturating_mul(depth.max(1).into()).saturating_add(choices as u64);
        far || simulations >= most.min(4 * self.last_gain + WITHOUT_GAIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulations_grow_no_faster_than_the_depth_limit() {
        // A line that gets longer by a ply whenever there were twice as many simulations.
        let simulations = |depth| {
            let mut reached = SampledDepth::default();
            (1..).find(|&number: &u64| {
                reached.note(number, number.ilog2(), number <= 30);
                reached.reaches(depth, 30, number)
            })
        };
        let counts: Vec<u64> =
            [0, 1, 5, 10, 20, 40, 80].into_iter().filter_map(simulations).collect();
        assert_eq!(counts, [30, 30, 32, 1024, 20_030, 40_030, 80_030]);
    }
}
