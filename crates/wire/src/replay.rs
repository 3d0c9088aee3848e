//! A whole game to look at again, as JSON.

use std::sync::Arc;

use parlour_core::label::Names;
use parlour_core::scene::Site;
use parlour_table::Table;
use parlour_table::projection::replay::{Hindsight, ReplaySteps, Step};
use parlour_table::projection::{self, Projection, Visit};

use crate::api::{Replay, ReplayStep};
use crate::label::Writer;
use crate::scene::{self, Description, Picture};
use crate::table::GameResult;

/// Writes the steps of a replay, some at a time: all steps of a long game take many megabytes.
#[derive(Debug)]
pub struct ReplayWriter {
    steps: ReplaySteps,
    sites: Vec<Site>,
    /// What the game calls the players; `None` leaves them open (`{seat:0}`).
    roles: Option<Vec<String>>,
}

fn labels<'a>(sites: &'a [Site], roles: Option<&'a [String]>) -> Writer<'a> {
    match roles {
        None => Writer::WithoutPlayers(sites),
        Some(seats) => Writer::English(Names { sites, seats }),
    }
}

impl ReplayWriter {
    /// At the start. `open_players` leaves the players in its texts open (`{seat:0}`).
    pub fn new(table: Arc<Table>, how: Hindsight, open_players: bool) -> Self {
        let view = Projection::new(&table, how.viewer());
        let (sites, roles) = (view.layout().sites, (!open_players).then(|| view.roles()));
        ReplayWriter { steps: ReplaySteps::new(table, how), sites, roles }
    }

    /// The next steps, at most this many; none at the end.
    pub fn next(&mut self, most: usize) -> Vec<ReplayStep> {
        let labels = &mut labels(&self.sites, self.roles.as_deref());
        let step = |step: Step| ReplayStep {
            ply: step.ply,
            told: step.made.map(|made| Description::of(&made, labels)),
            position: step.position,
            picture: Picture::of(&step.picture, labels),
        };
        self.steps.steps(most).into_iter().map(step).collect()
    }
}

impl Replay {
    /// All of a replay but its steps.
    pub fn head(table: &Table, visit: &Visit<'_>, how: Hindsight, open_players: bool) -> Self {
        let view = Projection::new(table, how.viewer());
        let (layout, roles) = (view.layout(), (!open_players).then(|| view.roles()));
        let labels = &mut labels(&layout.sites, roles.as_deref());
        Replay {
            id: view.id().0.clone(),
            game: view.game().to_owned(),
            seats: view.seats(visit.presence, visit.now),
            viewer: projection::seat_of(how.viewer()).map(|seat| seat.0),
            open: how == Hindsight::Open,
            layout: scene::Layout::of(&layout, labels),
            steps: Vec::new(),
            result: view.ending().map(|ending| GameResult::of(ending, labels)),
        }
    }
}
