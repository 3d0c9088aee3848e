//! How a stretch of text looks, and the escape codes for it.

/// Bold, italic, code, in any combination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style(u8);

impl Style {
    /// Nothing special.
    pub const PLAIN: Style = Style(0);
    /// Bold.
    pub const BOLD: Style = Style(1);
    /// Italic.
    pub const ITALIC: Style = Style(2);
    /// Something to type.
    pub const CODE: Style = Style(4);

    /// Both looks at once.
    pub const fn with(self, other: Style) -> Style {
        Style(self.0 | other.0)
    }

    /// This look but for the other.
    pub const fn without(self, other: Style) -> Style {
        Style(self.0 & !other.0)
    }
}

/// Puts escape codes around text, where the reader wants colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    colour: bool,
}

impl Paint {
    /// With or without colour.
    pub const fn new(colour: bool) -> Self {
        Paint { colour }
    }

    /// The text with this look.
    pub fn apply(self, text: &str, style: Style) -> String {
        let codes: Vec<&str> = [(Style::BOLD, "1"), (Style::ITALIC, "3"), (Style::CODE, "36")]
            .into_iter()
            .filter(|(look, _)| style.0 & look.0 != 0)
            .map(|(_, code)| code)
            .collect();
        self.coded(text, &codes.join(";"))
    }

    /// The text in bold.
    pub fn bold(self, text: &str) -> String {
        self.apply(text, Style::BOLD)
    }

    /// The text under an escape code such as `1;31`.
    pub fn coded(self, text: &str, code: &str) -> String {
        if self.colour && !code.is_empty() && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}
