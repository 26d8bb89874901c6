//! Weights of the heuristic from games that were played.

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Side};
use tabia_kernel::tune::{Lbfgs, Logistic, Rows};

use crate::heuristic::{FEATURES, Heuristic, Weights};
use crate::{Outcome, Quarto, Record, Rules};

/// What games taught.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights.
    pub weights: Weights,
    /// Games learnt from.
    pub games: usize,
    /// Games held out, to see what was learnt.
    pub held_out: usize,
    /// Positions learnt from.
    pub positions: usize,
    /// Errors on the games held out.
    pub errors: Errors,
    /// How much smaller the error is than the paper's, in the mean over the
    /// games held out.
    pub gain: f64,
    /// Where that lies with 95 % confidence.
    pub gain_interval: [f64; 2],
}

impl Tuned {
    /// Whether the weights foretell results better than the paper's, beyond
    /// what chance explains.
    pub fn is_better(&self) -> bool {
        self.gain_interval[0] > 0.0
    }
}

/// Mean squares of result minus expectation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// Every position is expected to come out like the mean of all.
    pub constant: f64,
    /// With the paper's heuristic, at the scale that fits it best.
    pub paper: f64,
    /// With the weights found.
    pub tuned: f64,
}

/// There are not enough games to tell anything from chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{games} finished games are too few to learn from: at least {least} are needed")]
pub struct TooFew {
    /// How many there are.
    pub games: usize,
    /// How many there should be.
    pub least: usize,
}

/// Fewer games than this leave a handful to be held out, on which any weights
/// look good or bad by chance.
const LEAST: usize = 50;
/// One game in so many is held out.
const FOLDS: usize = 5;
/// A unit of score in the exponent: weights of a few hundred decide.
const SCALE: f64 = 0.01;
/// Placements before which results say nothing about features.
const FIRST: usize = 3;
/// Steps of the descent; it comes to rest long before.
const STEPS: usize = 500;

/// One game: its positions as rows, and the results for whoever moves there.
struct Lesson {
    rows: Vec<[f32; 2 * FEATURES]>,
    results: Vec<f64>,
    /// The paper's values.
    paper: Vec<f64>,
}

/// Finds the weights that best foretell the results of games (Texel's method:
/// logistic regression of results on features), and measures them on a fifth
/// of the games, drawn by `seed` and not learnt from.
///
/// Cost: a few hundred passes over the positions; milliseconds for a thousand
/// games.
///
/// # Errors
///
/// When there are too few finished games.
///
/// # Panics
///
/// If a game was played under other rules.
pub fn tune(rules: &Rules, games: &[Record], seed: u64) -> Result<Tuned, TooFew> {
    let mut lessons: Vec<Lesson> = games
        .iter()
        .filter_map(|record| lesson(rules, record))
        .collect();
    if lessons.len() < LEAST {
        return Err(TooFew {
            games: lessons.len(),
            least: LEAST,
        });
    }
    let mut random = Seeded::new(seed);
    for last in (1..lessons.len()).rev() {
        lessons.swap(last, random.below(last + 1));
    }
    let held_out = lessons.split_off(lessons.len() - lessons.len() / FOLDS);

    let error = logistic(&lessons);
    let most = f64::from(Weights::MOST);
    let bounds = vec![(-most, most); 2 * FEATURES];
    let mut descent = Lbfgs::new(&error, vec![0.0; 2 * FEATURES], bounds);
    for _ in 0..STEPS {
        if !descent.step(&error) {
            break;
        }
    }
    let found = descent.weights();
    let rounded = |from: usize| std::array::from_fn(|i| found[from + i].round() as i16);
    let weights = Weights {
        placing: rounded(0),
        giving: rounded(FEATURES),
    };
    let flat: Vec<f64> = weights
        .placing
        .iter()
        .chain(&weights.giving)
        .map(|&w| f64::from(w))
        .collect();

    let paper_scale = fitted_scale(&lessons);
    let all = lessons.iter().flat_map(|lesson| &lesson.results);
    let positions = all.clone().count();
    let mean = all.sum::<f64>() / positions as f64;
    let errors = |expected: &dyn Fn(&Lesson, usize) -> f64| -> Vec<f64> {
        held_out
            .iter()
            .map(|lesson| lesson.error(expected))
            .collect()
    };
    let constant = errors(&|_, _| mean);
    let paper = errors(&|lesson, i| sigmoid(paper_scale * lesson.paper[i]));
    let tuned = errors(&|lesson, i| {
        let pairs = lesson.rows[i].iter().zip(&flat);
        sigmoid(SCALE * pairs.map(|(&f, w)| f64::from(f) * w).sum::<f64>())
    });
    let gains: Vec<f64> = paper.iter().zip(&tuned).map(|(p, t)| p - t).collect();
    let (gain, deviation) = mean_and_deviation(&gains);
    let margin = 1.96 * deviation / (gains.len() as f64).sqrt();
    Ok(Tuned {
        weights,
        games: lessons.len(),
        held_out: held_out.len(),
        positions,
        errors: Errors {
            constant: mean_and_deviation(&constant).0,
            paper: mean_and_deviation(&paper).0,
            tuned: mean_and_deviation(&tuned).0,
        },
        gain,
        gain_interval: [gain - margin, gain + margin],
    })
}

impl Lesson {
    fn error(&self, expected: &dyn Fn(&Lesson, usize) -> f64) -> f64 {
        let each = self.results.iter().enumerate();
        let sum: f64 = each.map(|(i, r)| (expected(self, i) - r).powi(2)).sum();
        sum / self.results.len() as f64
    }
}

/// The lesson of a finished game; `None` of any other.
fn lesson(rules: &Rules, record: &Record) -> Option<Lesson> {
    assert_eq!(record.rules(), rules, "games of these rules");
    let winner = match record.outcome() {
        Outcome::Open => return None,
        Outcome::Draw => None,
        Outcome::Won(side) => Some(side),
    };
    let quarto = Quarto::new(*rules);
    let heuristic = Heuristic::new(rules);
    let sign = if rules.misere() { -1.0 } else { 1.0 };
    let mut lesson = Lesson {
        rows: Vec::new(),
        results: Vec::new(),
        paper: Vec::new(),
    };
    for position in record.positions() {
        if position.placed() < FIRST || quarto.payoff(&position).is_some() {
            continue;
        }
        let mut row = [0.0; 2 * FEATURES];
        let from = match position.hand() {
            Some(_) => 0,
            None => FEATURES,
        };
        for (place, feature) in row[from..].iter_mut().zip(heuristic.features(&position)) {
            *place = sign * f32::from(feature);
        }
        lesson.rows.push(row);
        let mover: Side = quarto.to_move(&position);
        lesson.results.push(match winner {
            None => 0.5,
            Some(side) if side == mover => 1.0,
            Some(_) => 0.0,
        });
        lesson
            .paper
            .push(f64::from(heuristic.value(&position).points()));
    }
    (!lesson.rows.is_empty()).then_some(lesson)
}

fn logistic(lessons: &[Lesson]) -> Logistic {
    let mut rows = Rows::new(2 * FEATURES);
    let mut results = Vec::new();
    for lesson in lessons {
        for row in &lesson.rows {
            rows.push((0..).zip(row.iter().copied()));
        }
        results.extend_from_slice(&lesson.results);
    }
    Logistic::new(rows, results, SCALE)
}

/// The scale at which the paper's values foretell these games best.
fn fitted_scale(lessons: &[Lesson]) -> f64 {
    let error = |scale: f64| -> f64 {
        let each = lessons.iter().map(|lesson| {
            let square = |(i, r): (usize, &f64)| (sigmoid(scale * lesson.paper[i]) - r).powi(2);
            lesson.results.iter().enumerate().map(square).sum::<f64>()
        });
        each.sum()
    };
    // From where a threat says nothing to where one decides the game.
    let scales = (0..=300).map(|i| 0.01 * f64::from(i));
    scales
        .min_by(|a, b| error(*a).total_cmp(&error(*b)))
        .unwrap_or(0.0)
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let square: f64 = values.iter().map(|v| (v - mean).powi(2)).sum();
    (mean, (square / (count - 1.0).max(1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, PaperPlayer, PlayerOptions};
    use tabia_kernel::search::Stop;

    /// Games of a player that sees one placement ahead against one that
    /// plays at random.
    fn games(count: u64) -> Vec<Record> {
        let rules = Rules::lines();
        let player = PaperPlayer::new(rules, 2, PlayerOptions::default());
        let game = |seed: u64| {
            let mut random = Seeded::new(seed);
            let mut record = Record::new(rules);
            while record.outcome() == Outcome::Open {
                let reasonable = record.position().placed() >= 4 && random.below(4) > 0;
                let turn = match (reasonable, record.position().hand()) {
                    (true, _) => player.choose(record.position(), &Stop::new()).turn,
                    (false, Some(_)) => {
                        let cells: Vec<_> = record.position().empty_squares().collect();
                        Move::Place(cells[random.below(cells.len())])
                    }
                    (false, None) => {
                        let pieces: Vec<_> = record.position().remaining().collect();
                        Move::Give(pieces[random.below(pieces.len())])
                    }
                };
                record.push(turn).expect("legal");
            }
            record
        };
        println!("seeds 0 to {count}");
        (0..count).map(game).collect()
    }

    #[test]
    fn games_teach_that_a_piece_that_completes_a_line_wins() {
        let games = games(300);
        let tuned = tune(&Rules::lines(), &games, 1).expect("enough games");
        assert_eq!((tuned.games, tuned.held_out), (240, 60));
        let forced = FEATURES - 1;
        assert!(tuned.weights.placing[forced] > 100, "{tuned:?}");
        assert!(tuned.weights.giving[forced] < -100, "{tuned:?}");
        assert!(tuned.is_better(), "{tuned:?}");
        assert!(tuned.errors.tuned < tuned.errors.constant, "{tuned:?}");
        assert_eq!(tune(&Rules::lines(), &games, 1), Ok(tuned), "repeatable");
    }

    #[test]
    fn few_games_teach_nothing() {
        let few = tune(&Rules::lines(), &games(20), 1).expect_err("too few");
        assert_eq!((few.games, few.least), (20, LEAST));
        let open = vec![Record::new(Rules::lines()); 100];
        let none = tune(&Rules::lines(), &open, 1).expect_err("unfinished");
        assert_eq!(none.games, 0);
    }
}
