//! Ratings from results: Bradley and Terry's model with draws and the
//! advantage of beginning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Tally;

/// Elo points in a unit of ln γ.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ended {
    /// The player who began won.
    First,
    /// Nobody did.
    Draw,
    /// The other player won.
    Second,
}

/// A game between two players, named by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The player who began.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// How it ended.
    pub ended: Ended,
}

/// How ratings are computed.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingOptions {
    /// So many games are added to each player's own, spread over its
    /// opponents, half of them won and half lost: nobody is infinitely
    /// strong. Default 1.
    pub prior: f64,
    /// The advantage of beginning in Elo, if it is known; else it is fitted.
    pub advantage: Option<f64>,
    /// Players whose ratings are known. The scale is shifted so that they
    /// have their ratings on average; without them the mean of all is 0.
    pub anchors: Vec<(usize, f64)>,
}

impl Default for RatingOptions {
    fn default() -> RatingOptions {
        RatingOptions {
            prior: 1.0,
            advantage: None,
            anchors: Vec::new(),
        }
    }
}

/// Why players cannot be rated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RatingError {
    /// Two players cannot be compared, not even through others.
    #[error("no games connect players {0} and {1}")]
    Apart(usize, usize),
    /// A game names a player that does not exist, or one playing itself.
    #[error("game {game}: players {first} and {second} of {players}")]
    Players {
        /// Which game, from 0.
        game: usize,
        /// Who began.
        first: usize,
        /// Who did not.
        second: usize,
        /// How many players there are.
        players: usize,
    },
}

/// One player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// The rating.
    pub elo: f64,
    /// Where it lies with 95 % confidence, against the anchors' mean (or the
    /// mean of all).
    pub lo: f64,
    /// Where it lies with 95 % confidence.
    pub hi: f64,
    /// The player's results.
    pub tally: Tally,
}

/// What results say about players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// In the order of the players' numbers.
    pub players: Vec<Rated>,
    /// The advantage of beginning, in Elo.
    pub advantage: f64,
    /// Equal players win as often as players of this much less strength would
    /// if there were no draws: Bayeselo's `eloDraw`.
    pub draw: f64,
    /// The logarithm of the likelihood of the results.
    pub log_likelihood: f64,
}

/// Wins, draws and losses of whoever begins, for each ordered pair of players.
type Table = BTreeMap<(usize, usize), [f64; 3]>;

/// Strengths γ, the advantage α of beginning and θ ≥ 1, which makes draws.
#[derive(Clone)]
struct Model {
    gamma: Vec<f64>,
    alpha: f64,
    theta: f64,
}

/// Rates players by the most likely strengths (Bradley and Terry 1952) with
/// draws as Rao and Kupper (1967) and the advantage of beginning, found by the
/// minorisation–maximisation of Hunter (2004), as Bayeselo does.
///
/// With x = ln(α γᵢ / γⱼ), i wins with probability σ(x − ln θ), j with
/// σ(−x − ln θ). Intervals come from the curvature of the likelihood at its
/// top, all ratings taken together, advantage and draws as fitted.
///
/// Cost: some hundreds of passes over the pairs of players that met, and n³
/// for n players.
///
/// ```
/// use tabia_kernel::arena::{Ended, GameResult, RatingOptions, ratings};
/// // 0 beats 1 three times out of four, with either side.
/// let mut games = Vec::new();
/// for i in 0..400 {
///     let (first, second) = if i % 2 == 0 { (0, 1) } else { (1, 0) };
///     let zero_wins = i % 8 < 6;
///     let ended = if zero_wins == (first == 0) { Ended::First } else { Ended::Second };
///     games.push(GameResult { first, second, ended });
/// }
/// let options = RatingOptions { prior: 0.0, ..RatingOptions::default() };
/// let rated = ratings(2, &games, &options)?;
/// let difference = rated.players[0].elo - rated.players[1].elo;
/// assert!((difference - 400.0 * 3_f64.log10()).abs() < 0.01);
/// # Ok::<(), tabia_kernel::arena::RatingError>(())
/// ```
///
/// # Errors
///
/// When some players cannot be compared with others.
pub fn ratings(
    players: usize,
    games: &[GameResult],
    options: &RatingOptions,
) -> Result<Ratings, RatingError> {
    let mut tallies = vec![Tally::default(); players];
    let mut table = Table::new();
    for (game, result) in games.iter().enumerate() {
        let GameResult {
            first,
            second,
            ended,
        } = *result;
        if first >= players || second >= players || first == second {
            return Err(RatingError::Players {
                game,
                first,
                second,
                players,
            });
        }
        let (kind, one) = match ended {
            Ended::First => (0, [1, 0, 0]),
            Ended::Draw => (1, [0, 1, 0]),
            Ended::Second => (2, [0, 0, 1]),
        };
        table.entry((first, second)).or_default()[kind] += 1.0;
        let [wins, draws, losses] = one;
        let tally = Tally {
            wins,
            draws,
            losses,
        };
        tallies[first] += tally;
        tallies[second] += tally.reversed();
    }
    connected(players, &table)?;
    let real = table.clone();
    add_prior(&mut table, &tallies, options.prior);

    let model = fit(players, &table, options.advantage);
    let elo: Vec<f64> = model.gamma.iter().map(|gamma| ELO * gamma.ln()).collect();
    let reference: Vec<usize> = match options.anchors.is_empty() {
        true => (0..players).collect(),
        false => options.anchors.iter().map(|&(player, _)| player).collect(),
    };
    let known: f64 = options.anchors.iter().map(|&(_, elo)| elo).sum();
    let among = reference.len().max(1) as f64;
    let shift = (known - reference.iter().map(|&player| elo[player]).sum::<f64>()) / among;
    let errors = standard_errors(&model, &table, &reference);
    let rated = |player: usize| Rated {
        elo: elo[player] + shift,
        lo: elo[player] + shift - 1.96 * errors[player],
        hi: elo[player] + shift + 1.96 * errors[player],
        tally: tallies[player],
    };
    Ok(Ratings {
        players: (0..players).map(rated).collect(),
        advantage: ELO * model.alpha.ln(),
        draw: ELO * model.theta.ln(),
        log_likelihood: model.log_likelihood(&real),
    })
}

fn connected(players: usize, table: &Table) -> Result<(), RatingError> {
    let mut reached = vec![false; players];
    let mut next = vec![0; usize::from(players > 0)];
    while let Some(player) = next.pop() {
        if !std::mem::replace(&mut reached[player], true) {
            let met = table.keys().filter_map(|&(i, j)| match player {
                p if p == i => Some(j),
                p if p == j => Some(i),
                _ => None,
            });
            next.extend(met);
        }
    }
    match reached.iter().position(|&reached| !reached) {
        Some(player) => Err(RatingError::Apart(0, player)),
        None => Ok(()),
    }
}

fn add_prior(table: &mut Table, tallies: &[Tally], prior: f64) {
    let games = |player: usize| tallies[player].games() as f64;
    let added: Vec<((usize, usize), f64)> = table
        .iter()
        .map(|(&(i, j), counts)| {
            let together: f64 = counts.iter().sum();
            let share = together / games(i) + together / games(j);
            ((i, j), prior * share / 2.0)
        })
        .collect();
    for (pair, games) in added {
        let counts = table.entry(pair).or_default();
        counts[0] += games / 2.0;
        counts[2] += games / 2.0;
    }
}

impl Model {
    /// αγᵢ + θγⱼ and θαγᵢ + γⱼ.
    fn denominators(&self, i: usize, j: usize) -> (f64, f64) {
        let (home, away) = (self.alpha * self.gamma[i], self.gamma[j]);
        (home + self.theta * away, self.theta * home + away)
    }

    fn log_likelihood(&self, table: &Table) -> f64 {
        let mut sum = 0.0;
        for (&(i, j), &[wins, draws, losses]) in table {
            let (a, b) = self.denominators(i, j);
            let win = (self.alpha * self.gamma[i] / a).ln();
            let loss = (self.gamma[j] / b).ln();
            sum += (wins + draws) * win + (losses + draws) * loss;
            if draws > 0.0 {
                sum += draws * (self.theta * self.theta - 1.0).ln();
            }
        }
        sum
    }

    /// One cycle of MM: strengths, advantage, draws. Never lowers the
    /// likelihood.
    fn improve(&mut self, table: &Table, advantage_is_known: bool) {
        let n = self.gamma.len();
        let (mut points, mut weight) = (vec![0.0; n], vec![0.0; n]);
        for (&(i, j), &[wins, draws, losses]) in table {
            let (a, b) = self.denominators(i, j);
            let (not_lost, not_won) = (wins + draws, losses + draws);
            points[i] += not_lost;
            points[j] += not_won;
            weight[i] += not_lost * self.alpha / a + not_won * self.theta * self.alpha / b;
            weight[j] += not_lost * self.theta / a + not_won / b;
        }
        for i in 0..n {
            if weight[i] > 0.0 {
                self.gamma[i] = points[i] / weight[i];
            }
        }
        // Only ratios matter: keep the geometric mean at 1.
        let mean = (self.gamma.iter().map(|g| g.ln()).sum::<f64>() / n as f64).exp();
        if mean.is_finite() && mean > 0.0 {
            self.gamma.iter_mut().for_each(|g| *g /= mean);
        }

        if !advantage_is_known {
            let (mut points, mut weight) = (0.0, 0.0);
            for (&(i, j), &[wins, draws, losses]) in table {
                let (a, b) = self.denominators(i, j);
                points += wins + draws;
                weight += self.gamma[i] * ((wins + draws) / a + self.theta * (losses + draws) / b);
            }
            if points > 0.0 && weight > 0.0 {
                self.alpha = points / weight;
            }
        }

        let (mut drawn, mut weight) = (0.0, 0.0);
        for (&(i, j), &[wins, draws, losses]) in table {
            let (a, b) = self.denominators(i, j);
            drawn += draws;
            weight += (wins + draws) * self.gamma[j] / a
                + (losses + draws) * self.alpha * self.gamma[i] / b;
        }
        if weight > 0.0 {
            // The positive root of weight·θ² − 2·drawn·θ − weight.
            let ratio = drawn / weight;
            self.theta = ratio + (1.0 + ratio * ratio).sqrt();
        }
    }
}

fn fit(players: usize, table: &Table, advantage: Option<f64>) -> Model {
    let mut model = Model {
        gamma: vec![1.0; players],
        alpha: advantage.map_or(1.0, |elo| (elo / ELO).exp()),
        theta: 1.5,
    };
    // Until nothing moves by a thousandth of a point; a player without a
    // single half point would move for ever.
    for _ in 0..20_000 {
        let before = model.clone();
        model.improve(table, advantage.is_some());
        let moved = |(a, b): (&f64, &f64)| (a / b).ln().abs();
        let players = model.gamma.iter().zip(&before.gamma).map(moved);
        let rest = [(&model.alpha, &before.alpha), (&model.theta, &before.theta)];
        if players
            .chain(rest.map(moved))
            .all(|moved| moved < 1e-3 / ELO / 100.0)
        {
            break;
        }
    }
    model
}

/// Standard errors of ratings less the mean of the reference, in Elo.
fn standard_errors(model: &Model, table: &Table, reference: &[usize]) -> Vec<f64> {
    let n = model.gamma.len();
    // The information about differences, plus the same for all players, which
    // no difference sees and which makes the matrix regular.
    let mut information = vec![1.0 / n.max(1) as f64; n * n];
    let curvature = |x: f64| {
        let p = 1.0 / (1.0 + (-x).exp());
        p * (1.0 - p)
    };
    let t = model.theta.ln();
    for (&(i, j), &[wins, draws, losses]) in table {
        let x = (model.alpha * model.gamma[i] / model.gamma[j]).ln();
        let known = (wins + draws) * curvature(x - t) + (losses + draws) * curvature(x + t);
        information[i * n + i] += known;
        information[j * n + j] += known;
        information[i * n + j] -= known;
        information[j * n + i] -= known;
    }
    let covariance = inverse(information, n);
    let share = 1.0 / reference.len().max(1) as f64;
    (0..n)
        .map(|player| {
            let mut contrast = vec![0.0; n];
            contrast[player] += 1.0;
            reference.iter().for_each(|&r| contrast[r] -= share);
            let mut variance = 0.0;
            for i in 0..n {
                for j in 0..n {
                    variance += contrast[i] * covariance[i * n + j] * contrast[j];
                }
            }
            ELO * variance.max(0.0).sqrt()
        })
        .collect()
}

/// The inverse of a positive definite matrix, by Gauss and Jordan.
fn inverse(mut a: Vec<f64>, n: usize) -> Vec<f64> {
    for p in 0..n {
        let pivot = 1.0 / a[p * n + p];
        for j in 0..n {
            a[p * n + j] *= pivot;
        }
        a[p * n + p] = pivot;
        for i in (0..n).filter(|&i| i != p) {
            let factor = a[i * n + p];
            a[i * n + p] = 0.0;
            for j in 0..n {
                a[i * n + j] -= factor * a[p * n + j];
            }
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    const EXACT: RatingOptions = RatingOptions {
        prior: 0.0,
        advantage: None,
        anchors: Vec::new(),
    };

    /// Games of players with these ratings, White's advantage 30 Elo, draws
    /// at 100.
    fn drawn(elo: &[f64], rounds: usize, random: &mut Seeded) -> Vec<GameResult> {
        let mut games = Vec::new();
        for _ in 0..rounds {
            for first in 0..elo.len() {
                for second in (0..elo.len()).filter(|&j| j != first) {
                    let win = |x: f64| 1.0 / (1.0 + 10_f64.powf(-x / 400.0));
                    let x = elo[first] - elo[second] + 30.0;
                    let lot = random.unit();
                    let ended = match lot {
                        lot if lot < win(x - 100.0) => Ended::First,
                        lot if lot > 1.0 - win(-x - 100.0) => Ended::Second,
                        _ => Ended::Draw,
                    };
                    games.push(GameResult {
                        first,
                        second,
                        ended,
                    });
                }
            }
        }
        games
    }

    #[test]
    fn two_players_have_the_closed_form() {
        // With w, d, l of player 0 balanced over sides, the model fits the
        // shares exactly: σ(x − t) = w/n, σ(−x − t) = l/n.
        let (w, d, l) = (50, 30, 20);
        let mut games = Vec::new();
        for (first, second) in [(0, 1), (1, 0)] {
            let mine = if first == 0 {
                Ended::First
            } else {
                Ended::Second
            };
            let theirs = if first == 0 {
                Ended::Second
            } else {
                Ended::First
            };
            for (count, ended) in [(w, mine), (d, Ended::Draw), (l, theirs)] {
                games.extend(vec![
                    GameResult {
                        first,
                        second,
                        ended
                    };
                    count
                ]);
            }
        }
        let rated = ratings(2, &games, &EXACT).unwrap();
        let logit = |p: f64| ELO * (p / (1.0 - p)).ln();
        let (win, loss) = (logit(0.5), logit(0.2));
        let difference = rated.players[0].elo - rated.players[1].elo;
        assert!(
            (difference - (win - loss) / 2.0).abs() < 0.01,
            "{difference}"
        );
        assert!((rated.draw + f64::midpoint(win, loss)).abs() < 0.01);
        assert!(rated.advantage.abs() < 0.01);
        assert_eq!(rated.players[1].tally.to_string(), "+40 =60 -100");
        let likelihood = 2.0 * (50.0 * 0.5_f64.ln() + 30.0 * 0.3_f64.ln() + 20.0 * 0.2_f64.ln());
        assert!((rated.log_likelihood - likelihood).abs() < 1e-6);
    }

    #[test]
    fn no_other_ratings_are_likelier() {
        let seed = 31;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let games = drawn(&[0.0, 80.0, -150.0, 200.0], 12, &mut random);
        let mut table = Table::new();
        for g in &games {
            table.entry((g.first, g.second)).or_default()[g.ended as usize] += 1.0;
        }
        let best = fit(4, &table, None);
        let top = best.log_likelihood(&table);
        let rated = ratings(4, &games, &EXACT).unwrap();
        assert!((rated.log_likelihood - top).abs() < 1e-9);
        for _ in 0..2_000 {
            let mut other = best.clone();
            let mut nudge = |x: &mut f64| *x *= (0.02 * random.normal()).exp();
            other.gamma.iter_mut().for_each(&mut nudge);
            nudge(&mut other.alpha);
            nudge(&mut other.theta);
            if other.theta > 1.0 {
                assert!(other.log_likelihood(&table) <= top + 1e-9);
            }
        }
        // And every cycle from a bad start goes up.
        let mut model = Model {
            gamma: vec![1.0, 9.0, 0.2, 3.0],
            alpha: 3.0,
            theta: 4.0,
        };
        let mut last = model.log_likelihood(&table);
        for _ in 0..50 {
            model.improve(&table, false);
            let now = model.log_likelihood(&table);
            assert!(now >= last - 1e-9);
            last = now;
        }
    }

    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let seed = 32;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let truth = [0.0, 80.0, -150.0, 200.0];
        let options = RatingOptions {
            anchors: vec![(0, 1_000.0), (1, 1_080.0)],
            ..EXACT
        };
        let (mut held, mut of) = (0, 0);
        for _ in 0..300 {
            let games = drawn(&truth, 10, &mut random);
            let rated = ratings(4, &games, &options).unwrap();
            for i in [2, 3] {
                let Rated { lo, hi, .. } = rated.players[i];
                let truth = truth[i] + 1_000.0;
                held += u32::from(lo <= truth && truth <= hi);
                of += 1;
            }
        }
        let held = f64::from(held) / f64::from(of);
        assert!((0.92..0.98).contains(&held), "{held}");
    }

    #[test]
    fn a_prior_keeps_sweeps_finite_and_anchors_set_the_scale() {
        let game = |first, second| GameResult {
            first,
            second,
            ended: Ended::First,
        };
        let games: Vec<_> = (0..10).map(|_| game(0, 1)).collect();
        let options = RatingOptions {
            advantage: Some(0.0),
            anchors: vec![(1, 2_500.0)],
            ..RatingOptions::default()
        };
        let rated = ratings(2, &games, &options).unwrap();
        assert!((rated.players[1].elo - 2_500.0).abs() < 1e-6);
        let [zero, one] = [rated.players[0], rated.players[1]];
        assert!(zero.elo > 2_700.0 && zero.elo < 3_300.0, "{zero:?}");
        // The anchor's own place is certain.
        assert!(one.hi - one.lo < 1e-6);
    }

    #[test]
    fn players_that_never_met_are_an_error() {
        let game = |first, second| GameResult {
            first,
            second,
            ended: Ended::Draw,
        };
        let apart = ratings(4, &[game(0, 1), game(2, 3)], &EXACT);
        assert_eq!(apart, Err(RatingError::Apart(0, 2)));
        assert!(ratings(2, &[game(0, 2)], &EXACT).is_err());
        assert!(ratings(2, &[game(1, 1)], &EXACT).is_err());
    }
}
