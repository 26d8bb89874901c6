//! What both games of dominoes share: words, clicks, the chain.

use std::collections::VecDeque;

use tabia_dominoes::{Move, Position, Tile};
use tabia_draw::Worth;
use tabia_kernel::rules::{Score, Side};

use crate::Value;

pub(super) fn side_title(side: Side) -> &'static str {
    match side {
        Side::First => "First",
        Side::Second => "Second",
    }
}

/// The tiles laid since the start, from left to right, each as it lies, after
/// those that lay there.
pub(super) fn chain(ends: Tile, moves: &[Move], before: Vec<(u8, u8)>) -> Vec<(u8, u8)> {
    let (mut left, mut right) = ends.halves();
    let mut tiles = VecDeque::from(before);
    for m in moves {
        let &Move::Play { tile, at } = m else {
            continue;
        };
        let other = tile.across(at).expect("a legal move fits");
        if at == right {
            tiles.push_back((at, other));
            right = other;
        } else {
            tiles.push_front((other, at));
            left = other;
        }
    }
    debug_assert!(left <= 6 && right <= 6);
    tiles.into()
}

/// What to click for one of these moves: a tile that fits in one place needs
/// no second click.
pub(super) fn clicks(moves: &[Move], m: Move) -> Vec<String> {
    let Move::Play { tile, at } = m else {
        return vec!["pass".into()];
    };
    let same = |m: &&Move| matches!(m, Move::Play { tile: t, .. } if *t == tile);
    match moves.iter().filter(same).count() {
        1 => vec![tile.to_string()],
        _ => vec![tile.to_string(), format!("@{at}")],
    }
}

pub(super) fn say(m: Move) -> String {
    match m {
        Move::Play { tile, at } => {
            let (a, b) = tile.halves();
            format!("lays {a} {b} at the {at}")
        }
        Move::Pass => "passes".into(),
    }
}

/// How it ended.
pub(super) fn end(position: &Position, winner: Option<Side>) -> String {
    let blocked = Side::BOTH
        .into_iter()
        .all(|side| !position.hand(side).is_empty());
    let how = match blocked {
        true => "nobody can play any more",
        false => "the first empty hand",
    };
    match winner {
        Some(side) => format!("{} wins: {how}", side_title(side)),
        None => format!("Draw: {how}"),
    }
}

/// The move that gets rid of most pips.
pub(super) fn heaviest(moves: &[Move]) -> Option<Move> {
    moves.iter().copied().max_by_key(|m| match m {
        Move::Play { tile, .. } => tile.pips(),
        Move::Pass => 0,
    })
}

/// What a proved score is worth.
pub(super) fn value(score: Score) -> Value {
    Value {
        value: score.points().into(),
        distance: None,
        worth: match score {
            Score::WIN => Worth::Win,
            Score::LOSS => Worth::Loss,
            _ => Worth::Draw,
        },
        share: score.points().into(),
        exact: true,
    }
}

/// Both hands, as far as they may be seen, the chain and its ends.
pub(super) fn diagram(
    position: &Position,
    chain: &[(u8, u8)],
    stock: Option<usize>,
    viewer: Option<Side>,
) -> String {
    let hand = |side: Side| {
        let tiles = position.hand(side);
        let tiles = match viewer {
            Some(viewer) if viewer != side => format!("{} tiles", tiles.len()),
            _ => tiles.to_string(),
        };
        format!("{}: {tiles}", side_title(side))
    };
    let laid: Vec<String> = chain.iter().map(|(a, b)| format!("[{a}{b}]")).collect();
    let (left, right) = position.ends().halves();
    let mut table = format!("ends {left} and {right}");
    if let Some(stock) = stock {
        table += &format!("; {stock} in the stock");
    }
    [hand(Side::Second), laid.concat(), table, hand(Side::First)].join("\n")
}
