//! `parlour verify`: whether the dice of a finished game were fair.

use std::path::PathBuf;

use parlour_table::commands::Code;
use parlour_table::record::{self, Checked};

use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour verify game.txt              a record that was saved from the page
  curl …/record | parlour verify -     one that comes from elsewhere
  parlour verify game.txt --commitment 19ba… --seal 9f9f… --seal 03ac… --salt 5f0c…

A record alone shows that its throws follow from its numbers. That these are the numbers which everybody
fixed before the first throw, your browser knows: the page shows what it noted down, and compares it by
itself. Give it here to have it compared, too.

Exit codes: 0 fair, 1 not fair, 2 it cannot be told: there is no such record, or it lacks the numbers.";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The record of a finished game; - reads the standard input
    #[arg(value_name = "RECORD")]
    pub(crate) record: PathBuf,

    /// The server's commitment, as your browser saw it at the start
    #[arg(long, value_name = "HASH")]
    pub(crate) commitment: Option<String>,

    /// A seal that your browser saw before it opened its own; give all of them, in order
    #[arg(long = "seal", value_name = "HASH")]
    pub(crate) seals: Vec<String>,

    /// What your browser added
    #[arg(long, value_name = "TEXT")]
    pub(crate) salt: Option<String>,
}

/// Whether a record is of the numbers that a browser noted down.
fn compare(args: &Args, checked: &Checked) -> Result<(), Failure> {
    let not = |why: &str| Err(Failure::runtime(format!("Not fair: {why}.")));
    if args.commitment.as_ref().is_some_and(|seen| *seen != checked.commitment) {
        return not("the server committed to another seed");
    }
    if !args.seals.is_empty() && checked.given.seals.as_ref() != Some(&args.seals) {
        return not("these are not the seals that your browser saw");
    }
    let added = |salt: &String| checked.given.contributions.iter().any(|c| c.salt == *salt);
    if args.salt.as_ref().is_some_and(|salt| !added(salt)) {
        return not("what your browser added is not in it");
    }
    Ok(())
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let text = parlour_console::files::read(&args.record)?;
    let checked = record::verify(&text).map_err(|refusal| match refusal.code {
        Code::NotFair => Failure::runtime(refusal.message),
        _ => Failure::usage(format!("it cannot be told whether it was fair. {}", refusal.message)),
    })?;
    compare(args, &checked)?;
    let audit = &checked.audit;
    let throws = plural(audit.throws as usize, "throw or draw", "throws and draws");
    let players = plural(audit.contributions, "contribution", "contributions");
    writeln!(io.out, "Fair: {throws}, all as the seed and {players} from the players want them.")?;
    if audit.late > 0 {
        let count = plural(audit.late, "contribution", "contributions");
        writeln!(
            io.out,
            "Opened late: {count} came after the first throw and counts from then on."
        )?;
    }
    if audit.unopened > 0 {
        let count = plural(audit.unopened, "seal was", "seals were");
        writeln!(io.out, "Never opened: {count} made before the first throw and left shut.")?;
    }
    writeln!(io.out, "Commitment: {}", checked.commitment)?;
    match &checked.given.seals {
        None => writeln!(io.out, "Played before contributions were sealed.")?,
        Some(seals) => seals.iter().try_for_each(|seal| writeln!(io.out, "Seal: {seal}"))?,
    }
    Ok(())
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
