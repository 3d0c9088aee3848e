//! What a drawing is made of: materials and colours.

/// The colours of one kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Its surface.
    pub fill: &'static str,
    /// Its outline.
    pub edge: &'static str,
    /// What is printed on it.
    pub ink: &'static str,
}

impl Paint {
    /// Surface, outline and print.
    pub const fn new(fill: &'static str, edge: &'static str, ink: &'static str) -> Self {
        Paint { fill, edge, ink }
    }
}

/// What the board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Material {
    /// Wood with its grain.
    Wood,
    /// Papyrus with its fibres.
    Papyrus,
    /// Card or paint without a grain.
    Smooth,
}

/// The look of a game. Every kind of site, piece or region that [`Theme::kinds`] does not name
/// takes its form's plain colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The table under the board.
    pub table: &'static str,
    /// Words on the table.
    pub words: &'static str,
    /// What the board is made of.
    pub material: Material,
    /// Each seat's pieces; with more seats than paints they start over.
    pub seats: &'static [Paint],
    /// Sites, regions and pieces that are nobody's, by kind.
    pub kinds: &'static [(&'static str, Paint)],
}

impl Theme {
    /// A look that suits any game.
    pub const PLAIN: Theme = Theme {
        table: "#f4f1ea",
        words: "#2b2620",
        material: Material::Smooth,
        seats: SEATS,
        kinds: &[("board", Paint::new("#d9c7a3", "#8a7550", "#5c4c30"))],
    };
}

/// Colours that people who see colours differently can tell apart; the symbols on the pieces tell
/// them apart without any.
pub const SEATS: &[Paint] = &[
    Paint::new("#2f2f33", "#0f0f12", "#f5f2ea"),
    Paint::new("#f7f3e8", "#8d8470", "#3a352b"),
    Paint::new("#c8402f", "#7a2218", "#fff3e6"),
    Paint::new("#2e8b57", "#17502f", "#f1fff4"),
    Paint::new("#3f6fc4", "#213f77", "#f0f5ff"),
    Paint::new("#e2a52b", "#8f6410", "#3d2a05"),
];

/// All that [`super::svg`] needs beside the scene.
#[derive(Clone, Copy, Debug)]
pub struct SvgStyle<'a> {
    /// What the picture is called.
    pub title: &'a str,
    /// What it shows, for those who cannot see it.
    pub description: &'a str,
    /// The players' names, in seat order.
    pub names: &'a [String],
    /// Its look.
    pub theme: &'a Theme,
}
