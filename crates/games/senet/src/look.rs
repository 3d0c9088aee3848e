//! Ink on papyrus, cones of ebony and spools of ivory.

use parlour_core::look::{Form, KindLook, Look, Material, Paint};

pub(super) const SEATS: &[Paint] =
    &[Paint::new("#37312e", "#14100e", "#f8f1e0"), Paint::new("#fdf8ea", "#8b7648", "#4a3a1c")];

pub(super) const LOOK: &Look = &Look {
    table: "#f8f1e0",
    words: "#3a2a16",
    material: Material::Papyrus,
    kinds: &[
        KindLook::new("board").paint("#dfc387", "#7a5a28", "#5b3d1a"),
        KindLook::new("square").paint("#f4e3b455", "#7a5a28", "#5b3d1a"),
        KindLook::new("marked").paint("#d9924a66", "#7a5a28", "#6d2a12"),
        KindLook::new("plinth").paint("#c9a76a", "#7a5a28", "#5b3d1a").form(Form::Ledge),
        KindLook::new("safe").paint("none", "#1f6f78", "#1f6f78").form(Form::Frame),
        KindLook::new("stick").paint("#00000010", "#cdbb92", "#5b3d1a").form(Form::Stick),
        KindLook::new("pawn").form(Form::Figure),
    ],
};
