//! How a match stands, for people and for programs.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use parlour_search::rating::{Standing, Standings};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::hall::{Outcome, Plan};
use crate::failure::Failure;
use crate::io::Io;

/// No greater error is told: where nothing is known it would be endless.
const MOST: f64 = 9999.0;

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
        let template = "{msg}\n{bar:40} {pos} of {len} games, {elapsed}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Progress { bar }
    }

    pub(super) fn show(&self, plan: &Plan<'_>, standings: &Standings) {
        if !self.bar.is_hidden() {
            self.bar.set_position(standings.games());
            self.bar.set_message(table(plan, standings));
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

/// The table as text.
fn table(plan: &Plan<'_>, standings: &Standings) -> String {
    let names = plan.names();
    let width = names.iter().map(|name| name.width()).max().unwrap_or(0).max(6);
    let mut text =
        format!("{:width$} {:>7} {:>6} {:>7} {:>7}", "player", "Elo", "±", "score", "wins");
    for (player, place) in ranked(standings) {
        let name = names[player];
        let pad = width - name.width();
        let error = place.error.min(MOST);
        text += &format!(
            "\n{name}{:pad$} {:>+7.1} {error:>6.1} {:>6.1}% {:>6.1}%",
            "",
            place.elo,
            place.score * 100.0,
            place.won / place.seats.max(1) as f64 * 100.0
        );
    }
    if let Some(test) = plan.args.sprt {
        let (low, high) = test.bounds();
        let evidence = test.evidence(&standings.sample(0));
        text +=
            &format!("\ntest {},{}: {evidence:+.2} in {low:.2} … {high:.2}", test.none, test.some);
    }
    text
}

/// Whose meetings are told one by one: on a ladder each player against the one before, else the first
/// of two against the second, as ratings tell how far each is from the mean, not from the other.
fn meetings(plan: &Plan<'_>) -> Vec<(usize, usize)> {
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
    let mut text = format!("\n{heading:width$} {:>7} {:>7} {:>6}", "score", "Elo", "±");
    for (step, (player, other)) in steps.iter().zip(meetings) {
        let Some(met) = standings.meeting(player, other) else { continue };
        let (pad, error) = (width - step.width(), met.error.min(MOST));
        let score = met.score * 100.0;
        text += &format!("\n{step}{:pad$} {score:>6.1}% {:>+7.1} {error:>6.1}", "", met.elo);
    }
    text
}

#[derive(Serialize)]
struct ArenaJson<'a> {
    game: &'a str,
    options: std::collections::BTreeMap<String, String>,
    games: u64,
    actions: u64,
    players: Vec<PlayerJson<'a>>,
    /// The steps of a ladder, from the first player up; of two players the first against the second.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<StepJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<TestJson>,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    elo: f64,
    error: f64,
    score: f64,
    seats: u64,
    won: f64,
    /// What a seat won out of that and what a seat of each player won at the same tables, in the
    /// order in which they were named.
    against: Vec<Option<f64>>,
}

#[derive(Serialize)]
struct StepJson<'a> {
    name: &'a str,
    against: &'a str,
    score: f64,
    elo: f64,
    error: f64,
}

#[derive(Serialize)]
struct TestJson {
    none: f64,
    some: f64,
    evidence: f64,
    bounds: (f64, f64),
    #[serde(skip_serializing_if = "Option::is_none")]
    better: Option<bool>,
}

/// The end of the match.
pub(super) fn result(plan: &Plan<'_>, outcome: &Outcome, io: &mut Io<'_>) -> Result<(), Failure> {
    let standings = &outcome.standings;
    if plan.args.json {
        return io.json(&as_json(plan, outcome));
    }
    writeln!(io.out, "{}", table(plan, standings))?;
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

fn as_json<'a>(plan: &'a Plan<'_>, outcome: &Outcome) -> ArenaJson<'a> {
    let (names, standings) = (plan.names(), &outcome.standings);
    let player = |(number, place): (usize, Standing)| PlayerJson {
        name: names[number],
        elo: place.elo,
        error: place.error.min(MOST),
        score: place.score,
        seats: place.seats,
        won: place.won,
        against: (0..names.len()).map(|other| standings.against(number, other)).collect(),
    };
    let step = |(player, other): (usize, usize)| {
        let met = standings.meeting(player, other)?;
        let (name, against) = (names[player], names[other]);
        let error = met.error.min(MOST);
        Some(StepJson { name, against, score: met.score, elo: met.elo, error })
    };
    let options = plan.session.options();
    ArenaJson {
        game: plan.game.id,
        options: options.iter().map(|(n, v)| (n.to_owned(), v.to_owned())).collect(),
        games: standings.games(),
        actions: outcome.actions,
        players: ranked(standings).into_iter().map(player).collect(),
        steps: meetings(plan).into_iter().filter_map(step).collect(),
        test: plan.args.sprt.map(|test| TestJson {
            none: test.none,
            some: test.some,
            evidence: test.evidence(&standings.sample(0)),
            bounds: test.bounds(),
            better: outcome.verdict,
        }),
    }
}
