//! The picture of Senet: the board of three rows, two plinths, four casting sticks.

use parlour_core::scene::{
    Effect, Layout, Mark, Path, Picture, Piece, Point, Region, Shape, Site, Stat,
};
use parlour_core::{Look, Scene, Seat, SetupForm, Viewer, label};

use super::board::{ODD, bit};
use super::look::{LOOK, SEATS};
use super::{BLACK, Move, PLINTH, Senet, State, Throw, WHITE};

const MARGIN: i32 = 60;
const SQUARE: i32 = 100;
const PLINTH_HEIGHT: i32 = 90;
const GAP: i32 = 30;
/// The board's upper left corner.
const BOARD: Point = Point { x: MARGIN, y: MARGIN + PLINTH_HEIGHT + GAP };
/// The middle of the first stick, and how far the next one is.
const STICKS: Point = Point { x: MARGIN + 10 * SQUARE + 70, y: BOARD.y + 3 * SQUARE / 2 };
const STICK_STEP: i32 = 50;

const WIDTH: i32 = STICKS.x + 3 * STICK_STEP + 20 + MARGIN;
const HEIGHT: i32 = BOARD.y + 3 * SQUARE + GAP + PLINTH_HEIGHT + MARGIN;

/// Squares 1 to 30 are sites 0 to 29; the plinths and the sticks follow.
pub(super) const SQUARES: u16 = 30;
/// Black's plinth; White's is the next.
pub(super) const PLINTHS: u16 = SQUARES;
const FIRST_STICK: u16 = 32;

impl Scene for Senet {
    const LOOK: &'static Look = LOOK;

    fn layout(&self, _viewer: Viewer) -> Layout {
        let mut sites: Vec<Site> = (1..=30).map(square_site).collect();
        sites.extend([BLACK, WHITE].map(plinth_site));
        sites.extend((0..4).map(stick_site));
        let from = Point { x: BOARD.x - 10, y: BOARD.y - 10 };
        let to = Point { x: BOARD.x + 10 * SQUARE + 10, y: BOARD.y + 3 * SQUARE + 10 };
        let regions = vec![Region::rect("board", "the board", from, to)];
        Layout { regions, sites, seats: SEATS, ..Layout::new(WIDTH, HEIGHT) }
    }

    fn picture(&self, view: &State) -> Picture {
        let mut picture = Picture::default();
        for seat in [BLACK, WHITE] {
            let squares = (1..=30u8).filter(|&s| view.pieces(seat) & bit(s) != 0);
            picture.pieces.extend(squares.map(|s| pawn(u16::from(s) - 1, seat, 1)));
            let waiting = view.plinth(seat);
            if waiting > 0 {
                let plinth = PLINTHS + u16::from(seat.0);
                picture.pieces.push(pawn(plinth, seat, u16::from(waiting)));
            }
            let safe = view.settled(seat);
            let marks = (1..=30u8)
                .filter(|&s| safe & bit(s) != 0)
                .map(|s| Mark::new(u16::from(s) - 1, "safe", "has reached its final square"));
            picture.marks.extend(marks);
            picture.stats.extend(stats(view, seat));
        }
        if let Some(throw) = view.throw {
            picture.pieces.extend(sticks(throw));
        }
        picture
    }

    fn setup_form(&self) -> Option<SetupForm> {
        Some(self.form())
    }

    fn path(&self, state: &State, mv: Move) -> Path {
        let to = u16::from(mv.to.saturating_sub(1));
        match mv {
            Move::PASS => Path::button(),
            Move { from: PLINTH, .. } => Path::ordered([PLINTHS + u16::from(state.mover.0), to]),
            Move { from, .. } => Path::ordered([u16::from(from) - 1, to]),
        }
    }

    fn preview(&self, view: &State, mv: Move) -> Vec<Effect> {
        let clicks = self.path(view, mv).clicks;
        let &[from, to] = &clicks[..] else { return Vec::new() };
        let opponent = view.mover.opponent();
        let bumped = view.pieces(opponent) & bit(mv.to) != 0;
        let bump = bumped.then(|| Effect::go(to, PLINTHS + u16::from(opponent.0)));
        bump.into_iter().chain([Effect::go(from, to)]).collect()
    }
}

/// Column and row of a square: the path runs to the right, back to the left, to the right again.
fn place(square: u8) -> (u8, u8) {
    let (row, step) = ((square - 1) / 10, (square - 1) % 10);
    (if row == 1 { 9 - step } else { step }, row)
}

fn square_site(square: u8) -> Site {
    let (column, row) = place(square);
    let (print, called) = match square {
        26 => ("circle", "square {number}, the circle"),
        27 => ("water", "square {number}, the water"),
        28 => ("III", "square {number}, marked three"),
        29 => ("II", "square {number}, marked two"),
        30 => ("I", "square {number}, marked one"),
        _ => ("", "square {number}"),
    };
    let kind = if print.is_empty() { "square" } else { "marked" };
    let at = Point {
        x: BOARD.x + i32::from(column) * SQUARE + SQUARE / 2,
        y: BOARD.y + i32::from(row) * SQUARE + SQUARE / 2,
    };
    Site::new(square.to_string(), kind, at, Shape::Rect { width: SQUARE, height: SQUARE })
        .label(label!(called, square))
        .print(print)
        .cell(u16::from(column), u16::from(row) + 1)
}

/// White's plinth stands above the board, Black's below.
fn plinth_site(seat: Seat) -> Site {
    let below = seat == BLACK;
    let middle = PLINTH_HEIGHT / 2;
    let y = if below { HEIGHT - MARGIN - middle } else { MARGIN + middle };
    let shape = Shape::Rect { width: 10 * SQUARE, height: PLINTH_HEIGHT };
    let name = if below { "off-b" } else { "off-w" };
    Site::new(name, "plinth", Point { x: BOARD.x + 5 * SQUARE, y }, shape)
        .label(label!("{seat's} plinth", seat))
        .cell(0, if below { 4 } else { 0 })
}

fn stick_site(index: u16) -> Site {
    let at = Point { x: STICKS.x + i32::from(index) * STICK_STEP, y: STICKS.y };
    let shape = Shape::Rect { width: 34, height: 260 };
    Site::new(format!("stick-{}", index + 1), "stick", at, shape)
        .label(label!("casting stick {number}", index + 1))
        .cell(11 + index, 2)
}

pub(super) fn pawn(site: u16, seat: Seat, count: u16) -> Piece {
    let (name, glyph) = if seat == BLACK { ("black piece", "b") } else { ("white piece", "w") };
    Piece::new(site, "pawn", name, glyph).of(seat).count(count)
}

/// The sticks as they fell: as many light sides as the throw says, none for a five.
fn sticks(throw: Throw) -> impl Iterator<Item = Piece> {
    let light = u16::from(throw.steps() % 5);
    (0..4).map(move |index| {
        let (face, name, glyph) = if index < light {
            ("light", "stick, light side up", "|")
        } else {
            ("dark", "stick, dark side up", "#")
        };
        Piece::new(FIRST_STICK + index, "stick", name, glyph).face(face)
    })
}

fn stats(view: &State, seat: Seat) -> Vec<Stat> {
    let Some(sequence) = view.sequence(seat) else { return Vec::new() };
    let squares = if sequence == ODD { "odd squares" } else { "even squares" };
    vec![Stat::of(seat, squares, label!("{number} of 10", view.settled(seat).count_ones()))]
}
