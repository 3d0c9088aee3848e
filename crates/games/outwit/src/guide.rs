//! The words of Outwit: what happened, what to do, and why not.

use parlour_core::facts::MoveFact;
use parlour_core::scene::SiteId;
use parlour_core::{Action, Explanation, Guide, Label, Legend, Seat, Seen, SeenOf, label};

use super::board::{Direction, Side, Square, reach};
use super::scene::{site_id, square_of};
use super::{Ending, Move, Outwit, QUIET_LIMIT, State, moves, side_of};

const TURN: &str = "Your turn";

impl Guide for Outwit {
    type Reveal = ();

    fn seat_name(&self, seat: Seat) -> String {
        match side_of(seat) {
            Side::Light => "Light",
            Side::Dark => "Dark",
        }
        .to_owned()
    }

    fn move_label(&self, mv: Move) -> Label {
        match mv {
            Move::Slide { from, to } => label!("Slide {site} to {site}", from, to),
            Move::Pass => "Pass: no chip of yours can move".into(),
        }
    }

    fn describe(
        &self,
        before: &State,
        _: Option<Seat>,
        seen: SeenOf<Self>,
        after: &State,
    ) -> Vec<Label> {
        let side = before.side;
        let seat = side.seat();
        let action = match seen {
            Seen::Open(Action::Move(Move::Slide { from, to })) => {
                let power = before.power[side as usize] == from;
                let template = match (power, after.home(side) > before.home(side)) {
                    (false, false) => "{seat's} chip slides from {site} to {site}.",
                    (false, true) => "{seat's} chip slides from {site} to {site}, into its corner.",
                    (true, false) => "{seat's} power chip slides from {site} to {site}.",
                    (true, true) => {
                        "{seat's} power chip slides from {site} to {site}, into its corner."
                    }
                };
                label!(template, seat, from, to)
            }
            _ => label!("{seat} can't move a chip and [passes|pass].", seat),
        };
        let end = after.ending.map(|ending| match ending {
            Ending::LinedUp => label!("All nine chips are home: {seat} [wins|win].", seat),
            Ending::Repeated => "The position has come for the third time: a draw.".into(),
            Ending::Quiet => {
                label!("No chip has come home for {number} actions: a draw.", QUIET_LIMIT)
            }
        });
        std::iter::once(action).chain(end).collect()
    }

    fn instruction(&self, view: &State, picked: &[SiteId], _: bool) -> Label {
        let side = view.side;
        match picked.first().and_then(|&site| square_of(site)) {
            None if moves::stuck(view) => "None of your chips can move: pass.".into(),
            None => match side {
                Side::Light => "Choose a light chip to slide; all nine must get into your corner, \
                                g8 to i10."
                    .into(),
                Side::Dark => "Choose a dark chip to slide; all nine must get into your corner, \
                               a1 to c3."
                    .into(),
            },
            Some(from) if view.power[side as usize] == from => {
                "Now choose where your power chip stops: it slides in any direction.".into()
            }
            Some(from) => stops(&ends(view, from).collect::<Vec<_>>()),
        }
    }

    fn rules_anchor(&self, _: &State) -> Option<&'static str> {
        Some(TURN)
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

    fn explain(&self, state: &State, picked: &[SiteId], site: SiteId) -> Explanation {
        let Some(to) = square_of(site) else { return Explanation::plain("that is no square") };
        match picked.first().and_then(|&site| square_of(site)) {
            _ if moves::stuck(state) => why_stuck(state),
            Some(from) => why_no_slide(state, from, to),
            None => why_no_chip(state, to).unwrap_or_else(|| {
                let words = "the chip on {site} cannot move: something halts it on every side";
                Explanation::new(TURN, label!(words, to))
            }),
        }
    }

    fn why_not(&self, state: &State, mv: Move) -> Option<Explanation> {
        Some(match mv {
            Move::Pass => Explanation::new("O5", "a player who can move a chip may not pass"),
            Move::Slide { .. } if moves::stuck(state) => why_stuck(state),
            Move::Slide { from, to } => why_no_slide(state, from, to),
        })
    }

    fn facts(&self, view: &State, mv: Move) -> Vec<MoveFact> {
        self.move_facts(view, mv)
    }
}

/// Where a regular chip of the side to move can come to rest.
fn ends(state: &State, from: Square) -> impl Iterator<Item = Square> {
    Direction::STRAIGHT.into_iter().filter_map(move |direction| {
        let steps = reach(state.side, state.occupied(), from, direction);
        (steps > 0).then(|| from.step(direction, steps))
    })
}

/// Where a regular chip may be sent, by name.
fn stops(ends: &[Square]) -> Label {
    match *ends {
        [a] => label!("The chip slides as far as it can: choose {site}.", a),
        [a, b] => label!("The chip slides as far as it can: choose {site} or {site}.", a, b),
        [a, b, c] => {
            label!("The chip slides as far as it can: choose {site}, {site} or {site}.", a, b, c)
        }
        [a, b, c, d] => label!(
            "The chip slides as far as it can: choose {site}, {site}, {site} or {site}.",
            a,
            b,
            c,
            d
        ),
        _ => "The chip slides as far as it can.".into(),
    }
}

/// O5: why nothing but a pass is left.
fn why_stuck(state: &State) -> Explanation {
    Explanation::new(
        "O5",
        match state.side {
            Side::Light => "no light chip can move; the one action is 'pass'",
            Side::Dark => "no dark chip can move; the one action is 'pass'",
        },
    )
}

/// Why a chip cannot be chosen to slide, when some other chip can; `None` if it can.
fn why_no_chip(state: &State, from: Square) -> Option<Explanation> {
    match state.owner(from) {
        None => Some(Explanation::new(TURN, label!("no chip stands on {site}", from))),
        Some(owner) if owner != state.side => {
            let (owner, mover) = (owner.seat(), state.side.seat());
            let words = "the chip on {site} is {role}'s; {role} moves";
            Some(Explanation::new(TURN, label!(words, from, owner, mover)))
        }
        Some(_) => None,
    }
}

/// Why a slide is not legal, when some other slide is.
fn why_no_slide(state: &State, from: Square, to: Square) -> Explanation {
    if let Some(explanation) = why_no_chip(state, from) {
        return explanation;
    }
    let side = state.side;
    if from == to {
        return Explanation::new(TURN, "a chip has to leave its square");
    }
    let power = state.power[side as usize] == from;
    let direction = match Direction::between(from, to) {
        Some(direction) if power || Direction::STRAIGHT.contains(&direction) => direction,
        Some(_) => return Explanation::new(TURN, "only the power chip slides diagonally"),
        None => {
            return Explanation::new(
                TURN,
                label!("{site} and {site} are not on one line", from, to),
            );
        }
    };
    let steps = reach(side, state.occupied(), from, direction);
    let last = from.step(direction, steps);
    let away = from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    if away < steps {
        // O3: not even the border of its own corner halts it.
        let rule = if last.is_in(side.corner()) { "O3" } else { TURN };
        let words = "this chip slides as far as it can, here to {site}";
        return Explanation::new(rule, label!(words, last));
    }
    why_halted(state, last.step(direction, 1), (steps > 0).then_some(last))
}

/// Why a slide ends before `next`: on `last`, or where it would begin.
fn why_halted(state: &State, next: Square, last: Option<Square>) -> Explanation {
    let side = state.side;
    match (state.owner(next), last) {
        (Some(_), None) => Explanation::new(TURN, label!("the chip on {site} is in the way", next)),
        (Some(_), Some(last)) => {
            let words = "the chip on {site} is in the way; the slide ends on {site}";
            Explanation::new(TURN, label!(words, next, last))
        }
        (None, None) if next.is_in(side.other().corner()) => {
            let words = "no chip of {role} may enter {role}'s corner";
            Explanation::new(TURN, label!(words, side.seat(), side.other().seat()))
        }
        (None, Some(last)) if next.is_in(side.other().corner()) => {
            let words = "no chip of {role} may enter {role}'s corner; the slide ends on {site}";
            Explanation::new(TURN, label!(words, side.seat(), side.other().seat(), last))
        }
        (None, None) => Explanation::new("O2", "a chip in its own corner may not leave it"),
        (None, Some(last)) => {
            let words = "a chip in its own corner may not leave it; the slide ends on {site}";
            Explanation::new("O2", label!(words, last))
        }
    }
}
