//! A view's text, read and written again. The fuzz target of positions includes this file, too.

use parlour_core::{NotationError, Viewer};
use parlour_games::{ForGame, for_game};
use parlour_session::{Entry, Playable};

struct Reread<'a>(&'a str, Viewer);

impl ForGame for Reread<'_> {
    type Output = Result<String, NotationError>;

    fn run<G: Playable>(self) -> Self::Output {
        let (game, view) = G::read_view(self.0, self.1)?;
        Ok(game.write_view(&view))
    }
}

/// Reads the text of a view and writes it again.
pub(crate) fn reread_view(
    entry: &Entry,
    text: &str,
    viewer: Viewer,
) -> Result<String, NotationError> {
    for_game(entry.id, Reread(text, viewer)).expect("the game is registered")
}
