//! New tables: what a wish for one must look like.

use parlour_core::{OptionKind, OptionValues, Seat};
use parlour_games::{Entry, Session};
use parlour_wire::api::{NewSeat, NewTable};
use parlour_wire::table as wire;

use crate::commands::Refusal;
use crate::events::{Created, Event, Person, Plan};
use crate::listing::Standing;
use crate::names::tidy_name;
use crate::stored::{TableId, VisitorId};
use crate::{Chair, Holder, Table};

/// The longest clock: two weeks for a move, or for a game.
const LONGEST: u32 = 14 * 86_400;

/// The event that sets up the table a visitor wishes for.
pub fn plan(
    wish: NewTable,
    maker: &VisitorId,
    name: &str,
    invitation: String,
) -> Result<Created, Refusal> {
    let unknown = || Refusal::new("no-such-game", "There is no such game here.");
    let entry = parlour_games::find(&wish.game).ok_or_else(unknown)?;
    check_clock(wish.clock)?;
    let options = full_options(entry, wish.options, wish.seats.len())?;
    let seat = |seat: NewSeat| match seat {
        NewSeat::Open => Ok(Plan::Open),
        NewSeat::Computer { level } => Ok(Plan::Computer { level: level.into() }),
        NewSeat::Me { name: own } => {
            let own = own.map(|own| tidy_name(&own)).transpose()?;
            Ok(Plan::Person(Person {
                visitor: Some(maker.clone()),
                own_name: own.is_some(),
                name: own.unwrap_or_else(|| name.to_owned()),
            }))
        }
    };
    let seats = wish.seats.into_iter().map(seat).collect::<Result<_, Refusal>>()?;
    Ok(Created {
        clock: wish.clock.into(),
        public: wish.public,
        invitation: Some(invitation),
        ..Created::new(entry, options, seats, maker.clone())
    })
}

/// All options of the game for so many seats, with the values that were wished for.
pub fn full_options(
    entry: &Entry,
    wished: Vec<(String, String)>,
    seats: usize,
) -> Result<Vec<(String, String)>, Refusal> {
    let bad_seats = |message: String| Refusal::new("bad-seats", message);
    let open = |values: &OptionValues| {
        (entry.open)(values).map_err(|error| Refusal::new("bad-option", format!("{error}.")))
    };
    let mut values: OptionValues = wished.into_iter().collect();
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
    // Another number of players must not undo what was wished for.
    let (before, all) = (asked.options(), session.options());
    let kept =
        values.iter().all(|(name, _)| name == "players" || before.get(name) == all.get(name));
    if !kept || !fits(&*session) {
        let wanted = if kept { session.seats() } else { asked.seats() };
        return Err(bad_seats(format!("This game is for {wanted} players.")));
    }
    Ok(all.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

fn check_clock(clock: wire::Clock) -> Result<(), Refusal> {
    let (seconds, increment) = match clock {
        wire::Clock::None => return Ok(()),
        wire::Clock::Move { seconds } => (seconds, 0),
        wire::Clock::Game { seconds, increment } => (seconds, increment),
    };
    if (1..=LONGEST).contains(&seconds) && increment <= 3600 {
        return Ok(());
    }
    let message = "A clock gives from one second to two weeks, and at most an hour after a move.";
    Err(Refusal::new("bad-clock", message))
}

/// Whether a visitor may set up the next game: those may who played, also if they dropped out.
pub fn may_rematch(table: &Table, visitor: &VisitorId) -> Result<(), Refusal> {
    if table.status() != Standing::Over {
        return Err(Refusal::new("not-over", "The game is not over yet."));
    }
    let played = table.chairs.iter().any(|chair| {
        let person = chair.person().or(chair.left.as_ref());
        person.is_some_and(|person| person.visitor.as_ref() == Some(visitor))
    });
    if !played || table.created.imported {
        return Err(Refusal::new("not-seated", "Only those who played can ask for a rematch."));
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
    let again = |chair: &Chair| match (chair.person().or(chair.left.as_ref()), &chair.holder) {
        (Some(person), _) => Plan::Person(person.clone()),
        (None, Holder::Computer { level, .. }) => Plan::Computer { level: *level },
        (None, _) => Plan::Open,
    };
    let mut seats: Vec<Plan> = table.chairs.iter().map(again).collect();
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

/// The wish of a visitor for a rematch, while another person who played has not wished for it;
/// `None` once everybody has.
pub fn rematch_wish(table: &Table, visitor: &VisitorId) -> Option<Vec<Event>> {
    let owner = |seat: Seat| {
        let chair = table.chairs.get(seat.index())?;
        chair.person().or(chair.left.as_ref())?.visitor.as_ref()
    };
    let wanted = |person: &VisitorId| table.wanting_rematch().any(|s| owner(s) == Some(person));
    let seats = || (0..table.chairs.len() as u8).map(Seat);
    let waits = seats().filter_map(owner).any(|other| other != visitor && !wanted(other));
    if !waits {
        return None;
    }
    let own = seats().find(|&seat| owner(seat) == Some(visitor))?;
    let again = table.wanting_rematch().any(|seat| seat == own);
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

    fn options(game: &str, wished: &[(&str, &str)], seats: usize) -> Result<String, String> {
        let entry = parlour_games::find(game).expect("a game");
        let wished = wished.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
        let all = full_options(entry, wished, seats).map_err(|refusal| refusal.message)?;
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
