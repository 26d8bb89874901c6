//! Boards written row by row: a letter for what stands on a square, a digit
//! for so many empty ones, slashes between rows.

/// The squares of `rows` rows of eight; the error says what is wrong.
pub(crate) fn read<T: Copy>(
    text: &str,
    rows: usize,
    of_letter: impl Fn(char) -> Option<T>,
) -> Result<Vec<Option<T>>, String> {
    let texts: Vec<&str> = text.split('/').collect();
    if texts.len() != rows {
        return Err(format!("expected {rows} rows, found {}", texts.len()));
    }
    let mut squares = Vec::with_capacity(8 * rows);
    for row in texts {
        let before = squares.len();
        for letter in row.chars() {
            match (of_letter(letter), letter.to_digit(9)) {
                (Some(found), _) => squares.push(Some(found)),
                (None, Some(empty @ 1..)) => squares.extend((0..empty).map(|_| None)),
                _ => return Err(format!("`{letter}` is no piece")),
            }
        }
        match squares.len() - before {
            8 => {}
            other => return Err(format!("row `{row}` has {other} squares, not 8")),
        }
    }
    Ok(squares)
}

/// The text of squares, in the order in which they are read.
pub(crate) fn write<T: Copy>(squares: &[Option<T>], letter: impl Fn(T) -> char) -> String {
    let rows = squares.chunks(8).map(|row| {
        let mut text = String::new();
        let mut empty = 0;
        for square in row {
            match square {
                None => empty += 1,
                Some(found) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text.push(letter(*found));
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    });
    rows.collect::<Vec<String>>().join("/")
}
