//! Several games in a row at one table of this process: who sits where next, and the score.

use parlour_core::Shares;
use parlour_session::LEVELS;
use parlour_table::events::Level;
use parlour_table::setup::NewSeat;

/// The next game at the same table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextGame {
    /// As the last one.
    Same,
    /// Everybody sits one seat further on: of two, who was second moves first.
    OtherSide,
    /// Against the computer at this level.
    Level(u8),
}

/// The players of several games, and what they have won.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rounds {
    /// Who sits on each seat, by number.
    sitting: Vec<usize>,
    /// What each player is called.
    names: Vec<String>,
    /// What each player has won in the games before this one.
    won: Vec<f64>,
    /// How many games that were.
    games: u32,
}

impl Rounds {
    /// Nothing was played yet. `roles` are what the game calls the seats' players.
    pub(crate) fn new(seats: &[NewSeat], name: &str, roles: &[String]) -> Self {
        let persons = seats.iter().filter(|seat| matches!(seat, NewSeat::Me { .. })).count();
        let computers = seats.len() - persons;
        let named = |(seat, role): (&NewSeat, &String)| match seat {
            NewSeat::Me { .. } if persons == 1 => name.to_owned(),
            NewSeat::Computer { .. } if computers == 1 => "computer".to_owned(),
            _ => role.clone(),
        };
        Rounds {
            sitting: (0..seats.len()).collect(),
            names: seats.iter().zip(roles).map(named).collect(),
            won: vec![0.0; seats.len()],
            games: 0,
        }
    }

    /// Counts a game that is over, by each seat's share of the win.
    pub(crate) fn count(&mut self, shares: &Shares) {
        for (player, share) in self.sitting.iter().zip(shares.as_slice()) {
            self.won[*player] += share.value();
        }
        self.games += 1;
    }

    /// The score, from the second game on.
    pub(crate) fn score(&self) -> Option<String> {
        let each = self.names.iter().zip(&self.won);
        let each: Vec<String> =
            each.map(|(name, won)| format!("{name} {}", points(*won))).collect();
        (self.games > 1).then(|| format!("After {} games: {}.", self.games, each.join(", ")))
    }

    /// Whether the level of any seat can be chosen.
    pub(crate) fn has_computer(seats: &[NewSeat]) -> bool {
        seats.iter().any(|seat| matches!(seat, NewSeat::Computer { .. }))
    }

    /// The seats of the next game.
    pub(crate) fn next(&mut self, mut seats: Vec<NewSeat>, next: NextGame) -> Vec<NewSeat> {
        match next {
            NextGame::Same => {}
            NextGame::OtherSide => {
                seats.rotate_right(1);
                self.sitting.rotate_right(1);
            }
            NextGame::Level(number) => {
                let level = Level::new(number.clamp(1, LEVELS as u8));
                for seat in &mut seats {
                    if let NewSeat::Computer { level: old } = seat {
                        *old = level;
                    }
                }
            }
        }
        seats
    }
}

/// The level of the computer in a game that is this many steps harder; `None` where there is no such game.
pub(crate) fn level_after(seats: &[NewSeat], step: i8) -> Option<u8> {
    let level = seats.iter().find_map(|seat| match seat {
        NewSeat::Computer { level } => Some(level.number()),
        _ => None,
    })?;
    let next = level.checked_add_signed(step)?;
    (1..=LEVELS as u8).contains(&next).then_some(next)
}

/// A number of games won, shared ones as parts.
fn points(won: f64) -> String {
    let text = format!("{won:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use parlour_core::Seat;

    use super::*;

    fn against(level: u8) -> Vec<NewSeat> {
        vec![NewSeat::Me { name: None }, NewSeat::Computer { level: Level::new(level) }]
    }

    #[test]
    fn a_win_counts_for_whoever_sat_there() {
        let roles = ["Black".to_owned(), "White".to_owned()];
        let mut rounds = Rounds::new(&against(3), "Ann", &roles);
        let first_wins = Shares::sole(2, Seat(0));
        rounds.count(&first_wins);
        assert_eq!(rounds.score(), None, "one game is no match");
        let seats = rounds.next(against(3), NextGame::OtherSide);
        assert_eq!(seats[1], NewSeat::Me { name: None });
        rounds.count(&first_wins);
        assert_eq!(rounds.score().as_deref(), Some("After 2 games: Ann 1, computer 1."));
        rounds.count(&Shares::draw(2));
        assert_eq!(rounds.score().as_deref(), Some("After 3 games: Ann 1.5, computer 1.5."));
    }

    #[test]
    fn levels_end_at_the_easiest_and_the_hardest() {
        assert_eq!(level_after(&against(3), 1), Some(4));
        assert_eq!((level_after(&against(8), 1), level_after(&against(1), -1)), (None, None));
        let mut rounds = Rounds::new(&against(3), "Ann", &["a".to_owned(), "b".to_owned()]);
        assert_eq!(rounds.next(against(3), NextGame::Level(7)), against(7));
    }
}
