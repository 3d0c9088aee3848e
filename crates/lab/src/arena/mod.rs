//! `parlour arena`: matches between computer players, other programs among them.

mod chart;
mod entrant;
pub(crate) mod game;
mod game_file;
mod header;
mod json;
pub(crate) mod program;
mod results;
mod runner;
mod schedule;
pub(crate) mod shorten;
mod show;
mod stderr;
mod text_table;
mod timing;

use std::num::NonZero;
use std::path::PathBuf;

use crate::rating::Sprt;
use entrant::Entrant;
use parlour_console::failure::Failure;
use parlour_console::files;
use parlour_console::io::Io;
use parlour_console::mistakes::whole;
use parlour_console::set_up::{self, GameName, SetUp};
use schedule::Schedule;

// Paragraphs are one line each, to be broken where the terminal ends.
const EXAMPLES: &str = "\
Examples:
  parlour arena outwit level:5 level:4 --games 200
  parlour arena senet best:time=100ms uct:nodes=1000 random
  parlour arena shout-7 uct:nodes=500 uct:nodes=500,exploration=0.6 --sprt 0,30
  parlour arena outwit best:time=1s 'program:time=1s:./old/parlour ugi outwit'
  parlour arena shell-out level:8 level:4 --players 4 --save match.jsonl
  parlour arena senet level:1 level:2 level:3 level:4 --ladder

Players are written as level:1 to level:8; random; an engine's name, or best, with its budget \
(time=, nodes=, depth=), its temperature= (0: always the best move) and settings; or program: with \
a command that speaks the engine protocol, after its budget or level=.

Where more players than seats are named, every two of them meet; else all sit at one table. \
The games of a rotation share their dice and their opening, and the players change seats. The \
result of two players does not depend on who else is named.

400 Elo are ten times the win a seat, at every table. The score is what a seat won out of that \
and what a seat of the others won. At a table of more than two, share is the mean share of the \
win a seat, and wins are games won alone.

Ctrl-C ends the match and shows the result of the finished games; a second one ends at once. The \
same command with --save continues the match.

With --json, players are ranked by Elo, and in each against has the scores against all players \
in that same order, null for itself; results_against has the wins, draws and losses. Wins are \
games won alone, draws those in which the win was shared; won is the sum of all shares.";

/// Arguments of `parlour arena`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    game: String,

    /// Who plays, two or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    entrants: Vec<Entrant>,

    #[command(flatten)]
    set_up: SetUp,

    /// Games for each pairing, rounded up to whole rotations
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = games)]
    games: u64,

    /// Only neighbours in the list play each other; show every step
    #[arg(long, conflicts_with = "sprt")]
    ladder: bool,

    /// Games played at the same time [default: all cores]
    #[arg(short, long, value_name = "N")]
    threads: Option<NonZero<usize>>,

    /// Threads for each player
    #[arg(long, value_name = "N", default_value = "1")]
    player_threads: NonZero<usize>,

    /// Random actions before the players begin [default: 4 without dice, else 0]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(..))]
    opening: Option<u32>,

    /// End as soon as a sequential test decides between two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Makes the match repeatable under budgets of nodes
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Save every game in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write a record of every game into this folder
    #[arg(long, value_name = "FOLDER")]
    records: Option<PathBuf>,

    /// Draw the cross-table and the ratings into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// The number of games that fit into one pairing's match: more would neither end nor be counted.
const MOST_GAMES: u64 = 1_000_000_000;

fn games(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| (1..=MOST_GAMES).contains(number));
    number.ok_or_else(|| format!("a match has from 1 to {MOST_GAMES} games, such as 100"))
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let number = |part: &str| part.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    let parts = text.split_once(',').and_then(|(a, b)| number(a).zip(number(b)));
    match parts {
        Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1, risk: 0.05 }),
        _ => Err("two numbers, the first the smaller, such as 0,30".to_owned()),
    }
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let session = args.set_up.open(game, None)?;
    if args.sprt.is_some() && args.entrants.len() != 2 {
        return Err(Failure::usage("a test is between two players"));
    }
    // A player that cannot be made is a mistake now, not in the middle of the match.
    for entrant in &args.entrants {
        entrant
            .seat(game, &*session, args.player_threads.get())
            .map_err(|error| Failure::usage(error.to_string()))?;
    }
    let schedule = if args.ladder {
        Schedule::ladder(args.entrants.len(), session.seats(), args.seed)
    } else {
        Schedule::new(args.entrants.len(), session.seats(), args.seed)
    };
    let opening = args.opening.unwrap_or_else(|| runner::usual_opening(&*session));
    if opening > 0 && game::opening(&*session, opening, schedule.dice(0)).1.is_empty() {
        return Err(Failure::usage(format!("no game lasts for an opening of {opening} actions")));
    }
    // So is a file that cannot be written.
    args.svg.iter().try_for_each(|path| files::check(path))?;
    let game_match = runner::Match { game, session, schedule, opening, args };
    let (result, failed) = runner::play(&game_match, io)?;
    let is_whole = failed.is_none() && !result.interrupted;
    if is_whole || result.standings.games() > 0 {
        show::result(&game_match, &result, io)?;
        if let Some(path) = &args.svg {
            let drawing = chart::draw(&game_match, &result);
            files::write(path, drawing.as_bytes())?;
        }
    }
    match failed {
        Some(failure) => Err(failure),
        None if result.interrupted => Err(Failure::Interrupted(interruption(&game_match, &result))),
        None => Ok(()),
    }
}

fn interruption(game_match: &runner::Match<'_>, result: &runner::MatchResult) -> String {
    let (played, all) = (result.standings.games(), show::games(game_match.games()));
    let then = if game_match.args.save.is_some() {
        "the same command continues"
    } else {
        "with --save it could continue"
    };
    format!("interrupted after {played} of {all}; {then}")
}
