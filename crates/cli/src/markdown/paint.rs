//! Escape codes around text.

use clap::builder::styling::{AnsiColor, Style};

/// The style of something to type.
pub(super) const CODE: Style = AnsiColor::Cyan.on_default();

/// Puts escape codes around text, where the reader wants colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paint {
    colour: bool,
}

impl Paint {
    /// With or without colour.
    pub(crate) const fn new(colour: bool) -> Self {
        Paint { colour }
    }

    /// The text in this style.
    pub(crate) fn apply(self, text: &str, style: Style) -> String {
        if self.colour && !text.is_empty() {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }

    /// The text in bold.
    pub(crate) fn bold(self, text: &str) -> String {
        self.apply(text, Style::new().bold())
    }
}
