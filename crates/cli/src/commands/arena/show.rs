//! How a match stands, for people.

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlour_search::rating::{Standing, Standings};
use unicode_width::UnicodeWidthStr;

use super::fit;
use super::hall::{Outcome, Plan};
use super::json;
use super::pace::Pace;
use crate::failure::Failure;
use crate::io::Io;

/// A bar with the table above it, at a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub(super) fn new(plan: &Plan<'_>, terminal: bool) -> Self {
        let target = match terminal {
            true => ProgressDrawTarget::stderr_with_hz(4),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(plan.games()), target);
        let template = "{msg}\n{wide_bar} {pos} of {len} games, {elapsed}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar }
    }

    pub(super) fn show(&self, plan: &Plan<'_>, standings: &Standings) {
        if !self.bar.is_hidden() {
            self.bar.set_position(standings.games());
            let (rows, columns) = Term::stderr().size();
            // The bar has a row of its own, and the cursor may need another.
            let (rows, columns) = (usize::from(rows).saturating_sub(2), usize::from(columns));
            self.bar.set_message(standing(plan, standings, rows, columns));
        }
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// The players in the order of their ratings.
pub(super) fn ranked(standings: &Standings) -> Vec<(usize, Standing)> {
    let mut table: Vec<_> = standings.table().into_iter().enumerate().collect();
    table.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    table
}

/// How wide the table is without the names.
const NUMBERS: usize = 33;

/// The table within so many rows and columns, as it changes while games are played.
fn standing(plan: &Plan<'_>, standings: &Standings, rows: usize, columns: usize) -> String {
    let longest = columns.saturating_sub(NUMBERS + 1).max(6);
    let names: Vec<String> =
        plan.names().into_iter().map(|name| fit::middle(name, longest)).collect();
    let mut lines = table(&names, standings, None);
    let test = test(plan, standings);
    fit::rows(&mut lines, rows.saturating_sub(test.iter().len()));
    lines.extend(test);
    let lines: Vec<String> = lines.iter().map(|line| fit::end(line, columns)).collect();
    lines.join("\n")
}

/// A difference in rating, or that there is none because one player won everything.
fn elo(elo: f64) -> String {
    match elo.is_finite() {
        true => format!("{elo:+.1}"),
        false if elo > 0.0 => "all won".to_owned(),
        false => "all lost".to_owned(),
    }
}

/// The error of such a difference.
fn error(elo: f64, error: f64) -> String {
    match (elo.is_finite(), error.is_finite()) {
        (true, true) => format!("{error:.1}"),
        (true, false) => "?".to_owned(),
        (false, _) => String::new(),
    }
}

/// Both of them, as they are told in one breath.
pub(super) fn rating(rating: f64, its_error: f64) -> String {
    match error(rating, its_error) {
        none if none.is_empty() => elo(rating),
        error => format!("{} ± {error}", elo(rating)),
    }
}

/// The lines of the table; the players' paces are told at the end of a match.
fn table(names: &[String], standings: &Standings, paces: Option<&[Pace]>) -> Vec<String> {
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0).max(6);
    let mut heading =
        format!("{:width$} {:>8} {:>6} {:>7} {:>7}", "player", "Elo", "±", "score", "wins");
    if paces.is_some() {
        heading += &format!(" {:>9} {:>9}", "ms/move", "longest");
    }
    let mut lines = vec![heading];
    for (player, place) in ranked(standings) {
        let name = &names[player];
        let pad = width - name.width();
        let mut line = format!(
            "{name}{:pad$} {:>8} {:>6} {:>6.1}% {:>6.1}%",
            "",
            elo(place.elo),
            error(place.elo, place.error),
            place.score * 100.0,
            place.won / place.seats.max(1) as f64 * 100.0
        );
        if let Some(paces) = paces {
            let pace = paces[player];
            line +=
                &format!(" {:>9} {:>9}", milliseconds(pace.mean()), milliseconds(pace.longest()));
        }
        lines.push(line);
    }
    lines
}

/// A time, or that no move was made.
fn milliseconds(time: Option<f64>) -> String {
    match time {
        Some(time) if time < 10.0 => format!("{time:.2}"),
        Some(time) => format!("{time:.0}"),
        None => "-".to_owned(),
    }
}

/// How the test stands, if there is one.
fn test(plan: &Plan<'_>, standings: &Standings) -> Option<String> {
    let test = plan.args.sprt?;
    let (low, high) = test.bounds();
    let evidence = test.evidence(&standings.sample(0));
    Some(format!("test {},{}: {evidence:+.2} in {low:.2} … {high:.2}", test.none, test.some))
}

/// Whose meetings are told one by one: on a ladder each player against the one before, else the first
/// of two against the second, as ratings tell how far each is from the mean, not from the other.
pub(super) fn meetings(plan: &Plan<'_>) -> Vec<(usize, usize)> {
    match (plan.args.ladder, plan.args.entrants.len()) {
        (true, players) => (1..players).map(|next| (next, next - 1)).collect(),
        (false, 2) => vec![(0, 1)],
        (false, _) => Vec::new(),
    }
}

/// These meetings as text.
fn steps(plan: &Plan<'_>, standings: &Standings) -> String {
    let (names, meetings) = (plan.names(), meetings(plan));
    let steps = meetings.iter().map(|&(a, b)| format!("{} against {}", names[a], names[b]));
    let steps: Vec<String> = steps.collect();
    let width = steps.iter().map(|step| step.width()).max().unwrap_or(0);
    let heading = if plan.args.ladder { "step" } else { "match" };
    let mut text = format!("\n{heading:width$} {:>7} {:>8} {:>6}", "score", "Elo", "±");
    for (step, (player, other)) in steps.iter().zip(meetings) {
        let Some(met) = standings.meeting(player, other) else { continue };
        let pad = width - step.width();
        let (score, error) = (met.score * 100.0, error(met.elo, met.error));
        let line = format!("\n{step}{:pad$} {score:>6.1}% {:>8} {error:>6}", "", elo(met.elo));
        text += line.trim_end();
    }
    text
}

/// The end of the match.
pub(super) fn result(plan: &Plan<'_>, outcome: &Outcome, io: &mut Io<'_>) -> Result<(), Failure> {
    let standings = &outcome.standings;
    if plan.args.json {
        return io.json(&json::of(plan, outcome));
    }
    let names: Vec<String> = plan.names().into_iter().map(str::to_owned).collect();
    for line in
        table(&names, standings, Some(&outcome.paces)).into_iter().chain(test(plan, standings))
    {
        writeln!(io.out, "{line}")?;
    }
    if !meetings(plan).is_empty() {
        writeln!(io.out, "{}\n", steps(plan, standings))?;
    }
    let verdict = match outcome.verdict {
        Some(true) => ", the first is better",
        Some(false) => ", the first is not better",
        None => "",
    };
    writeln!(io.out, "{} games{verdict}", standings.games())?;
    Ok(())
}
