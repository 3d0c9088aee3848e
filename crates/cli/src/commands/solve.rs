//! `parlour solve`: what the solution of a game says.

use std::sync::atomic::AtomicBool;

use parlour_console::mistakes::whole;
use parlour_console::progress::Bar;
use parlour_core::rng::{Rng, derived, seeded};
use parlour_core::{MAX_SEATS, Turn};
use parlour_games::all;
use parlour_search::{Budget, Certainty, SearchRequest};
use parlour_session::{Entry, Session, Solved, Spec, SpecError};
use serde::Serialize;

use crate::commands::search;
use crate::commands::set_up::{self, PositionArgs};
use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour solve shut-the-box
  parlour solve shut-the-box 123456789 30,41 2 53
  parlour solve shut-the-box --players 3 --moves r53 --json
  parlour solve shut-the-box --judge level:6 --games 200
  parlour solve senet bwbwbwbwbwbwbwbw......b......w b b 3

Shares of the win are those of best play by everybody. Where a game is too big to be solved, as Shut
the Box is with four players in, they are marked as estimates, and no player is measured by them.
Senet is solved near its end.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) place: PositionArgs,

    /// Let this player play all seats, and measure how much of the win it gives away
    #[arg(long, value_name = "PLAYER", value_parser = judged)]
    pub(crate) judge: Option<Spec>,

    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100, requires = "judge", value_parser = whole::<u64>(1..))]
    pub(crate) games: u64,

    /// Makes these games repeatable
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "judge", value_parser = whole::<u64>(..))]
    pub(crate) seed: u64,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who can be judged: anyone who plays in this process, move by move.
fn judged(text: &str) -> Result<Spec, String> {
    let word = text.split(':').next().unwrap_or_default().trim();
    if word.eq_ignore_ascii_case("program") {
        return Err("programs can't be judged, only levels and engines, such as level:6 or \
                    uct:nodes=1000; parlour arena plays matches against programs"
            .to_owned());
    }
    text.parse().map_err(|error: SpecError| error.to_string())
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let (game, session) = args.place.open()?;
    if args.judge.is_some() && session.turn() == Turn::Over {
        return Err(Failure::usage("the game is over here, so that nobody can be judged"));
    }
    if args.judge.is_some() && !session.is_solvable() {
        return Err(unjudged(game, &*session));
    }
    let bar = Bar::new(io.terminal.err);
    let solved = session.solve(&mut |done| bar.show(done)).ok_or_else(|| unsolved(game))?;
    drop(bar);
    match &args.judge {
        Some(spec) => print_judged(&judge(game, &*session, spec, args)?, args.json, io),
        None if args.json => io.json(&as_json(game, &*session, &solved)),
        None => tell(&*session, &solved, io),
    }
}

fn unsolved(game: &Entry) -> Failure {
    let is_solved = |entry: &&Entry| {
        let session = (entry.open)(&parlour_core::OptionValues::new());
        session.is_ok_and(|session| session.solve(&mut |_| {}).is_some())
    };
    let ids: Vec<_> = all().filter(is_solved).map(|entry| entry.id).collect();
    let words = format!("{} is not solved at this position", game.id);
    Failure::usage(format!("{words}; solved from the start are: {}", ids.join(", ")))
}

/// Why nobody is judged where values are estimates: anyone who judges by a model finds no fault with it.
fn unjudged(game: &Entry, session: &dyn Session) -> Failure {
    let is_exact = |players: &u8| {
        let mut options = session.options();
        options.set("players", players.to_string());
        (game.open)(&options).is_ok_and(|session| session.is_solvable())
    };
    let players = (1..=MAX_SEATS as u8).filter(|_| set_up::has_players(game)).filter(is_exact);
    let players: Vec<String> = players.map(|players| players.to_string()).collect();
    let (Some(first), Some((last, rest))) = (players.first(), players.split_last()) else {
        return unsolved(game);
    };
    let rest = if rest.is_empty() { String::new() } else { rest.join(", ") + " and " };
    Failure::usage(format!(
        "at this position of {} values are estimates, and only exact ones can judge; these there are \
         for {rest}{last} players, as with --players {first}",
        game.id
    ))
}

fn tell(session: &dyn Session, solved: &Solved, io: &mut Io<'_>) -> Result<(), Failure> {
    let width = solved.constants.iter().map(|constant| constant.name.len()).max().unwrap_or(0);
    for constant in &solved.constants {
        let fraction =
            constant.fraction.as_ref().map_or(String::new(), |text| format!(" = {text}"));
        writeln!(io.out, "{:<width$}  {:.12}{fraction}", constant.name, constant.value)?;
    }
    if !solved.constants.is_empty() {
        writeln!(io.out)?;
    }
    writeln!(io.out, "{} ({})", session.position(), solved.certainty.name())?;
    // More digits of an estimate would say nothing.
    let digits = if solved.certainty == Certainty::Estimated { 4 } else { 12 };
    for (number, share) in (1..).zip(&solved.shares) {
        writeln!(io.out, "player {number:<2} {share:.digits$}")?;
    }
    if let (Turn::Player(mover), false) = (session.turn(), solved.moves.is_empty()) {
        writeln!(io.out, "\nmoves of player {mover}, the best first")?;
        for (mv, shares) in &solved.moves {
            writeln!(io.out, "{mv:<9} {:.digits$}", shares[mover.index()])?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct SolveJson<'a> {
    game: &'a str,
    facts: Vec<ConstantJson<'a>>,
    position: String,
    certainty: &'a str,
    shares: &'a [f64],
    moves: Vec<MoveJson<'a>>,
}

#[derive(Serialize)]
struct ConstantJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<&'a str>,
    value: f64,
}

#[derive(Serialize)]
struct MoveJson<'a> {
    action: &'a str,
    shares: &'a [f64],
}

fn as_json<'a>(game: &'a Entry, session: &dyn Session, solved: &'a Solved) -> SolveJson<'a> {
    let facts = solved.constants.iter().map(|constant| ConstantJson {
        name: constant.name,
        fraction: constant.fraction.as_deref(),
        value: constant.value,
    });
    let moves = solved.moves.iter().map(|(action, shares)| MoveJson { action, shares });
    SolveJson {
        game: game.id,
        facts: facts.collect(),
        position: session.position(),
        certainty: solved.certainty.name(),
        shares: &solved.shares,
        moves: moves.collect(),
    }
}

/// What a player gives away.
#[derive(Serialize)]
struct JudgedJson {
    player: String,
    games: u64,
    /// Moves made where there was a choice.
    decisions: u64,
    /// The mean share of the win given away in one of them.
    given_away: f64,
    /// The most.
    worst: f64,
    /// How much the least certain of the values can be trusted by which it is judged.
    certainty: &'static str,
}

/// Plays games with one player in all seats and compares its choices with the best.
fn judge(
    game: &Entry,
    session: &dyn Session,
    spec: &Spec,
    args: &Args,
) -> Result<JudgedJson, Failure> {
    let mut player = set_up::player(session, spec, 1)?;
    let (mut decisions, mut given, mut worst) = (0u64, 0.0, 0f64);
    let mut certainty = Certainty::Exact;
    for number in 0..args.games {
        let mut rng = seeded(derived(args.seed, number));
        let mut session = session.boxed_clone();
        loop {
            let action = match session.turn() {
                Turn::Over => break,
                Turn::Chance => session.sample_chance(&mut rng),
                Turn::Player(mover) => {
                    let request = SearchRequest::best_move(Budget::default(), rng.next_u64());
                    let chosen = search(
                        &mut *player,
                        &*session,
                        &request,
                        &AtomicBool::new(false),
                        &mut |_| {},
                    )
                    .map(|found| found.chosen);
                    let solved = session
                        .solve(&mut |_| {})
                        .filter(|solved| solved.certainty > Certainty::Estimated)
                        .ok_or_else(|| unjudged(game, &*session))?;
                    if let Some(chosen) = &chosen
                        && solved.moves.len() > 1
                    {
                        certainty = certainty.min(solved.certainty);
                        let made = solved.moves.iter().find(|(mv, _)| mv == chosen);
                        let worth = made.map_or(0.0, |(_, shares)| shares[mover.index()]);
                        let lost = (solved.shares[mover.index()] - worth).max(0.0);
                        (decisions, given, worst) = (decisions + 1, given + lost, worst.max(lost));
                    }
                    chosen
                }
            };
            session.play(&action.ok_or_else(|| Failure::runtime("the player made no move"))?)?;
        }
    }
    let given_away = given / decisions.max(1) as f64;
    Ok(JudgedJson {
        player: spec.to_string(),
        games: args.games,
        decisions,
        given_away,
        worst,
        certainty: certainty.name(),
    })
}

fn print_judged(judged: &JudgedJson, json: bool, io: &mut Io<'_>) -> Result<(), Failure> {
    if json {
        return io.json(judged);
    }
    let JudgedJson { player, games, decisions, given_away, worst, certainty } = judged;
    writeln!(
        io.out,
        "{player}: {games} games, {decisions} decisions, judged by {certainty} values"
    )?;
    writeln!(io.out, "share of the win given away a decision  {given_away:.7}")?;
    writeln!(io.out, "in the worst of them                    {worst:.7}")?;
    Ok(())
}
