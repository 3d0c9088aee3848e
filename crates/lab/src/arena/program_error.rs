//! Why another program cannot play.

use std::fmt;

use parlour_console::failure::Failure;

/// What went wrong with a program.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramError {
    /// Its command.
    pub program: String,
    /// What went wrong.
    pub fault: Box<ProgramFault>,
    /// An option of the game that it does not list: it may be playing another game.
    pub unlisted: Option<String>,
    /// What it wrote to its error stream.
    pub stderr: Option<String>,
}

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq)]
pub enum ProgramFault {
    /// It could not be started, and why.
    Start(String),
    /// It has no streams to talk through.
    NoStreams,
    /// It has ended.
    Ended,
    /// The match was over before it answered.
    Abandoned,
    /// It did not answer with this word.
    TimedOut {
        /// The word.
        word: String,
        /// How long it was waited for.
        seconds: f64,
    },
    /// It answered with an error.
    Refused(String),
    /// It lacks an option.
    MissingOption {
        /// The option.
        option: String,
        /// What it cannot do without the option, and what would do.
        cannot: String,
    },
    /// It plays another game.
    OtherGame {
        /// What it calls itself.
        called: Option<String>,
        /// The game of the match.
        game: &'static str,
        /// The first of its actions at the start.
        its: String,
        /// The first of the match's.
        wanted: String,
    },
}

impl ProgramError {
    /// This went wrong with this program.
    pub(super) fn new(program: &str, fault: ProgramFault) -> Self {
        let (program, fault) = (program.to_owned(), Box::new(fault));
        ProgramError { program, fault, unlisted: None, stderr: None }
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.program;
        match &*self.fault {
            ProgramFault::Start(why) => write!(f, "{name} could not be started: {why}")?,
            ProgramFault::NoStreams => write!(f, "{name} has no streams to talk through")?,
            ProgramFault::Ended => write!(f, "{name} has ended")?,
            ProgramFault::Abandoned => write!(f, "{name} was not waited for")?,
            ProgramFault::TimedOut { word, seconds } => {
                write!(f, "{name} did not answer with {word} within {seconds} s")?
            }
            ProgramFault::Refused(why) => write!(f, "{name}: {why}")?,
            ProgramFault::MissingOption { option, cannot } => {
                write!(f, "{name} has no option '{option}', so it can't be told {cannot}")?
            }
            ProgramFault::OtherGame { called, game, its, wanted } => {
                write!(f, "{name}")?;
                if let Some(called) = called {
                    write!(f, ", which calls itself '{called}',")?;
                }
                write!(
                    f,
                    " plays another game than {game}: at the start its actions are {its}, not {wanted}"
                )?
            }
        }
        if let Some(option) = &self.unlisted {
            write!(f, "; it lists no option '{option}' and may be playing another game")?;
        }
        match &self.stderr {
            Some(said) => write!(f, "; it said: {said}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ProgramError {}

impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Self {
        Failure::work(error.to_string())
    }
}
