//! A walnut box with maple lids and a green tray.

use parlour_core::look::{Form, KindLook, Look, Material};

pub(super) const LOOK: &Look = &Look {
    table: "#f1ebe1",
    words: "#2e2218",
    material: Material::Wood,
    kinds: &[
        KindLook::new("box").paint("#8c5a30", "#43270f", "#f3dcb2"),
        KindLook::new("tray").paint("#2d6a4c", "#173a29", "#e9f3ec"),
        KindLook::new("lid").paint("#ecca94", "#7a5226", "#3b2410").form(Form::Flap),
        KindLook::new("die").paint("#00000022", "none", "#e9f3ec").form(Form::Die),
    ],
};
