//! Records: a game as text that people can read, keep, and bring back. Read here, and written by
//! [`crate::projection::write_record`].
//!
//! ```text
//! parlour: 1
//! game: outwit
//! rules: 1
//! option players: 2
//! player 1: Ann
//! player 2: Computer (level 5)
//! result: 1 0
//! ending: Dark resigned.
//! cause: resigned 2
//! actions:
//! a1-b2 c3-d4
//! ```
//!
//! A line `computer 1: level 5 at 7 9` says that the computer made these actions, counted from 1, for
//! that player. Every line before `actions:` is a name and a value. After it come the actions, as many to a
//! line as one likes. A line that begins with `#` is a remark. `result` is each player's share of
//! the win, or `none`. `ending` tells people why the game is over, in any words, and `cause` tells
//! programs, where the rules did not end it: `resigned 2`, `out-of-time 2` (the player), `draw-agreed` or `stopped`.

use parlour_core::{OptionValues, Seat};
use parlour_session::{Entry, LEVELS, did_you_mean::shown};

use crate::Table;
use crate::commands::{Code, Refusal};
use crate::dice::{self, Contribution, Given};
use crate::ending::Cause;
use crate::events::{Created, Event, InitialSeat, Level, Person};
use crate::names::tidy_name;
use crate::setup::full_options;
use crate::stored::{TableId, VisitorId};

/// The version of the form.
pub(crate) const VERSION: &str = "1";
/// No record has more actions than this.
const MOST_ACTIONS: usize = 4_000;

pub(crate) fn computer_name(level: Level) -> String {
    format!("Computer (level {})", level.number())
}

/// The seat and the level of a computer's moves for a person, and which they are.
type ComputerMoves = (u8, Level, Vec<usize>);

fn read_computer_moves(seat: &str, value: &str) -> Option<ComputerMoves> {
    let (level, numbers) = value.strip_prefix("level ")?.split_once(" at ")?;
    let level = level.parse().ok().filter(|level| (1..=LEVELS as u8).contains(level))?;
    let numbers: Option<Vec<usize>> =
        numbers.split_whitespace().map(|number| number.parse().ok()).collect();
    let seat: u8 = seat.parse().ok()?;
    Some((seat.checked_sub(1)?, Level::new(level), numbers?))
}

/// What a record says, before it is tried out.
#[derive(Debug, Default)]
struct Draft<'a> {
    game: Option<&'a str>,
    rules: Option<&'a str>,
    options: Vec<(String, String)>,
    players: Vec<(usize, String)>,
    computers: Vec<ComputerMoves>,
    result: Option<&'a str>,
    ending: Option<String>,
    cause: Option<Cause>,
    dice: Option<&'a str>,
    seed: Option<&'a str>,
    given: Given,
    actions: Vec<(usize, &'a str)>,
}

fn refuse(message: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadRecord, message)
}

fn bad(line: usize, message: impl std::fmt::Display) -> Refusal {
    refuse(format!("Line {line}: {message}."))
}

fn parse(text: &str) -> Result<Draft<'_>, Refusal> {
    let mut draft = Draft::default();
    let mut head = true;
    let mut first = true;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if !head {
            draft.actions.extend(line.split_whitespace().map(|action| (number, action)));
            continue;
        }
        let (name, value) = line.split_once(':').ok_or_else(|| {
            bad(number, "write a name, a colon and a value, as in 'game: outwit'")
        })?;
        let (name, value) = (name.trim(), value.trim());
        if first && (name, value) != ("parlour", VERSION) {
            return Err(bad(number, format!("a record begins with 'parlour: {VERSION}'")));
        }
        first = false;
        match name.split_once(' ') {
            Some(("option", option)) => draft.options.push((option.to_owned(), value.to_owned())),
            Some(("player", seat)) => {
                let seat = seat.parse().map_err(|_| bad(number, "players are numbered from 1"))?;
                let name = tidy_name(value).map_err(|refusal| bad(number, refusal.message))?;
                draft.players.push((seat, name));
            }
            Some(("computer", seat)) => {
                let wrong = || bad(number, "write a computer's moves as in 'level 5 at 7 9'");
                draft.computers.push(read_computer_moves(seat, value).ok_or_else(wrong)?);
            }
            Some(("contribution", ply)) => {
                let wrong = || bad(number, "a contribution names the ply from which it counts");
                let given =
                    Contribution { ply: ply.parse().map_err(|_| wrong())?, salt: value.to_owned() };
                draft.given.contributions.push(given);
            }
            _ => match name {
                "parlour" => {}
                "dice" => draft.dice = Some(value),
                "seals" => {
                    let seals = value.split_whitespace().filter(|word| *word != "none");
                    draft.given.seals = Some(seals.map(str::to_owned).collect());
                }
                "seed" => draft.seed = Some(value),
                "game" => draft.game = Some(value),
                "rules" => draft.rules = Some(value),
                "result" => draft.result = Some(value),
                // A title is a tree's; its main line is a record all the same.
                "title" => {}
                "position" => {
                    let message = "a table begins at the start of a game; open a record that begins \
                                   at a position on the analysis board";
                    return Err(bad(number, message));
                }
                "ending" => draft.ending = Some(value.chars().take(200).collect()),
                "cause" => {
                    let wrong = || {
                        bad(
                            number,
                            "a cause is 'resigned 2', 'out-of-time 2', 'draw-agreed' or 'stopped'",
                        )
                    };
                    draft.cause = Some(read_cause(value).ok_or_else(wrong)?);
                }
                "actions" => {
                    head = false;
                    draft.actions.extend(value.split_whitespace().map(|action| (number, action)));
                }
                other => return Err(bad(number, format!("there is no field '{other}'"))),
            },
        }
    }
    if head {
        return Err(refuse("The record has no line 'actions:'."));
    }
    Ok(draft)
}

/// A record whose dice were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What the server committed to before the game.
    pub commitment: String,
    /// What browsers added.
    pub given: Given,
    /// What was found.
    pub audit: dice::Audit,
}

/// A game that was played by other rules cannot be played again.
fn check_rules(entry: &Entry, draft: &Draft<'_>) -> Result<(), Refusal> {
    if draft.rules.is_none_or(|rules| rules == entry.version.to_string()) {
        return Ok(());
    }
    Err(refuse(format!("The record was played by other rules than version {}.", entry.version)))
}

/// Checks that every throw and draw of a record follows from the seed and the contributions. Refused with
/// [`Code::NotFair`] they do not; with any other code nothing is known of them.
pub fn verify(text: &str) -> Result<Checked, Refusal> {
    let draft = parse(text)?;
    let (Some(committed), Some(seed)) = (draft.dice, draft.seed) else {
        let message = "The record has no 'dice' and 'seed': the game is not over, has no dice, or \
                       was played before dice could be checked.";
        return Err(refuse(message));
    };
    let entry = draft.game.and_then(parlour_games::find);
    let entry = entry.ok_or_else(|| refuse("The record is of a game that is not here."))?;
    check_rules(entry, &draft)?;
    let values: OptionValues = draft.options.iter().cloned().collect();
    let session = (entry.open)(&values).map_err(|error| refuse(format!("{error}.")))?;
    let actions: Vec<String> = draft.actions.iter().map(|(_, a)| (*a).to_owned()).collect();
    let audit = dice::verify(session, &actions, committed, seed, &draft.given);
    let audit = audit.map_err(|why| Refusal::new(Code::NotFair, format!("Not fair: {why}.")))?;
    Ok(Checked { commitment: committed.to_owned(), given: draft.given, audit })
}

/// Reads a record and plays it through: the events of a table that holds it.
pub fn read(text: &str, maker: &VisitorId) -> Result<(Created, Vec<Event>), Refusal> {
    let draft = parse(text)?;
    let missing = || refuse("The record does not say which game it is.");
    let id = draft.game.ok_or_else(missing)?;
    let unknown = || Refusal::new(Code::NoSuchGame, "The record is of a game that is not here.");
    let entry = parlour_games::find(id).ok_or_else(unknown)?;
    check_rules(entry, &draft)?;
    let values: OptionValues = draft.options.iter().cloned().collect();
    let option = |error| Refusal::new(Code::BadOption, format!("{error}."));
    let mut session = (entry.open)(&values).map_err(option)?;
    let seats = usize::from(session.seats());
    let options = full_options(entry, draft.options, seats)?;
    if draft.actions.len() > MOST_ACTIONS {
        return Err(refuse(format!("No game has over {MOST_ACTIONS} actions.")));
    }
    let mut events = Vec::with_capacity(draft.actions.len() + 1);
    for (number, (line, action)) in (1..).zip(&draft.actions) {
        let played = session.play(action).map_err(|error| {
            let hidden = action.ends_with('?');
            let hint = if hidden { "; a hidden action cannot be played again" } else { "" };
            bad(*line, format!("{error}{hint}"))
        })?;
        let acted = Event::Acted { action: (*action).to_owned() };
        let for_person = draft
            .computers
            .iter()
            .find(|(seat, _, numbers)| played.by == Some(Seat(*seat)) && numbers.contains(&number));
        match for_person {
            None => events.push(acted),
            Some(&(seat, level, _)) => events.extend([
                Event::Computer { seat, level, for_absent: false },
                acted,
                Event::Returned { seat },
            ]),
        }
    }
    let result = draft.result.unwrap_or("none");
    match session.shares() {
        Some(shares) if draft.result.is_some() && shares.to_string() != result => {
            return Err(refuse(format!("The game ends {shares}, not {result}.")));
        }
        Some(_) => {}
        None => events.push(stopped(result, draft.cause, draft.ending, seats)?),
    }
    let people = (1..=seats).map(|seat| {
        let given = draft.players.iter().rev().find(|(number, _)| *number == seat);
        let name = given.map_or_else(|| format!("Player {seat}"), |(_, name)| name.clone());
        if let Some(level) = computer_of(&name) {
            return InitialSeat::Computer { level };
        }
        InitialSeat::Person(Person { visitor: None, name, own_name: true })
    });
    let created = Created::new(entry, options, people.collect(), maker.clone());
    Ok((Created { imported: true, ..created }, events))
}

/// The table of a record, for those who keep none: nobody's, at no time.
pub fn table(text: &str) -> Result<Table, Refusal> {
    let (created, events) = read(text, &VisitorId("record".to_owned()))?;
    let broken = |_| refuse("The record makes no game.");
    let (mut table, _) = Table::set_up(TableId("record".to_owned()), created, 0).map_err(broken)?;
    for event in &events {
        table.apply(0, event).map_err(broken)?;
    }
    Ok(table)
}

/// The level of a computer by its name in a record.
fn computer_of(name: &str) -> Option<Level> {
    (1..=LEVELS as u8).map(Level::new).find(|level| computer_name(*level) == name)
}

/// The cause of an ending as a record writes it; `None` where the rules or the words say it.
pub(crate) fn cause_text(cause: &Cause) -> Option<String> {
    let player = |seat: u8| Seat(seat).number();
    match cause {
        Cause::Resigned { seat } => Some(format!("resigned {}", player(*seat))),
        Cause::OutOfTime { seat } => Some(format!("out-of-time {}", player(*seat))),
        Cause::DrawAgreed => Some("draw-agreed".to_owned()),
        Cause::Stopped => Some("stopped".to_owned()),
        Cause::Rules { .. } | Cause::Foreign { .. } => None,
    }
}

fn read_cause(text: &str) -> Option<Cause> {
    match text {
        "draw-agreed" => return Some(Cause::DrawAgreed),
        "stopped" => return Some(Cause::Stopped),
        _ => {}
    }
    let (word, player) = text.split_once(' ')?;
    let seat = player.parse::<u8>().ok()?.checked_sub(1)?;
    match word {
        "resigned" => Some(Cause::Resigned { seat }),
        "out-of-time" => Some(Cause::OutOfTime { seat }),
        _ => None,
    }
}

/// How a record ends that does not end by the rules.
fn stopped(
    result: &str,
    cause: Option<Cause>,
    ending: Option<String>,
    seats: usize,
) -> Result<Event, Refusal> {
    if let Some(Cause::Resigned { seat } | Cause::OutOfTime { seat }) = cause
        && usize::from(seat) >= seats
    {
        let player = Seat(seat).number();
        return Err(refuse(format!("The cause names player {player} of {seats}.")));
    }
    let words = ending.map(|words| crate::names::tidy(&words)).filter(|w| !w.is_empty());
    let foreign = words.map(|text| Cause::Foreign { text });
    let cause = cause.or(foreign).unwrap_or(Cause::Stopped);
    if result == "none" {
        return Ok(Event::Ended { cause, winners: Vec::new() });
    }
    let shares: Vec<&str> = result.split_whitespace().collect();
    let fair = (1..=seats).any(|winners| {
        let share = if winners == 1 { "1".to_owned() } else { format!("1/{winners}") };
        let count = |text: &str| shares.iter().filter(|share| **share == text).count();
        count(&share) == winners && count("0") == seats - winners
    });
    if shares.len() != seats || !fair {
        let message = format!(
            "'{}' is no result for {seats} players; write '1 0' or '1/2 1/2', or 'none'.",
            shown(result)
        );
        return Err(refuse(message));
    }
    let winners = (0u8..).zip(&shares).filter(|(_, share)| **share != "0").map(|(seat, _)| seat);
    Ok(Event::Ended { cause, winners: winners.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::replay::Hindsight;
    use crate::projection::write_record;
    use crate::testing::{player, table};

    #[test]
    fn the_seats_of_one_person_are_told_apart_unless_they_have_names() {
        let names = |own_name| {
            let entry = parlour_games::find("outwit").expect("a game");
            let mut created = Created::clone(&table(entry).created);
            for seat in &mut created.seats {
                let name = "You".to_owned();
                *seat = InitialSeat::Person(Person { visitor: Some(player(0)), name, own_name });
            }
            let table = Table::create(TableId("t".to_owned()), created, 0).expect("a table");
            let text = write_record(&table, Hindsight::Open);
            let names = text.lines().filter_map(|line| line.strip_prefix("player "));
            names.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(names(false), ["1: Light", "2: Dark"]);
        assert_eq!(names(true), ["1: You", "2: You"]);
    }
}
