//! Any text is refused as a record, or makes a table that is written as a record again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_analysis::tree::main_line;
use parlour_table::projection::{replay::Hindsight, write_record};
use parlour_table::record;

fuzz_target!(|text: &str| {
    let _ = record::verify(text);
    let Ok(table) = record::table(&main_line(text)) else { return };
    let written = write_record(&table, Hindsight::Open);
    let again = record::table(&written).expect("it reads back");
    assert_eq!(again.session.position(), table.session.position());
});
