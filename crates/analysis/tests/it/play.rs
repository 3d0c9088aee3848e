//! Games to report on.

use std::sync::Arc;

use parlour_analysis::{Report, ReportBudget, report};
use parlour_core::rng::{derived, seeded};
use parlour_core::{OptionValues, Turn};
use parlour_games::find;
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{GameRecord, Session, Spec};

/// Little enough for many games.
pub(crate) const QUICK: ReportBudget =
    ReportBudget { nodes: 64, exact_nodes: 0, worlds: 40, trials: 2, samples: 32, seed: 1 };

/// A new game with these options.
pub(crate) fn open(id: &str, options: &[(&str, &str)]) -> Box<dyn Session> {
    let entry = find(id).expect("the game is registered");
    let options: OptionValues =
        options.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    (entry.open)(&options).expect("options of the game")
}

/// A game of at most `longest` actions. Moves are random, or made by this player.
pub(crate) fn played(
    start: Box<dyn Session>,
    by: Option<&Spec>,
    seed: u64,
    longest: usize,
) -> GameRecord {
    let (mut session, mut rng) = (start.boxed_clone(), seeded(seed));
    let mut player = by.map(|spec| start.player(spec, 1).expect("a player of the game"));
    let mut actions = Vec::new();
    while actions.len() < longest && session.turn() != Turn::Over {
        let action = match (&mut player, session.turn()) {
            (Some(player), Turn::Player(_)) => {
                let seed = derived(seed, actions.len() as u64);
                let request = SearchRequest::best_move(Budget::default(), seed);
                let control = SearchControl::none();
                let found = player.search(&*session, &request, &control, &mut |_| {});
                found.expect("a player is to move").chosen
            }
            _ => session.sample(&mut rng).expect("the game goes on"),
        };
        session.play(&action).expect("a legal action");
        actions.push(action);
    }
    GameRecord { start, actions, result: None, ended_by: None, by_computer: Vec::new() }
}

/// The report, made without a stop.
pub(crate) fn reported(record: &GameRecord, limits: ReportBudget) -> Report {
    report(record, Some(limits), &Arc::default(), &mut |_, _| {}).expect("a legal record")
}
