//! What to do, and why not: guidance for whoever throws the sticks.

use parlour_core::scene::SiteId;
use parlour_core::{Guide, Legend, Notation, Reason, Seat};

use super::board::{bit, targets};
use super::scene::{PLINTHS, SQUARES};
use super::{BLACK, Move, PLINTH, Senet, State, Throw};

impl Guide for Senet {
    fn thrower(&self, view: &State) -> Option<Seat> {
        (!view.over && view.throw.is_none()).then_some(view.mover)
    }

    fn guide(&self, view: &State, picked: &[SiteId]) -> String {
        let Some(throw) = view.throw else { return "Throw the sticks.".to_owned() };
        match picked.first().and_then(|&site| place(view, site)) {
            None => choice_words(view, throw),
            Some(from) => goal_words(view, from, from.saturating_sub(throw.steps())),
        }
    }

    fn chapter(&self, view: &State) -> &'static str {
        match view.throw {
            None => "The sticks",
            Some(_) => "A turn",
        }
    }

    fn legend(&self) -> Vec<Legend> {
        let line = |square: SiteId, words| Legend { site: square - 1, words };
        vec![
            line(30, "I: a throw of 1 enters here. Pieces travel down the numbers, from 30 to 1."),
            line(29, "II: a throw of 2 enters here."),
            line(28, "III: a throw of 3 enters here."),
            line(27, "Water: a throw of 4 enters here."),
            line(26, "Circle: a throw of 5 enters here. On all five marks a piece is safe."),
            line(1, "The first here takes the odd squares 1 to 19; the other has the even ones."),
            line(19, "Ten pieces on your ten squares win."),
        ]
    }

    fn refuse(&self, state: &State, picked: &[SiteId], site: SiteId) -> Reason {
        let Some(throw) = state.throw else { return self.why_not(state, Move::PASS) };
        let steps = throw.steps();
        let clicked = place(state, site);
        match (picked.first().and_then(|&site| place(state, site)), clicked) {
            (_, None) => Reason::new("A turn", "that is no place for a piece of yours"),
            (Some(from), Some(to)) => self.why_not(state, Move { from, to }),
            (None, Some(PLINTH)) => self.why_not(state, Move { from: PLINTH, to: throw.entry() }),
            (None, Some(from)) if state.pieces(state.mover) & bit(from) == 0 => {
                let words = format!("you have no piece on square {from}; choose the piece first");
                Reason::new("A turn", words)
            }
            (None, Some(from)) if from <= steps => {
                let words = format!("a throw of {steps} leads off the board from {from}");
                Reason::new("S5", words)
            }
            (None, Some(from)) => self.why_not(state, Move { from, to: from - steps }),
        }
    }
}

/// The square of a site, or the mover's plinth.
fn place(state: &State, site: SiteId) -> Option<u8> {
    match site {
        0..SQUARES => Some(site as u8 + 1),
        _ if site == PLINTHS + u16::from(state.mover.0) => Some(PLINTH),
        _ => None,
    }
}

fn choice_words(view: &State, throw: Throw) -> String {
    let steps = throw.steps();
    let landings = view.landings();
    let enters = view.waiting > 0 && landings & bit(throw.entry()) != 0;
    let moves = targets(view.own, false, view.other, steps) != 0;
    match (enters, moves) {
        (false, false) => format!("You threw {steps}, and nothing can use it: pass."),
        (true, false) => format!("You threw {steps}: enter a piece on square {}.", throw.entry()),
        (false, true) => format!("You threw {steps}: move one of your pieces by {steps}."),
        (true, true) => format!(
            "You threw {steps}: enter a piece on square {}, or move one by {steps}.",
            throw.entry()
        ),
    }
}

fn goal_words(view: &State, from: u8, to: u8) -> String {
    let rival = if view.mover == BLACK { "white" } else { "black" };
    let effect = match to {
        _ if view.other & bit(to) != 0 => format!(", and bump the {rival} piece there"),
        // S6: the first on square 1 has its goal from then on.
        1 if view.odd().is_none() => "; the odd squares 1 to 19 are yours to fill then".to_owned(),
        _ => String::new(),
    };
    match from {
        PLINTH => format!("Now choose square {to} to enter there."),
        _ => format!("Now choose square {to} to move there{effect}."),
    }
}
