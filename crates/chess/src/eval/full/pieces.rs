//! Knights, bishops, rooks and queens: where they stand, what they see.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_rook_moves, get_rook_rays,
};

use super::layout as f;
use super::pawns::{Structure, distance};
use super::sink::Sink;
use crate::eval::attacks::{ahead, files, pawn_attacks, squares};

/// What both sides attack, as it is found out.
pub(crate) struct Attacks {
    pub(crate) occupied: BitBoard,
    /// By side and piece.
    pub(crate) by: [[BitBoard; Piece::NUM]; 2],
    /// By side, any piece.
    pub(crate) all: [BitBoard; 2],
    /// By side, at least two pieces.
    pub(crate) twice: [BitBoard; 2],
    /// The squares around a king that count as an attack on it.
    pub(crate) ring: [BitBoard; 2],
    /// Squares where attacking counts as mobility.
    area: [BitBoard; 2],
    /// Pieces that attack the enemy king's ring.
    pub(crate) attackers: [u32; 2],
    /// Their weights in the danger to the king.
    pub(crate) attack_units: [u32; 2],
    /// Attacks on squares next to the enemy king.
    pub(crate) king_attacks: [u32; 2],
}

impl Attacks {
    #[inline(always)]
    pub(crate) fn new(board: &Board) -> Attacks {
        let occupied = board.occupied();
        let mut attacks = Attacks {
            occupied,
            by: [[BitBoard::EMPTY; Piece::NUM]; 2],
            all: [BitBoard::EMPTY; 2],
            twice: [BitBoard::EMPTY; 2],
            ring: [BitBoard::EMPTY; 2],
            area: [BitBoard::EMPTY; 2],
            attackers: [0; 2],
            attack_units: [0; 2],
            king_attacks: [0; 2],
        };
        for color in Color::ALL {
            let us = color as usize;
            let pawns = board.colored_pieces(color, Piece::Pawn);
            let king = board.king(color);
            let by_pawns = pawn_attacks(pawns, color);
            let by_king = get_king_moves(king);
            attacks.by[us][Piece::Pawn as usize] = by_pawns;
            attacks.by[us][Piece::King as usize] = by_king;
            attacks.all[us] = by_pawns | by_king;
            attacks.twice[us] = by_pawns & by_king;
            attacks.ring[us] = RINGS[king as usize];

            let low = Rank::Second.relative_to(color).bitboard()
                | Rank::Third.relative_to(color).bitboard();
            let blocked = pawns & (low | ahead(occupied, !color));
            let heavy = board.colored_pieces(color, Piece::Queen) | king.bitboard();
            attacks.area[us] = !(blocked | heavy);
        }
        for color in Color::ALL {
            let enemy_pawns = attacks.by[!color as usize][Piece::Pawn as usize];
            attacks.area[color as usize] &= !enemy_pawns;
        }
        attacks
    }

    #[inline(always)]
    fn record(&mut self, color: Color, piece: Piece, seen: BitBoard) {
        let us = color as usize;
        self.by[us][piece as usize] |= seen;
        self.twice[us] |= self.all[us] & seen;
        self.all[us] |= seen;
    }
}

/// The squares around a king: those of the nearest square off the edge, so that a
/// king in the corner has no fewer.
const RINGS: [BitBoard; Square::NUM] = {
    let mut rings = [BitBoard::EMPTY; Square::NUM];
    let mut square = 0;
    while square < Square::NUM {
        let (mut file, mut rank) = (square % 8, square / 8);
        if file == 0 || file == 7 {
            file = if file == 0 { 1 } else { 6 };
        }
        if rank == 0 || rank == 7 {
            rank = if rank == 0 { 1 } else { 6 };
        }
        // Three files of three ranks.
        rings[square] = BitBoard(0x0007_0707 << (8 * (rank - 1) + file - 1));
        square += 1;
    }
    rings
};

/// How much a piece that attacks the king's ring adds to the danger.
const ATTACK_UNITS: [u32; Piece::NUM] = [0, 8, 5, 5, 2, 0];

const LONG_DIAGONAL_CENTRE: [BitBoard; 2] = [
    // d4 and e5, e4 and d5.
    BitBoard(0x0000_0010_0800_0000),
    BitBoard(0x0000_0008_1000_0000),
];

/// Finds the features of one side's officers and records their attacks.
#[inline(always)]
pub(crate) fn evaluate<S: Sink>(
    board: &Board,
    color: Color,
    structure: &Structure,
    attacks: &mut Attacks,
    sink: &mut S,
) {
    let own_pawns = board.colored_pieces(color, Piece::Pawn);
    let shielded = ahead(own_pawns, !color);
    let outposts = enemy_ground(color) & !structure.reach[!color as usize];
    let king = board.king(color);
    let wings = f::Wings::of(board, color);
    among_pawns(board, color, own_pawns, sink);

    for knight in squares(board.colored_pieces(color, Piece::Knight)) {
        let seen = get_knight_moves(knight);
        officer(color, wings, Piece::Knight, knight, seen, attacks, sink);
        sink.add(color, f::KNIGHT_FROM_KING.at(distance(knight, king)), 1);
        minor(
            color,
            knight,
            shielded,
            outposts,
            attacks,
            f::KNIGHT_OUTPOST,
            sink,
        );
        let next = seen & outposts & !board.colors(color);
        if !outposts.has(knight) && !next.is_empty() {
            sink.add(color, f::KNIGHT_OUTPOST_NEXT.only(), 1);
        }
    }

    let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
    let enemy_ring = attacks.ring[!color as usize];
    let bishops = board.colored_pieces(color, Piece::Bishop);
    let through = attacks.occupied ^ board.colored_pieces(color, Piece::Queen);
    for bishop in squares(bishops) {
        let seen = get_bishop_moves(bishop, through);
        officer(color, wings, Piece::Bishop, bishop, seen, attacks, sink);
        sink.add(color, f::BISHOP_FROM_KING.at(distance(bishop, king)), 1);
        minor(
            color,
            bishop,
            shielded,
            outposts,
            attacks,
            f::BISHOP_OUTPOST,
            sink,
        );
        let shade = if BitBoard::DARK_SQUARES.has(bishop) {
            BitBoard::DARK_SQUARES
        } else {
            BitBoard::LIGHT_SQUARES
        };
        let rays = get_bishop_rays(bishop);
        let faced = (rays & enemy_pawns).len() as i32;
        sink.add(color, f::BISHOP_FACES_PAWN.only(), faced);
        if seen.is_disjoint(enemy_ring) && !rays.is_disjoint(enemy_ring) {
            sink.add(color, f::LINE_TO_KING.at(0), 1);
        }
        let same = (own_pawns & shade).len() as usize;
        sink.add(color, f::BISHOP_PAWNS.at(same.min(8)), 1);
        if LONG_DIAGONAL_CENTRE
            .iter()
            .any(|&centre| (seen | bishop.bitboard()) & centre == centre)
        {
            sink.add(color, f::BISHOP_LONG_DIAGONAL.only(), 1);
        }
    }
    if !bishops.is_disjoint(BitBoard::DARK_SQUARES) && !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
    {
        sink.add(color, f::BISHOP_PAIR.only(), 1);
    }

    rooks(board, color, wings, structure, attacks, sink);

    let enemy = board.colors(!color);
    for queen in squares(board.colored_pieces(color, Piece::Queen)) {
        let seen =
            get_bishop_moves(queen, attacks.occupied) | get_rook_moves(queen, attacks.occupied);
        officer(color, wings, Piece::Queen, queen, seen, attacks, sink);
        let snipers = enemy
            & ((board.pieces(Piece::Bishop) & get_bishop_rays(queen))
                | (board.pieces(Piece::Rook) & get_rook_rays(queen)));
        if squares(snipers)
            .any(|sniper| (get_between_rays(sniper, queen) & attacks.occupied).len() == 1)
        {
            sink.add(color, f::QUEEN_SHIELDED.only(), 1);
        }
    }
}

/// What knights and rooks are worth more or less by the number of own pawns.
#[inline(always)]
fn among_pawns<S: Sink>(board: &Board, color: Color, own_pawns: BitBoard, sink: &mut S) {
    let pawns = (own_pawns.len() as usize).min(8);
    let count = |piece| board.colored_pieces(color, piece).len() as i32;
    sink.add(color, f::KNIGHT_AMONG_PAWNS.at(pawns), count(Piece::Knight));
    sink.add(color, f::ROOK_AMONG_PAWNS.at(pawns), count(Piece::Rook));
}

#[inline(always)]
fn rooks<S: Sink>(
    board: &Board,
    color: Color,
    wings: f::Wings,
    structure: &Structure,
    attacks: &mut Attacks,
    sink: &mut S,
) {
    let rooks = board.colored_pieces(color, Piece::Rook);
    if rooks.is_empty() {
        return;
    }
    let king = board.king(color);
    let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
    let own_files = structure.files[color as usize];
    let all_files = own_files | structure.files[!color as usize];
    let enemy_queen_files = files(board.colored_pieces(!color, Piece::Queen));
    let seventh = Rank::Seventh.relative_to(color).bitboard();
    let worthwhile = !enemy_pawns.is_disjoint(seventh)
        || board.king(!color).rank() == Rank::Eighth.relative_to(color);
    let heavy = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let through = attacks.occupied ^ (heavy & board.colors(color));
    for rook in squares(rooks) {
        let seen = get_rook_moves(rook, through);
        let mobility = officer(color, wings, Piece::Rook, rook, seen, attacks, sink);
        let file = rook.file() as u32;
        if own_files >> file & 1 == 0 {
            let open = usize::from(all_files >> file & 1 == 0);
            sink.add(color, f::ROOK_FILE.at(open), 1);
        } else if mobility <= 3 {
            let outside = (king.file() < File::E) == (rook.file() < king.file());
            let rights = board.castle_rights(color);
            let may_castle = rights.short.is_some() || rights.long.is_some();
            if outside && !may_castle && king.rank() == rook.rank() {
                sink.add(color, f::ROOK_TRAPPED.only(), 1);
            }
        }
        if worthwhile && seventh.has(rook) {
            sink.add(color, f::ROOK_SEVENTH.only(), 1);
        }
        let enemy_ring = attacks.ring[!color as usize];
        if seen.is_disjoint(enemy_ring) && !(rook.file().bitboard() & enemy_ring).is_empty() {
            sink.add(color, f::LINE_TO_KING.at(1), 1);
        }
        if enemy_queen_files.has(rook) {
            sink.add(color, f::ROOK_ON_QUEEN_FILE.only(), 1);
        }
    }
}

/// What all officers have in common; returns the mobility.
#[inline(always)]
fn officer<S: Sink>(
    color: Color,
    wings: f::Wings,
    piece: Piece,
    square: Square,
    seen: BitBoard,
    attacks: &mut Attacks,
    sink: &mut S,
) -> usize {
    let us = color as usize;
    let them = !color as usize;
    let mobility = match piece {
        Piece::Knight => f::KNIGHT_MOBILITY,
        Piece::Bishop => f::BISHOP_MOBILITY,
        Piece::Rook => f::ROOK_MOBILITY,
        _ => f::QUEEN_MOBILITY,
    };
    let count = (seen & attacks.area[us]).len() as usize;
    sink.add_piece(color, wings, piece, square);
    sink.add(color, mobility.at(count), 1);
    attacks.record(color, piece, seen);
    if !seen.is_disjoint(attacks.ring[them]) {
        attacks.attackers[us] += 1;
        attacks.attack_units[us] += ATTACK_UNITS[piece as usize];
        let next = attacks.by[them][Piece::King as usize];
        attacks.king_attacks[us] += (seen & next).len();
        sink.add(!color, f::KING_ATTACKERS.at(piece as usize), 1);
    }
    count
}

/// What knights and bishops have in common.
#[inline(always)]
fn minor<S: Sink>(
    color: Color,
    square: Square,
    shielded: BitBoard,
    outposts: BitBoard,
    attacks: &Attacks,
    outpost: f::Block,
    sink: &mut S,
) {
    if shielded.has(square) {
        sink.add(color, f::MINOR_BEHIND_PAWN.only(), 1);
    }
    if outposts.has(square) {
        let defended = attacks.by[color as usize][Piece::Pawn as usize].has(square);
        sink.add(color, outpost.at(usize::from(defended)), 1);
    }
}

/// The fourth to sixth ranks.
#[inline(always)]
fn enemy_ground(color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(0x0000_ffff_ff00_0000),
        Color::Black => BitBoard(0x0000_00ff_ffff_0000),
    }
}
