//! `parlour backup`: a copy of all tables, also while the server runs.

use std::path::PathBuf;

use parlour_server::config::default_data_folder;

use crate::failure::Failure;
use crate::io::Io;

const NOTES: &str = "\
To restore: stop the server, then parlour restore FILE. Tables in PostgreSQL are copied with pg_dump.";

#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// The file to make; it must not be there yet
    #[arg(value_name = "FILE")]
    pub(crate) copy: PathBuf,

    /// The folder where tables are kept [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "PARLOUR_DATA", hide_env = true)]
    pub(crate) data: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let data = args.data.clone().unwrap_or_else(default_data_folder);
    parlour_server::backup(&data, &args.copy).map_err(Failure::runtime)?;
    writeln!(io.out, "Copied the tables of {} to {}", data.display(), args.copy.display())?;
    Ok(())
}
