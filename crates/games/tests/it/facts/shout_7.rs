//! Shout 7: cells and pits as points of the lattice, each with its colour.

use std::collections::{BTreeMap, BTreeSet};

use parlour_core::{Seat, Turn};
use parlour_games::find;
use parlour_session::Session;

use super::{Claim, Point, after, cell, signs};

const COLOURS: [char; 4] = ['b', 'w', 'r', 'g'];
const DIRECTIONS: [Point; 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

struct Position {
    cells: BTreeMap<Point, char>,
    pits: BTreeMap<Point, char>,
    /// The texts of the cells, of the pits and of the last field.
    texts: [String; 3],
    phase: String,
}

/// The 42 points of the ring, clockwise from the one outside m7 to the north-west.
fn ring() -> Vec<Point> {
    let mut at = (7, 14);
    let mut all = Vec::new();
    for (x, y) in [(1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1)] {
        for _ in 0..7 {
            all.push(at);
            at = (at.0 + x, at.1 + y);
        }
    }
    all
}

impl Position {
    fn read(session: &dyn Session) -> Self {
        let text = session.position();
        let fields: Vec<&str> = text.split(' ').collect();
        let cells = signs(fields[0], |y| (y - 6).max(1)).into_iter().collect();
        let pits = ring().into_iter().zip(fields[1].chars());
        let pits = pits.filter(|(_, sign)| *sign != '.').collect();
        let texts = [fields[0], fields[1], fields[4]].map(str::to_owned);
        Position { cells, pits, texts, phase: fields[3].to_owned() }
    }

    /// Whether a piece of this colour stands there and counts for a row.
    fn counts(&self, at: Point, colour: char) -> bool {
        let pits = self.texts[2].ends_with('p') && self.pits.get(&at) == Some(&colour);
        self.cells.get(&at) == Some(&colour) || pits
    }

    /// The longest row of this colour that has the point in it; 0 where no such piece stands.
    fn row_at(&self, (x, y): Point, colour: char) -> i32 {
        let ray = |(dx, dy): Point| {
            (1..).take_while(|n| self.counts((x + n * dx, y + n * dy), colour)).count() as i32
        };
        let axis = |n: usize| 1 + ray(DIRECTIONS[n]) + ray(DIRECTIONS[n + 3]);
        if self.counts((x, y), colour) { (0..3).map(axis).max().unwrap_or(0) } else { 0 }
    }

    fn longest(&self, colour: char) -> i32 {
        let all = self.cells.keys().chain(self.pits.keys());
        all.map(|&at| self.row_at(at, colour)).max().unwrap_or(0)
    }

    fn in_pits(&self, colour: char) -> i32 {
        self.pits.values().filter(|sign| **sign == colour).count() as i32
    }

    fn beside(&self, (x, y): Point) -> impl Iterator<Item = Point> + use<> {
        DIRECTIONS.iter().map(move |(dx, dy)| (x + dx, y + dy))
    }

    fn neighbours(&self, at: Point) -> impl Iterator<Item = char> + '_ {
        self.beside(at).filter_map(|at| self.cells.get(&at).copied())
    }

    /// How many pieces of their own colours the pieces on these two cells have beside them, each other apart.
    fn fellows(&self, pair: [Point; 2]) -> i32 {
        let of = |at: Point| {
            let Some(colour) = self.cells.get(&at) else { return 0 };
            let others = self.beside(at).filter(|next| !pair.contains(next));
            others.filter(|next| self.cells.get(next) == Some(colour)).count() as i32
        };
        of(pair[0]) + of(pair[1])
    }

    /// The position with this colour to push.
    fn to_push(&self, colour: char) -> Box<dyn Session> {
        let [cells, pits, last] = &self.texts;
        let text = format!("{cells} {pits} {colour} push {last}");
        (find("shout-7").expect("a game").load)(&text).expect("a position")
    }

    /// Whether two more pieces could make a row of seven at all: five stand among seven in a line.
    fn close(&self, colour: char) -> bool {
        let starts = (0..=14).flat_map(|x| (0..=14).map(move |y| (x, y)));
        starts.into_iter().any(|(x, y)| {
            DIRECTIONS[..3].iter().any(|(dx, dy)| {
                (0..7).filter(|n| self.counts((x + n * dx, y + n * dy), colour)).count() >= 5
            })
        })
    }

    /// How many pushes of this colour would make it a row of seven and win alone.
    fn wins(&self, seat: usize) -> i32 {
        let colour = COLOURS[seat];
        if !self.close(colour) {
            return 0;
        }
        let session = self.to_push(colour);
        let wins = |push: &&String| {
            let next = after(session.as_ref(), push);
            let alone = next.shares().is_some_and(|shares| shares[Seat(seat as u8)].value() == 1.0);
            alone && Position::read(next.as_ref()).longest(colour) >= 7
        };
        session.legal().iter().filter(|push| **push != "pass").filter(wins).count() as i32
    }
}

/// How many steps lead from the centre to a cell, by walking.
fn steps_from_centre(board: &Position, to: Point) -> i32 {
    let mut reached = BTreeSet::from([(7, 7)]);
    for steps in 0..=6 {
        if reached.contains(&to) {
            return steps;
        }
        let next: Vec<Point> = reached.iter().flat_map(|&at| board.beside(at)).collect();
        reached.extend(next);
    }
    7
}

pub(super) fn claims(session: &dyn Session, seat: Seat, action: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    if action == "pass" {
        return claims;
    }
    let next = after(session, action);
    let (before, now) = (Position::read(session), Position::read(next.as_ref()));
    let own = COLOURS[seat.index()];
    let over = next.turn() == Turn::Over;
    if let Some((pair, to)) = action.split_once('-') {
        let at = 1 + pair[1..].find(|c: char| c.is_alphabetic()).expect("two cells");
        let pair = [cell(&pair[..at]), cell(&pair[at..])];
        let words = ["e", "ne", "nw", "w", "sw", "se"];
        let (dx, dy) = DIRECTIONS[words.iter().position(|word| *word == to).expect("a direction")];
        let along = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        if [(dx, dy), (-dx, -dy)].contains(&along) {
            claims.push(("convoy", vec![]));
        }
        let pot = match session.seats() {
            2 => 63,
            3 => 42,
            _ => 31,
        };
        let out = now.cells.values().chain(now.pits.values()).filter(|sign| **sign == own).count();
        claims.push(("pot", vec![pot - out as i32, (pot - out as i32) / 2]));
        let row = pair.iter().map(|&at| now.row_at(at, own)).max().unwrap_or(0);
        if row >= 3 {
            claims.push(("row", vec![row]));
        }
        let joined: BTreeSet<Point> = pair.iter().flat_map(|&at| before.beside(at)).collect();
        let joined = joined.iter().filter(|at| before.cells.get(at) == Some(&own)).count();
        if joined > 0 {
            claims.push(("joins", vec![joined as i32]));
        }
        let steps = if claims.contains(&("convoy", vec![])) { 2 } else { 1 };
        let landed = pair.map(|(x, y)| (x + steps * dx, y + steps * dy));
        let (was, is) = (before.fellows(pair), now.fellows(landed));
        if is < was {
            claims.push(("parts", vec![was, is]));
        }
    } else if let Some(taken) = action.strip_prefix('x') {
        let fellows = before.neighbours(cell(taken)).filter(|sign| *sign == 'b').count();
        claims.push(("takes-off", vec![fellows as i32, 0]));
    } else {
        let (mine, others): (Vec<_>, Vec<_>) =
            before.neighbours(cell(action)).partition(|sign| *sign == own);
        if !mine.is_empty() || !others.is_empty() {
            claims.push(("beside", vec![mine.len() as i32, others.len() as i32]));
        }
        let at = cell(action);
        let pits = before.beside(at).filter(|next| ring().contains(next)).count() as i32;
        if pits > 0 {
            claims.push(("edge", vec![pits]));
        } else if let steps @ 1..=3 = steps_from_centre(&before, at) {
            claims.push(("middle", vec![steps]));
        }
    }
    for opponent in (0..usize::from(session.seats())).filter(|n| *n != seat.index()) {
        let (colour, number) = (COLOURS[opponent], opponent as i32);
        let (was, is) = (before.longest(colour), now.longest(colour));
        if is < was && was >= 3 {
            claims.push(("breaks", vec![number, was, is]));
        }
        if is > was && is >= 3 {
            claims.push(("lengthens", vec![number, is]));
        }
        let fallen = now.in_pits(colour) - before.in_pits(colour);
        if fallen > 0 {
            claims.push(("pits", vec![fallen, number, now.in_pits(colour)]));
        }
        if over || before.phase.starts_with("lay") {
            continue;
        }
        let (was, is) = (before.wins(opponent), now.wins(opponent));
        if is < was {
            claims.push(("defuses", vec![was - is, number, was]));
        }
        if is > was {
            claims.push(("gives-wins", vec![number, is - was]));
        }
    }
    if now.phase == "push" && !over {
        let wins = now.wins(seat.index());
        if wins > 0 {
            claims.push(("aims", vec![wins]));
        }
        if let Turn::Player(other) = next.turn()
            && other != seat
            && next.legal() == ["pass"]
        {
            claims.push(("no-push", vec![i32::from(other.0)]));
        }
    }
    claims
}
