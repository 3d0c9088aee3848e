//! What the pages of one viewer know of a board, and what is new to them.

use std::sync::Arc;

use parlour_core::Label;
use parlour_core::scene::{Fact, Picture, Piece};
use parlour_table::Table;
use parlour_table::project::{View, Visit};

use crate::delta::{Board, Facts, Made, PieceChange, group};
use crate::label::Writer;
use crate::scene;
use crate::table::{Outcome, Status, TableView, Turn};

/// What everybody knows who looks with the same eyes.
#[derive(Debug)]
pub struct Known {
    /// The names of the board's sites.
    names: Arc<[String]>,
    /// The templates of the labels that these eyes get.
    templates: Vec<&'static str>,
    /// How many of them came with a delta, or with the first view.
    sent: usize,
    sequence: u64,
    rewinds: u32,
    ply: usize,
    status: Status,
    turn: Turn,
    picture: Arc<Picture>,
    /// Whether there are choices, which follow from what else is in here.
    choosing: bool,
    guide: Option<Label>,
    over: bool,
}

/// What the last change did to the picture. In a game without secrets all eyes see the same, so it
/// is found out once.
#[derive(Debug, Default)]
pub struct Seen {
    sequence: u64,
    before: Arc<Picture>,
    after: Arc<Picture>,
}

impl Seen {
    /// Whether this is also what these eyes see, who knew that picture.
    fn holds(&self, sequence: u64, secrets: bool, before: &Arc<Picture>) -> bool {
        !secrets && self.sequence == sequence && Arc::ptr_eq(&self.before, before)
    }
}

/// What became of a board since.
#[derive(Debug, PartialEq)]
pub enum Delta {
    /// Nothing that these eyes can see.
    Nothing,
    /// This.
    Board(Box<Board>),
    /// Something was taken back: the table has to be sent whole.
    Whole,
}

impl Known {
    /// What is known once the table was sent whole.
    pub fn new(view: View<'_>) -> Self {
        let (sites, public) = (view.layout().sites, view.public());
        Known {
            // Copied, so that the room of whole sites is not kept for their names.
            names: sites.iter().map(|site| site.name.clone()).collect(),
            templates: Vec::new(),
            sent: 0,
            sequence: public.sequence,
            rewinds: public.rewinds,
            ply: public.ply as usize,
            status: public.status,
            turn: Turn::of(public.turn, public.thrower),
            picture: Arc::new(view.picture()),
            choosing: view.may_choose(),
            guide: view.guide(&[]),
            over: view.outcome().is_some(),
        }
    }

    /// The whole table for a visitor who looks with these eyes.
    pub fn whole(&mut self, table: &Table, visit: &Visit<'_>) -> TableView {
        let view = TableView::of(table, visit, &mut Writer::Data(&mut self.templates));
        // Everybody who follows these eyes has at least what came with their first view.
        if self.sent == 0 {
            self.sent = self.templates.len();
        }
        let templates = self.templates.iter().map(|&template| template.to_owned()).collect();
        TableView { templates, ..view }
    }

    /// Keeps what is the same for other eyes only once.
    pub fn share(&mut self, other: &Known) {
        if self.names == other.names {
            self.names = other.names.clone();
        }
        if self.picture == other.picture {
            self.picture = other.picture.clone();
        }
    }

    /// What is new in the view of these eyes, which is known from now on. `seen` is shared by all eyes.
    pub fn delta(&mut self, view: View<'_>, seen: &mut Seen) -> Delta {
        let public = view.public();
        if self.sequence == public.sequence {
            return Delta::Nothing;
        }
        if self.rewinds != public.rewinds {
            let (templates, sent) = (std::mem::take(&mut self.templates), self.sent);
            *self = Known { templates, sent, ..Known::new(view) };
            return Delta::Whole;
        }
        self.sequence = public.sequence;
        let labels = &mut Writer::Data(&mut self.templates);
        let made = |made| Made::of(made, &self.names, labels);
        let mut board =
            Board { log: view.made_since(self.ply).map(made).collect(), ..Board::default() };
        let moved = !board.log.is_empty();
        self.ply = public.ply as usize;
        board.status = changed(&mut self.status, public.status);
        let turn = Turn::of(public.turn, public.thrower);
        board.mover = changed(&mut self.turn, turn).map(Into::into);
        if moved {
            if !seen.holds(public.sequence, public.secrets, &self.picture) {
                *seen = Seen {
                    sequence: public.sequence,
                    before: self.picture.clone(),
                    after: Arc::new(view.picture()),
                };
            }
            let (old, new) = (&*self.picture, &*seen.after);
            board.pieces = piece_changes(&old.pieces, &new.pieces, labels);
            board.facts = fact_changes(&old.facts, &new.facts, labels);
            let mark = |mark| scene::Mark::of(mark, labels);
            board.marks = (old.marks != new.marks).then(|| new.marks.iter().map(mark).collect());
            board.moment = view.moment().map(|moment| scene::Picture::of(&moment, labels));
            self.picture = seen.after.clone();
        }
        let guide = view.guide(&[]);
        // With a move comes the sentence that there is; none need not be said then.
        if (moved && guide.is_some()) || (!moved && guide != self.guide) {
            board.guide = Some(guide.map(|label| labels.label(&label)));
        }
        self.guide = guide;
        let choosing = view.may_choose();
        if (choosing && moved) || (choosing != self.choosing && !moved) {
            board.choices = Some(group(&view.choices(), &self.names, labels));
        }
        self.choosing = choosing;
        if !self.over {
            board.outcome = view.outcome().map(|ending| Outcome::of(ending, labels));
            self.over = board.outcome.is_some();
        }
        if board == Board::default() {
            return Delta::Nothing;
        }
        let new = self.templates.iter().enumerate().skip(self.sent);
        board.templates = new.map(|(place, text)| (place as u16, (*text).to_owned())).collect();
        self.sent = self.templates.len();
        Delta::Board(Box::new(board))
    }
}

/// The new value, if it is another than was known.
fn changed<T: PartialEq + Copy>(known: &mut T, new: T) -> Option<T> {
    let other = *known != new;
    *known = new;
    other.then_some(new)
}

/// What changed among pieces that are sorted by their sites.
fn piece_changes(old: &[Piece], new: &[Piece], labels: &mut Writer<'_>) -> Vec<PieceChange> {
    let is_in = |list: &[Piece], piece: &Piece| {
        list.binary_search_by_key(&piece.site, |p| p.site).is_ok_and(|at| list[at] == *piece)
    };
    let left: Vec<&Piece> = old.iter().filter(|piece| !is_in(new, piece)).collect();
    let came: Vec<&Piece> = new.iter().filter(|piece| !is_in(old, piece)).collect();
    let mut used = vec![false; left.len()];
    let mut changes: Vec<PieceChange> = Vec::with_capacity(came.len());
    for piece in &came {
        let alike = |i: &usize| {
            let other = left[*i];
            (other.kind, other.owner, &other.face, other.heap, &other.name)
                == (piece.kind, piece.owner, &piece.face, piece.heap, &piece.name)
        };
        // Best the same number of them that nothing else came from; else any stack of its like.
        let from = (0..left.len()).filter(alike).min_by_key(|&i| {
            (left[i].site != piece.site && (used[i] || left[i].count != piece.count), i)
        });
        changes.push(match from {
            Some(i) if left[i].count == piece.count => {
                used[i] = true;
                PieceChange::Moved(left[i].site, piece.site)
            }
            Some(i) => {
                used[i] = true;
                PieceChange::Counted(left[i].site, piece.site, piece.count)
            }
            None => PieceChange::New(scene::Piece::of(piece, labels)),
        });
    }
    let emptied = (0..left.len()).filter(|&i| !used[i]).map(|i| left[i].site);
    let empty = |site: &u16| !came.iter().any(|piece| piece.site == *site);
    changes.extend(emptied.filter(empty).map(PieceChange::Gone));
    changes
}

/// What changed among the facts: the values, or all of them.
fn fact_changes(old: &[Fact], new: &[Fact], labels: &mut Writer<'_>) -> Option<Facts> {
    if old == new {
        return None;
    }
    let same = |(old, new): (&Fact, &Fact)| (old.seat, old.name) == (new.seat, new.name);
    if old.len() != new.len() || !old.iter().zip(new).all(same) {
        return Some(Facts::All(new.iter().map(|fact| scene::Fact::of(fact, labels)).collect()));
    }
    let places = (0u16..).zip(old.iter().zip(new));
    let other = places.filter(|(_, (old, new))| old.value != new.value);
    Some(Facts::Changed(other.map(|(i, (_, new))| (i, labels.label(&new.value))).collect()))
}
