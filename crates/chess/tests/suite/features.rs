//! The 38 features, held against a slow implementation that shares nothing
//! with the fast one: a plain mailbox read from the FEN.

use cozy_chess::{Board, Color, Move};
use tabia_chess::eval::{Evaluator, Profile, Weights, seed};
use tabia_chess::legal_moves;
use tabia_kernel::random::Seeded;

/// Files and ranks from zero; capitals are White; a dot is empty.
#[derive(Clone)]
struct Mailbox([[char; 8]; 8]);

const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const STRAIGHTS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const JUMPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

impl Mailbox {
    fn read(fen: &str) -> Mailbox {
        let mut cells = [['.'; 8]; 8];
        for (row, text) in fen.split(' ').next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for c in text.chars() {
                if let Some(skip) = c.to_digit(10) {
                    file += skip as usize;
                } else {
                    cells[file][7 - row] = c;
                    file += 1;
                }
            }
        }
        Mailbox(cells)
    }

    /// The board with the colours exchanged, so that the side looked at is
    /// always the one that moves up.
    fn turned(&self) -> Mailbox {
        let mut cells = [['.'; 8]; 8];
        for (file, column) in self.0.iter().enumerate() {
            for (rank, &c) in column.iter().enumerate() {
                cells[file][7 - rank] = if c.is_ascii_uppercase() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                };
            }
        }
        Mailbox(cells)
    }

    /// What is there, or a blank outside the board.
    fn at(&self, file: i32, rank: i32) -> char {
        if (0..8).contains(&file) && (0..8).contains(&rank) {
            self.0[file as usize][rank as usize]
        } else {
            ' '
        }
    }

    fn all(&self, piece: char) -> Vec<(i32, i32)> {
        let mut found = Vec::new();
        for file in 0..8 {
            for rank in 0..8 {
                if self.at(file, rank) == piece {
                    found.push((file, rank));
                }
            }
        }
        found
    }

    /// The squares attacked from one square.
    fn attacks(&self, (file, rank): (i32, i32)) -> Vec<(i32, i32)> {
        let piece = self.at(file, rank);
        let up = if piece.is_ascii_uppercase() { 1 } else { -1 };
        let mut found = Vec::new();
        let kind = piece.to_ascii_uppercase();
        let mut step = |df: i32, dr: i32, far: bool| {
            let (mut f, mut r) = (file + df, rank + dr);
            while self.at(f, r) != ' ' {
                found.push((f, r));
                if !far || self.at(f, r) != '.' {
                    break;
                }
                f += df;
                r += dr;
            }
        };
        if kind == 'P' {
            step(-1, up, false);
            step(1, up, false);
        }
        if kind == 'N' {
            JUMPS.iter().for_each(|&(f, r)| step(f, r, false));
        }
        if kind == 'K' {
            DIAGONALS.iter().for_each(|&(f, r)| step(f, r, false));
            STRAIGHTS.iter().for_each(|&(f, r)| step(f, r, false));
        }
        if kind == 'B' || kind == 'Q' {
            DIAGONALS.iter().for_each(|&(f, r)| step(f, r, true));
        }
        if kind == 'R' || kind == 'Q' {
            STRAIGHTS.iter().for_each(|&(f, r)| step(f, r, true));
        }
        found
    }

    fn enemy_attacks(&self, target: (i32, i32)) -> bool {
        "pnbrqk".chars().any(|piece| {
            self.all(piece)
                .iter()
                .any(|&from| self.attacks(from).contains(&target))
        })
    }

    /// The first two pieces met on a line.
    fn first_two(&self, (file, rank): (i32, i32), (df, dr): (i32, i32)) -> (char, char) {
        let mut met = Vec::new();
        let (mut f, mut r) = (file + df, rank + dr);
        while self.at(f, r) != ' ' && met.len() < 2 {
            if self.at(f, r) != '.' {
                met.push(self.at(f, r));
            }
            f += df;
            r += dr;
        }
        met.resize(2, ' ');
        (met[0], met[1])
    }

    fn seen_through_own(&self, from: (i32, i32), diagonal: &str, straight: &str) -> bool {
        let hidden = |lines: &[(i32, i32)], sliders: &str| {
            lines.iter().any(|&line| {
                let (first, second) = self.first_two(from, line);
                first.is_ascii_uppercase() && sliders.contains(second)
            })
        };
        hidden(&DIAGONALS, diagonal) || hidden(&STRAIGHTS, straight)
    }

    /// The 38 features of the side that moves up.
    fn features(&self) -> [i16; 38] {
        let pawns = self.all('P');
        let enemy_pawns = self.all('p');
        let king = self.all('K')[0];
        let enemy_king = self.all('k')[0];
        let near = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
        let own = |square: (i32, i32)| self.at(square.0, square.1).is_ascii_uppercase();
        let mut f = [0_i16; 39];

        for (i, piece) in "PNBRQ".chars().enumerate() {
            f[i + 1] = self.all(piece).len() as i16;
        }

        for file in 0..8 {
            let on_file = pawns.iter().filter(|p| p.0 == file).count() as i16;
            f[6] += (on_file - 1).max(0);
        }
        for &(file, rank) in &pawns {
            if (2..=5).contains(&file) && (3..=4).contains(&rank) {
                f[7] += 1;
            }
            let neighbours: Vec<_> = pawns.iter().filter(|p| (p.0 - file).abs() == 1).collect();
            if neighbours.is_empty() {
                f[8] += 1;
            } else if neighbours.iter().all(|p| p.1 > rank)
                && (self.at(file - 1, rank + 2) == 'p' || self.at(file + 1, rank + 2) == 'p')
            {
                f[9] += 1;
            }
            let stopped = enemy_pawns
                .iter()
                .any(|p| (p.0 - file).abs() <= 1 && p.1 > rank);
            let front = !pawns.iter().any(|p| p.0 == file && p.1 > rank);
            if !stopped && front {
                f[10] += 1;
            }
        }

        for (file, rank) in self.all('N') {
            if self.at(file - 1, rank - 1) == 'P' || self.at(file + 1, rank - 1) == 'P' {
                f[11] += 1;
            }
            let evictable = enemy_pawns
                .iter()
                .any(|p| (p.0 - file).abs() == 1 && p.1 > rank);
            if !evictable {
                f[12] += 1;
            }
            let ring = file.min(7 - file).min(rank).min(7 - rank);
            f[13 + ring as usize] += 1;
        }

        for (file, rank) in self.all('R') {
            let mine: Vec<_> = pawns.iter().filter(|p| p.0 == file).collect();
            let theirs = enemy_pawns.iter().filter(|p| p.0 == file).count();
            match (mine.len(), theirs) {
                (0, 0) => f[17] += 1,
                (0, _) => f[18] += 1,
                (_, 0) => {}
                _ if mine.iter().any(|p| p.1 > rank) => f[19] += 1,
                _ => f[26] += 1,
            }
            if rank == 6 {
                f[20] += 1;
            }
        }

        for (i, (piece, value)) in [('N', 3), ('B', 3), ('R', 5), ('Q', 9)]
            .into_iter()
            .enumerate()
        {
            for from in self.all(piece) {
                let attacks = self.attacks(from);
                f[21 + i] += attacks.iter().filter(|&&to| !own(to)).count() as i16;
                if attacks.iter().any(|&to| near(to, enemy_king)) {
                    f[27] += value;
                }
                if attacks.iter().any(|&to| near(to, king)) {
                    f[28] += value;
                }
            }
        }

        f[25] = self
            .attacks(king)
            .iter()
            .filter(|&&to| !own(to) && !self.enemy_attacks(to))
            .count() as i16;
        f[30] = pawns.iter().filter(|&&p| near(p, king)).count() as i16;

        for (file, rank) in self.all('B') {
            for side in [-1, 1] {
                let (mut x, mut y) = (file + side, rank + 1);
                while self.at(x, y) == '.' {
                    x += side;
                    y += 1;
                }
                if self.at(x, y) == 'P' {
                    f[31] += 1;
                    if self.at(x, y + 1) == '.' {
                        f[32] += 1;
                        if y == 1 && self.at(x, 3) == '.' {
                            f[32] += 1;
                        }
                    }
                    for capture in [-1, 1] {
                        if self.at(x + capture, y + 1).is_ascii_lowercase() {
                            f[32] += 1;
                        }
                    }
                }
            }
        }
        let shade = |dark: i32| self.all('B').iter().any(|b| (b.0 + b.1) % 2 == dark);
        f[33] = i16::from(shade(0) && shade(1));

        if king.1 == 0 {
            let rook =
                |files: std::ops::Range<i32>| files.into_iter().any(|x| self.at(x, 0) == 'R');
            f[34] = i16::from(king.0 <= 2 && !rook(0..king.0));
            f[35] = i16::from(king.0 >= 6 && !rook(king.0 + 1..8));
        }
        f[29] = f[34] + f[35];

        f[36] = i16::from(self.seen_through_own(king, "bq", "rq"));
        let rooks = self.all('R');
        f[37] = i16::from((0..8).any(|file| rooks.iter().filter(|r| r.0 == file).count() >= 2));
        f[38] = i16::from(
            self.all('Q')
                .iter()
                .any(|&queen| self.seen_through_own(queen, "b", "r")),
        );
        f[1..].try_into().unwrap()
    }
}

/// Positions of random games that take and promote more than chance would,
/// so that few pieces, many queens and odd kings all come up.
fn positions(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Seeded::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::startpos();
        for _ in 0..160 {
            let moves = legal_moves(&board);
            if moves.is_empty() {
                break;
            }
            let forward: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|m| {
                    m.promotion.is_some() || board.pieces(cozy_chess::Piece::Pawn).has(m.from)
                })
                .collect();
            let choice = if !forward.is_empty() && random.below(2) == 0 {
                forward[random.below(forward.len())]
            } else {
                moves[random.below(moves.len())]
            };
            board.play(choice);
            found.push(board.clone());
        }
    }
    found.truncate(count);
    found
}

#[test]
fn features_are_those_of_a_plain_mailbox() {
    let seed = 20_240_501;
    println!("seed {seed}");
    let mut present = [0_u32; 38];
    for board in positions(seed, 12_000) {
        let fen = board.to_string();
        let mailbox = Mailbox::read(&fen);
        let slow = [mailbox.features(), mailbox.turned().features()];
        let fast = seed::Features::of(&board);
        for color in Color::ALL {
            let (slow, fast) = (slow[color as usize], *fast.side(color));
            for i in 0..38 {
                assert_eq!(fast[i], slow[i], "{} of {color} in {fen}", seed::NAMES[i]);
                present[i] += u32::from(slow[i] != 0);
            }
        }
    }
    for (name, count) in seed::NAMES.iter().zip(present) {
        assert!(count >= 100, "{name} came up only {count} times");
    }
}

#[test]
fn colours_exchanged_change_only_the_sign() {
    let seed = 7;
    println!("seed {seed}");
    for board in positions(seed, 12_000) {
        let mirrored = mirrored(&board);
        let (ours, theirs) = (seed::Features::of(&board), seed::Features::of(&mirrored));
        assert_eq!(
            ours.side(Color::White),
            theirs.side(Color::Black),
            "{board}"
        );
        assert_eq!(
            ours.side(Color::Black),
            theirs.side(Color::White),
            "{board}"
        );
        for profile in Profile::ALL {
            let weights = Weights::shipped(profile);
            assert_eq!(
                profile.trace(&board).score(&weights),
                -profile.trace(&mirrored).score(&weights),
                "{profile}: {board}"
            );
        }
    }
}

#[test]
fn the_fast_evaluation_is_the_dot_product() {
    let seed = 11;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for profile in Profile::ALL {
        let noise = (0..profile.size())
            .map(|_| random.below(401) as i16 - 200)
            .collect();
        for weights in [
            Weights::shipped(profile),
            Weights::new(profile, noise).unwrap(),
        ] {
            let mut evaluator = Evaluator::new(&weights);
            for board in positions(seed, 5_000) {
                assert_eq!(
                    evaluator.score(&board),
                    profile.trace(&board).score(&weights),
                    "{profile}: {board}"
                );
            }
        }
    }
}

/// The same position with the colours exchanged, made from its text.
fn mirrored(board: &Board) -> Board {
    let fen = board.to_string();
    let mut fields = fen.split(' ');
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_uppercase() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                }
            })
            .collect()
    };
    let rows: Vec<String> = fields.next().unwrap().split('/').rev().map(swap).collect();
    let side = if fields.next() == Some("w") { "b" } else { "w" };
    let castling = swap(fields.next().unwrap());
    let en_passant = fields
        .next()
        .unwrap()
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    format!("{} {side} {castling} {en_passant} 0 1", rows.join("/"))
        .parse()
        .unwrap()
}
