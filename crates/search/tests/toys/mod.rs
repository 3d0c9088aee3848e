//! Tiny games with known answers.
#![allow(dead_code, unused_imports, reason = "each test file plays some of them")]

mod coin;
mod flip;
mod nim;
mod pea;
mod race;
mod tictactoe;
mod tug;

pub(crate) use coin::{Coin, Hand};
pub(crate) use flip::{Flip, FlipMove, FlipState};
pub(crate) use nim::{Nim, Pile};
pub(crate) use pea::{Pea, PeaMove, PeaState};
pub(crate) use race::{Race, RaceMove, RaceState};
pub(crate) use tictactoe::{Marks, TicTacToe};
pub(crate) use tug::{Rope, Tug};
