//! What the paper prints.

/// Method, solved, problems, seconds, nodes, nodes per second, share of splits.
pub(super) type Row = [&'static str; 7];

/// Table 1, over the 23 problems that both versions solved.
pub(super) const TABLE_1: [Row; 2] = [
    ["paper, no DDS", "23", "26", "52", "2,169,239", "41,636", ""],
    ["paper, DDS", "26", "26", "0.79", "49,433", "62,573", ""],
];

/// Table 2, over the 157 problems that both versions solved.
pub(super) const TABLE_2: [Row; 2] = [
    [
        "paper, no DDS",
        "157",
        "162",
        "1,975",
        "84,084,752",
        "42,573",
        "",
    ],
    [
        "paper, DDS",
        "157",
        "162",
        "1,645",
        "62,129,738",
        "37,774",
        "16–50 %",
    ],
];

/// What we found when we read it closely.
pub(super) const REMARKS: [&str; 4] = [
    "Step 4 of the algorithm restricts play to one region. Where a crucial block has liberties in \
     several regions and none outside for ever, that is unsound: the attacker fills liberties in \
     one region and wins in the other. We restrict only where crucial stones are one block with a \
     liberty for ever; elsewhere a region is asked about in its worst and its best case for the \
     defender, and the whole where they differ.",
    "Lemma 6.1 follows a strategy for the position with the attacker at A in the position where A \
     is still empty. They differ when the attacker captures a block of the defender that has A as \
     a liberty: the strategy may go on inside the captured block, which has not been captured. We \
     count such a capture as a loss in the relaxed search.",
    "The paper proves relaxed decomposition for proof graphs without cycles and conjectures it for \
     others. What can be forced is forced in finitely many moves, so every proof can be written as \
     a tree, and nothing is left to conjecture.",
    "Completeness of relaxed decomposition is open in the paper. Here the whole region is searched \
     beside the pieces, so no eye is missed; and a second relaxation, in which the attacker always \
     answers at the other end of a connection, shows from the pieces alone that there is none.",
];
