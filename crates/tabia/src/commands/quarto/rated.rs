//! Moves with their values, for people.

use tabia_desk::quarto::Rated;
use tabia_kernel::rules::Score;

/// `win`, `draw` or `loss`.
pub(crate) fn word(value: Score) -> &'static str {
    match value {
        Score::WIN => "win",
        Score::LOSS => "loss",
        _ => "draw",
    }
}

/// `4 placements`, `1 placement`.
pub(crate) fn placements(distance: u8) -> String {
    match distance {
        1 => "1 placement".to_owned(),
        n => format!("{n} placements"),
    }
}

/// One row for each value and distance, best first: quick wins, draws, slow
/// losses.
pub(crate) fn by_value(moves: &[Rated]) -> String {
    let mut sorted: Vec<&Rated> = moves.iter().collect();
    // Stable: moves of one row keep their order.
    sorted.sort_by_key(|rated| {
        let hurry = i16::from(rated.distance) * rated.value;
        (-rated.value, hurry, rated.distance)
    });
    sorted
        .chunk_by(|a, b| (a.value, a.distance) == (b.value, b.distance))
        .map(|row| {
            let names: Vec<&str> = row.iter().map(|rated| rated.turn.as_str()).collect();
            format!(
                "  {:4} in {:14} {}\n",
                word(Score::new(row[0].value)),
                placements(row[0].distance),
                names.join(" ")
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_run_from_quick_wins_to_quick_losses() {
        let rated = |turn: &str, value, distance| Rated {
            turn: turn.into(),
            value,
            distance,
        };
        let text = by_value(&[
            rated("a1", -1, 2),
            rated("b1", 1, 3),
            rated("c1", -1, 4),
            rated("d1", 1, 1),
            rated("a2", 0, 7),
            rated("b2", -1, 2),
        ]);
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(
            rows,
            [
                "win  in 1 placement    d1",
                "win  in 3 placements   b1",
                "draw in 7 placements   a2",
                "loss in 4 placements   c1",
                "loss in 2 placements   a1 b2",
            ]
        );
    }
}
