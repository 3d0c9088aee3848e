//! How fast Senet is: landings, moves, random games, counting.

use divan::{Bencher, black_box, counter::ItemsCount};
use parlour_core::perft::perft;
use parlour_core::rng::seeded;
use parlour_core::{Course, Game, Notation};
use parlour_games::senet::{Senet, State};
use parlour_search::playout;

fn main() {
    divan::main();
}

/// A crowded position in the middle of a game, with a throw to use.
fn middle() -> State {
    Senet::read_position("wbw..bw.b.bw.b.w..b.w...w.w.bb b w 2").expect("a legal position").1
}

#[divan::bench]
fn count_moves(bencher: Bencher) {
    let state = middle();
    bencher.bench(|| Senet.count_moves(black_box(&state)));
}

#[divan::bench]
fn sample_and_play(bencher: Bencher) {
    let (state, mut rng) = (middle(), seeded(1));
    bencher.bench_local(|| {
        let mut next = black_box(state);
        let mv = Senet.sample_move(&next, &mut rng);
        Senet.play(&mut next, mv);
        next
    });
}

/// Items are actions, throws included.
#[divan::bench]
fn random_games(bencher: Bencher) {
    let actions: u64 = many_games(1);
    bencher.counter(ItemsCount::new(actions)).bench(|| many_games(black_box(1)));
}

fn many_games(seed: u64) -> u64 {
    let mut rng = seeded(seed);
    (0..100).map(|_| playout(&Senet, Senet.start(), &mut rng)).sum()
}

/// Items are leaves.
#[divan::bench]
fn perft_6(bencher: Bencher) {
    let course = Course::new(&Senet, middle());
    let leaves = perft(&Senet, &course, 6);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&Senet, black_box(&course), 6));
}
