//! How players move, and what an observer goes by: what was learned from games of computer players.
//!
//! Nobody is one of these styles, but most are near one of them. How the information-set search
//! itself moves, and what gives it away, is in `style.txt`, which `parlour train shell-out` writes anew
//! (see `school.rs`). The runner's and the walker's numbers are rounded and blended from habits that were
//! fitted to games; the wanderer's are set by hand.

use super::habit::{Habit, TRAITS};
use super::observer::{Eye, SIGNS};
use crate::weights;

/// Ways to play that somebody may have, with how likely each is before anything is seen.
pub(crate) type Styles = [(Habit, f32)];

/// Takes the loaded shell straight to the nearest spot.
const RUNNER: Habit = [
    5.0, 0.57, 3.9, -0.5, 0.6, -2.0, 0.03, -0.04, 0.0, -1.0, 2.0, -0.2, 0.3, -0.09, -0.03, -2.0,
    4.6, 0.5, 2.9, 0.0,
];

/// Takes the loaded shell there too, with more of the others.
const WALKER: Habit = [
    2.0, 0.55, 2.3, 0.08, 0.75, -1.1, -0.06, 0.1, -0.72, 0.0, 1.87, 0.25, 0.85, -0.15, -0.15, -1.0,
    2.83, -1.4, 2.0, 1.2,
];

/// Moves any shell towards the spots: nothing can be read from that.
const WANDERER: Habit = [
    4.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0,
];

/// How players are taken to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Manners {
    styles: [(Habit, f32); 4],
}

impl Manners {
    /// The information-set search, whose loaded shell stays among the others, moves by this habit.
    pub(crate) fn new(bluffer: Habit) -> Self {
        Manners { styles: [RUNNER, WALKER, bluffer, WANDERER].map(|habit| (habit, 0.25)) }
    }

    /// The styles that a watcher reckons with.
    pub(crate) fn styles(&self) -> &Styles {
        &self.styles
    }

    /// How the information-set search moves, and so what it looks at first.
    pub(crate) fn bluffer(&self) -> &Habit {
        &self.styles[2].0
    }
}

impl Default for Manners {
    /// Those that the game is built with.
    fn default() -> Self {
        Manners::new(Learned::IN_USE.habit())
    }
}

/// How many numbers are learned.
const LEARNED: usize = TRAITS + SIGNS;

/// What is learned from games of the information-set search, in hundredths of log-odds: first what draws
/// it to a move, for each trait, then what gives its loaded shell away, for each sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Learned([i32; LEARNED]);

impl Learned {
    /// What the game is built with.
    pub(crate) const IN_USE: Learned = Learned(weights::read(include_str!("style.txt")));

    /// This habit and this eye, rounded.
    pub(crate) fn new(habit: &Habit, eye: &Eye) -> Self {
        let mut numbers = [0; LEARNED];
        for (number, weight) in numbers.iter_mut().zip(habit.iter().chain(eye)) {
            *number = (weight * 100.0).round() as i32;
        }
        Learned(numbers)
    }

    /// How the search moves.
    pub(crate) fn habit(&self) -> Habit {
        std::array::from_fn(|which| self.weight(which))
    }

    /// An observer fitted to its games.
    pub(crate) fn eye(&self) -> Eye {
        std::array::from_fn(|which| self.weight(TRAITS + which))
    }

    fn weight(&self, which: usize) -> f32 {
        self.0[which] as f32 / 100.0
    }

    /// All numbers in one line.
    pub(crate) fn line(&self) -> String {
        numbers(&self.0)
    }

    /// Reads such a line.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let numbers: Option<Vec<i32>> = line.split(' ').map(|word| word.parse().ok()).collect();
        numbers?.try_into().ok().map(Learned)
    }

    /// The file that the game is built with.
    pub(crate) fn file(&self) -> String {
        let (habit, eye) = self.0.split_at(TRAITS);
        let lines = |part: &[i32]| part.chunks(10).map(numbers).collect::<Vec<_>>().join("\n");
        format!(
            "# What is learned from games of the information-set search, in hundredths of log-odds.\n\
             # What draws it to a move:\n{}\n# What gives its loaded shell away:\n{}\n",
            lines(habit),
            lines(eye)
        )
    }
}

fn numbers(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}
