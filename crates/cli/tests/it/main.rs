//! The program as a person or a script meets it.

mod arena;
mod common;
mod json;
mod rules;
mod streams;
mod transcripts;
mod variables;
