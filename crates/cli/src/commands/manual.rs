//! `parlour manual`: the help of all commands as pages for `man`.

use std::path::{Path, PathBuf};

use clap_mangen::Man;
use parlour_console::files;

use crate::cli;
use crate::failure::Failure;
use crate::io::Io;

const EXAMPLES: &str = "\
Examples:
  parlour manual | man -l -                         read the page of the whole program
  parlour manual ~/.local/share/man/man1            a page for each command, too: man parlour-play";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write a page for the program and one for each command into this folder
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let program = cli::command();
    let Some(folder) = &args.folder else {
        return Ok(io.out.write_all(&page(program)?)?);
    };
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, &error))?;
    let commands: Vec<clap::Command> =
        program.get_subcommands().filter(|command| !command.is_hide_set()).cloned().collect();
    write(folder, "parlour", program)?;
    for command in commands {
        let name = format!("parlour-{}", command.get_name());
        // The page's usage is what one types, its title is what man is asked for.
        let usage = name.replacen('-', " ", 1);
        write(folder, &name, command.bin_name(usage).version(env!("CARGO_PKG_VERSION")))?;
    }
    Ok(())
}

fn write(folder: &Path, name: &str, command: clap::Command) -> Result<(), Failure> {
    let path = folder.join(format!("{name}.1"));
    files::write(&path, &page(command.display_name(name))?)
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
