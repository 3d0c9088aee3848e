//! How a game wants to be drawn, as data: colours, materials and forms for the kinds that its
//! scene names. A renderer knows forms and no game. Diagrams and the terminal are drawn by it; the page has
//! its themes (`web/src/themes`) and takes the colours of the seats alone from here.

/// The colours of one kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// Colours for a game whose players have none of their own: people who see colours differently can
/// tell them apart.
pub const SEATS: &[Paint] = &[
    Paint::new("#e69f00", "#7a5200", "#3d2900"),
    Paint::new("#56b4e9", "#15597f", "#06283c"),
    Paint::new("#f3e64d", "#8a7d00", "#4b4400"),
    Paint::new("#d587b3", "#7c3560", "#40112d"),
    Paint::new("#1fae86", "#00543e", "#002a1f"),
    Paint::new("#f4f0e6", "#6d6657", "#35302a"),
    Paint::new("#0067a5", "#00304f", "#e4f3ff"),
    Paint::new("#c23b22", "#5c1408", "#ffe9e2"),
    Paint::new("#6b4a9c", "#301b52", "#f0e6ff"),
    Paint::new("#34363c", "#0d0e11", "#f0efe9"),
    Paint::new("#9a6a3c", "#4a2d12", "#fff1df"),
    Paint::new("#a9d34a", "#55721a", "#2c3d08"),
];

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

/// The form in which a kind of site, piece or mark is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A site in its own shape, a piece as a disc, a mark as a ring.
    Plain,
    /// A site with a small dot in its middle.
    Dotted,
    /// A site that is sunk into the board.
    Hollow,
    /// A site that is raised above the table.
    Ledge,
    /// A site with a cross on it.
    Crossed,
    /// A turned chip.
    Chip,
    /// A turned chip with a large dot.
    DottedChip,
    /// A standing figure: a cone for the first player, a spool for the second.
    Figure,
    /// A scallop; its face, if it has one, shows on a counter.
    Scallop,
    /// A flap that is raised, or with the face `shut` folded down.
    Flap,
    /// A die; its face is the number of eyes.
    Die,
    /// A casting stick with the face `light` or `dark`.
    Stick,
    /// A mark that strikes its site through.
    Slash,
    /// A mark that frames its site.
    Frame,
}

/// How one kind of site, region, piece or mark looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindLook {
    /// The word that the scene uses for it.
    pub name: &'static str,
    /// Its colours, where they are not its owner's or the plain ones.
    pub paint: Option<Paint>,
    /// Its form.
    pub form: Form,
    /// The sign of an empty site in a drawing made of characters.
    pub blank: &'static str,
}

impl KindLook {
    /// A kind that looks plain but for what is said next.
    pub const fn new(name: &'static str) -> Self {
        KindLook { name, paint: None, form: Form::Plain, blank: "." }
    }

    /// With these colours: surface, outline, print.
    pub const fn paint(self, fill: &'static str, edge: &'static str, ink: &'static str) -> Self {
        KindLook { paint: Some(Paint::new(fill, edge, ink)), ..self }
    }

    /// In this form.
    pub const fn form(self, form: Form) -> Self {
        KindLook { form, ..self }
    }

    /// With this sign for an empty site.
    pub const fn blank(self, blank: &'static str) -> Self {
        KindLook { blank, ..self }
    }
}

/// The look of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// The colour of the table under the board.
    pub table: &'static str,
    /// The colour of words on the table.
    pub words: &'static str,
    /// What the board is made of.
    pub material: Material,
    /// The kinds that do not look plain.
    pub kinds: &'static [KindLook],
}

impl Look {
    /// A look that suits any game: dice and sticks look like what they are.
    pub const PLAIN: Look = Look {
        table: "#f4f1ea",
        words: "#2b2620",
        material: Material::Smooth,
        kinds: &[
            KindLook::new("board").paint("#d9c7a3", "#8a7550", "#5c4c30"),
            KindLook::new("die").paint("#00000010", "none", "#5c4c30").form(Form::Die),
            KindLook::new("stick").form(Form::Stick),
        ],
    };

    /// How a kind looks.
    pub fn kind(&self, name: &'static str) -> KindLook {
        let named = self.kinds.iter().find(|kind| kind.name == name);
        named.copied().unwrap_or(KindLook::new(name))
    }
}
