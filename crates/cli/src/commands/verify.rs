//! `parlour verify`: whether the dice of a finished game were fair.

use std::io::Read;
use std::path::{Path, PathBuf};

use parlour_table::record;

use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour verify game.txt              a record that was saved from the page
  curl …/record | parlour verify -     one that comes from elsewhere

When a table is set up, the server shows the hash of its seed, the commitment. Compare it with the one
that is printed here: only then the server could not change its mind. Exit codes: 0 fair, 1 not.";

/// Arguments of `parlour verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The record of a finished game; - reads the standard input
    #[arg(value_name = "RECORD")]
    pub record: PathBuf,
}

fn read(file: &Path) -> Result<String, Failure> {
    let named = |error| Failure::usage(format!("cannot read {}: {error}", file.display()));
    if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(named)?;
        return Ok(text);
    }
    std::fs::read_to_string(file).map_err(named)
}

/// Throws everything again.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let text = read(&args.record)?;
    let checked = record::verify(&text).map_err(|refusal| Failure::Work(refusal.message))?;
    let throws = plural(checked.throws as usize, "throw or draw", "throws and draws");
    let players = plural(checked.contributions, "contribution", "contributions");
    writeln!(io.out, "Fair: {throws}, all as the seed and {players} from the players want them.")?;
    writeln!(io.out, "Commitment: {}", checked.commitment)?;
    Ok(())
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
