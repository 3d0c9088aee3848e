//! Who plays in a match.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::game::{Contender, EnginePlayer};
use parlour_search::Budget;
use parlour_session::did_you_mean::{nearest, shown};
use parlour_session::{Entry, Session, Spec, SpecError};

use super::program::{GameSetup, Program, ProgramLimits};
use crate::baselines;
use parlour_console::failure::Failure;
use parlour_console::set_up;

/// A player as the command line names it.
#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Computer(Spec),
    Program { command: Vec<String>, limits: ProgramLimits },
}

impl Entrant {
    pub(crate) fn name(&self) -> &str {
        &self.text
    }

    /// What the player stands for at this setup: a level may be another player in another version.
    pub(crate) fn stands_for(&self, session: &dyn Session) -> String {
        match &self.kind {
            Kind::Computer(spec) => {
                spec.spelled_out(&session.engines(), &session.levels()).to_string()
            }
            Kind::Program { .. } => self.text.clone(),
        }
    }

    pub(crate) fn seat(
        &self,
        game: &Entry,
        session: &dyn Session,
        threads: usize,
    ) -> Result<Box<dyn Contender>, Failure> {
        match &self.kind {
            Kind::Computer(spec) => {
                let player = baselines::player(session, spec, threads);
                let player = player.map_err(|error| Failure::usage(error.to_string()))?;
                set_up::check_limit(spec)?;
                Ok(Box::new(EnginePlayer(player)))
            }
            Kind::Program { command, limits } => {
                let options = session.options();
                let start = (game.open)(&options).map_or(Vec::new(), |start| start.legal());
                let setup = GameSetup { game: game.name, options, start };
                Ok(Box::new(Program::start(command, limits, &setup, threads)?))
            }
        }
    }
}

/// What another program's name begins with.
const PROGRAM: &str = "program:";

/// Why a text names no player of a match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum EntrantError {
    /// It is no player of the program's own.
    Spec(SpecError),
    /// `program:` is mistyped: the text, and what comes after it.
    NotProgram { text: String, rest: String },
    /// No command follows `program:`.
    NoCommand,
    /// A program has no such limits.
    ProgramLimits,
}

impl fmt::Display for EntrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntrantError::Spec(error) => error.fmt(f),
            EntrantError::NotProgram { text, rest } => {
                write!(f, "no player '{}'; did you mean program:{rest}?", shown(text))
            }
            EntrantError::NoCommand => f.write_str(
                "say which program after 'program:', and before it how long it may think, such as \
                 'program:time=1s:./parlour ugi outwit'",
            ),
            EntrantError::ProgramLimits => f.write_str(
                "a program's limits are time=, nodes=, depth= and level=, such as \
                 'program:time=1s,nodes=5000:./parlour ugi outwit'",
            ),
        }
    }
}

impl std::error::Error for EntrantError {}

impl From<SpecError> for EntrantError {
    fn from(error: SpecError) -> Self {
        EntrantError::Spec(error)
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        match text.split_at_checked(PROGRAM.len()) {
            Some((word, rest)) if word.eq_ignore_ascii_case(PROGRAM) => {
                Ok(Entrant { text: format!("{PROGRAM}{rest}"), kind: program(rest)? })
            }
            _ => {
                let (word, rest) = text.split_once(':').unwrap_or((text, ""));
                if nearest(word, ["program"]).is_some() {
                    let (text, rest) = (text.to_owned(), rest.to_owned());
                    return Err(EntrantError::NotProgram { text, rest });
                }
                let kind = Kind::Computer(text.parse()?);
                // One player has one name, however it is typed.
                Ok(Entrant { text: text.trim().to_lowercase(), kind })
            }
        }
    }
}

/// `time=1s:COMMAND`, `nodes=1000:COMMAND`, `depth=4:COMMAND`, or `level=3:COMMAND` for a program that
/// has levels; a command alone gets a second a move.
fn program(rest: &str) -> Result<Kind, EntrantError> {
    let limited = rest.split_once(':').filter(|(limits, _)| {
        ["time=", "nodes=", "depth=", "level="].iter().any(|limit| limits.starts_with(limit))
    });
    let (limits, command) = match limited {
        Some((text, command)) => (limits(text)?, command),
        None => {
            let second = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
            (ProgramLimits { budget: second, level: None }, rest)
        }
    };
    let command = words(command);
    if command.is_empty() {
        return Err(EntrantError::NoCommand);
    }
    Ok(Kind::Program { command, limits })
}

/// What comes before a program's command.
fn limits(text: &str) -> Result<ProgramLimits, EntrantError> {
    let (levels, budget): (Vec<&str>, Vec<&str>) =
        text.split(',').partition(|limit| limit.starts_with("level="));
    let level = levels.last().map(|level| level["level=".len()..].to_owned());
    match format!("best:{}", budget.join(",")).parse()? {
        Spec::Engine { budget, settings, .. } if settings.iter().next().is_none() => {
            Ok(ProgramLimits { budget, level })
        }
        _ => Err(EntrantError::ProgramLimits),
    }
}

/// The words of a command; double quotes hold together what has spaces in it.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in command.split('"').enumerate() {
        match number % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> bool {
        text.parse::<Entrant>().is_err()
    }

    #[test]
    fn players_are_read_with_their_budgets_and_others_are_refused() {
        for text in ["level:8", "random", "uct:nodes=9", "best:time=1.5s", "program:./x ugi a"] {
            assert!(!refused(text), "{text}");
        }
        for text in ["", "level:9", "level", "uct:9", "uct:time=1", "program:", "random:1"] {
            assert!(refused(text), "{text}");
        }
        let entrant: Entrant = "program:nodes=5,time=20ms:./x ugi a:b".parse().expect("a program");
        let Kind::Program { command, limits } = entrant.kind else { panic!("a program") };
        assert_eq!(command, ["./x", "ugi", "a:b"]);
        let Budget { nodes, time, .. } = limits.budget;
        assert_eq!((nodes, time), (Some(5), Some(Duration::from_millis(20))));
    }

    #[test]
    fn names_of_players_ignore_case() {
        let entrant: Entrant = "Level:3".parse().expect("a level");
        assert_eq!(entrant.name(), "level:3");
        let entrant: Entrant = "Program:./X ugi a".parse().expect("a program");
        assert_eq!(entrant.name(), "program:./X ugi a");
    }

    #[test]
    fn mistyped_programs_are_refused_with_an_example() {
        for (typed, said) in [
            ("program:", "such as 'program:time=1s:./parlour ugi outwit'"),
            ("program:time=1s:", "such as 'program:time=1s:./parlour ugi outwit'"),
            ("program:time=1:./x", "time takes a number and its unit"),
            ("programm:./x ugi a", "did you mean program:./x ugi a?"),
        ] {
            let error = typed.parse::<Entrant>().expect_err("no player");
            assert!(error.to_string().contains(said), "{typed}: {error}");
        }
    }

    #[test]
    fn a_program_can_have_a_level_a_depth_and_a_path_with_spaces() {
        let entrant: Entrant = "program:level=3:\"./my games/x\" ugi a".parse().expect("a program");
        let Kind::Program { command, limits } = entrant.kind else { panic!("a program") };
        assert_eq!(command, ["./my games/x", "ugi", "a"]);
        assert_eq!((limits.level.as_deref(), limits.budget), (Some("3"), Budget::default()));
        let entrant: Entrant = "program:depth=3:./x".parse().expect("a program");
        let Kind::Program { limits, .. } = entrant.kind else { panic!("a program") };
        assert_eq!(limits.budget.depth, Some(3));
        assert!(refused("program:level=3,wits=2:./x"));
    }
}
