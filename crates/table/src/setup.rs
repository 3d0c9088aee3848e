//! New tables: what can be asked for.

use parlour_core::{OptionKind, OptionValues, Seat};
use parlour_session::{Entry, Session};
use serde::{Deserialize, Serialize};

use crate::commands::{Code, Refusal};
use crate::events::{Clock, Created, Event, InitialSeat, Level, Person};
use crate::listing::Status;
use crate::names::chosen_name;
use crate::stored::{TableId, VisitorId};
use crate::{Chair, Holder, Table};

/// The longest clock: two weeks for a move, or for a game.
const LONGEST: i64 = 14 * 86_400_000;

/// Who shall sit on a seat of a new table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum NewSeat {
    /// The maker of the table; more than one: a game on one screen, each with a name.
    Me {
        /// A name for this player on the shared screen; null: the visitor's own.
        name: Option<String>,
    },
    /// Whoever comes.
    Open,
    /// The computer.
    Computer {
        /// How strong.
        #[serde(deserialize_with = "Level::wanted")]
        level: Level,
    },
}

/// A table to set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// Options by name.
    pub options: Vec<(String, String)>,
    /// The seats in turn order.
    pub seats: Vec<NewSeat>,
    /// How time is kept.
    pub clock: Clock,
    /// Whether lists show it and anyone may sit down.
    pub public: bool,
}

/// The event that sets up the table that a visitor asks for.
pub fn plan(
    wanted: NewTable,
    maker: &VisitorId,
    name: &str,
    invitation: String,
) -> Result<Created, Refusal> {
    let unknown = || Refusal::from(Code::NoSuchGame);
    let entry = parlour_games::find(&wanted.game).ok_or_else(unknown)?;
    check_clock(wanted.clock)?;
    let options = full_options(entry, wanted.options, wanted.seats.len())?;
    let seat = |seat: NewSeat| match seat {
        NewSeat::Open => Ok(InitialSeat::Open),
        NewSeat::Computer { level } => Ok(InitialSeat::Computer { level }),
        NewSeat::Me { name: own } => {
            let own = own.map(|own| chosen_name(&own)).transpose()?;
            Ok(InitialSeat::Person(Person {
                visitor: Some(maker.clone()),
                own_name: own.is_some(),
                name: own.unwrap_or_else(|| name.to_owned()),
            }))
        }
    };
    let seats = wanted.seats.into_iter().map(seat).collect::<Result<_, Refusal>>()?;
    Ok(Created {
        clock: wanted.clock,
        public: wanted.public,
        invitation: Some(invitation),
        ..Created::new(entry, options, seats, maker.clone())
    })
}

/// All options of the game for this number of seats, with the values that were asked for.
pub fn full_options(
    entry: &Entry,
    wanted: Vec<(String, String)>,
    seats: usize,
) -> Result<Vec<(String, String)>, Refusal> {
    let bad_seats = |message: String| Refusal::new(Code::BadSeats, message);
    let open = |values: &OptionValues| {
        (entry.open)(values).map_err(|error| Refusal::new(Code::BadOption, format!("{error}.")))
    };
    let mut values: OptionValues = wanted.into_iter().collect();
    let asked = open(&values)?;
    let fits = |session: &dyn Session| usize::from(session.seats()) == seats;
    let players = entry.options.iter().find(|spec| spec.name == "players");
    let mut session = asked.clone();
    if let Some(OptionKind::Number { min, max }) = players.map(|spec| spec.kind)
        && values.get("players").is_none()
        && !fits(&*asked)
    {
        if !(min as usize..=max as usize).contains(&seats) {
            return Err(bad_seats(format!("{} takes {min} to {max} players.", entry.name)));
        }
        values.set("players", seats.to_string());
        session = open(&values)?;
    }
    // Another number of players must not undo what was asked for.
    let (before, all) = (asked.options(), session.options());
    let kept =
        values.iter().all(|(name, _)| name == "players" || before.get(name) == all.get(name));
    if !kept || !fits(&*session) {
        let needed = if kept { session.seats() } else { asked.seats() };
        return Err(bad_seats(format!("This game is for {needed} players.")));
    }
    Ok(all.pairs())
}

fn check_clock(clock: Clock) -> Result<(), Refusal> {
    let (limit, increment) = match clock {
        Clock::None => return Ok(()),
        Clock::Move { limit } => (limit, 0),
        Clock::Game { limit, increment } => (limit, increment),
    };
    if (1_000..=LONGEST).contains(&limit) && (0..=3_600_000).contains(&increment) {
        return Ok(());
    }
    let message = "A clock gives from one second to two weeks, and at most an hour after a move.";
    Err(Refusal::new(Code::BadClock, message))
}

/// Whether a visitor may set up the next game: those may who played, also if they dropped out.
pub fn may_rematch(table: &Table, visitor: &VisitorId) -> Result<(), Refusal> {
    if table.status() != Status::Over {
        return Err(Refusal::from(Code::NotOver));
    }
    let played = table.chairs.iter().any(|chair| {
        let person = chair.player();
        person.is_some_and(|person| person.visitor.as_ref() == Some(visitor))
    });
    if !played || table.created.imported {
        return Err(Refusal::new(Code::NotSeated, "Only those who played can ask for a rematch."));
    }
    Ok(())
}

/// The next game at the same table: the same people, everyone one seat further. `None` when it is
/// set up already.
pub fn rematch_plan(
    table: &Table,
    maker: &VisitorId,
    invitation: String,
) -> Result<Option<Created>, Refusal> {
    may_rematch(table, maker)?;
    if table.rematch.is_some() {
        return Ok(None);
    }
    let again = |chair: &Chair| match (chair.player(), &chair.holder) {
        (Some(person), _) => InitialSeat::Person(person.clone()),
        (None, Holder::Computer { level, .. }) => InitialSeat::Computer { level: *level },
        (None, _) => InitialSeat::Open,
    };
    let mut seats: Vec<InitialSeat> = table.chairs.iter().map(again).collect();
    // Who had the second turn now has the first.
    seats.rotate_left(1);
    Ok(Some(Created {
        seats,
        maker: maker.clone(),
        invitation: Some(invitation),
        rematch_of: Some(table.id.clone()),
        imported: false,
        seed: None,
        sealed: false,
        ..Created::clone(&table.created)
    }))
}

/// Notes that a visitor wants a rematch, while another person who played has not asked for it;
/// `None` once everybody has.
pub fn wait_for_rematch(table: &Table, visitor: &VisitorId) -> Option<Vec<Event>> {
    let owner = |seat: Seat| {
        let chair = table.chairs.get(seat.index())?;
        chair.player()?.visitor.as_ref()
    };
    let wanted =
        |person: &VisitorId| table.rematch_wanted.iter().any(|&s| owner(s) == Some(person));
    let seats = || (0..table.chairs.len() as u8).map(Seat);
    let waits = seats().filter_map(owner).any(|other| other != visitor && !wanted(other));
    if !waits {
        return None;
    }
    let own = seats().find(|&seat| owner(seat) == Some(visitor))?;
    let again = table.rematch_wanted.contains(&own);
    Some(if again { Vec::new() } else { vec![Event::RematchWanted { seat: own.0 }] })
}

/// Whether a text can be a table's name at all.
pub fn table_id(text: &str) -> Option<TableId> {
    let fits = text.len() == 22 && text.bytes().all(|b| b.is_ascii_alphanumeric());
    fits.then(|| TableId(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(game: &str, wanted: &[(&str, &str)], seats: usize) -> Result<String, String> {
        let entry = parlour_games::find(game).expect("a game");
        let wanted = wanted.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
        let all = full_options(entry, wanted, seats).map_err(|refusal| refusal.message)?;
        Ok(all.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_table_takes_as_many_players_as_it_has_seats() {
        assert_eq!(options("shut-the-box", &[], 5).as_deref(), Ok("players=5 final=all"));
        let refused = options("shut-the-box", &[], 13).expect_err("too many");
        assert!(refused.contains("2 to 12"), "{refused}");
        assert!(options("senet", &[], 3).expect_err("too many").contains("for 2 players"));
        let other = options("shut-the-box", &[("players", "3")], 2).expect_err("they differ");
        assert!(other.contains("for 3 players"), "{other}");
    }

    #[test]
    fn an_option_that_tells_who_sits_where_is_not_undone() {
        let seats = |seats, n| options("shell-out", &[("seats", seats)], n);
        assert!(seats("1,2,3", 3).expect("three fields").contains("players=3"));
        assert!(seats("default", 4).expect("any number").contains("players=4"));
        assert!(seats("1,2,3", 2).expect_err("one too many").contains("for 3 players"));
    }
}
