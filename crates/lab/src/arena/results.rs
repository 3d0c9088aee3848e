//! How games ended for those who played them, in whole numbers.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

/// Games won alone, those in which the win was shared with others, and those in which nothing was won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Record {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

impl Record {
    /// Counts a game in which this part of the win was won.
    fn add(&mut self, won: f64) {
        // Shares are fractions, whose sums may miss a whole number by a hair.
        const HAIR: f64 = 1e-9;
        *if won > 1.0 - HAIR {
            &mut self.wins
        } else if won > HAIR {
            &mut self.draws
        } else {
            &mut self.losses
        } += 1;
    }

    pub(super) fn numbers(self) -> [u64; 3] {
        [self.wins, self.draws, self.losses]
    }
}

impl std::fmt::Display for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let say = |number: u64, one: &str, more: &str| {
            format!("{number} {}", if number == 1 { one } else { more })
        };
        let (wins, draws) = (say(self.wins, "win", "wins"), say(self.draws, "draw", "draws"));
        write!(f, "{wins}, {draws}, {}", say(self.losses, "loss", "losses"))
    }
}

/// Everybody's games, and those of any two who had a table to themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    own: BTreeMap<usize, Record>,
    between: BTreeMap<(usize, usize), Record>,
}

impl Results {
    /// Counts a game: who sat where, and the shares of the win, by seat.
    pub(super) fn add(&mut self, at: &[usize], shares: &[f64]) {
        let players: BTreeSet<usize> = at.iter().copied().collect();
        for &player in &players {
            let own = at.iter().zip(shares).filter(|(at, _)| **at == player);
            let won: f64 = own.map(|(_, share)| share).sum();
            self.own.entry(player).or_default().add(won);
            if players.len() == 2 {
                let other = players.iter().copied().find(|&other| other != player);
                let pair = (player, other.unwrap_or(player));
                self.between.entry(pair).or_default().add(won);
            }
        }
    }

    pub(super) fn of(&self, player: usize) -> Record {
        self.own.get(&player).copied().unwrap_or_default()
    }

    /// A player's games against another, nobody else being there; nothing if there were none.
    pub(super) fn against(&self, player: usize, other: usize) -> Option<Record> {
        self.between.get(&(player, other)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_draws_and_losses_are_counted_apart() {
        let mut results = Results::default();
        results.add(&[0, 1], &[0.5, 0.5]);
        results.add(&[1, 0], &[1.0, 0.0]);
        results.add(&[0, 2], &[1.0, 0.0]);
        assert_eq!(results.of(0).numbers(), [1, 1, 1]);
        assert_eq!(results.of(2).numbers(), [0, 0, 1]);
        let met = results.against(1, 0).expect("they met");
        assert_eq!(met.to_string(), "1 win, 1 draw, 0 losses");
        assert_eq!(results.against(1, 2), None);
    }

    #[test]
    fn at_a_bigger_table_a_player_has_all_of_his_seats() {
        let third = 1.0 / 3.0;
        let mut results = Results::default();
        results.add(&[0, 1, 0], &[0.5, 0.0, 0.5]);
        results.add(&[1, 0, 1], &[third; 3]);
        assert_eq!((results.of(0).numbers(), results.of(1).numbers()), ([1, 1, 0], [0, 1, 1]));
        // Of three at a table no two have met alone.
        results.add(&[0, 1, 2], &[0.0, 1.0, 0.0]);
        assert_eq!((results.of(1).wins, results.against(1, 2)), (1, None));
        assert_eq!(results.against(0, 1), Some(Record { wins: 1, draws: 1, losses: 0 }));
    }
}
