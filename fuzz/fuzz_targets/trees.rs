//! Any text is refused as a tree of variations, or is one and reads back as it is written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_analysis::tree::{MOST_NODES, Tree, main_line};

fuzz_target!(|text: &str| {
    let main = main_line(text);
    assert_eq!(main.len(), text.len(), "lines and columns stay where they are");
    let Ok(tree) = Tree::read(text) else { return };
    assert!(tree.nodes.len() <= MOST_NODES + 1);
    let written = tree.to_string();
    let again = Tree::read(&written).expect("it reads back");
    assert_eq!(again.to_string(), written);
});
