//! Records: a game as text that people can read, keep, and bring back.
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
//! actions:
//! a1-b2 c3-d4
//! ```
//!
//! Every line before `actions:` is a name and a value. After it come the actions, as many to a
//! line as one likes. A line that begins with `#` is a remark. `result` is each player's share of
//! the win, or `none`.

use std::fmt::Write;

use parlour_core::OptionValues;
use parlour_games::Entry;

use crate::commands::Refusal;
use crate::dice::{self, Contribution, Given};
use crate::events::{Created, Event, Person, Plan};
use crate::names::tidy_name;
use crate::replay::Hindsight;
use crate::setup::full_options;
use crate::stored::VisitorId;
use crate::{Holder, Table};

/// The version of the form.
const VERSION: &str = "1";
/// No record has more actions than this.
const MOST_ACTIONS: usize = 4_000;
/// How wide a line of actions gets.
const WIDTH: usize = 78;

/// The record of a table, as it may be known in hindsight.
pub fn write(table: &Table, how: Hindsight) -> String {
    let mut text =
        format!("parlour: {VERSION}\ngame: {}\nrules: {}\n", table.entry.id, table.created.rules);
    for (name, value) in &table.created.options {
        let _ = writeln!(text, "option {name}: {value}");
    }
    for (index, chair) in table.chairs.iter().enumerate() {
        let name = match &chair.holder {
            Holder::Open => "Nobody".to_owned(),
            Holder::Person(person) => person.name.clone(),
            Holder::Computer { level, .. } => format!("Computer (level {})", level.number()),
        };
        let _ = writeln!(text, "player {}: {name}", index + 1);
    }
    let outcome = table.outcome();
    let result = outcome.as_ref().map(|o| o.shares.join(" ")).filter(|shares| !shares.is_empty());
    let _ = writeln!(text, "result: {}", result.as_deref().unwrap_or("none"));
    if let Some(outcome) = outcome {
        let _ = writeln!(text, "ending: {}", outcome.words);
    }
    if let Some(seed) = &table.created.seed
        && table.has_chance()
    {
        let _ = writeln!(text, "dice: {}", dice::commitment(seed));
        let given = table.given();
        if let Some(seals) = &given.seals {
            let seals = if seals.is_empty() { "none".to_owned() } else { seals.join(" ") };
            let _ = writeln!(text, "seals: {seals}");
        }
        for given in &given.contributions {
            let _ = writeln!(text, "contribution {}: {}", given.ply, given.salt);
        }
        // The seed tells every hidden draw: it is opened with them.
        if how == Hindsight::Open {
            let _ = writeln!(text, "seed: {seed}");
        }
    }
    text.push_str("actions:\n");
    let mut width = 0;
    for ply in table.plies.iter() {
        let action = match how {
            Hindsight::Open => &ply.action,
            Hindsight::Through(viewer) => &ply.told(viewer).action,
        };
        if width > 0 && width + 1 + action.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
        }
        text.push_str(action);
        width += action.len() + 1;
    }
    text.push('\n');
    text
}

/// What a record says, before it is tried out.
#[derive(Debug, Default)]
struct Draft<'a> {
    game: Option<&'a str>,
    rules: Option<&'a str>,
    options: Vec<(String, String)>,
    players: Vec<(usize, String)>,
    result: Option<&'a str>,
    ending: Option<String>,
    dice: Option<&'a str>,
    seed: Option<&'a str>,
    given: Given,
    actions: Vec<(usize, &'a str)>,
}

fn bad(line: usize, message: impl std::fmt::Display) -> Refusal {
    Refusal::new("bad-record", format!("Line {line}: {message}."))
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
                "ending" => draft.ending = Some(value.chars().take(200).collect()),
                "actions" => {
                    head = false;
                    draft.actions.extend(value.split_whitespace().map(|action| (number, action)));
                }
                other => return Err(bad(number, format!("there is no field '{other}'"))),
            },
        }
    }
    if head {
        return Err(Refusal::new("bad-record", "The record has no line 'actions:'."));
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
    pub verdict: dice::Verdict,
}

/// A game that was played by other rules cannot be played again.
fn check_rules(entry: &Entry, draft: &Draft<'_>) -> Result<(), Refusal> {
    if draft.rules.is_none_or(|rules| rules == entry.version.to_string()) {
        return Ok(());
    }
    let message = format!("The record was played by other rules than version {}.", entry.version);
    Err(Refusal::new("bad-record", message))
}

/// Checks that every throw and draw of a record follows from the seed and the contributions.
pub fn verify(text: &str) -> Result<Checked, Refusal> {
    let draft = parse(text)?;
    let refuse = |message: String| Refusal::new("bad-record", message);
    let (Some(committed), Some(seed)) = (draft.dice, draft.seed) else {
        let message = "The record has no 'dice' and 'seed': the game is not over, has no dice, or \
                       was played before dice could be checked.";
        return Err(refuse(message.to_owned()));
    };
    let entry = draft.game.and_then(parlour_games::find);
    let entry = entry.ok_or_else(|| refuse("The record is of a game that is not here.".into()))?;
    check_rules(entry, &draft)?;
    let values: OptionValues = draft.options.iter().cloned().collect();
    let session = (entry.open)(&values).map_err(|error| refuse(format!("{error}.")))?;
    let actions: Vec<String> = draft.actions.iter().map(|(_, a)| (*a).to_owned()).collect();
    let verdict = dice::verify(session, &actions, committed, seed, &draft.given);
    let verdict = verdict.map_err(|why| refuse(format!("Not fair: {why}.")))?;
    Ok(Checked { commitment: committed.to_owned(), given: draft.given, verdict })
}

/// Reads a record and plays it through: the events of a table that holds it.
pub fn read(text: &str, maker: &VisitorId) -> Result<(Created, Vec<Event>), Refusal> {
    let draft = parse(text)?;
    let missing = || Refusal::new("bad-record", "The record does not say which game it is.");
    let id = draft.game.ok_or_else(missing)?;
    let unknown = || Refusal::new("no-such-game", "The record is of a game that is not here.");
    let entry = parlour_games::find(id).ok_or_else(unknown)?;
    check_rules(entry, &draft)?;
    let values: OptionValues = draft.options.iter().cloned().collect();
    let option = |error| Refusal::new("bad-option", format!("{error}."));
    let mut session = (entry.open)(&values).map_err(option)?;
    let seats = usize::from(session.seats());
    let options = full_options(entry, draft.options, seats)?;
    if draft.actions.len() > MOST_ACTIONS {
        return Err(Refusal::new(
            "bad-record",
            format!("No game has over {MOST_ACTIONS} actions."),
        ));
    }
    let mut events = Vec::with_capacity(draft.actions.len() + 1);
    for (line, action) in &draft.actions {
        session.play(action).map_err(|error| {
            let hidden = action.ends_with('?');
            let hint = if hidden { "; a hidden action cannot be played again" } else { "" };
            bad(*line, format!("{error}{hint}"))
        })?;
        events.push(Event::Acted { action: (*action).to_owned() });
    }
    let result = draft.result.unwrap_or("none");
    match session.shares() {
        Some(shares) if draft.result.is_some() && shares.to_string() != result => {
            let message = format!("The game ends {shares}, not {result}.");
            return Err(Refusal::new("bad-record", message));
        }
        Some(_) => {}
        None => events.push(stopped(result, draft.ending, seats)?),
    }
    let people = (1..=seats).map(|seat| {
        let given = draft.players.iter().rev().find(|(number, _)| *number == seat);
        let name = given.map_or_else(|| format!("Player {seat}"), |(_, name)| name.clone());
        Plan::Person(Person { visitor: None, name, own_name: true })
    });
    let created = Created::new(entry, options, people.collect(), maker.clone());
    Ok((Created { imported: true, ..created }, events))
}

/// How a record ends that does not end by the rules.
fn stopped(result: &str, ending: Option<String>, seats: usize) -> Result<Event, Refusal> {
    let words = ending.map(|words| crate::names::tidy(&words)).filter(|w| !w.is_empty());
    let words = words.unwrap_or_else(|| "The record stops here.".to_owned());
    if result == "none" {
        return Ok(Event::Ended { shares: Vec::new(), words });
    }
    let shares: Vec<String> = result.split_whitespace().map(str::to_owned).collect();
    let fair = (1..=seats).any(|winners| {
        let share = if winners == 1 { "1".to_owned() } else { format!("1/{winners}") };
        let count = |text: &str| shares.iter().filter(|s| *s == text).count();
        count(&share) == winners && count("0") == seats - winners
    });
    if shares.len() != seats || !fair {
        let message = format!(
            "'{}' is no result for {seats} players; write '1 0' or '1/2 1/2', or 'none'.",
            result.chars().take(40).flat_map(char::escape_debug).collect::<String>()
        );
        return Err(Refusal::new("bad-record", message));
    }
    Ok(Event::Ended { shares, words })
}
