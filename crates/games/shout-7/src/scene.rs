//! The picture of the board.

use parlour_core::label::Arg;
use parlour_core::scene::{
    Effect, Layout, Mark, Path, Picture, Piece, Point, Region, Scene, Shape, Site, SiteId, Stat,
};
use parlour_core::{Look, Seat, SetupForm, Viewer, label};

use super::board::{AXES, PITS, Place, Places};
use super::look::{LOOK, SEATS};
use super::notation::name;
use super::pushes::Push;
use super::{Move, PitRule, Shout7, State};
use parlour_core::hex::{CELLS, Cell, Direction, lattice_point};

/// The centre of the board.
const MIDDLE: Point = Point { x: 170, y: 147 };

impl Scene for Shout7 {
    const LOOK: &'static Look = LOOK;

    fn layout(&self, _: Viewer) -> Layout {
        let cells = Cell::all().map(Place::of).map(|place| site(place, "cell"));
        let pits = Place::pits().map(|place| site(place, "pit"));
        Layout {
            regions: vec![
                region("board", "the pits around the board", 158, 79, 134),
                region("field", "the board", 131, 65, 112),
            ],
            sites: cells.chain(pits).chain(self.all_seats().map(pot)).collect(),
            seats: SEATS,
            ..Layout::new(2 * MIDDLE.x, 2 * MIDDLE.y)
        }
    }

    fn picture(&self, view: &State) -> Picture {
        let mut picture = Picture::default();
        for seat in self.all_seats() {
            let pieces = view.pieces[seat.index()];
            picture.pieces.extend(pieces.iter().map(|place| piece(site_of(place), seat)));
            let in_row = |place| Mark::new(site_of(place), "row", label!("in {seat's} row", seat));
            picture.marks.extend(self.rows(view, seat).iter().map(in_row));
            picture.marks.extend(self.threats(view, seat));
            let pot = view.pots[seat.index()];
            if pot > 0 {
                picture.pieces.push(piece(pot_site(seat), seat).count(pot.into()));
            }
            picture.stats.push(Stat::of(seat, "pot", pot));
            picture.stats.push(Stat::of(seat, "pits", pieces.pits().count()));
        }
        picture
    }

    fn setup_form(&self) -> Option<SetupForm> {
        Some(self.form())
    }

    fn path(&self, _: &State, mv: Move) -> Path {
        match mv {
            Move::Lay(place) | Move::Remove(place) => Path::ordered([site_of(place)]),
            Move::Pass => Path::button(),
            Move::Push(push) => {
                // The two pieces, then where one of them lands. Every direction has a landing
                // place of its own, pits included: a pit is one point of the ring.
                let target = push.target();
                let clicks = [push.first, push.second(), target].map(site_of);
                Path { clicks: clicks.into(), free: 2 }
            }
        }
    }

    fn preview(&self, view: &State, mv: Move) -> Vec<Effect> {
        let pot = pot_site(view.seat);
        let lay = |place| Effect::go(pot, site_of(place));
        match mv {
            Move::Lay(place) => vec![lay(place)],
            Move::Remove(place) => vec![Effect::go(site_of(place), pot_site(Seat(0)))],
            Move::Pass => Vec::new(),
            Move::Push(push) => {
                let from = [push.first, push.second()];
                let landings = push.landings().into_iter().flatten();
                let pushed = from.into_iter().zip(landings);
                let pushed = pushed.map(|(from, to)| Effect::go(site_of(from), site_of(to)));
                pushed.chain(from.map(lay)).collect()
            }
        }
    }
}

impl From<Place> for Arg {
    fn from(place: Place) -> Self {
        site_of(place).into()
    }
}

impl Shout7 {
    /// A player's pieces that count for a row.
    pub(super) fn counted(&self, state: &State, seat: Seat) -> Places {
        let pieces = state.pieces[seat.index()];
        match self.pits {
            PitRule::Ignore => pieces & !pieces.pits(),
            PitRule::Count => pieces,
        }
    }

    /// Marks on a player's rows of five and six, which may soon be seven.
    fn threats(&self, state: &State, seat: Seat) -> Vec<Mark> {
        let counted = self.counted(state, seat);
        let mut marks = Vec::new();
        let mut marked = Places::EMPTY;
        for (axis, start) in AXES.into_iter().flat_map(|a| counted.iter().map(move |p| (a, p))) {
            let own = |place: Option<Place>| place.is_some_and(|place| counted.has(place));
            if own(start.ahead(axis.opposite(), 1)) {
                continue;
            }
            let length = 1 + (1..8).take_while(|&n| own(start.ahead(axis, n))).count() as u8;
            if !(5..7).contains(&length) {
                continue;
            }
            for place in (0..length).filter_map(|n| start.ahead(axis, n)) {
                if !marked.has(place) {
                    marked.insert(place);
                    let label = label!("in {seat's} row of {number}", seat, length);
                    marks.push(Mark::new(site_of(place), "threat", label));
                }
            }
        }
        marks
    }

    /// The places of a player's rows of seven or more.
    fn rows(&self, state: &State, seat: Seat) -> Places {
        let counted = self.counted(state, seat);
        let mut rows = Places::EMPTY;
        for (axis, starts) in AXES.into_iter().zip(counted.sevens()) {
            for start in starts.iter() {
                (0..7).filter_map(|n| start.ahead(axis, n)).for_each(|place| rows.insert(place));
            }
        }
        rows
    }
}

impl Push {
    /// The landing place that a click on the board names the direction with: the second-named
    /// piece's, or in a convoy that of the piece in front.
    fn target(self) -> Place {
        let front = if self.to == self.axis.opposite() { self.first } else { self.second() };
        let lands = front.ahead(self.to, self.steps());
        lands.expect("a legal push stays within the pits")
    }
}

/// The place of a site; `None` for a pot.
pub(super) fn place_of(site: SiteId) -> Option<Place> {
    let site = usize::from(site);
    match site.checked_sub(CELLS) {
        None => Some(Place::of(Cell(site as u8))),
        Some(pit) if pit < PITS => Some(Place::pit(pit)),
        Some(_) => None,
    }
}

pub(super) fn site_of(place: Place) -> SiteId {
    match (place.cell(), place.pit_number()) {
        (Some(cell), _) => cell.index() as SiteId,
        (None, number) => (CELLS + number.unwrap_or(0)) as SiteId,
    }
}

fn site(place: Place, kind: &'static str) -> Site {
    let (number, row) = place.point().expect("a cell or a pit");
    // A step east is two columns, so that rows can be half a cell apart.
    let column = 2 * i16::from(number) - i16::from(row) + 7;
    let at = lattice_point(number, row, MIDDLE);
    let site =
        |shape| Site::new(name(place), kind, at, shape).cell(column as u16, (14 - row) as u16);
    let Some(pit) = place.pit_number() else { return site(Shape::Hexagon { radius: 11 }) };
    let beside: Vec<Cell> = Direction::ALL
        .into_iter()
        .filter_map(|d| place.ahead(d, 1).and_then(Place::cell))
        .collect();
    let label = match beside[..] {
        [one] => label!("pit {number} beside {site}", pit + 1, one),
        [one, other, ..] => {
            label!("pit {number} beside {site} and {site}", pit + 1, one, other)
        }
        [] => label!("pit {number}", pit + 1),
    };
    // A pit holds its piece more tightly than a cell.
    site(Shape::Circle { radius: 7 }).label(label).room(7)
}

/// The pots come behind the cells and the pits.
fn pot_site(seat: Seat) -> SiteId {
    (CELLS + PITS) as SiteId + SiteId::from(seat.0)
}

/// A pot, in a corner that the hexagon leaves free: clockwise from the upper left.
fn pot(seat: Seat) -> Site {
    let colour = Shout7::colour(seat);
    let (right, low) = [(0, 0), (1, 0), (1, 1), (0, 1)][seat.index()];
    let (x, y) = (MIDDLE.x - 32, MIDDLE.y - 32);
    let at = Point { x: MIDDLE.x + (2 * right - 1) * x, y: MIDDLE.y + (2 * low - 1) * y };
    let name = format!("pot-{}", colour.to_lowercase());
    Site::new(name, "pot", at, Shape::Circle { radius: 18 })
        .label(label!("{seat's} pot", seat))
        .cell(28 * right as u16, 14 * low as u16)
}

pub(super) fn piece(site: SiteId, seat: Seat) -> Piece {
    let colour = Shout7::colour(seat);
    Piece::new(site, "piece", label!("{seat's} piece", seat), &colour[..1])
        .of(seat)
        .face(colour.to_lowercase())
}

/// A hexagon with corners to the left and right: so far to those, and so far to the other four.
fn region(kind: &'static str, label: &'static str, side: i32, x: i32, y: i32) -> Region {
    let corners = [(-side, 0), (-x, -y), (x, -y), (side, 0), (x, y), (-x, y)];
    let outline = corners.map(|(x, y)| Point { x: MIDDLE.x + x, y: MIDDLE.y + y });
    Region::new(kind, label, outline.into())
}
