//! The picture of New Game: a cup for each player, and the totals that can be bid.

use parlour_core::dice::Dice;
use parlour_core::scene::{Layout, Mark, Path, Picture, Piece, Point, Region, Shape, Site, SiteId};
use parlour_core::{Label, Scene, Seat, SetupForm, Viewer, label};

use super::notation::PHASES;
use super::{Move, NewGame, Open, View};

const STEP: i32 = 100;
const COLUMNS: u8 = 12;

impl Scene for NewGame {
    fn layout(&self, _: Viewer) -> Layout {
        let rows = 1 + self.most().div_ceil(COLUMNS);
        let (from, to) = (corner(0, 0), corner(COLUMNS, rows));
        let cups = Seat::all(self.players).map(|seat| {
            site(seat.0, 0, format!("cup-{seat}"), "cup").label(label!("{seat's} cup", seat))
        });
        let totals = (0..self.most()).map(|index| {
            let (column, row, name) =
                (index % COLUMNS, 1 + index / COLUMNS, (index + 1).to_string());
            let label = label!("a total of {number}", index + 1);
            site(column, row, name.clone(), "total").label(label).print(name)
        });
        Layout {
            regions: vec![Region::rect("board", "the table", from, to)],
            sites: cups.chain(totals).collect(),
            ..Layout::new(to.x, to.y)
        }
    }

    fn picture(&self, view: &View) -> Picture {
        self.table(&view.open, |seat| view.of(seat))
    }

    fn path(&self, _: &View, mv: Move) -> Path {
        match mv {
            Move::Bid(bid) => Path::ordered([self.total(bid)]),
            Move::Doubt => Path::button(),
        }
    }

    fn setup_form(&self) -> Option<SetupForm> {
        let mut form = SetupForm::default();
        for seat in Seat::all(self.players) {
            let pairs = (1..=6u8).flat_map(|low| (low..=6).map(move |high| (low, high)));
            let dice = pairs.map(|(low, high)| {
                (format!("{low}{high}"), label!("{number} and {number}", low, high))
            });
            let none = ("-".to_owned(), Label::from("not thrown"));
            form = form.text(if seat.0 == 0 { "" } else { "," });
            form = form.choice(label!("{seat's} dice", seat), [none].into_iter().chain(dice));
        }
        let players = Seat::all(self.players).map(|s| (s.to_string(), label!("{role}", s)));
        form = form.text(" ").number("the last bid", 0..=self.most().into());
        form = form.text(" ").choice("to act", players);
        Some(form.text(" ").choice("phase", PHASES.map(|(_, word)| (word, word))))
    }
}

impl NewGame {
    /// The table with these dice under the cups.
    pub(super) fn table(&self, open: &Open, dice: impl Fn(Seat) -> Dice) -> Picture {
        let cup = |seat: Seat| match dice(seat) {
            dice if dice.count() > 0 => {
                let [low, high] = shown(dice);
                let name = label!("cup with {number} and {number} under it", low, high);
                let cup = Piece::new(seat.0.into(), "cup", name, dice.to_string());
                cup.of(seat).face(dice.to_string())
            }
            _ => Piece::new(seat.0.into(), "cup", "cup", "u").of(seat),
        };
        let bid = (open.bid > 0).then(|| self.total(open.bid));
        Picture {
            pieces: Seat::all(self.players).map(cup).collect(),
            marks: bid.map(|site| Mark::new(site, "bid", "the last bid")).into_iter().collect(),
            ..Picture::default()
        }
    }

    /// The site of a total: behind the cups.
    pub(super) fn total(&self, total: u8) -> SiteId {
        SiteId::from(self.players + total - 1)
    }
}

/// What two dice show, the lower first.
pub(super) fn shown(dice: Dice) -> [u8; 2] {
    let mut numbers = dice.numbers();
    std::array::from_fn(|_| numbers.next().unwrap_or_default())
}

fn corner(column: u8, row: u8) -> Point {
    Point { x: i32::from(column) * STEP, y: i32::from(row) * STEP }
}

fn site(column: u8, row: u8, name: String, kind: &'static str) -> Site {
    let Point { x, y } = corner(column, row);
    let at = Point { x: x + STEP / 2, y: y + STEP / 2 };
    Site::new(name, kind, at, Shape::Circle { radius: 40 }).cell(column.into(), row.into())
}
