//! A random game of any kind, told move by move as a spectator may know it:
//!
//! `cargo run --release -p parlour-games --example narrate -- shell-out 7`

use std::error::Error;

use parlour_core::rng::seeded;
use parlour_core::{OptionValues, Viewer};
use parlour_games::find;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "shut-the-box".to_owned());
    let seed: u64 = words.next().map_or(Ok(1), |number| number.parse())?;
    let entry = find(&game).ok_or_else(|| format!("there is no game '{game}'"))?;
    let mut session = (entry.open)(&OptionValues::new())?;
    let mut rng = seeded(seed);
    while let Some(action) = session.sample(&mut rng) {
        session.play(&action)?;
        if let Some(last) = session.last(Viewer::Public) {
            println!("{}", session.english(&last.labels));
        }
    }
    println!("{}", session.view(Viewer::Public));
    Ok(())
}
