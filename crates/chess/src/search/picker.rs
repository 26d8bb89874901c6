//! Moves one at a time, the most promising first.

use arrayvec::ArrayVec;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square};

use super::history::{Histories, Placed, placed};
use crate::eval::attacks::{ahead, pawn_attacks, squares};
use crate::exchange;
use crate::table::{pack_move, unpack_move};

/// More moves than any position has.
const MOST_MOVES: usize = 224;
/// More pieces than a side has.
const MOST_PIECES: usize = 32;

/// Moves whose bets are compared at once.
const LANES: usize = 8;

/// In the place of a bet whose move is taken, or that is not there.
const TAKEN: i32 = i32::MIN;

/// Some moves of a list.
#[derive(Clone, Copy)]
struct Row {
    /// For each move its bet in the upper 24 bits and, so that the first of equals
    /// is the highest, how many moves may still be listed in the lower eight.
    bets: [i32; LANES],
    moves: [u16; LANES],
}

/// A list of moves with a bet on each, on the stack.
///
/// Finding the highest of some thirty bets is most of what a picker does, so they
/// lie as processors like to compare them: in rows, and without closing the gaps.
struct List {
    rows: ArrayVec<Row, { MOST_MOVES / LANES }>,
    len: usize,
}

const _: () = assert!(MOST_MOVES <= u8::MAX as usize && MOST_MOVES.is_multiple_of(LANES));

impl List {
    fn new() -> List {
        List {
            rows: ArrayVec::new(),
            len: 0,
        }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.len = 0;
    }

    #[inline(always)]
    fn push(&mut self, m: u16, bet: i32) {
        debug_assert!(bet.abs() < 1 << 23, "a bet of {bet}");
        let (row, lane) = (self.len / LANES, self.len % LANES);
        if lane == 0 {
            self.rows.push(Row {
                bets: [TAKEN; LANES],
                moves: [0; LANES],
            });
        }
        let row = &mut self.rows[row];
        row.bets[lane] = bet << 8 | (u8::MAX as usize - self.len) as i32;
        row.moves[lane] = m;
        self.len += 1;
    }

    /// Takes the move with the highest bet, the first of equals.
    #[inline]
    fn take_best(&mut self) -> Option<(u16, i32)> {
        let mut most = [TAKEN; LANES];
        for row in &self.rows {
            for (most, &bet) in most.iter_mut().zip(&row.bets) {
                *most = bet.max(*most);
            }
        }
        let best = most.into_iter().fold(TAKEN, i32::max);
        if best == TAKEN {
            return None;
        }
        let at = usize::from(u8::MAX - best as u8);
        let row = &mut self.rows[at / LANES];
        row.bets[at % LANES] = TAKEN;
        Some((row.moves[at % LANES], best >> 8))
    }

    /// Keeps the moves of which this is true.
    fn retain(&mut self, wanted: impl Fn(Move) -> bool) {
        for row in &mut self.rows {
            for (bet, &m) in row.bets.iter_mut().zip(&row.moves) {
                if !unpack_move(m).is_some_and(&wanted) {
                    *bet = TAKEN;
                }
            }
        }
    }
}

/// What ordering knows of the path to a position.
#[derive(Clone, Copy)]
pub(crate) struct Path {
    /// Quiet moves that refuted at this ply.
    pub(crate) killers: [Option<Move>; 2],
    /// The answer that refuted the move before.
    pub(crate) counter: Option<Move>,
    /// The moves one, two and four plies before.
    pub(crate) before: [Placed; 3],
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    MakeQuiets,
    Quiets,
    BadCaptures,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// Captures and promotions that win at least this much.
    Winning(i32),
    /// Those that lose nothing, and quiet moves that give check.
    Checking,
}

/// Hands out the legal moves of a position in stages: the table's move,
/// captures that lose nothing, quiet moves, the other captures. Later stages
/// are made only when they are reached.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    first: Option<Move>,
    /// Captures win at least this, or come last.
    threshold: i32,
    pieces: ArrayVec<PieceMoves, MOST_PIECES>,
    /// Pawns whose moves are not yet among these.
    waiting: BitBoard,
    /// The king, if its moves there may leave it in check.
    king: Option<Square>,
    list: List,
    /// Captures that lose something, in the order they were met.
    bad: ArrayVec<u16, MOST_MOVES>,
    next_bad: usize,
    skip_quiets: bool,
    /// Of quiet moves only those that give check.
    only_checks: bool,
}

impl Picker {
    /// Moves of `board`; `first` comes first and is legal.
    #[inline]
    pub(crate) fn new(first: Option<Move>, wanted: Wanted) -> Picker {
        Picker {
            stage: if first.is_some() {
                Stage::Table
            } else {
                Stage::MakeCaptures
            },
            wanted,
            first,
            threshold: match wanted {
                Wanted::Winning(threshold) => threshold,
                Wanted::All | Wanted::Checking => 0,
            },
            pieces: ArrayVec::new(),
            waiting: BitBoard::EMPTY,
            king: None,
            list: List::new(),
            bad: ArrayVec::new(),
            next_bad: 0,
            skip_quiets: false,
            only_checks: wanted == Wanted::Checking,
        }
    }

    /// No more quiet moves, please.
    #[inline]
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// No more quiet moves but those that give check, please. Says whether `m`,
    /// the quiet move picked last, does.
    #[cold]
    pub(crate) fn only_checks(&mut self, board: &Board, m: Move) -> bool {
        self.only_checks = true;
        let checks = CheckSquares::of(board);
        let any = checks.any();
        let gives =
            |m: Move| any.has(m.to) && checks.by(exchange::occupant(board, m.from)).has(m.to);
        if self.stage == Stage::Quiets {
            self.list.retain(gives);
        }
        gives(m)
    }

    /// The next move.
    #[inline]
    pub(crate) fn next(
        &mut self,
        board: &Board,
        histories: &Histories,
        path: &Path,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    return self.first;
                }
                Stage::MakeCaptures => {
                    self.make_captures(board, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.list.take_best() {
                    Some((m, bet)) => {
                        // A history that promises much may cost a little.
                        let threshold = match self.wanted {
                            Wanted::All => -bet / 64,
                            _ => self.threshold,
                        };
                        let taking = unpack_move(m).expect("moves are listed");
                        if self.is_illegal(board, taking) {
                            continue;
                        }
                        if exchange::wins_at_least(board, taking, threshold) {
                            return Some(taking);
                        }
                        self.bad.push(m);
                    }
                    None => {
                        self.stage = match self.wanted {
                            Wanted::Winning(_) => return None,
                            _ => Stage::MakeQuiets,
                        };
                    }
                },
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(board, histories, path);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets
                        && let Some((m, _)) = self.list.take_best()
                    {
                        let quiet = unpack_move(m).expect("moves are listed");
                        if self.is_illegal(board, quiet) {
                            continue;
                        }
                        return Some(quiet);
                    }
                    self.stage = match self.wanted {
                        Wanted::Checking => return None,
                        _ => Stage::BadCaptures,
                    };
                }
                Stage::BadCaptures => {
                    let m = *self.bad.get(self.next_bad)?;
                    self.next_bad += 1;
                    return unpack_move(m);
                }
            }
        }
    }

    /// Whether a listed move leaves the king in check.
    #[inline]
    fn is_illegal(&self, board: &Board, m: Move) -> bool {
        self.king == Some(m.from) && !board.is_legal(m)
    }

    /// Adds the moves of these pieces.
    #[inline(never)]
    fn generate(&mut self, board: &Board, movers: BitBoard) {
        board.generate_moves_for(movers, |moves| {
            self.pieces.push(moves);
            false
        });
    }

    /// Lists captures and promotions. Pawns that have none can wait until quiet
    /// moves are wanted.
    // Inlined, half of it would be computed ahead by every call of `next`.
    #[inline(never)]
    fn make_captures(&mut self, board: &Board, histories: &Histories) {
        let color = board.side_to_move();
        let takes = noisy_squares(board, color);
        self.waiting = peaceful_pawns(board, color, &takes);
        let mut movers = !self.waiting;
        if board.checkers().is_empty() {
            let moves = king_moves(board, color);
            movers &= !moves.from.bitboard();
            self.king = Some(moves.from);
            self.pieces.push(moves);
        }
        self.generate(board, movers);
        let first = self.first.map_or(0, pack_move);
        let seventh = Rank::Seventh.relative_to(color);
        for moves in &self.pieces {
            let (piece, from) = (moves.piece, moves.from);
            let promotes = piece == Piece::Pawn && from.rank() == seventh;
            for to in squares(moves.to & takes.of(piece)) {
                // En passant and promotions go to empty squares.
                let victim = exchange::occupant_or_pawn(board, to);
                let bet = 16 * exchange::VALUES[victim as usize]
                    + histories.capture(placed(color, piece, to), victim);
                let mut list = |promotion, bet| {
                    let m = pack_move(Move {
                        from,
                        to,
                        promotion,
                    });
                    if m != first {
                        self.list.push(m, bet);
                    }
                };
                if promotes {
                    for promotion in [Piece::Knight, Piece::Bishop, Piece::Rook] {
                        list(Some(promotion), bet - 20_000);
                    }
                    list(Some(Piece::Queen), bet + 16_000);
                } else {
                    list(None, bet);
                }
            }
        }
    }

    /// Lists quiet moves.
    #[inline(never)]
    fn make_quiets(&mut self, board: &Board, histories: &Histories, path: &Path) {
        self.list.clear();
        let color = board.side_to_move();
        let takes = noisy_squares(board, color);
        let checks = self.only_checks.then(|| CheckSquares::of(board));
        let bits = |m: Option<Move>| m.map_or(0, pack_move);
        let first = bits(self.first);
        let (killers, counter) = (path.killers.map(bits), bits(path.counter));
        let mut pawns = self.waiting;
        if let Some(checks) = &checks {
            // One or two steps behind the squares where they give check.
            let step = ahead(checks.pawn, !color);
            pawns &= step | ahead(step, !color);
        }
        self.generate(board, pawns);
        for moves in &self.pieces {
            let (piece, from) = (moves.piece, moves.from);
            let mut targets = moves.to & !takes.of(piece);
            if let Some(checks) = &checks {
                targets &= checks.by(piece);
            }
            if targets.is_empty() {
                continue;
            }
            let quiet = histories.quiets_from(color, from);
            let after = path
                .before
                .map(|before| histories.continuations(before, color, piece));
            for to in squares(targets) {
                let m = pack_move(Move {
                    from,
                    to,
                    promotion: None,
                });
                if m == first {
                    continue;
                }
                let at = to as usize;
                let mut bet = 2 * i32::from(quiet[at]);
                for history in after {
                    bet += i32::from(history[at]);
                }
                if m == killers[0] {
                    bet += 24_000;
                } else if m == killers[1] {
                    bet += 16_000;
                } else if m == counter {
                    bet += 12_000;
                }
                self.list.push(m, bet);
            }
        }
    }
}

/// Where a move is a capture or promotion. A castling king moves to its own
/// rook, which is neither.
struct NoisySquares {
    pawn: BitBoard,
    other: BitBoard,
}

impl NoisySquares {
    #[inline]
    fn of(&self, piece: Piece) -> BitBoard {
        match piece {
            Piece::Pawn => self.pawn,
            _ => self.other,
        }
    }
}

#[inline]
fn noisy_squares(board: &Board, color: Color) -> NoisySquares {
    let enemy = board.colors(!color);
    let mut pawn = enemy | Rank::Eighth.relative_to(color).bitboard();
    if let Some(file) = board.en_passant() {
        let rank = Rank::Sixth.relative_to(color);
        pawn |= Square::new(file, rank).bitboard();
    }
    NoisySquares { pawn, other: enemy }
}

/// Pawns that can neither take nor promote.
#[inline]
fn peaceful_pawns(board: &Board, color: Color, takes: &NoisySquares) -> BitBoard {
    let seventh = Rank::Seventh.relative_to(color).bitboard();
    board.colored_pieces(color, Piece::Pawn) & !pawn_attacks(takes.pawn, !color) & !seventh
}

/// The king's moves, some of which may leave it in check: to see which is dearer
/// than all else about them, and few are ever picked.
#[inline]
fn king_moves(board: &Board, color: Color) -> PieceMoves {
    let from = board.king(color);
    let mut to = cozy_chess::get_king_moves(from) & !board.colors(color);
    let rights = board.castle_rights(color);
    for rook in [rights.short, rights.long].into_iter().flatten() {
        to |= Square::new(rook, Rank::First.relative_to(color)).bitboard();
    }
    PieceMoves {
        piece: Piece::King,
        from,
        to,
    }
}

/// Whether a legal move takes something or promotes.
#[inline]
pub(crate) fn is_noisy(board: &Board, m: Move) -> bool {
    m.promotion.is_some() || exchange::victim(board, m).is_some()
}

/// From where pieces of the side to move would give check.
pub(crate) struct CheckSquares {
    pawn: BitBoard,
    knight: BitBoard,
    bishop: BitBoard,
    rook: BitBoard,
}

impl CheckSquares {
    pub(crate) fn of(board: &Board) -> CheckSquares {
        let color = board.side_to_move();
        let king = board.king(!color);
        let occupied = board.occupied();
        CheckSquares {
            pawn: cozy_chess::get_pawn_attacks(king, !color),
            knight: cozy_chess::get_knight_moves(king),
            bishop: cozy_chess::get_bishop_moves(king, occupied),
            rook: cozy_chess::get_rook_moves(king, occupied),
        }
    }

    /// From where some piece would.
    #[inline]
    fn any(&self) -> BitBoard {
        self.pawn | self.knight | self.bishop | self.rook
    }

    #[inline]
    fn by(&self, piece: Piece) -> BitBoard {
        match piece {
            Piece::Pawn => self.pawn,
            Piece::Knight => self.knight,
            Piece::Bishop => self.bishop,
            Piece::Rook => self.rook,
            Piece::Queen => self.bishop | self.rook,
            Piece::King => BitBoard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legal_moves;
    use crate::search::history::NOTHING;
    use tabia_kernel::random::Seeded;

    const NO_PATH: Path = Path {
        killers: [None; 2],
        counter: None,
        before: [NOTHING; 3],
    };

    #[test]
    fn the_highest_bet_is_taken_first_and_of_equals_the_first() {
        let seed = 8;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        for len in [0, 1, 7, 8, 9, 30, MOST_MOVES] {
            let mut list = List::new();
            // Few bets, so that many are equal; both ends of what there may be.
            let bets: Vec<i32> = (0..len)
                .map(|_| (random.below(7) as i32 - 3) * ((1 << 23) - 1) / 3)
                .collect();
            // Squares tell the moves apart, and no move is 0.
            let name = |i: usize| i as u16 + 1;
            for (i, &bet) in bets.iter().enumerate() {
                list.push(name(i), bet);
            }
            let mut expected: Vec<usize> = (0..len).collect();
            expected.sort_by_key(|&i| -bets[i]);
            for i in expected {
                assert_eq!(list.take_best(), Some((name(i), bets[i])), "{len} moves");
            }
            assert_eq!(list.take_best(), None);
        }
    }

    fn picked(board: &Board, first: Option<Move>, wanted: Wanted) -> Vec<Move> {
        let histories = Histories::new();
        let mut picker = Picker::new(first, wanted);
        std::iter::from_fn(|| picker.next(board, &histories, &NO_PATH)).collect()
    }

    #[test]
    fn every_legal_move_is_picked_once() {
        let seed = 3;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        for _ in 0..50 {
            let mut board = Board::startpos();
            for _ in 0..120 {
                let mut legal = legal_moves(&board);
                if legal.is_empty() {
                    break;
                }
                let first = legal[random.below(legal.len())];
                let all = picked(&board, Some(first), Wanted::All);
                assert_eq!(all[0], first);
                let mut sorted = all.clone();
                let key = |m: &Move| (m.from, m.to, m.promotion);
                sorted.sort_by_key(key);
                legal.sort_by_key(key);
                assert_eq!(sorted, legal, "{board}");
                let noisy = legal.iter().filter(|&&m| is_noisy(&board, m)).count();
                let winning = picked(&board, None, Wanted::Winning(-5_000));
                assert_eq!(winning.len(), noisy, "{board}");
                let m = legal[random.below(legal.len())];
                board.play(m);
            }
        }
    }

    #[test]
    fn after_some_moves_only_checks_can_be_asked_for() {
        let seed = 4;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let histories = Histories::new();
        let mut checks = 0;
        for _ in 0..40 {
            let mut board = Board::startpos();
            for _ in 0..80 {
                let legal = legal_moves(&board);
                if legal.is_empty() {
                    break;
                }
                // By the rules, as far as the piece that moves gives it.
                let gives_check = |m: Move| {
                    let mut child = board.clone();
                    child.play(m);
                    child.checkers().has(m.to)
                };
                let mut picker = Picker::new(None, Wanted::All);
                let mut picked = Vec::new();
                let mut before = random.below(legal.len());
                while let Some(m) = picker.next(&board, &histories, &NO_PATH) {
                    picked.push(m);
                    let castles = board.colors(board.side_to_move()).has(m.to);
                    if before == 0 && !is_noisy(&board, m) && !castles {
                        let said = picker.only_checks(&board, m);
                        assert_eq!(said, gives_check(m), "{m} in {board}");
                        break;
                    }
                    before = before.saturating_sub(1);
                }
                let rest: Vec<Move> =
                    std::iter::from_fn(|| picker.next(&board, &histories, &NO_PATH)).collect();
                for &m in &rest {
                    assert!(is_noisy(&board, m) || gives_check(m), "{m} in {board}");
                }
                for &m in legal.iter().filter(|&&m| gives_check(m)) {
                    assert!(picked.contains(&m) || rest.contains(&m), "{m} in {board}");
                }
                checks += rest.iter().filter(|&&m| !is_noisy(&board, m)).count();
                board.play(legal[random.below(legal.len())]);
            }
        }
        assert!(checks > 50, "{checks}");
    }

    #[test]
    fn checks_asked_for_from_the_start_are_all_there() {
        let seed = 6;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let mut by_pawns = 0;
        for _ in 0..150 {
            let mut board = Board::startpos();
            for _ in 0..100 {
                let legal = legal_moves(&board);
                if legal.is_empty() {
                    break;
                }
                let picked = picked(&board, None, Wanted::Checking);
                for &m in &legal {
                    let mut child = board.clone();
                    child.play(m);
                    let castles = board.colors(board.side_to_move()).has(m.to);
                    if is_noisy(&board, m) || castles {
                        continue;
                    }
                    let checks = child.checkers().has(m.to);
                    assert_eq!(picked.contains(&m), checks, "{m} in {board}");
                    by_pawns += u32::from(checks && board.pieces(Piece::Pawn).has(m.from));
                }
                board.play(legal[random.below(legal.len())]);
            }
        }
        assert!(by_pawns > 10, "{by_pawns}");
    }

    #[test]
    fn good_captures_come_before_quiet_moves_and_bad_ones_last() {
        // Taking d5 wins a pawn; taking b7 with the queen loses her.
        let board: Board = "r3k3/1p6/8/3p4/8/1Q2N3/8/4K3 w - - 0 1".parse().unwrap();
        let all = picked(&board, None, Wanted::All);
        let place = |text: &str| {
            let m: Move = text.parse().unwrap();
            all.iter().position(|&other| other == m).unwrap()
        };
        assert!(place("e3d5") < 2 && place("b3d5") < 2);
        assert!(place("b3b7") < 3);
        let board: Board = "rn2k3/1p6/8/3p4/8/1Q2N3/8/4K3 w - - 0 1".parse().unwrap();
        let checks = picked(&board, None, Wanted::Checking);
        assert!(checks.contains(&"b3b5".parse().unwrap()));
    }
}
