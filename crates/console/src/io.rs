//! Where a command writes, and what is known about the terminal.

use std::io::{IsTerminal, Write};

use clap::ValueEnum;
use console::Term;
use serde::Serialize;

use crate::ascii::shows_unicode;
use crate::failure::Failure;

/// The streams of a command.
pub struct Io<'a> {
    /// What was asked for.
    pub out: &'a mut dyn Write,
    /// Mistakes, and remarks that are not part of the answer.
    pub err: &'a mut dyn Write,
    /// Who reads it.
    pub terminal: Terminal,
}

impl Io<'_> {
    /// Writes a value as indented JSON with a line end.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer_pretty(&mut *self.out, value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out)?)
    }
}

/// What is known about the reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether the output is a terminal.
    pub out: bool,
    /// Whether the error stream is a terminal.
    pub err: bool,
    /// How many characters a line holds.
    pub width: usize,
    /// Whether to colour the output.
    pub colour: bool,
    /// Whether the terminal shows more than ASCII.
    pub unicode: bool,
}

impl Terminal {
    /// Nobody's terminal: a pipe, a file or a test.
    pub const NONE: Terminal =
        Terminal { out: false, err: false, width: 80, colour: false, unicode: true };

    /// What this process's streams are.
    pub fn detect() -> Self {
        let (out, err) = (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
        let width = if out {
            Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns))
        } else {
            80
        };
        // https://no-color.org: any value but the empty one asks for no colour.
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let unicode = shows_unicode(|name| std::env::var(name).ok());
        Terminal { out, err, width: width.clamp(20, 100), colour: wanted, unicode }
    }
}

/// When to colour the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Colour {
    /// At a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Colour {
    /// Whether to colour for this reader.
    pub fn decide(self, terminal: &Terminal) -> bool {
        match self {
            Colour::Auto => terminal.out && terminal.colour,
            Colour::Always => true,
            Colour::Never => false,
        }
    }
}
