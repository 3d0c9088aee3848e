//! A game that was played, for whoever looks back on it.

use parlour_core::Seat;

use crate::Session;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its start.
    pub start: Box<dyn Session>,
    /// Its actions, all of them open.
    pub actions: Vec<String>,
    /// Everybody's share of the win, where it is known. Of a game that ended by its rules, they say the same.
    pub result: Option<Vec<f64>>,
    /// Who resigned or ran out of time.
    pub ended_by: Option<Seat>,
    /// The numbers of the actions, from 1, that the computer made for a person.
    pub by_computer: Vec<usize>,
}
