//! Tables of names and numbers, as wide as there is room for.

use unicode_width::UnicodeWidthStr;

use super::shorten;

/// Between two columns.
const GAP: &str = "  ";
/// No name is made shorter.
const SHORTEST: usize = 6;

/// Rows of cells, the heading first; the first cell of a row is a name.
#[derive(Clone, Debug, Default)]
pub(super) struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub(super) fn row(&mut self, name: &str, cells: impl IntoIterator<Item = String>) {
        self.rows.push([name.to_owned()].into_iter().chain(cells).collect());
    }

    /// The columns of another with the same names at the right of these.
    pub(super) fn beside(mut self, other: TextTable) -> TextTable {
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            row.extend(other.into_iter().skip(1));
        }
        self
    }

    fn wide(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or(0)
    }

    /// What the columns of numbers take.
    fn numbers(&self) -> usize {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        (1..columns).map(|column| GAP.width() + self.wide(column)).sum()
    }

    /// Whether it fits into this number of columns with no name made shorter than this.
    pub(super) fn fits(&self, columns: usize, name: usize) -> bool {
        self.wide(0).min(name) + self.numbers() <= columns
    }

    /// The lines in this number of columns: names are made shorter where they must be, numbers never.
    pub(super) fn lines(&self, columns: usize) -> Vec<String> {
        let room = columns.saturating_sub(self.numbers()).max(SHORTEST);
        let name = self.wide(0).min(room);
        let line = |row: &Vec<String>| {
            let mut cells = row.iter();
            let first = shorten::middle(cells.next().map_or("", String::as_str), name);
            let pad = name.saturating_sub(first.width());
            let mut line = format!("{first}{:pad$}", "");
            for (column, cell) in (1..).zip(cells) {
                let pad = self.wide(column) - cell.width();
                line += &format!("{GAP}{:pad$}{cell}", "");
            }
            line.trim_end().to_owned()
        };
        self.rows.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&[&str]]) -> TextTable {
        let mut grid = TextTable::default();
        rows.iter()
            .for_each(|row| grid.row(row[0], row[1..].iter().map(|cell| (*cell).to_owned())));
        grid
    }

    #[test]
    fn numbers_stand_below_each_other_and_names_are_made_to_fit() {
        let scores =
            grid(&[&["player", "Elo", "±"], &["program:./old/parlour ugi outwit", "+7.5"]]);
        assert_eq!(
            scores.lines(usize::MAX),
            ["player                             Elo  ±", "program:./old/parlour ugi outwit  +7.5"]
        );
        assert_eq!(scores.lines(25), ["player             Elo  ±", "program:./…utwit  +7.5"]);
        assert!(scores.fits(25, 12) && !scores.fits(20, 12));
        let times = grid(&[&["player", "ms"], &["program:./old/parlour ugi outwit", "9"]]);
        assert_eq!(scores.beside(times).lines(30)[0], "player              Elo  ±  ms");
    }
}
