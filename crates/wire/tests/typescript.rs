//! The page's types are those of the server.

use std::{env, fs, path::PathBuf};

#[test]
fn the_page_has_the_same_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    let wanted = parlour_wire::typescript();
    if env::var_os("PARLOUR_UPDATE").is_some() {
        fs::write(&path, &wanted).expect("web/src/wire.ts can be written");
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == wanted, "web/src/wire.ts is out of date: run `cargo xtask types`");
}
