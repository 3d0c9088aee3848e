//! `parlour finish`: whether a player wins the positions that are judged won.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use parlour_core::rng::{Rng, SeededRng, seeded};
use parlour_core::{Seat, Turn};
use parlour_search::{Budget, SearchRequest};
use parlour_session::{Entry, Player, Session, Spec};
use serde::Serialize;

use crate::arena::game::opening;
use crate::search;
use parlour_console::failure::Failure;
use parlour_console::io::Io;
use parlour_console::mistakes::whole;
use parlour_console::set_up::{self, GameName, SetUp};
use parlour_console::{files, interrupt};

const EXAMPLES: &str = "\
Examples:
  parlour finish outwit best:nodes=5000 --against level:1
  parlour finish shell-out level:7 --option hands=1 --save won.txt

Games between two players of --against are played until the judge gives the player to move at least
85% of the win; of each game one position is taken. From there the player plays that seat, and
--against the others. Values are shares of the win; moves are the player's own. With --save the
positions are kept in a file, and taken from it the next time, so that two versions can be compared.";

/// Arguments of `parlour finish`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The game
    #[arg(value_parser = GameName)]
    game: String,

    /// Who has won positions to finish
    player: Spec,

    /// Who plays the other seats
    #[arg(long, value_name = "PLAYER", default_value = "level:4")]
    against: Spec,

    /// Who says what a position is worth
    #[arg(long, value_name = "PLAYER", default_value = "best:nodes=2000")]
    judge: Spec,

    #[command(flatten)]
    set_up: SetUp,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole::<u32>(1..=100_000))]
    positions: u32,

    /// Keep the positions in this file, or take them from it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Makes the games repeatable under budgets of nodes
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// A position is judged won from this share of the win on.
const WON: f64 = 0.85;
/// Random actions before the games from which positions are taken, where there are no dice.
const OPENING: u32 = 4;

/// A position that is judged won for the player to move.
struct Won {
    seat: Seat,
    position: String,
}

/// What came of the positions.
#[derive(Debug, Serialize)]
struct Figures {
    positions: usize,
    /// The mean share of the win, and how many were won alone and shared.
    won: f64,
    wins: usize,
    shared: usize,
    /// The player's own moves to the end: in the middle, nine in ten, and the most.
    median: usize,
    ninth: usize,
    most: usize,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let game = set_up::game(&args.game)?;
    let session = args.set_up.open(game, None)?;
    for spec in [&args.player, &args.against, &args.judge] {
        set_up::player(&*session, spec, 1)?;
    }
    let stop = interrupt::watch();
    let kept = args.save.as_deref().map(std::fs::read_to_string).and_then(Result::ok);
    let won = match &kept {
        Some(text) => text.lines().filter_map(read).collect(),
        None => collect(args, &*session, stop)?,
    };
    if let (Some(path), None) = (&args.save, &kept) {
        let lines: String =
            won.iter().map(|won| format!("{} {}\n", won.seat.0, won.position)).collect();
        files::write(path, lines.as_bytes())?;
    }
    let mut rng = seeded(args.seed);
    let mut shares = Vec::new();
    let mut moves = Vec::new();
    for won in &won {
        let (share, own) = finish(args, game, won, &mut rng, stop)?;
        shares.push(share);
        moves.push(own);
    }
    let Some(figures) = figures(&shares, moves) else {
        return Err(Failure::runtime("no position was found"));
    };
    if args.json {
        return io.json(&figures);
    }
    let Figures { positions, won, wins, shared, median, ninth, most } = figures;
    let (player, against, share) = (&args.player, &args.against, 100.0 * won);
    writeln!(io.out, "{player} against {against}, {positions} positions: {share:.1}% of the win")?;
    writeln!(
        io.out,
        "{wins} won, {shared} shared; moves to the end: median {median}, 90% at most {ninth}, most {most}"
    )?;
    Ok(())
}

fn read(line: &str) -> Option<Won> {
    let (seat, position) = line.split_once(' ')?;
    Some(Won { seat: Seat(seat.parse().ok()?), position: position.to_owned() })
}

fn figures(shares: &[f64], mut moves: Vec<usize>) -> Option<Figures> {
    moves.sort_unstable();
    let positions = shares.len();
    Some(Figures {
        positions,
        won: shares.iter().sum::<f64>() / positions as f64,
        wins: shares.iter().filter(|&&share| share >= 1.0).count(),
        shared: shares.iter().filter(|&&share| share > 0.0 && share < 1.0).count(),
        median: *moves.get(positions / 2)?,
        ninth: *moves.get(positions * 9 / 10)?,
        most: *moves.last()?,
    })
}

/// Positions that are judged won, one of a game.
fn collect(args: &Args, start: &dyn Session, stop: &AtomicBool) -> Result<Vec<Won>, Failure> {
    let mut rng = seeded(args.seed);
    let random = if start.turn() == Turn::Chance { 0 } else { OPENING };
    let mut all = Vec::new();
    while all.len() < args.positions as usize {
        let (mut session, _) = opening(start, random, rng.next_u64());
        let mut judge = set_up::player(start, &args.judge, 1)?;
        let mut player = set_up::player(start, &args.against, 1)?;
        while session.turn() != Turn::Over {
            if let Turn::Player(seat) = session.turn() {
                let request = SearchRequest::best_line(Budget::default(), rng.next_u64());
                let report = search(&mut *judge, &*session, &request, stop)?;
                if report.lines[0].value >= WON && session.legal().len() > 1 {
                    all.push(Won { seat, position: session.position() });
                    break;
                }
            }
            step(&mut *session, &mut *player, &mut rng, stop)?;
        }
    }
    Ok(all)
}

/// Plays a position to its end: the player's share of the win, and how many moves it made.
fn finish(
    args: &Args,
    game: &Entry,
    won: &Won,
    rng: &mut SeededRng,
    stop: &AtomicBool,
) -> Result<(f64, usize), Failure> {
    let mut session = args.set_up.open(game, Some(&won.position))?;
    let mut own = set_up::player(&*session, &args.player, 1)?;
    let mut other = set_up::player(&*session, &args.against, 1)?;
    let mut moves = 0;
    while session.turn() != Turn::Over {
        if session.turn() == Turn::Player(won.seat) {
            moves += 1;
            step(&mut *session, &mut *own, rng, stop)?;
        } else {
            step(&mut *session, &mut *other, rng, stop)?;
        }
    }
    let shares = session.shares();
    Ok((shares.map_or(0.0, |shares| shares[won.seat].value()), moves))
}

/// One action: a throw, or the player's move.
fn step(
    session: &mut dyn Session,
    player: &mut dyn Player,
    rng: &mut SeededRng,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let action = match session.turn() {
        Turn::Player(_) => {
            let request = SearchRequest::best_move(Budget::default(), rng.next_u64());
            search(player, session, &request, stop)?.chosen
        }
        _ => session.sample_chance(rng).unwrap_or_default(),
    };
    session.play(&action)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_of_all_positions() {
        let figures = figures(&[1.0, 0.5, 0.0, 1.0], vec![9, 3, 30, 5]).expect("positions");
        assert_eq!((figures.wins, figures.shared, figures.positions), (2, 1, 4));
        assert_eq!((figures.won, figures.median, figures.most), (0.625, 9, 30));
        assert!(super::figures(&[], Vec::new()).is_none());
    }
}
