//! Tiny games with known answers.

mod coin;
mod graph;
mod hoard;
mod nim;
mod pea;
mod race;
mod stroll;
mod tictactoe;
mod tug;

pub(crate) use coin::{Coin, Hand};
pub(crate) use graph::Graph;
pub(crate) use hoard::{Hoard, Taken};
pub(crate) use nim::{Nim, Pile};
pub(crate) use pea::{Pea, PeaMove, PeaState};
pub(crate) use race::{Race, RaceMove, RaceState};
pub(crate) use stroll::{Cart, Stroll};
pub(crate) use tictactoe::{Marks, TicTacToe};
pub(crate) use tug::{Rope, Tug};
