//! What to do, and why not: guidance for whoever slides chips.

use parlour_core::scene::SiteId;
use parlour_core::{Guide, Legend, Notation, Reason};

use super::board::{Direction, Side, Square, reach};
use super::notation::why_no_chip;
use super::scene::{site_id, square_of};
use super::{Move, Outwit, State, moves};

impl Guide for Outwit {
    fn guide(&self, view: &State, picked: &[SiteId]) -> String {
        let side = view.side;
        match picked.first().and_then(|&site| square_of(site)) {
            None if moves::stuck(view) => "None of your chips can move: pass.".to_owned(),
            None => {
                let corner = match side {
                    Side::Light => "g8 to i10",
                    Side::Dark => "a1 to c3",
                };
                let name = side.name();
                format!(
                    "Choose a {name} chip to slide; all nine must get into your corner, {corner}."
                )
            }
            Some(from) if view.power[side as usize] == from => {
                "Now choose where your power chip stops: it slides in any direction.".to_owned()
            }
            Some(from) => {
                let ends: Vec<String> = ends(view, from).map(|to| to.to_string()).collect();
                format!("The chip slides as far as it can: choose {}.", either(&ends))
            }
        }
    }

    fn chapter(&self, _: &State) -> &'static str {
        "Your turn"
    }

    fn legend(&self) -> Vec<Legend> {
        let line = |file, rank, words| {
            Square::new(file, rank).map(|square| Legend { site: site_id(square), words })
        };
        [
            line(
                5,
                5,
                "The power chip has a dot. It slides straight or diagonally, and stops anywhere.",
            ),
            line(6, 4, "All other chips slide straight, as far as they can."),
            line(8, 9, "Light's corner. Nine light chips in it win; no dark chip may enter."),
            line(2, 2, "Dark's corner. Nine dark chips in it win; no light chip may enter."),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    fn refuse(&self, state: &State, picked: &[SiteId], site: SiteId) -> Reason {
        let Some(to) = square_of(site) else { return Reason::new("", "that is no square") };
        match picked.first().and_then(|&site| square_of(site)) {
            Some(from) => self.why_not(state, Move::Slide { from, to }),
            None if moves::stuck(state) => self.why_not(state, Move::Slide { from: to, to }),
            None => why_no_chip(state, to).unwrap_or_else(|| {
                let words =
                    format!("the chip on {to} cannot move: something halts it on every side");
                Reason::new("Your turn", words)
            }),
        }
    }
}

/// Where a regular chip of the side to move can come to rest.
fn ends(state: &State, from: Square) -> impl Iterator<Item = Square> {
    Direction::STRAIGHT.into_iter().filter_map(move |direction| {
        let steps = reach(state.side, state.occupied(), from, direction);
        (steps > 0).then(|| from.step(direction, steps))
    })
}

/// "f1", "f1 or c4", "f1, c4 or f10".
fn either(names: &[String]) -> String {
    match names {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ => names.concat(),
    }
}
