//! `parlour report`: what a finished game hinged on.

mod output;

use std::path::PathBuf;
use std::sync::Arc;

use parlour_analysis::{Knowledge, Report, ReportBudget, knowledge, report};
use parlour_console::mistakes::whole;
use parlour_console::progress::Bar;
use parlour_session::GameRecord;
use parlour_table::commands::Refusal;
use parlour_table::{Table, account, record};

use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour report game.txt              a record that was saved from the page
  parlour report game.txt --moves      with every action
  parlour report game.txt --svg > game.svg
  curl …/record | parlour report - --json

The account of each player closes: the share of the win at the end is the share at the start plus luck,
own errors, errors of the others, and revision. Luck is what a throw or a draw brought against the mean of
all that could have come. An error is what a move lost against the best. Revision is where the engine
changed its opinion of a position when it saw one move further; with exact values there is none. In a
game with secrets a move is judged by what its player could know.

The same record gives the same report. docs/report.md has the formulas.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The record of a game; - reads the standard input
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// List every action with its value
    #[arg(long)]
    pub(crate) moves: bool,

    /// Search about this number of nodes for each position [default: by the game]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub(crate) nodes: Option<u64>,

    /// Write JSON
    #[arg(long, conflicts_with = "moves")]
    pub(crate) json: bool,

    /// Write a graph of everybody's share of the win, as SVG
    #[arg(long, conflicts_with_all = ["json", "moves"])]
    pub(crate) svg: bool,
}

/// The report, and what could be known in a game with secrets.
#[derive(serde::Serialize)]
struct Output<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    knowledge: Option<&'a Knowledge>,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let text = parlour_console::files::read(&args.record)?;
    let refused = |refusal: Refusal| Failure::usage(refusal.message);
    let table = record::table(&text).map_err(refused)?;
    let played = account::game_record(&table).map_err(refused)?;
    let report = make(args, &table, &played, io)?;
    let known = knowledge(played, None).map_err(Failure::runtime)?;
    if args.json {
        return io.json(&Output { report: &report, knowledge: known.as_ref() });
    }
    let game = output::Game::new(&table, &report, known.as_ref());
    if args.svg { Ok(write!(io.out, "{}", game.svg())?) } else { game.write(args.moves, io) }
}

fn make(args: &Args, table: &Table, played: &GameRecord, io: &Io<'_>) -> Result<Report, Failure> {
    let budget = args.nodes.map(|nodes| ReportBudget {
        nodes,
        ..ReportBudget::usual(&*table.session, table.has_chance())
    });
    let bar = Bar::new(io.terminal.err);
    let mut progress = |done: usize, all: usize| bar.show(done as f64 / all.max(1) as f64);
    report(played, budget, &Arc::default(), &mut progress).map_err(Failure::runtime)
}
