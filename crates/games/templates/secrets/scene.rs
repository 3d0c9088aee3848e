//! The picture of New Game: a cup for each player, and six numbers to choose from.

use parlour_core::bits::ones;
use parlour_core::scene::{Layout, Mark, Path, Picture, Piece, Point, Region, Shape, Site, SiteId};
use parlour_core::{Action, Scene, Seat, Seen, SeenOf, Viewer};

use super::{Move, NewGame, Phase, State, View};

const STEP: i32 = 100;
const WIDTH: i32 = 6 * STEP;
const HEIGHT: i32 = 2 * STEP;

impl Scene for NewGame {
    fn layout(&self, _: Viewer) -> Layout {
        let (from, to) = (Point { x: 0, y: 0 }, Point { x: WIDTH, y: HEIGHT });
        let cups = Seat::all(self.players).map(|seat| {
            let label = format!("the cup of {}", self.seat_name(seat));
            site(seat.0, 0, format!("cup-{seat}"), "cup").label(label)
        });
        let numbers = (1..=6u8).map(|number| {
            let name = number.to_string();
            site(number - 1, 1, name.clone(), "number").label(format!("the {name}")).print(name)
        });
        Layout {
            regions: vec![Region::rect("board", "the table", from, to)],
            sites: cups.chain(numbers).collect(),
            ..Layout::new(WIDTH, HEIGHT)
        }
    }

    fn picture(&self, view: &View) -> Picture {
        let cup = |seat: Seat| match view.of(seat) {
            dice if dice.count() > 0 => {
                let name = format!("cup with {dice} under it");
                Piece::new(seat.0.into(), "cup", name, dice.to_string())
                    .of(seat)
                    .face(dice.to_string())
            }
            _ => Piece::new(seat.0.into(), "cup", "cup", "u").of(seat),
        };
        let tried = view.open.tried[self.target(&view.open).index()];
        let mark = |number| Mark::new(self.number(number), "tried", "has been tried");
        Picture {
            pieces: Seat::all(self.players).map(cup).collect(),
            marks: ones(tried).map(mark).collect(),
            ..Picture::default()
        }
    }

    fn path(&self, _: &State, mv: Move) -> Path {
        Path::ordered([self.number(mv.0)])
    }

    fn caption(&self, mv: Move) -> String {
        format!("Guess {}", mv.0)
    }

    fn tell(&self, before: &View, by: Option<Seat>, seen: SeenOf<Self>, after: &View) -> String {
        let name = self.seat_name(by.unwrap_or(before.open.mover));
        match seen {
            Seen::Open(Action::Chance(dice)) => format!("{name} throws {dice} under the cup."),
            Seen::Open(Action::Move(mv)) => {
                let target = self.seat_name(self.target(&before.open));
                let right = after.open.phase == Phase::Over;
                let end = if right { "right, and wins" } else { "wrong" };
                format!("{name} guesses that {target} has a {}: {end}.", mv.0)
            }
            Seen::HiddenChance | Seen::HiddenMove => format!("{name} throws under the cup."),
        }
    }
}

impl NewGame {
    /// The site of a number: behind the cups.
    pub(super) fn number(&self, number: u8) -> SiteId {
        SiteId::from(self.players + number - 1)
    }
}

fn site(column: u8, row: u8, name: String, kind: &'static str) -> Site {
    let middle = |index: u8| i32::from(index) * STEP + STEP / 2;
    let at = Point { x: middle(column), y: middle(row) };
    Site::new(name, kind, at, Shape::Circle { radius: 40 }).cell(column.into(), row.into())
}
