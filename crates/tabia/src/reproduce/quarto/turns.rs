//! How long turns take, measured over full games.

use serde::Serialize;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Side};
use tabia_kernel::search::Stop;
use tabia_quarto::{Move, PaperPlayer, PlayerOptions, Position, Quarto, Rules};

/// So many actions at the start of a game are random, so that games differ:
/// both players give and place once. The player thinks about them all the
/// same, and the clock runs.
const RANDOM_ACTIONS: usize = 4;

/// Times and efforts of all turns at one depth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DepthTimes {
    /// How many actions the players looked ahead.
    pub(crate) depth: u8,
    /// Games played.
    pub(crate) games: u32,
    /// Turns taken. The gift that opens the game is none.
    pub(crate) turns: u32,
    /// Seconds of the average turn.
    pub(crate) average: f64,
    /// Seconds of the longest turn.
    pub(crate) longest: f64,
    /// Seconds of the average placement.
    pub(crate) place: f64,
    /// Seconds of the average gift.
    pub(crate) give: f64,
    /// Positions visited in the average turn; depends on the seed alone.
    pub(crate) nodes: f64,
    /// Positions visited in the turn that took the most of them.
    pub(crate) most_nodes: u64,
    /// Seconds of the average first, second … eighth turn of a player.
    pub(crate) by_turn: Vec<f64>,
}

/// One turn as measured.
#[derive(Clone, Copy, Default)]
struct Turn {
    /// The player's first turn is 1.
    number: usize,
    place: f64,
    give: Option<f64>,
    nodes: u64,
}

/// Plays `games` games of the paper's player against itself at this depth.
/// `None` if stopped; `done` is told after each game.
pub(super) fn measure(
    depth: u8,
    games: u32,
    seed: u64,
    options: PlayerOptions,
    stop: &Stop,
    mut done: impl FnMut(),
) -> Option<DepthTimes> {
    let mut turns = Vec::new();
    for game in 0..games {
        // Seeds of games do not depend on the depth: the same openings.
        let random = Seeded::new(seed.wrapping_add(u64::from(game)));
        turns.extend(one_game(depth, random, options, stop)?);
        done();
    }
    Some(summary(depth, games, &turns))
}

fn one_game(
    depth: u8,
    mut random: Seeded,
    options: PlayerOptions,
    stop: &Stop,
) -> Option<Vec<Turn>> {
    let rules = Rules::lines();
    let quarto = Quarto::new(rules);
    let players = Side::BOTH.map(|_| PaperPlayer::new(rules, depth, options));
    let mut position = Position::EMPTY;
    let mut turns: Vec<Turn> = Vec::new();
    let mut actions = 0;
    while quarto.payoff(&position).is_none() {
        let player = &players[usize::from(quarto.to_move(&position) == Side::Second)];
        let choice = player.choose(&position, stop);
        if stop.is_requested() {
            return None;
        }
        match (choice.turn, turns.last_mut()) {
            (Move::Place(_), _) => turns.push(Turn {
                number: position.placed() / 2 + 1,
                place: choice.seconds,
                give: None,
                nodes: choice.nodes,
            }),
            (Move::Give(_), Some(turn)) => {
                turn.give = Some(choice.seconds);
                turn.nodes += choice.nodes;
            }
            (Move::Give(_), None) => {}
        }
        let action = match actions < RANDOM_ACTIONS {
            true => {
                let mut moves = Vec::new();
                quarto.moves(&position, &mut moves);
                moves[random.below(moves.len())]
            }
            false => choice.turn,
        };
        quarto.play(&mut position, action);
        actions += 1;
    }
    Some(turns)
}

fn summary(depth: u8, games: u32, turns: &[Turn]) -> DepthTimes {
    let seconds = |turn: &Turn| turn.place + turn.give.unwrap_or(0.0);
    let last = turns.iter().map(|turn| turn.number).max().unwrap_or(0);
    let by_turn = (1..=last).map(|number| {
        let of_number = turns.iter().filter(move |turn| turn.number == number);
        average(of_number.map(seconds))
    });
    DepthTimes {
        depth,
        games,
        turns: turns.len() as u32,
        average: average(turns.iter().map(seconds)),
        longest: turns.iter().map(seconds).fold(0.0, f64::max),
        place: average(turns.iter().map(|turn| turn.place)),
        give: average(turns.iter().filter_map(|turn| turn.give)),
        nodes: average(turns.iter().map(|turn| turn.nodes as f64)),
        most_nodes: turns.iter().map(|turn| turn.nodes).max().unwrap_or(0),
        by_turn: by_turn.collect(),
    }
}

/// The mean, 0 of nothing.
fn average(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), v| (sum + v, count + 1));
    sum / f64::from(count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_depends_on_the_seed_alone() {
        let measure = |seed| {
            let mut games = 0;
            let options = PlayerOptions::default();
            let times = measure(3, 2, seed, options, &Stop::new(), || games += 1).unwrap();
            assert_eq!(games, 2);
            (times.turns, times.nodes, times.most_nodes)
        };
        assert_eq!(measure(1), measure(1));
        assert_ne!(measure(1), measure(2));
    }

    #[test]
    fn turns_are_averaged_by_their_number() {
        let turn = |number, place, give| Turn {
            number,
            place,
            give,
            nodes: 10,
        };
        let turns = [
            turn(1, 1.0, Some(2.0)),
            turn(1, 2.0, Some(3.0)),
            turn(2, 1.0, None),
        ];
        let times = summary(6, 1, &turns);
        assert_eq!(times.by_turn, [4.0, 1.0]);
        assert_eq!((times.turns, times.average, times.longest), (3, 3.0, 5.0));
        assert_eq!((times.place, times.give), (4.0 / 3.0, 2.5));
        assert_eq!((times.nodes, times.most_nodes), (10.0, 10));
    }

    #[test]
    fn a_stopped_measurement_says_so() {
        let stop = Stop::new();
        stop.request();
        let times = measure(4, 1, 1, PlayerOptions::default(), &stop, || {});
        assert!(times.is_none());
    }
}
