//! Blue fields, red alleys and Easy Ways, shells in six colours.

use parlour_core::look::{Form, KindLook, Look, Material, Paint};

pub(super) const SEATS: &[Paint] = &[
    Paint::new("#f4d35e", "#8f6d10", "#4a3604"),
    Paint::new("#f7f3ea", "#8d8470", "#3a352b"),
    Paint::new("#ee8a3a", "#8a4210", "#3f1b02"),
    Paint::new("#3fae74", "#17502f", "#05301a"),
    Paint::new("#b58ae0", "#553085", "#2a1147"),
    Paint::new("#34363c", "#0d0e11", "#f5f2ea"),
];

pub(super) const LOOK: &Look = &Look {
    table: "#f6f1e4",
    words: "#1f2a44",
    material: Material::Smooth,
    kinds: &[
        KindLook::new("board").paint("#efe3c4", "#8a7443", "#5b4a22"),
        KindLook::new("field").paint("#4f86d6", "#1d3f7a", "#f4f8ff"),
        KindLook::new("dead-field").paint("#e3dac3", "#b9ab86", "#5b4a22"),
        KindLook::new("shell-out").paint("#f6e7a8", "#1d3f7a", "#1d3f7a").blank("o"),
        KindLook::new("alley").paint("#d1493c", "#7c1f17", "#fff0ea").blank(":"),
        KindLook::new("easy-way").paint("#d1493c", "#7c1f17", "#fff0ea").blank("~"),
        KindLook::new("centre").paint("#2c5cab", "#143368", "#e9f1ff").blank("+"),
        KindLook::new("keep-off")
            .paint("#4a4a4f", "#1f1f22", "#f5f2ea")
            .form(Form::Crossed)
            .blank("x"),
        KindLook::new("shell").form(Form::Scallop),
        KindLook::new("empty").paint("none", "#1f1f22", "#1f1f22").form(Form::Slash),
    ],
};
