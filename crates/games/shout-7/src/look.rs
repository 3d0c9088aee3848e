//! Hexagons of stone in a ring of pits.

use parlour_core::look::{Form, KindLook, Look, Material, Paint};

/// Black, White, Red, Green.
pub(super) const SEATS: &[Paint] = &[
    Paint::new("#2f2f33", "#0f0f12", "#f5f2ea"),
    Paint::new("#f7f3e8", "#8d8470", "#3a352b"),
    Paint::new("#c8402f", "#7a2218", "#fff3e6"),
    Paint::new("#2e8b57", "#17502f", "#f1fff4"),
];

pub(super) const LOOK: &Look = &Look {
    table: "#eef1f2",
    words: "#22292e",
    material: Material::Smooth,
    kinds: &[
        KindLook::new("board").paint("#56646d", "#2b343a", "#e7edf0"),
        KindLook::new("field").paint("#56646d", "#56646d", "#e7edf0"),
        KindLook::new("cell").paint("#c3ced3", "#8b9aa2", "#3d4a51"),
        KindLook::new("pit").paint("#3a464d", "#232b30", "#e7edf0").form(Form::Hollow).blank("_"),
        KindLook::new("pot").paint("#d7e0e4", "#8b9aa2", "#3d4a51").blank("0"),
        KindLook::new("row").paint("none", "#f2b21b", "#f2b21b"),
        KindLook::new("threat").paint("none", "#e58a3a", "#e58a3a"),
    ],
};
