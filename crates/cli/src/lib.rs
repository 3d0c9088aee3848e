//! The command line `parlour`, as a library that tests can call.

pub mod ugi;
