//! `parlour config`: the settings in force, and where each comes from.

use std::ffi::OsString;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use parlour_server::config::{default_data_folder, masked};
use parlour_session::did_you_mean::nearest;
use unicode_width::UnicodeWidthStr;

use crate::cli::Cli;
use crate::commands::serve;
use crate::failure::Failure;
use crate::io::Io;

const NOTES: &str = "\
It takes the options of serve and reads its variables, and shows what a server started in the same way
would use. Passwords are left out. A variable that no option reads is named on the error stream.";

/// The options of `serve`, and where each value came from.
#[derive(Debug)]
pub(crate) struct Args {
    serve: serve::Args,
    given: Vec<Given>,
}

#[derive(Debug)]
struct Given {
    /// The option's name.
    name: String,
    /// Its values as they were written; none for an option that nobody gave.
    values: Vec<OsString>,
    source: Option<ValueSource>,
}

impl clap::Args for Args {
    fn augment_args(command: clap::Command) -> clap::Command {
        <serve::Args as clap::Args>::augment_args(command).after_help(NOTES)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Args::augment_args(command)
    }
}

impl FromArgMatches for Args {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let options = <serve::Args as clap::Args>::augment_args(clap::Command::new("serve"));
        let given = |option: &clap::Arg| {
            let id = option.get_id().as_str();
            let values = matches.get_raw(id).into_iter().flatten();
            Some(Given {
                name: option.get_long()?.to_owned(),
                values: values.map(ToOwned::to_owned).collect(),
                source: matches.value_source(id),
            })
        };
        let given = options.get_arguments().filter_map(given).collect();
        Ok(Args { serve: serve::Args::from_arg_matches(matches)?, given })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Args::from_arg_matches(matches)?;
        Ok(())
    }
}

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let database = args.serve.place.database()?;
    let mut lines = vec![["setting", "value", "from"].map(str::to_owned)];
    for given in &args.given {
        let from = match given.source {
            Some(ValueSource::CommandLine) => "the command line".to_owned(),
            Some(ValueSource::EnvVariable) => serve::variable(&given.name),
            _ => "default".to_owned(),
        };
        let (value, from) = match given.name.as_str() {
            "data" => match args.serve.place.data {
                Some(_) => (plain(given), from),
                None => (default_data_folder().display().to_string(), from),
            },
            "database" => match &database {
                None => ("none: tables are kept in the data folder".to_owned(), from),
                Some(address) => match args.serve.place.database.as_deref() {
                    Some(given) if !given.trim().is_empty() => (masked(address), from),
                    _ => (masked(address), "the file of database-file".to_owned()),
                },
            },
            "search-threads" if given.source.is_none() => ("all cores but one".to_owned(), from),
            _ => (plain(given), from),
        };
        lines.push([given.name.clone(), value, from]);
    }
    table(&lines, io)?;
    for (name, hint) in unread(std::env::vars_os().map(|(name, _)| name)) {
        writeln!(io.err, "warning: no option reads {name}{hint}")?;
    }
    Ok(())
}

fn plain(given: &Given) -> String {
    let values: Vec<_> = given.values.iter().map(|value| value.to_string_lossy()).collect();
    // A variable of the environment may hold anything, line breaks too.
    let text: String =
        values.join(",").chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    match text.as_str() {
        "" => "none".to_owned(),
        _ => text,
    }
}

fn table(lines: &[[String; 3]], io: &mut Io<'_>) -> Result<(), Failure> {
    let width = |column: usize| lines.iter().map(|line| line[column].width()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    for [setting, value, from] in lines {
        let gap = " ".repeat(second - value.width());
        writeln!(io.out, "{setting:<first$}  {value}{gap}  {from}")?;
    }
    Ok(())
}

/// Variables that look like settings and are none, with what may have been meant.
fn unread(names: impl Iterator<Item = OsString>) -> Vec<(String, String)> {
    let program = Cli::command();
    let options = program.get_subcommands().flat_map(clap::Command::get_arguments);
    let known = options.filter_map(|option| option.get_env()?.to_str().map(str::to_owned));
    let known: Vec<String> = known.collect();
    // As names of options are compared.
    let plain: Vec<String> =
        known.iter().map(|name| name.to_lowercase().replace('_', "-")).collect();
    let mut unread = Vec::new();
    for name in names.filter_map(|name| name.into_string().ok()) {
        if name.starts_with("PARLOUR_") && !known.contains(&name) {
            let near = nearest(&name, plain.iter().map(String::as_str));
            let near = near.map(|near| near.to_uppercase().replace('-', "_"));
            let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
            unread.push((name, hint));
        }
    }
    unread.sort();
    unread
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_variable_is_named_with_the_one_that_was_meant() {
        let names = ["HOME", "PARLOUR_PORT", "PARLOUR_BEHIND_PROXXY"];
        let unread = unread(names.into_iter().map(OsString::from));
        let hint = "; did you mean PARLOUR_BEHIND_PROXY?".to_owned();
        assert_eq!(unread, [("PARLOUR_BEHIND_PROXXY".to_owned(), hint)]);
    }
}
