//! Studies a player of Shell-Out: how well its loaded shell can be named.
//!
//! ```text
//! cargo run --release -p parlour-games --example shell_out -- observe 2 100 infosets:nodes=600
//! ```
//! After the number of players and of games come the player under study and, where they are not
//! the same, the others. An observer is fitted to the first half of the games and tried on the rest.

use std::process::ExitCode;

use parlour_core::{Configure, OptionValues};
use parlour_games::shell_out::ShellOut;
use parlour_games::shell_out::observer::{self, Eye, SIGN_NAMES, SIGNS};
use parlour_games::shell_out::study::Study;
use parlour_games::{Spec, SpecError};

const USAGE: &str = "usage: shell_out observe <players> <games> <player> [<others>] [<seed>]";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    let [task, players, games, first, rest @ ..] = words else { return Err(USAGE.to_owned()) };
    if task != "observe" {
        return Err(USAGE.to_owned());
    }
    let options: OptionValues = [("players", players.as_str())].into_iter().collect();
    let game = ShellOut::configure(&options).map_err(|error| error.to_string())?;
    let games: u64 = games.parse().map_err(|_| USAGE)?;
    let first: Spec = first.parse().map_err(|error: SpecError| error.to_string())?;
    let others = rest.first().map_or(Ok(first.clone()), |text| text.parse());
    let others = others.map_err(|error: SpecError| error.to_string())?;
    let seed = rest.get(1).map_or(Ok(1), |text| text.parse()).map_err(|_| USAGE)?;
    let [mut early, mut late] = [Study::default(), Study::default()];
    for number in 0..games {
        let study = if number < games / 2 { &mut early } else { &mut late };
        study.play(&game, [&first, &others], number, seed)?;
    }
    let shares: Vec<f64> = early.shares.iter().chain(&late.shares).copied().collect();
    let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
    println!("{first} against {others}, {players} players, {games} games: share {mean:.3}");
    observe(&early, &late);
    Ok(())
}

fn observe(early: &Study, late: &Study) {
    let only = |sign: usize, weight: f32| {
        let mut eye: Eye = [0.0; SIGNS];
        eye[sign] = weight;
        eye
    };
    let fitted = observer::fit(&early.moments);
    let moments = &late.moments;
    println!("{} moments; the loaded shell is named by", moments.len());
    println!("  a blind guess         {:.3}", observer::blind(moments));
    println!("  the nearest to a spot {:.3}", observer::named(moments, &only(0, -1.0)));
    println!("  the one moved most    {:.3}", observer::named(moments, &only(5, 1.0)));
    println!("  the player's belief   {:.3}", observer::named(moments, &only(12, 1.0)));
    println!("  a fitted observer     {:.3}", observer::named(moments, &fitted));
    for (name, weight) in SIGN_NAMES.iter().zip(fitted) {
        println!("    {weight:6.2}  {name}");
    }
}
