//! Outwit: the board as a map from square to letter.

use std::collections::{BTreeMap, BTreeSet};

use parlour_core::Seat;
use parlour_games::Session;

use super::{Claim, after, legal_in};

type Board = BTreeMap<String, char>;

/// The board, the board's text, and the count for O7.
fn read(session: &dyn Session) -> (Board, String, i32) {
    let text = session.position();
    let fields: Vec<&str> = text.split(' ').collect();
    let mut board = Board::new();
    for (row, rank) in fields[0].split('/').zip((1..=10).rev()) {
        let mut file = 0;
        for sign in row.chars() {
            match sign.to_digit(10) {
                Some(empty) => file += empty,
                None => {
                    let name = char::from(b'a' + file as u8);
                    board.insert(format!("{name}{rank}"), sign);
                    file += 1;
                }
            }
        }
    }
    (board, fields[0].to_owned(), fields[2].parse().expect("a count"))
}

fn in_corner(square: &str, letter: char) -> bool {
    let (file, rank) = square.split_at(1);
    let rank: u32 = rank.parse().expect("a rank");
    match letter {
        'l' => "ghi".contains(file) && rank >= 8,
        _ => "abc".contains(file) && rank <= 3,
    }
}

fn split(slide: &str) -> (String, String) {
    let at = 1 + slide[1..].find(|c: char| c.is_alphabetic()).expect("two squares");
    (slide[..at].to_owned(), slide[at..].to_owned())
}

/// What a side's chips outside its corner could do on this board.
struct Slides {
    count: i32,
    movable: BTreeSet<String>,
    homeward: BTreeSet<String>,
}

fn slides(board: &str, letter: char) -> Slides {
    let mut all = Slides { count: 0, movable: BTreeSet::new(), homeward: BTreeSet::new() };
    for slide in legal_in("outwit", &format!("{board} {letter} 0")) {
        if slide == "pass" {
            continue;
        }
        all.count += 1;
        let (from, to) = split(&slide);
        if !in_corner(&from, letter) {
            if in_corner(&to, letter) {
                all.homeward.insert(from.clone());
            }
            all.movable.insert(from);
        }
    }
    all
}

fn home(board: &Board, letter: char) -> i32 {
    let own = |(square, sign): &(&String, &char)| {
        sign.to_ascii_lowercase() == letter && in_corner(square, letter)
    };
    board.iter().filter(own).count() as i32
}

pub(super) fn claims(session: &dyn Session, seat: Seat, action: &str) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    if action == "pass" {
        return claims;
    }
    let (own, other) = if seat == Seat(0) { ('l', 'd') } else { ('d', 'l') };
    let rival = i32::from(1 - seat.0);
    let next = after(session, action);
    let ((before, before_text, quiet), (now, now_text, _)) = (read(session), read(next.as_ref()));
    let (from, to) = split(action);
    let (mine, theirs) = (home(&now, own), home(&now, other));
    let enters = in_corner(&to, own) && !in_corner(&from, own);
    if enters {
        claims.push(("home", vec![mine]));
        if before[&from].is_uppercase() {
            claims.push(("power-home", vec![]));
        }
        if mine > theirs {
            claims.push(("leads", vec![mine, rival, theirs]));
        }
    } else if (80..100).contains(&(quiet + 1)) {
        claims.push(("quiet", vec![100 - (quiet + 1)]));
    }
    if mine == 9 || quiet + 1 == 100 && !enters {
        return claims;
    }
    let [mine, theirs] =
        [own, other].map(|side| [&before_text, &now_text].map(|b| slides(b, side)));
    let mut count = |kind, set: BTreeSet<&String>, args: &dyn Fn(i32) -> Vec<i32>| {
        if !set.is_empty() {
            claims.push((kind, args(set.len() as i32)));
        }
    };
    let new: BTreeSet<_> = mine[1].homeward.difference(&mine[0].homeward).collect();
    count("opens-own", new.iter().copied().filter(|s| **s != to).collect(), &|n| vec![n]);
    let lost: BTreeSet<_> = theirs[0].homeward.difference(&theirs[1].homeward).collect();
    count("closes", lost, &|n| vec![n, rival]);
    let won: BTreeSet<_> = theirs[1].homeward.difference(&theirs[0].homeward).collect();
    count("opens-theirs", won, &|n| vec![n, rival]);
    let shut: BTreeSet<_> = theirs[0].movable.difference(&theirs[1].movable).collect();
    count("shuts-in", shut, &|n| vec![n, rival]);
    let shut = mine[0].movable.difference(&mine[1].movable).filter(|s| **s != from);
    count("shuts-own", shut.collect(), &|n| vec![n]);
    if mine[1].homeward.contains(&to) && !mine[0].homeward.contains(&from) {
        claims.push(("lines-up", vec![super::site(session, &to)]));
    }
    let taken = theirs[0].count - theirs[1].count;
    if taken >= 5 {
        claims.push(("room", vec![taken, rival, theirs[0].count]));
    }
    claims
}
