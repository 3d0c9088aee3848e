//! What the pages of one viewer know of a board, and what is new to them.

use std::sync::Arc;

use parlour_core::Label;
use parlour_core::scene::{Fact, Picture, Piece};
use parlour_table::Table;
use parlour_table::project::{View, Visit};

use crate::delta::{Board, Mover, PieceChange, group, is_plain};
use crate::label::{self, Writer};
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
    ply: usize,
    picture: Arc<Picture>,
    situation: Situation,
}

/// What can change without an action.
#[derive(Debug, PartialEq)]
struct Situation {
    rewinds: u32,
    status: Status,
    turn: Turn,
    /// Whether there are choices, which follow from what else is known.
    choosing: bool,
    guide: Option<Label>,
}

impl Situation {
    fn of(view: View<'_>) -> Self {
        let public = view.public();
        Situation {
            rewinds: public.rewinds,
            status: public.status,
            turn: Turn::of(public.turn, public.thrower),
            choosing: view.may_choose(),
            guide: view.guide(&[]),
        }
    }
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
    /// Actions, and what followed from them.
    Board(Box<Board>),
    /// Something else, such as a take-back or a resignation: the table has to be sent whole.
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
            ply: public.ply as usize,
            picture: Arc::new(view.picture()),
            situation: Situation::of(view),
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
        self.sequence = public.sequence;
        let situation = Situation::of(view);
        let moved = self.ply < public.ply as usize;
        if !moved && self.situation == situation {
            return Delta::Nothing;
        }
        if moved && !seen.holds(public.sequence, public.secrets, &self.picture) {
            let (before, after) = (self.picture.clone(), Arc::new(view.picture()));
            *seen = Seen { sequence: public.sequence, before, after };
        }
        let rewound = self.situation.rewinds != public.rewinds;
        if rewound || !moved {
            let (templates, sent) = (std::mem::take(&mut self.templates), self.sent);
            *self = Known { templates, sent, ..Known::new(view) };
            return Delta::Whole;
        }
        let board = self.board(view, &situation, &seen.after);
        (self.ply, self.situation) = (public.ply as usize, situation);
        self.picture = seen.after.clone();
        Delta::Board(Box::new(board))
    }

    /// What is new after actions that led to this situation and this picture.
    fn board(&mut self, view: View<'_>, situation: &Situation, picture: &Picture) -> Board {
        let (old, names) = (&*self.picture, &*self.names);
        let labels = &mut Writer::Data(&mut self.templates);
        let describe = |made| {
            let mut made = scene::Description::of(made, labels);
            if is_plain(&made.action, &made.clicks, names) {
                made.action.clear();
            }
            made
        };
        let named = have_the_same_names(&old.facts, &picture.facts);
        let mut board = Board {
            log: view.made_since(self.ply).map(describe).collect(),
            mover: Mover::of(situation.turn).filter(|_| situation.turn != self.situation.turn),
            pieces: some(piece_changes(&old.pieces, &picture.pieces, labels)),
            facts: named.then(|| fact_changes(&old.facts, &picture.facts, labels)).and_then(some),
            all_facts: (!named)
                .then(|| picture.facts.iter().map(|fact| scene::Fact::of(fact, labels)).collect()),
            marks: (old.marks != picture.marks)
                .then(|| picture.marks.iter().map(|mark| scene::Mark::of(mark, labels)).collect()),
            moment: view.moment().map(|moment| scene::Picture::of(&moment, labels)),
            guide: situation.guide.map(|label| labels.label(&label)),
            choices: situation.choosing.then(|| group(&view.choices(), names, labels)),
            outcome: view.outcome().map(|ending| Outcome::of(ending, labels)),
            templates: None,
        };
        let new = self.templates.iter().enumerate().skip(self.sent);
        board.templates = some(new.map(|(i, text)| (i as u16, (*text).to_owned())).collect());
        self.sent = self.templates.len();
        board
    }
}

/// A list that has something in it.
fn some<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

/// What changed among pieces that are sorted by their sites.
fn piece_changes(old: &[Piece], new: &[Piece], labels: &mut Writer<'_>) -> Vec<PieceChange> {
    let is_in = |list: &[Piece], piece: &Piece| {
        list.binary_search_by_key(&piece.site, |p| p.site).is_ok_and(|at| list[at] == *piece)
    };
    let left: Vec<&Piece> = old.iter().filter(|piece| !is_in(new, piece)).collect();
    let came: Vec<&Piece> = new.iter().filter(|piece| !is_in(old, piece)).collect();
    let mut used: Vec<u16> = Vec::with_capacity(left.len());
    let mut changes: Vec<PieceChange> = Vec::with_capacity(came.len());
    for piece in &came {
        let alike = |other: &&&Piece| {
            (other.kind, other.owner, &other.face, other.heap, &other.name)
                == (piece.kind, piece.owner, &piece.face, piece.heap, &piece.name)
        };
        // Best the same number of them that nothing else came from; else any stack of its like.
        let from = left.iter().filter(alike).min_by_key(|other| {
            other.site != piece.site && (used.contains(&other.site) || other.count != piece.count)
        });
        used.extend(from.map(|from| from.site));
        changes.push(match from {
            Some(from) if from.count == piece.count => PieceChange::Moved(from.site, piece.site),
            Some(from) => PieceChange::Counted(from.site, piece.site, piece.count),
            None => PieceChange::New(scene::Piece::of(piece, labels)),
        });
    }
    used.extend(came.iter().map(|piece| piece.site));
    let emptied = left.iter().map(|piece| piece.site).filter(|site| !used.contains(site));
    changes.extend(emptied.map(PieceChange::Gone));
    changes
}

fn have_the_same_names(old: &[Fact], new: &[Fact]) -> bool {
    let name = |fact: &Fact| (fact.seat, fact.name);
    old.iter().map(name).eq(new.iter().map(name))
}

/// The places of facts whose values changed, and the values.
fn fact_changes(old: &[Fact], new: &[Fact], labels: &mut Writer<'_>) -> Vec<(u16, label::Label)> {
    let places = (0u16..).zip(old.iter().zip(new));
    let other = places.filter(|(_, (old, new))| old.value != new.value);
    other.map(|(place, (_, new))| (place, labels.label(&new.value))).collect()
}
