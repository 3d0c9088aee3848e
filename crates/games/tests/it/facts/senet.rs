//! Senet: thirty squares as letters.

use parlour_core::Seat;
use parlour_session::Session;

use super::{Claim, after, legal_in};

/// The chances of a throw of 1 to 5 in 16.
const WEIGHTS: [i32; 5] = [4, 6, 4, 1, 1];

struct Position {
    squares: Vec<char>,
    odd: char,
}

impl Position {
    fn read(session: &dyn Session) -> Self {
        let text = session.position();
        let fields: Vec<&str> = text.split(' ').collect();
        let odd = fields[2].chars().next().expect("a sign");
        Position { squares: fields[0].chars().collect(), odd }
    }

    fn at(&self, square: i32) -> char {
        self.squares[square as usize - 1]
    }

    fn on_board(&self, colour: char) -> Vec<i32> {
        (1..=30).filter(|&square| self.at(square) == colour).collect()
    }

    /// Where a player could land with this throw, as the pieces stand.
    fn landings(&self, colour: char, throw: usize) -> Vec<i32> {
        let squares: String = self.squares.iter().collect();
        let moves = legal_in("senet", &format!("{squares} {colour} {} {throw}", self.odd));
        let landing = |mv: &String| mv.split_once('/').map(|(_, to)| to.parse().expect("a square"));
        moves.iter().filter_map(landing).collect()
    }

    /// With how many of 16 throws a player could bump a piece that stands on one of these squares.
    fn bumps(&self, colour: char, on: &[i32]) -> i32 {
        let hits = |throw: usize| {
            let other = |&square: &i32| ![colour, '.'].contains(&self.at(square));
            self.landings(colour, throw).iter().filter(|s| other(s)).any(|s| on.contains(s))
        };
        (1..=5).filter(|&throw| hits(throw)).map(|throw| WEIGHTS[throw - 1]).sum()
    }

    /// The squares that a player's pieces have reached for good: those of the sequence before its first gap.
    fn reached(&self, colour: char) -> i32 {
        if self.odd == '-' {
            return 0;
        }
        let first = if self.odd == colour { 1 } else { 2 };
        (0..10).take_while(|n| self.at(first + 2 * n) == colour).count() as i32
    }

    fn to_go(&self, colour: char) -> i32 {
        let board = self.on_board(colour);
        let waiting = 10 - board.len() as i32;
        let first = if self.odd == colour { 1 } else { 2 };
        let ends: i32 = (0..10).map(|n| first + 2 * n).sum();
        board.iter().sum::<i32>() + 31 * waiting - ends
    }
}

pub(super) fn claims(session: &dyn Session, seat: Seat, action: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    let Some((from, to)) = action.split_once('/') else { return claims };
    let (own, other) = if seat == Seat(0) { ('b', 'w') } else { ('w', 'b') };
    let opponent = i32::from(1 - seat.0);
    let to: i32 = to.parse().expect("a square");
    let next = after(session, action);
    let (before, now) = (Position::read(session), Position::read(next.as_ref()));
    if before.at(to) == other {
        claims.push(("bump", vec![31 - to]));
    }
    if from == "off" && session.legal().iter().any(|other| !other.starts_with("off")) {
        claims.push(("enters", vec![10 - now.on_board(own).len() as i32]));
    }
    if before.odd == '-' && to == 1 {
        claims.push(("claims", vec![]));
    }
    let (was, is) = (before.reached(own), now.reached(own));
    if is > was {
        claims.push(("final", vec![is - was, is]));
        if (7..10).contains(&is) {
            claims.push(("to-fill", vec![10 - is]));
        }
    }
    if next.shares().is_some() {
        return claims;
    }
    let risk = from.parse().map_or(0, |from| before.bumps(other, &[from]));
    let risks = now.bumps(other, &[to]);
    if risks < risk {
        claims.push(("out-of-danger", vec![risk, risks]));
    }
    if risks > risk {
        claims.push(("into-danger", vec![opponent, risks]));
    }
    let all: Vec<i32> = (1..=30).collect();
    if before.bumps(other, &all) > 0 && now.bumps(other, &all) == 0 {
        claims.push(("safe", vec![opponent]));
    }
    let aims = now.bumps(own, &all);
    if aims > before.bumps(own, &all) {
        claims.push(("aims", vec![aims, opponent]));
    }
    let stuck = (1..=5).filter(|&throw| now.landings(own, throw).is_empty());
    let stuck: i32 = stuck.map(|throw| WEIGHTS[throw - 1]).sum();
    if stuck > 0 {
        claims.push(("stuck", vec![stuck]));
    }
    if now.odd != '-' && now.to_go(own) < now.to_go(other) {
        claims.push(("race", vec![now.to_go(own), now.to_go(other), opponent]));
    }
    claims
}
