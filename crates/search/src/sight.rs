//! When a search by samples has looked far enough, where it is asked to look so many plies ahead.

/// So many simulations may go by with nothing new before it is thought that nothing new will come.
const PATIENCE: u64 = 1000;

/// For each ply no more than so many simulations are made, once every choice was tried. A line gets
/// longer by a ply only when those before it have been told apart, so that the simulations up to a depth
/// are many times those up to the depth before: without a bound twenty plies take half a minute
/// a move where ten take a moment.
const PER_PLY: u64 = 1000;

/// Notes how far the simulations have come.
///
/// A search by samples looks far along one line long before it has looked at all of them, and the depth
/// that it tells is that of the longest. So it has looked far enough when one line is so long and
/// every choice of the mover has been tried. That may never come: the game ends before, or there is no
/// more room. So it is enough, too, that three simulations in four have led no further, or that there
/// were a thousand for each ply: more plies never make a search shorter, and it takes no longer than in
/// proportion to them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sight {
    /// The longest line so far.
    pub(crate) deepest: u32,
    /// How many of the mover's choices were tried.
    pub(crate) tried: usize,
    /// The simulations up to the last that went further or tried a choice first.
    news: u64,
}

impl Sight {
    /// Takes in a simulation: how long its line was, and whether it was the first to try its choice.
    pub(crate) fn note(&mut self, simulation: u64, depth: u32, first: bool) {
        if depth > self.deepest || first {
            self.news = simulation;
        }
        self.deepest = self.deepest.max(depth);
        self.tried += usize::from(first);
    }

    /// Whether so many plies were looked ahead, and all of so many choices at; or hardly ever will be.
    pub(crate) fn reaches(&self, depth: u32, choices: usize, simulations: u64) -> bool {
        let far = self.deepest >= depth && self.tried >= choices;
        // Not even no ply at all ends it before every choice was tried.
        let most = PER_PLY.saturating_mul(depth.max(1).into()).saturating_add(choices as u64);
        far || simulations >= most.min(4 * self.news + PATIENCE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_plies_took_most_of_a_minute() {
        // A line that gets longer by a ply whenever there were twice as many simulations.
        let simulations = |depth| {
            let mut sight = Sight::default();
            (1..).find(|&number: &u64| {
                sight.note(number, number.ilog2(), number <= 30);
                sight.reaches(depth, 30, number)
            })
        };
        let counts: Vec<u64> =
            [0, 1, 5, 10, 20, 40, 80].into_iter().filter_map(simulations).collect();
        assert_eq!(counts, [30, 30, 32, 1024, 20_030, 40_030, 80_030]);
    }
}
