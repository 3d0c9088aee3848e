//! The picture of a game as plain data, so that one renderer can draw them all.

use std::borrow::Cow;

use crate::game::{Game, Viewer};
use crate::label::{Label, Names};
use crate::look::{Look, Paint, SEATS};
use crate::seat::Seat;
use crate::setup::SetupForm;

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
    /// Its name in the notation (`g7`, `26`), unique in the layout. A name of one or two characters,
    /// or of three with a digit, is a coordinate: drawings show it at the edge of the board.
    pub name: String,
    /// What to call it aloud: "square 26, the circle"; `None`: by its name.
    pub label: Option<Label>,
    /// Its kind: [`Scene::LOOK`] and the page's theme say how a kind looks (`cell`, `square`, `die`).
    pub kind: &'static str,
    /// The centre.
    pub at: Point,
    /// The form.
    pub shape: Shape,
    /// What is printed on it, if anything.
    pub print: String,
    /// Column and row in a drawing made of characters; `None` keeps it out of that drawing.
    pub cell: Option<(u16, u16)>,
    /// The radius of a piece that stands here; `None`: as large as the site allows.
    pub room: Option<i32>,
    /// Whether nobody uses it in this game.
    pub idle: bool,
}

impl Site {
    /// A site that is called by its name, with nothing printed on it. Its name is unique in the
    /// layout, and so is its label.
    pub fn new(name: impl Into<String>, kind: &'static str, at: Point, shape: Shape) -> Self {
        let (name, print) = (name.into(), String::new());
        Site { name, label: None, kind, at, shape, print, cell: None, room: None, idle: false }
    }

    /// Called aloud like this.
    pub fn label(self, label: impl Into<Label>) -> Self {
        Site { label: Some(label.into()), ..self }
    }

    /// What to call it aloud, in English.
    pub fn words(&self, names: &Names<'_>) -> String {
        self.label.map_or_else(|| self.name.clone(), |label| label.english(names))
    }

    /// With this printed on it.
    pub fn print(self, print: impl Into<String>) -> Self {
        Site { print: print.into(), ..self }
    }

    /// In this column and row of a drawing made of characters.
    pub fn cell(self, column: u16, row: u16) -> Self {
        Site { cell: Some((column, row)), ..self }
    }

    /// With pieces of this radius.
    pub fn room(self, radius: i32) -> Self {
        Site { room: Some(radius), ..self }
    }

    /// Used by nobody in this game, if so.
    pub fn idle(self, idle: bool) -> Self {
        Site { idle, ..self }
    }
}

/// A part of the board behind the sites.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Region {
    /// Its kind: `board`, `corner`, `field`.
    pub kind: &'static str,
    /// What to call it aloud.
    pub label: Label,
    /// Whose it is, if it is somebody's.
    pub owner: Option<Seat>,
    /// The corners of its outline.
    pub outline: Vec<Point>,
}

impl Region {
    /// A part of the board that is nobody's.
    pub fn new(kind: &'static str, label: impl Into<Label>, outline: Vec<Point>) -> Self {
        Region { kind, label: label.into(), owner: None, outline }
    }

    /// A rectangle that is nobody's, by its upper left and lower right corners.
    pub fn rect(kind: &'static str, label: impl Into<Label>, from: Point, to: Point) -> Self {
        let corners = [from, Point { x: to.x, y: from.y }, to, Point { x: from.x, y: to.y }];
        Region::new(kind, label, corners.to_vec())
    }

    /// Somebody's, or nobody's.
    pub fn of(self, owner: impl Into<Option<Seat>>) -> Self {
        Region { owner: owner.into(), ..self }
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
    /// Lines from site to site, painted over the regions.
    pub lines: Vec<(SiteId, SiteId)>,
    /// Every place.
    pub sites: Vec<Site>,
    /// Each seat's colours; with more seats than paints they start over.
    pub seats: &'static [Paint],
}

impl Layout {
    /// An empty board of this size, with everybody in the usual colours.
    pub fn new(width: i32, height: i32) -> Self {
        let (regions, lines, sites) = (Vec::new(), Vec::new(), Vec::new());
        Layout { width, height, regions, lines, sites, seats: SEATS }
    }

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
    /// Its kind: [`Scene::LOOK`] and the page's theme say how a kind looks (`chip`, `pawn`, `die`).
    pub kind: &'static str,
    /// Whose it is.
    pub owner: Option<Seat>,
    /// What shows on it: a die's eyes, a counter's value, `light` or `dark`; may be empty.
    pub face: Cow<'static, str>,
    /// How many stand there together.
    pub count: u16,
    /// Whether the number always shows, as on a heap of seeds.
    pub heap: bool,
    /// What to call it aloud: "dark power chip".
    pub name: Label,
    /// One or two characters for a drawing made of characters.
    pub glyph: Cow<'static, str>,
}

impl Piece {
    /// One piece that is nobody's and shows nothing. `name` is what to call it aloud, `glyph` its
    /// sign in a drawing made of characters.
    pub fn new(
        site: SiteId,
        kind: &'static str,
        name: impl Into<Label>,
        glyph: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (name, glyph) = (name.into(), glyph.into());
        Piece { site, kind, owner: None, face: Cow::default(), count: 1, heap: false, name, glyph }
    }

    /// Whether it would be the same on the same site.
    pub fn looks_like(&self, other: &Piece) -> bool {
        let Piece { site: _, kind, owner, face, count, heap, name, glyph } = self;
        // Most texts are the same constants: a page's pieces are compared after every move.
        let same = |a: &str, b: &str| std::ptr::eq(a, b) || a == b;
        (owner, count, heap) == (&other.owner, &other.count, &other.heap)
            && same(kind, other.kind)
            && same(face, &other.face)
            && same(glyph, &other.glyph)
            && same(name.template(), other.name.template())
            && name.args() == other.name.args()
    }

    /// A die that shows this number.
    pub fn die(site: SiteId, number: u8) -> Self {
        Piece::new(site, "die", crate::label!("die, {number}", number), number.to_string())
            .face(number.to_string())
    }

    /// Somebody's, or nobody's.
    pub fn of(self, owner: impl Into<Option<Seat>>) -> Self {
        Piece { owner: owner.into(), ..self }
    }

    /// With this to see on it.
    pub fn face(self, face: impl Into<Cow<'static, str>>) -> Self {
        Piece { face: face.into(), ..self }
    }

    /// A stack of `count` pieces. The number shows where there is more than one.
    pub fn count(self, count: u16) -> Self {
        Piece { count, ..self }
    }

    /// A heap of `count` pieces, whose number always shows: one or none is a number, too.
    pub fn heap(self, count: u16) -> Self {
        Piece { count, heap: true, ..self }
    }

    /// What to call it aloud, with how many there are: `white piece × 10`.
    pub fn words(&self, names: &Names<'_>) -> String {
        let name = self.name.english(names);
        match self.count {
            0 | 1 if !self.heap => name,
            many => format!("{name} × {many}"),
        }
    }
}

/// A sign on a site that is not a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mark {
    /// Where.
    pub site: SiteId,
    /// Its kind: [`Scene::LOOK`] and the page's theme say how a kind looks (`safe`, `row`).
    pub kind: &'static str,
    /// What to call it aloud.
    pub label: Label,
}

impl Mark {
    /// A sign of this kind, and what to call it aloud.
    pub fn new(site: SiteId, kind: &'static str, label: impl Into<Label>) -> Self {
        Mark { site, kind, label: label.into() }
    }
}

/// Something to know that stands beside the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stat {
    /// Whom it is about; `None` for the table.
    pub seat: Option<Seat>,
    /// What it is: `score`, `hand`.
    pub name: &'static str,
    /// Its value: a number, or a few words.
    pub value: Label,
}

impl Stat {
    /// Something to know about the table.
    pub fn table(name: &'static str, value: impl Into<Label>) -> Self {
        Stat { seat: None, name, value: value.into() }
    }

    /// Something to know about a player.
    pub fn of(seat: Seat, name: &'static str, value: impl Into<Label>) -> Self {
        Stat { seat: Some(seat), name, value: value.into() }
    }

    /// The stat in a few words: `score 12`; just the value where that says it all.
    pub fn words(&self, names: &Names<'_>) -> String {
        if self.value.template() == self.name {
            return self.name.to_owned();
        }
        format!("{} {}", self.name, self.value.english(names))
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
    pub stats: Vec<Stat>,
}

/// A move as the clicks that make it. No clicks: a button.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Path {
    /// The sites to click, in order.
    pub clicks: Vec<SiteId>,
    /// How many of the first clicks may come in any order.
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

    /// Whether a click on `site` after `picked` goes on along this path.
    pub fn leads(&self, picked: &[SiteId], site: SiteId) -> bool {
        let free = usize::from(self.free).min(self.clicks.len());
        let mut left = self.clicks[..free].to_vec();
        let mut steps = picked.iter().chain([&site]).enumerate();
        steps.all(|(i, click)| match left.iter().position(|site| site == click) {
            Some(at) if i < free => {
                left.swap_remove(at);
                true
            }
            _ => i >= free && self.clicks.get(i) == Some(click),
        })
    }

    /// The same path with the free clicks in one fixed order, for comparing.
    pub fn normal(&self) -> Vec<SiteId> {
        let mut clicks = self.clicks.clone();
        clicks[..usize::from(self.free)].sort_unstable();
        clicks
    }
}

/// What a move changes on the board, one piece at a time, as far as the mover knows before it is
/// made: so that it can be seen before it is done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// One of the pieces on a site goes to another, onto its like or beside what stands there.
    Go {
        /// Where it stands.
        from: SiteId,
        /// Where it comes to stand.
        to: SiteId,
    },
    /// A piece comes to stand on its site, in place of what stood there.
    Put(Piece),
    /// What stands on a site leaves it.
    Take {
        /// Where.
        site: SiteId,
    },
}

impl Effect {
    /// One of the pieces on a site goes to another.
    pub fn go(from: SiteId, to: SiteId) -> Self {
        Effect::Go { from, to }
    }

    /// A piece comes to stand on its site, in place of what stood there.
    pub fn put(piece: Piece) -> Self {
        Effect::Put(piece)
    }

    /// What stands on a site leaves it.
    pub fn take(site: SiteId) -> Self {
        Effect::Take { site }
    }
}

impl Picture {
    /// The picture after one effect.
    pub fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Take { site } => self.pieces.retain(|piece| piece.site != *site),
            Effect::Put(piece) => {
                self.pieces.retain(|other| other.site != piece.site);
                self.pieces.push(piece.clone());
            }
            Effect::Go { from, to } => self.go(*from, *to),
        }
    }

    /// One of the pieces on `from` goes to `to`, onto a stack or heap of its like if one stands there.
    fn go(&mut self, from: SiteId, to: SiteId) {
        let Some(at) = self.pieces.iter().position(|piece| piece.site == from) else { return };
        let moved = Piece { site: to, count: 1, ..self.pieces[at].clone() };
        match &mut self.pieces[at] {
            piece if piece.count > 1 || piece.heap => piece.count = piece.count.saturating_sub(1),
            _ => drop(self.pieces.remove(at)),
        }
        let alike = |piece: &&mut Piece| Piece { count: 1, ..(**piece).clone() } == moved;
        match self.pieces.iter_mut().find(alike) {
            Some(stack) => stack.count += 1,
            None => self.pieces.push(moved),
        }
    }
}

/// The board and the pictures of a game, all made from a view, so that no secret can get into them.
/// The words are in [`crate::Guide`].
#[expect(unused_variables, reason = "defaults ignore what they are given")]
pub trait Scene: Game {
    /// How the kinds that the scene names are drawn in diagrams and in the terminal. The page has themes of
    /// its own, and plain forms in the seats' colours where a game has none.
    const LOOK: &'static Look = &Look::PLAIN;

    /// The board as `viewer` sees it. It depends on the options only, never on the position.
    fn layout(&self, viewer: Viewer) -> Layout;

    /// The position as the owner of `view` sees it. At most one piece or heap stands on a site.
    fn picture(&self, view: &Self::View) -> Picture;

    /// The form of a position's text, so that a board can be set up by clicks; `None`: as a text alone.
    fn setup_form(&self) -> Option<SetupForm> {
        None
    }

    /// The clicks that make a legal move, for the mover or for another viewer who saw it made; `view` is
    /// that of the position before it.
    fn path(&self, view: &Self::View, mv: Self::Move) -> Path;

    /// What a legal move changes on the board, in order, as far as the owner of `view`, who is to
    /// move, can know: nothing hidden is revealed here. Empty where nothing can be known.
    fn preview(&self, view: &Self::View, mv: Self::Move) -> Vec<Effect> {
        self.steps(view, mv)
    }

    /// The steps of a move that everybody saw, where they are to be shown one after another, as in
    /// sowing; empty where the pictures before and after say enough.
    fn steps(&self, before: &Self::View, mv: Self::Move) -> Vec<Effect> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_moves_one_piece_of_a_heap() {
        let heap = Piece::new(0, "pawn", "pawn", "p").of(Seat(0)).count(2);
        let foe = Piece::new(1, "pawn", "pawn", "q").of(Seat(1));
        let mut picture = Picture { pieces: vec![heap.clone(), foe], ..Picture::default() };
        picture.apply(&Effect::take(1));
        picture.apply(&Effect::go(0, 1));
        let one = heap.clone().count(1);
        assert_eq!(picture.pieces, [one.clone(), Piece { site: 1, ..one.clone() }]);
        picture.apply(&Effect::go(0, 2));
        picture.apply(&Effect::put(Piece { site: 1, ..one.clone() }.face("x")));
        let put = Piece { site: 1, ..one.clone() }.face("x");
        assert_eq!(picture.pieces, [Piece { site: 2, ..one }, put]);
    }

    #[test]
    fn a_seed_joins_the_heap_that_it_goes_to_and_an_empty_heap_stays() {
        let heap = |site, count| Piece::new(site, "seed", "seeds", "s").heap(count);
        let mut picture = Picture { pieces: vec![heap(0, 1), heap(1, 3)], ..Picture::default() };
        picture.apply(&Effect::go(0, 1));
        assert_eq!(picture.pieces, [heap(0, 0), heap(1, 4)]);
    }
}
