//! Information-set search on a game whose answer is known: Kuhn's poker.

mod kuhn;

use kuhn::{Chips, HandView, Hands, Kuhn, Nerve};
use parlour_core::{Game, Seat, Viewer};
use parlour_search::infosets::{InfoSets, Params, Policy};
use parlour_search::{
    ByRule, Certainty, Effort, Engine, MoveValues, Progress, Rule, SearchTask, Want,
};

const SIMULATIONS: u64 = 20_000;

/// The engine after a search of a deal in which these actions were made.
fn thinking(
    cards: [u8; 2],
    acts: &[Chips],
    seed: u64,
    simulations: u64,
    information_price: f32,
) -> InfoSets<Kuhn> {
    let mut state = Hands { cards: cards.map(Some), ..Kuhn.start() };
    acts.iter().for_each(|&act| Kuhn.play(&mut state, act));
    let mover = Seat(acts.len() as u8 % 2);
    let mut engine = InfoSets::new(Params { information_price, ..Params::DEFAULT });
    engine.begin(SearchTask::new(&Kuhn, Kuhn.view(&state, Viewer::Seat(mover)), seed));
    engine.step(simulations);
    engine
}

fn engine(cards: [u8; 2], acts: &[Chips], seed: u64) -> InfoSets<Kuhn> {
    thinking(cards, acts, seed, SIMULATIONS, Params::DEFAULT.information_price)
}

/// How likely each card bets, the lowest first.
fn bets(policies: &[Policy<HandView, Chips>]) -> Vec<f32> {
    let bet = |policy: &Policy<HandView, Chips>| {
        policy.moves.iter().find(|(mv, _)| *mv == Chips::Bet).map_or(0.0, |&(_, chance)| chance)
    };
    policies.iter().map(bet).collect()
}

#[test]
fn who_is_sure_calls_and_who_cannot_win_does_not() {
    let calls = bets(&engine([0, 2], &[Chips::Bet], 1).policies());
    assert!(calls[2] > 0.95, "{calls:?}");
    assert!(calls[0] < 0.05, "{calls:?}");
}

#[test]
fn the_lowest_card_bluffs_now_and_then() {
    // In equilibrium one time in three when the other has passed.
    let bets = bets(&engine([1, 0], &[Chips::Pass], 1).policies());
    assert!((0.05..0.6).contains(&bets[0]), "{bets:?}");
}

#[test]
fn an_information_price_makes_the_policies_of_information_states_alike() {
    let spread = |information_price: f32| {
        let calls =
            bets(&thinking([1, 0], &[Chips::Bet], 1, SIMULATIONS, information_price).policies());
        calls[2] - calls[0]
    };
    let spreads = [0.01, 20.0].map(spread);
    assert!(spreads[0] > 0.95 && spreads[1] < 0.1, "{spreads:?}");
}

#[test]
fn the_true_information_state_changes_nothing_but_the_draw() {
    for acts in [&[][..], &[Chips::Pass], &[Chips::Bet]] {
        let mover = acts.len() % 2;
        let policies = |card: u8| {
            let mut cards = [(card + 1) % 3; 2];
            cards[mover] = card;
            engine(cards, acts, 7).policies()
        };
        assert_eq!(policies(0), policies(1));
        assert_eq!(policies(1), policies(2));
    }
}

#[test]
fn thinking_takes_as_long_with_any_secret() {
    for card in 0..3 {
        let mut engine = engine([card, (card + 1) % 3], &[], 3);
        assert_eq!(engine.nodes(), SIMULATIONS);
        assert_eq!(engine.step(10), Progress::More);
    }
}

#[test]
fn a_depth_limit_ends_an_information_set_search() {
    // The longest hand has three acts, so the last depth is never reached.
    for depth in [1, 3, 50] {
        let ends = [0, 1, 2].map(|card| {
            let mut engine = InfoSets::new(Params::DEFAULT);
            let cards = [Some(card), Some((card + 1) % 3)];
            let state = Hands { cards, ..Kuhn.start() };
            let view = Kuhn.view(&state, Viewer::Seat(Seat(0)));
            engine.begin(SearchTask::new(&Kuhn, view, 3).depth_limit(depth));
            while engine.step(7) == Progress::More {}
            let report = engine.report();
            assert!(report.depth >= depth.min(3), "{report:?}");
            (report.depth, report.nodes)
        });
        assert!(ends.iter().all(|end| *end == ends[0]), "with any secret alike: {ends:?}");
    }
}

#[test]
fn the_opponents_card_changes_nothing_in_the_report() {
    let lines = |cards| engine(cards, &[Chips::Pass], 5).report();
    assert_eq!(lines([0, 1]), lines([2, 1]));
}

#[test]
fn a_policy_is_followed_in_the_long_run() {
    let (mut expected, mut made) = (0.0, 0.0);
    for seed in 0..300 {
        let engine = thinking([1, 2], &[Chips::Pass], seed, 300, 0.12);
        expected += bets(&engine.policies())[2];
        made += f32::from(u8::from(engine.report().lines[0].choice() == Chips::Bet));
    }
    assert!((expected - made).abs() < 30.0, "{made} instead of {expected}");
}

#[test]
fn workers_make_one_policy_of_all_that_they_found() {
    let found = |engine: &InfoSets<Kuhn>, workers: &[Box<dyn Engine<Kuhn>>]| {
        let report = engine.combine(workers);
        let bet = report.lines.iter().find(|line| line.choice() == Chips::Bet).expect("legal");
        (report.nodes, bet.visits.unwrap_or_default(), bet.value)
    };
    // The highest card bets when the other has passed; a single simulation cannot tell.
    let (cards, acts) = ([1, 2], [Chips::Pass]);
    let hasty = thinking(cards, &acts, 1, 1, 0.01);
    let (_, visits, _) = found(&hasty, &[]);
    assert!(visits <= 1);
    let slow = engine(cards, &acts, 2);
    let (_, enough, value) = found(&slow, &[]);
    let (nodes, visits, together) = found(&hasty, &[Box::new(slow)]);
    assert_eq!(nodes, SIMULATIONS + 1);
    assert!((enough..=enough + 1).contains(&visits), "{visits} of {enough}");
    assert!((together - value).abs() < 0.01, "{together} and {value}");
}

#[test]
fn a_rollout_sees_what_the_others_are_about_to_do() {
    // Nobody dares to match a bet, so that the lowest card wins one chip by it, three quarters of all.
    let bet = |rollout_depth, seed| {
        // Each card passes in its first simulation and bets in its second.
        let params =
            Params { rollout_depth, fpu_reduction: -1.0, prior_visits: 0.0, ..Params::DEFAULT };
        let mut engine = InfoSets::with_model(Nerve(-30.0), params);
        let state = Hands { cards: [Some(0), Some(2)], ..Kuhn.start() };
        engine.begin(SearchTask::new(&Kuhn, Kuhn.view(&state, Viewer::Seat(Seat(0))), seed));
        engine.step(6);
        let lines = engine.report().lines;
        lines.iter().find(|line| line.choice() == Chips::Bet).expect("legal").value
    };
    let all_fold =
        |rollout_depth| (0..20).all(|seed| (bet(rollout_depth, seed) - 0.75).abs() < 1e-6);
    assert!(all_fold(1), "it plays on as players are taken to move");
    assert!(!all_fold(0), "by chance somebody matches the bet");
}

#[test]
fn a_rule_of_thumb_plays_a_game_with_secrets_by_what_the_mover_knows() {
    fn timid(_: &Kuhn, view: &HandView, _: Effort) -> MoveValues<Chips> {
        let mut moves = [Chips::Pass, Chips::Bet];
        moves.sort_by_key(|&chips| (chips == Chips::Bet) != (view.own == Some(2)));
        let even = parlour_core::PerSeat::new(2, 0.5);
        let moves = moves.map(|chips| (chips, even)).to_vec();
        MoveValues { shares: even, moves, certainty: Certainty::Estimated }
    }
    let plays = |own: u8, other: u8| {
        let state = Hands { cards: [own, other].map(Some), ..Kuhn.start() };
        let mut engine = ByRule::new(Rule::at_once(timid));
        engine.begin(SearchTask::new(&Kuhn, Kuhn.view(&state, Viewer::Seat(Seat(0))), 1));
        engine.step(1);
        engine.report().chosen
    };
    assert_eq!([plays(2, 0), plays(1, 0), plays(0, 2)], [Chips::Bet, Chips::Pass, Chips::Pass]);
}

#[test]
fn two_moves_are_compared_in_the_same_worlds_and_from_what_their_player_knows() {
    // Who folds has 1/4 of the win. Who calls has all of it with the highest card and nothing with the lowest.
    for (card, gain) in [(0, 0.25), (2, -0.75)] {
        let mut engine = thinking([1, card], &[Chips::Bet], 1, 500, 0.05);
        let found = engine.compare([Chips::Pass, Chips::Bet], 300).expect("both are legal");
        assert!((found.mean - gain).abs() < 1e-6, "{found:?}");
        assert!(found.error < 1e-6, "the same in every world: {found:?}");
        let none = engine.compare([Chips::Bet, Chips::Bet], 300).expect("it is legal");
        assert_eq!(none.mean, 0.0);
    }
    // The middle card cannot know; the error says so.
    let mut engine = thinking([0, 1], &[Chips::Bet], 1, 500, 0.05);
    let found = engine.compare([Chips::Pass, Chips::Bet], 300).expect("both are legal");
    assert!(found.error > 0.01 && found.mean.abs() < 0.75, "{found:?}");
}

#[test]
fn where_all_moves_need_a_value_none_keeps_the_mean_of_all() {
    let state = Hands { cards: [Some(1), Some(2)], ..Kuhn.start() };
    let mut bet = state;
    Kuhn.play(&mut bet, Chips::Bet);
    let fold = |want| {
        let mut engine = InfoSets::new(Params::DEFAULT);
        let view = Kuhn.view(&bet, Viewer::Seat(Seat(1)));
        engine.begin(SearchTask { want, ..SearchTask::new(&Kuhn, view, 1) });
        engine.step(3000);
        let report = engine.report();
        report.lines.into_iter().find(|line| line.choice() == Chips::Pass).expect("legal")
    };
    let (all, best) = (fold(Want::AllLines), fold(Want::BEST_LINE));
    assert!(all.visits >= Some(100) && all.visits > best.visits, "{all:?} {best:?}");
    assert!(all.is_valued() && (all.value - 0.25).abs() < 0.03, "{all:?}");
}
