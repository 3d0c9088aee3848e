//! What is new on a board, for everybody who looks with the same eyes.

use std::sync::Arc;

use parlour_core::Viewer;
use parlour_core::label::Names;
use parlour_games::words::names as seat_names;
use parlour_wire::news::{Advice, Board, Made, Run, runs, shorten};
use parlour_wire::scene::{Fact, Mark, Picture, Piece, Told};
use parlour_wire::table::{Status, Turn};

use crate::project::{choices, guide, outcome, turn};
use crate::{Ply, Table};

/// What everybody knows who looks with the same eyes.
#[derive(Debug)]
pub struct Known {
    viewer: Viewer,
    /// The names of the board's sites.
    names: Arc<[String]>,
    /// The board and what the players are called.
    layout: Arc<(Vec<parlour_core::scene::Site>, Vec<String>)>,
    sequence: u64,
    rewinds: u32,
    ply: usize,
    status: Status,
    turn: Turn,
    picture: Arc<Picture>,
    /// Whether there are choices, which follow from what else is in here.
    choosing: bool,
    guide: Option<String>,
    /// The last sentence that was told.
    advice: Option<String>,
    over: bool,
}

/// What the last change did to the picture. In a game without secrets all eyes see the same, so it
/// is found out once.
#[derive(Debug, Default)]
pub struct Seen {
    sequence: u64,
    before: Arc<Picture>,
    after: Arc<Picture>,
    pieces: Option<Vec<Run<Piece, u16>>>,
    marks: Option<Vec<Mark>>,
    facts: Option<Vec<Run<Fact, String>>>,
}

impl Seen {
    fn new(table: &Table, viewer: Viewer, before: &Arc<Picture>, names: &Names<'_>) -> Self {
        let after = Picture::of(table.session.picture(viewer), names);
        Seen {
            sequence: table.sequence,
            pieces: runs(&before.pieces, &after.pieces),
            marks: (before.marks != after.marks).then(|| after.marks.clone()),
            facts: runs(&before.facts, &after.facts),
            before: before.clone(),
            after: after.into(),
        }
    }

    /// Whether this is also what these eyes see, who knew that picture.
    fn holds(&self, table: &Table, before: &Arc<Picture>) -> bool {
        !table.entry.secrets && self.sequence == table.sequence && Arc::ptr_eq(&self.before, before)
    }
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
        let sites = table.session.layout(viewer).sites;
        let seats = seat_names(table.session.as_ref());
        let names = Names { sites: &sites, seats: &seats };
        let guide = guide(table, viewer, &[]).map(|label| label.english(&names));
        Known {
            viewer,
            // Copied, so that the room of whole sites is not kept for their names.
            names: sites.iter().map(|site| site.name.clone()).collect(),
            sequence: table.sequence,
            rewinds: table.rewinds,
            ply: table.plies.len(),
            status: table.status().into(),
            turn: turn(table),
            picture: Arc::new(Picture::of(table.session.picture(viewer), &names)),
            layout: Arc::new((sites, seats)),
            choosing: may_choose(table, viewer),
            advice: guide.clone(),
            guide,
            over: outcome(table).is_some(),
        }
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

    /// What is new, which is known from now on. Whoever asks for several eyes keeps `seen` for all.
    pub fn news(&mut self, table: &Table, seen: &mut Seen) -> News {
        if self.sequence == table.sequence {
            return News::Nothing;
        }
        if self.rewinds != table.rewinds {
            *self = Known { advice: self.advice.take(), ..Known::new(table, self.viewer) };
            return News::Whole;
        }
        self.sequence = table.sequence;
        let moved = self.ply != table.plies.len();
        let layout = self.layout.clone();
        let names = Names { sites: &layout.0, seats: &layout.1 };
        let made =
            |ply: &Ply| Made::of(Told::of(ply.told(self.viewer).clone(), &names), &self.names);
        let log = table.plies.since(self.ply).map(made).collect();
        let mut board = Board { log, ..Board::default() };
        self.ply = table.plies.len();
        let status = table.status().into();
        board.status = changed(&mut self.status, status);
        board.mover = changed(&mut self.turn, turn(table)).map(Into::into);
        if moved {
            if !seen.holds(table, &self.picture) {
                *seen = Seen::new(table, self.viewer, &self.picture, &names);
            }
            board.pieces.clone_from(&seen.pieces);
            board.facts.clone_from(&seen.facts);
            board.marks.clone_from(&seen.marks);
            board.moment = table.session.highlight().map(|p| Picture::of(p, &names));
            self.picture = seen.after.clone();
        }
        let now = guide(table, self.viewer, &[]).map(|label| label.english(&names));
        board.guide = self.guide(now, moved);
        let choosing = may_choose(table, self.viewer);
        // With a move come all choices that there are; none need not be told then.
        if (choosing && moved) || (choosing != self.choosing && !moved) {
            board.choices = Some(shorten(&choices(table, self.viewer, &names), &self.names));
        }
        self.choosing = choosing;
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

    /// The last sentence that these eyes were told: what "the same" means.
    pub fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }

    /// What is to be told of what to do now.
    fn guide(&mut self, now: Option<String>, moved: bool) -> Option<Advice> {
        let told = match &now {
            // A move is told with the sentence that goes with it, or with none.
            None => (!moved && self.guide.is_some()).then_some(Advice::Same(false)),
            Some(_) if !moved && now == self.guide => None,
            Some(_) if now == self.advice => Some(Advice::Same(true)),
            Some(words) => Some(Advice::Words(words.clone())),
        };
        if now.is_some() {
            self.advice.clone_from(&now);
        }
        self.guide = now;
        told
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
