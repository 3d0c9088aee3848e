//! Where the parts of the screen are.

use parlour_core::scene::SiteId;
use parlour_draw::{Drawing, Grid, Tile, grid};
use ratatui_core::layout::{Position, Rect};

/// The least that the words need beside the board, and below it.
const BESIDE: u16 = 28;
const BELOW: u16 = 7;
/// A column of words that is narrower than this cannot be read.
const NARROWEST: u16 = 14;
/// The first line, the line to type in, and the keys.
const BARS: u16 = 3;
const LARGEST: u16 = 8;

/// The parts of the screen.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) grid: Grid,
    pub(crate) board: Rect,
    pub(crate) words: Rect,
    /// Whether the whole board is on the screen.
    pub(crate) whole: bool,
}

impl Parts {
    /// The largest board that leaves room for the words.
    pub(crate) fn new(drawing: &Drawing<'_>, width: u16, height: u16) -> Self {
        let room = height.saturating_sub(BARS);
        for scale in (1..=LARGEST).rev() {
            let grid = grid(drawing, scale);
            if grid.width + 3 + BESIDE <= width && grid.height <= room {
                return Parts::beside(grid, width, room, true);
            }
            if grid.width <= width && grid.height + BELOW <= room {
                return Parts::below(grid, width, room);
            }
        }
        Parts::crowded(grid(drawing, 1), width, room)
    }

    fn beside(grid: Grid, width: u16, room: u16, whole: bool) -> Self {
        // What is left over goes to the words, up to a line that is easy to read.
        let spare = width.saturating_sub(grid.width + 3 + BESIDE);
        let left = 1 + spare.saturating_sub(24) / 2;
        let top = room.saturating_sub(grid.height) / 2;
        let board = Rect { x: left, y: 1 + top, width: grid.width, height: grid.height };
        let x = (left + grid.width + 2).min(width);
        let words = Rect { x, y: 1, width: width.saturating_sub(x), height: room };
        Parts { grid, board, words, whole }
    }

    /// There is no room for the board and all words: the board comes first.
    fn crowded(grid: Grid, width: u16, room: u16) -> Self {
        let whole = grid.width <= width && grid.height <= room;
        if whole && grid.width + 3 + NARROWEST > width {
            return Parts::below(grid, width, room);
        }
        Parts::beside(grid, width, room, whole)
    }

    fn below(grid: Grid, width: u16, room: u16) -> Self {
        let x = (width - grid.width) / 2;
        let board = Rect { x, y: 1, width: grid.width, height: grid.height };
        let y = 1 + grid.height + 1;
        let words = Rect { x: 1, y, width: width - 2, height: (room + 1).saturating_sub(y) };
        Parts { grid, board, words, whole: true }
    }

    /// The site at this place of the screen.
    pub(crate) fn site_at(&self, x: u16, y: u16) -> Option<SiteId> {
        let (x, y) = (x.checked_sub(self.board.x)?, y.checked_sub(self.board.y)?);
        let area = |t: &Tile| Rect { x: t.x, y: t.y, width: t.width, height: t.height };
        self.grid
            .tiles
            .iter()
            .find(|tile| area(tile).contains(Position { x, y }))
            .map(|tile| tile.site)
    }

    /// The nearest site in a direction.
    pub(crate) fn neighbour(&self, from: SiteId, right: i32, down: i32) -> Option<SiteId> {
        // In halves of a column, and a line counts as two columns.
        let middle = |tile: &Tile| {
            let x = 2 * i32::from(tile.x) + i32::from(tile.width);
            (x, 4 * i32::from(tile.y) + 2 * i32::from(tile.height))
        };
        let here = middle(self.grid.tiles.iter().find(|tile| tile.site == from)?);
        let cost = |tile: &&Tile| {
            let (x, y) = middle(tile);
            let (dx, dy) = (x - here.0, y - here.1);
            let along = dx * right + dy * down;
            let across = (dx * down).abs() + (dy * right).abs();
            (along > 0 && across <= 2 * along).then_some(along + 2 * across)
        };
        let tiles = self.grid.tiles.iter().filter(|tile| cost(tile).is_some());
        tiles.min_by_key(cost).map(|tile| tile.site)
    }

    /// Sites in the order in which one reads them.
    pub(crate) fn in_order(&self, mut sites: Vec<SiteId>) -> Vec<SiteId> {
        let place = |site: &SiteId| {
            let tile = self.grid.tiles.iter().find(|tile| tile.site == *site);
            tile.map(|tile| (tile.y, tile.x))
        };
        sites.sort_by_key(place);
        sites
    }
}
