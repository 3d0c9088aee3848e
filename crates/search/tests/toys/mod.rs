//! Tiny games with known answers.

mod flip;
mod nim;
mod pea;
mod race;
mod tictactoe;

pub(crate) use flip::{Flip, FlipMove, FlipState};
pub(crate) use nim::{Nim, Pile};
pub(crate) use pea::{Pea, PeaMove, PeaState};
pub(crate) use race::{Race, RaceMove, RaceState};
pub(crate) use tictactoe::{Marks, TicTacToe};
