//! A position apart from any table, for the analysis board. Whoever asks has brought the position along,
//! so nothing in it is a secret of somebody else's.

use parlour_core::label::Names;
use parlour_core::{Seat, Turn, Viewer};
use parlour_games::words::names;
use parlour_games::{Entry, Session};
use parlour_wire::analysis::{ChanceOutcome, PositionView};
use parlour_wire::label::Writer;
use parlour_wire::scene::{Choice, Layout, Picture, Told};
use parlour_wire::table as wire;

use crate::replay::open_picture;
use crate::table::{Ending, ending};

/// The position as a seat sees it, or with everything open.
pub fn view(
    entry: &Entry,
    session: &dyn Session,
    seat: Option<Seat>,
    layout: bool,
) -> PositionView {
    let turn = session.turn();
    let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
    let acting = match turn {
        Turn::Player(mover) => Some(mover),
        _ => session.thrower(),
    };
    // Another seat's moves would show what that seat holds.
    let shown = acting.filter(|acting| seat.is_none_or(|seat| seat == *acting || !entry.secrets));
    let (board, roles) = (session.layout(viewer), names(session));
    let labels = &mut Writer::English(Names { sites: &board.sites, seats: &roles });
    let mut picture = match seat {
        Some(_) => session.picture(viewer),
        None => open_picture(session),
    };
    picture.pieces.sort_unstable_by_key(|piece| piece.site);
    PositionView {
        options: session.options().iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
        viewer: seat.map(|seat| seat.0),
        position: session.position(),
        layout: layout.then(|| Layout::of(&board, labels)),
        picture: Picture::of(&picture, labels),
        moment: session.highlight().map(|picture| Picture::of(&picture, labels)),
        turn: match turn {
            Turn::Player(seat) => wire::Turn::Player { seat: seat.0 },
            Turn::Chance => wire::Turn::Chance { seat: session.thrower().map(|seat| seat.0) },
            Turn::Over => wire::Turn::Over,
        },
        choices: match shown {
            Some(mover) => session.choices(Viewer::Seat(mover)),
            None => Vec::new(),
        }
        .into_iter()
        .map(|choice| Choice::of(choice, labels))
        .collect(),
        guide: shown
            .and_then(|seat| session.instruction(Viewer::Seat(seat), &[]))
            .map(|label| labels.label(&label)),
        chances: chances(session, seat, labels),
        last: last(session, seat).map(|told| Told::of(&told, labels)),
        outcome: ending(session).map(|Ending { shares, words, .. }| wire::Outcome {
            shares,
            words,
            label: None,
        }),
        no_engine: None,
        roles,
    }
}

/// The last action: as a seat saw it, or as the player who made it, or for whom it was drawn, did.
fn last(session: &dyn Session, seat: Option<Seat>) -> Option<parlour_games::Description> {
    let public = session.last(Viewer::Public)?;
    if let Some(seat) = seat {
        return session.last(Viewer::Seat(seat));
    }
    let mut all = Seat::all(session.seats()).filter_map(|seat| session.last(Viewer::Seat(seat)));
    Some(all.find(|told| told.action != public.action).unwrap_or(public))
}

/// What chance may bring, with its words.
fn chances(
    session: &dyn Session,
    seat: Option<Seat>,
    labels: &mut Writer<'_>,
) -> Vec<ChanceOutcome> {
    let outcome = |(action, weight): (String, u32)| {
        let mut next = session.boxed_clone();
        next.play(&action).ok()?;
        let words = last(&*next, seat).map(|told| labels.words(&told.labels))?;
        Some(ChanceOutcome { action, weight, words })
    };
    session.chances().into_iter().filter_map(outcome).collect()
}

/// Whether two positions are the same to a viewer: what stands on the board, whose turn it is, and the
/// score. What counts moves does not count: another number makes no other decision.
pub fn is_same(one: &dyn Session, other: &dyn Session, viewer: Viewer) -> bool {
    let pieces = |session: &dyn Session| {
        let mut pieces = session.picture(viewer).pieces;
        pieces.sort_unstable_by_key(|piece| piece.site);
        pieces
    };
    one.id() == other.id()
        && one.seats() == other.seats()
        && one.turn() == other.turn()
        && one.scores() == other.scores()
        && pieces(one) == pieces(other)
}
