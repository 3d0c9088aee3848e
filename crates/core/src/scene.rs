//! The picture of a game as plain data, so that one renderer can draw them all.

use crate::game::{Game, SeenOf, Viewer};
use crate::seat::Seat;

/// A point in scene units; x goes right, y goes down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

/// A site's place in [`Layout::sites`].
pub type SiteId = u16;

/// The form of a site, around its centre.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    /// A regular hexagon that stands on a corner.
    Hexagon {
        /// From centre to corner.
        radius: i32,
    },
}

/// A place that a piece can stand on or a person can click.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// Its name in the notation (`g7`, `26`), unique in the layout.
    pub name: String,
    /// What to call it aloud: "square 26, the circle".
    pub label: String,
    /// Its look: a word that the renderer dresses (`cell`, `pit`, `alley`, `lid`, `die`).
    pub kind: &'static str,
    /// The centre.
    pub at: Point,
    /// The form.
    pub shape: Shape,
    /// What is printed on it, if anything.
    pub print: String,
    /// Column and row in a drawing made of characters; `None` keeps it out of that drawing.
    pub cell: Option<(u16, u16)>,
}

/// A part of the board behind the sites.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// Its look: `board`, `corner`, `field`.
    pub kind: &'static str,
    /// What to call it aloud.
    pub label: String,
    /// Whose it is, if it is somebody's.
    pub owner: Option<Seat>,
    /// The corners of its outline.
    pub outline: Vec<Point>,
}

impl Region {
    /// Whether a point lies inside the outline.
    pub fn contains(&self, point: Point) -> bool {
        let ends = self.outline.iter().zip(self.outline.iter().cycle().skip(1));
        // A ray to the right leaves the region once more than it enters it.
        let crossed = ends.filter(|(a, b)| {
            let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
            let (x, y) = (i64::from(point.x - a.x), i64::from(point.y - a.y));
            (a.y > point.y) != (b.y > point.y) && (x * dy < y * dx) == (dy > 0)
        });
        crossed.count() % 2 == 1
    }
}

/// What does not change during a game: the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// The scene's width; everything lies within 0 to width.
    pub width: i32,
    /// The scene's height.
    pub height: i32,
    /// Painted first, in order.
    pub regions: Vec<Region>,
    /// Every place.
    pub sites: Vec<Site>,
}

impl Layout {
    /// The site of that name.
    pub fn site(&self, name: &str) -> Option<SiteId> {
        self.sites.iter().position(|s| s.name == name).map(|i| i as SiteId)
    }
}

/// Something that stands on a site.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Where.
    pub site: SiteId,
    /// Its look: `chip`, `power`, `pawn`, `shell`, `lid`, `die`, `stick`.
    pub kind: &'static str,
    /// Whose it is.
    pub owner: Option<Seat>,
    /// What shows on it: a die's eyes, a counter's value, `light` or `dark`; may be empty.
    pub face: String,
    /// How many stand there together.
    pub count: u16,
    /// What to call it aloud: "dark power chip".
    pub name: String,
    /// One or two characters for a drawing made of characters.
    pub glyph: String,
}

/// A sign on a site that is not a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Where.
    pub site: SiteId,
    /// Its look: `empty` for a shell known to be empty, `safe`, `row`.
    pub kind: &'static str,
    /// What to call it aloud.
    pub label: String,
}

/// Something to know that stands beside the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fact {
    /// Whom it is about; `None` for the table.
    pub seat: Option<Seat>,
    /// What it is: `score`, `pot`, `pits`, `counter`, `hand`.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

impl Fact {
    /// The fact in a few words: `score 12`; just the value where that says it all.
    pub fn words(&self) -> String {
        match self.value == self.name || self.value.is_empty() {
            true => self.name.to_owned(),
            false => format!("{} {}", self.name, self.value),
        }
    }
}

/// What one viewer sees now.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Picture {
    /// What stands on the board.
    pub pieces: Vec<Piece>,
    /// Signs on the board.
    pub marks: Vec<Mark>,
    /// What stands beside it.
    pub facts: Vec<Fact>,
}

/// A move as the clicks that make it. No clicks: a button.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Path {
    /// The sites to click, in order.
    pub clicks: Vec<SiteId>,
    /// So many of the first clicks may come in any order.
    pub free: u8,
}

impl Path {
    /// Clicks in this order.
    pub fn ordered(clicks: impl Into<Vec<SiteId>>) -> Self {
        Path { clicks: clicks.into(), free: 0 }
    }

    /// No clicks: the move is a button.
    pub fn button() -> Self {
        Path::default()
    }

    /// The same path with the free clicks in one fixed order, for comparing.
    pub fn normal(&self) -> Vec<SiteId> {
        let mut clicks = self.clicks.clone();
        clicks[..usize::from(self.free)].sort_unstable();
        clicks
    }
}

/// The pictures and words of a game. All but [`Scene::path`] are made from a view, so that no
/// secret can get into them; a path is shown to the mover alone, or for a move that was seen.
pub trait Scene: Game {
    /// The board as `viewer` sees it. It depends on the options only, never on the position.
    fn layout(&self, viewer: Viewer) -> Layout;

    /// The position as the owner of `view` sees it.
    fn picture(&self, view: &Self::View) -> Picture;

    /// The clicks that make a legal move.
    fn path(&self, state: &Self::State, mv: Self::Move) -> Path;

    /// What a player is called: "Light", "Black", "Player 3".
    fn seat_name(&self, seat: Seat) -> String;

    /// A move in a few words for the one who may choose it: "Slide f4 to f1".
    fn caption(&self, mv: Self::Move) -> String;

    /// What just happened, in a sentence: "Dark's power chip slides from e6 to b3." `by` is the
    /// player who moved, or for whom chance decided.
    fn tell(
        &self,
        before: &Self::View,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &Self::View,
    ) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_in_a_region_or_not() {
        let outline = [(0, 0), (10, 0), (5, 10)].map(|(x, y)| Point { x, y }).to_vec();
        let region = Region { kind: "field", label: String::new(), owner: None, outline };
        let inside = |x, y| region.contains(Point { x, y });
        assert!(inside(5, 1) && inside(2, 2) && inside(8, 2) && inside(5, 9));
        assert!(!inside(0, 9) && !inside(10, 9) && !inside(5, 11) && !inside(-1, 1));
    }
}
