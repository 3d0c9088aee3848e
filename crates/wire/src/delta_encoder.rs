//! Deltas for the pages of one viewer: what they know of a board, and what is new to them.

use std::cell::OnceCell;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use parlour_core::Label;
use parlour_core::scene::{Picture, Piece, Stat};
use parlour_table::projection::{Projection, Visit};

use crate::delta::{BoardDelta, PieceChange, group};
use crate::label::{self, Writer};
use crate::scene;
use crate::table::{GameResult, Status, TableView, Turn};

/// Makes deltas for one viewer: it holds what all pages of that viewer know.
#[derive(Debug)]
pub struct DeltaEncoder {
    /// The names of the board's sites.
    names: Arc<[String]>,
    /// The templates of the labels that this viewer gets.
    templates: Vec<&'static str>,
    /// How many of them came with a delta, or with the first view.
    sent: usize,
    ply: usize,
    picture: Arc<Picture>,
    turn_state: TurnState,
}

/// What can change without an action.
#[derive(Debug, PartialEq)]
struct TurnState {
    rewinds: u32,
    status: Status,
    turn: Turn,
    /// Whether there are choices, which follow from what else is known.
    choosing: bool,
    guide: Option<Label>,
}

impl TurnState {
    fn of(view: Projection<'_>) -> Self {
        TurnState {
            rewinds: view.rewinds(),
            status: view.status(),
            turn: Turn::of(view.turn(), view.thrower()),
            choosing: view.may_choose(),
            guide: view.guide(&[]),
        }
    }
}

/// The picture of a position and its text. In a game without secrets they are the same for all viewers, and
/// made once.
#[derive(Debug, Default)]
pub struct SharedPosition {
    picture: OnceCell<Arc<Picture>>,
    text: OnceCell<String>,
}

impl SharedPosition {
    fn picture(&self, view: Projection<'_>) -> Arc<Picture> {
        if view.has_secrets() {
            Arc::new(view.picture())
        } else {
            self.picture.get_or_init(|| Arc::new(view.picture())).clone()
        }
    }

    fn text(&self, view: Projection<'_>) -> String {
        if view.has_secrets() {
            view.position()
        } else {
            self.text.get_or_init(|| view.position()).clone()
        }
    }
}

/// What became of a board since.
#[derive(Debug, PartialEq)]
pub enum Delta {
    /// Nothing that this viewer can see.
    Nothing,
    /// Actions, and what followed from them.
    Board(Box<BoardDelta>),
    /// Something else, such as a take-back or a resignation: the table has to be sent whole.
    Whole,
}

impl DeltaEncoder {
    /// What is known once the table was sent whole.
    pub fn new(view: Projection<'_>) -> Self {
        DeltaEncoder {
            names: shared(view.layout().sites.into_iter().map(|site| site.name).collect()),
            templates: Vec::new(),
            sent: 0,
            ply: view.ply() as usize,
            picture: Arc::new(view.picture()),
            turn_state: TurnState::of(view),
        }
    }

    /// The whole table for a visitor who sees what this viewer may.
    pub fn whole(&mut self, view: Projection<'_>, visit: &Visit<'_>) -> TableView {
        let view = TableView::of(view, visit, &mut Writer::Data(&mut self.templates));
        // Every page of this viewer has at least what came with the first view.
        if self.sent == 0 {
            self.sent = self.templates.len();
        }
        let templates = self.templates.iter().map(|&template| template.to_owned()).collect();
        TableView { templates, ..view }
    }

    /// What is new in this view, which is known from now on.
    pub fn delta(&mut self, view: Projection<'_>, shared: &SharedPosition) -> Delta {
        let (turn_state, ply) = (TurnState::of(view), view.ply() as usize);
        if self.ply == ply && self.turn_state == turn_state {
            return Delta::Nothing;
        }
        let picture = shared.picture(view);
        let moved = self.ply < ply && self.turn_state.rewinds == turn_state.rewinds;
        let delta = if moved {
            let position = shared.text(view);
            Delta::Board(Box::new(self.board(view, &turn_state, &picture, position)))
        } else {
            Delta::Whole
        };
        (self.ply, self.turn_state, self.picture) = (ply, turn_state, picture);
        delta
    }

    /// What is new after actions that led to this turn and this picture.
    fn board(
        &mut self,
        view: Projection<'_>,
        turn_state: &TurnState,
        picture: &Picture,
        position: String,
    ) -> BoardDelta {
        let (old, names) = (&*self.picture, &*self.names);
        let labels = &mut Writer::Data(&mut self.templates);
        let same_stats = have_the_same_names(&old.stats, &picture.stats);
        let mut board = BoardDelta {
            after: self.ply as u32,
            position,
            log: view.made_since(self.ply).map(|m| scene::Description::of(m, labels)).collect(),
            turn: Some(turn_state.turn).filter(|turn| *turn != self.turn_state.turn),
            pieces: non_empty(piece_changes(&old.pieces, &picture.pieces, labels)),
            stats: same_stats
                .then(|| stat_changes(&old.stats, &picture.stats, labels))
                .and_then(non_empty),
            all_stats: (!same_stats)
                .then(|| picture.stats.iter().map(|stat| scene::Stat::of(stat, labels)).collect()),
            marks: (old.marks != picture.marks)
                .then(|| picture.marks.iter().map(|mark| scene::Mark::of(mark, labels)).collect()),
            moment: view.highlight().map(|picture| scene::Picture::of(&picture, labels)),
            guide: turn_state.guide.map(|label| labels.label(&label)),
            choices: turn_state.choosing.then(|| group(&view.choices(), names, labels)),
            result: view.ending().map(|ending| GameResult::of(ending, labels)),
            templates: None,
        };
        let new = self.templates.iter().enumerate().skip(self.sent);
        board.templates = non_empty(new.map(|(i, text)| (i as u16, (*text).to_owned())).collect());
        self.sent = self.templates.len();
        board
    }
}

/// The names, kept once for all boards that have the same: those of many tables would push each other out
/// of the processor's cache, and every choice of a message is compared with some.
fn shared(names: Vec<String>) -> Arc<[String]> {
    static KNOWN: Mutex<Vec<Weak<[String]>>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|list| list.strong_count() > 0);
    let same = known.iter().filter_map(Weak::upgrade).find(|list| **list == *names);
    same.unwrap_or_else(|| {
        let names: Arc<[String]> = names.into();
        known.push(Arc::downgrade(&names));
        names
    })
}

/// A list that has something in it.
fn non_empty<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

/// What changed among pieces that are sorted by their sites.
fn piece_changes(old: &[Piece], new: &[Piece], labels: &mut Writer<'_>) -> Vec<PieceChange> {
    let at = |list: &[Piece], site: u16| list.binary_search_by_key(&site, |piece| piece.site);
    let left = old.iter().map(|piece| piece.site).filter(|&site| at(new, site).is_err());
    let mut changes: Vec<PieceChange> = left.map(PieceChange::Gone).collect();
    let stays = |piece: &Piece| at(old, piece.site).is_ok_and(|i| piece.looks_like(&old[i]));
    for piece in new.iter().filter(|piece| !stays(piece)) {
        changes.push(match old.iter().find(|other| piece.looks_like(other)) {
            Some(other) => PieceChange::Copied(other.site, piece.site),
            None => PieceChange::New(scene::Piece::of(piece, labels)),
        });
    }
    changes
}

fn have_the_same_names(old: &[Stat], new: &[Stat]) -> bool {
    let name = |stat: &Stat| (stat.seat, stat.name);
    old.iter().map(name).eq(new.iter().map(name))
}

/// The places of stats whose values changed, and the values.
fn stat_changes(old: &[Stat], new: &[Stat], labels: &mut Writer<'_>) -> Vec<(u16, label::Label)> {
    let places = (0u16..).zip(old.iter().zip(new));
    let other = places.filter(|(_, (old, new))| old.value != new.value);
    other.map(|(place, (_, new))| (place, labels.label(&new.value))).collect()
}
