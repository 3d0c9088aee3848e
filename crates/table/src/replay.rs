//! A whole game to look at again: through the viewer's eyes while it goes on, and once it is over
//! through anybody's, or with everything open.

use std::sync::Arc;

use parlour_core::label::Names;
use parlour_core::scene::{Layout, Picture};
use parlour_core::{Seat, Viewer};
use parlour_games::words::names;
use parlour_games::{Description, Session};
use parlour_wire::api::{Replay, ReplayStep};
use parlour_wire::label::Writer;
use parlour_wire::scene;

use crate::commands::Refusal;
use crate::listing::Standing;
use crate::project::{self, Visit};
use crate::{Ply, Table};

/// How somebody looks back at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindsight {
    /// Through these eyes.
    Through(Viewer),
    /// With everything open: the game is over.
    Open,
}

/// How a viewer may look back, asking for a seat's eyes or for none in particular.
pub fn hindsight(table: &Table, visit: &Visit<'_>, wish: Option<u8>) -> Result<Hindsight, Refusal> {
    let seat = match wish {
        Some(seat) if usize::from(seat) >= table.chairs.len() => {
            return Err(Refusal::new("no-such-seat", format!("There is no seat {}.", Seat(seat))));
        }
        wish => wish.map(Seat),
    };
    // Without secrets all eyes see the same; they differ in where they sit.
    if table.status() == Standing::Over || !table.entry.secrets {
        return Ok(match seat {
            Some(seat) => Hindsight::Through(Viewer::Seat(seat)),
            None if table.status() == Standing::Over => Hindsight::Open,
            None => Hindsight::Through(project::screen(table, visit.visitor, None).viewer),
        });
    }
    // On a shared screen nobody's secrets show while the game goes on.
    let own = project::screen(table, visit.visitor, None).viewer;
    match seat {
        None => Ok(Hindsight::Through(own)),
        Some(seat) if own == Viewer::Seat(seat) => Ok(Hindsight::Through(own)),
        _ => {
            let message = "While the game goes on, a replay shows what you may know yourself.";
            Err(Refusal::new("hidden", message))
        }
    }
}

/// The game from its start. `open_players` leaves the players in its texts open (`{seat:0}`).
pub fn replay(table: &Table, visit: &Visit<'_>, how: Hindsight, open_players: bool) -> Replay {
    let steps = Walk::new(Arc::new(table.clone()), how, open_players).steps(usize::MAX);
    Replay { steps, ..head(table, visit, how, open_players) }
}

/// All of a replay but its steps.
pub fn head(table: &Table, visit: &Visit<'_>, how: Hindsight, open_players: bool) -> Replay {
    let viewer = match how {
        Hindsight::Through(viewer) => viewer,
        Hindsight::Open => Viewer::Public,
    };
    with_labels(table, viewer, open_players, |layout, labels| Replay {
        id: table.id.0.clone(),
        game: table.entry.id.to_owned(),
        seats: project::seats(table, visit.here, visit.now),
        viewer: project::seat_of(viewer).map(|seat| seat.0),
        open: how == Hindsight::Open,
        layout: scene::Layout::of(layout, labels),
        steps: Vec::new(),
        outcome: project::outcome(table, labels),
    })
}

/// Writes with the names of a table's sites and players.
fn with_labels<T>(
    table: &Table,
    viewer: Viewer,
    open_players: bool,
    write: impl FnOnce(&Layout, &mut Writer<'_>) -> T,
) -> T {
    let start = table.start();
    let (layout, roles) = (start.layout(viewer), names(start.as_ref()));
    let mut labels = match open_players {
        true => Writer::WithoutPlayers(&layout.sites),
        false => Writer::English(Names { sites: &layout.sites, seats: &roles }),
    };
    write(&layout, &mut labels)
}

/// A replay that is made some steps at a time: all steps of a long game take many megabytes.
pub struct Walk {
    table: Arc<Table>,
    how: Hindsight,
    open_players: bool,
    session: Box<dyn Session>,
    /// The number of steps made.
    made: usize,
}

impl std::fmt::Debug for Walk {
    /// Names the table only: what is on it may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Walk({:?}, {})", self.table, self.made)
    }
}

impl Walk {
    /// At the start.
    pub fn new(table: Arc<Table>, how: Hindsight, open_players: bool) -> Self {
        Walk { session: table.start(), table, how, open_players, made: 0 }
    }

    /// The next steps, at most this many; none at the end.
    pub fn steps(&mut self, most: usize) -> Vec<ReplayStep> {
        let (table, how) = (self.table.clone(), self.how);
        let viewer = match how {
            Hindsight::Through(viewer) => viewer,
            Hindsight::Open => Viewer::Public,
        };
        with_labels(&table, viewer, self.open_players, |_, labels| {
            let mut steps = Vec::new();
            if self.made == 0 && most > 0 {
                steps.push(step(self.session.as_ref(), how, 0, None, labels));
                self.made = 1;
            }
            for ply in table.plies.since(self.made - 1).take(most - steps.len()) {
                if self.session.play(&ply.action).is_err() {
                    break;
                }
                let number = self.made as u32;
                steps.push(step(self.session.as_ref(), how, number, Some(ply), labels));
                self.made += 1;
            }
            steps
        })
    }
}

fn step(
    session: &dyn Session,
    how: Hindsight,
    ply: u32,
    made: Option<&Ply>,
    labels: &mut Writer<'_>,
) -> ReplayStep {
    match how {
        Hindsight::Through(viewer) => ReplayStep {
            ply,
            told: made.map(|made| scene::Told::of(made.told(viewer), labels)),
            position: session.view(viewer),
            picture: scene::Picture::of(&session.picture(viewer), labels),
        },
        Hindsight::Open => ReplayStep {
            ply,
            told: made.map(|made| scene::Told::of(&open_told(made), labels)),
            position: session.position(),
            picture: scene::Picture::of(&open_picture(session), labels),
        },
    }
}

/// An action as those saw it who saw most of it.
fn open_told(ply: &Ply) -> Description {
    let public = ply.told(Viewer::Public);
    let best = ply.told.iter().find(|told| told.action != public.action).unwrap_or(public);
    best.clone()
}

/// The public's picture, with everything that is somebody's as its owner sees it.
pub(crate) fn open_picture(session: &dyn Session) -> Picture {
    let mut open = session.picture(Viewer::Public);
    for seat in Seat::all(session.seats()) {
        let theirs = session.picture(Viewer::Seat(seat));
        open.pieces.retain(|piece| piece.owner != Some(seat));
        open.pieces.extend(theirs.pieces.into_iter().filter(|p| p.owner == Some(seat)));
        open.facts.retain(|fact| fact.seat != Some(seat));
        open.facts.extend(theirs.facts.into_iter().filter(|f| f.seat == Some(seat)));
        let marks = theirs.marks.into_iter().filter(|mark| !open.marks.contains(mark));
        let new: Vec<_> = marks.collect();
        open.marks.extend(new);
    }
    open
}
