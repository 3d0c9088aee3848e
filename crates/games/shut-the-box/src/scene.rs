//! The picture of Shut the Box: a wooden box with nine lids and a tray for two dice.

use parlour_core::scene::{Effect, Layout, Path, Picture, Piece, Point, Region, Shape, Site, Stat};
use parlour_core::{Look, Scene, Seat, SetupForm, Viewer, label};

use super::look::LOOK;
use super::tables::points;
use super::{Final, Move, OUT_AT, ShutTheBox, State};

const WIDTH: i32 = 1060;
const HEIGHT: i32 = 600;
/// The rim of the box around lids and tray.
const RIM: i32 = 60;
const LID: (i32, i32) = (92, 180);
/// The middle of lid 1, and how far the next one is.
const FIRST_LID: Point = Point { x: 130, y: 180 };
const LID_STEP: i32 = 100;
const DIE: i32 = 110;
/// The tray that the dice fall into.
const TRAY: (i32, i32) = (300, 520);
/// Lids 1 to 9 are sites 0 to 8; the dice follow.
const FIRST_DIE: u16 = 9;

impl Scene for ShutTheBox {
    const LOOK: &'static Look = LOOK;

    fn layout(&self, _viewer: Viewer) -> Layout {
        let at = |x, y| Point { x, y };
        let regions = vec![
            Region::rect("box", "the box", at(20, 20), at(WIDTH - 20, HEIGHT - 20)),
            Region::rect("tray", "the dice tray", at(RIM, TRAY.0), at(WIDTH - RIM, TRAY.1)),
        ];
        let mut sites: Vec<Site> = (1..=9).map(lid_site).collect();
        sites.extend((0..2).map(die_site));
        Layout { regions, sites, ..Layout::new(WIDTH, HEIGHT) }
    }

    fn picture(&self, view: &State) -> Picture {
        let mut pieces: Vec<Piece> =
            (1..=9).map(|lid| lid_piece(lid, view.lids >> (lid - 1) & 1 == 1)).collect();
        if let Some(dice) = view.dice {
            pieces.push(Piece::die(FIRST_DIE, dice.larger()));
            pieces.push(Piece::die(FIRST_DIE + 1, dice.smaller()));
        }
        let open = label!("{number} points", points(view.lids));
        let mut stats = vec![Stat::table("open", open)];
        for seat in Seat::all(self.players) {
            let score = view.score(seat);
            stats.push(Stat::of(seat, "score", score));
            if score >= OUT_AT {
                stats.push(Stat::of(seat, "out", "out"));
            }
        }
        if self.last == Final::Round {
            stats.push(Stat::table("final", "last round only"));
        }
        Picture { pieces, marks: Vec::new(), stats }
    }

    fn setup_form(&self) -> Option<SetupForm> {
        Some(self.form())
    }

    fn path(&self, _state: &State, mv: Move) -> Path {
        let clicks: Vec<u16> = mv.lids().map(|lid| u16::from(lid) - 1).collect();
        let free = if clicks.len() == 2 { 2 } else { 0 };
        Path { clicks, free }
    }

    fn preview(&self, _: &State, mv: Move) -> Vec<Effect> {
        mv.lids().map(|lid| Effect::put(lid_piece(lid, false))).collect()
    }
}

fn lid_site(lid: u8) -> Site {
    let at = Point { x: FIRST_LID.x + i32::from(lid - 1) * LID_STEP, y: FIRST_LID.y };
    Site::new(lid.to_string(), "lid", at, Shape::Rect { width: LID.0, height: LID.1 })
        .label(label!("lid {number}", lid))
        .print(lid.to_string())
        .cell(u16::from(lid) - 1, 0)
}

/// The dice lie side by side in the middle of the tray.
fn die_site(index: u16) -> Site {
    let at =
        Point { x: WIDTH / 2 + (2 * i32::from(index) - 1) * 100, y: i32::midpoint(TRAY.0, TRAY.1) };
    let shape = Shape::Rect { width: DIE, height: DIE };
    Site::new(format!("die-{}", index + 1), "die", at, shape)
        .label(if index == 0 { "the larger die" } else { "the smaller die" })
        .cell(3 + 2 * index, 2)
}

pub(super) fn lid_piece(lid: u8, open: bool) -> Piece {
    let (face, name, glyph) = if open {
        ("open", label!("lid {number}, open", lid), lid.to_string())
    } else {
        ("shut", label!("lid {number}, shut", lid), "-".to_owned())
    };
    Piece::new(u16::from(lid) - 1, "lid", name, glyph).face(face)
}
