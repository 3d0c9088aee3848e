//! `parlour restore`: puts a backup in the place of the tables.

use std::path::PathBuf;

use parlour_server::config::default_data_folder;

use crate::failure::Failure;
use crate::io::Io;

const NOTES: &str = "\
Stop the server first. The copy is checked before anything is changed; what was in the data folder stays
there under another name, which is printed. Tables in PostgreSQL are restored with pg_restore.";

#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// The file that `parlour backup` made; it stays as it is
    #[arg(value_name = "FILE")]
    pub(crate) copy: PathBuf,

    /// The folder where tables are kept [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "PARLOUR_DATA", hide_env = true)]
    pub(crate) data: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let data = args.data.clone().unwrap_or_else(default_data_folder);
    let restored = parlour_server::restore(&args.copy, &data).map_err(Failure::runtime)?;
    let (tables, events) = (restored.tables, restored.events);
    writeln!(io.out, "Restored {tables} tables with {events} events to {}", data.display())?;
    if let Some(kept) = restored.kept {
        writeln!(io.out, "What was there is kept as {}", kept.display())?;
    }
    Ok(())
}
