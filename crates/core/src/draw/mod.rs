//! Drawings of any game from its scene data: as characters and as SVG.
//!
//! The renderers know looks, not games: a site, piece or region says of what kind it is, and that
//! word decides how it is drawn. A kind that nobody has heard of gets a plain, legible form.

mod chequer;
mod svg;
mod text;

pub use svg::{Material, Paint, SEATS, SvgStyle, Theme, svg};
pub use text::{Role, Span, lines, text};
