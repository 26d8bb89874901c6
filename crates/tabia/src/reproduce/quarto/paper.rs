//! The numbers that the paper prints.

/// Table 5: average seconds per turn at search depths 2 to 10.
pub(super) const SECONDS: [(u8, f64); 9] = [
    (2, 0.1),
    (3, 0.2),
    (4, 1.4),
    (5, 2.2),
    (6, 12.5),
    (7, 25.3),
    (8, 118.6),
    (9, 272.8),
    (10, 1507.6),
];

/// The longest turn seen at depth 6, in seconds.
pub(super) const LONGEST_AT_6: f64 = 26.9;

/// Seconds that Choco took to find the 32 board symmetries.
pub(super) const CHOCO: f64 = 30.0;

/// Seconds that Prolog took.
pub(super) const PROLOG: f64 = 7_200.0;

/// Table 2: which piece stands on each cell of the symmetric board.
pub(super) const SYMMETRIC: [u8; 16] = [9, 8, 11, 10, 13, 12, 15, 14, 1, 0, 3, 2, 5, 4, 7, 6];

/// Table 4: depth, then the program's wins, draws and losses against novices
/// and against experts.
pub(super) const PEOPLE: [(u8, [u32; 3], [u32; 3]); 3] = [
    (2, [5, 0, 5], [0, 0, 3]),
    (5, [14, 0, 1], [2, 0, 4]),
    (6, [8, 0, 2], [5, 0, 1]),
];

/// What is wrong or unclear in the paper, as far as it was found out here.
pub(super) const REMARKS: [&str; 7] = [
    "Section 3.2 gives the heuristic's range as zero to seven. All ten lines can be one piece \
     short at once: on 45.3.da97.60e8b. there are ten.",
    "Section 3.2 lets the player seek or avoid draws by comparing heuristic values with the \
     value of a draw. A search of fixed depth never can: games that nobody wins end with the \
     full board, so at the horizon either all of them have ended or none has. Tabia counts \
     positions in which no line can be completed any more as draws when a draw value is given.",
    "Section 3.1 calls 16!² ≈ 4.4·10^26 the number of states. It is the number of orders in which \
     all pieces can be given and placed; states are fewer, see the table.",
    "Equation 1 sums b_p where b_i is meant; the average branching factor of 8.5 is right.",
    "Equation 2: √(8.5^32) is 7.4·10^14 as printed, but the arithmetic mean overstates products: \
     with the true product the best case is √(16!²) = 16! ≈ 2.1·10^13, a 35th of it.",
    "Section 4.2 says that digits are exchanged according to the field symmetry; the \
     characteristic symmetry is meant. Section 5.2: 'per term' should read 'per turn'.",
    "Section 4.3 says that results may depend on the window. With its rule for the table, as it \
     is understood here, they do, and can be wrong even with an open one: at depth 6 the position \
     4..86.7...5..2.3/- is worth 1 by minimax and comes out as 2.",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_4_adds_up_to_table_3() {
        let sums = PEOPLE.map(|(depth, novices, experts)| {
            let both = [0, 1, 2].map(|i| novices[i] + experts[i]);
            (depth, both)
        });
        assert_eq!(sums, [(2, [5, 0, 8]), (5, [16, 0, 5]), (6, [13, 0, 3])]);
        let games: u32 = sums.iter().flat_map(|(_, counts)| counts).sum();
        assert_eq!(games, 50);
    }
}
