//! Games between players who only get to see a session: computer players, other programs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_core::rng::{Rng, seeded};
use parlour_core::{Seat, Shares, Turn};
use parlour_search::Budget;

use crate::near::shown;
use crate::player::{Orders, Player};
use crate::session::Session;

/// Somebody who plays in a match.
pub trait Contender: Send {
    /// A new game begins.
    ///
    /// # Errors
    /// When this contender cannot go on, and why.
    fn begin(&mut self, stop: &AtomicBool) -> Result<(), String> {
        let _ = stop;
        Ok(())
    }

    /// The text of the move to make. `actions` led from the start to this position.
    ///
    /// # Errors
    /// When this contender cannot go on, and why.
    fn choose(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String>;

    /// What it has said beside its moves, for whoever is told that it failed.
    fn aside(&mut self) -> Option<String> {
        None
    }
}

impl<C: Contender + ?Sized> Contender for Box<C> {
    fn begin(&mut self, stop: &AtomicBool) -> Result<(), String> {
        (**self).begin(stop)
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        actions: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        (**self).choose(session, actions, seed, stop)
    }

    fn aside(&mut self) -> Option<String> {
        (**self).aside()
    }
}

/// A computer player in a match, with the caller's clock: the time since some moment.
pub struct Computer {
    /// Who thinks.
    pub player: Box<dyn Player>,
    /// What time it is.
    pub now: fn() -> Duration,
}

impl std::fmt::Debug for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Computer").finish_non_exhaustive()
    }
}

impl Contender for Computer {
    fn choose(
        &mut self,
        session: &dyn Session,
        _: &[String],
        seed: u64,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        let (now, begun) = (self.now, (self.now)());
        let clock = || now().saturating_sub(begun);
        let orders = Orders { budget: Budget::default(), lines: 0, seed, clock: &clock, stop };
        let thought = self.player.think(session, &orders, &mut |_| {});
        thought.map(|thought| thought.chosen).ok_or_else(|| "nobody is to move".to_owned())
    }
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Everything that happened, chance included.
    pub actions: Vec<String>,
    /// The win, split by seat.
    pub shares: Shares,
}

/// Why a game came to no end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It was stopped.
    Stopped,
    /// The contender at this seat failed.
    Failed(Seat, String),
}

/// Plays one game from `session` on, which stands where `opening` led. `at` says which contender sits
/// where, in seat order; `dice` is all that chance depends on, `seed` all that the players do.
///
/// # Errors
/// When it was stopped or a contender failed.
pub fn play(
    (session, opening): (&dyn Session, &[String]),
    contenders: &mut [impl Contender],
    at: &[usize],
    dice: u64,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Played, Fault> {
    let mut session = session.boxed_clone();
    let (mut dice, mut seeds) = (seeded(dice), seeded(seed));
    let mut actions = opening.to_vec();
    let mut moved = vec![false; contenders.len()];
    for seat in Seat::all(session.seats()) {
        let contender = &mut contenders[at[seat.index()]];
        let begun = contender.begin(stop);
        if stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        begun.map_err(|why| fault(contender, seat, why))?;
    }
    loop {
        let action = match session.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let action = session.roll(&mut dice).unwrap_or_default();
                let played = session.play(&action);
                played.map_err(|error| Fault::Failed(Seat(0), error.to_string()))?;
                action
            }
            Turn::Player(seat) => {
                let contender = &mut contenders[at[seat.index()]];
                let chosen = contender.choose(&*session, &actions, seeds.next_u64(), stop);
                // Whoever was stopped may have found nothing.
                if stop.load(Ordering::Relaxed) {
                    return Err(Fault::Stopped);
                }
                let action = chosen.map_err(|why| fault(contender, seat, why))?;
                if let Err(error) = session.play(&action) {
                    let mut why = format!(
                        "illegal move '{}' as action {} of the game, at {}: {error}",
                        shown(&action),
                        actions.len() + 1,
                        session.position()
                    );
                    if !moved[at[seat.index()]] {
                        why += "; it was its first move, so it may be playing another game";
                    }
                    return Err(fault(contender, seat, why));
                }
                moved[at[seat.index()]] = true;
                action
            }
        };
        actions.push(action);
    }
    let shares = session.shares().expect("a game that is over has shares");
    Ok(Played { actions, shares })
}

/// That a contender failed, with what it said about it.
fn fault(contender: &mut impl Contender, seat: Seat, why: String) -> Fault {
    let why = match contender.aside() {
        Some(said) => format!("{why}; it said: {said}"),
        None => why,
    };
    Fault::Failed(seat, why)
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its place in the match.
    pub number: u64,
    /// Games of a set have the same dice and the same opening; the seats change hands.
    pub set: u64,
    /// How many games the set has.
    pub of: usize,
    /// Who sits where, in seat order.
    pub at: Vec<usize>,
}

/// Who meets whom, and when. Where there are as many seats as players or more, all sit at one table;
/// else every two of them meet. Within a set everybody has every seat of the rotation once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    seats: usize,
    /// The players who meet.
    tables: Vec<Vec<usize>>,
    seed: u64,
}

/// Told apart from what else is drawn by the same seed.
const ORDERS: u64 = 0x0b5e_55ed_0fde_4ad5;

impl Schedule {
    /// For so many players of a game with so many seats; chance and who sits behind whom hang on the seed.
    pub fn new(players: usize, seats: u8, seed: u64) -> Self {
        let seats = usize::from(seats);
        let tables = if players <= seats {
            vec![(0..players).collect()]
        } else {
            (0..players).flat_map(|a| (a + 1..players).map(move |b| vec![a, b])).collect()
        };
        Schedule { seats, tables, seed }
    }

    /// For so many players of whom only neighbours meet, each and the next.
    pub fn ladder(players: usize, seats: u8, seed: u64) -> Self {
        let tables = (1..players).map(|next| vec![next - 1, next]).collect();
        Schedule { seats: usize::from(seats), tables, seed }
    }

    /// How many different companies meet.
    pub fn tables(&self) -> usize {
        self.tables.len()
    }

    /// How many games a set has.
    pub fn set(&self) -> usize {
        self.tables[0].len()
    }

    /// How many games there are if each company plays at least so many, in whole sets.
    pub fn games(&self, each: u64) -> u64 {
        let set = self.set() as u64;
        each.div_ceil(set) * set * self.tables.len() as u64
    }

    /// The game with this number, from 0.
    pub fn fixture(&self, number: u64) -> Fixture {
        let of = self.set();
        let set = number / of as u64;
        let turn = (number % of as u64) as usize;
        let (table, round) = self.place(set);
        let order = self.order(table, round);
        let at = (0..self.seats).map(|seat| order[(seat + turn) % of]).collect();
        Fixture { number, set, of, at }
    }

    /// Which company plays a set, and how many it has played before.
    fn place(&self, set: u64) -> (usize, u64) {
        let tables = self.tables.len() as u64;
        ((set % tables) as usize, set / tables)
    }

    /// The order in which the players of a company sit around the table, from where on it is turned. A turned
    /// order leaves everybody behind the same neighbour, and who that is can be worth something: so every
    /// other round draws a new one, and the round after it is seated the other way round. For two there is
    /// one order only.
    fn order(&self, table: usize, round: u64) -> Vec<usize> {
        let mut order = self.tables[table].clone();
        if order.len() > 2 {
            let mut rng = seeded(self.seed ^ ORDERS ^ (round / 2).wrapping_mul(STEP));
            for last in (1..order.len()).rev() {
                order.swap(last, (rng.next_u64() % (last as u64 + 1)) as usize);
            }
            if round % 2 == 1 {
                order.reverse();
            }
        }
        order
    }

    /// What chance depends on in a set: companies that meet in the same round have the same dice.
    pub fn dice(&self, set: u64) -> u64 {
        self.seed ^ self.place(set).1.wrapping_mul(STEP)
    }

    /// What the players depend on in a game. It hangs on the names of those who meet and on the number of the
    /// game among theirs, so that nothing of it changes when somebody else is named, too.
    pub fn players_seed(&self, number: u64, names: &[&str]) -> u64 {
        let of = self.set() as u64;
        let (table, round) = self.place(number / of);
        let company = |table: &Vec<usize>| table.iter().map(|&p| names[p]).collect::<Vec<_>>();
        let own = company(&self.tables[table]);
        // Of companies with the same names each is another one.
        let twins = self.tables[..table].iter().filter(|other| company(other) == own).count();
        let mut seed =
            self.seed ^ (round * of + number % of + 1).wrapping_mul(0xd1b5_4a32_d192_ed03);
        let bytes = own.iter().flat_map(|name| name.bytes().chain([0]));
        for byte in bytes.chain((twins as u64).to_le_bytes()) {
            seed = (seed ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
        }
        seed
    }
}

/// The golden ratio's part of 64 bits: what follows from one number after another is far apart.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Random actions from `session` on, for games that would else all begin alike. An opening that
/// ends the game is drawn again, and at last given up.
pub fn opening(session: &dyn Session, plies: u32, seed: u64) -> (Box<dyn Session>, Vec<String>) {
    let mut rng = seeded(seed);
    for _ in 0..100 {
        let mut next = session.boxed_clone();
        let mut actions = Vec::new();
        for _ in 0..plies {
            let Some(action) = next.sample(&mut rng) else { break };
            if next.play(&action).is_ok() {
                actions.push(action);
            }
        }
        if next.turn() != Turn::Over {
            return (next, actions);
        }
    }
    (session.boxed_clone(), Vec::new())
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
        for set in seatings(3, 3, 30).chunks(3) {
            for seat in 0..3 {
                let mut had: Vec<usize> = set.iter().map(|at| at[seat]).collect();
                had.sort_unstable();
                assert_eq!(had, [0, 1, 2], "everybody has every seat of a set once: {set:?}");
            }
        }
    }

    #[test]
    fn with_three_at_a_table_the_first_always_sat_just_before_the_second() {
        for (players, seats, sets) in [(3, 3, 20), (4, 4, 200), (3, 4, 20)] {
            let mut behind = vec![vec![0; players]; players];
            for at in seatings(players, seats, sets * players as u64) {
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
        assert_eq!((schedule.tables(), schedule.set(), schedule.games(5)), (2, 2, 12));
        let seatings: Vec<_> = (0..4).map(|number| schedule.fixture(number).at).collect();
        assert_eq!(seatings, [[0, 1, 0], [1, 0, 1], [1, 2, 1], [2, 1, 2]]);
    }

    #[test]
    fn everybody_meets_everybody_with_the_same_dice() {
        let schedule = Schedule::new(3, 2, 7);
        assert_eq!((schedule.tables(), schedule.set(), schedule.games(5)), (3, 2, 18));
        assert_eq!(seatings(3, 2, 6), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(schedule.dice(0), schedule.dice(2));
        assert_ne!(schedule.dice(0), schedule.dice(3));
    }

    #[test]
    fn what_a_step_came_to_depended_on_who_else_was_named() {
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
