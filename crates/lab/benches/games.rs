//! How fast each registered game is: random games, counting, texts, pictures, imagined worlds.
//! `cargo bench -p parlour-lab -- senet` runs one game's.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use parlour_core::rng::seeded;
use parlour_core::{OptionValues, Seat, Turn, Viewer};
use parlour_games::{all, find};
use parlour_session::{Entry, Session};

fn main() {
    divan::main();
}

fn games() -> impl Iterator<Item = &'static str> {
    all().map(|entry| entry.id)
}

fn entry(id: &str) -> &'static Entry {
    find(id).expect("it is registered")
}

fn start(id: &str) -> Box<dyn Session> {
    (entry(id).open)(&OptionValues::new()).expect("the defaults")
}

/// A position some way into a game, with a player to act.
fn middle(id: &str) -> (Box<dyn Session>, Viewer) {
    let mut rng = seeded(7);
    let mut session = start(id);
    for played in 0.. {
        if let Turn::Player(seat) = session.turn()
            && played >= 20
        {
            return (session, Viewer::Seat(seat));
        }
        let Some(action) = session.sample(&mut rng) else { break };
        session.play(&action).expect("a sampled action is legal");
    }
    (start(id), Viewer::Seat(Seat(0)))
}

/// Items are actions, chance outcomes included.
#[divan::bench(args = games())]
fn random_games(bencher: Bencher<'_, '_>, id: &str) {
    let session = start(id);
    let batch = || session.playouts(3, &mut |games| games >= 64);
    bencher.counter(ItemsCount::new(batch().actions)).bench_local(batch);
}

/// Items are leaves.
#[divan::bench(args = games())]
fn perft_3(bencher: Bencher<'_, '_>, id: &str) {
    let (session, _) = middle(id);
    let count = || session.perft(3, &AtomicBool::new(false)).unwrap_or_default();
    bencher.counter(ItemsCount::new(count())).bench_local(count);
}

#[divan::bench(args = games())]
fn write_and_read_a_position(bencher: Bencher<'_, '_>, id: &str) {
    let (session, _) = middle(id);
    bencher.bench_local(|| (entry(id).load)(&black_box(&session).position()).is_ok());
}

#[divan::bench(args = games())]
fn choices(bencher: Bencher<'_, '_>, id: &str) {
    let (session, viewer) = middle(id);
    bencher.bench_local(|| black_box(&session).choices(viewer));
}

#[divan::bench(args = games())]
fn picture(bencher: Bencher<'_, '_>, id: &str) {
    let (session, viewer) = middle(id);
    bencher.bench_local(|| black_box(&session).picture(viewer));
}

#[divan::bench(args = games())]
fn determinize(bencher: Bencher<'_, '_>, id: &str) {
    let (session, viewer) = middle(id);
    let mut rng = seeded(2);
    bencher.bench_local(|| black_box(&session).determinize(viewer, &mut rng));
}
