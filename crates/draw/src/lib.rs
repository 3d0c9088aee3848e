//! Drawings of any game from its scene data: as characters, as tiles for a screen of characters, and as SVG.
//!
//! The renderers know forms, not games: a site, piece or region says of what kind it is, and the
//! game's [`Look`] tells how that kind is drawn. A kind that it does not name gets a plain, legible
//! form.
//!
//! # Where to change what
//! - The margin of a drawn position: `Geometry::new` in `svg/mod.rs`; names of sites: `svg/sites.rs`; then
//!   `cargo xtask diagrams`.
//! - The sixteen colours of a plain terminal: `SEAT_CODES` in `colour.rs`, the same for all games.

mod chequer;
mod colour;
mod graph;
mod grid;
mod palette;
mod svg;
mod text;

use std::collections::BTreeMap;

use parlour_core::label::Names;
use parlour_core::scene::{Layout, Picture};
use parlour_core::{Look, Seat};

pub use colour::{Ink, Rgb, SEAT_CODES, piece_ink, seat_paint, site_ink};
pub use graph::{Graph, graph};
pub use grid::{Caption, Grid, Tile, grid};
pub use palette::Palette;
pub use svg::svg;
pub use text::{Role, Span, lines, text};

/// How much darker every other tile is on a screen, so that neighbours of a kind can be told apart.
pub const SHADE: f64 = 0.09;

/// What is to be drawn, and how.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The board.
    pub layout: &'a Layout,
    /// What stands on it.
    pub picture: &'a Picture,
    /// The players' names, in seat order.
    pub names: &'a [String],
    /// How the kinds look.
    pub look: &'a Look,
}

impl<'a> Drawing<'a> {
    /// The stats in words, by the player whom they are about: the table's first.
    fn stats(&self) -> BTreeMap<Option<Seat>, Vec<String>> {
        let mut seats: BTreeMap<Option<Seat>, Vec<String>> = BTreeMap::new();
        for item in &self.picture.stats {
            seats.entry(item.seat).or_default().push(item.words(&self.called()));
        }
        seats
    }

    /// What sites and players are called in its labels.
    fn called(&self) -> Names<'a> {
        Names { sites: &self.layout.sites, seats: self.names }
    }
}
