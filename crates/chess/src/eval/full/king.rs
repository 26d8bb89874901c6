//! Danger to the king.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_knight_moves, get_rook_moves, get_rook_rays,
};

use super::layout as f;
use super::pieces::Attacks;
use super::sink::Sink;
use crate::eval::attacks::squares;

/// What a safe check adds to the danger, by piece.
const CHECK_UNITS: [i32; 5] = [0, 80, 60, 100, 80];
/// What a weak square around the king adds.
const WEAK_UNITS: i32 = 18;
/// What an attack on a square next to the king adds.
const ATTACK_UNITS: i32 = 7;
/// What a piece that shields the king from a slider adds.
const SHIELD_UNITS: i32 = 10;
/// What the danger is less without a queen.
const NO_QUEEN_UNITS: i32 = 90;
/// The units of one step of the table.
const STEP: i32 = 12;

/// Finds the features of the danger to the king of `color`; the attacks of
/// both sides are known.
#[inline(always)]
pub(crate) fn evaluate<S: Sink>(board: &Board, color: Color, attacks: &Attacks, sink: &mut S) {
    let us = color as usize;
    let them = !color as usize;
    let king = board.king(color);
    let enemy = board.colors(!color);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);

    let snipers = enemy & ((get_rook_rays(king) & straight) | (get_bishop_rays(king) & diagonal));
    let mut shields = BitBoard::EMPTY;
    for sniper in squares(snipers) {
        let between = get_between_rays(sniper, king) & attacks.occupied;
        if between.len() == 1 {
            shields |= between;
        }
    }
    let shielded = shields.len() as i32;
    if shielded > 0 {
        sink.add(color, f::KING_SHIELDED.only(), shielded);
    }

    let poorly_defended = !attacks.all[us]
        | (!attacks.twice[us]
            & (attacks.by[us][Piece::King as usize] | attacks.by[us][Piece::Queen as usize]));
    let weak = attacks.all[them] & !attacks.twice[us] & poorly_defended;
    let weak_ring = (weak & attacks.ring[us]).len() as i32;
    if weak_ring > 0 {
        sink.add(color, f::KING_WEAK_SQUARES.only(), weak_ring);
    }
    let king_attacks = attacks.king_attacks[them] as i32;
    if king_attacks > 0 {
        sink.add(color, f::KING_ATTACKS.only(), king_attacks);
    }

    let safe = !enemy & (!attacks.all[us] | (weak & attacks.twice[them]));
    // Checks through the own queen are no checks, but it may move away.
    let occupied = attacks.occupied ^ board.colored_pieces(color, Piece::Queen);
    let from_rooks = get_rook_moves(king, occupied) & safe;
    let from_bishops = get_bishop_moves(king, occupied) & safe;
    let by = &attacks.by[them];
    let checks = [
        (Piece::Knight, get_knight_moves(king) & safe),
        (Piece::Bishop, from_bishops),
        (Piece::Rook, from_rooks),
        (Piece::Queen, from_rooks | from_bishops),
    ];
    let mut danger = 0;
    for (piece, squares) in checks {
        let count = (squares & by[piece as usize]).len() as i32;
        if count > 0 {
            sink.add(color, f::KING_SAFE_CHECKS.at(piece as usize), count);
            // A second square for the same check is worth half as much.
            danger += CHECK_UNITS[piece as usize] * (1 + count.min(2)) / 2;
        }
    }

    let wing = wing(king.file());
    let camp = wing & camp(color);
    let attacked = (camp & attacks.all[them]).len() + (camp & attacks.twice[them]).len();
    sink.add(color, f::KING_WING_ATTACKED.only(), attacked as i32);
    let defended = (camp & attacks.all[us]).len();
    sink.add(color, f::KING_WING_DEFENDED.only(), defended as i32);
    if wing.is_disjoint(board.pieces(Piece::Pawn)) {
        sink.add(color, f::KING_WING_BARE.only(), 1);
    }

    danger += (attacks.attackers[them] * attacks.attack_units[them]) as i32
        + WEAK_UNITS * weak_ring
        + ATTACK_UNITS * king_attacks
        + SHIELD_UNITS * shielded;
    if board.colored_pieces(!color, Piece::Queen).is_empty() {
        danger -= NO_QUEEN_UNITS;
    }
    let step = (danger / STEP).clamp(0, f::KING_DANGER.size as i32 - 1);
    if step > 0 {
        sink.add(color, f::KING_DANGER.at(step as usize), 1);
    }
}

/// The files around a king that count as its wing.
#[inline(always)]
fn wing(file: File) -> BitBoard {
    const WINGS: [BitBoard; File::NUM] = {
        // Files a to c, a to d, c to f, e to h, f to h.
        let [left, half, centre, other_half, right] = [0x07, 0x0f, 0x3c, 0xf0, 0xe0];
        let files: [u64; File::NUM] = [
            left, half, half, centre, centre, other_half, other_half, right,
        ];
        let mut wings = [BitBoard::EMPTY; File::NUM];
        let mut file = 0;
        while file < File::NUM {
            wings[file] = BitBoard(files[file] * 0x0101_0101_0101_0101);
            file += 1;
        }
        wings
    };
    WINGS[file as usize]
}

/// The five ranks nearest to a side's own edge.
#[inline(always)]
fn camp(color: Color) -> BitBoard {
    match color {
        Color::White => BitBoard(0x0000_00ff_ffff_ffff),
        Color::Black => BitBoard(0xffff_ffff_ff00_0000),
    }
}
