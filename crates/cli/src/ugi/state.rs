//! The position, and the answers that need no thought.

use std::sync::{Arc, Mutex};

use parlour_core::scene::SiteId;
use parlour_core::{Explanation, OptionKind, OptionSpec, OptionValues, Seat, Turn, Viewer};
use parlour_search::SearchRequest;
use parlour_session::did_you_mean::{shown, suggest};
use parlour_session::{Entry, LEVELS, Session, Spec};

use super::command::{Query, view_error};
use super::job::SharedPlayer;
use super::seeds::{AUTO, Seeds};
use crate::commands::turn_text;

/// A game as the protocol knows it: options to come, and a position that stands.
pub(super) struct ProtocolState {
    game: &'static Entry,
    /// For the next new game.
    options: OptionValues,
    session: Box<dyn Session>,
    /// Who searches; made when first needed, and forgotten with the game.
    player: Option<(OptionValues, SharedPlayer)>,
    /// How strong it plays; `None` for as strong as it can.
    level: Option<u8>,
    /// On how many threads it thinks.
    threads: usize,
    /// Where it gets its random numbers from.
    seeds: Seeds,
}

/// The options of the player, beside those of the game.
const OWN_OPTIONS: [&str; 3] = ["level", "threads", "seed"];

/// The most threads that a search may have.
const MOST_THREADS: usize = 256;

impl ProtocolState {
    /// The start of a game with its usual options.
    pub(super) fn new(game: &'static Entry) -> Result<Self, String> {
        let options = OptionValues::new();
        let session = (game.open)(&options).map_err(|error| error.to_string())?;
        let (player, level, threads) = (None, None, 1);
        Ok(ProtocolState { game, options, session, player, level, threads, seeds: Seeds::new() })
    }

    /// Who searches.
    pub(super) fn player(&mut self) -> Result<SharedPlayer, String> {
        // Another table may want another engine.
        let options = self.session.options();
        if let Some((_, player)) = self.player.as_ref().filter(|(made, _)| *made == options) {
            return Ok(Arc::clone(player));
        }
        let spec = self.level.map_or_else(Spec::best, Spec::Level);
        let player = self.session.player(&spec, self.threads);
        let player = player.map_err(|error| error.to_string())?;
        let player = Arc::new(Mutex::new(player));
        self.player = Some((options, Arc::clone(&player)));
        Ok(player)
    }

    /// The game that stands.
    pub(super) fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// The lines that answer `ugi`.
    pub(super) fn introduce(&self) -> Vec<String> {
        let mut lines = vec![
            format!("id name Parlour {} {}", env!("CARGO_PKG_VERSION"), self.game.name),
            "id author the Parlour contributors".to_owned(),
        ];
        lines.extend(self.game.options.iter().map(describe));
        let levels: String = (1..=LEVELS).map(|level| format!(" var {level}")).collect();
        lines.push(format!("option name level type combo default best var best{levels}"));
        lines.push(format!("option name threads type spin default 1 min 1 max {MOST_THREADS}"));
        lines.push(format!("option name seed type string default {AUTO}"));
        lines.push("ugiok".to_owned());
        lines
    }

    /// Sets an option for the next game. A value that no game could be opened with is refused now:
    /// later there would be no answer to refuse it in.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "level" => return self.set_level(value),
            "threads" => return self.set_threads(value),
            "seed" => return self.seeds.set(value),
            _ => {}
        }
        let game = self.game.options.iter().map(|option| option.name);
        let names: Vec<&str> = game.chain(OWN_OPTIONS).collect();
        if !names.contains(&name) {
            let near = suggest(name, names.iter().copied());
            return Err(format!(
                "no option '{}'; {near}options are: {}",
                shown(name),
                names.join(", ")
            ));
        }
        let mut options = self.options.clone();
        options.set(name, value);
        options.check(self.game.options).map_err(|error| error.to_string())?;
        (self.game.open)(&options).map_err(|error| error.to_string())?;
        self.options = options;
        Ok(())
    }

    /// Whether searches end by themselves, because a level has a budget of its own.
    pub(super) fn levelled(&self) -> bool {
        self.level.is_some()
    }

    /// What the random numbers of this search by the player at `seat` follow from.
    pub(super) fn seed(&mut self, request: &SearchRequest, seat: Seat) -> u64 {
        let counted = !request.times_itself() && self.level.is_none();
        self.seeds.next(self.session.information_hash(Viewer::Seat(seat)), counted)
    }

    fn set_level(&mut self, value: &str) -> Result<(), String> {
        self.level =
            match value {
                "best" => None,
                _ => {
                    let level = value.parse().ok().filter(|n| (1..=LEVELS as u8).contains(n));
                    Some(level.ok_or(format!(
                        "level takes best or 1 to {LEVELS}, not '{}'",
                        shown(value)
                    ))?)
                }
            };
        self.player = None;
        Ok(())
    }

    fn set_threads(&mut self, value: &str) -> Result<(), String> {
        let threads = value.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
        let why = || format!("threads takes 1 to {MOST_THREADS}, not '{}'", shown(value));
        self.threads = threads.ok_or_else(why)?;
        self.player = None;
        Ok(())
    }

    /// Goes to the start of a new game.
    pub(super) fn new_game(&mut self) -> Result<(), String> {
        self.session = (self.game.open)(&self.options).map_err(|error| error.to_string())?;
        self.player = None;
        Ok(())
    }

    /// Sets up a position; the old one stays if anything is wrong.
    pub(super) fn set_up(&mut self, from: Option<&str>, moves: &[String]) -> Result<(), String> {
        let mut session = match from {
            None => (self.game.open)(&self.options).map_err(|error| error.to_string())?,
            Some(text) => (self.game.load)(text).map_err(|error| {
                format!("position {error}; parlour rules {} tells how one is written", self.game.id)
            })?,
        };
        for (number, action) in (1..).zip(moves) {
            session.play(action).map_err(|error| format!("move {number} {error}"))?;
        }
        self.session = session;
        Ok(())
    }

    /// Answers a question about the position.
    pub(super) fn answer(&self, query: Query) -> Result<String, String> {
        let session = &self.session;
        let answer = match query {
            Query::Turn => turn_text(session.turn()),
            Query::Legal => session.legal().join(" "),
            Query::Chance => odds(&session.chances()),
            Query::Position => session.position(),
            Query::View(0) => session.view(Viewer::Public),
            Query::View(who) if who <= session.seats() => session.view(Viewer::Seat(Seat(who - 1))),
            Query::View(who) => return Err(view_error(&who.to_string())),
            Query::GameOver => (session.turn() == Turn::Over).to_string(),
            Query::Result => {
                session.shares().map_or_else(|| "none".to_owned(), |shares| shares.to_string())
            }
            Query::Guide(names) => guidance(&**session, &names)?,
        };
        Ok(format!("response {answer}").trim_end().to_owned())
    }
}

/// What the player who acts or throws is to do after picking the places of these names, in the
/// words of the table; or why one of them cannot be picked. Empty where nobody is to do anything.
fn guidance(session: &dyn Session, names: &[String]) -> Result<String, String> {
    let seat = match session.turn() {
        Turn::Player(seat) => Some(seat),
        Turn::Chance => session.thrower(),
        Turn::Over => None,
    };
    let Some(viewer) = seat.map(Viewer::Seat) else { return Ok(String::new()) };
    let sites = session.layout(viewer).sites;
    let mut picked = Vec::new();
    for (number, name) in (1..).zip(names) {
        let place = format!("place {number} '{}'", shown(name));
        let Some(site) = sites.iter().position(|site| site.name == *name) else {
            let names = sites.iter().map(|site| site.name.as_str());
            let near = suggest(name, names.clone());
            let first: Vec<&str> = names.take(SHOWN_PLACES).collect();
            return Err(format!(
                "{place}: the board has no such place; {near}places have names such as {}",
                first.join(", ")
            ));
        };
        let site = site as SiteId;
        if let Some(Explanation { label, rule }) = session.explain(viewer, &picked, site) {
            let rule = rule.map_or(String::new(), |rule| format!(" (rule: {rule})"));
            return Err(format!("{place}: {}{rule}", session.english(&[label])));
        }
        picked.push(site);
    }
    let nothing = || "no move begins with these places; query legal lists the moves".to_owned();
    let instruction = session.instruction(viewer, &picked).ok_or_else(nothing)?;
    Ok(session.english(&[instruction]))
}

/// The number of places that are named for an example.
const SHOWN_PLACES: usize = 3;

/// Weights as fractions of their sum.
fn odds(outcomes: &[(String, u32)]) -> String {
    let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let each = |(outcome, weight): &(String, u32)| format!("{outcome}={weight}/{total}");
    outcomes.iter().map(each).collect::<Vec<_>>().join(" ")
}

/// An option as `ugi` lists it.
fn describe(option: &OptionSpec) -> String {
    let OptionSpec { name, default, .. } = option;
    match option.kind {
        OptionKind::Number { min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Choice(words) => {
            let words: String = words.iter().map(|word| format!(" var {word}")).collect();
            format!("option name {name} type combo default {default}{words}")
        }
        OptionKind::Text => format!("option name {name} type string default {default}"),
    }
}
