//! The picture of Shut the Box: a wooden box with nine lids and a tray for two dice.

use parlour_core::scene::{Fact, Layout, Path, Picture, Piece, Point, Region, Shape, Site};
use parlour_core::{Action, Scene, Seat, Seen, SeenOf, Viewer};

use super::tables::{ALL, points};
use super::{Dice, Final, Move, OUT_AT, ShutTheBox, State, lids};

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
    fn layout(&self, _viewer: Viewer) -> Layout {
        let region = |kind, label: &str, left, top, right, bottom| Region {
            kind,
            label: label.to_owned(),
            owner: None,
            outline: [(left, top), (right, top), (right, bottom), (left, bottom)]
                .map(|(x, y)| Point { x, y })
                .to_vec(),
        };
        let regions = vec![
            region("box", "the box", 20, 20, WIDTH - 20, HEIGHT - 20),
            region("tray", "the dice tray", RIM, TRAY.0, WIDTH - RIM, TRAY.1),
        ];
        let mut sites: Vec<Site> = (1..=9).map(lid_site).collect();
        sites.extend((0..2).map(die_site));
        Layout { width: WIDTH, height: HEIGHT, regions, sites }
    }

    fn picture(&self, view: &State) -> Picture {
        let mut pieces: Vec<Piece> = (1..=9).map(|lid| lid_piece(view, lid)).collect();
        if let Some(dice) = view.dice {
            pieces.push(die_piece(0, dice.larger()));
            pieces.push(die_piece(1, dice.smaller()));
        }
        let mut facts =
            vec![Fact { seat: None, name: "open", value: format!("{} points", points(view.lids)) }];
        for seat in (0..self.players).map(Seat) {
            let score = view.score(seat);
            facts.push(Fact { seat: Some(seat), name: "score", value: score.to_string() });
            if score >= OUT_AT {
                facts.push(Fact { seat: Some(seat), name: "out", value: "out".to_owned() });
            }
        }
        if self.last == Final::Round {
            let value = "last round only".to_owned();
            facts.push(Fact { seat: None, name: "final", value });
        }
        Picture { pieces, marks: Vec::new(), facts }
    }

    fn path(&self, _state: &State, mv: Move) -> Path {
        let clicks: Vec<u16> = mv.lids().map(|lid| u16::from(lid) - 1).collect();
        let free = if clicks.len() == 2 { 2 } else { 0 };
        Path { clicks, free }
    }

    fn seat_name(&self, seat: Seat) -> String {
        format!("Player {seat}")
    }

    fn caption(&self, mv: Move) -> String {
        format!("Shut {}", name_lids(mv.0))
    }

    fn tell(&self, before: &State, by: Option<Seat>, seen: SeenOf<Self>, after: &State) -> String {
        let seat = by.unwrap_or(before.mover);
        let name = self.seat_name(seat);
        let mut words = match seen {
            Seen::Open(Action::Chance(dice)) => throw_words(&name, dice, before, after),
            Seen::Open(Action::Move(mv)) => format!("{name} shuts {}.", name_lids(mv.0)),
            Seen::HiddenMove | Seen::HiddenChance => format!("{name} acts."),
        };
        if let Seen::Open(Action::Move(mv)) = seen
            && before.lids == mv.0
        {
            words += " The box is shut: no points.";
        }
        if before.score(seat) < OUT_AT && after.score(seat) >= OUT_AT {
            words += &format!(" {name} is out.");
        }
        if after.over {
            words += &self.end_words(after);
        }
        words
    }
}

impl ShutTheBox {
    fn end_words(&self, state: &State) -> String {
        let winners = self.winners(state);
        let names: Vec<String> = (0..self.players)
            .filter(|seat| winners >> seat & 1 == 1)
            .map(|seat| self.seat_name(Seat(seat)))
            .collect();
        match &names[..] {
            [one] => format!(" {one} wins."),
            [most @ .., last] => format!(" {} and {last} share the win.", most.join(", ")),
            [] => String::new(),
        }
    }
}

/// The throw, and what it costs when it ends the turn.
fn throw_words(name: &str, dice: Dice, before: &State, after: &State) -> String {
    let (larger, smaller) = (dice.larger(), dice.smaller());
    let thrown = format!("{name} throws {larger} and {smaller}");
    if after.dice.is_some() {
        return format!("{thrown}.");
    }
    let cost = points(before.lids);
    let total = dice.total();
    let unit = if cost == 1 { "point" } else { "points" };
    format!("{thrown}; no open lids make {total}, so the turn ends with {cost} {unit}.")
}

fn name_lids(set: u16) -> String {
    let names: Vec<String> = lids(set & ALL).map(|lid| lid.to_string()).collect();
    match &names[..] {
        [one] => format!("lid {one}"),
        _ => format!("lids {}", names.join(" and ")),
    }
}

fn lid_site(lid: u8) -> Site {
    Site {
        name: lid.to_string(),
        label: format!("lid {lid}"),
        kind: "lid",
        at: Point { x: FIRST_LID.x + i32::from(lid - 1) * LID_STEP, y: FIRST_LID.y },
        shape: Shape::Rect { width: LID.0, height: LID.1 },
        print: lid.to_string(),
        cell: Some((u16::from(lid) - 1, 0)),
    }
}

/// The dice lie side by side in the middle of the tray.
fn die_site(index: u16) -> Site {
    Site {
        name: format!("die-{}", index + 1),
        label: if index == 0 { "the larger die" } else { "the smaller die" }.to_owned(),
        kind: "die",
        at: Point {
            x: WIDTH / 2 + (2 * i32::from(index) - 1) * 100,
            y: i32::midpoint(TRAY.0, TRAY.1),
        },
        shape: Shape::Rect { width: DIE, height: DIE },
        print: String::new(),
        cell: Some((3 + 2 * index, 2)),
    }
}

fn lid_piece(view: &State, lid: u8) -> Piece {
    let open = view.lids >> (lid - 1) & 1 == 1;
    let face = if open { "open" } else { "shut" };
    Piece {
        site: u16::from(lid) - 1,
        kind: "lid",
        owner: None,
        face: face.to_owned(),
        count: 1,
        name: format!("lid {lid}, {face}"),
        glyph: if open { lid.to_string() } else { "-".to_owned() },
    }
}

fn die_piece(index: u16, eyes: u8) -> Piece {
    Piece {
        site: FIRST_DIE + index,
        kind: "die",
        owner: None,
        face: eyes.to_string(),
        count: 1,
        name: format!("die, {eyes}"),
        glyph: eyes.to_string(),
    }
}
