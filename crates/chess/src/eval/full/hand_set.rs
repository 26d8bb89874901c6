//! Weights of the full profile set by hand: the start of tuning.
//!
//! They follow simple formulas: what every primer says about centre,
//! mobility, passed pawns and shelter, and nothing finer.

use super::layout as f;
use super::layout::Block;

/// Middle game and endgame in turn.
struct Weights(Vec<i16>);

impl Weights {
    fn set(&mut self, feature: usize, middlegame: i32, endgame: i32) {
        self.0[2 * feature] = middlegame as i16;
        self.0[2 * feature + 1] = endgame as i16;
    }

    /// Sets a whole block by its places.
    fn each(&mut self, block: Block, weight: impl Fn(i32) -> (i32, i32)) {
        for place in 0..block.size {
            let (middlegame, endgame) = weight(place as i32);
            self.set(block.at(place), middlegame, endgame);
        }
    }

    fn list(&mut self, block: Block, weights: &[(i32, i32)]) {
        assert_eq!(block.size, weights.len());
        self.each(block, |place| weights[place as usize]);
    }
}

/// Steps from the four central squares, 0 to 6, file and rank added.
fn from_centre(file: i32, rank: i32) -> i32 {
    let off = |x: i32| if x < 4 { 3 - x } else { x - 4 };
    off(file) + off(rank)
}

/// The weights, middle game and endgame in turn.
pub(crate) fn hand_set() -> Vec<i16> {
    let mut w = Weights(vec![0; 2 * f::COUNT]);
    w.set(f::TEMPO.only(), 15, 10);
    w.list(
        f::MATERIAL,
        &[(80, 105), (330, 310), (345, 325), (460, 530), (980, 980)],
    );
    placement(&mut w);
    mobility(&mut w);
    pawns(&mut w);
    pieces(&mut w);
    king(&mut w);
    threats(&mut w);
    endings(&mut w);
    w.0
}

fn placement(w: &mut Weights) {
    w.each(f::PAWN_ON, |square| {
        let (file, rank) = (square % 8, square / 8);
        let centre = if (2..=5).contains(&file) { 6 } else { 0 };
        let advance = (rank - 1).max(0);
        (centre * (rank - 2).clamp(0, 2) + 2 * advance, 4 * advance)
    });
    let place = |square: i32| (square % 8, square / 8);
    w.each(f::KNIGHT_ON, |square| {
        let (file, rank) = place(square);
        let off = from_centre(file, rank);
        (15 - 9 * off + 3 * rank.min(5), 10 - 8 * off)
    });
    w.each(f::BISHOP_ON, |square| {
        let (file, rank) = place(square);
        let off = from_centre(file, rank);
        (8 - 3 * off - if rank == 0 { 8 } else { 0 }, 4 - 3 * off)
    });
    w.each(f::ROOK_ON, |square| {
        let (file, rank) = place(square);
        (
            2 * file.min(7 - file) - 3 + if rank == 6 { 8 } else { 0 },
            rank,
        )
    });
    w.each(f::QUEEN_ON, |square| {
        let (file, rank) = place(square);
        let off = from_centre(file, rank);
        (2 - off, 12 - 5 * off)
    });
    w.each(f::KING_ON, |square| {
        let (file, rank) = (square % 8, square / 8);
        let home = match (rank, file) {
            (0, 1 | 6) => 30,
            (0, 0 | 2 | 7) => 20,
            (0, _) => 0,
            _ => -20 * rank.min(4),
        };
        (home, 25 - 10 * from_centre(file, rank))
    });
}

fn mobility(w: &mut Weights) {
    // Each further square is worth less than the last.
    let curve = |n: i32, usual: i32, scale: i32| -> i32 {
        let root = |x: i32| (f64::from(x).sqrt() * 100.0) as i32;
        (root(n) - root(usual)) * scale / 100
    };
    w.each(f::KNIGHT_MOBILITY, |n| (curve(n, 4, 22), curve(n, 4, 22)));
    w.each(f::BISHOP_MOBILITY, |n| (curve(n, 6, 22), curve(n, 6, 26)));
    w.each(f::ROOK_MOBILITY, |n| (curve(n, 7, 12), curve(n, 7, 32)));
    w.each(f::QUEEN_MOBILITY, |n| (curve(n, 12, 10), curve(n, 12, 25)));
}

fn pawns(w: &mut Weights) {
    w.list(f::PAWN_ISOLATED, &[(-6, -8), (-14, -14)]);
    w.list(f::PAWN_DOUBLED, &[(-4, -14), (-10, -24)]);
    w.list(f::PAWN_BACKWARD, &[(-6, -8), (-14, -14)]);
    w.each(f::PAWN_PHALANX, |rank| (3 + 2 * rank, rank * rank / 2));
    w.each(f::PAWN_DEFENDED, |rank| (8 + rank, 4 + 2 * rank));
    w.each(f::PAWN_RAMMED, |_| (-2, -3));
    w.each(f::PAWN_CANDIDATE, |rank| (2 * rank, 4 * rank));
    w.each(f::PASSED, |rank| (rank * rank, 10 + 2 * rank * rank));
    w.each(f::PASSED_FREE, |rank| (rank, rank * rank));
    w.each(f::PASSED_SAFE, |rank| (rank, rank * rank / 2));
    w.each(f::PASSED_CLEAR, |rank| (rank, rank * rank));
    w.each(f::PASSED_CONNECTED, |rank| {
        (rank * rank / 2, rank * rank / 2)
    });
    w.each(f::PASSED_KING_NEAR, |steps| (0, 18 - 6 * steps));
    w.each(f::PASSED_ENEMY_KING_NEAR, |steps| (0, 9 * steps - 30));
    w.each(f::PASSED_STOPPED, |rank| (-rank, -rank));
    w.set(f::PASSED_ROOK_BEHIND.only(), 5, 15);
    w.set(f::PASSED_ENEMY_ROOK_BEHIND.only(), -5, -15);
    w.set(f::PASSED_OUT_OF_REACH.only(), 0, 250);
}

fn pieces(w: &mut Weights) {
    w.list(f::KNIGHT_OUTPOST, &[(10, 5), (25, 15)]);
    w.list(f::BISHOP_OUTPOST, &[(5, 2), (15, 5)]);
    w.set(f::KNIGHT_OUTPOST_NEXT.only(), 8, 4);
    w.set(f::MINOR_BEHIND_PAWN.only(), 6, 2);
    w.each(f::KNIGHT_FROM_KING, |steps| (4 - 2 * steps, 4 - 2 * steps));
    w.each(f::BISHOP_FROM_KING, |steps| (3 - steps, 3 - steps));
    w.set(f::BISHOP_PAIR.only(), 25, 45);
    w.each(f::BISHOP_PAWNS, |n| (6 - 2 * n, 9 - 3 * n));
    w.set(f::BISHOP_FACES_PAWN.only(), -1, -1);
    w.set(f::BISHOP_LONG_DIAGONAL.only(), 12, 4);
    w.list(f::LINE_TO_KING, &[(6, 0), (6, 0)]);
    w.list(f::ROOK_FILE, &[(12, 8), (25, 12)]);
    w.set(f::ROOK_SEVENTH.only(), 5, 20);
    w.set(f::ROOK_TRAPPED.only(), -40, -10);
    w.set(f::ROOK_ON_QUEEN_FILE.only(), 6, 4);
    w.set(f::QUEEN_SHIELDED.only(), -20, -10);
}

fn king(w: &mut Weights) {
    // Place 8 × kind of file + rank; rank 0 is none, 1 the best.
    let shelter = |place: i32| match place % 8 {
        0 => -18,
        rank => 22 - 8 * rank,
    };
    w.each(f::KING_SHELTER, |place| (shelter(place), 0));
    w.each(f::KING_FILE_SHELTER, |place| (shelter(place) * 5 / 4, 0));
    w.each(f::KING_STORM, |place| match place % 8 {
        0 => (0, 0),
        rank => (5 * rank - 25, 0),
    });
    w.each(f::KING_STORM_STOPPED, |rank| (2 * rank - 8, 0));
    w.list(f::KING_FILE_OPEN, &[(-10, 0), (-25, 0)]);
    w.each(f::KING_FROM_PAWNS, |steps| (0, -4 * steps));
    w.list(
        f::KING_ATTACKERS,
        &[(0, 0), (-4, 0), (-3, 0), (-4, 0), (-2, 0)],
    );
    w.set(f::KING_WEAK_SQUARES.only(), -5, 0);
    w.set(f::KING_ATTACKS.only(), -2, 0);
    w.list(
        f::KING_SAFE_CHECKS,
        &[(0, 0), (-12, -5), (-6, -4), (-10, -5), (-8, -8)],
    );
    w.set(f::KING_SHIELDED.only(), -4, 0);
    w.set(f::KING_WING_ATTACKED.only(), -2, 0);
    w.set(f::KING_WING_DEFENDED.only(), 1, 0);
    w.set(f::KING_WING_BARE.only(), -10, -40);
    w.each(f::KING_DANGER, |step| (-step * step / 2, -step));
}

fn threats(w: &mut Weights) {
    w.list(
        f::THREAT_BY_PAWN,
        &[(0, 0), (55, 30), (55, 40), (70, 30), (60, 30)],
    );
    w.list(
        f::THREAT_BY_PUSH,
        &[(0, 0), (18, 12), (18, 14), (20, 10), (20, 10)],
    );
    w.list(
        f::THREAT_BY_MINOR,
        &[(4, 8), (20, 20), (20, 20), (45, 20), (40, 30)],
    );
    w.list(
        f::THREAT_BY_ROOK,
        &[(2, 12), (16, 22), (18, 22), (4, 10), (45, 30)],
    );
    w.set(f::THREAT_BY_KING.only(), 10, 35);
    w.list(
        f::THREAT_HANGING,
        &[(8, 12), (25, 15), (25, 15), (25, 15), (15, 15)],
    );
    w.list(
        f::THREAT_ON_QUEEN,
        &[(0, 0), (8, 6), (15, 8), (15, 8), (0, 0)],
    );
    w.set(f::RESTRICTED.only(), 3, 3);
    w.set(f::SPACE.only(), 2, 0);
}

fn endings(w: &mut Weights) {
    w.each(f::LONE_KING_OFF_CENTRE, |steps| (0, 60 + 15 * steps));
    w.each(f::LONE_KING_NEAR, |steps| (0, 160 - 20 * steps));
    w.each(f::LONE_KING_CORNER, |steps| (0, 1120 - 160 * steps));
}
