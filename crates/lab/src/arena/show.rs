//! How a match stands, for people.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::progress;
use crate::rating::{Standing, Standings};
use console::Term;
use indicatif::ProgressBar;

use super::json;
use super::runner::{Match, MatchResult};
use super::shorten;
use super::text_table::TextTable;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::numbers::grouped;

/// Counters for the progress line: a slow game reports nothing until it ends.
#[derive(Debug, Default)]
pub(super) struct Live {
    pub(super) under_way: AtomicU64,
    pub(super) moves: AtomicU64,
}

impl Live {
    fn line(&self) -> String {
        let moves = self.moves.load(Ordering::Relaxed);
        let (under_way, word) = (&self.under_way, if moves == 1 { "move" } else { "moves" });
        format!("{} under way, {} {word} made", under_way.load(Ordering::Relaxed), grouped(moves))
    }
}

/// A progress bar at a terminal, with the table above it and the running games below it.
pub(super) struct Progress(ProgressBar);

/// Rows that are not the table's: an empty one, the bar's, what goes on, and one that the cursor may need.
const OTHERS: usize = 4;

impl Progress {
    pub(super) fn new(
        game_match: &Match<'_>,
        saved: u64,
        live: &Arc<Live>,
        terminal: bool,
    ) -> Self {
        // A test may end the match before all games are played.
        let about = if game_match.args.sprt.is_some() { "at most about" } else { "about" };
        let live = Arc::clone(live);
        let words = ("{msg}\n", about);
        Progress(progress::bar(game_match.games(), saved, terminal, words, move || live.line()))
    }

    pub(super) fn played(&self) {
        self.0.inc(1);
    }

    pub(super) fn show(&self, game_match: &Match<'_>, result: &MatchResult) {
        if !self.0.is_hidden() {
            let (rows, columns) = Term::stderr().size();
            let (rows, columns) = (usize::from(rows).saturating_sub(OTHERS), usize::from(columns));
            self.0.set_message(standing(game_match, result, rows, columns));
        }
    }

    /// The match was interrupted and ends in a moment.
    pub(super) fn interrupted(&self) {
        self.0.set_prefix(" – ending");
    }

    pub(super) fn end(&self) {
        self.0.finish_and_clear();
    }
}

pub(super) fn ranked(standings: &Standings) -> Vec<(usize, Standing)> {
    let mut table: Vec<_> = standings.table().into_iter().enumerate().collect();
    table.sort_by(|a, b| b.1.elo.total_cmp(&a.1.elo));
    table
}

/// The table within this number of rows and columns, as it changes while games are played.
fn standing(game_match: &Match<'_>, result: &MatchResult, rows: usize, columns: usize) -> String {
    let mut lines = table(game_match, result).lines(columns);
    let test = test(game_match, result);
    shorten::rows(&mut lines, rows.saturating_sub(test.iter().len()));
    lines.extend(test);
    let lines: Vec<String> = lines.iter().map(|line| shorten::end(line, columns)).collect();
    lines.join("\n")
}

/// A difference in rating, or that one player won everything.
fn elo(elo: f64) -> String {
    if elo.is_finite() {
        return format!("{elo:+.1}");
    }
    if elo > 0.0 { "all won" } else { "all lost" }.to_owned()
}

/// The error of such a difference.
fn error(elo: f64, error: f64) -> String {
    match (elo.is_finite(), error.is_finite()) {
        (true, true) => format!("{error:.1}"),
        (true, false) => "?".to_owned(),
        (false, _) => String::new(),
    }
}

pub(super) fn rating(rating: f64, its_error: f64) -> String {
    match error(rating, its_error) {
        none if none.is_empty() => elo(rating),
        error => format!("{} ± {error}", elo(rating)),
    }
}

/// Whether two sit at a table, where every game is a win, a draw or a loss.
fn is_for_two(game_match: &Match<'_>) -> bool {
    game_match.session.seats() == 2
}

fn percent(part: f64) -> String {
    format!("{:.1}%", part * 100.0)
}

/// How the match stands. At a table of more than two a player can have several seats and win a part: then
/// the table shows the mean share of the win for each seat, and how many games were won alone.
fn table(game_match: &Match<'_>, result: &MatchResult) -> TextTable {
    let (names, two) = (game_match.names(), is_for_two(game_match));
    let games: &[&str] = if two { &["wins", "draws", "losses"] } else { &["share", "wins"] };
    let mut grid = TextTable::default();
    let heading = ["Elo", "±", "score"].iter().chain(games);
    grid.row("player", heading.map(|name| (*name).to_owned()));
    for (player, place) in ranked(&result.standings) {
        let record = result.results.of(player);
        let games = if two {
            record.numbers().map(|number| number.to_string()).to_vec()
        } else {
            let share = percent(place.won / place.seats.max(1) as f64);
            vec![share, record.wins.to_string()]
        };
        let rating = [elo(place.elo), error(place.elo, place.error), percent(place.score)];
        grid.row(names[player], rating.into_iter().chain(games));
    }
    grid
}

/// How long the players took, in the order of the table.
fn times(game_match: &Match<'_>, result: &MatchResult) -> TextTable {
    let names = game_match.names();
    let mut grid = TextTable::default();
    grid.row("player", ["ms/move", "longest"].map(str::to_owned));
    for (player, _) in ranked(&result.standings) {
        let times = result.times[player];
        grid.row(names[player], [times.mean(), times.longest()].map(milliseconds));
    }
    grid
}

/// A time, or that no move was made.
fn milliseconds(time: Option<f64>) -> String {
    match time {
        Some(time) if time < 10.0 => format!("{time:.2}"),
        Some(time) => format!("{time:.0}"),
        None => "-".to_owned(),
    }
}

fn test(game_match: &Match<'_>, result: &MatchResult) -> Option<String> {
    let test = game_match.args.sprt?;
    let (low, high) = test.bounds();
    let evidence = test.evidence(&result.standings.sample(0));
    Some(format!("test {},{}: {evidence:+.2} in {low:.2} … {high:.2}", test.elo0, test.elo1))
}

/// The pairings with a line of their own: on a ladder each player against the one before, in a match of
/// two the first against the second. A rating is the distance from the mean, not from the opponent.
pub(super) fn meetings(game_match: &Match<'_>) -> Vec<(usize, usize)> {
    match (game_match.args.ladder, game_match.args.entrants.len()) {
        (true, players) => (1..players).map(|next| (next, next - 1)).collect(),
        (false, 2) => vec![(0, 1)],
        (false, _) => Vec::new(),
    }
}

/// These meetings as a table in this number of columns. Where there is no room for both names beside the numbers, they
/// have a line of their own above them.
fn steps(game_match: &Match<'_>, result: &MatchResult, columns: usize) -> Vec<String> {
    const AGAINST: &str = " against ";
    let longest = columns.saturating_sub(AGAINST.len()) / 2;
    let names: Vec<String> =
        game_match.names().into_iter().map(|name| shorten::middle(name, longest)).collect();
    let (mut beside, mut below, mut titles) =
        (TextTable::default(), TextTable::default(), Vec::new());
    let heading = if game_match.args.ladder { "step" } else { "match" };
    let numbers = ["score", "Elo", "±", "wins", "draws", "losses"].map(str::to_owned);
    beside.row(heading, numbers.clone());
    below.row(heading, numbers);
    for (player, other) in meetings(game_match) {
        let Some(met) = result.standings.meeting(player, other) else { continue };
        let record = result.results.against(player, other).unwrap_or_default();
        let rating = [percent(met.score), elo(met.elo), error(met.elo, met.error)];
        let games = record.numbers().map(|number| number.to_string());
        let title = format!("{}{AGAINST}{}", names[player], names[other]);
        beside.row(&title, rating.clone().into_iter().chain(games.clone()));
        below.row("", rating.into_iter().chain(games));
        titles.push(title);
    }
    if beside.fits(columns, usize::MAX) {
        return beside.lines(columns);
    }
    let mut lines = below.lines(columns).into_iter();
    let first = lines.next();
    first.into_iter().chain(titles.into_iter().zip(lines).flat_map(<[String; 2]>::from)).collect()
}

/// The shortest that a name may become before the times move to a table of their own.
const NAME: usize = 16;

/// The end of the match.
pub(super) fn result(
    game_match: &Match<'_>,
    result: &MatchResult,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if game_match.args.json {
        return io.json(&json::of(game_match, result));
    }
    // A file has room for everything.
    let columns = if io.terminal.out { io.terminal.width } else { usize::MAX };
    let (standing, times) = (table(game_match, result), times(game_match, result));
    let whole = standing.clone().beside(times.clone());
    let mut lines = if whole.fits(columns, NAME) {
        whole.lines(columns)
    } else {
        let own = [String::new()].into_iter().chain(times.lines(columns));
        standing.lines(columns).into_iter().chain(own).collect()
    };
    lines.extend(test(game_match, result));
    if !meetings(game_match).is_empty() {
        lines.push(String::new());
        lines.extend(steps(game_match, result, columns));
        lines.push(String::new());
    }
    lines.push(format!("{}{}", games(result.standings.games()), verdict(game_match, result)));
    for line in lines {
        writeln!(io.out, "{line}")?;
    }
    Ok(())
}

pub(super) fn games(number: u64) -> String {
    format!("{number} {}", if number == 1 { "game" } else { "games" })
}

/// What a test came to; that it came to nothing is an answer, too.
fn verdict(game_match: &Match<'_>, result: &MatchResult) -> &'static str {
    match (game_match.args.sprt, result.verdict) {
        (None, _) => "",
        (Some(_), Some(true)) => ", the first is better",
        (Some(_), Some(false)) => ", the first is not better",
        (Some(_), None) => ", and the test is undecided: it takes more games",
    }
}
