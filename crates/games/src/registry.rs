//! The one list of games. A new game is one line here.

use parlour_core::{NotationError, OptionError, OptionSpec, OptionValues};

use crate::session::{Playable, Session, Table};
use crate::shell_out;

/// A registered game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name in commands and addresses.
    pub id: &'static str,
    /// The name on the lid.
    pub name: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The version of its rules and notation.
    pub version: u32,
    /// Whether players may agree on a draw.
    pub draws: bool,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its rule page, in Markdown.
    pub rules: &'static str,
    /// A new game with these options.
    pub open: fn(&OptionValues) -> Result<Box<dyn Session>, OptionError>,
    /// A game that begins at the position that this text gives.
    pub load: fn(&str) -> Result<Box<dyn Session>, NotationError>,
}

const fn entry<G: Playable>() -> Entry {
    Entry {
        id: G::ID,
        name: G::NAME,
        summary: G::SUMMARY,
        version: G::VERSION,
        draws: G::DRAWS,
        options: G::OPTIONS,
        rules: G::RULES,
        open: |values| Ok(Box::new(Table::new(G::configure(values)?))),
        load: |text| {
            let (game, state) = G::read_position(text)?;
            Ok(Box::new(Table::at(game, state)))
        },
    }
}

static GAMES: &[Entry] = &[entry::<shell_out::ShellOut>()];

/// Every game, in the order in which lists show them.
pub fn all() -> &'static [Entry] {
    GAMES
}

/// The game of that name.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}
