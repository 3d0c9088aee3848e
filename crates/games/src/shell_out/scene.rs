//! The picture and the words: a hexagon of spots, turned so that the viewer's field lies below.

use parlour_core::scene::{
    Effect, Fact, Layout, Mark, Path, Picture, Piece, Point, Region, Shape, Site, SiteId,
};
use parlour_core::{Action, Look, Scene, Seat, Seen, SeenOf, Viewer};

use super::board::{FIELD, FIELDS, NEIGHBOURS, SPOTS, Spot};
use super::look::{LOOK, SEATS};
use super::state::{Counter, Move, Open, PLAYERS, Phase, Secret, State, View};
use super::{Length, ShellOut, letter};
use crate::hex::{Cell, Direction, cells, lattice_point};

const MIDDLE: Point = Point { x: 150, y: 129 };
/// How far the corners of the board lie from its middle, in spots: one beyond Keep Off.
const RIM: i8 = 7;
/// The field that lies at the bottom when the board is not turned.
const BOTTOM: u8 = 2;

impl Scene for ShellOut {
    const LOOK: &'static Look = LOOK;

    fn layout(&self, viewer: Viewer) -> Layout {
        let turns = match viewer {
            Viewer::Seat(seat) => (BOTTOM + FIELDS as u8 - self.field_of(seat)) % FIELDS as u8,
            Viewer::Public => 0,
        };
        let rim = Direction::ALL.map(|d| at_rim(d.step())).to_vec();
        let board = Region::new("board", "the board", rim);
        let fields = (0..FIELDS as u8).map(|field| self.field_region(field, turns));
        Layout {
            regions: std::iter::once(board).chain(fields).collect(),
            sites: Cell::all().map(|cell| self.site(cell, turns)).collect(),
            seats: SEATS,
            ..Layout::new(2 * MIDDLE.x, 2 * MIDDLE.y)
        }
    }

    fn picture(&self, view: &View) -> Picture {
        self.table(&view.open, |seat| view.of(seat))
    }

    fn path(&self, _: &State, mv: Move) -> Path {
        match mv {
            Move::Hide(cell) => Path::ordered([site_id(cell)]),
            Move::Go { from, to } | Move::Guess { from, to } => {
                Path::ordered([site_id(from), site_id(to)])
            }
            Move::Pass => Path::button(),
        }
    }

    /// What a guess brings is seen when it is made.
    fn preview(&self, _: &View, mv: Move) -> Vec<Effect> {
        match mv {
            Move::Go { from, to } => vec![Effect::go(site_id(from), site_id(to))],
            Move::Hide(_) | Move::Guess { .. } | Move::Pass => Vec::new(),
        }
    }

    fn caption(&self, mv: Move) -> String {
        match mv {
            Move::Hide(cell) => format!("Hide the counter under {}", cell.name()),
            Move::Go { from, to } => match SPOTS[to.index()] {
                Spot::ShellOut(_) => format!("Shell out from {} to {}", from.name(), to.name()),
                _ => format!("Move {} to {}", from.name(), to.name()),
            },
            Move::Guess { from, to } => format!("Guess with {} at {}", from.name(), to.name()),
            Move::Pass => "Pass: no shell of yours can move".to_owned(),
        }
    }

    fn tell(&self, before: &View, _: Option<Seat>, seen: SeenOf<Self>, after: &View) -> String {
        let who = name(before.open.to_act);
        let mut words = match seen {
            Seen::HiddenChance => format!("{who} draws a counter."),
            Seen::Open(Action::Chance(counter)) => {
                format!("{who} draws the counter of {}.", counter.value())
            }
            Seen::HiddenMove => format!("{who} hides a counter under a shell."),
            Seen::Open(Action::Move(mv)) => self.tell_move(&before.open, mv, &after.open),
        };
        words += &self.tell_end(&before.open, seen, &after.open);
        words
    }
}

impl ShellOut {
    /// The table with the secrets that `known` tells.
    fn table(&self, open: &Open, known: impl Fn(Seat) -> Secret) -> Picture {
        let mut pieces = Vec::new();
        for seat in self.everybody() {
            let Secret { counter, loaded } = known(seat);
            pieces.extend(cells(open.shells[seat.index()]).map(|cell| {
                let under = counter.filter(|_| loaded == Some(cell));
                piece(cell, seat, loaded == Some(cell), under, open.known_empty & cell.bit() != 0)
            }));
        }
        let marks = cells(open.known_empty).map(|cell| Mark {
            site: site_id(cell),
            kind: "empty",
            label: "known to be empty".to_owned(),
        });
        Picture { pieces, marks: marks.collect(), facts: self.facts(open, known) }
    }

    /// The table as a hand ends: the last move is made and every counter is turned up.
    pub(super) fn hand_picture(
        &self,
        before: &State,
        last: Move,
        scores: [i16; PLAYERS],
    ) -> Picture {
        let State { mut open, mut secrets } = *before;
        let seat = open.to_act.index();
        match last {
            Move::Go { from, to } => {
                open.shells[seat] ^= from.bit() | to.bit();
                if secrets[seat].loaded == Some(from) {
                    secrets[seat].loaded = Some(to);
                }
            }
            Move::Guess { from, to } => {
                let found = open.owner(to).filter(|o| secrets[o.index()].loaded == Some(to));
                open.shells[seat] &= !from.bit();
                if let Some(owner) = found {
                    open.shells[owner.index()] &= !to.bit();
                    open.captured[owner.index()] = secrets[owner.index()].counter;
                    secrets[owner.index()] = Secret::NONE;
                }
            }
            Move::Hide(_) | Move::Pass => {}
        }
        open.scores = scores;
        self.table(&open, |seat| secrets[seat.index()])
    }

    fn field_region(&self, field: u8, turns: u8) -> Region {
        let spots = FIELD[usize::from(field)];
        let corners: Vec<Point> = cells(spots)
            .filter(|cell| (NEIGHBOURS[cell.index()] & spots).count_ones() == 2)
            .map(|cell| turned_point(cell, turns))
            .collect();
        let sum = |of: fn(&Point) -> i32| corners.iter().map(of).sum::<i32>();
        let (x, y, n) = (sum(|p| p.x), sum(|p| p.y), corners.len() as i32);
        // Half as large again as the corner spots span: its sides run midway to the alleys.
        let wider = |p: &Point| Point {
            x: p.x + (n * p.x - x) / (2 * n),
            y: p.y + (n * p.y - y) / (2 * n),
        };
        let outline = corners.iter().map(wider).collect();
        match self.seat_at(field) {
            Some(seat) => Region::new("field", self.field_label(field), outline).of(seat),
            None => Region::new("dead-field", format!("dead field {}", field + 1), outline),
        }
    }

    fn field_label(&self, field: u8) -> String {
        match self.seat_at(field) {
            Some(seat) => format!("{}'s field", name(seat)),
            None => "a dead field".to_owned(),
        }
    }

    fn site(&self, cell: Cell, turns: u8) -> Site {
        let spot = SPOTS[cell.index()];
        let (kind, what, print) = match spot {
            Spot::Centre => ("centre", "the centre".to_owned(), ""),
            Spot::KeepOff => ("keep-off", "Keep Off".to_owned(), "×"),
            Spot::Alley(k) => ("alley", format!("alley {}", k + 1), ""),
            Spot::EasyWay(k) => ("easy-way", format!("Easy Way {}", k + 1), ""),
            Spot::Field(k) | Spot::Start(k) => ("field", self.field_label(k), ""),
            Spot::ShellOut(k) => {
                ("shell-out", format!("the Shell-Out spot of {}", self.field_label(k)), "S")
            }
        };
        let (x, y) = turned(cell, turns);
        let shape = match spot {
            Spot::Centre => Shape::Hexagon { radius: 10 },
            _ => Shape::Circle { radius: 8 },
        };
        let idle = match spot {
            Spot::Field(k) | Spot::Start(k) | Spot::ShellOut(k) => self.seat_at(k).is_none(),
            _ => false,
        };
        Site::new(cell.name(), kind, turned_point(cell, turns), shape)
            .label(format!("{}, {what}", cell.name()))
            .print(print)
            .cell((12 + 2 * x - y) as u16, (6 - y) as u16)
            .idle(idle)
    }

    fn facts(&self, open: &Open, known: impl Fn(Seat) -> Secret) -> Vec<Fact> {
        let mut facts = Vec::new();
        for seat in self.everybody() {
            let counter = match (open.captured[seat.index()], known(seat).counter) {
                (Some(counter), _) => format!("{}, captured", counter.value()),
                (None, Some(counter)) => counter.value().to_string(),
                (None, None) if open.has_drawn(seat) => "?".to_owned(),
                (None, None) => "not drawn".to_owned(),
            };
            facts.push(Fact::of(seat, "score", open.scores[seat.index()]));
            facts.push(Fact::of(seat, "counter", counter));
            let home = open.shells[seat.index()] & FIELD[usize::from(self.field_of(seat))];
            facts.push(Fact::of(seat, "shells at home", home.count_ones()));
        }
        let hand = match self.length {
            Length::Hands(hands) => format!("{} of {hands}", open.hand),
            Length::Target(target) => format!("{}, up to {target} points", open.hand),
        };
        facts.push(Fact::table("hand", hand));
        let quiet = format!("{} of {}", open.idle, self.idle_limit());
        facts.push(Fact::table("moves without a loss", quiet));
        facts
    }

    fn tell_move(&self, before: &Open, mv: Move, after: &Open) -> String {
        let seat = before.to_act;
        let who = name(seat);
        let gain = |seat: Seat| after.scores[seat.index()] - before.scores[seat.index()];
        match mv {
            Move::Hide(cell) => format!("{who} hides the counter under {}.", cell.name()),
            Move::Pass => format!("{who} can't move and passes."),
            Move::Go { from, to } => match SPOTS[to.index()] {
                Spot::ShellOut(field) => {
                    let (won, to) = (gain(seat), to.name());
                    let loss = self.seat_at(field).map_or(String::new(), |owner| {
                        format!(" {} loses {}.", name(owner), -gain(owner))
                    });
                    format!("{who} shells out on {to} and scores {won}.{loss}")
                }
                _ => format!("{who} moves a shell from {} to {}.", from.name(), to.name()),
            },
            Move::Guess { to, .. } => {
                let whose = before.owner(to).map_or_else(String::new, name);
                let (won, to) = (gain(seat), to.name());
                if won > 0 {
                    return format!("{who} finds {whose}'s counter under {to} and scores {won}.");
                }
                format!("{who} guesses wrong: {whose}'s shell on {to} is empty.")
            }
        }
    }

    /// What to add when an action has ended the hand.
    fn tell_end(&self, before: &Open, seen: SeenOf<Self>, after: &Open) -> String {
        let ended = before.hand != after.hand || after.phase == Phase::Over;
        if !ended {
            return String::new();
        }
        let scored = before.scores != after.scores;
        let full = before.idle + 1 >= self.idle_limit() && !is_guess(seen);
        let why = match (scored, full) {
            (true, _) => "",
            (false, true) => " No shell has left the board for too long.",
            (false, false) => " Nobody can move.",
        };
        let end = if after.phase == Phase::Over { "game" } else { "hand" };
        format!("{why} The {end} is over.")
    }
}

fn is_guess(seen: SeenOf<ShellOut>) -> bool {
    matches!(seen, Seen::Open(Action::Move(Move::Guess { .. })))
}

fn name(seat: Seat) -> String {
    format!("Player {seat}")
}

/// A shell; `under` is the counter that is known to lie under it.
fn piece(cell: Cell, seat: Seat, loaded: bool, under: Option<Counter>, empty: bool) -> Piece {
    let face = under.map_or(String::new(), |counter| counter.value().to_string());
    let shell = match (under, empty) {
        (Some(counter), _) => format!("loaded shell, counter of {}", counter.value()),
        (None, true) => "empty shell".to_owned(),
        (None, false) => "shell".to_owned(),
    };
    let (name, glyph) = (format!("{}'s {shell}", name(seat)), letter(seat, loaded).to_string());
    Piece::new(site_id(cell), "shell", name, glyph).of(seat).face(face)
}

/// A spot's place among the sites: a1, a2 … m13, whoever looks.
fn site_id(cell: Cell) -> SiteId {
    SiteId::from(cell.0)
}

/// A spot's diagonal and row from the centre after so many sixths of a turn clockwise.
fn turned(cell: Cell, turns: u8) -> (i8, i8) {
    let from_centre = (cell.number() - 7, cell.row() - 7);
    (0..turns).fold(from_centre, |(x, y), _| (y, y - x))
}

fn turned_point(cell: Cell, turns: u8) -> Point {
    let (x, y) = turned(cell, turns);
    lattice_point(x + 7, y + 7, MIDDLE)
}

fn at_rim((x, y): (i8, i8)) -> Point {
    lattice_point(7 + RIM * x, 7 + RIM * y, MIDDLE)
}
