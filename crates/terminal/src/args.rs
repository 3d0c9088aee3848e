//! The arguments of `parlour play`.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;

use parlour_console::failure::Failure;
use parlour_console::set_up::{self, GameName, SetUp};
use parlour_session::{Entry, LEVELS};
use parlour_table::events::{Clock, Level};
use parlour_table::setup::{NewSeat, NewTable};

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
  parlour play http://192.168.1.5:8080/t/ID     at a table of a running server
  parlour play senet --level 3 --plain < moves.txt

The board fills the screen: `?` shows the keys. With --plain the game goes line by line without control codes, for screen readers, pipes and scripts: type a
move, or `help`.";

/// Arguments of `parlour play`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game, or the link of a table
    #[arg(value_parser = GameName, value_name = "GAME|LINK")]
    pub game: String,

    /// How strong the computer plays, from 1 to 8
    #[arg(short, long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=LEVELS as i64))]
    pub level: u8,

    /// Where you sit: 1 moves first
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "hot_seat")]
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

    /// One line at a time, without control codes
    #[arg(long)]
    pub plain: bool,

    /// Repeat dice and computer moves: the same number gives the same game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl Args {
    /// The table that was asked for. A hurried one does not wait for anybody to see what happens.
    pub(crate) fn open(&self, hurried: bool) -> Result<Box<dyn Room>, Failure> {
        if let Some(path) = &self.record {
            parlour_console::files::check(path)?;
        }
        if self.game.contains("://") || self.game.contains("/t/") {
            return self.online();
        }
        let local = self.local()?;
        Ok(Box::new(if hurried { local } else { local.unhurried() }))
    }

    #[cfg(feature = "online")]
    fn online(&self) -> Result<Box<dyn Room>, Failure> {
        let link = Link::read(&self.game)?;
        Ok(Box::new(Online::open(link, self.name.as_deref())?))
    }

    #[cfg(not(feature = "online"))]
    fn online(&self) -> Result<Box<dyn Room>, Failure> {
        Err(Failure::usage("this program was built without the server, and reads no links"))
    }

    /// A table in this process.
    fn local(&self) -> Result<Local, Failure> {
        let game = set_up::game(&self.game)?;
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
