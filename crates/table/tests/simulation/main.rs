//! Whole servers in one thread, from one seed: people, computers, a network that drops, doubles,
//! reorders and delays, processes that crash and clocks that jump, a disk that fails before and
//! after the write, and two or three processes on one store. When the faults are over, everybody
//! must see what is stored.
//!
//! A failing seed is printed; `PARLOUR_SEED=n` runs it alone, `PARLOUR_SEEDS=n` runs this number of seeds.

mod client;
mod process;
mod store;
mod world;

use world::World;

/// The number of seeds that are run unless told otherwise.
const SEEDS: u64 = 2_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().expect("a number"))
}

fn simulate(seed: u64) -> Result<world::Summary, String> {
    let run = std::panic::catch_unwind(|| World::new(seed).run());
    run.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        Err(words
            .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()))
            .unwrap_or_default())
    })
}

#[test]
fn after_any_faults_everybody_sees_what_is_stored() {
    let seeds = match number("PARLOUR_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("PARLOUR_SEEDS").unwrap_or(SEEDS),
    };
    let mut all = world::Summary::default();
    let runs = &|part: u64, parts: u64| {
        let mine = seeds.clone().filter(|seed| seed % parts == part);
        mine.map(|seed| simulate(seed).map_err(|why| (seed, why))).collect::<Vec<_>>()
    };
    let parts = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let done = std::thread::scope(|scope| {
        let started: Vec<_> = (0..parts).map(|p| scope.spawn(move || runs(p, parts))).collect();
        started.into_iter().flat_map(|part| part.join().expect("it ends")).collect::<Vec<_>>()
    });
    for run in done {
        match run {
            Ok(summary) => all.add(&summary),
            Err((seed, why)) => panic!("seed {seed}: {why}\nrun it alone with PARLOUR_SEED={seed}"),
        }
    }
    println!("{} simulations: {all:?}", seeds.end - seeds.start);
    if seeds.end - seeds.start >= SEEDS {
        all.check_that_everything_happened();
    }
}

#[test]
fn a_seed_replays_to_the_last_event() {
    for seed in [1, 2, 3] {
        let once = World::new(seed).run_to_log();
        assert_eq!(once, World::new(seed).run_to_log(), "seed {seed} runs differently each time");
    }
}

/// The check must be able to fail: a process that shows an action before it is stored is found out.
#[test]
fn a_server_that_speaks_too_soon_is_found_out() {
    let caught = (0..200).any(|seed| {
        let mut world = World::new(seed);
        world.speak_before_storing();
        let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| world.run()));
        !matches!(run, Ok(Ok(_)))
    });
    assert!(caught, "nobody noticed");
}
