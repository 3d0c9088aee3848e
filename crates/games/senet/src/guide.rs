//! The words of Senet: what happened, what to do, and why not.

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{
    Action, Explanation, Guide, Highlight, Label, Legend, Scene, Seat, Seen, SeenOf, label,
};

use super::board::{MARKED, bit, targets};
use super::scene::{PLINTHS, SQUARES};
use super::{BLACK, Move, PLINTH, Senet, State, Throw};

const TURN: &str = "A turn";

impl Guide for Senet {
    type Reveal = ();

    fn seat_name(&self, seat: Seat) -> String {
        if seat == BLACK { "Black" } else { "White" }.to_owned()
    }

    fn move_label(&self, mv: Move) -> Label {
        match mv {
            Move::PASS => "Pass: the throw cannot be used".into(),
            Move { from: PLINTH, to } => label!("Enter a piece on {site}", to - 1),
            Move { from, to } => label!("Move {site} to {site}", from - 1, to - 1),
        }
    }

    fn describe(
        &self,
        before: &State,
        by: Option<Seat>,
        seen: SeenOf<Self>,
        after: &State,
    ) -> Vec<Label> {
        let seat = by.unwrap_or(before.mover);
        let opponent = seat.opponent();
        let mut labels = vec![match seen {
            Seen::Open(Action::Chance(throw)) => {
                label!("{seat} [throws|throw] {number}.", seat, throw.steps())
            }
            Seen::Open(Action::Move(Move::PASS)) => {
                let steps = before.throw.map_or(0, Throw::steps);
                let words = "{seat} cannot use the throw of {number}: no piece can enter or move.";
                label!(words, seat, steps)
            }
            Seen::Open(Action::Move(Move { from: PLINTH, to })) => {
                label!("{seat} [enters|enter] a piece on square {number}.", seat, to)
            }
            Seen::Open(Action::Move(Move { from, to })) => {
                let template = if after.plinth(opponent) == before.plinth(opponent) {
                    "{seat} [moves|move] from square {number} to {number}."
                } else if opponent == BLACK {
                    "{seat} [moves|move] from square {number} to {number} and [bumps|bump] a \
                     black piece back to its plinth."
                } else {
                    "{seat} [moves|move] from square {number} to {number} and [bumps|bump] a \
                     white piece back to its plinth."
                };
                label!(template, seat, from, to)
            }
            Seen::HiddenMove | Seen::HiddenChance => label!("{seat} [acts|act].", seat),
        }];
        if before.odd().is_none() && after.odd().is_some() {
            let words = "{seat} [is|are] to fill the odd squares now, {seat} the even ones.";
            labels.push(label!(words, seat, opponent));
        }
        if let Some(winner) = after.winner() {
            labels.push(label!("{seat} [wins|win] with all ten in position.", winner));
        }
        labels
    }

    fn thrower(&self, view: &State) -> Option<Seat> {
        (!view.over && view.throw.is_none()).then_some(view.mover)
    }

    fn instruction(&self, view: &State, picked: &[SiteId], _: bool) -> Label {
        let Some(throw) = view.throw else { return "Throw the sticks.".into() };
        match picked.first().and_then(|&site| place(view, site)) {
            None => choice_words(view, throw),
            Some(from) => goal_words(view, from, from.saturating_sub(throw.steps())),
        }
    }

    fn rules_anchor(&self, view: &State) -> Option<&'static str> {
        Some(if view.throw.is_none() { "The sticks" } else { TURN })
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

    fn explain(&self, state: &State, picked: &[SiteId], site: SiteId) -> Explanation {
        let Some(throw) = state.throw else { return why_not(state, Move::PASS) };
        let steps = throw.steps();
        let clicked = place(state, site);
        match (picked.first().and_then(|&site| place(state, site)), clicked) {
            (_, None) => Explanation::new(TURN, "that is no place for a piece of yours"),
            (Some(from), Some(to)) => why_not(state, Move { from, to }),
            (None, Some(PLINTH)) => why_not(state, Move { from: PLINTH, to: throw.entry() }),
            (None, Some(from)) if state.pieces(state.mover) & bit(from) == 0 => {
                let words = "you have no piece on square {number}; choose the piece first";
                Explanation::new(TURN, label!(words, from))
            }
            (None, Some(from)) if from <= steps => stuck(state, steps, from),
            (None, Some(from)) => why_not(state, Move { from, to: from - steps }),
        }
    }

    fn why_not(&self, state: &State, mv: Move) -> Option<Explanation> {
        Some(why_not(state, mv))
    }

    fn facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        self.move_facts(view, mv)
    }

    fn highlight(&self, before: &State, seen: SeenOf<Self>, _: &State, _: Option<()>) -> Highlight {
        // After a pass the position has no throw; the picture shows the one that was not used.
        let passed = matches!(seen, Seen::Open(Action::Move(Move::PASS)));
        Highlight { picture: passed.then(|| self.picture(before)), ..Highlight::default() }
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

fn choice_words(view: &State, throw: Throw) -> Label {
    let (steps, entry) = (throw.steps(), throw.entry());
    let landings = view.landings();
    let enters = view.waiting > 0 && landings & bit(entry) != 0;
    let moves = targets(view.own, false, view.other, steps) != 0;
    match (enters, moves) {
        (false, false) => label!("You threw {number}, and nothing can use it: pass.", steps),
        (true, false) => {
            label!("You threw {number}: enter a piece on square {number}.", steps, entry)
        }
        (false, true) => {
            label!("You threw {number}: move one of your pieces by {number}.", steps, steps)
        }
        (true, true) => label!(
            "You threw {number}: enter a piece on square {number}, or move one by {number}.",
            steps,
            entry,
            steps
        ),
    }
}

fn goal_words(view: &State, from: u8, to: u8) -> Label {
    let template = match to {
        _ if from == PLINTH => "Now choose square {number} to enter there.",
        _ if view.other & bit(to) != 0 && view.mover == BLACK => {
            "Now choose square {number} to move there, and bump the white piece there."
        }
        _ if view.other & bit(to) != 0 => {
            "Now choose square {number} to move there, and bump the black piece there."
        }
        // S6: the first on square 1 has its goal from then on.
        1 if view.odd().is_none() => {
            "Now choose square {number} to move there; the odd squares 1 to 19 are yours to fill \
             then."
        }
        _ => "Now choose square {number} to move there.",
    };
    label!(template, to)
}

/// Why a piece that is nearer to the end of the path than the throw is long does not move.
fn stuck(state: &State, steps: u8, from: u8) -> Explanation {
    if state.settled(state.mover) & bit(from) != 0 {
        return already_settled(from);
    }
    let words = "a throw of {number} leads off the board from {number}";
    Explanation::new("S5", label!(words, steps, from))
}

/// S7: a piece on its final square, with all squares before it filled, never moves again.
fn already_settled(from: u8) -> Explanation {
    let words = "the piece on square {number} has reached its final square and stays";
    Explanation::new("S7", label!(words, from))
}

fn why_not(state: &State, mv: Move) -> Explanation {
    let Some(throw) = state.throw else {
        return Explanation::new(TURN, "the sticks are not thrown yet");
    };
    match mv {
        Move::PASS => {
            let words = "the throw of {number} can be used, so it must be";
            Explanation::new("S2", label!(words, throw.steps()))
        }
        Move { from: PLINTH, .. } => no_entry(state, mv, throw),
        _ => no_step(state, mv, throw),
    }
}

fn no_entry(state: &State, mv: Move, throw: Throw) -> Explanation {
    let (steps, entry) = (throw.steps(), throw.entry());
    if mv.to != entry {
        let words = "a throw of {number} enters on square {number}";
        return Explanation::new(TURN, label!(words, steps, entry));
    }
    if state.plinth(state.mover) == 0 {
        return Explanation::new(TURN, "no piece waits on the plinth");
    }
    let words = "square {number} is not empty, and a piece enters on an empty square only";
    Explanation::new("S4", label!(words, entry))
}

fn no_step(state: &State, mv: Move, throw: Throw) -> Explanation {
    let Move { from, to } = mv;
    let State { own, other, .. } = *state;
    let steps = throw.steps();
    let turn = |label: Label| Explanation::new(TURN, label);
    if own & bit(from) == 0 {
        return turn(label!("{role} has no piece on square {number}", state.mover, from));
    }
    if to + steps != from {
        return match from.checked_sub(steps) {
            None | Some(0) => stuck(state, steps, from),
            Some(there) => turn(label!(
                "a throw of {number} leads from {number} to {number}",
                steps,
                from,
                there
            )),
        };
    }
    if own & bit(to) != 0 {
        return turn(label!("a piece of your own stands on square {number}", to));
    }
    if other & bit(to) & MARKED != 0 {
        return turn(label!("square {number} is marked, so the piece there is safe", to));
    }
    if other & bit(to) & state.settled(state.mover.opponent()) != 0 {
        let words = "the piece on square {number} has reached its final square and is safe";
        return Explanation::new("S7", label!(words, to));
    }
    if state.settled(state.mover) & bit(from) != 0 {
        return already_settled(from);
    }
    if to == 1 && state.odd().is_none() {
        let words = "claiming square 1 would leave a piece of yours beyond its final odd square";
        return Explanation::new("S6", words);
    }
    Explanation::new("S5", "it would leave a piece of yours beyond its final square")
}
