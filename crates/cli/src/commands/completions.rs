//! `parlour completions`: scripts with which a shell completes commands, options and games.

use clap_complete::{Shell, generate};

use crate::cli;
use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour completions bash > ~/.local/share/bash-completion/completions/parlour
  parlour completions zsh  > ~/.zfunc/_parlour
  parlour completions fish > ~/.config/fish/completions/parlour.fish";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The shell
    pub(crate) shell: Shell,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    // The generator stops the program when a write fails, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut cli::command(), "parlour", &mut script);
    Ok(io.out.write_all(&script)?)
}
