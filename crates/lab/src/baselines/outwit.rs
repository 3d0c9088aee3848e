//! Baselines of Outwit: alpha-beta with simple evaluations.

use std::sync::LazyLock;

use parlour_core::{Seat, Turn};
use parlour_outwit::features::{
    DISTANCE, FAR, FEATURES, HOME, LANES, POWER, RANGE, SLIDES, STAGES, STEPS, sides,
};
use parlour_outwit::{Outwit, State, draw_scale};
use parlour_search::alphabeta::{AlphaBeta, Params};
use parlour_search::{EngineKind, Evaluator, Heuristics, Settings};

/// Counts the moves of the player to move and nothing else, as a search without knowledge of a game does.
/// With an even search depth it prefers moves of its own, with an odd one it takes them from the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mobility;

impl<G: Heuristics> Evaluator<G> for Mobility {
    fn evaluate(&self, game: &G, state: &G::State) -> Option<i32> {
        let moves = game.count_moves(state) as i32;
        Some(if game.turn(state) == Turn::Player(Seat(0)) { moves } else { -moves })
    }
}

/// Evaluates by a sum of features, in thousandths.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sum(&'static [i32]);

impl Evaluator<Outwit> for Sum {
    #[inline]
    fn evaluate(&self, _: &Outwit, state: &State) -> Option<i32> {
        let mut sum = 0;
        sides(state, |seat, feature, count| {
            let weight = self.0.get(feature).copied().unwrap_or_default();
            sum += if seat == Seat(0) { weight * count } else { -weight * count };
        });
        Some((sum as f32 * draw_scale(state)) as i32)
    }
}

/// The weights of `crow-flies`, which counts steps to the corner; of `roomy`, which counts chips at home
/// and room to move; of `lanes`, which counts lanes and short distances.
static WEIGHTS: LazyLock<[Vec<i32>; 3]> = LazyLock::new(|| {
    let mut all = [300, 500, 700].map(|chip| {
        let mut weights = vec![0; FEATURES];
        (0..9).for_each(|home| weights[HOME + home] = chip * home as i32);
        weights
    });
    all[0][STEPS..STEPS + 2].fill(-60);
    (0..5 * STAGES).for_each(|ways| all[1][SLIDES + ways] = 20 * (ways % 5) as i32);
    all[1][RANGE..RANGE + STAGES].fill(20);
    all[2][LANES..LANES + STAGES].fill(20);
    for stage in 0..STAGES {
        all[2][DISTANCE + FAR * stage] = 300;
        all[2][DISTANCE + FAR * stage + 1] = 150;
        all[2][POWER + 4 * stage + 1] = 300;
    }
    all
});

fn by_sum(game: &Outwit, number: usize, settings: &mut Settings) -> AlphaBeta<Outwit, Sum> {
    AlphaBeta::with_evaluator(game, Sum(&WEIGHTS[number]), Params::DEFAULT.tuned(settings))
}

pub(crate) fn engines() -> [EngineKind<Outwit>; 4] {
    [
        EngineKind {
            name: "crow-flies",
            make: |game, settings| Box::new(by_sum(game, 0, settings)),
        },
        EngineKind { name: "roomy", make: |game, settings| Box::new(by_sum(game, 1, settings)) },
        EngineKind { name: "lanes", make: |game, settings| Box::new(by_sum(game, 2, settings)) },
        EngineKind {
            name: "mobility",
            make: |game, settings| {
                let params = Params::NO_PRUNING.tuned(settings);
                Box::new(AlphaBeta::with_evaluator(game, Mobility, params))
            },
        },
    ]
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::seeded;
    use parlour_core::{Game, Notation, Viewer};
    use parlour_search::{Engines, Progress, SearchTask};

    use super::*;
    use crate::train::self_play::{Agent, Effort, play};

    #[test]
    fn mobility_is_the_number_of_moves_of_the_player_to_move() {
        let mut state = Outwit.start();
        for sign in [1, -1, 1] {
            let moves = Outwit.count_moves(&state) as i32;
            assert_eq!(Mobility.evaluate(&Outwit, &state), Some(sign * moves));
            let mv = Outwit.sample_move(&state, &mut seeded(1));
            Outwit.play(&mut state, mv);
        }
    }

    #[test]
    fn a_baseline_makes_the_move_that_its_own_evaluation_prefers() {
        for (kind, weights) in engines().iter().zip(WEIGHTS.iter()) {
            let (mut state, mut rng) = (Outwit.start(), seeded(7));
            while let Turn::Player(seat) = Outwit.turn(&state) {
                let mut engine = kind.build(&Outwit, &Settings::default()).expect("no settings");
                let view = Outwit.view(&state, Viewer::Seat(seat));
                engine.begin(SearchTask::new(&Outwit, view, 1).depth_limit(1));
                while engine.step(100) == Progress::More {}
                let value = |mv| {
                    let mut after = state;
                    Outwit.play(&mut after, mv);
                    // A game that is over has a result, not an evaluation.
                    if let Some(shares) = Outwit.shares(&after) {
                        return (shares[seat].value() - 0.5) * 1e6;
                    }
                    let value = Sum(weights).evaluate(&Outwit, &after).expect("two players");
                    f64::from(if seat == Seat(0) { value } else { -value })
                };
                let chosen = value(engine.report().lines[0].choice());
                Outwit.for_each_move(&state, |mv| {
                    let text = Outwit.write_position(&state);
                    assert!(value(mv) <= chosen, "{}: {text} {mv:?}", kind.name);
                });
                for _ in 0..5 {
                    if let Turn::Player(_) = Outwit.turn(&state) {
                        let mv = Outwit.sample_move(&state, &mut rng);
                        Outwit.play(&mut state, mv);
                    }
                }
            }
        }
    }

    #[test]
    fn the_search_beats_a_player_that_only_takes_moves_away() {
        let agent = |kind: &EngineKind<Outwit>, effort| Agent {
            engine: kind.build(&Outwit, &Settings::default()).expect("no settings"),
            effort,
            random: 0,
        };
        let wins = |&(opening, me): &(u64, u8)| {
            let own = agent(&Outwit.engines()[0], Effort::Nodes(4_000));
            let mut agents = [own, agent(&engines()[3], Effort::Plies(3))];
            let at = if me == 0 { [0, 1] } else { [1, 0] };
            let shares = play(&Outwit, &mut agents, &at, 4, &mut seeded(opening), |_| {});
            shares[Seat(me)] > 0.5
        };
        let games = (0..3).flat_map(|opening| [(opening, 0), (opening, 1)]);
        let won = games.filter(wins).count();
        assert!(won >= 5, "{won} of 6");
    }
}
