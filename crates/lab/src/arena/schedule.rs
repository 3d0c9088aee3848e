//! Which contenders meet in which game of a match, and the seeds of each game.

use parlour_core::rng::{Rng, derived, seeded};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fixture {
    /// Its place in the match.
    pub(crate) number: u64,
    /// Games of a rotation have the same dice and the same opening; the seats change hands.
    pub(crate) rotation: u64,
    pub(crate) of: usize,
    /// Who sits where, in seat order.
    pub(crate) at: Vec<usize>,
}

/// Who meets whom, and when. Where there are as many seats as players or more, all sit at one table;
/// else every two of them meet. Within a rotation everybody has every seat of the rotation once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    seats: usize,
    /// The players who meet.
    pairings: Vec<Vec<usize>>,
    seed: u64,
}

/// Separates seating orders from other uses of the seed.
const ORDERS: u64 = 0x0b5e_55ed_0fde_4ad5;

impl Schedule {
    /// A round robin of `players` at tables of `seats`. The seed decides chance and the seating orders.
    pub(crate) fn new(players: usize, seats: u8, seed: u64) -> Self {
        let seats = usize::from(seats);
        let pairings = if players <= seats {
            vec![(0..players).collect()]
        } else {
            (0..players).flat_map(|a| (a + 1..players).map(move |b| vec![a, b])).collect()
        };
        Schedule { seats, pairings, seed }
    }

    /// A ladder of `players`: each plays the next one only.
    pub(crate) fn ladder(players: usize, seats: u8, seed: u64) -> Self {
        let pairings = (1..players).map(|next| vec![next - 1, next]).collect();
        Schedule { seats: usize::from(seats), pairings, seed }
    }

    pub(crate) fn rotation(&self) -> usize {
        self.pairings[0].len()
    }

    /// How many games there are if each pairing plays at least this number, in whole rotations.
    pub(crate) fn games(&self, each: u64) -> u64 {
        let rotation = self.rotation() as u64;
        each.div_ceil(rotation) * rotation * self.pairings.len() as u64
    }

    /// The game with this number, from 0.
    pub(crate) fn fixture(&self, number: u64) -> Fixture {
        let of = self.rotation();
        let rotation = number / of as u64;
        let turn = (number % of as u64) as usize;
        let (table, round) = self.place(rotation);
        let order = self.order(table, round);
        let at = (0..self.seats).map(|seat| order[(seat + turn) % of]).collect();
        Fixture { number, rotation, of, at }
    }

    /// Which pairing plays a rotation, and how many it has played before.
    fn place(&self, rotation: u64) -> (usize, u64) {
        let pairings = self.pairings.len() as u64;
        ((rotation % pairings) as usize, rotation / pairings)
    }

    /// The order in which the players of a pairing sit around the table, from where on it is turned. A turned
    /// order leaves everybody behind the same neighbour, and who that is can be worth something: so every
    /// other round draws a new one, and the round after it is seated the other way round. For two there is
    /// one order only.
    fn order(&self, table: usize, round: u64) -> Vec<usize> {
        let mut order = self.pairings[table].clone();
        if order.len() > 2 {
            let mut rng = seeded(derived(self.seed ^ ORDERS, round / 2));
            for last in (1..order.len()).rev() {
                order.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
            }
            if round % 2 == 1 {
                order.reverse();
            }
        }
        order
    }

    /// What chance depends on in a rotation: pairings that meet in the same round have the same dice.
    pub(crate) fn dice(&self, rotation: u64) -> u64 {
        derived(self.seed, self.place(rotation).1)
    }

    /// The seed of the players in a game. It depends only on their names and on the game's index in their
    /// match, so that naming another player changes nothing.
    pub(crate) fn players_seed(&self, number: u64, names: &[&str]) -> u64 {
        let of = self.rotation() as u64;
        let (table, round) = self.place(number / of);
        let pairing = |table: &Vec<usize>| table.iter().map(|&p| names[p]).collect::<Vec<_>>();
        let own = pairing(&self.pairings[table]);
        // Of pairings with the same names each is another one.
        let twins = self.pairings[..table].iter().filter(|other| pairing(other) == own).count();
        let mut seed =
            self.seed ^ (round * of + number % of + 1).wrapping_mul(0xd1b5_4a32_d192_ed03);
        let bytes = own.iter().flat_map(|name| name.bytes().chain([0]));
        for byte in bytes.chain((twins as u64).to_le_bytes()) {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        }
        seed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seatings(players: usize, seats: u8, games: u64) -> Vec<Vec<usize>> {
        let schedule = Schedule::new(players, seats, 7);
        (0..games).map(|number| schedule.fixture(number).at).collect()
    }

    #[test]
    fn seats_change_hands() {
        assert_eq!(seatings(2, 2, 2), [[0, 1], [1, 0]]);
        assert_eq!(seatings(2, 3, 2), [[0, 1, 0], [1, 0, 1]]);
        for rotation in seatings(3, 3, 30).chunks(3) {
            for seat in 0..3 {
                let mut had: Vec<usize> = rotation.iter().map(|at| at[seat]).collect();
                had.sort_unstable();
                assert_eq!(
                    had,
                    [0, 1, 2],
                    "everybody has every seat of a rotation once: {rotation:?}"
                );
            }
        }
    }

    #[test]
    fn every_player_sits_behind_every_other_equally_often() {
        for (players, seats, rotations) in [(3, 3, 20), (4, 4, 200), (3, 4, 20)] {
            let mut behind = vec![vec![0; players]; players];
            for at in seatings(players, seats, rotations * players as u64) {
                (0..players).for_each(|seat| behind[at[seat]][at[(seat + 1) % players]] += 1);
            }
            // Who sits behind whom as often as before: in the long run a share of all games each.
            for a in 0..players {
                for b in (0..players).filter(|&b| b != a) {
                    assert_eq!(behind[a][b], behind[b][a], "{behind:?}");
                    assert!(behind[a][b] > 0, "{behind:?}");
                }
            }
        }
        let other = Schedule::new(4, 4, 8);
        assert_ne!(seatings(4, 4, 80), (0..80).map(|n| other.fixture(n).at).collect::<Vec<_>>());
    }

    #[test]
    fn on_a_ladder_only_neighbours_meet() {
        let schedule = Schedule::ladder(3, 3, 7);
        assert_eq!((schedule.pairings.len(), schedule.rotation(), schedule.games(5)), (2, 2, 12));
        let seatings: Vec<_> = (0..4).map(|number| schedule.fixture(number).at).collect();
        assert_eq!(seatings, [[0, 1, 0], [1, 0, 1], [1, 2, 1], [2, 1, 2]]);
    }

    #[test]
    fn everybody_meets_everybody_with_the_same_dice() {
        let schedule = Schedule::new(3, 2, 7);
        assert_eq!((schedule.pairings.len(), schedule.rotation(), schedule.games(5)), (3, 2, 18));
        assert_eq!(seatings(3, 2, 6), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(schedule.dice(0), schedule.dice(2));
        assert_ne!(schedule.dice(0), schedule.dice(3));
    }

    #[test]
    fn seeds_of_a_pairing_do_not_depend_on_other_players() {
        let seeds = |schedule: &Schedule, names: &[&str], of: &[usize]| {
            let numbers = (0..schedule.games(6)).filter(|&number| {
                let mut at = schedule.fixture(number).at;
                at.sort_unstable();
                at == of
            });
            numbers.map(|number| schedule.players_seed(number, names)).collect::<Vec<_>>()
        };
        let few = seeds(&Schedule::ladder(3, 2, 7), &["a", "b", "c"], &[1, 2]);
        assert_eq!(few.len(), 6);
        assert_eq!(few, seeds(&Schedule::ladder(4, 2, 7), &["a", "b", "c", "d"], &[1, 2]));
        assert_eq!(few, seeds(&Schedule::ladder(4, 2, 7), &["z", "a", "b", "c"], &[2, 3]));
        assert_eq!(few, seeds(&Schedule::new(2, 2, 7), &["b", "c"], &[0, 1]));
        assert_ne!(few, seeds(&Schedule::new(2, 2, 8), &["b", "c"], &[0, 1]));
        // No two games are drawn alike, also where players have one name.
        let same = Schedule::new(3, 2, 7);
        let all: std::collections::BTreeSet<u64> =
            (0..18).map(|number| same.players_seed(number, &["a", "a", "a"])).collect();
        assert_eq!(all.len(), 18);
    }
}
