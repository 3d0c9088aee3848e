//! Arguments that name a game and set it up, the same in every command.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use parlour_core::{OptionKind, OptionValues};
use parlour_games::{all, find};
use parlour_search::Budget;
use parlour_session::did_you_mean::{shown, suggest};
use parlour_session::{Entry, Player, Session, Spec};

use crate::failure::Failure;
use crate::mistakes::whole;

/// Takes any text and offers the games' names to help and completions, so that an unknown game
/// gets an answer of our own.
#[derive(Clone, Debug)]
pub struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(all().map(|game| PossibleValue::new(game.id))))
    }
}

/// The game of that name, or a failure that says which there are.
pub fn game(id: &str) -> Result<&'static Entry, Failure> {
    find(id).ok_or_else(|| {
        let ids: Vec<_> = all().map(|game| game.id).collect();
        let near = suggest(id, ids.iter().copied());
        Failure::usage(format!("no game '{}'; {near}games are: {}", shown(id), ids.join(", ")))
    })
}

/// A player on this number of threads, whose search has a limit.
pub fn player(
    session: &dyn Session,
    spec: &Spec,
    threads: usize,
) -> Result<Box<dyn Player>, Failure> {
    let player = session.player(spec, threads);
    let player = player.map_err(|error| Failure::usage(error.to_string()))?;
    check_limit(spec)?;
    Ok(player)
}

/// Makes sure that a search has a limit: without any it would never move.
pub fn check_limit(spec: &Spec) -> Result<(), Failure> {
    match spec {
        Spec::Engine { name, budget, .. } if *budget == Budget::default() => {
            let words = format!("say how long {name} may think, such as {name}:time=100ms");
            Err(Failure::usage(words))
        }
        _ => Ok(()),
    }
}

/// How the game is set up before its first action.
#[derive(Debug, Default, clap::Args)]
pub struct SetUp {
    /// How many players sit down
    #[arg(short, long, value_name = "N", value_parser = whole::<u8>(1..=255))]
    pub players: Option<u8>,

    /// Set an option of the game; `parlour games` lists them
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,

    /// Actions to make first, with spaces between them
    #[arg(short, long, value_name = "ACTIONS")]
    pub moves: Option<String>,
}

impl SetUp {
    /// The options that were given, by name.
    pub fn values(&self, game: &Entry) -> Result<OptionValues, Failure> {
        let mut values = OptionValues::new();
        for pair in &self.options {
            let Some((name, value)) = pair.split_once('=') else {
                let shown = pair.escape_debug();
                return Err(Failure::usage(format!(
                    "'{shown}' is no option: write NAME=VALUE, as in --option players=3"
                )));
            };
            values.set(name.trim(), value.trim());
        }
        if let Some(players) = self.players
            && has_players(game)
        {
            let same = |value: &str| value.parse() == Ok(players);
            if let Some(other) = values.get("players").filter(|value| !same(value)) {
                let other = shown(other);
                return Err(Failure::usage(format!(
                    "--players {players} and --option players={other} contradict each other; leave \
                     one of them out"
                )));
            }
            values.set("players", players.to_string());
        }
        values.check(game.options)?;
        Ok(values)
    }

    /// The game with these options, or the one that begins at `position`, which carries its own: options
    /// that are given beside it must be the same.
    pub fn open(&self, game: &Entry, position: Option<&str>) -> Result<Box<dyn Session>, Failure> {
        let mut session = match position {
            Some(text) => {
                let session = (game.load)(text).map_err(|error| {
                    Failure::usage(format!("no position of {}: {error}", game.id))
                })?;
                self.check_options(game, &*session)?;
                session
            }
            None => {
                let session = (game.open)(&self.values(game)?)?;
                self.check_players(game, session.seats())?;
                session
            }
        };
        for action in self.actions() {
            session.play(action)?;
        }
        Ok(session)
    }

    /// Makes sure that the options that were given are those of a position or view, where some were given:
    /// an answer by other ones than were asked for would be a wrong one.
    pub fn check_options(&self, game: &Entry, session: &dyn Session) -> Result<(), Failure> {
        let (given, own) = (self.values(game)?, session.options());
        for (name, value) in given.iter() {
            let has = own.text(game.options, name);
            if !is_same(game, &own, name, value) {
                let (value, has) = (shown(value), shown(has));
                let asked = match name {
                    "players" if self.players.is_some() => format!("--players {value}"),
                    _ => format!("--option {name}={value}"),
                };
                return Err(Failure::usage(format!(
                    "the position has {name}={has}, and {asked} was given; a position carries its own \
                     options, so leave that out or give another position"
                )));
            }
        }
        self.check_players(game, session.seats())
    }

    /// The actions that are made first.
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().flat_map(|moves| moves.split_whitespace())
    }

    fn check_players(&self, game: &Entry, seats: u8) -> Result<(), Failure> {
        match self.players {
            Some(players) if players != seats => {
                Err(Failure::usage(format!("{} is for {seats} players, not {players}", game.id)))
            }
            _ => Ok(()),
        }
    }
}

/// Whether an option has this value in a game with these options, however the value is written.
fn is_same(game: &Entry, own: &OptionValues, name: &str, value: &str) -> bool {
    let has = own.text(game.options, name);
    let kind = game.options.iter().find(|option| option.name == name).map(|option| option.kind);
    match kind {
        Some(OptionKind::Number { .. }) => value.parse::<u32>().ok() == has.parse().ok(),
        Some(OptionKind::Text) if value != has => {
            let mut asked = own.clone();
            asked.set(name, value);
            (game.open)(&asked).is_ok_and(|session| session.options().get(name) == own.get(name))
        }
        _ => value == has,
    }
}

/// A game, and where in it to begin.
#[derive(Debug, clap::Args)]
pub struct PositionArgs {
    /// The game
    #[arg(value_parser = GameName)]
    pub game: String,

    /// The position's text; the start where it is not given
    #[arg(value_name = "POSITION", num_args = 0..)]
    pub position: Vec<String>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "a doc comment here would become help text")]
    pub set_up: SetUp,
}

impl PositionArgs {
    /// The game, running from there.
    pub fn open(&self) -> Result<(&'static Entry, Box<dyn Session>), Failure> {
        let game = game(&self.game)?;
        Ok((game, self.set_up.open(game, self.text().as_deref())?))
    }

    /// The position's text, whose words a shell may have parted.
    pub fn text(&self) -> Option<String> {
        Some(self.position.join(" ")).filter(|text| !text.is_empty())
    }
}

/// Whether the number of players is an option of the game.
pub fn has_players(game: &Entry) -> bool {
    game.options.iter().any(|option| option.name == "players")
}
