//! How fast Outwit goes: `cargo bench -p parlour-games --bench outwit`.

use std::hint::black_box;
use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use parlour_core::rng::seeded;
use parlour_core::{Action, Course, Game, Notation, perft};
use parlour_games::outwit::{Outwit, State};

fn main() {
    divan::main();
}

/// Positions of a random game, from the first to the last but one.
fn positions() -> Vec<State> {
    let (mut rng, mut state, mut all) = (seeded(7), Outwit.start(), Vec::new());
    while Outwit.shares(&state).is_none() {
        all.push(state);
        let mv = Outwit.sample_move(&state, &mut rng);
        Outwit.play(&mut state, mv);
    }
    all
}

#[divan::bench]
fn visit_moves(bencher: Bencher<'_, '_>) {
    let all = positions();
    bencher.counter(ItemsCount::new(all.len())).bench_local(|| {
        for state in &all {
            let _ = Outwit.moves(black_box(state), |mv| {
                black_box(mv);
                ControlFlow::<()>::Continue(())
            });
        }
    });
}

#[divan::bench]
fn count_moves(bencher: Bencher<'_, '_>) {
    let all = positions();
    bencher
        .counter(ItemsCount::new(all.len()))
        .bench_local(|| all.iter().map(|s| Outwit.count_moves(black_box(s))).sum::<u64>());
}

#[divan::bench]
fn sample_move(bencher: Bencher<'_, '_>) {
    let (all, mut rng) = (positions(), seeded(1));
    bencher.counter(ItemsCount::new(all.len())).bench_local(|| {
        for state in &all {
            black_box(Outwit.sample_move(black_box(state), &mut rng));
        }
    });
}

#[divan::bench]
fn play(bencher: Bencher<'_, '_>) {
    let mut rng = seeded(1);
    let all: Vec<_> =
        positions().into_iter().map(|s| (s, Outwit.sample_move(&s, &mut rng))).collect();
    bencher.counter(ItemsCount::new(all.len())).bench_local(|| {
        for (state, mv) in &all {
            let mut next = *black_box(state);
            Outwit.play(&mut next, *mv);
            black_box(next);
        }
    });
}

/// Counts actions of uniformly random games.
#[divan::bench]
fn random_actions(bencher: Bencher<'_, '_>) {
    let games = || {
        let mut rng = seeded(1);
        let start = Outwit.start();
        (0..64).map(|_| parlour_search::playout(&Outwit, start, &mut rng)).sum::<u64>()
    };
    bencher.counter(ItemsCount::new(games() as usize)).bench_local(games);
}

/// Counts leaves, with the keys of O6 kept on the way.
#[divan::bench]
fn perft_5(bencher: Bencher<'_, '_>) {
    let course = Course::new(&Outwit, Outwit.start());
    let leaves = perft::perft(&Outwit, &course, 5);
    bencher
        .counter(ItemsCount::new(leaves as usize))
        .bench_local(|| perft::perft(&Outwit, black_box(&course), 5));
}

/// One action with its memory for O6, late in a long stretch without an entry.
#[divan::bench]
fn remember(bencher: Bencher<'_, '_>) {
    let mut rng = seeded(3);
    let mut course = Course::new(&Outwit, Outwit.start());
    while Outwit.shares(course.state()).is_none() && course.keys().len() < 80 {
        let mv = Outwit.sample_move(course.state(), &mut rng);
        course.apply(&Outwit, Action::Move(mv));
    }
    let mv = Outwit.sample_move(course.state(), &mut rng);
    bencher.with_inputs(|| course.clone()).bench_local_refs(|course| {
        course.apply(&Outwit, Action::Move(mv));
    });
}

#[divan::bench]
fn read_position() -> bool {
    Outwit::read_position(black_box("d8/ld7/1ld6/2ld5/3lD4/4Ld3/5ld2/6ld1/7ld/8l l 0")).is_ok()
}
