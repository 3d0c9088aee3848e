//! The grounds of a board in the few colours of a terminal: those that differ stay apart after rounding.

use std::collections::BTreeMap;

use crate::colour::{Rgb, site_ink};
use crate::{Drawing, SHADE};

/// Codes of a terminal's colours, one for each of the board's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    codes: Vec<(Rgb, u8)>,
}

impl Palette {
    /// For 256 colours: every ground, and the darker one of every other tile.
    pub fn indexed(drawing: &Drawing<'_>) -> Self {
        let grounds = grounds(drawing);
        let dark = grounds.iter().map(|ground| ground.mix(Rgb(0, 0, 0), SHADE));
        let all: Vec<Rgb> = grounds.iter().copied().chain(dark).collect();
        Palette::of(&all, 16..=255)
    }

    /// For 16 colours, of which letters are made on the terminal's own ground: the ground that is the most
    /// frequent has none, and the others have one that can be read on dark and on light.
    pub fn ansi(drawing: &Drawing<'_>) -> Self {
        let readable = (1..=6).chain(9..=14);
        Palette::of(grounds(drawing).get(1..).unwrap_or_default(), readable)
    }

    /// The nearest code for each colour that no colour before it has.
    fn of(colours: &[Rgb], codes: impl Iterator<Item = u8>) -> Self {
        let all: Vec<u8> = codes.collect();
        let mut palette = Palette::default();
        for &colour in colours {
            if palette.code(colour).is_some() {
                continue;
            }
            let free = |code: &&u8| palette.codes.iter().all(|(_, taken)| taken != *code);
            let near = |code: &&u8| colour.distance(Rgb::of_code(**code));
            // More grounds than colours: some are alike after all.
            let code = all.iter().filter(free).min_by_key(near).or(all.iter().min_by_key(near));
            palette.codes.extend(code.map(|code| (colour, *code)));
        }
        palette
    }

    /// The code of a colour of the board.
    pub fn code(&self, colour: Rgb) -> Option<u8> {
        self.codes.iter().find(|(known, _)| *known == colour).map(|(_, code)| *code)
    }
}

/// The grounds of all sites, the most frequent first.
fn grounds(drawing: &Drawing<'_>) -> Vec<Rgb> {
    let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
    for site in 0..drawing.layout.sites.len() {
        *counts.entry(site_ink(drawing, site as u16).ground).or_default() += 1;
    }
    let mut grounds: Vec<(Rgb, usize)> = counts.into_iter().collect();
    grounds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    grounds.into_iter().map(|(ground, _)| ground).collect()
}
