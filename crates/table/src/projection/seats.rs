//! What a viewer may know of those at a table: who sits where, the time left, what is offered, what
//! was said, and what the visitor may do.

use parlour_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use super::{Presence, Screen, Visit};
use crate::commands::{grace, may_keep, may_offer_draw, take_back_to};
use crate::events::Level;
use crate::hash::hash;
use crate::listing::Status;
use crate::setup::may_rematch;
use crate::stored::VisitorId;
use crate::table::Said;
use crate::{Chair, Holder, Table};

/// The number of lines of talk that a newcomer gets.
const CHAT_LINES: usize = 200;

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Sitter {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The name they chose.
        name: String,
        /// Whether a page of theirs is open now.
        here: bool,
    },
    /// A computer player.
    Computer {
        /// How strong.
        level: Level,
        /// It keeps the seat for this person, who can take it back.
        keeps_for: Option<String>,
    },
}

/// One seat at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct SeatView {
    /// What the game calls this player: "Light", "Player 3".
    pub role: String,
    /// Who sits there.
    pub sitter: Sitter,
    /// Time left in milliseconds as of the message's sending; null without a clock.
    pub clock: Option<i64>,
    /// Milliseconds, as of the message's sending, until the table's maker may give the seat of this
    /// absent player to the computer; null where that is not the question.
    pub grace: Option<i64>,
    /// How many moves the computer has made for this seat's player.
    pub computer_moves: u32,
}

/// Something said at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct ChatLine {
    /// The event's number: chat lines are in its order.
    pub sequence: u64,
    /// Who said it.
    pub name: String,
    /// The speaker's seat, if any.
    pub seat: Option<u8>,
    /// A stable mark for the speaker at this table, for muting.
    pub speaker: String,
    /// The words: plain text.
    pub text: String,
}

/// What somebody proposed and others have not answered yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Offers {
    /// The seat that offers a draw.
    pub draw: Option<u8>,
    /// The seat that asks to take back the last move.
    pub take_back: Option<u8>,
    /// The seats whose players want a rematch.
    pub wants_rematch: Vec<u8>,
    /// The table of the rematch, once there is one.
    pub rematch: Option<String>,
}

/// What the viewer may do now besides moving.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct Rights {
    /// Resign.
    pub resign: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Ask to take back the last move.
    pub take_back: bool,
    /// Ask for a hint.
    pub hint: bool,
    /// Set up the next game.
    pub rematch: bool,
    /// Keep an imported record, which expires otherwise.
    pub keep: bool,
    /// Sit down on an open seat.
    pub sit: bool,
    /// Change who sits where (the table's maker).
    pub host: bool,
}

/// What a visitor is and may do at a table: the part of a view that is theirs alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS, ToSchema))]
pub struct You {
    /// The seats (from 0) that belong to the visitor; several in a game on one screen.
    pub yours: Vec<u8>,
    /// In a game with secrets on one screen: pass the device to this seat, which then asks to look.
    pub pass_to: Option<u8>,
    /// The token that lets a friend sit down, for those who may invite.
    pub invitation: Option<String>,
    /// What the visitor may do.
    pub rights: Rights,
}

/// The seats.
pub fn seats(table: &Table, here: &dyn Presence, now: i64) -> Vec<SeatView> {
    let running = table.running();
    let view = |(index, chair): (usize, &Chair)| {
        let seat = Seat(index as u8);
        let sitter = match &chair.holder {
            Holder::Open => Sitter::Open,
            Holder::Person(person) => Sitter::Person {
                name: person.name.clone(),
                here: person.visitor.as_ref().is_some_and(|v| here.is_present(v)),
            },
            Holder::Computer { level, keeps_for } => Sitter::Computer {
                level: *level,
                keeps_for: keeps_for.as_ref().map(|person| person.name.clone()),
            },
        };
        let role = table.session.seat_name(seat);
        SeatView {
            role,
            sitter,
            clock: table.clocks.left(seat, running, now),
            grace: grace(table, seat, here, now),
            computer_moves: chair.computer_moves,
        }
    };
    table.chairs.iter().enumerate().map(view).collect()
}

/// What is left on each seat's clock; `None` without clocks.
pub fn clocks(table: &Table, now: i64) -> Option<Vec<i64>> {
    let seats = (0..table.chairs.len() as u8).map(Seat);
    seats.map(|seat| table.clocks.left(seat, table.running(), now)).collect()
}

/// What is proposed.
pub fn offers(table: &Table) -> Offers {
    Offers {
        draw: table.draw.as_ref().map(|offer| offer.seat.0),
        take_back: table.take_back.as_ref().map(|asked| asked.proposal.seat.0),
        wants_rematch: table.wanting_rematch().map(|seat| seat.0).collect(),
        rematch: table.rematch.as_ref().map(|id| id.0.clone()),
    }
}

/// What is the visitor's alone.
pub fn you(table: &Table, visit: &Visit<'_>, screen: Screen) -> You {
    You {
        yours: table.seats_of(visit.visitor).iter().map(|seat| seat.0).collect(),
        pass_to: screen.pass_to.map(|seat| seat.0),
        invitation: invitation(table, visit),
        rights: rights(table, visit, screen),
    }
}

/// The viewer's own invitation, while it opens the table and there is a seat to take.
fn invitation(table: &Table, visit: &Visit<'_>) -> Option<String> {
    if table.status() != Status::Waiting {
        return None;
    }
    let hash = crate::commands::invitation_hash(visit.invitation);
    table.invitations.contains(&hash).then(|| visit.invitation.to_owned())
}

fn rights(table: &Table, visit: &Visit<'_>, screen: Screen) -> Rights {
    let status = table.status();
    let seats = table.seats_of(visit.visitor);
    let in_play = seats.iter().any(|seat| !table.chairs[seat.index()].out);
    let playing = status == Status::Playing && in_play;
    let mine = |agreed: &[VisitorId]| agreed.contains(visit.visitor);
    let host = table.maker == *visit.visitor;
    let open = status == Status::Waiting;
    Rights {
        resign: playing,
        offer_draw: may_offer_draw(table, visit.visitor)
            && !table.draw.as_ref().is_some_and(|offer| mine(&offer.agreed)),
        take_back: playing
            && table.take_back.is_none()
            && take_back_to(table, visit.visitor).is_some(),
        hint: may_ask_hint(table, visit.visitor, screen.viewer),
        rematch: table.rematch.is_none() && may_rematch(table, visit.visitor).is_ok(),
        keep: may_keep(table),
        sit: open && (seats.is_empty() || host),
        host,
    }
}

/// Whether a hint may be asked for: on one's own turn, and against nobody but computers.
pub fn may_ask_hint(table: &Table, visitor: &VisitorId, viewer: Viewer) -> bool {
    let others = |chair: &Chair| chair.owner().is_some_and(|owner| owner != visitor);
    table.running().is_some_and(|seat| viewer == Viewer::Seat(seat))
        && !table.chairs.iter().any(others)
}

/// What was said last, for a newcomer.
pub fn recent_talk(table: &Table) -> Vec<ChatLine> {
    talk(table, table.chat.len().saturating_sub(CHAT_LINES))
}

/// What was said, from this line on.
pub fn talk(table: &Table, from: usize) -> Vec<ChatLine> {
    let line = |said: &std::sync::Arc<Said>| ChatLine {
        sequence: said.sequence,
        name: said.name.clone(),
        seat: said.seat,
        // Identifies a speaker at this table only.
        speaker: hash(&table.id.0, &said.visitor.0)[..12].to_owned(),
        text: said.text.clone(),
    };
    table.chat.iter().skip(from).map(line).collect()
}

/// How many watch: those who are here and have no seat.
pub fn watchers(table: &Table, here: &dyn Presence) -> u32 {
    let mut seated: Vec<_> = table.chairs.iter().filter_map(Chair::owner).collect();
    seated.sort_unstable();
    seated.dedup();
    let seated = seated.into_iter().filter(|owner| here.is_present(owner)).count();
    here.count().saturating_sub(seated) as u32
}
