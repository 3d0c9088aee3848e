//! `parlour move`: from the file in the data folder to PostgreSQL, and back.

use clap::ValueEnum;

use crate::commands::place::Place;
use crate::failure::Failure;
use crate::io::Io;

const NOTES: &str = "\
Examples:
  PARLOUR_DATABASE=postgres://… parlour move postgres   from the data folder to the database
  PARLOUR_DATABASE=postgres://… parlour move file       from the database to the data folder

Stop the servers first. Everything is copied and compared, event by event, before any of it counts; the place
that it comes from stays as it is. The other place must have no tables yet.";

/// Where tables go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// From the data folder to the PostgreSQL database
    Postgres,
    /// From the PostgreSQL database to a file in the data folder
    File,
}

#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    /// Where the tables go: both places are given as for serve
    #[arg(value_enum, value_name = "TO")]
    pub(crate) to: To,

    #[command(flatten)]
    pub(crate) place: Place,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let folder = args.place.folder();
    let missing = || {
        Failure::usage("which database? give its address with PARLOUR_DATABASE or --database-file")
    };
    let database = args.place.database()?.ok_or_else(missing)?;
    let moved = match args.to {
        To::Postgres => parlour_server::move_to_postgres(&folder, &database),
        To::File => parlour_server::move_to_file(&database, &folder),
    };
    let moved = moved.map_err(Failure::runtime)?;
    let (tables, events) = (moved.tables, moved.events);
    writeln!(
        io.out,
        "Moved {tables} tables with {events} events, and compared them: all are equal"
    )?;
    let next = match args.to {
        To::Postgres => "Start the server with the database's address; the file stays as it was",
        To::File => "Start the server without the database's address; the database stays as it was",
    };
    writeln!(io.out, "{next}")?;
    Ok(())
}
