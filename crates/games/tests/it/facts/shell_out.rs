//! Shell-Out: the board worked out from its description, the shells read from the mover's view.

use std::collections::{BTreeMap, BTreeSet};

use parlour_core::{Seat, Viewer};
use parlour_session::Session;

use super::{Claim, Point, cell, signs};

/// The directions of alleys 1 to 6.
const ALLEYS: [Point; 6] = [(1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1)];
const CENTRE: Point = (7, 7);

/// What a spot is, with the number of its alley, way or field from 0.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Centre,
    KeepOff,
    Alley(usize),
    EasyWay(usize),
    Field(usize),
    ShellOut(usize),
}

fn board() -> BTreeMap<Point, Kind> {
    let at = |k: usize, i: i32, j: i32| {
        let ((a, b), (c, d)) = (ALLEYS[k], ALLEYS[(k + 1) % 6]);
        (7 + i * a + j * c, 7 + i * b + j * d)
    };
    let mut board = BTreeMap::from([(CENTRE, Kind::Centre)]);
    for k in 0..6 {
        for i in 1..=6 {
            for j in 0..=6 - i {
                let kind = match (i, j, i + j) {
                    (6, 0, _) => Kind::KeepOff,
                    (_, 0, _) => Kind::Alley(k),
                    (_, _, 6) => Kind::EasyWay(k),
                    (2, 2, _) => Kind::ShellOut(k),
                    _ => Kind::Field(k),
                };
                board.insert(at(k, i, j), kind);
            }
        }
    }
    board
}

fn name((x, y): Point) -> String {
    format!("{}{x}", char::from(b'a' + y as u8 - 1))
}

fn beside((x, y): Point) -> impl Iterator<Item = Point> {
    ALLEYS.into_iter().map(move |(dx, dy)| (x + dx, y + dy))
}

/// What the mover knows.
struct MoverView {
    board: BTreeMap<Point, Kind>,
    /// Each shell's owner.
    shells: BTreeMap<Point, usize>,
    empty: BTreeSet<Point>,
    loaded: Option<Point>,
    counters: Vec<String>,
    /// Each player's field.
    fields: Vec<usize>,
    seat: usize,
}

impl MoverView {
    fn read(session: &dyn Session, seat: Seat) -> Self {
        let text = session.view(Viewer::Seat(seat));
        let fields: Vec<&str> = text.split(' ').collect();
        let mut known = MoverView {
            board: board(),
            shells: BTreeMap::new(),
            empty: BTreeSet::new(),
            loaded: None,
            counters: fields[1].split(',').map(str::to_owned).collect(),
            fields: match session.seats() {
                2 => vec![0, 3],
                3 => vec![0, 2, 4],
                4 => vec![0, 1, 3, 4],
                5 => vec![0, 1, 2, 3, 4],
                _ => vec![0, 1, 2, 3, 4, 5],
            },
            seat: seat.index(),
        };
        for (at, sign) in signs(fields[0], |y| (y - 6).max(1)) {
            if sign == '*' {
                known.empty.insert(at);
                continue;
            }
            known.shells.insert(at, usize::from(sign.to_ascii_lowercase() as u8 - b'a'));
            if sign.is_uppercase() {
                known.loaded = Some(at);
            }
        }
        known
    }

    /// H4, H5: where a shell may go by a step or a slide, Shell-Out spots apart.
    fn goes(&self, from: Point, own: Point) -> BTreeSet<Point> {
        let free = |at: &Point| *at == own || !self.shells.contains_key(at);
        let ground = |at: &Point| match self.board.get(at) {
            None | Some(Kind::KeepOff | Kind::ShellOut(_)) => false,
            Some(Kind::Field(field)) => self.fields.contains(field),
            _ => true,
        };
        let mut all: BTreeSet<Point> = beside(from).filter(|at| ground(at) && free(at)).collect();
        for (dx, dy) in ALLEYS {
            let line = |n: &i32| {
                let at = (from.0 + n * dx, from.1 + n * dy);
                let along = match (self.board[&from], self.board.get(&at)) {
                    (Kind::Alley(k), Some(Kind::Alley(other))) => k == *other,
                    (Kind::EasyWay(k), Some(Kind::EasyWay(other))) => k == *other,
                    (Kind::Alley(_), Some(Kind::Centre)) => true,
                    (Kind::Centre, Some(Kind::Alley(_))) => true,
                    _ => false,
                };
                along && free(&at)
            };
            let passed = (1..).take_while(line).map(|n| (from.0 + n * dx, from.1 + n * dy));
            for at in passed {
                all.insert(at);
                if self.board[&from] != Kind::Centre && at == CENTRE {
                    break;
                }
            }
        }
        all.remove(&own);
        all
    }

    fn opponents(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.fields.len()).filter(|n| *n != self.seat)
    }

    /// Moves to the nearest Shell-Out spot of another for a shell that stands here, and whose it is.
    fn nearest(&self, from: Point) -> Option<(i32, usize)> {
        let (mut reached, mut edge) = (BTreeSet::from([from]), BTreeSet::from([from]));
        for moves in 1.. {
            let enters = |opponent: &usize| {
                let goal = Kind::ShellOut(self.fields[*opponent]);
                edge.iter().any(|at| beside(*at).any(|next| self.board.get(&next) == Some(&goal)))
            };
            if let Some(opponent) = self.opponents().find(enters) {
                return Some((moves, opponent));
            }
            let next = edge.iter().flat_map(|at| self.goes(*at, from));
            edge = next.filter(|at| !reached.contains(at)).collect();
            reached.extend(&edge);
            if edge.is_empty() {
                return None;
            }
        }
        None
    }

    /// Whether a shell of another may hold a counter.
    fn suspect(&self, at: Point) -> bool {
        self.shells.get(&at).is_some_and(|owner| {
            *owner != self.seat
                && !self.counters[*owner].starts_with('x')
                && !self.empty.contains(&at)
        })
    }

    fn at_home(&self) -> i32 {
        let own = Kind::Field(self.fields[self.seat]);
        let home = |(at, owner): &(&Point, &usize)| **owner == self.seat && self.board[at] == own;
        self.shells.iter().filter(home).count() as i32
    }

    /// H6: how many shells may be at home for this opponent's spot.
    fn allowed(&self, opponent: usize) -> i32 {
        let apart = self.fields[opponent].abs_diff(self.fields[self.seat]) as i32;
        apart.min(6 - apart)
    }
}

pub(super) fn claims(session: &dyn Session, seat: Seat, action: &str) -> Vec<Claim> {
    let known = MoverView::read(session, seat);
    if let Some((from, to)) = action.split_once('x') {
        return guess(session, &known, cell(from), cell(to));
    }
    let Some((from, to)) = action.split_once('-') else {
        return action.strip_prefix('h').map_or_else(Vec::new, |at| hide(&known, cell(at)));
    };
    let (from, to) = (cell(from), cell(to));
    if let Kind::ShellOut(field) = known.board[&to] {
        let owner = known.fields.iter().position(|f| *f == field).expect("an owner") as i32;
        let value = known.counters[known.seat].parse().expect("a counter");
        return vec![("shells-out", vec![value]), ("costs", vec![owner, value])];
    }
    go(known, MoverView::read(session, seat), &session.legal(), from, to)
}

fn hide(known: &MoverView, at: Point) -> Vec<Claim> {
    let mut claims = vec![("ways", vec![known.goes(at, at).len() as i32])];
    if let Some((moves, owner)) = known.nearest(at) {
        claims.push(("hides-at", vec![moves, owner as i32]));
    }
    claims
}

fn go(
    before: MoverView,
    mut now: MoverView,
    legal: &[String],
    from: Point,
    to: Point,
) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    // A guess by a shell that is not known to be empty would tell others where the counter is not.
    let tells = |at: &str| before.loaded.is_some() && !before.empty.contains(&cell(at));
    if legal.iter().filter_map(|other| other.split_once('x')).any(|(at, _)| tells(at)) {
        claims.push(("shows-nothing", vec![]));
    }
    now.shells.remove(&from);
    now.shells.insert(to, now.seat);
    let (was, is) = (before.at_home(), now.at_home());
    for opponent in now.opponents() {
        let (allowed, number) = (now.allowed(opponent), opponent as i32);
        if was > allowed && is <= allowed {
            claims.push(("qualifies", vec![number, allowed]));
        }
        if was <= allowed && is > allowed {
            claims.push(("disqualifies", vec![number, allowed]));
        }
    }
    let closed = now.opponents().filter(|opponent| is > now.allowed(*opponent));
    if is < was
        && let Some(opponent) = closed.min_by_key(|opponent| -now.allowed(*opponent))
    {
        claims.push(("leaves-home", vec![is - now.allowed(opponent), opponent as i32]));
    }
    let (earlier, later) = (before.nearest(from), now.nearest(to));
    if before.loaded == Some(from) {
        if let (Some((earlier, _)), Some((moves, owner))) = (earlier, later) {
            if moves < earlier {
                claims.push(("nearer", vec![moves, owner as i32, earlier]));
            } else if moves > earlier {
                claims.push(("further", vec![moves]));
            }
        }
        let others = |known: &MoverView, at: Point| {
            let other = |at: &Point| known.shells.get(at).is_some_and(|owner| *owner != known.seat);
            beside(at).filter(other).count() as i32
        };
        let (was, is) = (others(&before, from), others(&now, to));
        if is < was {
            claims.push(("escapes", vec![is, was]));
        } else if is > was {
            claims.push(("exposes", vec![is]));
        }
        return claims;
    }
    let loaded = before.loaded.and_then(|at| now.nearest(at));
    if let (Some((earlier, _)), Some((moves, owner)), Some((loaded, _))) = (earlier, later, loaded)
        && moves < earlier
        && moves < loaded
    {
        claims.push(("decoy", vec![moves, owner as i32]));
    }
    let suspects = |at: Point| beside(at).filter(|at| before.suspect(*at)).count() as i32;
    if suspects(to) > suspects(from) {
        claims.push(("may-guess", vec![suspects(to)]));
    }
    claims
}

fn guess(session: &dyn Session, known: &MoverView, from: Point, to: Point) -> Vec<Claim> {
    let owner = known.shells[&to];
    let left = known.shells.values().filter(|o| **o == known.seat).count() as i32 - 1;
    let mut claims = vec![("gives-shell", vec![super::site(session, &name(from)), left])];
    let may = known.shells.iter().filter(|(at, o)| **o == owner && known.suspect(**at)).count();
    if !known.suspect(to) {
        claims.push(("known-empty", vec![owner as i32, super::site(session, &name(to))]));
        return claims;
    }
    claims.push(match may {
        1 => ("certain", vec![owner as i32]),
        _ => ("odds", vec![may as i32, super::site(session, &name(from))]),
    });
    let seen = |value: &i32| {
        let shown = |text: &String| text.trim_start_matches('x') == value.to_string();
        known.counters.iter().any(shown)
    };
    let unseen: Vec<i32> = [5, 10, 15, 20, 25, 50].into_iter().filter(|v| !seen(v)).collect();
    if let (Some(least), Some(most)) = (unseen.first(), unseen.last()) {
        claims.push(("stakes", vec![*least, *most]));
    }
    claims
}
