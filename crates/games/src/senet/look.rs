//! Ink on papyrus, cones of ebony and spools of ivory.

use parlour_core::look::{Form, Kind, Look, Material, Paint};

pub(super) const SEATS: &[Paint] =
    &[Paint::new("#37312e", "#14100e", "#f8f1e0"), Paint::new("#fdf8ea", "#8b7648", "#4a3a1c")];

pub(super) const LOOK: &Look = &Look {
    table: "#f8f1e0",
    words: "#3a2a16",
    material: Material::Papyrus,
    kinds: &[
        Kind::new("board").paint("#dfc387", "#7a5a28", "#5b3d1a"),
        Kind::new("square").paint("#f4e3b455", "#7a5a28", "#5b3d1a"),
        Kind::new("marked").paint("#d9924a66", "#7a5a28", "#6d2a12"),
        Kind::new("plinth").paint("#c9a76a", "#7a5a28", "#5b3d1a").form(Form::Ledge),
        Kind::new("safe").paint("none", "#1f6f78", "#1f6f78").form(Form::Frame),
        Kind::new("stick").paint("#00000010", "#cdbb92", "#5b3d1a").form(Form::Stick),
        Kind::new("pawn").form(Form::Figure),
    ],
};
