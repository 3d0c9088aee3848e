//! Facts about a move that the rules can check: what hints, the coach and verdicts give as reasons.
//!
//! A game gives its own in [`Guide::facts`](crate::Guide::facts). [`general`] gives those that follow from the rules alone.

use std::ops::ControlFlow;

use crate::game::{Action, Game, Turn, count_chances};
use crate::history::GameHistory;
use crate::label;
use crate::label::Label;
use crate::scene::SiteId;
use crate::seat::{Seat, Shares};

/// Something about a move that is true on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveFact {
    /// What kind of fact it is: `wins`, `bump`. One kind has one meaning in a game.
    pub kind: &'static str,
    /// How much it speaks for the move, from 100 (it wins) to −100 (it loses).
    pub weight: i16,
    /// Where it can be seen on the board.
    pub sites: Vec<SiteId>,
    /// One sentence. Its subject is the move: "Wins the game at once." Its arguments are the fact's
    /// numbers, sites and seats.
    pub label: Label,
}

impl MoveFact {
    /// A fact that is seen nowhere in particular.
    pub fn new(kind: &'static str, weight: i16, label: impl Into<Label>) -> Self {
        MoveFact { kind, weight, sites: Vec::new(), label: label.into() }
    }

    /// With the sites where it can be seen.
    pub fn at(self, sites: impl IntoIterator<Item = SiteId>) -> Self {
        MoveFact { sites: sites.into_iter().collect(), ..self }
    }
}

/// The kinds that [`general`] gives.
pub const GENERAL: [&str; 7] =
    ["only-move", "wins", "loses", "shares", "stops-win", "lets-win", "forces-win"];

/// [`general`] looks at no more positions than this behind one move.
const MOST_POSITIONS: u64 = 400_000;

/// What the rules alone say about a legal move: whether it is the only one, whether it ends the game,
/// and whether it lets or makes somebody win by the next moves. In a game with secrets only the first is
/// said, for the rest depends on what is hidden.
pub fn general<G: Game>(game: &G, history: &GameHistory<G>, mv: G::Move) -> Vec<MoveFact> {
    let Turn::Player(mover) = history.turn(game) else { return Vec::new() };
    let mut facts = Vec::new();
    let moves = game.count_moves(history.state());
    if moves == 1 {
        facts.push(MoveFact::new("only-move", 99, "Is the only legal move."));
    }
    if !G::OPEN {
        return facts;
    }
    let after = |mv| {
        let mut after = history.clone();
        after.apply(game, Action::Move(mv));
        *after.state()
    };
    let next = after(mv);
    if let Some(shares) = game.shares(&next) {
        facts.push(ending(&shares, mover));
        return facts;
    }
    let replies = replies(game, &next);
    if moves.saturating_mul(replies) <= MOST_POSITIONS {
        facts.extend(defence(game, history, mover, mv, &next, after));
    }
    facts.extend(attack(game, mover, &next));
    facts
}

/// A move that ends the game.
fn ending(shares: &Shares, mover: Seat) -> MoveFact {
    let winners = || shares.iter().filter(|(_, share)| share.value() > 0.0).map(|(seat, _)| seat);
    let seats = winners().fold(0, |all, seat| all | 1 << seat.0);
    match (winners().any(|seat| seat == mover), winners().count()) {
        (true, 1) => MoveFact::new("wins", 100, "Wins the game at once."),
        (true, _) => MoveFact::new("shares", 30, label!("Ends the game: {seats} share it.", seats)),
        (false, _) => {
            MoveFact::new("loses", -100, label!("Ends the game, and {seats} [wins|win].", seats))
        }
    }
}

/// How many moves the next player has; after a throw, about as many as one has.
fn replies<G: Game>(game: &G, state: &G::State) -> u64 {
    match game.turn(state) {
        Turn::Player(_) => game.count_moves(state),
        Turn::Chance => count_chances(game, state),
        Turn::Over => 0,
    }
}

/// Whether the next player, who is not `mover`, can win at once: who, and in how many of how many cases.
fn danger<G: Game>(game: &G, mover: Seat, state: &G::State) -> Option<(Seat, u32, u32)> {
    let wins = |state: &G::State| match game.turn(state) {
        Turn::Player(seat) if seat != mover => can_win(game, state, seat).then_some(seat),
        _ => None,
    };
    if game.turn(state) != Turn::Chance {
        return wins(state).map(|seat| (seat, 1, 1));
    }
    let (mut winner, mut cases, mut all) = (None, 0, 0);
    game.for_each_chance(state, |chance, weight| {
        let mut thrown = *state;
        game.resolve(&mut thrown, chance);
        all += weight;
        if let Some(seat) = wins(&thrown) {
            (winner, cases) = (winner.or(Some(seat)), cases + weight);
        }
    });
    winner.map(|seat| (seat, cases, all))
}

/// Whether `seat`, who is to act, has a move that wins alone and at once.
fn can_win<G: Game>(game: &G, state: &G::State, seat: Seat) -> bool {
    let sole = Shares::sole(game.seats(), seat);
    let found = game.moves(state, |mv| {
        let mut after = *state;
        game.play(&mut after, mv);
        match game.shares(&after) {
            Some(shares) if shares == sole => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    found.is_break()
}

/// Whether the move lets the next player win at once, or stops that where most other moves do not.
fn defence<G: Game>(
    game: &G,
    history: &GameHistory<G>,
    mover: Seat,
    mv: G::Move,
    next: &G::State,
    after: impl Fn(G::Move) -> G::State,
) -> Option<MoveFact> {
    match danger(game, mover, next) {
        Some((seat, _, 1)) => {
            let label = label!("Lets {seat} win at once.", seat);
            Some(MoveFact::new("lets-win", -95, label))
        }
        Some((seat, cases, all)) => {
            let words = "Lets {seat} win at once in {number} of {number} cases.";
            let weight = -20 - (70 * cases / all) as i16;
            Some(MoveFact::new("lets-win", weight, label!(words, seat, cases, all)))
        }
        None => {
            let (mut others, mut losing, mut winner) = (0u32, 0u32, None);
            game.for_each_move(history.state(), |other| {
                if other == mv {
                    return;
                }
                others += 1;
                if let Some((seat, ..)) = danger(game, mover, &after(other)) {
                    (losing, winner) = (losing + 1, Some(seat));
                }
            });
            // Where few moves lose, nothing was threatened.
            let seat = winner.filter(|_| 2 * losing >= others)?;
            let words =
                "Stops {seat} from winning at once; {number} of {number} other moves do not.";
            Some(MoveFact::new("stops-win", 90, label!(words, seat, losing, others)))
        }
    }
}

/// Whether the mover wins by the next move after every reply, or after most: games of two without chance.
fn attack<G: Game>(game: &G, mover: Seat, next: &G::State) -> Option<MoveFact> {
    let Turn::Player(seat) = game.turn(next) else { return None };
    let replies = game.count_moves(next);
    if seat == mover || replies.saturating_mul(replies) > MOST_POSITIONS {
        return None;
    }
    let (mut all, mut won) = (0u32, 0u32);
    game.for_each_move(next, |reply| {
        let mut answered = *next;
        game.play(&mut answered, reply);
        let mine = game.turn(&answered) == Turn::Player(mover);
        all += 1;
        won += u32::from(mine && can_win(game, &answered, mover));
    });
    if won == all {
        let label = label!("Wins next turn, whatever {seat} [does|do].", seat);
        return Some(MoveFact::new("forces-win", 96, label));
    }
    let words = "Threatens to win next turn: {number} of {seat's} {number} replies stop it.";
    let label = label!(words, all - won, seat, all);
    (2 * won >= all).then(|| MoveFact::new("forces-win", 75, label))
}
