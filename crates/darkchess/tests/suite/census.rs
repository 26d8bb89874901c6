//! The numbers of materials, classes and positions, Tables 2 and 3 of the
//! paper with misprints corrected.

use tabia_darkchess::{Census, Equivalence};

const MATERIALS: [u64; 7] = [49, 378, 1_737, 5_946, 16_524, 39_022, 80_551];
const PAPER: [u64; 7] = [8, 46, 186, 672, 2_240, 6_694, 17_662];
const PIECES: [u64; 7] = [8, 40, 144, 466, 1_406, 3_996, 10_672];
const SWAP: [u64; 7] = [5, 20, 75, 233, 709, 1_998, 5_348];
const POSITIONS: [u128; 4] = [48_608, 9_999_360, 1_139_500_480, 90_355_397_440];
const OF_REPRESENTATIVES: [u128; 4] = [7_936, 1_130_880, 114_208_960, 10_129_212_800];

#[test]
fn the_papers_counts_come_out() {
    for (i, elements) in (2..=8).enumerate() {
        for (equivalence, expected) in Equivalence::ALL.into_iter().zip([PAPER, PIECES, SWAP]) {
            let census = Census::take(elements, equivalence);
            assert_eq!(census.materials, MATERIALS[i], "{elements}");
            assert_eq!(
                census.representatives, expected[i],
                "{elements}, {equivalence}"
            );
            if let Some(&positions) = POSITIONS.get(i) {
                assert_eq!(census.positions, positions);
                if equivalence == Equivalence::Paper {
                    assert_eq!(census.representative_positions, OF_REPRESENTATIVES[i]);
                }
            }
        }
    }
}
