//! The page's types are those of the server.

use std::path::Path;

use parlour_core::golden;

#[test]
fn the_page_has_the_same_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire.ts");
    golden::check(&path, &parlour_wire::typescript(), "cargo xtask types");
}
