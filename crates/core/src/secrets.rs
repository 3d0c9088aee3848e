//! Games in which players hide things from each other: a position in two parts, what lies open and
//! what each player alone knows, and what follows from that for views and their texts.
//!
//! | macro | inside | gives |
//! | --- | --- | --- |
//! | [`secret_game!`](crate::secret_game) | `impl Game` | states, views, and who sees what |
//! | [`secret_texts!`](crate::secret_texts) | `impl Notation` | views as texts, by the texts of positions |

use crate::game::{Action, Seen, Viewer};
use crate::notation::{Notation, NotationError, canonical};
use crate::seat::Seat;

/// A full state: the public part, and each seat's secret. The default secret stands for none, or for one
/// that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FullState<O, S, const N: usize> {
    /// What everybody sees.
    pub open: O,
    /// What each player alone knows.
    pub secrets: [S; N],
}

/// An observation: the public part, and the viewer's own secret. No other secret is in here, so none can
/// leak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Observation<O, S> {
    /// What everybody sees.
    pub open: O,
    /// The viewer.
    pub viewer: Viewer,
    /// What only the viewer sees.
    pub own: S,
}

impl<O: Copy, S: Copy + Default, const N: usize> FullState<O, S, N> {
    /// Nobody has a secret yet.
    pub fn new(open: O) -> Self {
        FullState { open, secrets: [S::default(); N] }
    }

    /// What `viewer` may know.
    pub fn view(&self, viewer: Viewer) -> Observation<O, S> {
        let own = match viewer {
            Viewer::Seat(seat) => self.secrets[seat.index()],
            Viewer::Public => S::default(),
        };
        Observation { open: self.open, viewer, own }
    }
}

impl<O: Copy, S: Copy + Default> Observation<O, S> {
    /// The secret of `seat` as far as this viewer knows it.
    pub fn of(&self, seat: Seat) -> S {
        if self.viewer == Viewer::Seat(seat) { self.own } else { S::default() }
    }

    /// A position without the secrets that this viewer does not know.
    pub fn bare<const N: usize>(&self) -> FullState<O, S, N> {
        let mut bare = FullState::new(self.open);
        if let Viewer::Seat(seat) = self.viewer {
            bare.secrets[seat.index()] = self.own;
        }
        bare
    }
}

/// An action that `owner` alone sees, as `viewer` sees it.
pub fn hide<M, C>(owner: Seat, action: Action<M, C>, viewer: Viewer) -> Seen<M, C> {
    match action {
        _ if viewer == Viewer::Seat(owner) => Seen::Open(action),
        Action::Move(_) => Seen::HiddenMove,
        Action::Chance(_) => Seen::HiddenChance,
    }
}

/// Reads a secret: `?` where it is not for the reader, and what `read` takes where it is.
pub fn read_secret<S: Default>(
    text: &str,
    known: bool,
    read: impl FnOnce(&str) -> Result<S, NotationError>,
) -> Result<S, NotationError> {
    match (text, known) {
        ("?", false) => Ok(S::default()),
        ("?", true) => Err(NotationError::illegal(
            text,
            "this is a view: ? stands for what its owner may not know, and that must be told here",
        )),
        _ => read(text),
    }
}

/// Reads a view by a reader of positions, whose argument says which secrets the text must hold.
pub fn read_view<G, O: Copy, S: Copy + Default, const N: usize>(
    text: &str,
    viewer: Viewer,
    read: impl FnOnce(&str, &dyn Fn(Seat) -> bool) -> Result<(G, G::State), NotationError>,
) -> Result<(G, G::View), NotationError>
where
    G: Notation<State = FullState<O, S, N>, View = Observation<O, S>>,
{
    let (game, state) = read(text, &|seat| viewer == Viewer::Seat(seat))?;
    if let Viewer::Seat(seat) = viewer
        && seat.0 >= game.seats()
    {
        let message = format!("there is no player {seat} to have this view");
        return Err(NotationError::illegal(text, message));
    }
    let view = state.view(viewer);
    canonical(text, game.write_view(&view))?;
    Ok((game, view))
}

/// Inside `impl Game`: what lies open, a secret, and the number of seats that can have one make the
/// state and the view. `determinize` is the game's own.
#[macro_export]
macro_rules! secret_game {
    ($open:ty, $secret:ty, $seats:expr) => {
        type State = $crate::secrets::FullState<$open, $secret, { $seats }>;
        type View = $crate::secrets::Observation<$open, $secret>;

        fn view(&self, state: &Self::State, viewer: $crate::Viewer) -> Self::View {
            state.view(viewer)
        }
    };
}

/// Inside `impl Notation`: positions and views, read by one function, which gets the text and
/// whose secrets it must hold. `write_position` writes `?` for a secret that is there but not
/// known.
#[macro_export]
macro_rules! secret_texts {
    ($read:path) => {
        fn read_position(text: &str) -> Result<(Self, Self::State), $crate::NotationError> {
            let (game, state) = $read(text, &|_| true)?;
            $crate::notation::canonical(text, game.write_position(&state))?;
            Ok((game, state))
        }

        fn write_view(&self, view: &Self::View) -> String {
            self.write_position(&view.bare())
        }

        fn read_view(
            text: &str,
            viewer: $crate::Viewer,
        ) -> Result<(Self, Self::View), $crate::NotationError> {
            $crate::secrets::read_view(text, viewer, $read)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Viewer = Viewer::Seat(Seat(1));

    #[test]
    fn a_view_has_its_owners_secret_and_no_other() {
        let state = FullState { open: 'x', secrets: [3, 5, 7] };
        assert_eq!(state.view(SEAT), Observation { open: 'x', viewer: SEAT, own: 5 });
        assert_eq!([0, 1, 2].map(|seat| state.view(SEAT).of(Seat(seat))), [0, 5, 0]);
        assert_eq!(state.view(SEAT).bare(), FullState { open: 'x', secrets: [0, 5, 0] });
        assert_eq!(state.view(Viewer::Public).bare(), FullState::<_, _, 3>::new('x'));
    }

    #[test]
    fn a_hidden_action_is_seen_by_its_owner_alone() {
        let [mv, draw] = [Action::Move(1), Action::Chance(2)];
        assert_eq!(hide(Seat(1), mv, SEAT), Seen::Open(mv));
        assert_eq!(hide(Seat(0), mv, SEAT), Seen::HiddenMove);
        assert_eq!(hide(Seat(1), draw, Viewer::Public), Seen::HiddenChance);
    }

    #[test]
    fn a_secret_is_read_where_the_viewer_knows_it() {
        let read = |text: &str| Ok(text.len());
        assert_eq!(read_secret("?", false, read), Ok(0));
        assert!(read_secret("?", true, read).is_err_and(|e| e.message.contains("a view")));
        assert_eq!(read_secret("four", true, read), Ok(4));
    }
}
