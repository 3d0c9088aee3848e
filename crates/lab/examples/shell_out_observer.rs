//! Measures how well a player of Shell-Out hides its loaded shell.
//!
//! ```text
//! cargo run --release -p parlour-lab --example shell_out_observer -- 2 100 infosets:nodes=600
//! ```
//! After the numbers of players and of games come the player under study and, where they are not the
//! same, the others, and a seed. An observer is fitted to the first half of the games and tried on the rest.

use std::error::Error;

use parlour_core::{Configure, OptionValues};
use parlour_games::Spec;
use parlour_games::shell_out::ShellOut;
use parlour_lab::observer::{FEATURE_NAMES, FEATURES, Study, accuracy, chance, fit, model};

const USAGE: &str = "usage: shell_out_observer <players> <games> <player> [<others>] [<seed>]";

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [players, games, first, rest @ ..] = &words[..] else { return Err(USAGE.into()) };
    let options: OptionValues = [("players", players.as_str())].into_iter().collect();
    let game = ShellOut::configure(&options)?;
    let games: u64 = games.parse()?;
    let first: Spec = first.parse()?;
    let others = rest.first().map_or(Ok(first.clone()), |text| text.parse())?;
    let seed = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let [mut early, mut late] = [Study::default(), Study::default()];
    for number in 0..games {
        let study = if number < games / 2 { &mut early } else { &mut late };
        study.play(&game, [&first, &others], number, seed)?;
    }
    let shares: Vec<f64> = early.shares.iter().chain(&late.shares).copied().collect();
    let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    println!("{first} against {others}, {players} players, {games} games: share {mean:.3}");
    let only = |feature: usize, weight: f32| {
        let mut weights = [0.0; FEATURES];
        weights[feature] = weight;
        accuracy(&late.samples, &model(&weights))
    };
    let fitted = fit(&early.samples);
    println!("{} samples; the loaded shell is named by", late.samples.len());
    println!("  a random guess        {:.3}", chance(&late.samples));
    println!("  the nearest to a spot {:.3}", only(0, -1.0));
    println!("  the one moved most    {:.3}", only(5, 1.0));
    println!("  the search's belief   {:.3}", only(12, 1.0));
    println!("  a fitted observer     {:.3}", accuracy(&late.samples, &fitted));
    for (name, weight) in FEATURE_NAMES.iter().zip(fitted.weights()) {
        println!("    {weight:6.2}  {name}");
    }
    Ok(())
}
