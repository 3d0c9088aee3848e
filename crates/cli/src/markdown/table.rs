//! Tables whose cells are wrapped until they fit.

use unicode_width::UnicodeWidthStr;

use crate::markdown::Paint;
use crate::markdown::wrap::Text;

/// A table as it is read; its first row is the head.
pub(super) struct Table {
    columns: usize,
    rows: Vec<Vec<Text>>,
}

/// What stands between two columns.
const GAP: &str = "  ";

impl Table {
    pub(super) fn new(columns: usize) -> Self {
        Table { columns, rows: Vec::new() }
    }

    pub(super) fn start_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn push(&mut self, cell: Text) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    /// The table in lines of at most `width`, where its longest words allow it.
    pub(super) fn lines(&self, width: usize, paint: Paint) -> Vec<String> {
        let widths = self.widths(width);
        let mut lines = Vec::new();
        let heads = self.rows.first().is_some_and(|row| row.iter().any(|cell| !cell.is_empty()));
        // Where some row takes several lines, empty lines keep the rows apart.
        let airy = self.rows.iter().skip(1).any(|row| {
            row.iter().zip(&widths).any(|(cell, &wide)| cell.lines(wide, paint).len() > 1)
        });
        for (i, row) in self.rows.iter().enumerate() {
            if i == 0 && !heads {
                continue;
            }
            if airy && i > 1 {
                lines.push(String::new());
            }
            lines.extend(self.row(row, &widths, paint, i == 0));
            if i == 0 {
                let rules: Vec<String> = widths.iter().map(|&wide| "─".repeat(wide)).collect();
                lines.push(rules.join(GAP));
            }
        }
        lines
    }

    fn row(&self, row: &[Text], widths: &[usize], paint: Paint, head: bool) -> Vec<String> {
        let plain = Paint::new(false);
        let cells: Vec<Vec<(String, usize)>> = row
            .iter()
            .zip(widths)
            .map(|(cell, &wide)| {
                let shown = cell.lines(wide, if head { plain } else { paint });
                let bare = cell.lines(wide, plain);
                shown.into_iter().zip(bare).map(|(line, bare)| (line, bare.width())).collect()
            })
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        (0..height)
            .map(|y| {
                let mut line = String::new();
                for (x, &wide) in widths.iter().enumerate() {
                    let (text, used) =
                        cells.get(x).and_then(|cell| cell.get(y)).map_or(("", 0), |(t, u)| (t, *u));
                    line.push_str(if x > 0 { GAP } else { "" });
                    line.push_str(&if head { paint.bold(text) } else { text.to_owned() });
                    line.push_str(&" ".repeat(wide.saturating_sub(used)));
                }
                line.trim_end().to_owned()
            })
            .collect()
    }

    /// The columns' widths: what the cells would like, less what does not fit, taken from the
    /// widest first and never below a column's longest word.
    fn widths(&self, width: usize) -> Vec<usize> {
        let columns = self.columns;
        let widest = |measure: fn(&Text) -> usize| -> Vec<usize> {
            (0..columns)
                .map(|x| self.rows.iter().filter_map(|row| row.get(x)).map(measure).max())
                .map(|most| most.unwrap_or(0).max(1))
                .collect()
        };
        let mut widths = widest(Text::width);
        let least = widest(Text::widest_word);
        let room = width.saturating_sub(GAP.len() * columns.saturating_sub(1));
        while widths.iter().sum::<usize>() > room {
            let shrinkable = (0..columns).filter(|&x| widths[x] > least[x]);
            let Some(x) = shrinkable.max_by_key(|&x| widths[x]) else { break };
            widths[x] -= 1;
        }
        widths
    }
}
