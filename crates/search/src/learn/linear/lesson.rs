//! Positions to learn from, and how they are kept.

use parlour_core::{PerSeat, Seat};

use super::{Linear, softmax};

/// What speaks for a player: features, each with its count.
pub(super) type Side = Vec<(u16, i16)>;

/// A position to learn from.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    pub(super) sides: Vec<Side>,
    /// Everybody's share of the win, as it turned out and as the search saw it.
    pub(super) target: PerSeat<f64>,
}

impl Lesson {
    /// What speaks for whom in a position of which nothing else is known yet.
    pub(super) fn new<G: Linear>(game: &G, state: &G::State) -> Self {
        let seats = game.seats();
        let mut counts = vec![vec![0i32; game.weights().len()]; usize::from(seats)];
        game.sides(state, |seat, feature, count| counts[seat.index()][feature] += count);
        let side = |counts: Vec<i32>| {
            let told = (0..).zip(counts).filter(|&(_, count)| count != 0);
            told.map(|(at, count)| (at, count as i16)).collect()
        };
        let target = PerSeat::new(seats, 1.0 / f64::from(seats));
        Lesson { sides: counts.into_iter().map(side).collect(), target }
    }

    /// Everybody's share of the win that the weights expect.
    pub(super) fn foreseen(&self, weights: &[f64]) -> PerSeat<f64> {
        let mut strengths = PerSeat::new(self.sides.len() as u8, 0.0);
        for (side, seat) in self.sides.iter().zip((0..).map(Seat)) {
            strengths[seat] =
                side.iter().map(|&(f, n)| weights[usize::from(f)] * f64::from(n)).sum();
        }
        softmax(strengths)
    }

    /// A line of text: for each player the share, then the features.
    pub(super) fn write(&self) -> String {
        let side = |(side, (_, share)): (&Side, (Seat, f64))| {
            let told = side.iter().map(|(feature, count)| format!(" {feature} {count}"));
            share.to_string() + &told.collect::<String>()
        };
        self.sides.iter().zip(self.target.iter()).map(side).collect::<Vec<_>>().join(" | ")
    }

    /// Reads such a line of a game with so many features.
    pub(super) fn read(text: &str, seats: u8, features: usize) -> Option<Self> {
        let mut target = PerSeat::new(seats, 0.0);
        let mut sides = Vec::new();
        for part in text.split(" | ") {
            let mut words = part.split(' ');
            let seat = (sides.len() < usize::from(seats)).then_some(Seat(sides.len() as u8))?;
            target[seat] = words.next()?.parse().ok()?;
            let mut side = Side::new();
            while let Some(feature) = words.next() {
                let feature: u16 = feature.parse().ok()?;
                side.push((feature, words.next()?.parse().ok()?));
                (usize::from(feature) < features).then_some(())?;
            }
            sides.push(side);
        }
        (sides.len() == usize::from(seats)).then_some(Lesson { sides, target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_reads_as_it_was_written() {
        let mut target = PerSeat::new(3, 0.25);
        target[Seat(1)] = 0.5;
        let lesson = Lesson { sides: vec![vec![(0, 2), (4, -1)], vec![], vec![(3, 7)]], target };
        let text = lesson.write();
        assert_eq!(text, "0.25 0 2 4 -1 | 0.5 | 0.25 3 7");
        let again = Lesson::read(&text, 3, 5).expect("a lesson");
        assert_eq!((again.sides, again.target.as_slice()), (lesson.sides, target.as_slice()));
        for (seats, features) in [(3, 4), (2, 5), (4, 5)] {
            assert!(Lesson::read(&text, seats, features).is_none(), "{seats} {features}");
        }
    }
}
