//! The computer player: what it reads from play, and what it gives away.

use parlour_core::{Game, Seat, Turn, Viewer};
use parlour_search::infosets::{InfoSets, Params, Policy};
use parlour_search::{Budget, Engine, Progress, SearchControl, SearchRequest, SearchTask};

use super::game;
use crate::ShellOut;
use crate::belief::{Belief, believe};
use crate::policy::FEATURES;
use crate::state::{Move, View};
use crate::styles::PolicyMixture;
use parlour_core::hex::Cell;
use parlour_session::{
    Running, Session, Spec, TextReport, search_once,
    testing::{at, play},
};

const START: &str = "7/8/7a1/7a2/11/7a1aa1/13/1bb1b7/11/2b7/1b7/8/7 -,- 0,0 1/4 a deal 0";

/// A game of two after these actions.
fn played(actions: &str) -> Running<ShellOut> {
    play::<ShellOut>(START, actions)
}

fn belief(session: &Running<ShellOut>) -> Belief {
    let open = session.history().state().open;
    believe(&game(&[]), PolicyMixture::default().styles(), &open, session.observations())
}

fn odds(session: &Running<ShellOut>, seat: u8, cell: &str) -> f32 {
    belief(session).at(Seat(seat), Cell::read(cell).expect("a cell"))
}

fn answer(session: &dyn Session, spec: &str, seed: u64) -> TextReport {
    let budget = Budget { nodes: Some(200), ..Budget::default() };
    let request = SearchRequest::all_lines(budget, seed);
    let spec: Spec = spec.parse().expect("a player");
    let report =
        search_once(session, &spec, 1, &request, &SearchControl::none()).expect("an engine");
    report.expect("somebody is to move")
}

#[test]
fn a_shell_that_runs_is_suspected() {
    let hidden = "d5 d10 hh9 hf5";
    let before = played(hidden);
    assert!((odds(&before, 0, "h9") - 0.2).abs() < 1e-6);
    let run = played(&format!("{hidden} h9-g8 f5-f6 g8-g7 f6-g6"));
    assert!(odds(&run, 0, "g7") > 0.4, "{:?}", belief(&run));
    assert!(odds(&run, 0, "h12") < 0.2, "{:?}", belief(&run));
}

#[test]
fn a_shell_that_was_looked_under_is_cleared() {
    // Player 2 looks under h9, which has come to g8, from g7; the counter lies elsewhere.
    let session = played("d5 d10 hh12 hf2 h9-g8 f5-f6 h11-h10 f6-g7 h10-h11 g7xg8");
    assert_eq!(odds(&session, 0, "g8"), 0.0);
    let rest: f32 = belief(&session).of(Seat(0)).map(|(_, odds)| odds).sum();
    assert!((rest - 1.0).abs() < 1e-5);
}

#[test]
fn a_belief_is_made_of_public_play_alone() {
    let one = played("d5 d10 hh9 hf5 h9-g8 f5-f6");
    let other = played("d25 d50 hh12 hf2 h9-g8 f5-f6");
    assert_eq!(belief(&one), belief(&other));
}

/// The policies of the player to act for every place where its counter may lie.
fn found_policies(
    session: &Running<ShellOut>,
    policies: &PolicyMixture,
) -> Vec<Policy<View, Move>> {
    let Turn::Player(seat) = session.turn() else { panic!("nobody is to move") };
    let view = session.game().view(session.history().state(), Viewer::Seat(seat));
    let observations = session.observations().to_vec();
    let mut engine = InfoSets::with_model(policies.clone(), Params::DEFAULT);
    engine.begin(SearchTask { observations, ..SearchTask::new(session.game(), view, 3) });
    assert_eq!(engine.step(300), Progress::More);
    assert_eq!(engine.nodes(), 300);
    engine.policies()
}

#[test]
fn where_its_own_counter_lies_changes_nothing_but_the_draw() {
    let play = "h9-g8 f5-f6 h11-h10 f6-g7 h10-h9 f3-f4";
    // Whatever has been learned.
    let [usual, other] =
        [PolicyMixture::default(), PolicyMixture::new([0.3; FEATURES])].map(|policies| {
            let hidden = |shell: &str| {
                found_policies(&played(&format!("d5 d10 h{shell} hf2 {play}")), &policies)
            };
            let all = ["h9", "h11", "h12", "j11", "k12"].map(hidden);
            assert!(all.iter().all(|policies| policies.len() == 5));
            assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "the counter shows");
            all
        });
    assert_ne!(usual, other, "the search plays by the style that it is given");
}

#[test]
fn a_counter_is_hidden_anywhere() {
    let session = played("d25 d10");
    let hides: std::collections::HashSet<String> =
        (0..40).map(|seed| answer(&session, "infosets", seed).chosen).collect();
    assert!(hides.len() > 2, "{hides:?}");
}

#[test]
fn a_sure_win_is_taken() {
    let text = "7/8/9/10/11/12/7bB4/12/3A7/10/9/8/7 25,10 0,0 4/4 a play 0";
    for seed in 0..10 {
        assert_eq!(answer(&at::<ShellOut>(text), "infosets", seed).chosen, "e4-e3");
    }
}

#[test]
fn shelling_out_comes_before_idle_moves_of_the_same_value() {
    // The first hand of four: a step later it could be done as well.
    let text = "7/8/7a1/10/11/9a2/1b2B8/12/3A7/10/1b*7/8/7 25,10 0,0 1/4 a play 3";
    for seed in 0..10 {
        let thought = answer(&at::<ShellOut>(text), "infosets", seed);
        assert_eq!((&*thought.chosen, &*thought.lines[0].moves[0]), ("e4-e3", "e4-e3"));
    }
}

#[test]
fn a_counter_without_an_opponent_is_walked_home_in_most_games() {
    // The other's counter is taken; only two shells stand in the way.
    let text = "7/8/7a1/10/11/9a2/1b2b8/4A7/11/10/1b*7/8/7 25,x10 10,0 1/1 a play 3";
    let mut short = 0;
    for seed in 0..8 {
        let mut session = at::<ShellOut>(text);
        let mut plies = 0;
        while session.turn() != Turn::Over {
            let thought = answer(&session, "infosets", seed * 100 + plies);
            session.play(&thought.chosen).expect("legal");
            plies += 1;
        }
        short += usize::from(plies < 30);
    }
    assert!(short >= 6, "{short} of 8 games were short");
}

#[test]
fn scripted_players_move_as_their_names_say() {
    let session = played("d5 d10 hh9 hf5");
    for seed in 0..10 {
        assert!(answer(&session, "runner", seed).chosen.starts_with("h9"), "the loaded shell runs");
    }
    // The shell on g8 is all that player 1 has moved, and the nearest of the five.
    let near = played("d5 d10 hh9 hf2 h9-g8 f5-f6 g8-g9 f6-g7 g9-g8");
    for spec in ["guess-moved", "guess-nearest"] {
        assert_eq!(answer(&near, spec, 1).chosen, "g7xg8", "{spec}");
    }
    for spec in ["runner", "wanderer"] {
        assert!(!answer(&near, spec, 1).chosen.contains('x'), "{spec}");
    }
}
