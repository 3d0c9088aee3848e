//! The board of a position.

use parlour_core::Viewer;
use parlour_draw::Drawing;
use parlour_session::{Entry, Session, words::names};

/// Makes something of the board as `viewer` sees it, such as [`parlour_draw::text`].
pub fn drawn<T>(
    game: &Entry,
    session: &dyn Session,
    viewer: Viewer,
    make: impl FnOnce(&Drawing<'_>) -> T,
) -> T {
    drawn_for(game, session, viewer, &names(session), make)
}

/// The same with these names of the players.
pub fn drawn_for<T>(
    game: &Entry,
    session: &dyn Session,
    viewer: Viewer,
    names: &[String],
    make: impl FnOnce(&Drawing<'_>) -> T,
) -> T {
    let (layout, picture) = (session.layout(viewer), session.picture(viewer));
    make(&Drawing { layout: &layout, picture: &picture, names, look: game.look })
}
