//! `parlour analyse`: the best moves of a position and their values.

mod outcomes;
mod output;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_console::interrupt;
use parlour_console::mistakes::whole;
use parlour_core::rng::seeded;
use parlour_core::{MAX_SEATS, Seat, Turn, Viewer};
use parlour_search::{Budget, SearchRequest, Want};
use parlour_session::{Entry, Session, Spec, TextReport};

use crate::commands;
use crate::commands::set_up::{self, PositionArgs};
use crate::failure::Failure;
use crate::io::Io;
use outcomes::Evaluator;

const EXAMPLES: &str = "\
Examples:
  parlour analyse outwit
  parlour analyse outwit --depth 12 --seconds 10
  parlour analyse senet
  parlour analyse senet --moves t3
  parlour analyse shell-out --moves 'd10 d5 hh9 hf3'
  parlour analyse shut-the-box 123456789 0,0 1 53 --lines 3 --json

It knows what the player to move may know, and no more: that player's view, which is the last line
of parlour show with --view, will do for a position. Values are shares of the win, from 0 to 1:
estimated, proven by the search, or exact from a solution of the game. Of several limits the first
that is reached ends the search, and so does Ctrl-C, after which the best so far is shown. At a terminal
the best line is shown whenever it changes.

Where chance decides, every outcome is shown with its value to each player and the best move after
it, and the average of all. They share the time or the nodes. Of a finished game the result is shown.

With --json, turn is a text. It is the number of the player to move, such as \"1\"; then player is the
same as a number, and lines are that player's best moves. Or it is \"chance\", and outcomes has for
each its chance, shares and certainty, the turn after it and the best moves then. Or it is \"over\",
and result is how the win was split.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) place: PositionArgs,

    /// How long to search [default: 1, or as long as it takes with --nodes or --depth]
    #[arg(short, long, value_name = "S", value_parser = seconds)]
    pub(crate) seconds: Option<Duration>,

    /// Search this number of nodes, which makes it repeatable on one thread
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search at most this number of plies
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..))]
    pub(crate) depth: Option<u32>,

    /// How many of the best moves to show
    #[arg(short, long, value_name = "N", default_value = "5")]
    pub(crate) lines: NonZero<usize>,

    /// On how many threads
    #[arg(short, long, value_name = "N", default_value = "1")]
    pub(crate) threads: NonZero<usize>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The default time limit.
const USUAL: Duration = Duration::from_secs(1);

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds such as 0.5".to_owned()),
    }
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.place.game)?;
    let session = open(args, game)?;
    // From now on Ctrl-C ends the search, not the program.
    let stop = interrupt::watch();
    match session.turn() {
        Turn::Player(seat) => {
            let (report, seconds) = search(args, &*session, stop, io)?;
            output::moves(args, game, &*session, seat, (&report, seconds), io)
        }
        Turn::Chance if game.secrets => Err(secret_chance(args, &*session)),
        Turn::Chance => {
            let threads = args.threads.get();
            let mut evaluator = Evaluator::new(&*session, budget(args), threads, stop)?;
            let value = evaluator.value(&*session)?;
            output::outcomes(args, game, &*session, &value, &evaluator, io)
        }
        Turn::Over => output::result(args, game, &*session, io),
    }?;
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted("interrupted: this is the best so far".to_owned()));
    }
    Ok(())
}

/// The position, or one that fits the view that was given instead.
fn open(args: &Args, game: &Entry) -> Result<Box<dyn Session>, Failure> {
    let (text, set_up) = (args.place.text(), &args.place.set_up);
    let view = text.as_deref().filter(|text| (game.load)(text).is_err());
    match view.and_then(|text| determinized(game, text)) {
        None => set_up.open(game, text.as_deref()),
        Some(_) if set_up.moves.is_some() => Err(Failure::usage(
            "no --moves can be made in a view, because their effect may depend on what its owner does not \
             know; give the view that the player to move has after them",
        )),
        Some(session) => {
            let session = session?;
            set_up.check_options(game, &*session)?;
            Ok(session)
        }
    }
}

/// A position that fits a view of the player to move; `None` where the text is no view. A search
/// gets the mover's view alone, so any fitting position will do; but nothing may be shown of it that is not
/// in the view.
fn determinized(game: &Entry, text: &str) -> Option<Result<Box<dyn Session>, Failure>> {
    let seats = Seat::all(MAX_SEATS as u8).map(Viewer::Seat);
    let fitting = seats.chain([Viewer::Public]).filter_map(|viewer| {
        let session = (game.from_view)(text, viewer, &mut seeded(0)).ok()?;
        Some((viewer, session))
    });
    let mut others = None;
    for (viewer, session) in fitting {
        match session.turn() {
            Turn::Player(mover) if viewer != Viewer::Seat(mover) => {
                let (name, id) = (session.seat_name(mover), game.id);
                others = Some(Err(Failure::usage(format!(
                    "this view is not that of {name}, who is to move here, and only the mover's can be \
                     analysed; it is the last line of parlour show {id} with --view {mover}"
                ))));
            }
            // The possible outcomes would show what was sampled.
            Turn::Chance => {
                others = Some(Err(Failure::usage(
                    "chance decides in this view, and what it brings is a secret; give the view of the \
                     player who is to move after it",
                )));
            }
            _ => return Some(Ok(session)),
        }
    }
    others
}

/// What chance brings in a game with secrets is one player's own, and to look at all of it would be
/// to look at what nobody knows.
fn secret_chance(args: &Args, session: &dyn Session) -> Failure {
    /// The number of chances in a row that are named in the example.
    const ROW: usize = 32;
    let names = |session: &dyn Session| -> Vec<String> {
        session.chances().into_iter().map(|(action, _)| action).collect()
    };
    let mut example: Vec<String> = args.place.set_up.actions().map(str::to_owned).collect();
    let mut next = session.boxed_clone();
    for _ in 0..ROW {
        let Some(action) = names(&*next).into_iter().next() else { break };
        if next.play(&action).is_err() {
            break;
        }
        example.push(action);
    }
    Failure::usage(format!(
        "chance decides here, and what it brings is a secret: one of {}; say what it was, \
         as in --moves '{}'",
        names(session).join(", "),
        example.join(" ")
    ))
}

/// The limits. With a limit on nodes or plies there is a time limit only if one is given.
fn budget(args: &Args) -> Budget {
    let counted = args.nodes.is_some() || args.depth.is_some();
    let time = args.seconds.or((!counted).then_some(USUAL));
    Budget { time, nodes: args.nodes, depth: args.depth }
}

/// What the game's best engine finds, and how many seconds it took.
fn search(
    args: &Args,
    session: &dyn Session,
    stop: &AtomicBool,
    io: &mut Io<'_>,
) -> Result<(TextReport, f64), Failure> {
    let begun = Instant::now();
    let request = SearchRequest::new(Want::Lines(args.lines), budget(args), 0);
    let player = session.player(&Spec::best(), args.threads.get());
    let mut ticker = Ticker { shown: None, begun, terminal: io.terminal.err && !args.json };
    let mut tick = |report: &TextReport| ticker.show(report, &mut *io.err);
    let report = commands::search(
        &mut *player.map_err(Failure::runtime)?,
        session,
        &request,
        stop,
        &mut tick,
    )
    .ok_or_else(|| Failure::usage("nobody is to move here"))?;
    Ok((report, begun.elapsed().as_secs_f64()))
}

/// Shows how the best line changes while the search goes on.
struct Ticker {
    shown: Option<(u32, Vec<String>)>,
    begun: Instant,
    terminal: bool,
}

impl Ticker {
    fn show(&mut self, report: &TextReport, err: &mut dyn std::io::Write) {
        let Some(line) = report.lines.first().filter(|_| self.terminal) else { return };
        let now = (report.depth, line.moves.clone());
        if self.shown.as_ref() == Some(&now) {
            return;
        }
        let seconds = self.begun.elapsed().as_secs_f64();
        // A remark that cannot be written is no reason to end the search.
        let _ = writeln!(
            err,
            "{seconds:6.1} s  depth {:<3} {:.4}  {}",
            now.0,
            line.value,
            now.1.join(" ")
        );
        self.shown = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        args: Args,
    }

    fn typed(args: &[&str]) -> Budget {
        let args = [&["analyse", "outwit"], args].concat();
        budget(&Typed::try_parse_from(args).expect("arguments").args)
    }

    #[test]
    fn a_time_beside_a_depth_counts_too() {
        let seconds = |number: f64| Some(Duration::from_secs_f64(number));
        assert_eq!(typed(&[]), Budget { time: Some(USUAL), nodes: None, depth: None });
        assert_eq!(typed(&["--depth", "9"]), Budget { time: None, nodes: None, depth: Some(9) });
        assert_eq!(
            typed(&["--seconds", "0.5", "--depth", "9", "--nodes", "70"]),
            Budget { time: seconds(0.5), nodes: Some(70), depth: Some(9) }
        );
    }
}
