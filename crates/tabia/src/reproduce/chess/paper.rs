//! What the paper prints, and what is wrong or unclear in it.

/// Ratings before and after the new features, learning from games of masters.
pub(super) const SUPERVISED: (u32, u32) = (2404, 2414);

/// The same, learning from tournaments.
pub(super) const UNSUPERVISED: (u32, u32) = (2442, 2450);

/// What is wrong or unclear in the paper, as far as it was found out here.
pub(super) const REMARKS: [&str; 8] = [
    "The formula of the evaluation sums 22 features, the older paper's number; Table 1 has 38. It \
     also sums those of one side alone, so that a player would gain nothing by taking a piece. \
     Here it is the difference between the sides, over all 38.",
    "Central pawns stand on c4, c5, d4, d5, e4, e5, f4 \"or f6\". That is a misprint for f5: with \
     f6 the two colours would be judged differently.",
    "Table 1 calls features 18, 19 and 26 semi-open behind, closed, and semi-open ahead; the text \
     defines semi-open, closed behind and closed ahead. The text holds.",
    "Long and short castling are both described as castling on the queen's side. A short one is \
     on the king's side.",
    "Feature 36 is an open check of the king in Table 1 and of a piece in the text.",
    "Castling (29) is long or short castling (34 or 35), and knights (2) are those of the four \
     distances from the edge (13 to 16) together. So two of the 38 features say nothing new, \
     whatever the data: their weights can be shifted without changing any score.",
    "Some ranges of Table 1 have a doubtful sign: attacking material (27) may not count for much \
     more than nothing, an open check against one's own king (36) and a pinned queen (38) may \
     count only in one's favour. `--ranges wide` gives room for either sign.",
    "Figure 1 is a drawing to explain the features, and not part of the copy that we have. What \
     the text says about it contradicts itself: a bishop on c1 is Black's in one sentence, and \
     White has two bishops without a single move.",
];
