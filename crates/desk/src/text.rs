//! Boards in characters, for terminals and those who listen.

/// A row of a board: its name and what stands on its squares.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) squares: Vec<char>,
}

/// Rows from the top, with their names on the left and those of the columns
/// below. Turned, the last row is at the top and the last column on the left.
pub(crate) fn grid(mut rows: Vec<Row>, mut columns: Vec<char>, turned: bool) -> String {
    if turned {
        rows.reverse();
        columns.reverse();
        for row in &mut rows {
            row.squares.reverse();
        }
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let spaced = |squares: &[char]| -> String { squares.iter().flat_map(|c| [' ', *c]).collect() };
    let mut text = String::new();
    for row in rows {
        text += &format!("{:>width$}{}\n", row.name, spaced(&row.squares));
    }
    text + &format!("{:width$}{}", "", spaced(&columns))
}

/// The squares of a row in which a digit stands for so many empty ones.
pub(crate) fn spread(row: &str) -> Vec<char> {
    let mut squares = Vec::new();
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(empty) => squares.extend((0..empty).map(|_| '.')),
            None => squares.push(letter),
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_names_and_can_be_turned() {
        let rows = || {
            let row = |name: &str, row| Row {
                name: name.to_owned(),
                squares: spread(row),
            };
            vec![row("10", "1k1"), row("9", "Q2")]
        };
        let columns = || vec!['a', 'b', 'c'];
        assert_eq!(
            grid(rows(), columns(), false),
            "10 . k .\n 9 Q . .\n   a b c"
        );
        assert_eq!(
            grid(rows(), columns(), true),
            " 9 . . Q\n10 . k .\n   c b a"
        );
    }
}
