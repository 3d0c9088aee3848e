//! A model of the field, for more than three players and for callers who cannot wait for a solution.
//!
//! The model treats the opponents as independent. At every score an opponent's turns end like those of
//! a player who answers best to a field with that same score. This is no equilibrium, since nobody in
//! the model looks at an opponent's score. But with independent players the value of each end of the
//! current turn is a sum, without a single simulated throw.
#![allow(clippy::needless_range_loop, reason = "several arrays go by the same number")]

use parlour_core::{MAX_SEATS, PerSeat, Seat};

use super::super::tables::ALL;
use super::super::{Final, ShutTheBox, State};
use super::turn::{ENDINGS, EndingOdds, Endings, LANES, lane};
use super::{Cached, HIGHEST, LIMIT};

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
type Fate = [Outs; ROUNDS + 1];
/// A number for each of the scores with which a player can go out.
type Outs = [f64; OUTS];

/// The model for one number of players.
pub(super) struct Field {
    last: Final,
    players: u8,
    /// By the score: how a player goes out who has a turn in the round under way.
    fates: Vec<Fate>,
}

/// The model while it is being made, some scores at a time.
struct Building {
    field: Field,
    /// The best answers to the model so far, the lowest score first.
    answers: Vec<Endings>,
    refinements: usize,
}

impl Building {
    fn new(game: &ShutTheBox) -> Building {
        let careful =
            lane(&EndingOdds::new(&std::array::from_fn(|left| [-(left as f64)])).from(ALL), 0);
        let fates = fates_of(&[careful; LIMIT]);
        let field = Field { last: game.last, players: game.players, fates };
        Building { field, answers: Vec::new(), refinements: 0 }
    }

    /// Works out the next answers. Whether the model is complete.
    fn step(&mut self) -> bool {
        let first = self.answers.len();
        let answers = self.field.answers(first);
        self.answers.extend(answers.into_iter().take(LIMIT - first));
        if let Ok(answers) = self.answers[..].try_into() {
            self.field.fates = fates_of(answers);
            self.answers.clear();
            self.refinements += 1;
        }
        self.refinements == REFINEMENTS
    }
}

/// Where the model of this game is kept.
fn cached(game: &ShutTheBox) -> &'static Cached<Field, Building> {
    static FIELDS: [[Cached<Field, Building>; MAX_SEATS + 1]; 2] =
        [const { [const { Cached::new() }; MAX_SEATS + 1] }; 2];
    &FIELDS[usize::from(game.last == Final::Round)][usize::from(game.players)]
}

impl Field {
    /// The model for this game, if it is made.
    pub(super) fn cached(game: &ShutTheBox) -> Option<&'static Field> {
        cached(game).made.get()
    }

    /// Goes on making the model, for a part of it; how many turns were worked out.
    pub(super) fn work_out(game: &ShutTheBox) -> u64 {
        const PART: u64 = LANES as u64;
        cached(game).work_out(
            PART,
            || Building::new(game),
            |mut now, _| (PART, if now.step() { Ok(now.field) } else { Err(now) }),
        )
    }

    /// The model for this game: made once, when it is first asked for.
    pub(super) fn of(game: &ShutTheBox) -> &'static Field {
        loop {
            if let Some(field) = Field::cached(game) {
                return field;
            }
            Field::work_out(game);
        }
    }

    /// How the best turn ends at some scores, from this one on, when everybody else has it too.
    fn answers(&self, first: usize) -> [Endings; LANES] {
        let mut endings = [[0.0; LANES]; ENDINGS];
        for (lane, score) in (first..LIMIT).take(LANES).enumerate() {
            let opponents = usize::from(self.players) - 1;
            let opponent = Box::new(OpponentFate::new(&self.fates[score]));
            let chances = self.chances(&Opponents::Alike(opponent, opponents));
            for (left, ending) in endings.iter_mut().enumerate() {
                ending[lane] = self.value_after(score + left, &chances[0]);
            }
        }
        let found = EndingOdds::new(&endings).from(ALL);
        std::array::from_fn(|number| lane(&found, number))
    }

    /// The value of standing here after one's turn of the round under way, when these
    /// shares go with each way to go out. See [`Field::fate_after`].
    fn value_after(&self, score: usize, chances: &Fate) -> f64 {
        match self.fates.get(score) {
            None => chances[1][score - LIMIT],
            Some(fate) => {
                expected(&fate[..ROUNDS], &chances[1..])
                    + expected(&fate[ROUNDS..], &chances[ROUNDS..])
            }
        }
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

    /// The value of each ending of the turn for the player to move.
    pub(super) fn endings(&self, state: &State) -> Endings {
        let fates = self.fates_at(state);
        let chances = &self.chances_of_all(&fates)[state.mover.index()];
        let score = usize::from(state.score(state.mover));
        std::array::from_fn(|left| self.value_after(score + left, chances))
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
        for (seat, chances) in Seat::all(self.players).zip(self.chances_of_all(&fates)) {
            shares[seat] = expected(&fates[seat], &chances);
        }
        shares
    }

    /// For everybody, the share that goes with each way to go out, against the others.
    fn chances_of_all(&self, fates: &PerSeat<Fate>) -> Vec<Fate> {
        self.chances(&Opponents::Apart(fates.as_slice().iter().map(OpponentFate::new).collect()))
    }

    fn chances(&self, opponents: &Opponents) -> Vec<Fate> {
        match self.last {
            Final::All => lowest_of_all(opponents),
            Final::Round => lowest_of_round(opponents),
        }
    }
}

/// The mean of the chances under a fate, or under as many rounds of both.
fn expected(fate: &[Outs], chances: &[Outs]) -> f64 {
    let (fate, fate_rest) = fate.as_flattened().as_chunks::<4>();
    let (chances, chances_rest) = chances.as_flattened().as_chunks::<4>();
    let mut sum = [0.0; 4];
    for (one, other) in fate.iter().zip(chances) {
        (0..4).for_each(|n| sum[n] += one[n] * other[n]);
    }
    let rest = fate_rest.iter().zip(chances_rest).map(|(one, other)| one * other);
    sum.iter().sum::<f64>() + rest.sum::<f64>()
}

/// How a player goes out from each score, when turns at a score end like this.
fn fates_of(endings: &[Endings; LIMIT]) -> Vec<Fate> {
    let mut fates = vec![[[0.0; OUTS]; ROUNDS + 1]; LIMIT];
    for round in 1..=ROUNDS {
        for score in 0..LIMIT {
            let mut outs = [0.0; OUTS];
            for (left, chance) in endings[score].iter().enumerate() {
                match (score + left).checked_sub(LIMIT) {
                    // Anyone who is out now was in until this turn, and anyone who goes out later stands
                    // somewhere after it.
                    Some(over) if round == 1 => outs[over] += chance,
                    Some(_) => break,
                    None => {
                        let later = &fates[score + left][round - 1];
                        (0..OUTS).for_each(|out| outs[out] += chance * later[out]);
                    }
                }
            }
            fates[score][round] = outs;
        }
    }
    for fate in &mut fates {
        // Who is in for ever goes out at last.
        let out: f64 = fate.as_flattened().iter().sum();
        fate[ROUNDS][0] += (1.0 - out).max(0.0);
    }
    fates
}

/// An opponent's fate, summed up.
struct OpponentFate {
    /// Out by the end of the round, with any score.
    by: [f64; ROUNDS + 1],
    /// Out by the end of the round with just this score, and with a higher one.
    like: Fate,
    above: Fate,
}

impl OpponentFate {
    fn new(fate: &Fate) -> OpponentFate {
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
        OpponentFate { by, like, above }
    }

    /// Out by the end of the round with a higher score, or with the same by the chance `tie`: the
    /// mean of a product of these over `tie` shares a win among all who tie.
    fn behind(&self, round: usize, tie: f64) -> Outs {
        let (like, above) = (&self.like[round], &self.above[round]);
        std::array::from_fn(|out| above[out] + tie * like[out])
    }
}

/// How likely some opponents are all to have met a fate, and all but one, who meets it now.
#[derive(Clone, Copy)]
struct Met {
    all: Outs,
    but_one: Outs,
}

impl Met {
    const NOBODY: Met = Met::only([1.0; OUTS]);

    /// Where it does not matter who meets it now.
    const fn only(all: Outs) -> Met {
        Met { all, but_one: [0.0; OUTS] }
    }

    fn and(&self, other: &Met) -> Met {
        let (mut all, mut but_one) = ([0.0; OUTS], [0.0; OUTS]);
        for out in 0..OUTS {
            all[out] = self.all[out] * other.all[out];
            but_one[out] = self.but_one[out] * other.all[out] + self.all[out] * other.but_one[out];
        }
        Met { all, but_one }
    }

    /// This number of players, all alike.
    fn times(&self, opponents: usize) -> Met {
        let others = power(&self.all, opponents - 1);
        let (mut all, mut but_one) = (others, others);
        for out in 0..OUTS {
            all[out] *= self.all[out];
            but_one[out] *= opponents as f64 * self.but_one[out];
        }
        Met { all, but_one }
    }
}

/// Each number to a power.
fn power(numbers: &Outs, mut exponent: usize) -> Outs {
    let (mut power, mut square) = ([1.0; OUTS], *numbers);
    while exponent > 0 {
        if exponent % 2 == 1 {
            (0..OUTS).for_each(|out| power[out] *= square[out]);
        }
        exponent /= 2;
        (0..OUTS).for_each(|out| square[out] *= square[out]);
    }
    power
}

/// The opponents of a player.
enum Opponents {
    /// Everybody at the table, each of whom plays against all the others.
    Apart(Vec<OpponentFate>),
    /// This number of players with the same fate.
    Alike(Box<OpponentFate>, usize),
}

impl Opponents {
    /// How many look at their opponents.
    fn players(&self) -> usize {
        match self {
            Opponents::Apart(all) => all.len(),
            Opponents::Alike(..) => 1,
        }
    }

    /// What everybody's opponents have met, when one has met this.
    fn met(&self, others: &mut [Met], met: impl Fn(&OpponentFate) -> Met) {
        let all = match self {
            Opponents::Alike(opponent, number) => {
                others.fill(met(opponent).times(*number));
                return;
            }
            Opponents::Apart(all) => all.iter().map(met).collect::<Vec<Met>>(),
        };
        // Those before and those behind each.
        let mut before = Met::NOBODY;
        for (others, met) in others.iter_mut().zip(&all) {
            *others = before;
            before = before.and(met);
        }
        let mut behind = Met::NOBODY;
        for (others, met) in others.iter_mut().zip(&all).rev() {
            *others = others.and(&behind);
            behind = behind.and(met);
        }
    }
}

/// B4, B5: to be the only one in, or to have the lowest score of all when nobody is.
fn lowest_of_all(opponents: &Opponents) -> Vec<Fate> {
    let mut chances = vec![[[0.0; OUTS]; ROUNDS + 1]; opponents.players()];
    let mut met = vec![Met::NOBODY; opponents.players()];
    for (tie, weight) in NODES {
        // With the lowest score of all: but that counts only if nobody is in alone after some
        // round, the others having gone out before.
        opponents.met(&mut met, |opponent| Met::only(opponent.behind(ROUNDS, tie)));
        let mut still: Vec<Outs> = met.iter().map(|met| met.all).collect();
        for round in (1..=ROUNDS).rev() {
            opponents.met(&mut met, |opponent| {
                let (all, mut but_one) =
                    (opponent.behind(round - 1, tie), opponent.behind(round, tie));
                but_one.iter_mut().zip(&all).for_each(|(now, before)| *now -= before);
                Met { all, but_one }
            });
            for (player, met) in met.iter().enumerate() {
                let (chances, still) = (&mut chances[player][round], &mut still[player]);
                for out in 0..OUTS {
                    chances[out] += weight * (still[out] - met.all[out]);
                    still[out] -= met.but_one[out];
                }
            }
        }
        for (chances, still) in chances.iter_mut().zip(still) {
            (0..OUTS).for_each(|out| chances[0][out] += weight * still[out]);
        }
    }
    for round in 1..=ROUNDS {
        opponents.met(&mut met, |opponent| Met::only([opponent.by[round - 1]; OUTS]));
        for (chances, alone) in chances.iter_mut().zip(&met) {
            (0..OUTS).for_each(|out| chances[round][out] += alone.all[out]);
        }
    }
    chances
}

/// The same with the option that counts only those who were in when the last round began.
fn lowest_of_round(opponents: &Opponents) -> Vec<Fate> {
    let mut chances = vec![[[0.0; OUTS]; ROUNDS + 1]; opponents.players()];
    let mut beaten = vec![Met::NOBODY; opponents.players()];
    for (tie, weight) in NODES {
        for round in 1..=ROUNDS {
            opponents.met(&mut beaten, |opponent| {
                let (mut all, before) =
                    (opponent.behind(round, tie), opponent.behind(round - 1, tie));
                let by = opponent.by[round - 1];
                all.iter_mut().zip(before).for_each(|(all, before)| *all += by - before);
                Met::only(all)
            });
            for (chances, beaten) in chances.iter_mut().zip(&beaten) {
                (0..OUTS).for_each(|out| chances[round][out] += weight * beaten.all[out]);
            }
        }
    }
    chances
}
