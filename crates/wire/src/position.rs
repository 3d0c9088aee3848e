//! A position apart from any table, as JSON.

use parlour_core::label::Names;
use parlour_core::{Seat, Viewer};
use parlour_games::words::names;
use parlour_games::{Description as GameDescription, Entry, Session};
use parlour_table::ending::ending;
use parlour_table::position::Position;

use crate::analysis::{ChanceOutcome, PositionView};
use crate::label::Writer;
use crate::scene::{Choice, Description, Layout, Picture};
use crate::table::{GameResult, Turn};

/// The position as a seat sees it, or with everything open. `called` is what its sentences call the players.
pub fn view(
    entry: &Entry,
    session: &dyn Session,
    seat: Option<Seat>,
    called: &[String],
    layout: bool,
) -> PositionView {
    let position = Position::new(entry, session, seat);
    let board = session.layout(seat.map_or(Viewer::Public, Viewer::Seat));
    let labels = &mut Writer::English(Names { sites: &board.sites, seats: called });
    let chance = |(made, action, weight): (GameDescription, _, _)| ChanceOutcome {
        action,
        weight,
        words: labels.words(&made.labels),
    };
    let chances = position.chances().into_iter().map(chance).collect();
    PositionView {
        options: session.options().iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
        viewer: seat.map(|seat| seat.0),
        position: session.position(),
        layout: layout.then(|| Layout::of(&board, labels)),
        picture: Picture::of(&position.picture(), labels),
        moment: session.highlight().map(|picture| Picture::of(&picture, labels)),
        turn: Turn::of(session.turn(), session.thrower()),
        choices: position.choices().into_iter().map(|c| Choice::of(c, labels)).collect(),
        guide: position.guide().map(|label| labels.label(&label)),
        chances,
        last: position.last().map(|last| Description::of(&last, labels)),
        outcome: ending(session).map(|ending| GameResult::of(ending, labels)),
        no_engine: None,
        roles: names(session),
    }
}
