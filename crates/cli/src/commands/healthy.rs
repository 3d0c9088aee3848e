//! `parlour healthy`: whether the server can serve, for containers, units and scripts.

use std::net::SocketAddr;

use crate::commands::serve::Listen;
use crate::failure::Failure;
use crate::io::Io;

const NOTES: &str = "\
It asks the server at the address that serve would listen on: give it the same options or variables.
A container's health check and a script look at the exit code: 0 it can serve, 1 it cannot, and
the error stream says why.";

#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) listen: Listen,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let Listen { host, port } = args.listen;
    if port == 0 {
        let why = "with --port 0 the server takes any free port; name the one that it printed";
        return Err(Failure::usage(why));
    }
    let asked = parlour_server::healthy(SocketAddr::new(host, port)).map_err(Failure::runtime)?;
    writeln!(io.out, "The server at http://{asked}/ can serve")?;
    Ok(())
}
