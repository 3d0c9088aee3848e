//! Boards whose places are named by file and rank.

use std::collections::BTreeMap;

use parlour_core::scene::Layout;

/// Whether a site's name is a coordinate, as [`Site::name`](parlour_core::scene::Site::name) says:
/// `7`, `g13`, `b10`, `F`.
pub(crate) fn is_coordinate(name: &str) -> bool {
    let length = name.chars().count();
    length <= 2 || length == 3 && name.bytes().any(|b| b.is_ascii_digit())
}

/// A board on which letters name the column and digits the row throughout, as on a chessboard.
pub(crate) struct Chequer<'a> {
    /// The letters of each column of the drawing.
    pub(crate) files: BTreeMap<u16, &'a str>,
}

impl<'a> Chequer<'a> {
    /// The board, if it is one.
    pub(crate) fn of(layout: &'a Layout) -> Option<Self> {
        let mut files: BTreeMap<u16, &str> = BTreeMap::new();
        let mut ranks: BTreeMap<u16, &str> = BTreeMap::new();
        for site in &layout.sites {
            let Some((column, row)) = site.cell else { continue };
            let (file, rank) = split(&site.name)?;
            if *files.entry(column).or_insert(file) != file
                || *ranks.entry(row).or_insert(rank) != rank
            {
                return None;
            }
        }
        (files.len() > 1 && ranks.len() > 1).then_some(Chequer { files })
    }
}

/// A name as file and rank: `b10` as `b` and `10`.
pub(crate) fn split(name: &str) -> Option<(&str, &str)> {
    let at = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = name.split_at(at);
    (!letters.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some((letters, digits))
}
