//! How the computer plays: by the solution, or on lower levels by a beginner's rules of thumb.

use std::sync::LazyLock;

use parlour_core::{Game, PerSeat, Seat};
use parlour_search::{
    ByRule, Certainty, Effort, EngineKind, Engines, Heuristics, LEVELS, Level, MoveValues, Rule,
    Solution,
};

use super::tables::{ALL, FALLS, LIDS, best_turns, left, points, usable};
use super::{Dice, Move, OUT_AT, ShutTheBox, State, solve};

/// By how many points a turn makes two players part, as a scale of log-odds.
const TURN: f64 = 6.5;

/// The least points that a turn with these open lids can be expected to end with.
pub(super) static EXPECTED: LazyLock<[f64; 1 << LIDS]> =
    LazyLock::new(|| best_turns(|lids| points(lids).into(), f64::min));

/// What the turn under way can be expected to end with.
fn this_turn(lids: u16, dice: Option<Dice>) -> f64 {
    let Some(dice) = dice else { return EXPECTED[usize::from(lids)] };
    let after = left(lids, dice.total()).map(|left| EXPECTED[usize::from(left)]);
    after.reduce(f64::min).unwrap_or_else(|| points(lids).into())
}

impl Heuristics for ShutTheBox {
    fn estimate(&self, state: &State) -> Option<PerSeat<f32>> {
        Some(estimate(self, state).map(|share| share as f32))
    }

    fn exact(&self, state: &State) -> Option<PerSeat<f64>> {
        solve::known_at_once(self, state)
            .then(|| solve::evaluate(self, state, Effort::Quick).shares)
    }

    fn solution(&self) -> Option<Solution<Self>> {
        let constants = |_: &Self| solve::constants();
        Some(Solution { rule: SOLVED, constants, exact: solve::is_exact })
    }
}

impl Engines for ShutTheBox {
    fn engines(&self) -> Vec<EngineKind<Self>> {
        vec![
            EngineKind { name: "exact", make: |_, _| Box::new(ByRule::new(SOLVED)) },
            EngineKind {
                name: "field",
                make: |_, _| Box::new(ByRule::new(Rule::at_once(solve::evaluate_by_model))),
            },
            EngineKind {
                name: "careful",
                make: |_, _| Box::new(ByRule::new(Rule::at_once(careful))),
            },
            EngineKind {
                name: "next-throw",
                make: |_, _| Box::new(ByRule::new(Rule::at_once(next_throw))),
            },
            // By the rules alone, to check the solution by and to compare.
            EngineKind { name: "dp", ..EngineKind::exact() },
            EngineKind::uct(),
        ]
    }

    fn levels(&self) -> [Level; LEVELS] {
        [
            // Luck leaves little room: about 35 Elo lie between two of these.
            Level::nodes("next-throw", 1).temperature(2.5),
            Level::nodes("careful", 1).temperature(0.3),
            Level::nodes("careful", 1).temperature(0.197),
            Level::nodes("careful", 1).temperature(0.126),
            Level::nodes("careful", 1).temperature(0.083),
            Level::nodes("careful", 1).temperature(0.055),
            Level::nodes("careful", 1).temperature(0.034),
            Level::milliseconds("exact", 3_000),
        ]
    }
}

/// Plays for the win as well as is known, and carefully until something is known.
const SOLVED: Rule<ShutTheBox> = Rule {
    evaluate: |game, state, effort| {
        if solve::is_cached(game, state, effort) {
            solve::evaluate(game, state, effort)
        } else {
            careful(game, state, effort)
        }
    },
    work_out: solve::work_out,
    cost: solve::cost,
};

/// Plays each turn for few points, and forgets that there are others.
fn careful(game: &ShutTheBox, state: &State, _: Effort) -> MoveValues<Move> {
    by_rule_of_thumb(game, state, |after| estimate(game, after))
}

/// Looks as far as the next throw: the more likely it can be used, the better. Such a player does not
/// ask which lids are hard to shut later, nor what is left open in the end.
fn next_throw(game: &ShutTheBox, state: &State, _: Effort) -> MoveValues<Move> {
    by_rule_of_thumb(game, state, |after| {
        let mut shares = PerSeat::new(game.players, 0.0);
        // With all lids shut no throw is needed.
        shares[state.mover] =
            if after.lids == 0 { 1.0 } else { f64::from(usable(after.lids)) / FALLS.len() as f64 };
        shares
    })
}

/// The moves, valued by a rule of thumb for the position after each.
fn by_rule_of_thumb(
    game: &ShutTheBox,
    state: &State,
    thought: impl Fn(&State) -> PerSeat<f64>,
) -> MoveValues<Move> {
    let mut moves = Vec::new();
    game.for_each_move(state, |mv| {
        // The turn goes on, though all lids be shut: that is what it is thought of as.
        let after = State { lids: state.lids & !mv.0, dice: None, ..*state };
        moves.push((mv, thought(&after)));
    });
    let own = |shares: &PerSeat<f64>| shares[state.mover];
    moves.sort_by(|(_, one), (_, other)| own(other).total_cmp(&own(one)));
    let shares = moves.first().map_or_else(|| estimate(game, state), |&(_, shares)| shares);
    MoveValues { shares, moves, certainty: Certainty::Estimated }
}

/// Everybody's share of the win, from the scores to be expected at the end of the round. The nearer
/// somebody is to going out, the more a lead is worth.
fn estimate(game: &ShutTheBox, state: &State) -> PerSeat<f64> {
    let mut scores = PerSeat::new(game.players, 0.0);
    for seat in Seat::all(game.players) {
        let turn = if state.was_out(seat) || seat < state.mover {
            0.0
        } else if seat == state.mover {
            this_turn(state.lids, state.dice)
        } else {
            EXPECTED[usize::from(ALL)]
        };
        scores[seat] = f64::from(state.score(seat)) + turn;
    }
    let fold =
        |pick: fn(f64, f64) -> f64, first| scores.as_slice().iter().copied().fold(first, pick);
    let (least, most) = (fold(f64::min, f64::MAX), fold(f64::max, 0.0));
    let room = (f64::from(OUT_AT) - most).max(0.0);
    let scale = TURN * (0.5 + room / EXPECTED[usize::from(ALL)]).sqrt();
    for seat in Seat::all(game.players) {
        scores[seat] = ((least - scores[seat]) / scale).exp();
    }
    let total: f64 = scores.as_slice().iter().sum();
    for seat in Seat::all(game.players) {
        scores[seat] /= total;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_expected_score_of_a_turn_is_exact() {
        let exact = 234_384_832_645.0 / 19_591_041_024.0;
        assert!((EXPECTED[usize::from(ALL)] - exact).abs() < 1e-9);
    }
}
