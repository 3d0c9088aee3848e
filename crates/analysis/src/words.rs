//! What can be said of a key moment: only what the report shows.

use parlour_core::{Label, Seat, label};

use crate::report::{Certainty, Moment, MomentKind, Report, Step};

/// The sentences on a key moment.
pub fn sentences(report: &Report, moment: &Moment) -> Vec<Label> {
    let Some(step) = report.steps.get((moment.ply as usize).wrapping_sub(1)) else {
        return Vec::new();
    };
    match moment.kind {
        MomentKind::Error => error(report, step, Seat(moment.seat)),
        MomentKind::Luck => luck(step, Seat(moment.seat)),
    }
}

/// Points of the win, rounded.
fn points(share: f64) -> i32 {
    (share * 100.0).round() as i32
}

fn error(report: &Report, step: &Step, seat: Seat) -> Vec<Label> {
    let of = |shares: &[f64]| shares.get(seat.index()).copied().unwrap_or_default();
    let loss = -of(&step.error);
    let mut said = Vec::new();
    if let Some(better) = &step.better {
        let best = of(&better.shares);
        said.push(label!(
            "{seat} [gives|give] away {number} points: {number}% instead of {number}%.",
            seat,
            points(loss),
            points(best - loss),
            points(best)
        ));
        if best > SURE && step.certainty > Certainty::Estimated {
            said.push("The better move was a sure win.".into());
        }
    }
    if let Some(winner) = sure_winner(step) {
        let left = report.steps.len() - step.ply as usize;
        let lost = winner != seat;
        if lost && left > 0 {
            said.push(label!(
                "After it the win was {seat's}, {number} actions later.",
                winner,
                left
            ));
        }
    }
    said
}

/// A share above this is a win.
const SURE: f64 = 1.0 - 1e-9;

/// Who has won for sure after a step.
fn sure_winner(step: &Step) -> Option<Seat> {
    let winner = step.shares.iter().position(|&share| share > SURE)?;
    (step.certainty > Certainty::Estimated).then_some(Seat(winner as u8))
}

fn luck(step: &Step, seat: Seat) -> Vec<Label> {
    let luck = step.luck.get(seat.index()).copied().unwrap_or_default();
    let by = points(luck.abs());
    let Some(chance) = step.odds.map(points) else {
        // Nothing came to light: the move met what its player could not see.
        return vec![if luck >= 0.0 {
            label!("What lies hidden makes this {number} points luckier for {seat}.", by, seat)
        } else {
            label!("What lies hidden makes this {number} points unluckier for {seat}.", by, seat)
        }];
    };
    vec![if luck >= 0.0 {
        label!(
            "{seat} [is|are] lucky by {number} points: this had a chance of {number}%.",
            seat,
            by,
            chance
        )
    } else {
        label!(
            "{seat} [is|are] unlucky by {number} points: this had a chance of {number}%.",
            seat,
            by,
            chance
        )
    }]
}
