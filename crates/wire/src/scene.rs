//! Boards and pictures as JSON.

use std::borrow::Cow;

use parlour_core::scene as core;
use parlour_session::{Choice as GameChoice, Description as GameDescription};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use crate::label::{Label, Words, Writer};

/// A point; y goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// The form of a site around its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Shape {
    /// A circle.
    Circle {
        /// From centre to rim.
        radius: i32,
    },
    /// A rectangle.
    Rect {
        /// Across.
        width: i32,
        /// Down.
        height: i32,
    },
    /// A hexagon that stands on a corner.
    Hexagon {
        /// From centre to corner.
        radius: i32,
    },
}

/// A place that a piece can stand on or a person can click.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Site {
    /// Its name in the notation.
    pub name: String,
    /// What to call it aloud.
    pub label: Label,
    /// Its look.
    pub kind: String,
    /// The centre.
    pub at: Point,
    /// The form.
    pub shape: Shape,
    /// What is printed on it; absent where nothing is.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>", optional))]
    pub print: String,
    /// The radius of a piece that stands here; absent: as large as the site allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub room: Option<i32>,
    /// Whether nobody uses it in this game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub idle: bool,
}

/// A seat's colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Paint {
    /// The surface.
    pub fill: String,
    /// The outline.
    pub edge: String,
    /// What is printed on it.
    pub ink: String,
}

/// A part of the board behind the sites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Region {
    /// Its look.
    pub kind: String,
    /// What to call it aloud.
    pub label: Label,
    /// Whose it is: a seat from 0.
    pub owner: Option<u8>,
    /// The corners of its outline.
    pub outline: Vec<Point>,
}

/// The board: what does not change during a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Layout {
    /// The scene's width.
    pub width: i32,
    /// The scene's height.
    pub height: i32,
    /// Painted first, in order.
    pub regions: Vec<Region>,
    /// Lines from site to site, painted over the regions.
    pub lines: Vec<(u16, u16)>,
    /// Every place; others refer to them by index.
    pub sites: Vec<Site>,
    /// Each seat's colours; with more seats than paints they start over.
    pub seats: Vec<Paint>,
}

/// Something that stands on a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Piece {
    /// Where: an index into the layout's sites.
    pub site: u16,
    /// Its look.
    pub kind: Cow<'static, str>,
    /// Whose it is: a seat from 0.
    pub owner: Option<u8>,
    /// What shows on it; may be empty.
    pub face: Cow<'static, str>,
    /// How many stand there together.
    pub count: u16,
    /// Whether the number always shows, as on a heap of seeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub heap: bool,
    /// What to call it aloud.
    pub name: Label,
}

/// A sign on a site that is not a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Mark {
    /// Where.
    pub site: u16,
    /// Its look.
    pub kind: String,
    /// What to call it aloud.
    pub label: Label,
}

/// Something to know that stands beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Stat {
    /// Whom it is about (a seat from 0); null for the table.
    pub seat: Option<u8>,
    /// What it is: `score`, `pot` …
    pub name: String,
    /// Its value.
    pub value: Label,
}

/// What one viewer sees now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Picture {
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// Signs on the board.
    pub marks: Vec<Mark>,
    /// What stands beside it.
    pub stats: Vec<Stat>,
}

/// Something that a move changes on the board. It shows once all clicks are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Effect {
    /// One of the pieces on a site goes to another, beside what stands there.
    Go {
        /// Where it stands.
        from: u16,
        /// Where it comes to stand.
        to: u16,
    },
    /// A piece comes to stand on its site, in place of what stood there.
    Put {
        /// The piece.
        piece: Piece,
    },
    /// What stands on a site leaves it.
    Take {
        /// Where.
        site: u16,
    },
}

/// A move that the viewer may make now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Choice {
    /// Its text; send it back to make it.
    pub action: String,
    /// The sites to click, in order; none: a button.
    pub clicks: Vec<u16>,
    /// How many of the first clicks may come in any order.
    pub free: u8,
    /// The move in a few words.
    pub caption: Label,
    /// What it changes on the board. Left out where that is plain: of two clicks in order, a piece
    /// goes from the first site to the second; of any others, nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub effects: Option<Vec<Effect>>,
}

/// One action as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Description {
    /// Who moved (a seat from 0); null where chance decided.
    pub by: Option<u8>,
    /// Its text; `h?` or `d?` where it is hidden.
    pub action: String,
    /// What happened.
    pub words: Words,
    /// The sites that it touched, where the viewer may know.
    pub clicks: Vec<u16>,
    /// Its steps, where they are to be shown one after another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Effect>>", optional))]
    pub steps: Vec<Effect>,
    /// What of it belongs on the score card; absent where nothing does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub card: Option<Card>,
}

/// What an action has to do with the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Card {
    /// How many points each seat won or lost by it; empty where none changed.
    pub points: Vec<i32>,
    /// The stretch of the game that it ended: `round`, `hand`.
    pub ends: Option<String>,
}

impl From<core::Point> for Point {
    fn from(p: core::Point) -> Self {
        Point { x: p.x, y: p.y }
    }
}

impl Layout {
    /// The board.
    pub fn of(layout: &core::Layout, labels: &mut Writer<'_>) -> Self {
        let shape = |shape| match shape {
            core::Shape::Circle { radius } => Shape::Circle { radius },
            core::Shape::Rect { width, height } => Shape::Rect { width, height },
            core::Shape::Hexagon { radius } => Shape::Hexagon { radius },
        };
        let site = |s: &core::Site| Site {
            name: s.name.clone(),
            label: s.label.map_or_else(|| Label::text(s.name.clone()), |l| labels.label(&l)),
            kind: s.kind.to_owned(),
            at: s.at.into(),
            shape: shape(s.shape.clone()),
            print: s.print.clone(),
            room: s.room,
            idle: s.idle,
        };
        let sites = layout.sites.iter().map(site).collect();
        let region = |r: &core::Region| Region {
            kind: r.kind.to_owned(),
            label: labels.label(&r.label),
            owner: r.owner.map(|s| s.0),
            outline: r.outline.iter().copied().map(Point::from).collect(),
        };
        Layout {
            width: layout.width,
            height: layout.height,
            regions: layout.regions.iter().map(region).collect(),
            lines: layout.lines.clone(),
            sites,
            seats: layout.seats.iter().copied().map(Paint::from).collect(),
        }
    }
}

impl From<parlour_core::look::Paint> for Paint {
    fn from(paint: parlour_core::look::Paint) -> Self {
        let [fill, edge, ink] = [paint.fill, paint.edge, paint.ink].map(str::to_owned);
        Paint { fill, edge, ink }
    }
}

impl Piece {
    /// A piece as JSON; `labels` writes its name.
    pub fn of(piece: &core::Piece, labels: &mut Writer<'_>) -> Self {
        Piece {
            site: piece.site,
            kind: piece.kind.into(),
            owner: piece.owner.map(|s| s.0),
            face: piece.face.clone(),
            count: piece.count,
            heap: piece.heap,
            name: labels.label(&piece.name),
        }
    }
}

impl Effect {
    fn of(effect: &core::Effect, labels: &mut Writer<'_>) -> Self {
        match effect {
            &core::Effect::Go { from, to } => Effect::Go { from, to },
            core::Effect::Put(piece) => Effect::Put { piece: Piece::of(piece, labels) },
            &core::Effect::Take { site } => Effect::Take { site },
        }
    }
}

impl Mark {
    /// A mark as JSON.
    pub fn of(mark: &core::Mark, labels: &mut Writer<'_>) -> Self {
        Mark { site: mark.site, kind: mark.kind.to_owned(), label: labels.label(&mark.label) }
    }
}

impl Stat {
    /// A stat as JSON.
    pub fn of(stat: &core::Stat, labels: &mut Writer<'_>) -> Self {
        let seat = stat.seat.map(|s| s.0);
        Stat { seat, name: stat.name.to_owned(), value: labels.label(&stat.value) }
    }
}

impl Picture {
    /// A picture as JSON.
    pub fn of(picture: &core::Picture, labels: &mut Writer<'_>) -> Self {
        Picture {
            pieces: picture.pieces.iter().map(|p| Piece::of(p, labels)).collect(),
            marks: picture.marks.iter().map(|m| Mark::of(m, labels)).collect(),
            stats: picture.stats.iter().map(|item| Stat::of(item, labels)).collect(),
        }
    }
}

impl Choice {
    /// A choice as JSON.
    pub fn of(choice: GameChoice, labels: &mut Writer<'_>) -> Self {
        let caption = labels.label(&choice.label);
        let effects = effects(&choice, labels);
        let core::Path { clicks, free } = choice.path;
        Choice { action: choice.action, clicks, free, caption, effects }
    }
}

/// Whether the clicks of a choice say what it changes.
pub(crate) fn is_plain(c: &GameChoice) -> bool {
    match (&c.path.clicks[..], c.path.free) {
        (&[from, to], 0) => c.effects == [core::Effect::go(from, to)],
        _ => c.effects.is_empty(),
    }
}

/// What a choice changes; `None` where that is plain.
pub(crate) fn effects(c: &GameChoice, labels: &mut Writer<'_>) -> Option<Vec<Effect>> {
    (!is_plain(c)).then(|| c.effects.iter().map(|effect| Effect::of(effect, labels)).collect())
}

impl Description {
    /// The description of an action as JSON.
    pub fn of(made: &GameDescription, labels: &mut Writer<'_>) -> Self {
        let scored = made.notable || made.ends.is_some() || !made.points.is_empty();
        let card = Card { points: made.points.clone(), ends: made.ends.map(str::to_owned) };
        Description {
            by: made.by.map(|s| s.0),
            action: made.action.clone(),
            words: labels.words(&made.labels),
            clicks: made.path.clicks.clone(),
            steps: made.steps.iter().map(|step| Effect::of(step, labels)).collect(),
            card: scored.then_some(card),
        }
    }
}
