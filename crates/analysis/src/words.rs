//! What can be said of a key moment: what the report shows, and facts of the moves that the rules can check.

use parlour_core::{Label, Seat, Viewer, label};
use parlour_session::Session;

use crate::reasons::{reasons_against, reasons_for};
use crate::report::{Certainty, KeyMoment, MomentKind, Report, Step};

/// The words for a key moment, with its players left open; `before` is the position before its action.
pub(crate) fn of_moment(report: &Report, moment: &KeyMoment, before: &dyn Session) -> String {
    let Some(step) = report.steps.get((moment.ply as usize).wrapping_sub(1)) else {
        return String::new();
    };
    let sites = before.layout(Viewer::Public).sites;
    let open = |label: &Label| label.without_players(&sites);
    let (said, facts) = match moment.kind {
        MomentKind::Error => (error(report, step, Seat(moment.seat)), facts(step, before, &open)),
        MomentKind::Luck => (luck(step, Seat(moment.seat)), Vec::new()),
    };
    said.iter().map(open).chain(facts).collect::<Vec<_>>().join(" ")
}

/// A fact against the move that was made, and one for the better move that the other does not share.
fn facts(step: &Step, before: &dyn Session, open: &dyn Fn(&Label) -> String) -> Vec<String> {
    let against = reasons_against(before, &step.action);
    let better = step.better.as_ref().and_then(|better| better.line.first());
    let shared = before.facts(&step.action);
    let is_own =
        |fact: &parlour_core::MoveFact| shared.iter().all(|other| other.label != fact.label);
    let speaks_for = better.and_then(|better| {
        reasons_for(before, better, Some(&step.action)).into_iter().find(is_own)
    });
    let against = against.first().map(|fact| with_subject("It", &open(&fact.label)));
    let speaks_for = speaks_for.map(|fact| with_subject("The better move", &open(&fact.label)));
    against.into_iter().chain(speaks_for).collect()
}

/// A fact as a sentence: "Leaves 3 in the heap." becomes "It leaves 3 in the heap."
fn with_subject(subject: &str, fact: &str) -> String {
    let mut letters = fact.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().to_string());
    format!("{subject} {}{}", first.unwrap_or_default(), letters.as_str())
}

/// Words whose players were left open, with these names for the seats.
pub fn named(words: &str, names: &[String]) -> String {
    let name = |seat: usize| names.get(seat).map_or("?", String::as_str);
    let mut text = String::with_capacity(words.len() + 16);
    let mut rest = words;
    while let Some(start) = rest.find(['{', '[']) {
        text.push_str(&rest[..start]);
        let (open, close) = if rest[start..].starts_with('{') { ('{', '}') } else { ('[', ']') };
        let Some(end) = rest[start..].find(close) else { break };
        let inside = &rest[start + 1..start + end];
        rest = &rest[start + end + 1..];
        if open == '[' {
            text.push_str(inside.split('|').next().unwrap_or_default());
            continue;
        }
        let (kind, number) = inside.split_once(':').unwrap_or((inside, "0"));
        let number: usize = number.parse().unwrap_or_default();
        match kind {
            "seats" => {
                let all = (0..names.len()).filter(|seat| number >> seat & 1 == 1).map(name);
                text.push_str(&all.collect::<Vec<_>>().join(" and "));
            }
            "seat's" => text.push_str(&format!("{}'s", name(number))),
            _ => text.push_str(name(number)),
        }
    }
    text.push_str(rest);
    text
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
        // A win that was sure may still have been given away.
        let won = report.steps.last().is_some_and(|last| last.shares[winner.index()] > SURE);
        if winner != seat && left > 0 {
            said.push(if won {
                label!("After it the win was {seat's}, {number} actions later.", winner, left)
            } else {
                label!("After it {seat} had a sure win.", winner)
            });
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
    let Some(odds) = step.odds else {
        // Nothing came to light: the move met what its player could not see.
        return vec![if luck >= 0.0 {
            label!("What lies hidden makes this {number} points luckier for {seat}.", by, seat)
        } else {
            label!("What lies hidden makes this {number} points unluckier for {seat}.", by, seat)
        }];
    };
    let fate = if luck >= 0.0 {
        label!("{seat} [is|are] lucky by {number} points.", seat, by)
    } else {
        label!("{seat} [is|are] unlucky by {number} points.", seat, by)
    };
    // Rounded to 0 or 100 a chance would be none.
    let chance = match points(odds) {
        ..1 => "This had a chance of less than 1%.".into(),
        100.. if odds > SURE => "This was certain to come.".into(),
        100.. => "This had a chance of more than 99%.".into(),
        percent => label!("This had a chance of {number}%.", percent),
    };
    vec![fate, chance]
}
