//! Outwit: the board as a map from square to letter.

use std::collections::{BTreeMap, BTreeSet};

use parlour_core::Seat;
use parlour_session::Session;

use super::{Claim, Point, after, legal_in, signs};

type Board = BTreeMap<Point, char>;

/// The board, the board's text, and the count for O7.
fn read(session: &dyn Session) -> (Board, String, i32) {
    let text = session.position();
    let fields: Vec<&str> = text.split(' ').collect();
    let board = signs(fields[0], |_| 1).into_iter().collect();
    (board, fields[0].to_owned(), fields[2].parse().expect("a count"))
}

fn in_corner((file, rank): Point, letter: char) -> bool {
    if letter == 'l' { file >= 7 && rank >= 8 } else { file <= 3 && rank <= 3 }
}

/// The two squares of a slide.
fn split(slide: &str) -> (Point, Point) {
    let at = 1 + slide[1..].find(|c: char| c.is_alphabetic()).expect("two squares");
    let square = |name: &str| {
        let file = i32::from(name.as_bytes()[0] - b'a') + 1;
        (file, name[1..].parse().expect("a rank"))
    };
    (square(&slide[..at]), square(&slide[at..]))
}

/// What a side's chips outside its corner could do on this board.
struct Slides {
    count: i32,
    movable: BTreeSet<Point>,
    homeward: BTreeSet<Point>,
}

fn slides(board: &str, letter: char) -> Slides {
    let mut all = Slides { count: 0, movable: BTreeSet::new(), homeward: BTreeSet::new() };
    for slide in legal_in("outwit", &format!("{board} {letter} 0")) {
        if slide == "pass" {
            continue;
        }
        all.count += 1;
        let (from, to) = split(&slide);
        if !in_corner(from, letter) {
            if in_corner(to, letter) {
                all.homeward.insert(from);
            }
            all.movable.insert(from);
        }
    }
    all
}

fn home(board: &Board, letter: char) -> i32 {
    let own = |(square, sign): &(&Point, &char)| {
        sign.to_ascii_lowercase() == letter && in_corner(**square, letter)
    };
    board.iter().filter(own).count() as i32
}

/// Where the chip that set out from `start` may stop when it slides from `from`.
fn stops(board: &Board, start: Point, from: Point) -> Vec<Point> {
    let sign = board[&start];
    let (own, other) = if sign.eq_ignore_ascii_case(&'l') { ('l', 'd') } else { ('d', 'l') };
    let mut stops = Vec::new();
    for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)] {
        if dx != 0 && dy != 0 && sign.is_lowercase() {
            continue;
        }
        let mut way = Vec::new();
        let mut at = from;
        loop {
            let next = (at.0 + dx, at.1 + dy);
            let on_board = (1..=9).contains(&next.0) && (1..=10).contains(&next.1);
            let taken = board.contains_key(&next) && next != start;
            // O2: nothing leaves its corner.
            let leaves = in_corner(at, own) && !in_corner(next, own);
            if !on_board || in_corner(next, other) || taken || leaves {
                break;
            }
            way.push(next);
            at = next;
        }
        if sign.is_uppercase() {
            stops.extend(way);
        } else {
            stops.extend(way.last());
        }
    }
    stops
}

/// In how many slides a chip comes home if no other moves.
fn slides_home(board: &Board, chip: Point) -> Option<i32> {
    let letter = board[&chip].to_ascii_lowercase();
    let mut reached = BTreeSet::from([chip]);
    let mut edge = vec![chip];
    for slides in 1.. {
        let mut next: Vec<_> = edge.iter().flat_map(|&from| stops(board, chip, from)).collect();
        if next.iter().any(|&at| in_corner(at, letter)) {
            return Some(slides);
        }
        next.retain(|&at| reached.insert(at));
        if next.is_empty() {
            return None;
        }
        edge = next;
    }
    None
}

/// What a slide does to ways home of more than one slide.
fn ways(
    before: &Board,
    now: &Board,
    own: char,
    opponent: i32,
    from: Point,
    to: Point,
) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    if !in_corner(from, own) && !in_corner(to, own) {
        match (slides_home(before, from), slides_home(now, to)) {
            (None, Some(is)) if is != 1 => claims.push(("frees", vec![is])),
            (Some(was), Some(is)) if is < was && is != 1 => claims.push(("nearer", vec![is, was])),
            (Some(was), Some(is)) if is > was => claims.push(("further", vec![is, was])),
            (Some(_), None) => claims.push(("strands", vec![])),
            _ => {}
        }
    }
    let mut counts = BTreeMap::new();
    for (&square, sign) in before {
        let letter = sign.to_ascii_lowercase();
        if in_corner(square, letter) || now.get(&square) != Some(sign) {
            continue;
        }
        let [was, is] = [before, now].map(|board| slides_home(board, square).unwrap_or(1000));
        let kind = match (letter == own, is < was) {
            (true, true) if is > 1 => "shortens",
            (true, false) if is > was && was > 1 => "lengthens",
            (false, true) if is > 1 => "helps",
            (false, false) if is > was && was > 1 => "hinders",
            _ => continue,
        };
        *counts.entry(kind).or_insert(0) += 1;
    }
    for (kind, count) in counts {
        let args = if kind.ends_with("ns") { vec![count] } else { vec![count, opponent] };
        claims.push((kind, args));
    }
    claims
}

pub(super) fn claims(session: &dyn Session, seat: Seat, action: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    if action == "pass" {
        return claims;
    }
    let (own, other) = if seat == Seat(0) { ('l', 'd') } else { ('d', 'l') };
    let opponent = i32::from(1 - seat.0);
    let next = after(session, action);
    let ((before, before_text, quiet), (now, now_text, _)) = (read(session), read(next.as_ref()));
    let (from, to) = split(action);
    let (mine, theirs) = (home(&now, own), home(&now, other));
    let enters = in_corner(to, own) && !in_corner(from, own);
    if enters {
        claims.push(("home", vec![mine]));
        if before[&from].is_uppercase() {
            claims.push(("power-home", vec![]));
        }
        if mine > theirs {
            claims.push(("leads", vec![mine, opponent, theirs]));
        }
    } else if (80..100).contains(&(quiet + 1)) {
        claims.push(("quiet", vec![100 - (quiet + 1)]));
    }
    if mine == 9 || quiet + 1 == 100 && !enters {
        return claims;
    }
    claims.extend(ways(&before, &now, own, opponent, from, to));
    let [mine, theirs] =
        [own, other].map(|side| [&before_text, &now_text].map(|b| slides(b, side)));
    let mut count = |kind, set: BTreeSet<&Point>, args: &dyn Fn(i32) -> Vec<i32>| {
        if !set.is_empty() {
            claims.push((kind, args(set.len() as i32)));
        }
    };
    let new: BTreeSet<_> = mine[1].homeward.difference(&mine[0].homeward).collect();
    count("opens-own", new.iter().copied().filter(|s| **s != to).collect(), &|n| vec![n]);
    let lost: BTreeSet<_> = theirs[0].homeward.difference(&theirs[1].homeward).collect();
    count("closes", lost, &|n| vec![n, opponent]);
    let won: BTreeSet<_> = theirs[1].homeward.difference(&theirs[0].homeward).collect();
    count("opens-theirs", won, &|n| vec![n, opponent]);
    let shut: BTreeSet<_> = theirs[0].movable.difference(&theirs[1].movable).collect();
    count("shuts-in", shut, &|n| vec![n, opponent]);
    let shut = mine[0].movable.difference(&mine[1].movable).filter(|s| **s != from);
    count("shuts-own", shut.collect(), &|n| vec![n]);
    if mine[1].homeward.contains(&to) && !mine[0].homeward.contains(&from) {
        let name = format!("{}{}", char::from(b'a' + to.0 as u8 - 1), to.1);
        claims.push(("lines-up", vec![super::site(session, &name)]));
    }
    let taken = theirs[0].count - theirs[1].count;
    if taken >= 3 {
        claims.push(("room", vec![taken, opponent, theirs[0].count]));
    }
    if mine[1].count - mine[0].count >= 3 {
        claims.push(("gains-room", vec![mine[1].count, mine[0].count]));
    }
    claims
}
