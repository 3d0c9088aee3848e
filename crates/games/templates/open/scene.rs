//! The picture of New Game: a row of counters.

use parlour_core::scene::{Effect, Layout, Path, Picture, Piece, Point, Region, Shape, Site, Stat};
use parlour_core::{Scene, Seat, SetupForm, Viewer, label};

use super::{HEAP, Move, NewGame, State};

const STEP: i32 = 100;
const WIDTH: i32 = HEAP as i32 * STEP;

impl Scene for NewGame {
    fn layout(&self, _: Viewer) -> Layout {
        let (from, to) = (Point { x: 0, y: 0 }, Point { x: WIDTH, y: STEP });
        Layout {
            regions: vec![Region::rect("board", "the table", from, to)],
            sites: (0..u16::from(HEAP)).map(place).collect(),
            ..Layout::new(WIDTH, STEP)
        }
    }

    fn picture(&self, view: &State) -> Picture {
        let counter = |site| Piece::new(site, "counter", "counter", "o");
        let stats = vec![Stat::table("counters", view.heap)];
        let pieces = (0..u16::from(view.heap)).map(counter).collect();
        Picture { pieces, stats, ..Picture::default() }
    }

    fn path(&self, view: &State, mv: Move) -> Path {
        // A click on the foremost counter that is taken: no two moves share it.
        Path::ordered([u16::from(view.heap - mv.0)])
    }

    fn preview(&self, view: &State, mv: Move) -> Vec<Effect> {
        (view.heap - mv.0..view.heap).map(|site| Effect::take(site.into())).collect()
    }

    fn setup_form(&self) -> Option<SetupForm> {
        let players = Seat::all(2).map(|seat| (seat.to_string(), label!("{role}", seat)));
        let heap = SetupForm::default().number("counters", 0..=HEAP.into());
        Some(heap.text(" ").choice("to move", players))
    }
}

fn place(index: u16) -> Site {
    let at = Point { x: i32::from(index) * STEP + STEP / 2, y: STEP / 2 };
    Site::new((index + 1).to_string(), "place", at, Shape::Circle { radius: 40 })
        .label(label!("place {number}", index + 1))
        .cell(index, 0)
}
