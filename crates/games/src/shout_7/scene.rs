//! The picture of the board and the words for what happens on it.

use parlour_core::scene::{
    Effect, Fact, Layout, Mark, Path, Picture, Piece, Point, Region, Scene, Shape, Site, SiteId,
};
use parlour_core::{Action, Game, Look, Seat, Seen, SeenOf, Viewer};

use super::board::{AXES, PITS, Place, Places};
use super::look::{LOOK, SEATS};
use super::notation::name;
use super::pushes::Push;
use super::{Move, PitRule, Shout7, State};
use crate::hex::{CELLS, Cell, Direction, lattice_point};

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
            let label = format!("in {}'s row", Shout7::colour(seat));
            let in_row = |place| Mark::new(site_of(place), "row", &*label);
            picture.marks.extend(self.rows(view, seat).iter().map(in_row));
            let pot = view.pots[seat.index()];
            if pot > 0 {
                picture.pieces.push(piece(pot_site(seat), seat).count(pot.into()));
            }
            picture.facts.push(Fact::of(seat, "pot", pot));
            picture.facts.push(Fact::of(seat, "pits", pieces.pits().count()));
        }
        picture
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

    fn seat_name(&self, seat: Seat) -> String {
        Shout7::colour(seat).to_owned()
    }

    fn caption(&self, mv: Move) -> String {
        match mv {
            Move::Lay(place) => format!("Lay a piece on {}", name(place)),
            Move::Push(push) => format!("Push {}", push_words(push)),
            Move::Remove(place) => format!("Take the Black piece off {}", name(place)),
            Move::Pass => "Pass".to_owned(),
        }
    }

    fn tell(&self, before: &State, by: Option<Seat>, seen: SeenOf<Self>, after: &State) -> String {
        let who = Shout7::colour(by.unwrap_or(before.seat));
        let what = match seen {
            Seen::Open(Action::Move(mv)) => self.tell_move(before, mv, after),
            // Nothing is hidden and nothing is left to chance in this game.
            _ => "moves".to_owned(),
        };
        format!("{who} {what}.{}", self.ending(after))
    }
}

impl Shout7 {
    fn tell_move(&self, before: &State, mv: Move, after: &State) -> String {
        match mv {
            Move::Lay(place) => format!("lays a piece on {}", name(place)),
            // P5: White's compensation.
            Move::Remove(place) => {
                format!("takes the Black piece off {}, to make up for moving second", name(place))
            }
            Move::Pass if before.pots[before.seat.index()] < 2 => {
                "has fewer than two pieces left to lay and misses the turn".to_owned()
            }
            Move::Pass => "has nothing to push and misses the turn".to_owned(),
            Move::Push(push) => {
                let pits = [push.first, push.second()]
                    .into_iter()
                    .zip(push.landings().into_iter().flatten())
                    .filter(|(_, to)| to.pit_number().is_some())
                    .map(|(from, _)| before.owner(from).map_or("", Shout7::colour));
                let fallen = match pits.collect::<Vec<_>>()[..] {
                    [] => String::new(),
                    [one] => format!(", a {one} piece into a pit,"),
                    [one, other] if one == other => format!(", two {one} pieces into pits,"),
                    _ => ", both into pits,".to_owned(),
                };
                // P4: a push that makes a row for a pushed colour is not followed by laying.
                let laid = after.owner(push.first).is_some();
                let laid = if laid { " and fills the gap" } else { "" };
                let what = format!("pushes {}{fallen}{laid}", push_words(push));
                what.trim_end_matches(',').to_owned()
            }
        }
    }

    /// How the game ended, as a sentence; empty while it goes on.
    fn ending(&self, state: &State) -> String {
        let Some(shares) = self.shares(state) else { return String::new() };
        let winners: Vec<&str> = shares
            .iter()
            .filter(|(_, share)| share.numerator > 0)
            .map(|(seat, _)| Shout7::colour(seat))
            .collect();
        let row = self.all_seats().any(|seat| self.has_row(state, seat));
        match (&winners[..], row) {
            ([one], true) => format!(" {one} has seven in a row and wins!"),
            (many, true) => format!(" {} have seven in a row and share the win!", list(many)),
            ([one], false) => {
                format!(
                    " Nobody can push any more: {one} has the most pieces in the pits and wins."
                )
            }
            (many, false) => format!(
                " Nobody can push any more: {} have equally many pieces in the pits and share \
                 the win.",
                list(many)
            ),
        }
    }

    /// The places of a player's rows of seven or more.
    fn rows(&self, state: &State, seat: Seat) -> Places {
        let pieces = state.pieces[seat.index()];
        let counted = match self.pits {
            PitRule::Ignore => pieces & !pieces.pits(),
            PitRule::Count => pieces,
        };
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

/// "Black", "Black and White", "Black, White and Red".
fn list(names: &[&str]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        _ => names.concat(),
    }
}

fn push_words(push: Push) -> String {
    let to = match push.to {
        Direction::Ne => "north-east",
        Direction::E => "east",
        Direction::Se => "south-east",
        Direction::Sw => "south-west",
        Direction::W => "west",
        Direction::Nw => "north-west",
    };
    format!("{} and {} {to}", name(push.first), name(push.second()))
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
    let (shape, label) = match place.pit_number() {
        None => (Shape::Hexagon { radius: 11 }, name(place)),
        Some(pit) => {
            let beside: Vec<String> = Direction::ALL
                .into_iter()
                .filter_map(|d| place.ahead(d, 1).and_then(Place::cell))
                .map(Cell::name)
                .collect();
            let label = format!("pit {} beside {}", pit + 1, beside.join(" and "));
            (Shape::Circle { radius: 7 }, label)
        }
    };
    // A step east is two columns, so that rows can be half a cell apart.
    let column = 2 * i16::from(number) - i16::from(row) + 7;
    let site = Site::new(name(place), kind, lattice_point(number, row, MIDDLE), shape)
        .label(label)
        .cell(column as u16, (14 - row) as u16);
    // A pit holds its piece more tightly than a cell.
    if place.pit_number().is_some() { site.room(7) } else { site }
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
        .label(format!("{colour}'s pot"))
        .cell(28 * right as u16, 14 * low as u16)
}

fn piece(site: SiteId, seat: Seat) -> Piece {
    let colour = Shout7::colour(seat);
    Piece::new(site, "piece", format!("{colour} piece"), &colour[..1])
        .of(seat)
        .face(colour.to_lowercase())
}

/// A hexagon with corners to the left and right: so far to those, and so far to the other four.
fn region(kind: &'static str, label: &str, side: i32, x: i32, y: i32) -> Region {
    let corners = [(-side, 0), (-x, -y), (x, -y), (side, 0), (x, y), (-x, y)];
    let outline = corners.map(|(x, y)| Point { x: MIDDLE.x + x, y: MIDDLE.y + y });
    Region::new(kind, label, outline.into())
}
