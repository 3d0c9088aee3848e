//! What is new on a board, for everybody who looks with the same eyes.

use parlour_core::Viewer;
use parlour_wire::news::{Board, runs, shorten};
use parlour_wire::scene::Picture;
use parlour_wire::table::{Status, Turn};

use crate::Table;
use crate::project::{choices, guide, log, outcome, turn};

/// What everybody knows who looks with the same eyes.
#[derive(Debug)]
pub struct Known {
    viewer: Viewer,
    /// The names of the board's sites.
    names: Vec<String>,
    sequence: u64,
    rewinds: u32,
    ply: usize,
    status: Status,
    turn: Turn,
    picture: Picture,
    /// Whether there are choices, which follow from what else is in here.
    choosing: bool,
    guide: Option<String>,
    over: bool,
}

/// What became of a board since.
#[derive(Debug, PartialEq)]
pub enum News {
    /// Nothing that these eyes can see.
    Nothing,
    /// This.
    Board(Box<Board>),
    /// Something was taken back: the table has to be sent whole.
    Whole,
}

impl Known {
    /// What is known once the table was sent whole.
    pub fn new(table: &Table, viewer: Viewer) -> Self {
        let layout = table.session.layout(viewer);
        Known {
            viewer,
            names: layout.sites.into_iter().map(|site| site.name).collect(),
            sequence: table.sequence,
            rewinds: table.rewinds,
            ply: table.plies.len(),
            status: table.status().into(),
            turn: turn(table),
            picture: table.session.picture(viewer).into(),
            choosing: may_choose(table, viewer),
            guide: guide(table, viewer, &[]),
            over: outcome(table).is_some(),
        }
    }

    /// What is new, which is known from now on.
    pub fn news(&mut self, table: &Table) -> News {
        if self.sequence == table.sequence {
            return News::Nothing;
        }
        if self.rewinds != table.rewinds {
            *self = Known::new(table, self.viewer);
            return News::Whole;
        }
        self.sequence = table.sequence;
        let moved = self.ply != table.plies.len();
        let mut board = Board { log: log(table, self.viewer, self.ply), ..Board::default() };
        self.ply = table.plies.len();
        let status = table.status().into();
        board.status = changed(&mut self.status, status);
        board.mover = changed(&mut self.turn, turn(table)).map(Into::into);
        if moved {
            let picture: Picture = table.session.picture(self.viewer).into();
            board.pieces = runs(&self.picture.pieces, &picture.pieces);
            board.facts = runs(&self.picture.facts, &picture.facts);
            board.marks = (self.picture.marks != picture.marks).then(|| picture.marks.clone());
            board.moment = table.session.moment().map(Into::into);
            self.picture = picture;
        }
        let guide = guide(table, self.viewer, &[]);
        if guide != self.guide {
            board.guide = Some(guide.clone().unwrap_or_default());
            self.guide = guide;
        }
        let choosing = may_choose(table, self.viewer);
        if choosing != self.choosing || (choosing && moved) {
            board.choices = Some(shorten(&choices(table, self.viewer), &self.names));
            self.choosing = choosing;
        }
        if !self.over
            && let Some(outcome) = outcome(table)
        {
            board.outcome = Some(outcome);
            self.over = true;
        }
        match board == Board::default() {
            true => News::Nothing,
            false => News::Board(Box::new(board)),
        }
    }
}

fn may_choose(table: &Table, viewer: Viewer) -> bool {
    table.running().is_some_and(|seat| viewer == Viewer::Seat(seat))
}

/// The new value, if it is another than was known.
fn changed<T: PartialEq + Copy>(known: &mut T, new: T) -> Option<T> {
    let other = *known != new;
    *known = new;
    other.then_some(new)
}
