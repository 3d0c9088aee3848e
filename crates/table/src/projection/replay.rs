//! A whole game to look at again: as the viewer sees it while it goes on, and once it is over
//! through anybody's, or with everything open.

use std::sync::Arc;

use parlour_core::scene::Picture;
use parlour_core::{Seat, Viewer};
use parlour_session::{Description, Session};

use super::screen;
use crate::commands::{Code, Refusal};
use crate::listing::Status;
use crate::stored::VisitorId;
use crate::{Ply, Table};

/// How somebody looks back at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindsight {
    /// As this viewer saw it.
    Through(Viewer),
    /// With everything open: the game is over.
    Open,
}

impl Hindsight {
    /// The viewer whose board is shown.
    pub fn viewer(self) -> Viewer {
        match self {
            Hindsight::Through(viewer) => viewer,
            Hindsight::Open => Viewer::Public,
        }
    }
}

/// One position of a replay.
#[derive(Clone, Debug)]
pub struct Step {
    /// How many actions were made.
    pub ply: u32,
    /// The action that led here; `None` at the start.
    pub made: Option<Description>,
    /// The position's text.
    pub position: String,
    /// What stands on the board.
    pub picture: Picture,
}

/// How a viewer may look back, asking for a seat's view or for none in particular.
pub fn hindsight(
    table: &Table,
    visitor: &VisitorId,
    viewer: Option<u8>,
) -> Result<Hindsight, Refusal> {
    let seat = match viewer {
        Some(seat) if usize::from(seat) >= table.chairs.len() => {
            return Err(Refusal::new(
                Code::NoSuchSeat,
                format!("There is no seat {}.", Seat(seat)),
            ));
        }
        viewer => viewer.map(Seat),
    };
    // Without secrets all viewers see the same; they differ in where they sit.
    if table.status() == Status::Over || !table.entry.secrets {
        return Ok(match seat {
            Some(seat) => Hindsight::Through(Viewer::Seat(seat)),
            None if table.status() == Status::Over => Hindsight::Open,
            None => Hindsight::Through(screen(table, visitor, None).viewer),
        });
    }
    // On a shared screen nobody's secrets show while the game goes on.
    let own = screen(table, visitor, None).viewer;
    match seat {
        None => Ok(Hindsight::Through(own)),
        Some(seat) if own == Viewer::Seat(seat) => Ok(Hindsight::Through(own)),
        _ => {
            let message = "While the game goes on, a replay shows what you may know yourself.";
            Err(Refusal::new(Code::Hidden, message))
        }
    }
}

/// A replay that is made some steps at a time: all steps of a long game take many megabytes.
pub struct ReplaySteps {
    table: Arc<Table>,
    how: Hindsight,
    session: Box<dyn Session>,
    /// The number of steps made.
    made: usize,
}

impl std::fmt::Debug for ReplaySteps {
    /// Names the table only: what is on it may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ReplaySteps({:?}, {})", self.table, self.made)
    }
}

impl ReplaySteps {
    /// At the start.
    pub fn new(table: Arc<Table>, how: Hindsight) -> Self {
        ReplaySteps { session: table.start(), table, how, made: 0 }
    }

    /// The next steps, at most this many; none at the end.
    pub fn steps(&mut self, most: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        if self.made == 0 && most > 0 {
            steps.push(self.step(None));
            self.made = 1;
        }
        let table = self.table.clone();
        for ply in table.plies.since(self.made - 1).take(most - steps.len()) {
            if self.session.play(&ply.action).is_err() {
                break;
            }
            steps.push(self.step(Some(ply)));
            self.made += 1;
        }
        steps
    }

    fn step(&self, made: Option<&Ply>) -> Step {
        let (ply, session) = (self.made as u32, self.session.as_ref());
        match self.how {
            Hindsight::Through(viewer) => Step {
                ply,
                made: made.map(|made| made.description(viewer).clone()),
                position: session.view(viewer),
                picture: session.picture(viewer),
            },
            Hindsight::Open => Step {
                ply,
                made: made.map(open_told),
                position: session.position(),
                picture: open_picture(session),
            },
        }
    }
}

/// An action as those saw it who saw most of it.
fn open_told(ply: &Ply) -> Description {
    let public = ply.description(Viewer::Public);
    let best = ply.descriptions.iter().find(|d| d.action != public.action).unwrap_or(public);
    best.clone()
}

/// The public's picture, with everything that is somebody's as its owner sees it.
pub(super) fn open_picture(session: &dyn Session) -> Picture {
    let mut open = session.picture(Viewer::Public);
    for seat in Seat::all(session.seats()) {
        let theirs = session.picture(Viewer::Seat(seat));
        open.pieces.retain(|piece| piece.owner != Some(seat));
        open.pieces.extend(theirs.pieces.into_iter().filter(|p| p.owner == Some(seat)));
        open.stats.retain(|stat| stat.seat != Some(seat));
        open.stats.extend(theirs.stats.into_iter().filter(|stat| stat.seat == Some(seat)));
        let marks = theirs.marks.into_iter().filter(|mark| !open.marks.contains(mark));
        let new: Vec<_> = marks.collect();
        open.marks.extend(new);
    }
    open
}
