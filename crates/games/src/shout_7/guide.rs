//! What to do, why not, and where a push sends its pieces.

use parlour_core::scene::SiteId;
use parlour_core::{Guide, Legend, Notation, Reason};

use super::board::{AXES, PITS, Place};
use super::notation::name;
use super::pushes::Push;
use super::scene::place_of;
use super::{BLACK, Move, Phase, Shout7, State, WHITE};
use crate::hex::{CELLS, Direction};

impl Guide for Shout7 {
    fn guide(&self, view: &State, picked: &[SiteId]) -> String {
        let own = Shout7::colour(view.seat).to_lowercase();
        let words = match (view.phase, picked.len()) {
            (Phase::Lay1, _) if view.seat == BLACK => "Lay your first black piece on any cell.",
            (Phase::Lay1, _) if view.seat == WHITE => {
                "Lay your first white piece next to a black one."
            }
            (Phase::Lay1, _) => return format!("Lay your first {own} piece next to any piece."),
            (Phase::Lay2, _) if view.seat == BLACK => "Lay your second piece next to your first.",
            (Phase::Lay2, _) => {
                "Lay your second piece next to your first and to another piece as well."
            }
            (Phase::Remove, _) => {
                "To make up for moving second, take a black piece off: choose one."
            }
            (Phase::Push, 0) => return self.pair_words(view),
            (Phase::Push, 1) => "Now choose the neighbour that is pushed together with it.",
            (Phase::Push, _) => "Now the direction: choose an arrow. Your two pieces fill the gap.",
        };
        words.to_owned()
    }

    fn chapter(&self, view: &State) -> &'static str {
        match view.phase {
            Phase::Lay1 | Phase::Lay2 => "Setting up",
            Phase::Push => "Your turn: push two, lay two",
            Phase::Remove => "White's compensation",
        }
    }

    fn legend(&self) -> Vec<Legend> {
        let pot = (CELLS + PITS) as SiteId;
        vec![
            Legend { site: 63, words: "Cells. Seven of your pieces in a straight line win." },
            Legend {
                site: CELLS as SiteId,
                words: "Pits. A piece that is pushed over the edge falls in for good.",
            },
            Legend { site: pot, words: "A pot: the pieces that a player has yet to lay." },
        ]
    }

    fn refuse(&self, state: &State, picked: &[SiteId], site: SiteId) -> Reason {
        let Some(place) = place_of(site) else {
            return Reason::new("P2", "the pieces in a pot are laid by pushing others aside");
        };
        // A pit may be the goal of a push, and is never a piece of the pair.
        let empty_pit = place.pit_number().is_some() && state.owner(place).is_none();
        match state.phase {
            Phase::Lay1 | Phase::Lay2 | Phase::Remove if place.pit_number().is_some() => {
                Reason::new("P1", "a pit takes only pieces that are pushed over the edge")
            }
            Phase::Push if empty_pit && picked.len() < 2 => {
                Reason::new("P2", "a pit takes only pieces that are pushed over the edge")
            }
            Phase::Lay1 | Phase::Lay2 => self.why_not(state, Move::Lay(place)),
            Phase::Remove => self.why_not(state, Move::Remove(place)),
            Phase::Push => {
                let picked: Vec<Place> = picked.iter().filter_map(|&site| place_of(site)).collect();
                self.refuse_push(state, &picked, place)
            }
        }
    }
}

impl Shout7 {
    fn pair_words(&self, view: &State) -> String {
        if !self.can_push(view, view.seat) {
            return "You cannot push: pass.".to_owned();
        }
        match (self.players, view.seat) {
            (2, BLACK) => "Choose the first of two white neighbours to push.".to_owned(),
            (2, _) => "Choose the first of two black neighbours to push.".to_owned(),
            _ => "Choose the first of two neighbours to push; neither may be yours.".to_owned(),
        }
    }

    fn refuse_push(&self, state: &State, picked: &[Place], place: Place) -> Reason {
        match *picked {
            [] => self.why_not_pushed(state, place).unwrap_or_else(|| self.stuck(state, place)),
            [one] => match pair(one, place) {
                Some(_) => self.why_not_pushed(state, place).unwrap_or_else(|| {
                    let words = "this pair cannot be pushed: in every direction a place is taken";
                    Reason::new("P2", words)
                }),
                None => {
                    let words = format!("{} and {} are not neighbours", name(one), name(place));
                    Reason::new("P2", words)
                }
            },
            [one, other, ..] => {
                let push = pair(one, other).and_then(|(first, axis)| {
                    let to = Direction::ALL.into_iter();
                    let mut all = to.map(|to| Push { first, axis, to });
                    all.find(|push| push.landings().is_some_and(|lands| lands.contains(&place)))
                });
                match push {
                    Some(push) => self.why_not(state, Move::Push(push)),
                    None => {
                        let words = format!("the pair cannot be pushed towards {}", name(place));
                        Reason::new("P2", words)
                    }
                }
            }
        }
    }

    /// Why an opponent's piece is in no pair that can be pushed.
    fn stuck(&self, state: &State, place: Place) -> Reason {
        let near =
            |d: Direction| place.ahead(d, 1).filter(|p| self.targets(state, state.seat).has(*p));
        let words = match Direction::ALL.into_iter().find_map(near) {
            None => format!("the piece on {} has no neighbour to be pushed with", name(place)),
            Some(_) => {
                format!("no pair with the piece on {} has free places to go to", name(place))
            }
        };
        Reason::new("P2", words)
    }
}

/// Two neighbours as a push names them: the first, and where the second stands.
fn pair(one: Place, other: Place) -> Option<(Place, Direction)> {
    let (first, second) = (one.min(other), one.max(other));
    let axis = AXES.into_iter().find(|&axis| first.ahead(axis, 1) == Some(second))?;
    Some((first, axis))
}
