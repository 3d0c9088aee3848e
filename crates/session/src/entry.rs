//! What the registry knows of a game.

use parlour_core::rng::Rng;
use parlour_core::{Look, NotationError, OptionError, OptionSpec, OptionValues, Viewer};

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

impl Entry {
    /// The entry of `G`. It belongs into a `static` of the game's crate, where its code is compiled.
    pub const fn of<G: Playable>() -> Entry {
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
}
