//! What people may do at a table: each command becomes events or a refusal. Nothing here changes
//! anything; the events are stored first and applied then. A rematch is a new table: see [`crate::setup`].

use std::time::Duration;

use parlour_core::rng::Rng;
use parlour_core::{NotationError, Seat, Turn};

use crate::dice::{self, Contribute, Wanted};
use crate::ending::Cause;
use crate::events::{Clock, Event, Level, Person};
use crate::hash::hash;
use crate::listing::Status;
use crate::names::tidy;
use crate::people::InsteadOf;
use crate::projection::Presence;
use crate::steps::{Pace, holds_first_throw};
use crate::stored::VisitorId;
use crate::{Chair, Holder, Ply, Table};

pub use crate::refusal::{Code, Refusal};

/// The longest thing that can be said at once, in characters.
pub const CHAT_LIMIT: usize = 500;
/// How long a player may be away, without a clock, before the seat can be given to the computer.
pub const ABSENCE_GRACE: Duration = Duration::from_secs(120);
/// The computer that plays on for a seat whose player dropped out.
pub const SUBSTITUTE: Level = Level::new(5);

/// What a person can ask of a table that its events alone decide. It is not the socket's `ClientMessage`: that one
/// also has what needs a server (dice, a new table, the computer's advice), changes nothing or belongs to a
/// socket, and its JSON is other people's interface, which stays when this changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move.
    Act {
        /// The move's text.
        action: String,
        /// The ply at which it was chosen: a late click changes nothing.
        ply: u32,
        /// How often actions had been taken back by then; `None`: not checked.
        rewinds: Option<u32>,
    },
    /// Sit down on an open seat.
    Sit {
        /// The seat.
        seat: Seat,
        /// The invitation, needed at a private table.
        invitation: Option<String>,
    },
    /// Leave a seat before the game starts.
    Stand {
        /// The seat.
        seat: Seat,
    },
    /// Give a seat to the computer: an open one or an absent player's (the table's maker), or one's own.
    Computer {
        /// The seat.
        seat: Seat,
        /// How strong.
        level: Level,
    },
    /// Take one's seat back from the computer.
    Return {
        /// The seat.
        seat: Seat,
    },
    /// Give up the game for a seat of one's own.
    Resign {
        /// The seat.
        seat: Seat,
    },
    /// Offer a draw, or agree to one that is offered.
    Draw,
    /// Ask to take back the last move, or agree to it.
    TakeBack,
    /// Say no to what is offered or asked.
    Decline,
    /// Say something.
    Chat {
        /// The words.
        text: String,
    },
    /// Keep an imported record, which expires otherwise.
    Keep,
}

/// Who gives a command.
#[derive(Clone, Copy)]
pub struct Actor<'a> {
    /// The visitor.
    pub visitor: &'a VisitorId,
    /// Their name.
    pub name: &'a str,
    /// The hash of the invitation to this table that they can give to others.
    pub invitation: &'a str,
    /// The visitors who have a page of this table open.
    pub presence: &'a dyn Presence,
    /// The time.
    pub now: i64,
}

type Decision = Result<Vec<Event>, Refusal>;

/// The hash under which an invitation is stored.
pub fn invitation_hash(token: &str) -> String {
    hash("invitation", token)
}

/// The events that a command comes to at this table.
pub fn decide(table: &Table, actor: Actor<'_>, command: &Command) -> Decision {
    match command {
        Command::Act { action, ply, rewinds } => act(table, actor, action, (*ply, *rewinds)),
        Command::Sit { seat, invitation } => sit(table, actor, *seat, invitation.as_deref()),
        Command::Stand { seat } => stand(table, actor, *seat),
        Command::Computer { seat, level } => computer(table, actor, *seat, *level),
        Command::Return { seat } => take_seat_back(table, actor, *seat),
        Command::Resign { seat } => resign(table, actor, *seat),
        Command::Draw => draw(table, actor),
        Command::TakeBack => take_back(table, actor),
        Command::Decline => decline(table, actor),
        Command::Chat { text } => chat(table, actor, text),
        Command::Keep => keep(table, actor),
    }
}

fn chair(table: &Table, seat: Seat) -> Result<&Chair, Refusal> {
    let missing = || Refusal::new(Code::NoSuchSeat, format!("This table has no seat {seat}."));
    table.chairs.get(seat.index()).ok_or_else(missing)
}

fn playing(table: &Table) -> Result<(), Refusal> {
    match table.status() {
        Status::Playing => Ok(()),
        Status::Waiting => Err(Refusal::from(Code::Waiting)),
        Status::Over => Err(Refusal::from(Code::Over)),
    }
}

fn waiting(table: &Table) -> Result<(), Refusal> {
    match table.status() {
        Status::Waiting => Ok(()),
        _ => Err(Refusal::from(Code::Started)),
    }
}

/// The visitor's seats that are still in the game.
fn own_seats(table: &Table, actor: Actor<'_>) -> Result<Vec<Seat>, Refusal> {
    let mut seats = table.seats_of(actor.visitor);
    seats.retain(|seat| !table.chairs[seat.index()].is_out());
    if seats.is_empty() {
        return Err(Refusal::from(Code::NotSeated));
    }
    Ok(seats)
}

/// The seat for which a visitor speaks: the one to move, or else the first.
fn speaking_seat(table: &Table, seats: &[Seat]) -> Seat {
    match table.turn() {
        Turn::Player(seat) if seats.contains(&seat) => seat,
        _ => seats[0],
    }
}

fn act(table: &Table, actor: Actor<'_>, action: &str, at: (u32, Option<u32>)) -> Decision {
    playing(table)?;
    if at.0 != table.ply() || at.1.is_some_and(|rewinds| rewinds != table.rewinds) {
        return Err(Refusal::from(Code::Stale));
    }
    let not_yours = || Refusal::from(Code::NotYourTurn);
    let Turn::Player(seat) = table.turn() else { return Err(not_yours()) };
    match &table.chairs[seat.index()].holder {
        Holder::Person(person) if person.visitor.as_ref() == Some(actor.visitor) => {}
        _ => return Err(not_yours()),
    }
    // Whether the move is legal shows when the table follows it; see [`illegal`].
    Ok(vec![Event::Acted { action: action.to_owned() }])
}

/// The refusal of a move that the rules forbid.
pub fn illegal(error: &NotationError) -> Refusal {
    Refusal::new(Code::Illegal, sentence(&error.to_string()))
}

/// A player's own throw: chance decides for a seat of theirs, at this ply. `otherwise` decides at a table
/// without a seed.
pub fn throw(
    table: &Table,
    (visitor, now): (&VisitorId, i64),
    ply: u32,
    pace: Pace,
    otherwise: &mut dyn Rng,
) -> Decision {
    playing(table)?;
    if ply != table.ply() {
        return Err(Refusal::new(Code::Stale, "The table has moved on since."));
    }
    let own = |seat: Seat| match &table.chairs[seat.index()].holder {
        Holder::Person(person) => person.visitor.as_ref() == Some(visitor),
        _ => false,
    };
    if !table.session.thrower().is_some_and(own) {
        return Err(Refusal::from(Code::NotYourThrow));
    }
    if holds_first_throw(table, pace, now) {
        let message = "The others' numbers for the dice are on their way. Throw again in a moment.";
        return Err(Refusal::new(Code::TooSoon, message));
    }
    Ok(table.throw(otherwise).map(|action| Event::Acted { action }).into_iter().collect())
}

/// A message of the engine as a sentence for people.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let mut first = chars.next().map(String::from).unwrap_or_default();
    // A place keeps its name: "a4 and f10 are not on one line".
    if !chars.as_str().starts_with(|c: char| c.is_ascii_digit()) {
        first = first.to_uppercase();
    }
    format!("{first}{}.", chars.as_str())
}

fn sit(table: &Table, actor: Actor<'_>, seat: Seat, invitation: Option<&str>) -> Decision {
    let chair = chair(table, seat)?;
    waiting(table)?;
    if chair.holder != Holder::Open {
        return Err(Refusal::from(Code::Taken));
    }
    let host = table.maker == *actor.visitor;
    let seated = !table.seats_of(actor.visitor).is_empty();
    if seated && !host {
        return Err(Refusal::from(Code::Seated));
    }
    let invited = invitation.is_some_and(|token| {
        token.len() <= 64 && table.invitations.contains(&invitation_hash(token))
    });
    if !(table.created.public || host || invited) {
        return Err(Refusal::from(Code::InvitationNeeded));
    }
    Ok(vec![Event::Sat {
        seat: seat.0,
        visitor: actor.visitor.clone(),
        name: actor.name.to_owned(),
        invitation: actor.invitation.to_owned(),
    }])
}

fn stand(table: &Table, actor: Actor<'_>, seat: Seat) -> Decision {
    let chair = chair(table, seat)?;
    waiting(table)?;
    let own = chair.owner() == Some(actor.visitor);
    let computer = matches!(chair.holder, Holder::Computer { instead_of: InsteadOf::Nobody, .. });
    if own || (computer && table.maker == *actor.visitor) {
        return Ok(vec![Event::Stood { seat: seat.0 }]);
    }
    Err(Refusal::new(Code::NotYours, "That seat is not yours to leave."))
}

fn computer(table: &Table, actor: Actor<'_>, seat: Seat, level: Level) -> Decision {
    let chair = chair(table, seat)?;
    if table.status() == Status::Over {
        return Err(Refusal::from(Code::Over));
    }
    let own = chair.owner() == Some(actor.visitor);
    if !own {
        if table.maker != *actor.visitor {
            return Err(Refusal::from(Code::NotHost));
        }
        if let Holder::Person(person) = &chair.holder {
            let visitor = person.visitor.as_ref();
            if visitor.is_some_and(|visitor| actor.presence.is_present(visitor)) {
                let message = format!("{} is still here.", person.name);
                return Err(Refusal::new(Code::StillHere, message));
            }
            if playing(table).is_ok() && table.clocks.kind() != Clock::None {
                return Err(Refusal::from(Code::ClockDecides));
            }
            if let Some(wait) = grace(table, seat, actor.presence, actor.now).filter(|ms| *ms > 0) {
                let (name, seconds) = (&person.name, (wait + 999) / 1000);
                let message = format!("{name} has {seconds} more seconds to come back.");
                return Err(Refusal::new(Code::TooSoon, message));
            }
        }
    }
    let for_absent = !own && chair.is_persons();
    Ok(vec![Event::Computer { seat: seat.0, level, for_absent }])
}

/// How many milliseconds a player who is away still has before the maker of the table may give the
/// seat to the computer; `None` where that is not the question: the player is present, a clock
/// decides, or the game has not started.
pub fn grace(table: &Table, seat: Seat, presence: &dyn Presence, now: i64) -> Option<i64> {
    let chair = table.chairs.get(seat.index())?;
    let Holder::Person(Person { visitor: Some(visitor), .. }) = &chair.holder else { return None };
    let playing = table.status() == Status::Playing && table.clocks.kind() == Clock::None;
    if !playing || table.maker == *visitor {
        return None;
    }
    let away = now.saturating_sub(presence.absent_since(visitor)?);
    let grace = ABSENCE_GRACE.as_millis() as i64;
    Some((grace - away).clamp(0, grace))
}

/// The events that give a visitor's seats back which the table's maker gave to the computer while the
/// visitor was away.
pub fn come_back(table: &Table, visitor: &VisitorId) -> Vec<Event> {
    if table.status() != Status::Playing {
        return Vec::new();
    }
    let taken =
        |chair: &Chair| chair.taken_at.is_some() && matches!(chair.holder, Holder::Computer { .. });
    let seats = table.seats_of(visitor).into_iter();
    let taken = seats.filter(|seat| taken(&table.chairs[seat.index()]));
    taken.map(|seat| Event::Returned { seat: seat.0 }).collect()
}

fn take_seat_back(table: &Table, actor: Actor<'_>, seat: Seat) -> Decision {
    let chair = chair(table, seat)?;
    let to_move = playing(table).is_ok() && table.turn() == Turn::Player(seat);
    match &chair.holder {
        // Else `computer` and `return` in turn would stop one's clock.
        Holder::Computer { .. } if to_move && table.clocks.kind() != Clock::None => {
            Err(Refusal::from(Code::ComputerMoves))
        }
        Holder::Computer { .. } if chair.owner() == Some(actor.visitor) => {
            Ok(vec![Event::Returned { seat: seat.0 }])
        }
        _ => Err(Refusal::new(Code::NotYours, "The computer does not keep that seat for you.")),
    }
}

fn resign(table: &Table, actor: Actor<'_>, seat: Seat) -> Decision {
    let chair = chair(table, seat)?;
    playing(table)?;
    if chair.owner() != Some(actor.visitor) || chair.is_out() {
        return Err(Refusal::new(Code::NotYours, "You can resign for a seat of your own only."));
    }
    let cause = Cause::Resigned { seat: seat.0 };
    Ok(leave(table, seat, cause, |substitute| Event::Resigned { seat: seat.0, substitute }))
}

/// The events of a flag that falls.
pub fn flag(table: &Table, seat: Seat) -> Vec<Event> {
    let cause = Cause::OutOfTime { seat: seat.0 };
    leave(table, seat, cause, |substitute| Event::Flagged { seat: seat.0, substitute })
}

/// A seat drops out. With one seat left, that one wins. With no person left, the seats left share
/// the win, for nobody is there to play for. Otherwise the computer plays on for the seat.
fn leave(
    table: &Table,
    seat: Seat,
    cause: Cause,
    event: impl Fn(Option<Level>) -> Event,
) -> Vec<Event> {
    let stays = |s: Seat| s != seat && !table.chairs[s.index()].is_out();
    let left: Vec<Seat> = Seat::all(table.session.seats()).filter(|&s| stays(s)).collect();
    let person = |s: &Seat| table.chairs[s.index()].person().is_some();
    if left.len() > 1 && left.iter().any(person) {
        return vec![event(Some(SUBSTITUTE))];
    }
    let winners = left.iter().map(|seat| seat.0).collect();
    vec![event(None), Event::Ended { cause, winners }]
}

/// Whether every person in the game is among `agreed`, also one whose seat the computer has: nobody
/// agrees for a person.
fn all_agreed(table: &Table, agreed: &[VisitorId]) -> bool {
    let mut owners = table.chairs.iter().filter(|chair| !chair.is_out()).filter_map(Chair::owner);
    owners.all(|owner| agreed.contains(owner))
}

/// Whether a visitor could offer a draw now.
pub fn may_offer_draw(table: &Table, visitor: &VisitorId) -> bool {
    let in_play = || table.chairs.iter().filter(|chair| !chair.is_out());
    table.entry.draws
        && table.status() == Status::Playing
        && in_play().all(Chair::is_persons)
        && in_play().any(|chair| chair.owner() == Some(visitor))
}

fn draw(table: &Table, actor: Actor<'_>) -> Decision {
    playing(table)?;
    if !table.entry.draws {
        return Err(Refusal::new(Code::NoDraws, "This game knows no draw by agreement."));
    }
    let seats = own_seats(table, actor)?;
    if !may_offer_draw(table, actor.visitor) {
        return Err(Refusal::new(Code::NoDraws, "The computer agrees to no draw."));
    }
    let mut agreed = table.draw.as_ref().map(|offer| offer.agreed.clone()).unwrap_or_default();
    if agreed.contains(actor.visitor) {
        return Err(Refusal::from(Code::Offered));
    }
    agreed.push(actor.visitor.clone());
    let mut events = vec![Event::DrawOffered { seat: speaking_seat(table, &seats).0 }];
    if all_agreed(table, &agreed) {
        let stays = |seat: &Seat| !table.chairs[seat.index()].is_out();
        let winners = Seat::all(table.session.seats()).filter(stays).map(|seat| seat.0).collect();
        events.push(Event::Ended { cause: Cause::DrawAgreed, winners });
    }
    Ok(events)
}

/// The number of actions that would be left if the visitor's last move were taken back; `None`
/// when something was rolled or revealed since, or there is no such move. What the computer did for a
/// visitor who was away can be taken back in any case, if all agree.
pub fn take_back_to(table: &Table, visitor: &VisitorId) -> Option<u32> {
    let seats = table.seats_of(visitor);
    if let Some(first) = seats.iter().filter_map(|seat| played_for_absent(table, *seat)).min() {
        return Some(first);
    }
    let mut left = table.ply();
    for ply in table.plies.latest() {
        if ply.settled {
            return None;
        }
        left -= 1;
        if ply.by.is_some_and(|by| seats.contains(&by)) {
            return Some(left);
        }
    }
    None
}

/// The number of actions before the first that the computer made for a seat while its player was away.
fn played_for_absent(table: &Table, seat: Seat) -> Option<u32> {
    let taken = table.chairs[seat.index()].taken_at?;
    let made = |ply: &Ply| ply.by == Some(seat) && ply.computer.is_some();
    let first = table.plies.since(taken as usize).position(made)?;
    Some(taken + first as u32)
}

fn take_back(table: &Table, actor: Actor<'_>) -> Decision {
    playing(table)?;
    let seats = own_seats(table, actor)?;
    let seat = speaking_seat(table, &seats).0;
    let (to, mut agreed) = match &table.take_back {
        Some(asked) => (asked.to, asked.proposal.agreed.clone()),
        None => {
            let none = || Refusal::from(Code::NothingToTakeBack);
            (take_back_to(table, actor.visitor).ok_or_else(none)?, Vec::new())
        }
    };
    if agreed.contains(actor.visitor) {
        return Err(Refusal::from(Code::Asked));
    }
    agreed.push(actor.visitor.clone());
    let mut events = vec![Event::TakeBackAsked { seat, to }];
    if all_agreed(table, &agreed) {
        events.push(Event::TakenBack { to });
    }
    Ok(events)
}

fn decline(table: &Table, actor: Actor<'_>) -> Decision {
    let seats = own_seats(table, actor)?;
    if table.draw.is_none() && table.take_back.is_none() {
        return Err(Refusal::from(Code::NothingAsked));
    }
    Ok(vec![Event::Declined { seat: speaking_seat(table, &seats).0 }])
}

/// Whether a record can be kept: it came from outside and expires otherwise.
pub fn may_keep(table: &Table) -> bool {
    table.created.imported && !table.played
}

fn keep(table: &Table, actor: Actor<'_>) -> Decision {
    if !table.created.imported {
        return Err(Refusal::from(Code::NotImported));
    }
    if table.played {
        Ok(Vec::new())
    } else {
        Ok(vec![Event::Kept { visitor: actor.visitor.clone() }])
    }
}

fn chat(table: &Table, actor: Actor<'_>, text: &str) -> Decision {
    let text = tidy(text);
    if text.is_empty() {
        return Err(Refusal::from(Code::Empty));
    }
    if text.chars().count() > CHAT_LIMIT {
        let message = format!("That is longer than {CHAT_LIMIT} characters.");
        return Err(Refusal::new(Code::TooLong, message));
    }
    let seats = table.seats_of(actor.visitor);
    let seat = (!seats.is_empty()).then(|| speaking_seat(table, &seats));
    let person = seat.and_then(|seat| table.chairs[seat.index()].person());
    Ok(vec![Event::Said {
        visitor: actor.visitor.clone(),
        name: person.map_or(actor.name, |person| &person.name).to_owned(),
        seat: seat.map(|seat| seat.0),
        text,
    }])
}

/// What a visitor's browser may do for the dice.
pub fn wanted(table: &Table, visitor: &VisitorId) -> Wanted {
    let dice = table.created.seed.is_some() && table.has_chance();
    if !dice || table.status() == Status::Over || table.seats_of(visitor).is_empty() {
        return Wanted::Nothing;
    }
    let opened = table.contributions.iter().any(|(given, _)| given == visitor);
    let sealed = table.seals.iter().any(|(given, _)| given == visitor);
    let nothing_known = table.contributions.is_empty() && table.ply() == 0 && table.rewinds == 0;
    match sealed {
        _ if opened => Wanted::Nothing,
        // Nobody fixes a number once one of the others is known.
        false if nothing_known => Wanted::Seal,
        false => Wanted::Nothing,
        true if table.status() == Status::Waiting => Wanted::Nothing,
        true => Wanted::Salt,
    }
}

/// Whether every player's browser has sealed what it will add to the dice.
pub fn all_sealed(table: &Table) -> bool {
    let has = |owner| table.seals.iter().any(|(given, _)| given == owner);
    table.status() == Status::Playing
        && table.chairs.iter().filter_map(|chair| chair.owner()).all(has)
}

/// A player's browser seals what it will add to the dice, or adds it; each once. A seal that comes
/// too late is no mistake of the browser's: nothing happens, and it is not among the seals.
pub fn contribute(
    table: &Table,
    visitor: &VisitorId,
    given: &Contribute,
) -> Result<Vec<Event>, Refusal> {
    let bad = |message| Err(Refusal::new(Code::BadContribution, message));
    let visitor = visitor.clone();
    match (given, wanted(table, &visitor)) {
        (Contribute::Salt(salt), _) if !dice::is_salt(salt) => {
            bad("A contribution to the dice is 8 to 64 letters and digits.")
        }
        (Contribute::Seal(seal), _) if !dice::is_seal(seal) => {
            bad("A seal is the SHA-256 of a contribution, 64 hexadecimal digits.")
        }
        (Contribute::Seal(seal), Wanted::Seal) => {
            if table.seals.iter().any(|(_, given)| given == seal) {
                return bad("Another player has sealed the same.");
            }
            Ok(vec![Event::Sealed { visitor, seal: seal.clone() }])
        }
        (Contribute::Salt(salt), Wanted::Salt) => {
            let own = table.seals.iter().find(|(given, _)| *given == visitor);
            if own.is_some_and(|(_, seal)| *seal != dice::commitment(salt)) {
                return bad("That is not what was sealed.");
            }
            Ok(vec![Event::Contributed { visitor, salt: salt.clone() }])
        }
        (Contribute::Seal(_), Wanted::Nothing) if !table.seats_of(&visitor).is_empty() => {
            Ok(Vec::new())
        }
        _ => Err(Refusal::from(Code::NoContribution)),
    }
}
