//! More than three in: a model of the field.
//!
//! Each of the others is taken to go a way of his own: at every score his turns end as those of a
//! player do who answers best to a field that stands where he stands. That is no equilibrium, as
//! nobody in the model looks at a rival's score; but then everybody's way is independent of the
//! rest, and what each way of ending the turn under way is worth to its player can be summed up
//! without a single throw.
#![allow(clippy::needless_range_loop, reason = "several arrays go by the same number")]

use std::sync::{Mutex, OnceLock, PoisonError};

use parlour_core::{MAX_SEATS, PerSeat, Seat};

use super::super::{Final, ShutTheBox, State};
use super::turn::{Endings, LANES, Turns, lane};
use super::{HIGHEST, LIMIT};

/// The scores with which a player can go out.
const OUTS: usize = HIGHEST - LIMIT;
/// Nobody is taken to stay in for more rounds.
const ROUNDS: usize = 20;
/// How often the model is made anew from the best answers to the one before.
const REFINEMENTS: usize = 3;

/// Where the integral of a polynomial of degree 11 over 0..1 is a weighted sum (Gauss, Legendre).
const NODES: [(f64, f64); 6] = [
    (0.033_765_242_898_423_99, 0.085_662_246_189_585_17),
    (0.169_395_306_766_867_74, 0.180_380_786_524_069_3),
    (0.380_690_406_958_401_5, 0.233_956_967_286_345_52),
    (0.619_309_593_041_598_5, 0.233_956_967_286_345_52),
    (0.830_604_693_233_132_3, 0.180_380_786_524_069_3),
    (0.966_234_757_101_576, 0.085_662_246_189_585_17),
];

/// How likely a player is to go out in which round and with how many points above the limit. Round
/// 0 is any before the one under way.
type Fate = [[f64; OUTS]; ROUNDS + 1];

/// The model for one number of players.
pub(super) struct Field {
    last: Final,
    players: u8,
    /// By the score: how a player goes out who has a turn in the round under way.
    fates: Vec<Fate>,
}

/// The model while it is being made, a score at a time.
struct Building {
    field: Field,
    /// The best answers to the model so far, the lowest score first.
    answers: Vec<Endings>,
    refinements: usize,
}

impl Building {
    fn new(game: &ShutTheBox) -> Building {
        let mut turns = Turns::new();
        let careful = lane(&turns.play(&std::array::from_fn(|left| [-(left as f64); LANES])), 0);
        let fates = fates_of(&[careful; LIMIT]);
        let field = Field { last: game.last, players: game.players, fates };
        Building { field, answers: Vec::new(), refinements: 0 }
    }

    /// Works out the next answer. Whether the model is complete.
    fn step(&mut self) -> bool {
        let answer = self.field.answer(&mut Turns::new(), self.answers.len());
        self.answers.push(answer);
        if let Ok(answers) = self.answers[..].try_into() {
            self.field.fates = fates_of(answers);
            self.answers.clear();
            self.refinements += 1;
        }
        self.refinements == REFINEMENTS
    }
}

/// One model, when it is made or while it is.
struct Place {
    made: OnceLock<Field>,
    building: Mutex<Option<Building>>,
}

/// Where the model of this game is kept.
fn place(game: &ShutTheBox) -> &'static Place {
    static PLACES: [[Place; MAX_SEATS + 1]; 2] = [const {
        [const { Place { made: OnceLock::new(), building: Mutex::new(None) } }; MAX_SEATS + 1]
    }; 2];
    &PLACES[usize::from(game.last == Final::Round)][usize::from(game.players)]
}

impl Field {
    /// The model for this game, if it is made.
    pub(super) fn at_hand(game: &ShutTheBox) -> Option<&'static Field> {
        place(game).made.get()
    }

    /// Goes on making the model, for a part of it; how many turns were worked out.
    pub(super) fn work_out(game: &ShutTheBox) -> u64 {
        let place = place(game);
        let mut building = place.building.lock().unwrap_or_else(PoisonError::into_inner);
        if place.made.get().is_none() {
            let now = building.get_or_insert_with(|| Building::new(game));
            if now.step() {
                let made = building.take().map(|building| building.field);
                made.into_iter().for_each(|field| drop(place.made.set(field)));
            }
        }
        LANES as u64
    }

    /// The model for this game: made once, when it is first asked for.
    pub(super) fn of(game: &ShutTheBox) -> &'static Field {
        loop {
            if let Some(field) = Field::at_hand(game) {
                return field;
            }
            Field::work_out(game);
        }
    }

    /// How the best turn ends at this score when everybody else has it too.
    fn answer(&self, turns: &mut Turns, score: usize) -> Endings {
        let rivals = vec![self.fates[score]; usize::from(self.players) - 1];
        let chances = self.chances(&rivals.iter().collect::<Vec<_>>());
        let worth = |left| expected(&self.fate_after(score + left), &chances);
        lane(&turns.play(&std::array::from_fn(|left| [worth(left); LANES])), 0)
    }

    /// How a player goes out who has had the turn of the round under way and stands here.
    fn fate_after(&self, score: usize) -> Fate {
        let mut fate = [[0.0; OUTS]; ROUNDS + 1];
        if score >= LIMIT {
            fate[1][score - LIMIT] = 1.0;
        } else {
            // The next turn is one round away. What would be beyond the last joins it.
            for (round, outs) in self.fates[score].iter().enumerate() {
                let later = &mut fate[(round + 1).min(ROUNDS)];
                later.iter_mut().zip(outs).for_each(|(later, out)| *later += out);
            }
        }
        fate
    }

    /// How everybody goes out, but for the player to move, who has the whole turn still ahead.
    fn fates_at(&self, state: &State) -> PerSeat<Fate> {
        let mut fates = PerSeat::new(self.players, [[0.0; OUTS]; ROUNDS + 1]);
        for seat in Seat::all(self.players) {
            let score = usize::from(state.score(seat));
            if state.was_out(seat) {
                fates[seat][0][score - LIMIT] = 1.0;
            } else if seat < state.mover {
                fates[seat] = self.fate_after(score);
            } else {
                fates[seat] = self.fates[score];
            }
        }
        fates
    }

    /// What the turn's endings are worth to the player to move.
    pub(super) fn endings(&self, state: &State) -> Endings {
        let fates = self.fates_at(state);
        let rivals = |seat: &Seat| *seat != state.mover;
        let rivals: Vec<&Fate> = seats(&fates).filter(rivals).map(|seat| &fates[seat]).collect();
        let chances = self.chances(&rivals);
        let score = usize::from(state.score(state.mover));
        std::array::from_fn(|left| expected(&self.fate_after(score + left), &chances))
    }

    /// Everybody's share when the turn ends in these ways.
    pub(super) fn shares(&self, state: &State, endings: &Endings) -> PerSeat<f64> {
        let mut fates = self.fates_at(state);
        let score = usize::from(state.score(state.mover));
        let mut own = [[0.0; OUTS]; ROUNDS + 1];
        for (left, chance) in endings.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            for (own, after) in own.iter_mut().zip(self.fate_after(score + left)) {
                own.iter_mut().zip(after).for_each(|(own, after)| *own += chance * after);
            }
        }
        fates[state.mover] = own;
        let mut shares = PerSeat::new(self.players, 0.0);
        for seat in seats(&fates) {
            let rivals: Vec<&Fate> =
                seats(&fates).filter(|&rival| rival != seat).map(|rival| &fates[rival]).collect();
            shares[seat] = expected(&fates[seat], &self.chances(&rivals));
        }
        shares
    }

    /// The share that goes with each way to go out, against rivals who go out like this.
    fn chances(&self, rivals: &[&Fate]) -> Fate {
        let rivals: Vec<Rival> = rivals.iter().map(|fate| Rival::new(fate)).collect();
        match self.last {
            Final::All => lowest_of_all(&rivals),
            Final::Round => lowest_of_round(&rivals),
        }
    }
}

fn seats<T: Copy>(each: &PerSeat<T>) -> impl Iterator<Item = Seat> + use<T> {
    Seat::all(each.seats())
}

/// The mean of the chances under a fate.
fn expected(fate: &Fate, chances: &Fate) -> f64 {
    fate.as_flattened().iter().zip(chances.as_flattened()).map(|(one, other)| one * other).sum()
}

/// How a player goes out from each score, when turns at a score end like this.
fn fates_of(endings: &[Endings; LIMIT]) -> Vec<Fate> {
    (0..LIMIT)
        .map(|score| {
            let mut fate = [[0.0; OUTS]; ROUNDS + 1];
            let mut standing = [0.0; LIMIT];
            standing[score] = 1.0;
            for outs in &mut fate[1..] {
                let mut next = [0.0; LIMIT];
                for (score, here) in standing.iter().enumerate().filter(|(_, here)| **here > 0.0) {
                    for (left, chance) in endings[score].iter().enumerate() {
                        match (score + left).checked_sub(LIMIT) {
                            Some(over) => outs[over] += here * chance,
                            None => next[score + left] += here * chance,
                        }
                    }
                }
                standing = next;
            }
            // Who is in for ever goes out at last.
            fate[ROUNDS][0] += standing.iter().sum::<f64>();
            fate
        })
        .collect()
}

/// A rival's fate, summed up.
struct Rival {
    /// Out by the end of the round, with any score.
    by: [f64; ROUNDS + 1],
    /// Out by the end of the round with just this score, and with a higher one.
    like: Fate,
    above: Fate,
}

impl Rival {
    fn new(fate: &Fate) -> Rival {
        let mut like = *fate;
        for round in 1..=ROUNDS {
            let before = like[round - 1];
            like[round].iter_mut().zip(before).for_each(|(now, before)| *now += before);
        }
        let mut above = [[0.0; OUTS]; ROUNDS + 1];
        for round in 0..=ROUNDS {
            for out in (1..OUTS).rev() {
                above[round][out - 1] = above[round][out] + like[round][out];
            }
        }
        let by = std::array::from_fn(|round| above[round][0] + like[round][0]);
        Rival { by, like, above }
    }

    /// Out by the end of the round with a higher score, or with the same by the chance `tie`: the
    /// mean of a product of these over `tie` shares a win among all who tie.
    fn behind(&self, round: usize, out: usize, tie: f64) -> f64 {
        self.above[round][out] + tie * self.like[round][out]
    }
}

/// B4, B5: to be the only one in, or to have the lowest score of all when nobody is.
fn lowest_of_all(rivals: &[Rival]) -> Fate {
    let mut chances = [[0.0; OUTS]; ROUNDS + 1];
    for out in 0..OUTS {
        for (tie, weight) in NODES {
            // With the lowest score of all: but that counts only if no other is in alone after
            // some round, the others having gone out before.
            let lowest: f64 = rivals.iter().map(|rival| rival.behind(ROUNDS, out, tie)).product();
            let mut alone = 0.0;
            for round in (0..=ROUNDS).rev() {
                let own_alone = match round {
                    0 => 0.0,
                    _ => rivals.iter().map(|rival| rival.behind(round - 1, out, tie)).product(),
                };
                chances[round][out] += weight * (lowest - own_alone - alone);
                if round > 0 {
                    alone += one_alone(rivals, round, out, tie);
                }
            }
        }
    }
    for (round, chances) in chances.iter_mut().enumerate().skip(1) {
        let alone: f64 = rivals.iter().map(|rival| rival.by[round - 1]).product();
        chances.iter_mut().for_each(|chance| *chance += alone);
    }
    chances
}

/// How likely it is that one rival goes out in just this round and all the others before, all of
/// them behind.
fn one_alone(rivals: &[Rival], round: usize, out: usize, tie: f64) -> f64 {
    let (mut none, mut one) = (1.0, 0.0);
    for rival in rivals {
        let before = rival.behind(round - 1, out, tie);
        let now = rival.behind(round, out, tie) - before;
        one = one * before + none * now;
        none *= before;
    }
    one
}

/// The same with the option that counts only those who were in when the last round began.
fn lowest_of_round(rivals: &[Rival]) -> Fate {
    let mut chances = [[0.0; OUTS]; ROUNDS + 1];
    for (round, chances) in chances.iter_mut().enumerate().skip(1) {
        for (out, chance) in chances.iter_mut().enumerate() {
            for (tie, weight) in NODES {
                let beaten = |rival: &Rival| {
                    let before = rival.by[round - 1];
                    let behind = |round| rival.behind(round, out, tie);
                    before + behind(round) - behind(round - 1)
                };
                *chance += weight * rivals.iter().map(beaten).product::<f64>();
            }
        }
    }
    chances
}
