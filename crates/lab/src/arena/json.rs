//! How a match ended, for programs.

use crate::rating::Standing;
use serde::Serialize;

use super::results::Record;
use super::runner::{Match, MatchResult};
use super::show::{meetings, ranked};

#[derive(Serialize)]
struct ArenaJson<'a> {
    game: &'a str,
    /// Present only if the match was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
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
    /// Nothing where all was won or all was lost, as no number is large enough; nor is its error.
    elo: Option<f64>,
    error: Option<f64>,
    score: f64,
    seats: u64,
    won: f64,
    /// Games won alone, those in which the win was shared, and the others.
    #[serde(flatten)]
    record: Record,
    /// What a seat won out of that and what a seat of each player won at the same tables, in the
    /// order of `players`; nothing for the player itself and for players that it did not meet.
    against: Vec<Option<f64>>,
    /// The games against each player in that order, where the two had a table to themselves.
    results_against: Vec<Option<Record>>,
    /// How many moves the player made, and how long these took, in milliseconds.
    moves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ms_per_move: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_ms: Option<f64>,
}

#[derive(Serialize)]
struct StepJson<'a> {
    name: &'a str,
    against: &'a str,
    score: f64,
    #[serde(flatten)]
    record: Record,
    /// Nothing where all was won or all was lost.
    elo: Option<f64>,
    error: Option<f64>,
}

#[derive(Serialize)]
struct TestJson {
    none: f64,
    some: f64,
    evidence: f64,
    bounds: (f64, f64),
    /// Nothing as long as it is undecided.
    better: Option<bool>,
}

pub(super) fn of<'a>(game_match: &'a Match<'_>, result: &MatchResult) -> impl Serialize + use<'a> {
    let (names, standings) = (game_match.names(), &result.standings);
    let (ranks, results) = (ranked(standings), &result.results);
    let others = || ranks.iter().map(|&(other, _)| other);
    let player = |(number, place): (usize, Standing)| PlayerJson {
        name: names[number],
        elo: known(place.elo),
        error: known(place.error),
        score: place.score,
        seats: place.seats,
        won: place.won,
        record: results.of(number),
        against: others().map(|other| standings.against(number, other)).collect(),
        results_against: others().map(|other| results.against(number, other)).collect(),
        moves: result.times[number].moves(),
        ms_per_move: result.times[number].mean(),
        longest_ms: result.times[number].longest(),
    };
    let step = |(player, other): (usize, usize)| {
        let met = standings.meeting(player, other)?;
        let (name, against) = (names[player], names[other]);
        let (elo, error) = (known(met.elo), known(met.error));
        let record = results.against(player, other).unwrap_or_default();
        Some(StepJson { name, against, score: met.score, record, elo, error })
    };
    let options = game_match.session.options();
    ArenaJson {
        game: game_match.game.id,
        interrupted: result.interrupted,
        options: options.pairs().into_iter().collect(),
        games: standings.games(),
        actions: result.actions,
        players: ranks.iter().copied().map(player).collect(),
        steps: meetings(game_match).into_iter().filter_map(step).collect(),
        test: game_match.args.sprt.map(|test| TestJson {
            none: test.elo0,
            some: test.elo1,
            evidence: test.evidence(&standings.sample(0)),
            bounds: test.bounds(),
            better: result.verdict,
        }),
    }
}

/// A number that is none where it is endless.
fn known(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}
