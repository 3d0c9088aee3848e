//! A position apart from any table, as JSON.

use parlour_core::label::Names;
use parlour_session::Description as GameDescription;
use parlour_table::projection::position::Position;

use crate::analysis::{ChanceOutcome, PositionView};
use crate::label::Writer;
use crate::scene::{Choice, Description, Layout, Picture};
use crate::table::{GameResult, Turn};

/// A position. `called` is what its sentences call the players.
pub fn view(position: Position<'_>, called: &[String], layout: bool) -> PositionView {
    let board = position.layout();
    let labels = &mut Writer::English(Names { sites: &board.sites, seats: called });
    let chance = |(made, action, weight): (GameDescription, _, _)| ChanceOutcome {
        action,
        weight,
        words: labels.words(&made.labels),
    };
    let chances = position.chances().into_iter().map(chance).collect();
    PositionView {
        options: position.options(),
        viewer: position.seat().map(|seat| seat.0),
        position: position.text(),
        layout: layout.then(|| Layout::of(&board, labels)),
        picture: Picture::of(&position.picture(), labels),
        moment: position.highlight().map(|picture| Picture::of(&picture, labels)),
        turn: Turn::of(position.turn(), position.thrower()),
        choices: position.choices().into_iter().map(|c| Choice::of(c, labels)).collect(),
        guide: position.guide().map(|label| labels.label(&label)),
        chances,
        last: position.last().map(|last| Description::of(&last, labels)),
        result: position.ending().map(|ending| GameResult::of(ending, labels)),
        no_engine: None,
        roles: position.roles(),
    }
}
