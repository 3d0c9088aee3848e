//! What a viewer may know of those at a table: who sits where, the time left, what is offered, what
//! was said, and what the visitor may do.

use std::sync::Arc;

use parlour_core::Seat;
use parlour_session::Session;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use {ts_rs::TS, utoipa::ToSchema};

use super::{Presence, Projection};
use crate::commands::{grace, invitation_hash, may_keep, may_offer_draw, take_back_to};
use crate::events::Level;
use crate::hash::hash;
use crate::listing::Status;
use crate::setup::may_rematch;
use crate::stored::VisitorId;
use crate::table::ChatMessage;
use crate::{Chair, Holder};

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

impl Projection<'_> {
    /// The seats.
    pub fn seats(&self, presence: &dyn Presence, now: i64) -> Vec<SeatView> {
        let table = self.table;
        let running = table.running();
        let view = |(index, chair): (usize, &Chair)| {
            let seat = Seat(index as u8);
            let sitter = match &chair.holder {
                Holder::Open => Sitter::Open,
                Holder::Person(person) => Sitter::Person {
                    name: person.name.clone(),
                    here: person.visitor.as_ref().is_some_and(|v| presence.is_present(v)),
                },
                Holder::Computer { level, .. } => Sitter::Computer {
                    level: *level,
                    keeps_for: chair.person().map(|person| person.name.clone()),
                },
            };
            let role = table.session.seat_name(seat);
            SeatView {
                role,
                sitter,
                clock: table.clocks.left(seat, running, now),
                grace: grace(table, seat, presence, now),
                computer_moves: chair.computer_moves,
            }
        };
        table.chairs.iter().enumerate().map(view).collect()
    }

    /// What is left on each seat's clock; `None` without clocks.
    pub fn clocks(&self, now: i64) -> Option<Vec<i64>> {
        let table = self.table;
        let seats = (0..table.chairs.len() as u8).map(Seat);
        seats.map(|seat| table.clocks.left(seat, table.running(), now)).collect()
    }

    /// What is proposed.
    pub fn offers(&self) -> Offers {
        let table = self.table;
        Offers {
            draw: table.draw.as_ref().map(|offer| offer.seat.0),
            take_back: table.take_back.as_ref().map(|asked| asked.proposal.seat.0),
            wants_rematch: table.rematch_wanted.iter().map(|seat| seat.0).collect(),
            rematch: table.rematch.as_ref().map(|id| id.0.clone()),
        }
    }

    /// What is the visitor's alone, on the screen that this projection shows; nothing without a visitor.
    pub fn you(&self, invitation: &str) -> You {
        let Some(visitor) = self.visitor else { return You::default() };
        You {
            yours: self.table.seats_of(visitor).iter().map(|seat| seat.0).collect(),
            pass_to: self.screen.pass_to.map(|seat| seat.0),
            invitation: self.opens(invitation).then(|| invitation.to_owned()),
            rights: self.rights(visitor),
        }
    }

    /// Whether an invitation opens the table, and there is a seat to take.
    fn opens(&self, invitation: &str) -> bool {
        self.table.status() == Status::Waiting
            && self.table.invitations.contains(&invitation_hash(invitation))
    }

    fn rights(&self, visitor: &VisitorId) -> Rights {
        let table = self.table;
        let status = table.status();
        let seats = table.seats_of(visitor);
        let in_play = seats.iter().any(|seat| !table.chairs[seat.index()].is_out());
        let playing = status == Status::Playing && in_play;
        let mine = |agreed: &[VisitorId]| agreed.contains(visitor);
        let host = table.maker == *visitor;
        let open = status == Status::Waiting;
        Rights {
            resign: playing,
            offer_draw: may_offer_draw(table, visitor)
                && !table.draw.as_ref().is_some_and(|offer| mine(&offer.agreed)),
            take_back: playing
                && table.take_back.is_none()
                && take_back_to(table, visitor).is_some(),
            hint: self.may_ask_hint(),
            rematch: table.rematch.is_none() && may_rematch(table, visitor).is_ok(),
            keep: may_keep(table),
            sit: open && (seats.is_empty() || host),
            host,
        }
    }

    /// Whether a hint may be asked for: on one's own turn, and against nobody but computers.
    fn may_ask_hint(&self) -> bool {
        let others = |chair: &Chair| chair.owner().is_some_and(|owner| Some(owner) != self.visitor);
        self.may_choose() && !self.table.chairs.iter().any(others)
    }

    /// The game, for a search for the viewer, who is to move; `None` where the visitor may not ask for a
    /// hint. A search takes from it the mover's view and what everybody saw.
    pub fn game_for_hint(&self) -> Option<Box<dyn Session>> {
        self.may_ask_hint().then(|| self.table.session.clone())
    }

    /// What was said last, for a newcomer.
    pub fn recent_chat(&self) -> Vec<ChatLine> {
        self.chat_since(self.table.chat.len().saturating_sub(CHAT_LINES))
    }

    /// What was said, from this line on.
    pub fn chat_since(&self, from: usize) -> Vec<ChatLine> {
        let line = |message: &Arc<ChatMessage>| ChatLine {
            sequence: message.sequence,
            name: message.name.clone(),
            seat: message.seat,
            // Identifies a speaker at this table only.
            speaker: hash(&self.table.id.0, &message.visitor.0)[..12].to_owned(),
            text: message.text.clone(),
        };
        self.table.chat.iter().skip(from).map(line).collect()
    }

    /// How many watch: those who are present and have no seat.
    pub fn spectators(&self, presence: &dyn Presence) -> u32 {
        let mut seated: Vec<_> = self.table.chairs.iter().filter_map(Chair::owner).collect();
        seated.sort_unstable();
        seated.dedup();
        let seated = seated.into_iter().filter(|owner| presence.is_present(owner)).count();
        presence.count().saturating_sub(seated) as u32
    }
}
