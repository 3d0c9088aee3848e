//! The board as tiles on a grid of characters, for a screen that paints them itself.

use parlour_core::scene::SiteId;

use crate::Drawing;
use crate::text::{Board, Role, width};

/// A site on the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The site.
    pub site: SiteId,
    /// Its first column.
    pub x: u16,
    /// Its first line.
    pub y: u16,
    /// How many columns it takes.
    pub width: u16,
    /// How many lines it takes.
    pub height: u16,
    /// The sign of what stands there, or of an empty site of its kind.
    pub text: String,
    /// What the sign is.
    pub role: Role,
}

/// A coordinate beside the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// Its first column.
    pub x: u16,
    /// Its line.
    pub y: u16,
    /// The coordinate.
    pub text: String,
}

/// A board on a grid of characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    /// How many columns it takes.
    pub width: u16,
    /// How many lines it takes.
    pub height: u16,
    /// The sites that have a place in the drawing.
    pub tiles: Vec<Tile>,
    /// The coordinates.
    pub captions: Vec<Caption>,
}

/// The board with tiles of `scale` lines and twice as many columns: a character is about twice as
/// high as it is wide.
pub fn grid(drawing: &Drawing<'_>, scale: u16) -> Grid {
    let board = Board::new(drawing);
    let mut grid = Grid::default();
    let Some((&top, &bottom)) = board.rows.keys().next().zip(board.rows.keys().next_back()) else {
        return grid;
    };
    let gap = board.gap() as u16;
    let column = (2 * scale / gap).max(board.pitch() as u16);
    let first = board.rows.values().filter_map(|row| row.keys().next()).min().copied();
    let first = first.unwrap_or(0);
    let place = |at: u16| (at - first) * column;
    let margin = board.margin(|at| usize::from(place(at))) as u16;
    let tile = gap * column;
    let centred = |at: u16, text: &str| {
        (margin + place(at) + (tile.saturating_sub(width(text) as u16)) / 2, text.to_owned())
    };
    let mut y = 0;
    for row in top..=bottom {
        let Some(row) = board.rows.get(&row) else {
            y += 1;
            continue;
        };
        let (start, end) = board.labels(row);
        let middle = y + (scale - 1) / 2;
        let last = board.end_of_row(row);
        for (i, (&at, (site, span))) in row.iter().enumerate() {
            let x = margin + place(at);
            if i == 0 && !start.is_empty() {
                let x = x.saturating_sub(1 + width(start) as u16);
                grid.captions.push(Caption { x, y: middle, text: start.to_owned() });
            }
            if at == last && !end.is_empty() {
                grid.captions.push(Caption { x: x + tile, y: middle, text: end.to_owned() });
            }
            let Some(site) = drawing.layout.site(&site.name) else { continue };
            let (text, role) = (span.text.clone(), span.role);
            let width = tile.max(width(&text) as u16 + 1);
            grid.tiles.push(Tile { site, x, y, width, height: scale, text, role });
        }
        y += scale;
        if board.single && board.is_named(row) {
            for (&at, (site, _)) in row {
                let (x, text) = centred(at, &site.name);
                grid.captions.push(Caption { x, y, text });
            }
            y += 1;
        }
    }
    if let Some(chequer) = &board.chequer {
        for (&at, file) in &chequer.files {
            let (x, text) = centred(at, file);
            grid.captions.push(Caption { x, y, text });
        }
        y += 1;
    }
    let tiles = grid.tiles.iter().map(|tile| tile.x + tile.width);
    let captions = grid.captions.iter().map(|caption| caption.x + width(&caption.text) as u16);
    grid.width = tiles.chain(captions).max().unwrap_or(0);
    grid.height = y;
    grid
}
