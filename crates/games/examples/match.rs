//! A match between two computer players, without a server or a terminal:
//!
//! `cargo run --release -p parlour-games --example match -- senet level:4 random 20`

use std::error::Error;

use parlour_core::rng::seeded;
use parlour_core::{OptionValues, Turn};
use parlour_games::{all, find};
use parlour_search::{Budget, SearchControl, SearchRequest};
use parlour_session::{Player, Session, Spec};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "senet".to_owned());
    let first: Spec = words.next().unwrap_or_else(|| "level:4".to_owned()).parse()?;
    let second: Spec = words.next().unwrap_or_else(|| "random".to_owned()).parse()?;
    let games: u64 = words.next().map_or(Ok(10), |number| number.parse())?;
    let Some(entry) = find(&game) else {
        let known: Vec<&str> = all().map(|entry| entry.id).collect();
        return Err(format!("there is no game '{game}'; there are {}", known.join(", ")).into());
    };

    let mut won = 0.0;
    for number in 0..games {
        let session = (entry.open)(&OptionValues::new())?;
        let mut players = [session.player(&first, 1)?, session.player(&second, 1)?];
        // The players change sides after each game, so that moving first favours nobody.
        let side = usize::from(number % 2 == 1);
        let shares = play(session, &mut players, side, number)?;
        won += shares[side];
        println!("game {}: {} {}", number + 1, entry.name, shares[side]);
    }
    println!("{first}: {won} of {games}");
    Ok(())
}

/// Plays one game; the first of the players sits at seat `side`. Returns each seat's share of the win.
fn play(
    mut session: Box<dyn Session>,
    players: &mut [Box<dyn Player>; 2],
    side: usize,
    seed: u64,
) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut rng = seeded(seed);
    loop {
        let action = match session.turn() {
            Turn::Over => break,
            Turn::Chance => session.sample_chance(&mut rng).ok_or("nothing to throw")?,
            Turn::Player(seat) => {
                let player = &mut players[usize::from(usize::from(seat.0) != side)];
                // A level has limits of its own; an engine without any stops here.
                let budget = Budget { nodes: Some(2_000), ..Budget::default() };
                let request = SearchRequest::best_line(budget, seed);
                let control = SearchControl::none();
                let report = player.search(&*session, &request, &control, &mut |_| {});
                report.ok_or("nobody is to move")?.chosen
            }
        };
        session.play(&action)?;
    }
    let shares = session.shares().ok_or("the game is over")?;
    Ok(shares.iter().map(|(_, share)| share.value()).collect())
}
