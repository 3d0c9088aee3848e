//! Solves Shut the Box for two, and writes the table that is shipped.
//!
//! ```text
//! cargo run --release -p parlour-lab --example shut_the_box_table -- crates/games/src/shut_the_box/solve/two.bin
//! ```

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file] = &words[..] else {
        eprintln!("usage: shut_the_box_table <file>");
        return ExitCode::FAILURE;
    };
    let table = parlour_games::shut_the_box::table_of_two();
    match std::fs::write(file, &table) {
        Ok(()) => {
            println!("{} bytes in {file}", table.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
