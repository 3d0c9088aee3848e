//! How fast Shut the Box is: throws, moves, random games, counting.

use divan::{Bencher, black_box, counter::ItemsCount};
use parlour_core::perft::perft;
use parlour_core::rng::seeded;
use parlour_core::{Configure, Course, Game, Notation, OptionValues};
use parlour_games::shut_the_box::{ShutTheBox, State};
use parlour_search::playout;

fn main() {
    divan::main();
}

fn game(players: u8) -> ShutTheBox {
    let options: OptionValues = [("players", players.to_string())].into_iter().collect();
    ShutTheBox::configure(&options).expect("a legal number of players")
}

fn position(text: &str) -> State {
    ShutTheBox::read_position(text).expect("a legal position").1
}

#[divan::bench]
fn count_moves(bencher: Bencher) {
    let (game, state) = (game(2), position("12345679 10,20 1 53"));
    bencher.bench(|| game.count_moves(black_box(&state)));
}

#[divan::bench]
fn sample_and_play(bencher: Bencher) {
    let (game, state, mut rng) = (game(2), position("12345679 10,20 1 53"), seeded(1));
    bencher.bench_local(|| {
        let mut next = black_box(state);
        let mv = game.sample_move(&next, &mut rng);
        game.play(&mut next, mv);
        next
    });
}

#[divan::bench]
fn throw(bencher: Bencher) {
    let (game, state, mut rng) = (game(2), position("12579 10,20 1 ?"), seeded(1));
    bencher.bench_local(|| {
        let mut next = black_box(state);
        let dice = game.sample_chance(&next, &mut rng);
        game.resolve(&mut next, dice);
        next
    });
}

/// Items are actions, throws included.
#[divan::bench(args = [2, 4, 12])]
fn random_games(bencher: Bencher, players: u8) {
    let game = game(players);
    let actions = many_games(&game, 1);
    bencher.counter(ItemsCount::new(actions)).bench(|| many_games(&game, black_box(1)));
}

fn many_games(game: &ShutTheBox, seed: u64) -> u64 {
    let mut rng = seeded(seed);
    (0..1_000).map(|_| playout(game, game.start(), &mut rng)).sum()
}

/// Items are leaves.
#[divan::bench]
fn perft_5(bencher: Bencher) {
    let game = game(2);
    let course = Course::new(&game, game.start());
    let leaves = perft(&game, &course, 5);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(&game, black_box(&course), 5));
}
