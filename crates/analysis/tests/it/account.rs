//! The account closes, for games of every kind.

use parlour_analysis::{AttemptJudged, Certainty, Report, ReportBudget, Verdict, attempt};
use parlour_core::Seat;
use parlour_games::{all, find};
use parlour_session::{GameRecord, Spec};

use crate::play::{QUICK, open, played, reported};

/// Everything that must hold for any report.
fn check(report: &Report, record: &GameRecord, what: &str) {
    assert_eq!(report.steps.len(), record.actions.len(), "{what}");
    for (seat, game) in report.seats.iter().enumerate() {
        let account = game.account;
        let parts = account.luck + account.own_errors + account.others_errors + account.revision;
        let gap = account.end - account.start - parts;
        assert!(gap.abs() < 1e-9, "{what}: seat {seat} is off by {gap}: {account:?}");
        assert!(account.own_errors <= 0.0, "{what}: {account:?}");
        let numbered = report
            .steps
            .iter()
            .filter(|step| step.by.map(usize::from) == Some(seat) && step.decision.is_some());
        assert_eq!(numbered.count(), (game.decisions + game.by_computer) as usize, "{what}");
    }
    let total: f64 = report.seats.iter().map(|seat| seat.account.end).sum();
    assert!((total - 1.0).abs() < 1e-5, "{what}: the shares add up to {total}");
    for step in &report.steps {
        let Some(seat) = step.by.map(usize::from) else {
            assert!(step.error.is_empty() && step.verdict.is_none(), "{what}: {step:?}");
            continue;
        };
        let error = step.error.get(seat).copied().unwrap_or_default();
        assert!(error <= 0.0, "{what}: {step:?}");
        assert_eq!(step.verdict.is_some(), step.decision.is_some(), "{what}: {step:?}");
        assert_eq!(
            step.better.is_some(),
            step.verdict.is_some_and(|verdict| verdict > Verdict::Unclear),
            "{what}: {step:?}"
        );
    }
    assert!(report.moments.len() <= 3 * report.seats.len(), "{what}");
    assert!(report.moments.iter().all(|moment| !moment.words.is_empty()), "{what}");
    // Who is called the winner has won: a sure win may be given away later.
    let shares = report.steps.last().map_or(&[][..], |last| &last.shares[..]);
    for (seat, share) in shares.iter().enumerate() {
        let claim = format!("the win was {{seat's:{seat}}}");
        let claimed = report.moments.iter().any(|moment| moment.words.contains(&claim));
        assert!(!claimed || *share > 0.999, "{what}: {claim}");
    }
}

/// Every game with the usual number of players, and with more where it takes more.
fn tables() -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let mut tables = Vec::new();
    for entry in all() {
        tables.push((entry.id, Vec::new()));
        if entry.options.iter().any(|option| option.name == "players") {
            tables.push((entry.id, vec![("players", "4")]));
        }
    }
    tables.push(("shut-the-box", vec![("players", "12")]));
    tables.push(("shell-out", vec![("players", "6"), ("hands", "1")]));
    tables
}

#[test]
fn the_account_of_a_random_game_closes() {
    for (id, options) in tables() {
        let record = played(open(id, &options), None, 7, 40);
        check(&reported(&record, QUICK), &record, &format!("{id} {options:?}"));
    }
}

#[test]
fn the_account_of_an_engine_game_closes() {
    for (id, options) in tables() {
        let record = played(open(id, &options), Some(&Spec::Level(4)), 3, 40);
        check(&reported(&record, QUICK), &record, &format!("{id} {options:?}"));
    }
}

#[test]
fn the_account_of_a_resigned_game_closes_and_charges_who_resigned() {
    let mut record = played(open("outwit", &[]), None, 5, 12);
    record.result = Some(vec![0.0, 1.0]);
    record.ended_by = Some(Seat(0));
    let report = reported(&record, QUICK);
    check(&report, &record, "resigned");
    let ending = report.ending.as_ref().expect("an ending");
    assert!(ending.change[0] < 0.0);
    assert_eq!(report.seats[0].account.end, 0.0);
    let errors: f64 = report
        .steps
        .iter()
        .filter(|step| step.by == Some(0))
        .map(|step| step.error.first().copied().unwrap_or_default())
        .sum();
    assert!((report.seats[0].account.own_errors - errors - ending.change[0]).abs() < 1e-12);
}

#[test]
fn an_exact_game_has_no_revision() {
    for (seed, players) in [(0, "2"), (1, "2"), (2, "3")] {
        let record = played(open("shut-the-box", &[("players", players)]), None, seed, 60);
        let report = reported(&record, QUICK);
        check(&report, &record, "shut the box");
        assert!(report.exact);
        let revisions = report.steps.iter().flat_map(|step| &step.revision);
        assert!(revisions.clone().all(|revision| revision.abs() < 1e-9), "seed {seed}");
    }
}

#[test]
fn the_solved_end_of_a_senet_game_has_no_revision() {
    let whole = played(open("senet", &[]), None, 2, 4000);
    let mut start = whole.start.boxed_clone();
    let mut actions = whole.actions.clone().into_iter();
    while !start.is_solvable() {
        let action = actions.next().expect("the end of a game can be solved");
        start.play(&action).expect("a legal action");
    }
    // Some throws later still: a test need not wait for the largest end.
    for action in actions.by_ref().take(24) {
        start.play(&action).expect("a legal action");
    }
    let record = GameRecord {
        start,
        actions: actions.collect(),
        result: None,
        ended_by: None,
        by_computer: Vec::new(),
    };
    let report = reported(&record, ReportBudget { exact_nodes: 1 << 24, ..QUICK });
    check(&report, &record, "senet");
    assert!(report.exact, "{:?}", report.steps.iter().find(|s| s.certainty != Certainty::Exact));
    let revisions = report.steps.iter().flat_map(|step| &step.revision);
    assert!(revisions.clone().all(|revision| revision.abs() < 1e-9));
}

#[test]
fn luck_is_nothing_on_average() {
    const GAMES: u32 = 2000;
    // One round is left.
    let entry = find("shut-the-box").expect("the game is registered");
    let (mut sum, mut squares) = (0.0, 0.0);
    for seed in 0..GAMES {
        let start = (entry.load)("123456789 44,40 1 ?").expect("a position");
        let record = played(start, None, u64::from(seed), 1000);
        let luck = reported(&record, QUICK).seats[0].account.luck;
        sum += luck;
        squares += luck * luck;
    }
    let count = f64::from(GAMES);
    let mean = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    assert!(mean.abs() < 3.5 * error, "mean luck {mean} with a standard error of {error}");
}

#[test]
fn the_best_move_is_a_right_answer_and_the_mistake_is_not() {
    let record = played(open("shut-the-box", &[]), None, 1, 40);
    let report = reported(&record, QUICK);
    let step = report.steps.iter().find(|step| step.verdict > Some(Verdict::Good));
    let step = step.expect("random moves make mistakes");
    let better = step.better.as_ref().expect("a better move").line[0].clone();
    let judged =
        |action: &str| attempt(&record, &report, step.ply as usize, action).expect("a legal move");
    assert_eq!(judged(&better), Some(AttemptJudged { loss: 0.0, right: true }));
    let again = judged(&step.action).expect("there is an answer");
    assert!(!again.right && again.loss > 0.0, "{again:?}");
    assert!(attempt(&record, &report, step.ply as usize, "nonsense").is_err());
    assert_eq!(attempt(&record, &report, 1, "r11"), Ok(None), "a throw is no decision");
}

#[test]
fn the_same_game_has_the_same_report() {
    for id in ["outwit", "shell-out", "senet"] {
        let record = played(open(id, &[]), None, 4, 30);
        assert_eq!(reported(&record, QUICK), reported(&record, QUICK), "{id}");
    }
}

#[test]
fn what_the_computer_played_for_a_person_is_not_that_persons() {
    let mut record = played(open("shut-the-box", &[]), None, 4, 60);
    let own = reported(&record, QUICK);
    let lost = |step: &&parlour_analysis::Step| -step.error.iter().copied().fold(0.0, f64::min);
    let decided = own.steps.iter().filter(|step| step.verdict > Some(Verdict::Good));
    let worst = decided.max_by(|one, other| lost(one).total_cmp(&lost(other)));
    let worst = worst.expect("random moves make mistakes");
    let seat = usize::from(worst.by.expect("a player's"));
    record.by_computer = vec![worst.ply as usize];
    let left = reported(&record, QUICK);
    check(&left, &record, "left to the computer");
    let (own, left) = (&own.seats[seat], &left.seats[seat]);
    assert_eq!((left.decisions + 1, left.by_computer), (own.decisions, 1));
    assert!(left.mean_loss < own.mean_loss);
    assert_eq!(left.account, own.account, "the account still closes with it");
    let again = reported(&record, QUICK);
    let named =
        again.moments.iter().any(|moment| moment.ply == worst.ply && moment.seat == seat as u8);
    assert!(!named, "no moment of the player's");
}

#[test]
fn an_error_in_a_game_with_secrets_is_one_that_other_searches_confirm() {
    // A random player's moves are judged: some are worse for sure, most cannot be told apart from the best.
    let record = played(open("shell-out", &[("hands", "1")]), None, 7, 60);
    let report = reported(&record, ReportBudget { nodes: 512, samples: 96, ..QUICK });
    check(&report, &record, "shell-out");
    let all = |verdict| report.steps.iter().filter(|step| step.verdict == Some(verdict)).count();
    assert!(all(Verdict::Unclear) > 0);
    for step in report.steps.iter().filter(|step| step.verdict == Some(Verdict::Unclear)) {
        assert!(step.error.is_empty() && step.better.is_none(), "{step:?}");
    }
}
