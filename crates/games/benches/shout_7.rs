//! How fast Shout 7 is: finding pushes, playing them, judging rows, whole random games.
//!
//! `cargo bench -p parlour-games --bench shout_7`

use std::ops::ControlFlow;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use parlour_core::rng::seeded;
use parlour_core::{Configure, Course, Game, Notation, OptionValues, Seat, perft};
use parlour_games::shout_7::{Shout7, State};

fn main() {
    divan::main();
}

fn game(players: u8, pits: &str) -> Shout7 {
    let players = players.to_string();
    Shout7::configure(&OptionValues::from_iter([("players", players.as_str()), ("pits", pits)]))
        .expect("known options")
}

/// Two players in the middle of a game, White to push.
fn middle() -> (Shout7, State) {
    let text = "7/8/9/10/11/3b3b4/2wwbbbb5/2wwwwww4/3bbwb4/bbwwwbwb2/bbwwwbwb1/wbbbbwww/1bbwwbb \
                ....................wbb..ww...w........... w push 1";
    Shout7::read_position(text).expect("a position")
}

#[divan::bench]
fn count_moves(bencher: Bencher) {
    let (game, state) = middle();
    bencher.bench_local(|| game.count_moves(black_box(&state)));
}

#[divan::bench]
fn visit_moves(bencher: Bencher) {
    let (game, state) = middle();
    bencher.bench_local(|| {
        game.moves(black_box(&state), |mv| {
            black_box(mv);
            ControlFlow::<()>::Continue(())
        })
    });
}

#[divan::bench]
fn sample_move(bencher: Bencher) {
    let (game, state) = middle();
    let mut rng = seeded(1);
    bencher.bench_local(|| game.sample_move(black_box(&state), &mut rng));
}

#[divan::bench]
fn play(bencher: Bencher) {
    let (game, state) = middle();
    let mut rng = seeded(1);
    let moves: Vec<_> = (0..64).map(|_| game.sample_move(&state, &mut rng)).collect();
    bencher.counter(ItemsCount::new(moves.len())).bench_local(|| {
        for &mv in &moves {
            let mut next = black_box(state);
            game.play(&mut next, mv);
            black_box(next);
        }
    });
}

/// The judgement of rows alone.
#[divan::bench(args = ["ignore", "count"])]
fn rows(bencher: Bencher, pits: &str) {
    let (_, state) = middle();
    let game = game(2, pits);
    bencher.bench_local(|| game.has_row(black_box(&state), Seat(0)));
}

/// Whole random games; the counter is actions.
#[divan::bench(args = [2, 3, 4])]
fn playouts(bencher: Bencher, players: u8) {
    random_games(bencher, game(players, "ignore"));
}

#[divan::bench]
fn playouts_where_pits_count(bencher: Bencher) {
    random_games(bencher, game(2, "count"));
}

fn random_games(bencher: Bencher, game: Shout7) {
    let run = || {
        let mut rng = seeded(1);
        (0..100).map(|_| parlour_search::playout(&game, game.start(), &mut rng)).sum::<u64>()
    };
    bencher.counter(ItemsCount::new(run())).bench_local(run);
}

#[divan::bench]
fn perft_5(bencher: Bencher) {
    let game = game(2, "ignore");
    let course = Course::new(&game, game.start());
    bencher.bench_local(|| perft::perft(&game, black_box(&course), 5));
}
