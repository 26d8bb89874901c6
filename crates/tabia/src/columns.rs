//! Tables of text: columns as wide as their widest cell.

/// Lays out rows of equal length, the first of them headings: the first
/// column to the left, numbers to the right, two spaces between.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            if column == 0 {
                line += &format!("{cell:width$}");
            } else {
                line += &format!("  {cell:>width$}");
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_each_other() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let text = columns(&[
            row(["Level", "Wins", "Draws"]),
            row(["2", "5", "0"]),
            row(["perfect", "12345", ""]),
        ]);
        assert_eq!(
            text,
            "Level     Wins  Draws\n2            5      0\nperfect  12345\n"
        );
    }
}
