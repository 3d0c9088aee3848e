//! Inlaid wood, maple and walnut chips.

use parlour_core::look::{Form, Kind, Look, Material, Paint};

pub(super) const SEATS: &[Paint] =
    &[Paint::new("#f2d9a6", "#8c6532", "#7a3b1c"), Paint::new("#5e3520", "#28130a", "#f2d9a6")];

pub(super) const LOOK: &Look = &Look {
    table: "#f3ece0",
    words: "#33241a",
    material: Material::Wood,
    kinds: &[
        Kind::new("board").paint("#a96f3c", "#5b3517", "#f6e4c4"),
        Kind::new("square").paint("#e0b67d66", "#6b421f", "#6b421f"),
        Kind::new("light-dot").paint("#e0b67d66", "#6b421f", "#f6e2b4").form(Form::Dotted),
        Kind::new("dark-dot").paint("#e0b67d66", "#6b421f", "#4b2a17").form(Form::Dotted),
        Kind::new("corner").paint("none", "#4b2a17", "#4b2a17"),
        Kind::new("chip").form(Form::Chip),
        Kind::new("power").form(Form::DottedChip),
    ],
};
