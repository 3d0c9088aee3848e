//! Hints: what the computer thinks of somebody's moves.

use std::time::Duration;

use parlour_core::{Turn, Viewer};
use parlour_games::{Session, Spec, Variation, find};
use parlour_search::{Budget, Certainty};
use parlour_table::commands::Refusal;
use parlour_table::stored::TableId;
use parlour_wire::socket::{self, HintMove, ServerMessage};

use crate::app::App;
use crate::bots::Purpose;
use crate::error::Error;

/// So many moves a hint names at most.
pub(crate) const HINT_MOVES: usize = 3;

/// What the computer would play here.
pub(crate) async fn think(
    app: App,
    home: String,
    table: TableId,
    session: Box<dyn Session>,
    ply: u32,
) -> Result<ServerMessage, Error> {
    let choices = match session.turn() {
        Turn::Player(seat) => session.choices(Viewer::Seat(seat)),
        _ => Vec::new(),
    };
    let secrets = find(session.id()).is_some_and(|game| game.secrets);
    let thought = app.hub.pool.think(table, session, player(), Purpose::Hint(home)).await;
    let busy = || Refusal::new("busy", "The computer is busy. Ask again in a moment.");
    let thought = thought.ok_or_else(busy)?;
    let name = |line: Variation| {
        let action = line.moves.into_iter().next().unwrap_or_default();
        let choice = choices.iter().find(|choice| choice.action == action);
        let caption = choice.map(|choice| choice.caption.clone()).unwrap_or_default();
        HintMove { action, caption, value: line.value, certainty: told(line.certainty) }
    };
    let moves = ranked(thought.lines, secrets).into_iter().take(HINT_MOVES).map(name).collect();
    Ok(ServerMessage::Hint { ply, moves })
}

/// Who thinks about hints: the best there is, for as long as a person likes to wait.
fn player() -> Spec {
    Spec::best_within(Budget { time: Some(Duration::from_millis(800)), ..Budget::default() })
}

/// The lines in the order in which a person reads them, the best first. Where others must not
/// foresee a move, the computer draws its own among the good ones, and that came first.
fn ranked(mut lines: Vec<Variation>, secrets: bool) -> Vec<Variation> {
    if secrets {
        // Of what was never tried nothing is known.
        let tried = lines.iter().any(|line| line.visits > 0);
        lines.retain(|line| !tried || line.visits > 0);
        lines.sort_by(|one, other| other.value.total_cmp(&one.value));
    }
    lines
}

fn told(certainty: Certainty) -> socket::Certainty {
    match certainty {
        Certainty::Estimated => socket::Certainty::Estimated,
        Certainty::Proven => socket::Certainty::Proven,
        Certainty::Exact => socket::Certainty::Exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(mv: &str, value: f64, visits: u64) -> Variation {
        let (moves, shares) = (vec![mv.to_owned()], vec![value, 1.0 - value]);
        Variation { moves, value, shares, certainty: Certainty::Estimated, visits }
    }

    #[test]
    fn a_hint_in_a_game_with_secrets_began_with_whatever_move_was_drawn() {
        let lines = || {
            vec![line("drawn", 0.4, 9), line("b", 0.6, 50), line("c", 0.7, 0), line("d", 0.5, 3)]
        };
        let order = |secrets| -> Vec<String> {
            ranked(lines(), secrets).into_iter().map(|line| line.moves[0].clone()).collect()
        };
        assert_eq!(order(true), ["b", "d", "drawn"]);
        // Elsewhere the engine knows best which of them to trust.
        assert_eq!(order(false), ["drawn", "b", "c", "d"]);
    }
}
