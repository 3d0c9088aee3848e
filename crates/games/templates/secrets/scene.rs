//! The picture of New Game: a cup for each player, and the totals that can be bid.

use parlour_core::scene::{Layout, Mark, Path, Picture, Piece, Point, Region, Shape, Site, SiteId};
use parlour_core::{Action, Scene, Seat, Seen, SeenOf, Viewer};

use super::{Move, NewGame, State, View};

const STEP: i32 = 100;
const COLUMNS: u8 = 12;

impl Scene for NewGame {
    fn layout(&self, _: Viewer) -> Layout {
        let rows = 1 + self.most().div_ceil(COLUMNS);
        let (from, to) = (corner(0, 0), corner(COLUMNS, rows));
        let cups = Seat::all(self.players).map(|seat| {
            let label = format!("the cup of {}", self.seat_name(seat));
            site(seat.0, 0, format!("cup-{seat}"), "cup").label(label)
        });
        let totals = (0..self.most()).map(|index| {
            let (column, row, name) =
                (index % COLUMNS, 1 + index / COLUMNS, (index + 1).to_string());
            site(column, row, name.clone(), "total").label(format!("a total of {name}")).print(name)
        });
        Layout {
            regions: vec![Region::rect("board", "the table", from, to)],
            sites: cups.chain(totals).collect(),
            ..Layout::new(to.x, to.y)
        }
    }

    fn picture(&self, view: &View) -> Picture {
        let cup = |seat: Seat| match view.of(seat) {
            dice if dice.count() > 0 => {
                let name = format!("cup with {dice} under it");
                let cup = Piece::new(seat.0.into(), "cup", name, dice.to_string());
                cup.of(seat).face(dice.to_string())
            }
            _ => Piece::new(seat.0.into(), "cup", "cup", "u").of(seat),
        };
        let bid = (view.open.bid > 0).then(|| self.total(view.open.bid));
        Picture {
            pieces: Seat::all(self.players).map(cup).collect(),
            marks: bid.map(|site| Mark::new(site, "bid", "the last bid")).into_iter().collect(),
            ..Picture::default()
        }
    }

    fn path(&self, _: &State, mv: Move) -> Path {
        match mv {
            Move::Bid(bid) => Path::ordered([self.total(bid)]),
            Move::Doubt => Path::button(),
        }
    }

    fn caption(&self, mv: Move) -> String {
        match mv {
            Move::Bid(bid) => format!("Bid {bid}"),
            Move::Doubt => "Doubt it".to_owned(),
        }
    }

    fn tell(&self, before: &View, by: Option<Seat>, seen: SeenOf<Self>, after: &View) -> String {
        let name = self.seat_name(by.unwrap_or(before.open.mover));
        match seen {
            Seen::Open(Action::Chance(dice)) => format!("{name} throws {dice} under the cup."),
            Seen::Open(Action::Move(Move::Bid(bid))) => format!("{name} bids {bid}."),
            Seen::Open(Action::Move(Move::Doubt)) => {
                let loser = self.seat_name(after.open.mover);
                format!("{name} doubts that the dice make {}. {loser} loses.", before.open.bid)
            }
            Seen::HiddenChance | Seen::HiddenMove => format!("{name} throws under the cup."),
        }
    }
}

impl NewGame {
    /// The site of a total: behind the cups.
    pub(super) fn total(&self, total: u8) -> SiteId {
        SiteId::from(self.players + total - 1)
    }
}

fn corner(column: u8, row: u8) -> Point {
    Point { x: i32::from(column) * STEP, y: i32::from(row) * STEP }
}

fn site(column: u8, row: u8, name: String, kind: &'static str) -> Site {
    let Point { x, y } = corner(column, row);
    let at = Point { x: x + STEP / 2, y: y + STEP / 2 };
    Site::new(name, kind, at, Shape::Circle { radius: 40 }).cell(column.into(), row.into())
}
