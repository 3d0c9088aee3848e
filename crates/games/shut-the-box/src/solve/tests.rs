//! The solved games against the rules themselves.
//!
//! The value of a position is that of the best position that the rules let come after it. Where that
//! holds at every position, and the ends have the values that the rules give, the game is solved.

use std::time::Duration;

use parlour_core::rng::{below, seeded};
use parlour_core::{Notation, Turn};
use parlour_search::{Budget, SearchControl, SearchRequest};

use super::*;
use parlour_session::{Spec, TextReport};

/// The game of two, but only from this number of points on.
fn late_duel(out: Option<AlreadyOut>, least: usize) -> Duel {
    // In small slices, so that it shows if one depends on another.
    solved_duel(out, least, 20)
}

/// The same, worked out for about this number of turns at a time.
fn solved_duel(out: Option<AlreadyOut>, least: usize, turns: u64) -> Duel {
    let mut building = duel::Building::new(out, least);
    loop {
        building.step(turns);
        match building.finished() {
            Ok(duel) => return duel,
            Err(unfinished) => building = *unfinished,
        }
    }
}

/// The game of three, but only from 40 points on, to save time.
fn late(last: Final) -> Option<&'static Trio> {
    const LEAST: usize = 40;
    static LATE: [OnceLock<Trio>; 2] = [const { OnceLock::new() }; 2];
    let solve = || {
        let mut building = Building::new(last, LEAST);
        loop {
            match building.wanted() {
                Some(out) => building.take(Arc::new(late_duel(out, LEAST))),
                None => drop(building.step(u64::MAX)),
            }
            match building.finished() {
                Ok(trio) => return trio,
                Err(unfinished) => building = *unfinished,
            }
        }
    };
    Some(LATE[number(last)].get_or_init(solve))
}

/// Plays random games and checks at every position that its values follow from those after it.
#[track_caller]
fn follows(game: &ShutTheBox, from: &str, games: u64) {
    let (_, start) = ShutTheBox::read_position(from).expect("a position");
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut state = start;
        while game.turn(&state) != Turn::Over {
            agrees(game, &state);
            match game.turn(&state) {
                Turn::Chance => {
                    let dice = game.sample_chance(&state, &mut rng);
                    game.resolve(&mut state, dice);
                }
                _ => {
                    // Mostly the best moves: other play ends soon.
                    let moves = evaluate_by(late, game, &state, Effort::Whole).moves;
                    let any = below(&mut rng, moves.len() as u32);
                    let n = if below(&mut rng, 4) > 0 { 0 } else { any };
                    game.play(&mut state, moves[n as usize].0);
                }
            }
        }
    }
}

/// Checks that the values of a position follow from those of the positions after it.
#[track_caller]
fn agrees(game: &ShutTheBox, state: &State) {
    let evaluated = evaluate_by(late, game, state, Effort::Whole);
    let text = game.write_position(state);
    let total: f64 = evaluated.shares.as_slice().iter().sum();
    assert!((total - 1.0).abs() < 1e-12, "{text}: the shares make {total}");
    let near = |one: &PerSeat<f64>, other: &PerSeat<f64>| {
        let differ = one.iter().zip(other.as_slice()).map(|((_, a), b)| (a - b).abs());
        assert!(differ.fold(0.0, f64::max) < 1e-12, "{text}: {one:?} or {other:?}");
    };
    if game.turn(state) == Turn::Chance {
        let mut mean = PerSeat::new(game.players, 0.0);
        game.for_each_chance(state, |dice, weight| {
            let mut next = *state;
            game.resolve(&mut next, dice);
            let chance = f64::from(weight) / 36.0;
            evaluate_by(late, game, &next, Effort::Whole)
                .shares
                .iter()
                .for_each(|(seat, w)| mean[seat] += chance * w);
        });
        near(&evaluated.shares, &mean);
        return;
    }
    near(&evaluated.shares, &evaluated.moves[0].1);
    for (mv, value) in &evaluated.moves {
        let mut next = *state;
        game.play(&mut next, *mv);
        near(value, &evaluate_by(late, game, &next, Effort::Whole).shares);
        assert!(
            value[state.mover] <= evaluated.shares[state.mover],
            "{text}: the best comes first"
        );
    }
}

#[test]
fn the_game_of_two_is_solved() {
    let game = ShutTheBox { players: 2, last: Final::All };
    follows(&game, "123456789 0,0 1 ?", 3);
    follows(&game, "123456789 40,44 1 ?", 3);
}

/// Bit for bit: anyone who changes how it is solved runs this test with `PARLOUR_UPDATE=1`.
#[test]
fn the_table_of_the_game_of_two_is_what_solving_it_gives() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/solve/two.bin");
    let table = solved_duel(None, 0, u64::MAX).table();
    if std::env::var_os("PARLOUR_UPDATE").is_some() {
        std::fs::write(file, &table).expect("two.bin can be written");
    }
    assert!(table == std::fs::read(file).expect("two.bin"), "two.bin is out of date");
}

#[test]
fn the_end_of_a_game_of_five_is_solved_with_those_who_are_out() {
    let game = ShutTheBox { players: 5, last: Final::All };
    follows(&game, "123456789 46x,40,46x,38,60x 2 ?", 3);
    let game = ShutTheBox { players: 5, last: Final::Round };
    follows(&game, "123456789 46x,40,46x,38,60x 2 ? round", 3);
}

#[test]
fn the_game_of_three_is_solved() {
    for last in [Final::All, Final::Round] {
        let game = ShutTheBox { players: 3, last };
        for scores in [[40, 41, 42], [44, 40, 43], [44, 44, 44]] {
            let state = State { scores: scores_of(scores), ..game.start() };
            follows(&game, &game.write_position(&state), 1);
        }
    }
}

#[test]
fn rare_ends_are_solved() {
    for position in [
        // Two, with the round that both shut and come back from.
        "123456789 44,44 1 65",
        "12345 44,44 2 41",
        "123456789 60,44 2 53",
        // Two beside others who are out.
        "123456789 46x,44,46x,44,60x 4 53",
        "123456789 46x,44,46x,44,60x 2 53 round",
        // Three.
        "123456789 80,60,44 3 53",
        "1236 60,44,44 3 21",
        "12369 60,44,44 2 63 round",
    ] {
        let (game, _) = ShutTheBox::read_position(position).expect("a position");
        follows(&game, position, 1);
    }
}

fn scores_of(first: [u8; 3]) -> [u8; parlour_core::MAX_SEATS] {
    let mut scores = [0; parlour_core::MAX_SEATS];
    scores[..3].copy_from_slice(&first);
    scores
}

#[test]
fn the_highest_level_of_two_players_gives_nothing_away() {
    let entry = &crate::ENTRY;
    let start = (entry.open)(&parlour_core::OptionValues::new()).expect("the usual options");
    let mut player = start.player(&Spec::Level(8), 1).expect("a level");
    let mut rng = seeded(11);
    let mut session = start.boxed_clone();
    loop {
        let action = match session.turn() {
            Turn::Over => break,
            Turn::Chance => session.sample_chance(&mut rng),
            Turn::Player(mover) => {
                let request = SearchRequest::best_line(Budget::default(), 1);
                let control = SearchControl::none();
                let thinking = player.search(&*session, &request, &control, &mut |_| {});
                let thinking = thinking.expect("a move");
                let solved = session.solve(&mut |_| {}).expect("a solution");
                let made = solved.moves.iter().find(|(mv, _)| *mv == thinking.chosen);
                let (_, shares) = made.expect("a legal move");
                assert_eq!(shares[mover.index()], solved.shares[mover.index()]);
                assert_eq!(thinking.lines[0].certainty, Certainty::Exact);
                Some(thinking.chosen)
            }
        };
        session.play(&action.expect("an action")).expect("a legal one");
    }
}

/// Two who are in, three, and many; and two beside others who are out.
const TABLES: [&str; 4] = [
    "123456789 0,0 1 65",
    "123456789 0,0,0 1 65",
    "123456789 0,0,0,0,0,0,0 1 65",
    "123456789 46x,30,46x,28,60x 2 65",
];

/// What the best engine thinks of a position.
fn thinks(position: &str, spec: &str, clock: &(dyn Fn() -> Duration + Sync)) -> TextReport {
    let entry = &crate::ENTRY;
    let session = (entry.load)(position).expect("a position");
    let spec = spec.parse().expect("a player");
    let mut player = session.player(&spec, 1).expect("an engine");
    let request = SearchRequest::best_line(Budget::default(), 1);
    let control = SearchControl { clock, ..SearchControl::none() };
    player.search(&*session, &request, &control, &mut |_| {}).expect("a move")
}

#[test]
fn the_first_answer_waits_for_no_solution() {
    for table in TABLES {
        // The time is over as soon as anybody looks.
        let thinking = thinks(table, "exact:time=1ms", &|| Duration::from_secs(1));
        assert!(thinking.nodes <= 64, "{table}: {} nodes before an answer", thinking.nodes);
    }
}

/// The first of several searches of three players was answered by rule of thumb and the next, which
/// found a part of the work done, by the model.
#[test]
fn a_node_limit_gives_the_same_result_after_earlier_searches() {
    for table in TABLES {
        for spec in ["exact:nodes=1", "exact:nodes=300", "exact:depth=2"] {
            let first = thinks(table, spec, &|| Duration::ZERO);
            // Something else is worked out in between, if only a part of it.
            thinks(table, "exact:time=2ms", &|| Duration::from_millis(3));
            for _ in 0..3 {
                assert_eq!(thinks(table, spec, &|| Duration::ZERO), first, "{table} {spec}");
            }
        }
    }
}

#[test]
fn under_a_node_limit_the_model_evaluates_what_is_not_paid_for() {
    let [two, three, seven, two_of_five] = TABLES;
    for (table, budget, nodes, certainty) in [
        (two, "exact:nodes=300", 1, Certainty::Exact),
        (three, "exact:nodes=300", 300, Certainty::Estimated),
        (seven, "exact:nodes=300", 1, Certainty::Estimated),
        (two_of_five, "exact:nodes=300", 300, Certainty::Estimated),
        (two_of_five, "exact:depth=3", 1, Certainty::Estimated),
        (two_of_five, "exact:nodes=10000", TURNS_OF_DUEL, Certainty::Exact),
        // Even when all is known.
        (two_of_five, "exact:nodes=300", 300, Certainty::Estimated),
    ] {
        let thinking = thinks(table, budget, &|| Duration::ZERO);
        let found = (thinking.nodes, thinking.lines[0].certainty);
        assert_eq!(found, (nodes, certainty), "{table} {budget}");
    }
}

#[test]
fn the_game_of_two_beside_others_takes_as_many_turns_as_are_paid_for() {
    let mut building = duel::Building::new(Some(AlreadyOut { score: 50, players: 2 }), 0);
    let mut turns = building.step(u64::MAX);
    while let Err(unfinished) = building.finished() {
        building = *unfinished;
        turns += building.step(u64::MAX);
    }
    assert_eq!(turns, TURNS_OF_DUEL);
}

/// The model has no part in the game of two, so the solution can say how good it is.
#[test]
fn the_model_of_the_field_finds_the_moves_of_the_solution_by_opinions_of_its_own() {
    let (game, start) = ShutTheBox::read_position("123456789 0,0 1 53").expect("a position");
    let (mut apart, mut decisions, mut given) = (0f64, 0, 0.0);
    for seed in 0..20 {
        let (mut state, mut rng) = (start, seeded(seed));
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let dice = game.sample_chance(&state, &mut rng);
                    game.resolve(&mut state, dice);
                }
                Turn::Player(mover) => {
                    let best = evaluate(&game, &state, Effort::Quick);
                    let model = evaluate_by_model(&game, &state, Effort::Quick);
                    let (chosen, _) = model.moves[0];
                    let made = best.moves.iter().find(|(mv, _)| *mv == chosen).expect("legal");
                    apart = apart.max((model.shares[mover] - best.shares[mover]).abs());
                    decisions += 1;
                    given += best.shares[mover] - made.1[mover];
                    game.play(&mut state, chosen);
                }
            }
        }
    }
    assert!(apart > 1e-4, "an opinion of its own: {apart}");
    assert!(given / f64::from(decisions) < 1e-4, "{given} in {decisions} decisions");
}
