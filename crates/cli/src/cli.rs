//! The arguments of the program.

use std::ffi::OsString;
use std::fmt::Write;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use crate::commands::Command;
use crate::io::Colour;

/// The commands by who needs them.
const GROUPS: [(&str, &[&str]); 4] = [
    (
        "For players",
        &["serve", "play", "games", "learn", "rules", "show", "analyse", "report", "verify"],
    ),
    ("For hosts", &["config", "healthy", "backup", "restore", "move", "completions", "manual"]),
    ("For programs", &["ugi"]),
    (
        "For researchers",
        &["arena", "finish", "puzzles", "train", "bench", "load", "perft", "solve"],
    ),
];

const EXAMPLES: &str = "\
Examples:
  parlour                             play in the browser
  parlour play senet                  play in the terminal
  parlour games                       the games and their options
  parlour learn senet                 learn a game by playing it
  parlour rules senet                 how a game is played
  parlour analyse outwit              the best moves and their values
  parlour serve --host 0.0.0.0        with everyone on the same network
  parlour ugi senet                   an engine for other programs
  parlour report game.txt             what a game hinged on
  parlour arena senet level:5 level:3 who plays better
  parlour solve shut-the-box          the value of best play
  parlour puzzles outwit --count 6    find puzzles in games of the levels

Exit codes: 0 all went well, 1 the work failed, 2 the request was wrong, 130 it was interrupted.";

/// Table games to play in the browser, with their rules, boards and engines.
#[derive(Debug, Parser)]
#[command(
    name = "parlour",
    version,
    after_help = EXAMPLES,
    max_term_width = 100,
)]
pub(crate) struct Cli {
    /// When to colour the output
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_enum)]
    #[arg(
        hide_possible_values = true,
        display_order = 100,
        help = "Colour the output: auto, always or never"
    )]
    pub(crate) color: Colour,

    /// What to do; without a word, serve
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What the program does without a word.
const ALONE: &str = if cfg!(feature = "server") { "serve" } else { "--help" };

/// The program's arguments, with the commands of the help in groups.
pub(crate) fn command() -> clap::Command {
    let command = reflowed(Cli::command()).mut_subcommands(reflowed);
    let groups = groups(&command);
    command.help_template(groups)
}

/// The command with each paragraph below its options as one line, which is wrapped where the window ends.
fn reflowed(command: clap::Command) -> clap::Command {
    match command.get_after_help().map(|text| reflow(&text.to_string())) {
        Some(text) => command.after_help(text),
        None => command,
    }
}

/// Joins the lines of each paragraph. Lines that are set in stay as they are.
fn reflow(text: &str) -> String {
    let mut joined = String::new();
    let mut open = false;
    for line in text.lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if open && is_prose { ' ' } else { '\n' });
        }
        joined.push_str(line);
        open = is_prose && !line.ends_with(':');
    }
    joined
}

/// The template of the help. Every command has a line with what it says about itself.
fn groups(command: &clap::Command) -> StyledStr {
    let styles = command.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = StyledStr::new();
    let _ = text.write_str("{about-with-newline}\n{usage-heading} {usage}\n\n");
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{header}{title}:{header:#}");
        for name in names {
            // Some commands are features.
            if let Some(about) = command.find_subcommand(name).and_then(|found| found.get_about()) {
                let _ = writeln!(text, "  {literal}{name:<11}{literal:#}  {about}");
            }
        }
        let _ = writeln!(text);
    }
    let _ = write!(text, "{header}Options:{header:#}\n{{options}}{{after-help}}");
    text
}

/// Options of `serve` work without the word, as all of it does: `parlour --data FOLDER`. An argument
/// that `serve` does not know either keeps its own error.
fn serve_options(args: &[OsString], error: clap::Error) -> Result<clap::ArgMatches, clap::Error> {
    let option = args.get(1).is_some_and(|arg| arg.to_string_lossy().starts_with('-'));
    if !cfg!(feature = "server") || !option || error.kind() != ErrorKind::UnknownArgument {
        return Err(error);
    }
    let (program, options) = args.split_at(1);
    let with_word = program.iter().cloned().chain([ALONE.into()]).chain(options.iter().cloned());
    command().try_get_matches_from(with_word).map_err(|other| match other.kind() {
        ErrorKind::UnknownArgument => error,
        _ => other,
    })
}

impl Cli {
    /// The arguments, the program's name first.
    pub(crate) fn parse_args(args: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
        let args: Vec<OsString> = args.into_iter().collect();
        let matches = command().try_get_matches_from(&args);
        let matches = matches.or_else(|error| serve_options(&args, error))?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))
    }

    /// What to do: what was asked for, or else to serve; help, in a program without the server.
    pub(crate) fn chosen(self) -> Result<Command, clap::Error> {
        match self.command {
            Some(command) => Ok(command),
            // The environment may hold options of `serve` that do not parse.
            None => match Cli::parse_args(["parlour", ALONE].map(OsString::from))?.command {
                Some(serve) => Ok(serve),
                None => unreachable!("a command was given"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_options_of_a_command_have_one_name() {
        command().debug_assert();
    }

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        for found in Cli::command().get_subcommands() {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&found.get_name()));
            assert_eq!(groups.count(), 1, "{}", found.get_name());
        }
    }

    /// The help of every command in a window of this width.
    fn helps(width: usize) -> Vec<(String, String)> {
        let mut program = command().term_width(width);
        program.build();
        let all = program.get_subcommands().filter(|found| found.get_name() != "help");
        all.map(|found| (found.get_name().to_owned(), found.clone().render_help().to_string()))
            .collect()
    }

    #[test]
    fn help_fills_the_window_and_never_leaves_it() {
        for width in [60, 80, 100] {
            for (name, help) in helps(width) {
                let below = help.split_once("\nExamples:").map_or("", |(_, below)| below);
                let lines: Vec<&str> = below.lines().collect();
                for pair in lines.windows(2) {
                    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
                    if !is_prose(pair[0]) || !is_prose(pair[1]) || pair[0].ends_with(':') {
                        continue;
                    }
                    let word = pair[1].split(' ').next().unwrap_or_default();
                    let room = pair[0].chars().count() + 1 + word.chars().count() > width;
                    assert!(room, "{name} at {width}: '{word}' fits behind '{}'", pair[0]);
                }
                let fits = |line: &&str| width < 80 || line.chars().count() <= width;
                assert!(lines.iter().all(fits), "{name} at {width}: {below}");
            }
        }
    }

    #[cfg(feature = "server")]
    #[test]
    fn options_of_serve_work_without_the_word() {
        let parse = |args: &[&str]| {
            let args = ["parlour"].iter().chain(args).map(OsString::from);
            Cli::parse_args(args).map(|cli| matches!(cli.command, Some(Command::Serve(_))))
        };
        assert!(parse(&["--data", "x", "--port", "0"]).expect("options of serve"));
        let kind = |args: &[&str]| parse(args).expect_err("a mistake").kind();
        assert_eq!(kind(&["--port", "many"]), ErrorKind::ValueValidation);
        assert_eq!(kind(&["--no-such-thing"]), ErrorKind::UnknownArgument);
        assert_eq!(kind(&["games", "--data", "x"]), ErrorKind::UnknownArgument);
    }

    #[cfg(feature = "server")]
    #[test]
    fn every_option_of_serve_has_a_variable() {
        let program = Cli::command();
        let serve = program.find_subcommand("serve").expect("there is a command serve");
        for option in serve.get_arguments() {
            let long = option.get_long().expect("every argument is an option");
            let wanted = crate::commands::serve::variable(long);
            let variable = option.get_env().map(|name| name.to_string_lossy().into_owned());
            assert_eq!(variable, Some(wanted), "--{long}");
        }
    }
}
