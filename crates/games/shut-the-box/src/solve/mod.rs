//! The solution: best play for the win.
//!
//! The game of two and the game of three are solved: [`duel`] and [`trio`] know the value of every position
//! between two turns. More than three players are valued by [`field`], a model with
//! independent opponents; so is everything that there is no time to solve. Either way the current turn is
//! then played optimally for these values.

mod duel;
mod field;
mod round;
#[cfg(test)]
mod tests;
mod trio;
mod turn;

use std::num::NonZero;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use parlour_core::{Game, PerSeat, Seat, Share};
use parlour_search::{Certainty, Constant, Effort, MoveValues, Progress, Worked};

use super::{Final, Move, OUT_AT, ShutTheBox, State};
use duel::Duel;
use field::Field;
use round::Room;
use trio::{Building, Trio};
use turn::{ENDINGS, EndingOdds, Endings, LANES, lane};

/// A player with this number of points is out.
const LIMIT: usize = OUT_AT as usize;
/// Every score is below this: at most 44 before a turn, and 43 in it.
const HIGHEST: usize = LIMIT - 1 + ENDINGS;

/// Those who were out before the round, as far as they can still win (B5): the lowest score among
/// them, and how many have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct AlreadyOut {
    score: usize,
    players: usize,
}

/// The values of a position for three: for those who are in, in the order of their turns, and where
/// only two are, for all together who are out. All are added up and none is the rest of the others: a
/// player with a small share still has a best move, and what it gives to the others is not small.
type Values = [f64; 3];

/// B5: the share of a score of those who were in, all of whom are out now; the lowest wins.
fn share_of(score: usize, scores: &[usize], out: Option<AlreadyOut>) -> f64 {
    let before = out.map_or(usize::MAX, |out| out.score);
    let lowest = scores.iter().copied().fold(before, usize::min);
    let mut winners = scores.iter().filter(|&&score| score == lowest).count();
    if before == lowest {
        winners += out.map_or(0, |out| out.players);
    }
    if score == lowest { 1.0 / winners as f64 } else { 0.0 }
}

/// Works through items in chunks that fill the lanes, on all cores where there is enough to do.
fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&mut Room, &[T]) -> [R; LANES] + Sync,
) -> Vec<R> {
    // The number of chunks that are worth starting a thread for.
    const ENOUGH: usize = 32;
    let chunks = items.len().div_ceil(LANES);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = cores.min(chunks / ENOUGH).max(1);
    let part = |items: &[T]| {
        let mut room = Room::new();
        let each = |chunk: &[T]| work(&mut room, chunk).into_iter().take(chunk.len());
        items.chunks(LANES).flat_map(each).collect::<Vec<R>>()
    };
    if threads == 1 {
        return part(items);
    }
    let each = chunks.div_ceil(threads) * LANES;
    std::thread::scope(|scope| {
        let parts: Vec<_> = items.chunks(each).map(|items| scope.spawn(|| part(items))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("no arithmetic panics")).collect()
    })
}

/// A part of what is to be worked out for about this number of turns, at least one chunk that fills the
/// lanes: positions from `done` on.
fn slice<T>(all: &[T], done: usize, positions: u64) -> &[T] {
    let most = usize::try_from(positions).unwrap_or(usize::MAX).max(LANES);
    &all[done..done.saturating_add(most).min(all.len())]
}

/// Something that takes long to make: when it is made, or while it is, by `B`.
struct Cached<T, B> {
    made: OnceLock<T>,
    building: Mutex<Option<B>>,
}

impl<T, B> Cached<T, B> {
    const fn new() -> Self {
        Cached { made: OnceLock::new(), building: Mutex::new(None) }
    }

    /// Goes on making it, for about this number of turns; how many were worked out. `step` gets the turns that
    /// are left, and gives those that it took.
    fn work_out(
        &self,
        turns: u64,
        begin: impl Fn() -> B,
        step: impl Fn(B, u64) -> (u64, Result<T, B>),
    ) -> u64 {
        let mut building = self.building.lock().unwrap_or_else(PoisonError::into_inner);
        let mut done = 0;
        while done < turns && self.made.get().is_none() {
            let (taken, made) = step(building.take().unwrap_or_else(&begin), turns - done);
            done += taken;
            match made {
                Ok(made) => drop(self.made.set(made)),
                Err(unfinished) => *building = Some(unfinished),
            }
        }
        done
    }
}

type CachedDuel = Cached<Arc<Duel>, Box<duel::Building>>;

/// Where the game of two beside those who are out is kept.
fn cached(out: AlreadyOut) -> &'static CachedDuel {
    // By the lowest score of those who are out and how many have it.
    const PLAYERS: usize = parlour_core::MAX_SEATS - 1;
    static DUELS: [[CachedDuel; PLAYERS]; HIGHEST - LIMIT] =
        [const { [const { Cached::new() }; PLAYERS] }; HIGHEST - LIMIT];
    &DUELS[out.score - LIMIT][out.players]
}

/// The game of two beside those who are out, if it is known.
fn known_duel(out: Option<AlreadyOut>) -> Option<&'static Arc<Duel>> {
    out.map_or(Some(&*duel::SHIPPED), |out| cached(out).made.get())
}

/// Goes on with the game of two beside those who are out, for about this number of turns; how many were
/// worked out.
fn work_out_duel(out: AlreadyOut, turns: u64) -> u64 {
    let begin = || Box::new(duel::Building::new(Some(out), 0));
    cached(out).work_out(turns, begin, |mut now, turns| {
        let done = now.step(turns);
        (done, now.finished().map(Arc::new))
    })
}

/// The game of two beside those who are out, solved if it is not yet.
fn duel(out: Option<AlreadyOut>) -> &'static Arc<Duel> {
    loop {
        if let Some(duel) = known_duel(out) {
            return duel;
        }
        if let Some(out) = out {
            work_out_duel(out, u64::MAX);
        }
    }
}

/// The solved games of three, by whose scores count at the end.
static TRIOS: [Cached<Trio, Box<Building>>; 2] = [const { Cached::new() }; 2];

fn number(last: Final) -> usize {
    usize::from(last == Final::Round)
}

/// The game of three, once it is solved.
fn trio(last: Final) -> Option<&'static Trio> {
    TRIOS[number(last)].made.get()
}

/// Whether this position asks for the solution of the game of three.
fn asks_for_trio(game: &ShutTheBox, state: &State) -> bool {
    game.players == 3 && state.out == 0 && !state.over
}

/// What is worked out for a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// The game of two, beside those who are out.
    Duel(Option<AlreadyOut>),
    /// The game of three.
    Trio,
    /// The model.
    Field,
}

impl Method {
    /// The game of three is solved in seconds and that of two beside others in less than one;
    /// the model, and the game of two with nobody out, are there at once.
    fn at(game: &ShutTheBox, state: &State, effort: Effort) -> Method {
        let two = u32::from(game.players) - state.out.count_ones() == 2;
        match two.then(|| already_out(game, state).0) {
            Some(None) => Method::Duel(None),
            _ if effort == Effort::Quick => Method::Field,
            Some(out) => Method::Duel(out),
            None if asks_for_trio(game, state) => Method::Trio,
            None => Method::Field,
        }
    }

    fn is_cached(self, game: &ShutTheBox) -> bool {
        match self {
            Method::Duel(out) => known_duel(out).is_some(),
            Method::Trio => trio(game.last).is_some(),
            Method::Field => Field::cached(game).is_some(),
        }
    }
}

/// Goes on with what this position asks for and is not at hand yet, for about this number of turns.
///
/// All is worked out a slice at a time, and once for all callers. The model is made first: it evaluates
/// until the game of three is solved.
pub(super) fn work_out(game: &ShutTheBox, state: &State, effort: Effort, turns: u64) -> Worked {
    let method = Method::at(game, state, effort);
    if state.over || method.is_cached(game) {
        return Worked::NONE;
    }
    let model = method == Method::Field || Field::cached(game).is_none();
    let nodes = match method {
        Method::Duel(out) => out.map_or(0, |out| work_out_duel(out, turns)),
        Method::Trio if !model => work_out_trio(game.last, turns),
        _ => Field::work_out(game),
    };
    let solved = method.is_cached(game);
    let improved = solved || (method == Method::Trio && model && Field::cached(game).is_some());
    let progress = if solved { Progress::Done } else { Progress::More };
    Worked { nodes, improved, progress }
}

/// Goes on with the game of three, for about this number of turns; how many were worked out.
fn work_out_trio(last: Final, turns: u64) -> u64 {
    let begin = || Box::new(Building::new(last, 0));
    TRIOS[number(last)].work_out(turns, begin, |mut now, turns| {
        let done = match now.wanted() {
            None => now.step(turns),
            Some(out) => match known_duel(out) {
                None => out.map_or(0, |out| work_out_duel(out, turns)),
                Some(duel) => {
                    now.take(Arc::clone(duel));
                    0
                }
            },
        };
        (done, now.finished())
    })
}

/// Whether there is something to evaluate a position by: a solution or the model.
pub(super) fn is_cached(game: &ShutTheBox, state: &State, effort: Effort) -> bool {
    let method = Method::at(game, state, effort);
    state.over
        || method.is_cached(game)
        || (method == Method::Trio && Field::cached(game).is_some())
}

/// How many turns it takes to solve the game of two beside others from nothing: see
/// [`duel::Building::step`].
const TURNS_OF_DUEL: u64 = 8_190;

/// The same for the game of three; a few more, to be sure.
fn turns_of_trio(last: Final) -> u64 {
    match last {
        // Beside each score that the first to go out may have, two play on.
        Final::All => 900_000,
        Final::Round => 720_000,
    }
}

/// About how many turns must be worked out for this position, from nothing, not counting what
/// is there at once.
pub(super) fn cost(game: &ShutTheBox, state: &State) -> u64 {
    match Method::at(game, state, Effort::Whole) {
        Method::Trio => turns_of_trio(game.last),
        Method::Duel(Some(_)) => TURNS_OF_DUEL,
        Method::Duel(None) | Method::Field => 0,
    }
}

/// Whether a position is solved at once: two are in, and nobody else can win.
pub(super) fn known_at_once(game: &ShutTheBox, state: &State) -> bool {
    Method::at(game, state, Effort::Quick) == Method::Duel(None)
}

/// Whether a position can be solved, and need not be evaluated by the model.
pub(super) fn is_exact(game: &ShutTheBox, state: &State) -> bool {
    state.over || Method::at(game, state, Effort::Whole) != Method::Field
}

/// What is known about the game as such.
pub(super) fn constants() -> Vec<Constant> {
    // The tests of one turn compare both fractions with its solution.
    let exactly =
        |name, fraction: &str, value| Constant { name, fraction: Some(fraction.to_owned()), value };
    vec![
        exactly(
            "fewest points to be expected of a turn",
            "234384832645/19591041024",
            234_384_832_645.0 / 19_591_041_024.0,
        ),
        exactly(
            "best chance to shut the box in a turn",
            "261972817/4897760256",
            261_972_817.0 / 4_897_760_256.0,
        ),
        Constant {
            name: "share of the win of player 1 of two, at 0-0",
            fraction: None,
            value: duel(None).first([0, 0])[0],
        },
    ]
}

/// Evaluates any position, by what has been worked out so far: see [`work_out`].
pub(super) fn evaluate(game: &ShutTheBox, state: &State, effort: Effort) -> MoveValues<Move> {
    evaluate_by(trio, game, state, effort)
}

/// The same by a solution of the game of three that may be of one's own.
fn evaluate_by(
    trio: fn(Final) -> Option<&'static Trio>,
    game: &ShutTheBox,
    state: &State,
    effort: Effort,
) -> MoveValues<Move> {
    if let Some(shares) = game.shares(state) {
        let shares = shares.map(Share::value);
        return MoveValues { shares, moves: Vec::new(), certainty: Certainty::Exact };
    }
    verdict(&Rest::of(trio, game, state, effort), game, state)
}

/// Evaluates by the model of the field even what is solved, to see how good the model is.
pub(super) fn evaluate_by_model(game: &ShutTheBox, state: &State, _: Effort) -> MoveValues<Move> {
    verdict(&Rest::Modelled(Field::of(game)), game, state)
}

/// The moves, when this comes after the turn.
fn verdict(rest: &Rest, game: &ShutTheBox, state: &State) -> MoveValues<Move> {
    let mut odds = EndingOdds::new(&rest.own(state).map(|value| [value]));
    let mut mean = |lids: u16| rest.shares(state, &lane(&odds.from(lids), 0));
    let mut moves = Vec::new();
    game.for_each_move(state, |mv| {
        moves.push((mv, mean(state.lids & !mv.0)));
    });
    let own = |value: &PerSeat<f64>| value[state.mover];
    // A stable sort: of two that are worth the same, the first in the game's order stays first.
    moves.sort_by(|(_, one), (_, other)| own(other).total_cmp(&own(one)));
    let shares = moves.first().map_or_else(|| mean(state.lids), |&(_, shares)| shares);
    MoveValues { shares, moves, certainty: rest.certainty() }
}

/// What comes after the turn under way.
enum Rest {
    /// Everybody's share for each number of points that the turn may leave open.
    Known(Box<[PerSeat<f64>; ENDINGS]>),
    /// A guess.
    Modelled(&'static Field),
}

impl Rest {
    fn of(
        trio: fn(Final) -> Option<&'static Trio>,
        game: &ShutTheBox,
        state: &State,
        effort: Effort,
    ) -> Rest {
        match Method::at(game, state, effort) {
            Method::Duel(_) => return Rest::Known(Box::new(rest_of_two(game, state))),
            Method::Trio => {
                if let Some(trio) = trio(game.last) {
                    return Rest::Known(Box::new(rest_of_three(trio, state)));
                }
            }
            Method::Field => {}
        }
        Rest::Modelled(Field::of(game))
    }

    fn certainty(&self) -> Certainty {
        match self {
            Rest::Known(_) => Certainty::Exact,
            Rest::Modelled(_) => Certainty::Estimated,
        }
    }

    /// The value of each ending for the player to move.
    fn own(&self, state: &State) -> Endings {
        match self {
            Rest::Known(shares) => std::array::from_fn(|left| shares[left][state.mover]),
            Rest::Modelled(field) => field.endings(state),
        }
    }

    /// Everybody's share when the turn ends in these ways.
    fn shares(&self, state: &State, endings: &Endings) -> PerSeat<f64> {
        let known = match self {
            Rest::Known(known) => known,
            Rest::Modelled(field) => return field.shares(state, endings),
        };
        let mut shares = PerSeat::new(known[0].seats(), 0.0);
        for (chance, ending) in endings.iter().zip(known.iter()) {
            ending.iter().for_each(|(seat, share)| shares[seat] += chance * share);
        }
        // A sum of rounded products may end a hair above the whole.
        shares.map(|share| share.min(1.0))
    }
}

/// Everybody's share for each ending, when only two were in before the round.
fn rest_of_two(game: &ShutTheBox, state: &State) -> [PerSeat<f64>; ENDINGS] {
    let mut in_before = Seat::all(game.players).filter(|&seat| !state.was_out(seat));
    let mut next = || in_before.next().expect("two are in");
    let playing = [next(), next()];
    let (out, winners) = already_out(game, state);
    let duel = duel(out);
    std::array::from_fn(|left| {
        let mut scores = playing.map(|seat| usize::from(state.score(seat)));
        let value = if state.mover == playing[0] {
            scores[0] += left;
            duel.second(scores)
        } else {
            scores[1] += left;
            duel.after(scores)
        };
        let rest = value[2] / winners.len().max(1) as f64;
        let mut shares = PerSeat::new(game.players, 0.0);
        winners.iter().for_each(|&seat| shares[seat] = rest);
        playing.into_iter().zip(value).for_each(|(seat, value)| shares[seat] = value);
        shares
    })
}

/// Everybody's share for each ending in a game of three with all of them in.
fn rest_of_three(trio: &Trio, state: &State) -> [PerSeat<f64>; ENDINGS] {
    std::array::from_fn(|left| {
        let mut scores = [0, 1, 2].map(|seat| usize::from(state.score(Seat(seat))));
        scores[state.mover.index()] += left;
        let value = match state.mover {
            Seat(0) => trio.second(scores),
            Seat(1) => trio.third(scores),
            _ => trio.after(scores),
        };
        let mut shares = PerSeat::new(3, 0.0);
        (0..3).map(Seat).zip(value).for_each(|(seat, value)| shares[seat] = value);
        shares
    })
}

/// Those who were out before the round and can still win: what the game of two needs to know of
/// them, and who they are.
fn already_out(game: &ShutTheBox, state: &State) -> (Option<AlreadyOut>, Vec<Seat>) {
    let counts = |seat: &Seat| game.last == Final::All && state.was_out(*seat);
    let out: Vec<Seat> = Seat::all(game.players).filter(counts).collect();
    let lowest = out.iter().map(|&seat| state.score(seat)).min();
    let winners: Vec<Seat> =
        out.into_iter().filter(|&seat| Some(state.score(seat)) == lowest).collect();
    let known =
        lowest.map(|score| AlreadyOut { score: usize::from(score), players: winners.len() });
    (known, winners)
}
