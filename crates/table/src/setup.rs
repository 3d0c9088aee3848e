//! New tables: what a wish for one must look like.

use parlour_core::{OptionKind, OptionValues};
use parlour_games::Entry;
use parlour_wire::api::{NewSeat, NewTable};
use parlour_wire::table as wire;

use crate::commands::Refusal;
use crate::events::{Created, Person, Plan};
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
    Ok(Created {
        game: entry.id.to_owned(),
        rules: entry.version,
        options,
        seats: wish.seats.into_iter().map(seat).collect::<Result<_, Refusal>>()?,
        clock: wish.clock.into(),
        public: wish.public,
        maker: maker.clone(),
        invitation: Some(invitation),
        rematch_of: None,
        imported: false,
    })
}

/// All options of the game for so many seats, with the values that were wished for.
pub fn full_options(
    entry: &Entry,
    wished: Vec<(String, String)>,
    seats: usize,
) -> Result<Vec<(String, String)>, Refusal> {
    let bad = |message: String| Refusal::new("bad-option", message);
    let mut values: OptionValues = wished.into_iter().collect();
    let players = entry.options.iter().find(|spec| spec.name == "players");
    if let Some(OptionKind::Number { min, max }) = players.map(|spec| spec.kind)
        && values.get("players").is_none()
        && values.get("seats").is_none_or(|seats| seats == "default")
    {
        if !(min as usize..=max as usize).contains(&seats) {
            let message = format!("{} takes {min} to {max} players.", entry.name);
            return Err(Refusal::new("bad-seats", message));
        }
        values.set("players", seats.to_string());
    }
    let session = (entry.open)(&values).map_err(|error| bad(format!("{error}.")))?;
    if usize::from(session.seats()) != seats {
        let message = format!("This game is for {} players.", session.seats());
        return Err(Refusal::new("bad-seats", message));
    }
    let all = session.options();
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

/// The next game at the same table: the same people, everyone one seat further. `None` when it is
/// set up already.
pub fn rematch_plan(
    table: &Table,
    maker: &VisitorId,
    invitation: String,
) -> Result<Option<Created>, Refusal> {
    if table.status() != Standing::Over {
        return Err(Refusal::new("not-over", "The game is not over yet."));
    }
    let played = table.chairs.iter().any(|chair| {
        let person = chair.person().or(chair.left.as_ref());
        person.is_some_and(|person| person.visitor.as_ref() == Some(maker))
    });
    if !played || table.created.imported {
        return Err(Refusal::new("not-seated", "Only those who played can ask for a rematch."));
    }
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
        ..Created::clone(&table.created)
    }))
}

/// Whether a text can be a table's name at all.
pub fn table_id(text: &str) -> Option<TableId> {
    let fits = text.len() == 22 && text.bytes().all(|b| b.is_ascii_alphanumeric());
    fits.then(|| TableId(text.to_owned()))
}
