//! What a viewer may know of a table. [`project`] is the only way out for it.
//!
//! Everything shown is made by the game from the view of one pair of eyes: the seat's or the
//! public's. Nothing in here reads a position, an action or a log line in its full form.

use std::collections::HashSet;

use parlour_core::{Seat, Turn, Viewer};
use parlour_wire::table as wire;
use parlour_wire::table::{
    ChatLine, LogLine, Offers, Outcome, Rights, SeatView, Sitter, TableView,
};

use crate::commands::{may_offer_draw, take_back_to};
use crate::hash::hash;
use crate::listing::Standing;
use crate::steps::own_throw;
use crate::stored::VisitorId;
use crate::table::Said;
use crate::{Chair, Holder, Table};

/// So many lines of talk are shown to a newcomer.
const CHAT_LINES: usize = 200;

/// A visitor at a table, and what is known of them.
#[derive(Clone, Debug)]
pub struct Visit<'a> {
    /// The visitor.
    pub visitor: &'a VisitorId,
    /// In a game with secrets on one screen: the seat whose player said that they look now.
    pub look: Option<Seat>,
    /// The invitation that this visitor can give to others.
    pub invitation: &'a str,
    /// Who has a page of this table open.
    pub here: &'a HashSet<VisitorId>,
    /// The time.
    pub now: i64,
}

/// What a viewer has been sent already, so that only what is new follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    state: Option<SentState>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SentState {
    viewer: Viewer,
    rewinds: u32,
    ply: usize,
    chat: usize,
}

/// What a visitor's screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Whose eyes look.
    pub viewer: Viewer,
    /// The device goes to this seat's player next; the public's eyes see a cover until then.
    pub pass_to: Option<Seat>,
}

impl Screen {
    fn of(seat: Option<Seat>, pass_to: Option<Seat>) -> Self {
        Screen { viewer: seat.map_or(Viewer::Public, Viewer::Seat), pass_to }
    }
}

/// Through whose eyes a visitor sees the table. With one seat it is always that one. On a shared
/// screen it is the mover's; where players hide things, only after that player said so. When the
/// turn goes to another seat on the same screen, whoever moved sees what came of it until the
/// screen is covered.
pub fn screen(table: &Table, visitor: &VisitorId, look: Option<Seat>) -> Screen {
    let yours = table.seats_of(visitor);
    let mover = match table.turn() {
        Turn::Player(seat) => Some(seat),
        _ => None,
    };
    let owned_mover = mover.filter(|seat| yours.contains(seat));
    if yours.len() < 2 {
        return Screen::of(yours.first().copied(), None);
    }
    if !table.entry.secrets {
        let last = || table.plies.iter().rev().find_map(|ply| ply.by);
        let seat = owned_mover.or_else(|| last().filter(|seat| yours.contains(seat)));
        return Screen::of(seat.or(yours.first().copied()), None);
    }
    let look = look.filter(|seat| yours.contains(seat));
    match owned_mover {
        Some(mover) if look == Some(mover) => Screen::of(look, None),
        Some(mover) => Screen::of(look, Some(mover)),
        None => Screen::of(look, None),
    }
}

/// All that a viewer may know, as far as it was not sent before.
pub fn project(table: &Table, visit: &Visit<'_>, sent: &mut Sent) -> TableView {
    let screen = screen(table, visit.visitor, visit.look);
    let viewer = screen.viewer;
    let before = sent.state.take();
    // Other eyes know other things, and what was taken back is gone: start again then.
    let before = before.filter(|old| old.viewer == viewer && old.rewinds == table.rewinds);
    let whole = before.is_none();
    let (ply, chat) = before.map_or((0, 0), |old| (old.ply, old.chat));
    sent.state = Some(SentState {
        viewer,
        rewinds: table.rewinds,
        ply: table.plies.len(),
        chat: table.chat.len(),
    });
    TableView {
        id: table.id.0.clone(),
        game: table.entry.id.to_owned(),
        options: table.created.options.clone(),
        sequence: table.sequence,
        ply: table.ply(),
        status: table.status().into(),
        public: table.created.public,
        clock: table.clocks.kind().into(),
        turn: turn(table),
        seats: seats(table, visit),
        yours: table.seats_of(visit.visitor).iter().map(|seat| seat.0).collect(),
        viewer: seat_of(viewer).map(|seat| seat.0),
        pass_to: screen.pass_to.map(|seat| seat.0),
        invitation: invitation(table, visit),
        position: table.session.view(viewer),
        layout: whole.then(|| table.session.layout(viewer).into()),
        picture: table.session.picture(viewer).into(),
        choices: choices(table, viewer),
        guide: guide(table, viewer, &[]),
        moment: table.session.moment().map(Into::into),
        last: table.plies.last().map(|ply| ply.told(viewer).clone().into()),
        log: log(table, viewer, ply),
        whole,
        chat: talk(table, chat),
        outcome: outcome(table),
        offers: Offers {
            draw: table.draw.as_ref().map(|offer| offer.seat.0),
            take_back: table.take_back.as_ref().map(|asked| asked.seat.0),
            wants_rematch: table.wanting_rematch().map(|seat| seat.0).collect(),
            rematch: table.rematch.as_ref().map(|id| id.0.clone()),
        },
        rights: rights(table, visit, &screen),
        watchers: watchers(table, visit.here),
    }
}

fn turn(table: &Table) -> wire::Turn {
    match table.turn() {
        Turn::Player(seat) => wire::Turn::Player { seat: seat.0 },
        Turn::Chance => wire::Turn::Chance { seat: table.session.thrower().map(|seat| seat.0) },
        Turn::Over => wire::Turn::Over,
    }
}

/// The seat whose eyes look; `None`: the public's.
pub fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// How the game ended, for everyone.
pub fn outcome(table: &Table) -> Option<Outcome> {
    table.outcome().map(|ending| Outcome { shares: ending.shares, words: ending.words })
}

/// The seats as a visitor sees them.
pub fn seats(table: &Table, visit: &Visit<'_>) -> Vec<SeatView> {
    let running = table.running();
    let view = |(index, chair): (usize, &Chair)| {
        let seat = Seat(index as u8);
        let sitter = match &chair.holder {
            Holder::Open => Sitter::Open,
            Holder::Person(person) => Sitter::Person {
                name: person.name.clone(),
                you: person.visitor.as_ref() == Some(visit.visitor),
                here: person.visitor.as_ref().is_some_and(|v| visit.here.contains(v)),
            },
            Holder::Computer { level, keeps_for } => Sitter::Computer {
                level: (*level).into(),
                keeps_for: keeps_for.as_ref().map(|person| person.name.clone()),
            },
        };
        let role = table.session.seat_name(seat);
        SeatView { role, sitter, clock: table.clocks.left(seat, running, visit.now) }
    };
    table.chairs.iter().enumerate().map(view).collect()
}

/// The viewer's own invitation, while it opens the table and there is a seat to take.
fn invitation(table: &Table, visit: &Visit<'_>) -> Option<String> {
    if table.status() != Standing::Waiting {
        return None;
    }
    let hash = crate::commands::invitation_hash(visit.invitation);
    table.invitations.contains(&hash).then(|| visit.invitation.to_owned())
}

/// Choices go to the eyes of the mover alone, and only while a person sits there.
fn choices(table: &Table, viewer: Viewer) -> Vec<parlour_wire::scene::Choice> {
    match table.running() {
        Some(seat) if viewer == Viewer::Seat(seat) => {
            table.session.choices(viewer).into_iter().map(Into::into).collect()
        }
        _ => Vec::new(),
    }
}

/// What a viewer is to do with these sites picked: for whoever acts or throws, while a person sits
/// there.
pub fn guide(table: &Table, viewer: Viewer, picked: &[u16]) -> Option<String> {
    let playing = table.status() == Standing::Playing;
    let person = seat_of(viewer)
        .is_some_and(|seat| matches!(table.chairs[seat.index()].holder, Holder::Person(_)));
    let theirs = table.turn() != Turn::Chance || own_throw(table);
    if playing && person && theirs { table.session.guide(viewer, picked) } else { None }
}

fn log(table: &Table, viewer: Viewer, from: usize) -> Vec<LogLine> {
    let lines = table.plies.iter().enumerate().skip(from);
    lines
        .map(|(i, ply)| LogLine { ply: i as u32 + 1, told: ply.told(viewer).clone().into() })
        .collect()
}

fn talk(table: &Table, from: usize) -> Vec<ChatLine> {
    let from = from.max(table.chat.len().saturating_sub(CHAT_LINES));
    let line = |said: &std::sync::Arc<Said>| ChatLine {
        sequence: said.sequence,
        name: said.name.clone(),
        seat: said.seat,
        // Tells speakers apart at this table, and tells nothing about them elsewhere.
        speaker: hash(&table.id.0, &said.visitor.0)[..12].to_owned(),
        text: said.text.clone(),
    };
    table.chat[from..].iter().map(line).collect()
}

/// Whether a hint may be asked for: on one's own turn, and against nobody but computers.
pub fn may_ask_hint(table: &Table, visitor: &VisitorId, viewer: Viewer) -> bool {
    let others = |chair: &Chair| chair.owner().is_some_and(|owner| owner != visitor);
    table.running().is_some_and(|seat| viewer == Viewer::Seat(seat))
        && !table.chairs.iter().any(others)
}

fn rights(table: &Table, visit: &Visit<'_>, screen: &Screen) -> Rights {
    let status = table.status();
    let seats = table.seats_of(visit.visitor);
    let in_play = seats.iter().any(|seat| !table.chairs[seat.index()].out);
    let playing = status == Standing::Playing && in_play;
    let mine = |agreed: &[VisitorId]| agreed.contains(visit.visitor);
    let host = table.maker == *visit.visitor;
    let open = status == Standing::Waiting;
    Rights {
        resign: playing,
        offer_draw: may_offer_draw(table, visit.visitor)
            && !table.draw.as_ref().is_some_and(|offer| mine(&offer.agreed)),
        take_back: playing
            && table.take_back.is_none()
            && take_back_to(table, visit.visitor).is_some(),
        hint: may_ask_hint(table, visit.visitor, screen.viewer),
        rematch: status == Standing::Over
            && !table.created.imported
            && !seats.is_empty()
            && table.rematch.is_none(),
        sit: open && (seats.is_empty() || host),
        host,
    }
}

fn watchers(table: &Table, here: &HashSet<VisitorId>) -> u32 {
    let seated: HashSet<_> = table.chairs.iter().filter_map(Chair::owner).collect();
    here.iter().filter(|visitor| !seated.contains(visitor)).count() as u32
}
