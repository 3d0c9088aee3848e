//! The results, as text and as JSON.

use parlour_core::{Seat, Turn, Viewer};
use parlour_session::words::{names, status};
use parlour_session::{Entry, Session, TextReport};
use serde::Serialize;

use super::Args;
use super::outcomes::{Evaluator, Node, Outcome, PositionValue, over, total};
use crate::commands::{shares_text, turn_text};
use crate::failure::Failure;
use crate::io::Io;
use crate::numbers;

/// A position in which a player is to move.
#[derive(Serialize)]
struct MovesJson<'a> {
    game: &'a str,
    /// The position as the player to move knows it.
    view: String,
    /// The player to move, as a text: in the other shapes this is `chance` or `over`.
    turn: String,
    player: u16,
    depth: u32,
    nodes: u64,
    seconds: f64,
    lines: Vec<LineJson<'a>>,
}

#[derive(Serialize)]
struct LineJson<'a> {
    moves: &'a [String],
    value: f64,
    certainty: &'static str,
    shares: &'a [f64],
    visits: u64,
}

/// A position in which chance decides.
#[derive(Serialize)]
struct ChanceJson<'a> {
    game: &'a str,
    /// The position as everybody knows it.
    view: String,
    /// Always `chance`.
    turn: String,
    /// Everybody's share of the win, averaged over the outcomes.
    shares: &'a [f64],
    /// That of the least certain outcome.
    certainty: &'static str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    outcomes: Vec<OutcomeJson<'a>>,
}

#[derive(Serialize)]
struct OutcomeJson<'a> {
    action: &'a str,
    /// How likely it is, from 0 to 1.
    chance: f64,
    shares: &'a [f64],
    certainty: &'static str,
    /// Who acts after it: a player's number, `chance` or `over`.
    turn: String,
    /// The best move then, and the answers that are expected; empty where no player is to move.
    moves: &'a [String],
}

/// A finished game.
#[derive(Serialize)]
struct ResultJson<'a> {
    game: &'a str,
    /// The position as everybody knows it.
    view: String,
    /// Always `over`.
    turn: String,
    /// Everybody's share of the win as `parlour show` and the engine protocol write it.
    result: Vec<String>,
    shares: &'a [f64],
}

/// The best moves of the player to move.
pub(super) fn moves(
    args: &Args,
    game: &Entry,
    session: &dyn Session,
    seat: Seat,
    (report, seconds): (&TextReport, f64),
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let lines = || report.lines.iter().take(args.lines.get());
    if args.json {
        return io.json(&MovesJson {
            game: game.id,
            view: session.view(Viewer::Seat(seat)),
            turn: turn_text(Turn::Player(seat)),
            player: seat.number(),
            depth: report.depth,
            nodes: report.nodes,
            seconds,
            lines: lines()
                .map(|line| LineJson {
                    moves: &line.moves,
                    value: line.value,
                    certainty: line.certainty.name(),
                    shares: line.shares.as_slice(),
                    visits: line.visits.unwrap_or_default(),
                })
                .collect(),
        });
    }
    writeln!(io.out, "{} to move", session.seat_name(seat))?;
    for line in lines() {
        let certainty = line.certainty.name();
        writeln!(io.out, "{:.4} {certainty:<9}  {}", line.value, line.moves.join(" "))?;
        if line.shares.seats() > 2 {
            writeln!(io.out, "       shares {}", row(line.shares.as_slice()))?;
        }
    }
    effort(report.nodes, report.depth, seconds, io)
}

/// What chance may bring.
pub(super) fn outcomes(
    args: &Args,
    game: &Entry,
    session: &dyn Session,
    value: &PositionValue,
    evaluator: &Evaluator,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let Node::Chance(outcomes) = &value.node else {
        return Err(Failure::runtime("chance does not decide here"));
    };
    let seconds = evaluator.elapsed().as_secs_f64();
    if args.json {
        let all = total(outcomes);
        return io.json(&ChanceJson {
            game: game.id,
            view: session.view(Viewer::Public),
            turn: turn_text(session.turn()),
            shares: &value.shares,
            certainty: value.certainty.name(),
            depth: evaluator.depth,
            nodes: evaluator.nodes,
            seconds,
            outcomes: outcomes.iter().map(|outcome| outcome_json(outcome, all)).collect(),
        });
    }
    let whose =
        session.thrower().map_or(String::new(), |seat| format!(" for {}", session.seat_name(seat)));
    writeln!(io.out, "chance decides{whose} ({})", value.certainty.name())?;
    each(session, value.shares.iter().map(|share| format!("{share:.4}")), io)?;
    writeln!(io.out)?;
    table(session, outcomes, io)?;
    effort(evaluator.nodes, evaluator.depth, seconds, io)
}

fn outcome_json(outcome: &Outcome, all: f64) -> OutcomeJson<'_> {
    let Outcome { action, weight, value } = outcome;
    let (after, moves): (Turn, &[String]) = match &value.node {
        Node::Moves(seat, moves) => (Turn::Player(*seat), moves),
        Node::Chance(_) => (Turn::Chance, &[]),
        Node::Over => (Turn::Over, &[]),
    };
    OutcomeJson {
        action,
        chance: f64::from(*weight) / all,
        shares: &value.shares,
        certainty: value.certainty.name(),
        turn: turn_text(after),
        moves,
    }
}

/// A line for each outcome, in columns.
fn table(session: &dyn Session, outcomes: &[Outcome], io: &mut Io<'_>) -> Result<(), Failure> {
    let all = total(outcomes);
    let actions = outcomes.iter().map(|outcome| outcome.action.len());
    let wide = actions.max().unwrap_or(0).max("outcome".len());
    let chance = |weight: u32| format!("{weight}/{all}");
    let broad = outcomes.iter().map(|outcome| chance(outcome.weight).len());
    let broad = broad.max().unwrap_or(0).max("chance".len());
    let shares = row(&vec![0.0; usize::from(session.seats())]).len();
    writeln!(
        io.out,
        "{:<wide$}  {:>broad$}  {:<shares$}  {:<9}  then",
        "outcome", "chance", "shares", ""
    )?;
    for Outcome { action, weight, value } in outcomes {
        let then = match &value.node {
            Node::Moves(seat, moves) => {
                format!("{}: {}", session.seat_name(*seat), moves.join(" "))
            }
            Node::Chance(_) => "chance decides again".to_owned(),
            Node::Over => "the game is over".to_owned(),
        };
        writeln!(
            io.out,
            "{action:<wide$}  {:>broad$}  {:<shares$}  {:<9}  {then}",
            chance(*weight),
            row(&value.shares),
            value.certainty.name()
        )?;
    }
    Ok(())
}

/// How the win of a finished game was split.
pub(super) fn result(
    args: &Args,
    game: &Entry,
    session: &dyn Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let result = shares_text(session).unwrap_or_default();
    if args.json {
        return io.json(&ResultJson {
            game: game.id,
            view: session.view(Viewer::Public),
            turn: turn_text(Turn::Over),
            result,
            shares: &over(session).shares,
        });
    }
    writeln!(io.out, "the game is over: {}", status(session))?;
    each(session, result.into_iter(), io)
}

/// A line for each player, with what is that player's.
fn each(
    session: &dyn Session,
    texts: impl Iterator<Item = String>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let names = names(session);
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (name, text) in names.iter().zip(texts) {
        writeln!(io.out, "{name:<wide$}  {text}")?;
    }
    Ok(())
}

fn row(shares: &[f64]) -> String {
    shares.iter().map(|share| format!("{share:.4}")).collect::<Vec<_>>().join(" ")
}

/// What it took; a remark beside the answer.
fn effort(nodes: u64, depth: u32, seconds: f64, io: &mut Io<'_>) -> Result<(), Failure> {
    io.out.flush()?;
    let nodes = numbers::grouped(nodes);
    writeln!(io.err, "{nodes} nodes, depth {depth}, {seconds:.2} s")?;
    Ok(())
}
