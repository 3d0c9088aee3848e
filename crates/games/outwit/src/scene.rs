//! The picture: a wooden board, nine by ten, with a corner for each side.

use parlour_core::label::Arg;
use parlour_core::scene::{
    Effect, Layout, Path, Picture, Piece, Point, Region, Shape, Site, SiteId, Stat,
};
use parlour_core::{Game, Look, Scene, SetupForm, Viewer, label};

use super::board::{FILES, RANKS, Side, Square, squares_of};
use super::look::{LOOK, SEATS};
use super::{Move, Outwit, QUIET_LIMIT, State, side_of};

/// A square's side, and the rim of wood around the board.
const SIZE: i32 = 60;
const RIM: i32 = 30;
const WIDTH: i32 = FILES as i32 * SIZE + 2 * RIM;
const HEIGHT: i32 = RANKS as i32 * SIZE + 2 * RIM;

impl Scene for Outwit {
    const LOOK: &'static Look = LOOK;

    fn layout(&self, viewer: Viewer) -> Layout {
        let near = match viewer {
            Viewer::Seat(seat) => side_of(seat),
            Viewer::Public => Side::Light,
        };
        let (from, to) = (Point { x: 0, y: 0 }, Point { x: WIDTH, y: HEIGHT });
        let board = Region::rect("board", "the board, nine squares by ten", from, to);
        let corners = Side::ALL.map(|side| corner(side, near));
        let start = self.start();
        Layout {
            regions: std::iter::once(board).chain(corners).collect(),
            sites: Square::all().map(|square| site(square, near, &start)).collect(),
            seats: SEATS,
            ..Layout::new(WIDTH, HEIGHT)
        }
    }

    fn picture(&self, view: &State) -> Picture {
        let pieces = Side::ALL
            .into_iter()
            .flat_map(|side| squares_of(view.chips[side as usize]).map(move |at| (side, at)))
            .map(|(side, at)| piece(side, at, view.power[side as usize] == at))
            .collect();
        let home = Side::ALL
            .map(|side| Stat::of(side.seat(), "home", label!("{number} of 9", view.home(side))));
        // Nobody counts moves until a draw is near.
        let near = view.quiet >= QUIET_LIMIT / 5 * 3;
        let quiet = near.then(|| {
            let words = label!("{number} of {number}, then a draw", view.quiet, QUIET_LIMIT);
            Stat::table("moves since a chip came home", words)
        });
        Picture { pieces, marks: Vec::new(), stats: home.into_iter().chain(quiet).collect() }
    }

    fn setup_form(&self) -> Option<SetupForm> {
        Some(self.form())
    }

    fn path(&self, _: &State, mv: Move) -> Path {
        match mv {
            Move::Slide { from, to } => Path::ordered([site_id(from), site_id(to)]),
            Move::Pass => Path::button(),
        }
    }

    fn preview(&self, _: &State, mv: Move) -> Vec<Effect> {
        match mv {
            Move::Slide { from, to } => vec![Effect::go(site_id(from), site_id(to))],
            Move::Pass => Vec::new(),
        }
    }
}

impl From<Square> for Arg {
    fn from(square: Square) -> Self {
        site_id(square).into()
    }
}

/// A square's place among the sites: a1, b1 … i10, for every viewer.
pub(super) fn site_id(square: Square) -> SiteId {
    SiteId::from(square.rank() - 1) * SiteId::from(FILES) + SiteId::from(square.file() - 1)
}

/// The square of a site.
pub(super) fn square_of(site: SiteId) -> Option<Square> {
    let (rank, file) = (site / SiteId::from(FILES), site % SiteId::from(FILES));
    Square::new(file as u8 + 1, u8::try_from(rank).ok()?.checked_add(1)?)
}

/// Column and row from the top left, with the near side's edge at the bottom.
fn cell(square: Square, near: Side) -> (u16, u16) {
    let (file, rank) = (u16::from(square.file()), u16::from(square.rank()));
    match near {
        Side::Light => (file - 1, u16::from(RANKS) - rank),
        Side::Dark => (u16::from(FILES) - file, rank - 1),
    }
}

/// The top left corner of a square.
fn top_left(square: Square, near: Side) -> Point {
    let (column, row) = cell(square, near);
    Point { x: RIM + SIZE * i32::from(column), y: RIM + SIZE * i32::from(row) }
}

fn corner(side: Side, near: Side) -> Region {
    let places: Vec<Point> = squares_of(side.corner()).map(|s| top_left(s, near)).collect();
    let first = |of: fn(&Point) -> i32| places.iter().map(of).min().unwrap_or_default();
    let from = Point { x: first(|p| p.x), y: first(|p| p.y) };
    let to = Point { x: from.x + 3 * SIZE, y: from.y + 3 * SIZE };
    Region::rect("corner", label!("{seat's} corner", side.seat()), from, to).of(side.seat())
}

fn site(square: Square, near: Side, start: &State) -> Site {
    let owner = Side::ALL.into_iter().find(|side| square.is_in(side.corner()));
    let kind = match (owner, start.owner(square)) {
        (Some(_), _) => "corner",
        (None, Some(Side::Light)) => "light-dot",
        (None, Some(Side::Dark)) => "dark-dot",
        (None, None) => "square",
    };
    let Point { x, y } = top_left(square, near);
    let at = Point { x: x + SIZE / 2, y: y + SIZE / 2 };
    let (column, row) = cell(square, near);
    let site = Site::new(square.to_string(), kind, at, Shape::Rect { width: SIZE, height: SIZE })
        .cell(column, row);
    match owner {
        Some(side) => site.label(label!("{site}, {seat's} corner", square, side.seat())),
        None => site,
    }
}

pub(super) fn piece(side: Side, at: Square, power: bool) -> Piece {
    let kind = if power { "power" } else { "chip" };
    let (name, glyph) = match (side, power) {
        (Side::Light, false) => ("light chip", "l"),
        (Side::Light, true) => ("light power chip", "L"),
        (Side::Dark, false) => ("dark chip", "d"),
        (Side::Dark, true) => ("dark power chip", "D"),
    };
    Piece::new(site_id(at), kind, name, glyph).of(side.seat()).face(side.name())
}
