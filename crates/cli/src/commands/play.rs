//! `parlour play`: a game in the terminal.

pub(crate) use parlour_terminal::Args;

use crate::commands::rules;
use crate::failure::Failure;
use crate::io::Io;
use crate::markdown::Paint;

pub(crate) fn run(args: &Args, io: &mut Io<'_>) -> Result<(), Failure> {
    let plain = Paint::new(false);
    parlour_terminal::run(args, io, &|game, text, width| rules::page(game, text, width, plain))
}
