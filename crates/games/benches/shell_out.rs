//! How fast Shell-Out is: move generation, play, random games, perft, imagined worlds.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use parlour_core::game::{apply, sample};
use parlour_core::perft::perft;
use parlour_core::rng::seeded;
use parlour_core::{Configure, Course, Game, Notation, OptionValues, Seat, Viewer};
use parlour_games::shell_out::{ShellOut, State};

const PLAYERS: [u8; 5] = [2, 3, 4, 5, 6];

fn main() {
    divan::main();
}

fn game(players: u8) -> ShellOut {
    let options: OptionValues = [("players", players.to_string())].into_iter().collect();
    ShellOut::configure(&options).expect("a number of players")
}

/// A position some way into the first hand.
fn midgame(game: &ShellOut) -> State {
    let mut rng = seeded(7);
    let mut state = game.start();
    for _ in 0..20 * u32::from(game.seats()) {
        let Some(action) = sample(game, &state, &mut rng) else { break };
        apply(game, &mut state, action);
    }
    state
}

#[divan::bench(args = PLAYERS)]
fn generate_moves(bencher: Bencher, players: u8) {
    let game = game(players);
    let state = midgame(&game);
    bencher.bench_local(|| game.count_moves(black_box(&state)));
}

#[divan::bench(args = PLAYERS)]
fn sample_and_play_a_move(bencher: Bencher, players: u8) {
    let game = game(players);
    let state = midgame(&game);
    let mut rng = seeded(1);
    bencher.bench_local(|| {
        let mut next = black_box(state);
        let mv = game.sample_move(&next, &mut rng);
        game.play(&mut next, mv);
        next
    });
}

/// Items are actions.
#[divan::bench(args = PLAYERS)]
fn random_games(bencher: Bencher, players: u8) {
    let game = game(players);
    let batch = |seed: u64| -> u64 {
        let mut rng = seeded(seed);
        (0..32).map(|_| parlour_search::playout(&game, game.start(), &mut rng)).sum()
    };
    bencher.counter(ItemsCount::new(batch(3))).bench_local(|| batch(black_box(3)));
}

#[divan::bench]
fn perft_six(bencher: Bencher) {
    let game = game(2);
    let course = Course::new(&game, game.start());
    bencher.bench_local(|| perft(&game, &course, black_box(6)));
}

#[divan::bench(args = PLAYERS)]
fn imagine_a_world(bencher: Bencher, players: u8) {
    let game = game(players);
    let view = game.view(&midgame(&game), Viewer::Seat(Seat(0)));
    let mut rng = seeded(2);
    bencher.bench_local(|| game.determinize(black_box(&view), &mut rng));
}

#[divan::bench]
fn write_and_read_a_position(bencher: Bencher) {
    let game = game(6);
    let state = midgame(&game);
    bencher.bench_local(|| ShellOut::read_position(&game.write_position(black_box(&state))));
}
