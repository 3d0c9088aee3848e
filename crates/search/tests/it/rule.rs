//! Engines that play by a rule, and what a count of nodes may use of what others have worked out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parlour_core::{PerSeat, Seat};
use parlour_search::{
    Budget, ByRule, Certainty, Driver, Effort, MoveValues, Progress, Rule, SearchControl,
    SearchReport, SearchTask, Worked,
};

use crate::toys::{Nim, Pile};

/// What the whole process has worked out, in nodes: first what is quick, then the rest.
static KNOWN: AtomicU64 = AtomicU64::new(0);
const QUICK: u64 = 100;
const ALL: u64 = 5000;

/// Knows nothing at first, then a little, then how to play.
const LEARNED: Rule<Nim> = Rule {
    evaluate: |game, state, effort| {
        let (known, best) = (KNOWN.load(Ordering::Relaxed), state.left % 4);
        let (best, certainty) = match effort {
            Effort::Whole if known >= ALL => (best, Certainty::Exact),
            _ if known >= QUICK => (2, Certainty::Estimated),
            _ => (1, Certainty::Estimated),
        };
        let mut moves: Vec<u8> = (1..=state.left.min(3)).collect();
        moves.sort_by_key(|&mv| mv != best);
        let even = PerSeat::new(game.players, 1.0 / f64::from(game.players));
        let moves = moves.into_iter().map(|mv| (mv, even)).collect();
        MoveValues { shares: even, moves, certainty }
    },
    work_out: |_, _, effort, work| {
        let until = if effort == Effort::Whole { ALL } else { QUICK };
        let before = KNOWN.load(Ordering::Relaxed);
        let nodes = work.min(until.saturating_sub(before));
        KNOWN.store(before + nodes, Ordering::Relaxed);
        let progress = if before + nodes < until { Progress::More } else { Progress::Done };
        Worked { nodes, improved: progress == Progress::Done, progress }
    },
    cost: |_, _| ALL,
};

fn think(budget: Budget, reuse: bool) -> SearchReport<u8> {
    let game = Nim { players: 2, heap: 7 };
    let task = SearchTask { reuse, ..SearchTask::new(&game, Pile { left: 7, mover: Seat(0) }, 1) };
    let stop = AtomicBool::new(false);
    let control = SearchControl { clock: &|| Duration::ZERO, stop: &stop };
    let task = SearchTask { budget, ..task };
    Driver::new(Box::new(ByRule::new(LEARNED)), 1).search(task, &control, &mut |_| {})
}

fn count(nodes: u64) -> SearchReport<u8> {
    think(Budget { nodes: Some(nodes), ..Budget::default() }, false)
}

#[test]
fn what_others_worked_out_is_used_by_a_count_of_nodes_only_when_it_has_paid_for_it() {
    let found = |report: SearchReport<u8>| {
        let line = &report.lines[0];
        (line.choice(), line.certainty, report.nodes)
    };
    let searches = || {
        let depth = Budget { depth: Some(3), ..Budget::default() };
        [count(1), count(ALL - 1), count(2 * ALL), think(depth, false)].map(found)
    };
    let first = searches();
    let guess = |nodes| (2, Certainty::Estimated, nodes);
    assert_eq!(first, [guess(1), guess(ALL - 1), (3, Certainty::Exact, ALL), guess(1)]);
    assert_eq!(searches(), first, "all is known now");
    assert_eq!(found(think(Budget::default(), true)), (3, Certainty::Exact, 1), "nothing to count");
    KNOWN.store(ALL / 2, Ordering::Relaxed);
    assert_eq!(searches(), first, "half of it was known");
}
