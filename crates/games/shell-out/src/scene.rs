//! The picture: a hexagon of spots, turned so that the viewer's field lies below.

use parlour_core::scene::{
    Effect, Layout, Mark, Path, Picture, Piece, Point, Region, Shape, Site, SiteId, Stat,
};
use parlour_core::{Label, Look, Scene, Seat, SetupForm, Viewer, label};

use super::board::{FIELD, FIELDS, NEIGHBOURS, SPOTS, Spot};
use super::look::{LOOK, SEATS};
use super::state::{Counter, Move, Open, PLAYERS, Secret, View};
use super::{Length, ShellOut, letter};
use parlour_core::hex::{Cell, Direction, cells, lattice_point};

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

    fn setup_form(&self) -> Option<SetupForm> {
        Some(self.form())
    }

    fn path(&self, _: &View, mv: Move) -> Path {
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
            label: "known to be empty".into(),
        });
        Picture { pieces, marks: marks.collect(), stats: self.stats(open, known) }
    }

    /// The table as a hand ends: the last move is made and every counter is turned up.
    pub(super) fn hand_picture(
        &self,
        mut open: Open,
        mut secrets: [Secret; PLAYERS],
        last: Move,
        scores: [i16; PLAYERS],
    ) -> Picture {
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
        // H10: the count includes the move that filled it.
        let idle = match last {
            Move::Go { to, .. } => !matches!(SPOTS[to.index()], Spot::ShellOut(_)),
            Move::Pass => true,
            Move::Guess { .. } | Move::Hide(_) => false,
        };
        open.idle += u16::from(idle);
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
            None => Region::new("dead-field", label!("dead field {number}", field + 1), outline),
        }
    }

    fn field_label(&self, field: u8) -> Label {
        match self.seat_at(field) {
            Some(seat) => label!("{seat's} field", seat),
            None => "a dead field".into(),
        }
    }

    /// What a spot is called aloud.
    fn spot_label(&self, cell: Cell) -> Label {
        match SPOTS[cell.index()] {
            Spot::Centre => label!("{site}, the centre", cell),
            Spot::KeepOff => label!("{site}, Keep Off", cell),
            Spot::Alley(k) => label!("{site}, alley {number}", cell, k + 1),
            Spot::EasyWay(k) => label!("{site}, Easy Way {number}", cell, k + 1),
            Spot::Field(k) | Spot::Start(k) => match self.seat_at(k) {
                Some(seat) => label!("{site}, {seat's} field", cell, seat),
                None => label!("{site}, a dead field", cell),
            },
            Spot::ShellOut(k) => match self.seat_at(k) {
                Some(seat) => label!("{site}, the Shell-Out spot of {seat's} field", cell, seat),
                None => label!("{site}, the Shell-Out spot of a dead field", cell),
            },
        }
    }

    fn site(&self, cell: Cell, turns: u8) -> Site {
        let spot = SPOTS[cell.index()];
        let (kind, print) = match spot {
            Spot::Centre => ("centre", ""),
            Spot::KeepOff => ("keep-off", "×"),
            Spot::Alley(_) => ("alley", ""),
            Spot::EasyWay(_) => ("easy-way", ""),
            Spot::Field(_) | Spot::Start(_) => ("field", ""),
            Spot::ShellOut(_) => ("shell-out", "S"),
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
            .label(self.spot_label(cell))
            .print(print)
            .cell((12 + 2 * x - y) as u16, (6 - y) as u16)
            .idle(idle)
    }

    fn stats(&self, open: &Open, known: impl Fn(Seat) -> Secret) -> Vec<Stat> {
        let mut stats = Vec::new();
        for seat in self.everybody() {
            let counter = match (open.captured[seat.index()], known(seat).counter) {
                (Some(counter), _) => label!("{number}, captured", counter.value()),
                (None, Some(counter)) => counter.value().into(),
                (None, None) if open.has_drawn(seat) => "?".into(),
                (None, None) => "not drawn".into(),
            };
            stats.push(Stat::of(seat, "score", open.scores[seat.index()]));
            stats.push(Stat::of(seat, "counter", counter));
            let home = open.shells[seat.index()] & FIELD[usize::from(self.field_of(seat))];
            stats.push(Stat::of(seat, "at home", home.count_ones()));
        }
        let hand = match self.length {
            Length::Hands(hands) => label!("{number} of {number}", open.hand, hands),
            Length::Target(target) => {
                label!("{number}, up to {number} points", open.hand, target)
            }
        };
        stats.push(Stat::table("hand", hand));
        // Nobody counts moves until the end of the hand is near.
        if open.idle >= self.idle_limit() / 5 * 3 {
            let quiet = label!("{number} of {number}", open.idle, self.idle_limit());
            stats.push(Stat::table("moves without a loss", quiet));
        }
        stats
    }
}

/// A shell; `under` is the counter that is known to lie under it.
pub(super) fn piece(
    cell: Cell,
    seat: Seat,
    loaded: bool,
    under: Option<Counter>,
    empty: bool,
) -> Piece {
    let face = under.map_or(String::new(), |counter| counter.value().to_string());
    let name = match (under, empty) {
        (Some(counter), _) => {
            label!("{seat's} loaded shell, counter of {number}", seat, counter.value())
        }
        (None, true) => label!("{seat's} empty shell", seat),
        (None, false) => label!("{seat's} shell", seat),
    };
    let glyph = letter(seat, loaded).to_string();
    Piece::new(site_id(cell), "shell", name, glyph).of(seat).face(face)
}

/// A spot's place among the sites: a1, a2 … m13, for every viewer.
pub(super) fn site_id(cell: Cell) -> SiteId {
    SiteId::from(cell.0)
}

/// A spot's diagonal and row from the centre after this number of sixths of a turn clockwise.
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
