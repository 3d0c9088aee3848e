//! The account: the positions of a game put together, everybody's figures, and the key moments.

use parlour_core::Seat;
use parlour_session::GameRecord;

use crate::nodes::{Node, NodeValue};
use crate::report::{
    Account, Certainty, Counts, Ending, KeyMoment, MomentKind, Report, SeatReport, Step, VERSION,
    Verdict,
};
use crate::value::Value;
use crate::verdicts::{EPSILON, Thresholds, fortune};

/// The values of all positions, from the last to the first.
fn values(nodes: &[Node], last: Value) -> Vec<Value> {
    let mut values = vec![last];
    for node in nodes.iter().rev() {
        let next = values.last().expect("there is the last");
        let value = match &node.known {
            NodeValue::Value(value) => value.clone(),
            NodeValue::Next => next.clone(),
            NodeValue::Chance(others, weight) => {
                let mut mean = others.clone();
                mean.add(&next.shares, next.certainty, *weight);
                mean.value()
            }
        };
        values.push(value);
    }
    values.reverse();
    values
}

fn minus(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(one, other)| one - other).collect()
}

/// Nothing where all is nothing: most steps have no luck, or no error.
fn unless_nothing(change: Vec<f64>) -> Vec<f64> {
    if change.iter().all(|&change| change == 0.0) { Vec::new() } else { change }
}

pub(crate) fn at(change: &[f64], seat: usize) -> f64 {
    change.get(seat).copied().unwrap_or_default()
}

/// The report on a game, with what is known of its positions. The key moments have no words yet.
pub(crate) fn assemble(
    record: &GameRecord,
    nodes: Vec<Node>,
    last: Value,
    over: bool,
    thresholds: Thresholds,
    engine: String,
) -> Report {
    let values = values(&nodes, last);
    let mut decisions = vec![0; usize::from(record.start.seats())];
    let throwers: Vec<Option<Seat>> = nodes.iter().map(|node| node.by.or(node.thrower)).collect();
    let mut steps = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.into_iter().enumerate() {
        let (before, after) = (&values[index], &values[index + 1]);
        let change = minus(&after.shares, &before.shares);
        let (luck, error) = parts(&node, before, after, &change);
        let rest = minus(&minus(&change, &luck), &error);
        let by_computer = record.by_computer.contains(&(index + 1));
        let seat = node.by.filter(|_| !node.forced).map(Seat::index);
        let loss = seat.map(|seat| -at(&error, seat));
        let number = seat.map(|seat| {
            decisions[seat] += 1;
            decisions[seat]
        });
        let lost = loss.is_some_and(|loss| loss >= EPSILON);
        let better = node.other.filter(|_| lost).map(|(suggestion, _)| suggestion);
        steps.push(Step {
            ply: index as u32 + 1,
            action: record.actions[index].clone(),
            by: node.by.map(|seat| seat.0),
            shares: after.shares.clone(),
            certainty: after.certainty,
            fortune: fortune(&luck),
            luck: unless_nothing(luck),
            error: unless_nothing(error),
            revision: unless_nothing(rest),
            decision: number,
            by_computer,
            verdict: loss
                .map(|loss| if node.unclear { Verdict::Unclear } else { thresholds.verdict(loss) }),
            better,
            odds: node.odds,
        });
    }
    let final_shares = &values[values.len() - 1].shares;
    let stopped = record.result.as_ref().filter(|_| !over);
    let ending = stopped.map(|result| Ending {
        by: record.ended_by.map(|seat| seat.0),
        change: minus(result, final_shares),
    });
    let start = values[0].shares.clone();
    let exact = values.iter().all(|value| value.certainty == Certainty::Exact);
    let seats = seats(&start, &steps, ending.as_ref());
    let mut report = Report {
        version: VERSION,
        engine,
        game: record.start.id().to_owned(),
        steps_at: [thresholds.inaccuracy, thresholds.mistake, thresholds.blunder],
        start,
        over: over || stopped.is_some(),
        steps,
        ending,
        exact,
        seats,
        moments: Vec::new(),
    };
    report.moments = moments(&report, &throwers);
    report
}

/// Everybody's luck and error in a step.
fn parts(node: &Node, before: &Value, after: &Value, change: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let nothing = vec![0.0; change.len()];
    if let Some(expected) = &node.expected {
        let error = if node.error.is_empty() { nothing } else { node.error.clone() };
        return (minus(change, expected), error);
    }
    match (node.by, &node.known, &node.other) {
        (None, NodeValue::Chance(..), _) => (minus(&after.shares, &before.shares), nothing),
        (None, ..) => (change.to_vec(), nothing),
        (Some(seat), _, Some((_, best)))
            if best.shares[seat.index()] > at(&after.shares, seat.index()) =>
        {
            (nothing, minus(&after.shares, &best.shares))
        }
        _ => (nothing.clone(), nothing),
    }
}

/// Everybody's account and figures.
fn seats(start: &[f64], steps: &[Step], ending: Option<&Ending>) -> Vec<SeatReport> {
    let seat = |seat: usize| {
        let mut account = Account { start: start[seat], ..Account::default() };
        account.end = steps.last().map_or(start[seat], |step| step.shares[seat]);
        let (mut counts, mut losses, mut by_computer) = (Counts::default(), Vec::new(), 0);
        for step in steps {
            let own = step.by.map(usize::from) == Some(seat);
            let error = at(&step.error, seat);
            account.luck += at(&step.luck, seat);
            account.revision += at(&step.revision, seat);
            *(if own { &mut account.own_errors } else { &mut account.others_errors }) += error;
            if let Some(verdict) = step.verdict.filter(|_| own) {
                if step.by_computer {
                    by_computer += 1;
                    continue;
                }
                losses.push(-error);
                *counts.of(verdict) += 1;
            }
        }
        if let Some(ending) = ending {
            let change = at(&ending.change, seat);
            account.end += change;
            // An agreement, or an end of which nothing is known, counts as everybody's own loss.
            let own = match ending.by {
                Some(by) => usize::from(by) == seat && change < 0.0,
                None => change < 0.0,
            };
            *(if own { &mut account.own_errors } else { &mut account.others_errors }) += change;
        }
        let (mean_loss, standard_error) = mean(&losses);
        SeatReport {
            account,
            decisions: losses.len() as u32,
            by_computer,
            counts,
            mean_loss,
            standard_error,
            luck_adjusted: account.end - account.luck,
        }
    };
    (0..start.len()).map(seat).collect()
}

/// The mean and its standard error.
fn mean(losses: &[f64]) -> (Option<f64>, Option<f64>) {
    if losses.is_empty() {
        return (None, None);
    }
    let count = losses.len() as f64;
    let mean = losses.iter().sum::<f64>() / count;
    let squares: f64 = losses.iter().map(|loss| (loss - mean).powi(2)).sum();
    let error = (losses.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
    (Some(mean), error)
}

impl Counts {
    fn of(&mut self, verdict: Verdict) -> &mut u32 {
        match verdict {
            Verdict::Best => &mut self.best,
            Verdict::Unclear => &mut self.unclear,
            Verdict::Good => &mut self.good,
            Verdict::Inaccuracy => &mut self.inaccuracy,
            Verdict::Mistake => &mut self.mistake,
            Verdict::Blunder => &mut self.blunder,
        }
    }
}

/// A player has at most this number of key moments.
const MOMENTS: usize = 3;

/// The moments that changed most, of each player.
fn moments(report: &Report, throwers: &[Option<Seat>]) -> Vec<KeyMoment> {
    let mut all = Vec::new();
    for seat in 0..report.start.len() {
        let mut own = Vec::new();
        for (step, thrower) in report.steps.iter().zip(throwers) {
            let moment = |kind, change| KeyMoment {
                ply: step.ply,
                seat: seat as u8,
                kind,
                change,
                words: String::new(),
            };
            let mine = step.by.map(usize::from) == Some(seat) && !step.by_computer;
            if mine && step.verdict.is_some_and(|verdict| verdict > Verdict::Good) {
                own.push(moment(MomentKind::Error, at(&step.error, seat)));
            }
            if step.fortune.is_some() && thrower.map(Seat::index) == Some(seat) {
                own.push(moment(MomentKind::Luck, at(&step.luck, seat)));
            }
        }
        own.sort_by(|one, other| other.change.abs().total_cmp(&one.change.abs()));
        own.truncate(MOMENTS);
        all.extend(own);
    }
    all.sort_by_key(|moment| (moment.ply, moment.seat));
    all
}
