//! Inlaid wood, maple and walnut chips.

use parlour_core::look::{Form, KindLook, Look, Material, Paint};

pub(super) const SEATS: &[Paint] =
    &[Paint::new("#f2d9a6", "#8c6532", "#7a3b1c"), Paint::new("#5e3520", "#28130a", "#f2d9a6")];

pub(super) const LOOK: &Look = &Look {
    table: "#f3ece0",
    words: "#33241a",
    material: Material::Wood,
    kinds: &[
        KindLook::new("board").paint("#a96f3c", "#5b3517", "#f6e4c4"),
        KindLook::new("square").paint("#e0b67d66", "#6b421f", "#6b421f"),
        KindLook::new("light-dot").paint("#e0b67d66", "#6b421f", "#f6e2b4").form(Form::Dotted),
        KindLook::new("dark-dot").paint("#e0b67d66", "#6b421f", "#4b2a17").form(Form::Dotted),
        KindLook::new("corner").paint("none", "#4b2a17", "#4b2a17"),
        KindLook::new("chip").form(Form::Chip),
        KindLook::new("power").form(Form::DottedChip),
    ],
};
