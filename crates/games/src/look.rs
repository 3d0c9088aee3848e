//! How each game is dressed: its material and colours.

use parlour_core::draw::{Material, Paint, SEATS, Theme};

/// The look of the game of that name; a plain one for a game that has none of its own.
pub fn look(id: &str) -> &'static Theme {
    match id {
        "outwit" => &OUTWIT,
        "senet" => &SENET,
        "shut-the-box" => &SHUT_THE_BOX,
        "shout-7" => &SHOUT_7,
        "shell-out" => &SHELL_OUT,
        _ => &Theme::PLAIN,
    }
}

/// Inlaid wood, maple and walnut chips.
const OUTWIT: Theme = Theme {
    table: "#f3ece0",
    words: "#33241a",
    material: Material::Wood,
    seats: &[
        Paint::new("#f2d9a6", "#8c6532", "#7a3b1c"),
        Paint::new("#5e3520", "#28130a", "#f2d9a6"),
    ],
    kinds: &[
        ("board", Paint::new("#a96f3c", "#5b3517", "#f6e4c4")),
        ("square", Paint::new("#e0b67d66", "#6b421f", "#6b421f")),
        ("light-dot", Paint::new("#e0b67d66", "#6b421f", "#f6e2b4")),
        ("dark-dot", Paint::new("#e0b67d66", "#6b421f", "#4b2a17")),
        ("corner", Paint::new("none", "#4b2a17", "#4b2a17")),
    ],
};

/// Ink on papyrus, cones of ebony and spools of ivory.
const SENET: Theme = Theme {
    table: "#f8f1e0",
    words: "#3a2a16",
    material: Material::Papyrus,
    seats: &[
        Paint::new("#37312e", "#14100e", "#f8f1e0"),
        Paint::new("#fdf8ea", "#8b7648", "#4a3a1c"),
    ],
    kinds: &[
        ("board", Paint::new("#dfc387", "#7a5a28", "#5b3d1a")),
        ("square", Paint::new("#f4e3b455", "#7a5a28", "#5b3d1a")),
        ("marked", Paint::new("#d9924a66", "#7a5a28", "#6d2a12")),
        ("plinth", Paint::new("#c9a76a", "#7a5a28", "#5b3d1a")),
        ("safe", Paint::new("none", "#1f6f78", "#1f6f78")),
        ("stick", Paint::new("#00000010", "#cdbb92", "#5b3d1a")),
    ],
};

/// A walnut box with maple lids and a green tray.
const SHUT_THE_BOX: Theme = Theme {
    table: "#f1ebe1",
    words: "#2e2218",
    material: Material::Wood,
    seats: SEATS,
    kinds: &[
        ("box", Paint::new("#8c5a30", "#43270f", "#f3dcb2")),
        ("tray", Paint::new("#2d6a4c", "#173a29", "#e9f3ec")),
        ("lid", Paint::new("#ecca94", "#7a5226", "#3b2410")),
        ("die", Paint::new("#00000022", "none", "#e9f3ec")),
    ],
};

/// Hexagons of stone in a ring of pits.
const SHOUT_7: Theme = Theme {
    table: "#eef1f2",
    words: "#22292e",
    material: Material::Smooth,
    seats: SEATS,
    kinds: &[
        ("board", Paint::new("#56646d", "#2b343a", "#e7edf0")),
        ("field", Paint::new("#56646d", "#56646d", "#e7edf0")),
        ("cell", Paint::new("#c3ced3", "#8b9aa2", "#3d4a51")),
        ("pit", Paint::new("#3a464d", "#232b30", "#e7edf0")),
        ("pot", Paint::new("#d7e0e4", "#8b9aa2", "#3d4a51")),
        ("row", Paint::new("none", "#f2b21b", "#f2b21b")),
    ],
};

/// Blue fields, red alleys and easy ways, shells in six colours.
const SHELL_OUT: Theme = Theme {
    table: "#f6f1e4",
    words: "#1f2a44",
    material: Material::Smooth,
    seats: &[
        Paint::new("#f4d35e", "#8f6d10", "#4a3604"),
        Paint::new("#f7f3ea", "#8d8470", "#3a352b"),
        Paint::new("#ee8a3a", "#8a4210", "#3f1b02"),
        Paint::new("#3fae74", "#17502f", "#05301a"),
        Paint::new("#b58ae0", "#553085", "#2a1147"),
        Paint::new("#34363c", "#0d0e11", "#f5f2ea"),
    ],
    kinds: &[
        ("board", Paint::new("#efe3c4", "#8a7443", "#5b4a22")),
        ("field", Paint::new("#4f86d6", "#1d3f7a", "#f4f8ff")),
        ("dead-field", Paint::new("#e3dac3", "#b9ab86", "#5b4a22")),
        ("shell-out", Paint::new("#f6e7a8", "#1d3f7a", "#1d3f7a")),
        ("alley", Paint::new("#d1493c", "#7c1f17", "#fff0ea")),
        ("easy-way", Paint::new("#d1493c", "#7c1f17", "#fff0ea")),
        ("centre", Paint::new("#2c5cab", "#143368", "#e9f1ff")),
        ("keep-off", Paint::new("#4a4a4f", "#1f1f22", "#f5f2ea")),
        ("empty", Paint::new("none", "#1f1f22", "#1f1f22")),
    ],
};
