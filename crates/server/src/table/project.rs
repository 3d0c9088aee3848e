//! What a viewer may know of a table. [`project`] is the only way out for it.
//!
//! Everything shown is made by the game from the view of one pair of eyes: the seat's or the
//! public's. Nothing in here reads a position, an action or a log line in its full form.

use std::collections::HashSet;

use parlour_core::{Seat, Turn, Viewer as Eyes};
use parlour_wire::table as wire;
use parlour_wire::table::{
    ChatLine, LogLine, Offers, Outcome, Rights, SeatView, Sitter, TableSummary, TableView,
};

use super::commands::{may_offer_draw, take_back_to};
use super::{Holder, Table};
use crate::secret;
use crate::store::{Listed, Standing, SummaryHolder, VisitorId};

/// So many lines of talk are shown to a newcomer.
const CHAT_LINES: usize = 200;

/// Who looks at a table.
#[derive(Clone, Debug)]
pub struct Viewer<'a> {
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
    eyes: Option<Seat>,
    rewinds: u32,
    ply: usize,
    chat: usize,
}

/// Through whose eyes somebody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gaze {
    /// The seat's; `None`: the public's.
    pub eyes: Option<Seat>,
    /// The screen is covered until this seat's player looks.
    pub pass_to: Option<Seat>,
}

impl Gaze {
    /// The eyes, for the game.
    pub fn viewer(self) -> Eyes {
        self.eyes.map_or(Eyes::Public, Eyes::Seat)
    }
}

/// Through whose eyes a visitor sees the table. With one seat it is always that one. On a shared
/// screen it is the mover's; where players hide things, only after that player said so, and only
/// until the turn goes to another seat on the same screen.
pub fn gaze(table: &Table, visitor: &VisitorId, look: Option<Seat>) -> Gaze {
    let yours = table.seats_of(visitor);
    let mover = match table.turn() {
        Turn::Player(seat) => Some(seat),
        _ => None,
    };
    let owned_mover = mover.filter(|seat| yours.contains(seat));
    if yours.len() < 2 {
        return Gaze { eyes: yours.first().copied(), pass_to: None };
    }
    if !table.entry.secrets {
        let last = || table.plies.iter().rev().find_map(|ply| ply.by);
        let eyes = owned_mover.or_else(|| last().filter(|seat| yours.contains(seat)));
        return Gaze { eyes: eyes.or(yours.first().copied()), pass_to: None };
    }
    let look = look.filter(|seat| yours.contains(seat));
    match owned_mover {
        Some(mover) if look == Some(mover) => Gaze { eyes: look, pass_to: None },
        Some(mover) => Gaze { eyes: None, pass_to: Some(mover) },
        None => Gaze { eyes: look, pass_to: None },
    }
}

/// All that a viewer may know, as far as it was not sent before.
pub fn project(table: &Table, viewer: &Viewer<'_>, sent: &mut Sent) -> TableView {
    let gaze = gaze(table, viewer.visitor, viewer.look);
    let eyes = gaze.viewer();
    let before = sent.state.take();
    // Other eyes know other things, and what was taken back is gone: start again then.
    let before = before.filter(|old| old.eyes == gaze.eyes && old.rewinds == table.rewinds);
    let whole = before.is_none();
    let (ply, chat) = before.map_or((0, 0), |old| (old.ply, old.chat));
    sent.state = Some(SentState {
        eyes: gaze.eyes,
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
        seats: seats(table, viewer),
        yours: table.seats_of(viewer.visitor).iter().map(|seat| seat.0).collect(),
        eyes: gaze.eyes.map(|seat| seat.0),
        pass_to: gaze.pass_to.map(|seat| seat.0),
        invitation: invitation(table, viewer),
        position: table.session.view(eyes),
        layout: whole.then(|| table.session.layout(eyes).into()),
        picture: table.session.picture(eyes).into(),
        choices: choices(table, gaze),
        last: table.plies.last().map(|ply| ply.told(eyes).clone().into()),
        log: log(table, eyes, ply),
        whole,
        chat: talk(table, chat),
        outcome: outcome(table),
        offers: Offers {
            draw: table.draw.as_ref().map(|offer| offer.seat.0),
            take_back: table.take_back.as_ref().map(|asked| asked.seat.0),
            rematch: table.rematch.as_ref().map(|id| id.0.clone()),
        },
        rights: rights(table, viewer, gaze),
        watchers: watchers(table, viewer.here),
    }
}

fn turn(table: &Table) -> wire::Turn {
    match table.turn() {
        Turn::Player(seat) => wire::Turn::Player { seat: seat.0 },
        Turn::Chance => wire::Turn::Chance,
        Turn::Over => wire::Turn::Over,
    }
}

/// How the game ended, for everyone.
pub fn outcome(table: &Table) -> Option<Outcome> {
    table.outcome().map(|ending| Outcome { shares: ending.shares, words: ending.words })
}

/// The seats as a viewer sees them.
pub fn seats(table: &Table, viewer: &Viewer<'_>) -> Vec<SeatView> {
    let running = table.running();
    let view = |(index, chair): (usize, &super::Chair)| {
        let seat = Seat(index as u8);
        let sitter = match &chair.holder {
            Holder::Open => Sitter::Open,
            Holder::Person(person) => Sitter::Person {
                name: person.name.clone(),
                you: person.visitor.as_ref() == Some(viewer.visitor),
                here: person.visitor.as_ref().is_some_and(|v| viewer.here.contains(v)),
            },
            Holder::Computer { level, keeps_for } => Sitter::Computer {
                level: (*level).into(),
                keeps_for: keeps_for.as_ref().map(|person| person.name.clone()),
            },
        };
        let role = table.session.seat_name(seat);
        SeatView { role, sitter, clock: table.clocks.left(seat, running, viewer.now) }
    };
    table.chairs.iter().enumerate().map(view).collect()
}

/// The viewer's own invitation, while it opens the table and there is a seat to take.
fn invitation(table: &Table, viewer: &Viewer<'_>) -> Option<String> {
    if table.status() != Standing::Waiting {
        return None;
    }
    let hash = super::commands::invitation_hash(viewer.invitation);
    table.invitations.contains(&hash).then(|| viewer.invitation.to_owned())
}

/// Choices go to the eyes of the mover alone, and only while a person sits there.
fn choices(table: &Table, gaze: Gaze) -> Vec<parlour_wire::scene::Choice> {
    match table.running() {
        Some(seat) if gaze.eyes == Some(seat) => {
            table.session.choices(gaze.viewer()).into_iter().map(Into::into).collect()
        }
        _ => Vec::new(),
    }
}

fn log(table: &Table, eyes: Eyes, from: usize) -> Vec<LogLine> {
    let lines = table.plies.iter().enumerate().skip(from);
    lines
        .map(|(i, ply)| LogLine { ply: i as u32 + 1, told: ply.told(eyes).clone().into() })
        .collect()
}

fn talk(table: &Table, from: usize) -> Vec<ChatLine> {
    let from = from.max(table.chat.len().saturating_sub(CHAT_LINES));
    let line = |said: &std::sync::Arc<super::Said>| ChatLine {
        sequence: said.sequence,
        name: said.name.clone(),
        seat: said.seat,
        // Tells speakers apart at this table, and tells nothing about them elsewhere.
        speaker: secret::hash(&table.id.0, &said.visitor.0)[..12].to_owned(),
        text: said.text.clone(),
    };
    table.chat[from..].iter().map(line).collect()
}

/// Whether a hint may be asked for: on one's own turn, and against nobody but computers.
pub fn may_ask_hint(table: &Table, visitor: &VisitorId, gaze: Gaze) -> bool {
    let others = |chair: &super::Chair| chair.owner().is_some_and(|owner| owner != visitor);
    table.running().is_some_and(|seat| gaze.eyes == Some(seat)) && !table.chairs.iter().any(others)
}

fn rights(table: &Table, viewer: &Viewer<'_>, gaze: Gaze) -> Rights {
    let status = table.status();
    let seats = table.seats_of(viewer.visitor);
    let in_play = seats.iter().any(|seat| !table.chairs[seat.index()].out);
    let playing = status == Standing::Playing && in_play;
    let mine = |agreed: &[VisitorId]| agreed.contains(viewer.visitor);
    let host = table.maker == *viewer.visitor;
    let open = status == Standing::Waiting;
    Rights {
        resign: playing,
        offer_draw: may_offer_draw(table, viewer.visitor)
            && !table.draw.as_ref().is_some_and(|offer| mine(&offer.agreed)),
        take_back: playing
            && table.take_back.is_none()
            && take_back_to(table, viewer.visitor).is_some(),
        hint: may_ask_hint(table, viewer.visitor, gaze),
        rematch: status == Standing::Over
            && !table.created.imported
            && !seats.is_empty()
            && table.rematch.is_none(),
        sit: open && (seats.is_empty() || host),
        host,
    }
}

fn watchers(table: &Table, here: &HashSet<VisitorId>) -> u32 {
    let seated: HashSet<_> = table.chairs.iter().filter_map(super::Chair::owner).collect();
    here.iter().filter(|visitor| !seated.contains(visitor)).count() as u32
}

/// A table in a list.
pub fn summarize(listed: Listed, visitor: &VisitorId, here: &HashSet<VisitorId>) -> TableSummary {
    let mut your_turn = false;
    let mut seats = Vec::with_capacity(listed.summary.seats.len());
    for (index, (role, holder)) in listed.summary.seats.into_iter().enumerate() {
        let sitter = match holder {
            SummaryHolder::Open => Sitter::Open,
            SummaryHolder::Person { visitor: who, name } => {
                let you = who.as_ref() == Some(visitor);
                your_turn |= you && listed.summary.turn == Some(index as u8);
                let here = who.as_ref().is_some_and(|who| here.contains(who));
                Sitter::Person { name, you, here }
            }
            SummaryHolder::Computer { level, keeps_for } => {
                Sitter::Computer { level: level.into(), keeps_for }
            }
        };
        seats.push(SeatView { role, sitter, clock: None });
    }
    TableSummary {
        id: listed.id.0,
        game: listed.game,
        status: listed.status.into(),
        seats,
        your_turn: your_turn && listed.status == Standing::Playing,
        ply: listed.summary.ply,
        changed: listed.changed,
    }
}
