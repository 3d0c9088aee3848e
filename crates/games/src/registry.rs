//! The one list of games. A new game is one line here.

use parlour_core::rng::Rng;
use parlour_core::{Configure, Look, NotationError, OptionError, OptionSpec, OptionValues, Viewer};

use crate::session::{Playable, Running, Session};

/// Makes a game from the text of a viewer's view.
pub type FromView = fn(&str, Viewer, &mut dyn Rng) -> Result<Box<dyn Session>, NotationError>;

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
    /// Whether players hide things from each other.
    pub secrets: bool,
    /// Its options.
    pub options: &'static [OptionSpec],
    /// Its rule page, in Markdown.
    pub rules: &'static str,
    /// Its lessons, in the format of `docs/lessons.md`; empty where there are none.
    pub lessons: &'static str,
    /// Its puzzles, in the format of `docs/puzzles.md`; empty where there are none.
    pub puzzles: &'static str,
    /// How it is drawn.
    pub look: &'static Look,
    /// A new game with these options.
    pub open: fn(&OptionValues) -> Result<Box<dyn Session>, OptionError>,
    /// A game that begins at the position that this text gives.
    pub load: fn(&str) -> Result<Box<dyn Session>, NotationError>,
    /// A game that begins at a position which fits the text of this viewer's view: what the viewer may not
    /// know is drawn at random.
    pub from_view: FromView,
}

const fn entry<G: Playable>() -> Entry {
    Entry {
        id: G::ID,
        name: G::NAME,
        summary: G::SUMMARY,
        version: G::VERSION,
        draws: G::DRAW_OFFERS,
        secrets: !G::OPEN,
        options: G::OPTIONS,
        rules: G::RULES,
        lessons: G::LESSONS,
        puzzles: G::PUZZLES,
        look: G::LOOK,
        open: |values| Ok(Box::new(Running::new(G::configure(values)?))),
        load: |text| {
            let (game, state) = G::read_position(text)?;
            Ok(Box::new(Running::at(game, state)))
        },
        from_view: |text, viewer, rng| {
            let (game, view) = G::read_view(text, viewer)?;
            let world = game.determinize(&view, rng);
            Ok(Box::new(Running::at(game, world)))
        },
    }
}

/// Work that needs the type of a game, such as a loop that must not go through [`Session`].
pub trait ForGame {
    /// What it gives.
    type Output;

    /// Does the work for `G`.
    fn run<G: Playable>(self) -> Self::Output;
}

/// Makes the list of games, and the way from a name to a type.
macro_rules! games {
    ($($game:ty,)+) => {
        static GAMES: &[Entry] = &[$(entry::<$game>()),+];

        /// Does the work for the game of that name; `None` if there is none.
        pub fn for_game<W: ForGame>(id: &str, work: W) -> Option<W::Output> {
            $(if id == <$game as Configure>::ID {
                return Some(work.run::<$game>());
            })+
            None
        }
    };
}

// One line a game.
games! {
    crate::shell_out::ShellOut,
    crate::shut_the_box::ShutTheBox,
    crate::senet::Senet,
    crate::outwit::Outwit,
    crate::shout_7::Shout7,
}

/// Every game, in the order in which lists show them.
pub fn all() -> &'static [Entry] {
    GAMES
}

/// The game of that name.
pub fn find(id: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.id == id)
}
