//! The paper's player: a depth-limited search with a simple evaluation.

use std::sync::OnceLock;
use std::time::Instant;

use tabia_kernel::rules::{Bounds, Game, Payoff, Score, Side};
use tabia_kernel::search::{
    AlphaBeta, Knowledge, Limits, Report, Stop, Table, TablePolicy, Wanted,
};

use crate::classes::Classes;
use crate::heuristic::{Heuristic, Weights};
use crate::level::Level;
use crate::{Move, Position, Rules};

/// What a win is worth to the player: more than any count of threats and any
/// value of a draw.
pub const WIN: Score = Score::new(1_000);

/// How the player searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerOptions {
    /// What a draw is worth to the player, in threats: above 0 he seeks draws,
    /// below he takes risks to avoid them.
    ///
    /// The paper suggests as much, but there it could change no choice: every
    /// game that nobody wins fills the board at the same depth, so a search
    /// of fixed depth never weighs a draw against a count of threats.
    /// Therefore, unless this is 0, a position in which no line can be
    /// completed any more ([`Lines::is_dead`](crate::Lines::is_dead)) counts
    /// as the draw it is.
    pub draw_value: i8,
    /// What positions are worth where the search ends.
    pub weights: Weights,
    /// What the table remembers: bounds, or values as in the paper.
    pub table: TablePolicy,
    /// How many threads search. The choice does not depend on it.
    pub threads: usize,
    /// Size of the table in mebibytes, at most; shallow searches take less.
    pub memory_mib: usize,
}

impl Default for PlayerOptions {
    /// Draws are worth 0, positions what the paper says, the table holds bounds, one thread, 64 MiB.
    fn default() -> Self {
        PlayerOptions {
            draw_value: 0,
            weights: Weights::PAPER,
            table: TablePolicy::Bounds,
            threads: 1,
            memory_mib: 64,
        }
    }
}

/// What the player chose, and what that took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move: a placement, or a gift when nothing is in hand.
    pub turn: Move,
    /// Its value for the side to move, as far as the player can see:
    /// [`WIN`] or its negation if the end is in sight.
    pub value: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// The player of the paper by Mohrmann, Neumann and Suendermann (2013).
///
/// It looks a fixed number of single actions ahead, places and gives, counts
/// threats there by [`Heuristic`], and plays the best move it sees; of
/// several the one it lists first. A win is a win to it, however far away:
/// like the paper's it does not hurry, so it may pass a quick win by for
/// another one.
///
/// Unlike the paper's it searches one depth after the other and tries the
/// best move of the last one first, keys its table by the fast canonical
/// form, and unless told otherwise remembers bounds as bounds. None of this
/// changes what plain minimax of the same depth would say.
///
/// The same position gets the same choice whatever the number of threads and
/// whatever was searched before, unless it is stopped, or the table follows
/// the paper: then values depend on what is remembered.
///
/// ```
/// use tabia_kernel::search::Stop;
/// use tabia_quarto::{PaperPlayer, PlayerOptions, Position, Rules};
/// let rules = Rules::lines();
/// let player = PaperPlayer::new(rules, 4, PlayerOptions::default());
/// let position = Position::read("0d4.15....96..87/b", &rules)?;
/// let choice = player.choose(&position, &Stop::new());
/// assert!(position.after(choice.turn).is_some());
/// # Ok::<(), tabia_quarto::ReadPositionError>(())
/// ```
pub struct PaperPlayer {
    game: Classes,
    heuristic: Heuristic,
    depth: u8,
    options: PlayerOptions,
    /// Kept from turn to turn. Draws are worth something else to each side
    /// if they are not worth nothing, so each seat has its own.
    tables: [OnceLock<Table<u64, Move>>; 2],
}

impl PaperPlayer {
    /// A player that looks `depth` actions ahead.
    ///
    /// # Panics
    /// If `depth` is not between 2 and 32.
    pub fn new(rules: Rules, depth: u8, options: PlayerOptions) -> PaperPlayer {
        assert!(
            (Level::MIN_DEPTH..=Level::MAX_DEPTH).contains(&depth),
            "the paper's player looks 2 to 32 actions ahead, not {depth}"
        );
        let player = PaperPlayer {
            game: Classes::new(rules),
            heuristic: Heuristic::new(&rules).with_weights(options.weights),
            depth,
            options,
            tables: [const { OnceLock::new() }; 2],
        };
        // Making the table takes longer than a shallow search; not on the
        // player's time.
        player.table(Side::First);
        player
    }

    /// How many actions it looks ahead.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// How it searches.
    pub fn options(&self) -> &PlayerOptions {
        &self.options
    }

    /// Chooses a move. When stopped it plays the best one seen so far.
    ///
    /// # Panics
    /// If the game is over.
    pub fn choose(&self, position: &Position, stop: &Stop) -> Choice {
        let begun = Instant::now();
        let seat = self.game.to_move(position);
        let report = self.search(position, seat, self.depth, Wanted::Move, stop);
        Choice {
            turn: report.best.expect("a game that is not over has moves"),
            value: report.value.lo,
            nodes: report.nodes,
            seconds: begun.elapsed().as_secs_f64(),
        }
    }

    /// The value of every move in the order listed, for the side to move, as
    /// far as the player can see. `None` if stopped before.
    pub fn rate(&self, position: &Position, stop: &Stop) -> Option<Vec<(Move, Score)>> {
        let seat = self.game.to_move(position);
        let report = self.search(position, seat, self.depth, Wanted::EveryMove, stop);
        (report.complete || report.depth == self.depth).then(|| {
            let rated = report.moves.iter();
            rated.map(|m| (m.action, m.value)).collect()
        })
    }

    /// Thinks while the opponent does, until stopped or nothing is left to
    /// think about: returns whether it came to an end.
    ///
    /// `position` has the opponent to move. What the player would have to
    /// answer to his likely turns is searched into the table, the likeliest
    /// first, so that [`choose`](PaperPlayer::choose) finds it there. The
    /// choices stay the same.
    pub fn ponder(&self, position: &Position, stop: &Stop) -> bool {
        let seat = self.game.to_move(position).other();
        self.ponder_below(position, seat, stop)
    }

    fn ponder_below(&self, position: &Position, seat: Side, stop: &Stop) -> bool {
        if stop.is_requested() {
            return false;
        }
        if self.game.payoff(position).is_some() {
            return true;
        }
        if self.game.to_move(position) == seat {
            self.search(position, seat, self.depth, Wanted::Move, stop);
            return !stop.is_requested();
        }
        // A shallow look says which moves he will think of.
        let depth = self.depth.min(PONDER_RATING_DEPTH);
        let report = self.search(position, seat, depth, Wanted::EveryMove, stop);
        let mut moves = report.moves;
        moves.sort_by_key(|m| std::cmp::Reverse(m.value));
        let mut next = moves.iter().filter_map(|m| position.after(m.action));
        next.all(|next| self.ponder_below(&next, seat, stop))
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.tables = [const { OnceLock::new() }; 2];
    }

    /// Searches `position` for the player in `seat`.
    fn search(
        &self,
        position: &Position,
        seat: Side,
        depth: u8,
        wanted: Wanted,
        stop: &Stop,
    ) -> Report<Move> {
        AlphaBeta::new(&self.game, self.knowledge(seat))
            .table(self.table(seat))
            .policy(self.options.table)
            .threads(self.options.threads)
            .limits(Limits::depth(depth))
            .wanted(wanted)
            .stop(stop.clone())
            .run(position)
    }

    fn knowledge(&self, seat: Side) -> Paper<'_> {
        Paper {
            heuristic: &self.heuristic,
            seat,
            draw: Score::new(self.options.draw_value.into()),
        }
    }

    fn table(&self, seat: Side) -> &Table<u64, Move> {
        let apart = self.options.draw_value != 0 && seat == Side::Second;
        self.tables[usize::from(apart)].get_or_init(|| {
            Table::with_mebibytes(self.options.memory_mib.min(useful_mib(self.depth)))
        })
    }
}

/// The mebibytes that a player of this depth can put to use. A turn at depth 6
/// visits about 8,000 positions, at depth 10 half a million, each takes some
/// twenty bytes, and pondering looks at a hundred turns.
fn useful_mib(depth: u8) -> usize {
    1 << depth.saturating_sub(3)
}

/// How deep a look tells likely moves of the opponent from unlikely ones.
const PONDER_RATING_DEPTH: u8 = 4;

/// What the paper's player knows beyond the rules.
#[derive(Clone, Copy)]
struct Paper<'a> {
    heuristic: &'a Heuristic,
    /// Whose player this is: a draw is worth `draw` to him.
    seat: Side,
    draw: Score,
}

impl Knowledge<Classes> for Paper<'_> {
    /// Nothing is better than a win. More could be said, such as that a piece
    /// that completes a line wins, but then the horizon would lie further
    /// away in some lines than in others.
    #[inline]
    fn bounds(&self, g: &Classes, s: &Position) -> Bounds {
        if self.draw != Score::DRAW && g.quarto().lines().is_dead(s) {
            return Bounds::exact(self.draw.across(self.seat, g.to_move(s)));
        }
        Bounds { lo: -WIN, hi: WIN }
    }

    #[inline]
    fn estimate(&self, _: &Classes, s: &Position) -> Score {
        self.heuristic.value(s)
    }

    #[inline]
    fn worth(&self, g: &Classes, s: &Position, p: Payoff) -> Score {
        let side = g.to_move(s);
        match p.seen_by(side) {
            Score::WIN => WIN,
            Score::LOSS => -WIN,
            _ => self.draw.across(self.seat, side),
        }
    }

    /// Placements that end the game go first, gifts with which the opponent
    /// can end it last. In misère a side ends the game only when it must, so
    /// such placements go last.
    #[inline]
    fn order(&mut self, g: &Classes, s: &Position, moves: &mut [Move]) {
        let lines = g.quarto().lines();
        let completing = lines.completing(s);
        let misere = g.quarto().rules().misere();
        match s.hand() {
            Some(piece) if completing.contains(piece) => {
                let ends = lines.completing_cells(s, piece);
                moves.sort_by_key(|&m| match m {
                    Move::Place(square) => (ends >> square.index() & 1 != 0) == misere,
                    Move::Give(_) => unreachable!("a piece is in hand"),
                });
            }
            None if !misere && !completing.is_empty() => moves.sort_by_key(|&m| match m {
                Move::Give(piece) => completing.contains(piece),
                Move::Place(_) => unreachable!("nothing is in hand"),
            }),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
