//! The arguments of `parlour play`.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;

use parlour_console::failure::Failure;
use parlour_console::mistakes::whole;
use parlour_console::set_up::{self, GameName, SetUp};
use parlour_session::{Entry, LEVELS};
use parlour_table::events::{Clock, Level};
use parlour_table::setup::{NewSeat, NewTable};

use crate::kept::{self, KeptGame};
use crate::local::Local;
#[cfg(feature = "online")]
use crate::online::{Link, Online};
use crate::room::Room;

const EXAMPLES: &str = "\
Examples:
  parlour play senet                            against the computer
  parlour play outwit --level 7 --seat 2        a strong one, and you move second
  parlour play shell-out --players 4            against three of them
  parlour play shut-the-box --hot-seat          all players at this keyboard
  parlour play http://192.168.1.5:7777/t/ID     at a table of a running server
  parlour play senet --level 3 --plain < moves.txt
  parlour play --resume my-game.json            continue the game in a file

The board fills the screen: `?` shows the keys. With --plain the game goes line by line without
control codes, for screen readers, pipes and scripts: type a move, or `help`. `> ` at the beginning
of a line asks for one.

A game against the computer that you leave is kept, and you are asked whether to continue it when
you play the same game again.";

/// Arguments of `parlour play`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game, or the link of a table
    #[arg(value_parser = GameName, value_name = "GAME|LINK", required_unless_present = "resume")]
    pub game: Option<String>,

    /// How strong the computer plays, from 1 to 8
    #[arg(short, long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = whole::<u8>(1..=LEVELS as u64))]
    pub level: u8,

    /// Where you sit: 1 moves first
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "hot_seat", value_parser = whole::<u8>(..))]
    pub seat: u8,

    /// No computer: all players sit at this keyboard
    #[arg(long)]
    pub hot_seat: bool,

    /// Your name at the table
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    #[command(flatten)]
    #[expect(missing_docs, reason = "a doc comment here would become help text")]
    pub set_up: SetUp,

    /// Write the record of the game to a file when it ends
    #[arg(short, long, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Continue the game that this file keeps; it is kept there again when you leave
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "level", "seat", "hot_seat", "name"])]
    #[arg(conflicts_with_all = ["players", "options", "moves", "seed"])]
    pub resume: Option<PathBuf>,

    /// One line at a time, without control codes
    #[arg(long)]
    pub plain: bool,

    /// Repeat dice and computer moves: the same number gives the same game
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    pub seed: Option<u64>,
}

impl Args {
    /// The table that was asked for. A hurried one does not wait for anybody to see what happens.
    pub(crate) fn open(&self, hurried: bool) -> Result<Box<dyn Room>, Failure> {
        if let Some(path) = &self.record {
            parlour_console::files::check(path)?;
        }
        if let Some(link) = self.link() {
            return self.online(link);
        }
        let local = match &self.resume {
            Some(path) => Local::of(KeptGame::read(path)?)?,
            None => self.local()?,
        };
        Ok(Box::new(if hurried { local } else { local.unhurried() }))
    }

    /// The link of a table, where one was given instead of a game.
    fn link(&self) -> Option<&str> {
        self.game.as_deref().filter(|game| game.contains("://") || game.contains("/t/"))
    }

    /// The file in which the game is kept when it is left: that of `--resume`, or for a person, who may not
    /// think of it, one of this program.
    pub(crate) fn file(&self, person: bool) -> Option<PathBuf> {
        let own = || kept::path(self.game.as_deref().filter(|_| person && self.link().is_none())?);
        self.resume.clone().or_else(own)
    }

    /// Whether this is the usual game, in the place of which an earlier one can be continued.
    pub(crate) fn is_usual(&self) -> bool {
        let set_up = &self.set_up;
        let plain = set_up.options.is_empty() && set_up.players.is_none() && set_up.moves.is_none();
        plain && self.seed.is_none() && self.resume.is_none() && self.record.is_none()
    }

    #[cfg(feature = "online")]
    fn online(&self, link: &str) -> Result<Box<dyn Room>, Failure> {
        let link = Link::read(link)?;
        Ok(Box::new(Online::open(link, self.name.as_deref())?))
    }

    #[cfg(not(feature = "online"))]
    fn online(&self, _: &str) -> Result<Box<dyn Room>, Failure> {
        Err(Failure::usage("this program was built without the server, and reads no links"))
    }

    /// A table in this process.
    fn local(&self) -> Result<Local, Failure> {
        let game = set_up::game(self.game.as_deref().unwrap_or_default())?;
        let session = self.set_up.open(game, None)?;
        let seats = self.seats(game, session.seats())?;
        let options = self.set_up.values(game)?;
        let table = NewTable {
            game: game.id.to_owned(),
            options: options.pairs(),
            seats,
            clock: Clock::None,
            public: false,
        };
        // The standard library keys its hash tables by the system's random numbers.
        let seed = self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
        let name = self.name.as_deref().unwrap_or("You");
        let mut local = Local::new(table, name, seed)?;
        self.set_up.actions().try_for_each(|action| local.play_first(action))?;
        Ok(local)
    }

    fn seats(&self, game: &Entry, seats: u8) -> Result<Vec<NewSeat>, Failure> {
        if !(1..=seats).contains(&self.seat) {
            return Err(Failure::usage(format!(
                "--seat {}: {} has seats 1 to {seats} here",
                self.seat, game.name
            )));
        }
        let level = Level::new(self.level);
        let seat = |number: u8| {
            if self.hot_seat || number == self.seat {
                NewSeat::Me { name: None }
            } else {
                NewSeat::Computer { level }
            }
        };
        Ok((1..=seats).map(seat).collect())
    }
}
