//! What can be said of a game and its positions, apart from playing it. Everything in here is pure: the
//! caller passes time and seeds.

pub mod tree;
