//! The numbers that the paper prints.

use serde::Serialize;

/// The games of the paper's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Which {
    Darkchess,
    Dominoes,
}

impl Which {
    pub(super) fn name(self) -> &'static str {
        match self {
            Which::Darkchess => "dark chess",
            Which::Dominoes => "dominoes",
        }
    }
}

/// A row as printed: the game, the elements, and the cells.
pub(super) type Printed<const N: usize> = (Which, u32, [&'static str; N]);

/// The columns of Table 2.
pub(super) const COLUMNS_2: [&str; 3] = ["tables", "representatives", "factor"];

/// Table 2: numbers of tables and of representatives, and the reduction
/// factor. Thousands are grouped throughout; the paper does so from 10,000 on.
pub(super) const TABLE_2: [Printed<3>; 11] = [
    (Which::Darkchess, 2, ["49", "8", "6.13"]),
    (Which::Darkchess, 3, ["378", "46", "8.22"]),
    (Which::Darkchess, 4, ["1,737", "186", "9.34"]),
    (Which::Darkchess, 5, ["5,946", "672", "8.92"]),
    (Which::Darkchess, 6, ["16,524", "2,240", "7.38"]),
    (Which::Darkchess, 7, ["39,022", "6,694", "5.83"]),
    (Which::Darkchess, 8, ["80,551", "17,662", "4.56"]),
    (Which::Dominoes, 3, ["4,032", "20", "201.6"]),
    (Which::Dominoes, 4, ["30,303", "61", "496.8"]),
    (Which::Dominoes, 5, ["180,180", "185", "973.9"]),
    (Which::Dominoes, 6, ["868,140", "563", "1542.0"]),
];

/// The columns of Table 3.
pub(super) const COLUMNS_3: [&str; 5] = [
    "positions",
    "memory",
    "representatives'",
    "memory of these",
    "factor",
];

/// Table 3: positions and memory, of all tables and of the representatives.
pub(super) const TABLE_3: [Printed<5>; 11] = [
    (
        Which::Darkchess,
        2,
        ["4.961e4", "2.97 KB", "7.936e3", "496 B", "6.13"],
    ),
    (
        Which::Darkchess,
        3,
        ["9.999e6", "610.3 KB", "1.131e6", "69.02 KB", "8.84"],
    ),
    (
        Which::Darkchess,
        4,
        ["1.140e9", "67.92 MB", "1.142e8", "6.81 MB", "9.92"],
    ),
    (
        Which::Darkchess,
        5,
        ["9.036e10", "5.26 GB", "1.013e10", "603.8 MB", "8.92"],
    ),
    (
        Which::Darkchess,
        6,
        ["5.440e12", "316.7 GB", "8.002e11", "46.58 GB", "6.80"],
    ),
    (
        Which::Darkchess,
        7,
        ["2.601e14", "14.78 TB", "5.247e13", "2.98 TB", "4.96"],
    ),
    (
        Which::Darkchess,
        8,
        ["1.014e16", "576.1 TB", "2.756e15", "156.7 TB", "3.68"],
    ),
    (
        Which::Dominoes,
        3,
        ["21,168", "2.58 KB", "92", "11.50 B", "230.09"],
    ),
    (
        Which::Dominoes,
        4,
        ["550,368", "67.18 KB", "996", "124.50 B", "552.58"],
    ),
    (
        Which::Dominoes,
        5,
        ["8,026,200", "979.76 KB", "7,854", "981.75 B", "1021.93"],
    ),
    (
        Which::Dominoes,
        6,
        ["82,556,550", "9.84 MB", "53,790", "6.57 KB", "1541.99"],
    ),
];

/// The columns of Table 4.
pub(super) const COLUMNS_4: [&str; 3] = ["won", "representatives'", "factor"];

/// Table 4: won positions, of all tables and of the representatives.
pub(super) const TABLE_4: [Printed<3>; 6] = [
    (Which::Darkchess, 2, ["6,448", "744", "8.67"]),
    (Which::Darkchess, 3, ["1,650,763", "171,516", "9.62"]),
    (Which::Darkchess, 4, ["156,204,805", "15,418,377", "10.13"]),
    (Which::Dominoes, 3, ["22,785", "104", "219.09"]),
    (Which::Dominoes, 4, ["409,234", "747", "547.84"]),
    (Which::Dominoes, 5, ["5,706,631", "5,741", "994.01"]),
];

/// A cell in which the paper and we differ: table, game, elements, column, and
/// what we make of it.
pub(super) type Known = (u8, Which, u32, &'static str, &'static str);

const TWO_PIECES: &str = "A misprint: 49 materials with 32·31 placements each are 48,608, which is \
                          also what the 2.97 KB beside it come from.";
const TABLE_3S_FACTOR: &str = "A misprint: 5,946 / 672 is 8.85; 8.92 is the factor of Table 3.";
const EXCHANGED: &str = "A misprint: 1,139,500,480 / 114,208,960 is 9.98.";
const FROM_ROUNDED: &str = "Calculated from the rounded 1.013e10; the exact number gives 603.75.";
const ROUNDED_UP: &str = "Rounded up: 5,439,964,819,968 positions are 316.65 GB.";
const SIX_TILES: &str = "A misprint: the 868,140 materials have 82,555,200 positions.";
const TABLE_2S_FACTOR: &str = "A misprint: neither number of positions gives it; 1541.99 is \
                               868,140 / 563, the factor of Table 2.";
const WINS: &str = "Not explained. Two independent programs agree on our number, and that of two \
                    pieces is the paper's; no variant of the rules that was tried leads to its \
                    numbers.";
const TILES: &str = "Not explained. An independent program agrees on our total, and that of three \
                     tiles is the paper's.";
const TILE_CLASSES: &str = "Follows from the totals, and from which material represents a class: \
                            the paper's classes of dominoes are not sound, so that their members \
                            differ in wins.";

/// All of them. A report in which anything else differs has failed.
pub(super) const KNOWN: [Known; 19] = [
    (2, Which::Darkchess, 5, "factor", TABLE_3S_FACTOR),
    (3, Which::Darkchess, 2, "positions", TWO_PIECES),
    (3, Which::Darkchess, 4, "factor", EXCHANGED),
    (3, Which::Darkchess, 5, "memory of these", FROM_ROUNDED),
    (3, Which::Darkchess, 6, "memory", ROUNDED_UP),
    (3, Which::Dominoes, 6, "positions", SIX_TILES),
    (3, Which::Dominoes, 6, "factor", TABLE_2S_FACTOR),
    (4, Which::Darkchess, 3, "won", WINS),
    (4, Which::Darkchess, 3, "representatives'", WINS),
    (4, Which::Darkchess, 3, "factor", WINS),
    (4, Which::Darkchess, 4, "won", WINS),
    (4, Which::Darkchess, 4, "representatives'", WINS),
    (4, Which::Darkchess, 4, "factor", WINS),
    (4, Which::Dominoes, 4, "won", TILES),
    (4, Which::Dominoes, 4, "representatives'", TILE_CLASSES),
    (4, Which::Dominoes, 4, "factor", TILE_CLASSES),
    (4, Which::Dominoes, 5, "won", TILES),
    (4, Which::Dominoes, 5, "representatives'", TILE_CLASSES),
    (4, Which::Dominoes, 5, "factor", TILE_CLASSES),
];

/// What is wrong or unclear in the paper, as far as it was found out here.
pub(super) const REMARKS: [&str; 7] = [
    "Section 2.1: the game of Figure 1 has b7-b6 where nothing can move; the guard that the figure \
     shows on c6 was flipped on c7, so c7-c6 is meant. In the list of moves after it, c3-d3 is a \
     face-down square; c3-c4 is possible and missing. Captures are written like steps.",
    "Section 2.1 calls its first player White, whose pieces are the small letters; elsewhere here \
     White has the capitals.",
    "Section 2.2 lets fewer points win when a hand is empty, by which an empty hand would only draw \
     against the double blank alone. Here an empty hand wins.",
    "Section 2.3 says that who cannot follow suit must trump. In Skat any card may be played then.",
    "Section 3: the equivalence of dominoes by shared numbers is unsound from four tiles on: \
     01 02 12 and 01 02 03 have one graph, with a double apart added too, and play differently. On \
     02 33 | 12 | 0-1 the first player loses, on 02 44 | 03 | 0-1 a blocked game follows.",
    "Section 5.2 speaks of two geometrical symmetries of the board. They generate a group of four, \
     and by four the memory column divides.",
    "Section 5.3 finds a lost position by looking up the one with reversed colours. That needs the \
     material with colours exchanged, which in the paper's equivalence may be another class.",
];
