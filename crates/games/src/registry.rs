//! The one list of games. A new game is one line here.

use parlour_core::Configure;
use parlour_session::{Entry, Playable};

/// Work that needs the type of a game, such as a loop that must not go through [`Session`](parlour_session::Session).
pub trait ForGame {
    /// What it gives.
    type Output;

    /// Does the work for `G`.
    fn run<G: Playable>(self) -> Self::Output;
}

/// Makes the list of games, and the way from a name to a type.
macro_rules! games {
    ($($game:ident::$rules:ident,)+) => {
        static GAMES: &[&Entry] = &[$(&$game::ENTRY),+];

        /// Does the work for the game of that name; `None` if there is none.
        pub fn for_game<W: ForGame>(id: &str, work: W) -> Option<W::Output> {
            $(if id == <$game::$rules as Configure>::ID {
                return Some(work.run::<$game::$rules>());
            })+
            None
        }
    };
}

// One line a game.
games! {
    parlour_shell_out::ShellOut,
    parlour_shut_the_box::ShutTheBox,
    parlour_senet::Senet,
    parlour_outwit::Outwit,
    parlour_shout_7::Shout7,
}

/// Every game, in the order in which lists show them.
pub fn all() -> impl ExactSizeIterator<Item = &'static Entry> + Clone {
    GAMES.iter().copied()
}

/// The game of that name.
pub fn find(id: &str) -> Option<&'static Entry> {
    all().find(|entry| entry.id == id)
}
