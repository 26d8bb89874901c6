//! Every false claim about random problems, tried by the [`Liar`].

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use tabia_go::{Colour, EyeProblem, Point, Writer, read_problem};
use tabia_kernel::random::Seeded;

use super::super::rules::{Problem, Side};
use super::super::step::{Claim, Judge};
use super::super::{CLASSES, check, sgf};
use super::ko_rooms::{self, Room};
use super::liar::{Liar, Weakness};
use super::{random, reference};

const CLAIMS: [&str; 6] = ["eye", "no-eye", "win", "no-win", "ko-win", "no-ko-win"];

/// How often a strategy that chance writes down may refer to what it does not
/// have, before it is given up.
const ATTEMPTS: usize = 8;

/// The root of a game tree up to its strategy.
fn root(problem: &EyeProblem, first: Side, claim: &str) -> String {
    let first = match first {
        Side::Defender => problem.defender(),
        Side::Attacker => problem.defender().other(),
    };
    let letter = if first == Colour::Black { "B" } else { "W" };
    let mut writer = Writer::new();
    writer.open().problem(problem);
    writer.text("PL", letter).text("CL", claim);
    writer.finish()
}

pub(super) fn judge(problem: &EyeProblem, claim: &str) -> Judge {
    let text = root(problem, Side::Attacker, claim) + ")";
    let forest = sgf::read(&text).expect("SGF");
    Judge {
        problem: Problem::read(forest.node(0)).expect("a problem"),
        claim: Claim::read(claim).expect("a claim"),
    }
}

/// What was tried, and what came of it.
#[derive(Default, Debug)]
struct Tried {
    /// Claims that are true, each shown, written and accepted.
    shown: usize,
    /// Claims that are false, for none of which there is a proof.
    disproved: usize,
    /// Files that prove something false if the checker has a weakness.
    lies: BTreeMap<Weakness, usize>,
    /// Positions looked at.
    places: usize,
}

impl Tried {
    fn add(&mut self, other: &Tried) {
        self.shown += other.shown;
        self.disproved += other.disproved;
        self.places += other.places;
        for (weakness, lies) in &other.lies {
            *self.lies.entry(*weakness).or_default() += lies;
        }
    }

    /// Tries all claims about a problem, then the false ones again with each of
    /// these weaknesses.
    fn problem(&mut self, problem: &EyeProblem, weaknesses: &[Weakness], random: &mut Seeded) {
        let truth = reference::answers(problem).map(|(class, _)| class);
        let is_true = |first: Side, claim: &str| {
            let class = &truth[usize::from(first == Side::Attacker)];
            let known = CLASSES.iter().find(|(name, _)| name == class);
            known.expect("a class").1.contains(&claim)
        };
        for claim in CLAIMS {
            let judge = judge(problem, claim);
            let sides = [Side::Defender, Side::Attacker];
            let honest = Liar::new(&judge, None);
            self.places += honest.places();
            for first in sides {
                let (is_true, root) = (is_true(first, claim), root(problem, first, claim));
                assert_eq!(honest.shows(first), is_true, "{root}");
                match is_true {
                    true => {
                        let file = written(&honest, first, &root, random);
                        let file = file.expect("a proof without gaps");
                        check(&file).unwrap_or_else(|why| panic!("{why}: {file}"));
                        self.shown += 1;
                    }
                    false => self.disproved += 1,
                }
            }
            for &weakness in weaknesses {
                if sides.iter().all(|first| is_true(*first, claim)) {
                    continue;
                }
                let liar = Liar::new(&judge, Some(weakness));
                self.places += liar.places();
                for first in sides {
                    if is_true(first, claim) || !liar.shows(first) {
                        continue;
                    }
                    let root = root(problem, first, claim);
                    if let Some(file) = written(&liar, first, &root, random) {
                        assert!(check(&file).is_err(), "a lie, accepted: {file}");
                        *self.lies.entry(weakness).or_default() += 1;
                    }
                }
            }
        }
    }
}

/// A whole file with a strategy.
fn written(liar: &Liar<'_>, first: Side, root: &str, random: &mut Seeded) -> Option<String> {
    let strategy = (0..ATTEMPTS).find_map(|_| liar.strategy(first, random));
    strategy.map(|strategy| format!("{root}{strategy})"))
}

/// Where problems come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Source {
    /// Random ones with at most so many points.
    Random(usize),
    /// Such as differ at a few points from one with two crucial blocks to be
    /// joined, an eye if they are, and moves to be made elsewhere.
    ToBeJoined,
    /// Groups around a room with a ko.
    Kos,
}

/// Problems, one after the other.
struct Problems {
    source: Source,
    random: Seeded,
    joined: EyeProblem,
}

impl Problems {
    fn new(source: Source, seed: u64) -> Problems {
        println!("{source:?}, seed {seed}");
        let joined = b"(;SZ[7]AB[ba][ab]AW[ca][cb][bc][ac][gf][ff][eg]\
                        TR[ba][ab]MA[aa][bb][gg][fg])";
        Problems {
            source,
            random: Seeded::new(seed),
            joined: read_problem(joined).expect("a problem"),
        }
    }

    fn next(&mut self) -> EyeProblem {
        let random = &mut self.random;
        match self.source {
            Source::Random(most) => random::problem(random, most),
            Source::ToBeJoined => near(&self.joined, random, 5),
            Source::Kos => loop {
                let room = Room::of_interest(random, 5, true);
                let breathes = random.below(2) == 0;
                let problem = ko_rooms::together(&[room], Colour::Black, breathes);
                if let Some(problem) = problem {
                    break problem;
                }
            },
        }
    }
}

/// A problem that differs from this one at a few points.
fn near(problem: &EyeProblem, random: &mut Seeded, most: usize) -> EyeProblem {
    loop {
        let mut board = problem.board().clone();
        let points: Vec<Point> = board.points().collect();
        let (mut crucial, mut region) = (problem.crucial().to_vec(), problem.region().to_vec());
        for _ in 0..1 + random.below(4) {
            let point = points[random.below(points.len())];
            let (own, other) = (problem.defender(), problem.defender().other());
            crucial.retain(|known| *known != point);
            region.retain(|known| *known != point);
            let (stone, marks) = match random.below(6) {
                0 => (Some(own), Some(&mut crucial)),
                1 => (Some(other), None),
                2 => (None, None),
                3 => (Some(own), Some(&mut region)),
                4 => (Some(other), Some(&mut region)),
                _ => (None, Some(&mut region)),
            };
            board.set(point, stone);
            marks.into_iter().for_each(|marks| marks.push(point));
        }
        match EyeProblem::new(board, &crucial, &region, None) {
            Ok(problem) if problem.region().len() <= most => return problem,
            _ => {}
        }
    }
}

/// Tries so many problems, shared out among threads, a seed for each share.
fn try_all(source: Source, seeds: Range<u64>, each: usize, weaknesses: &[Weakness]) -> Tried {
    let next = AtomicU64::new(seeds.start);
    let all = Mutex::new(Tried::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if !seeds.contains(&seed) {
                return;
            }
            let mut problems = Problems::new(source, seed);
            let mut tried = Tried::default();
            for _ in 0..each {
                let problem = problems.next();
                tried.problem(&problem, weaknesses, &mut problems.random);
            }
            all.lock().expect("no panic").add(&tried);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let all = all.into_inner().expect("no panic");
    println!("{source:?}: {all:?}");
    all
}

#[test]
fn what_is_true_is_proved_and_what_is_false_is_not() {
    let mut all = try_all(Source::Random(4), 51..61, 30, &[]);
    all.add(&try_all(Source::ToBeJoined, 61..66, 10, &[]));
    all.add(&try_all(Source::Kos, 71..75, 5, &[]));
    assert!(all.shown >= 2_000 && all.disproved >= 2_000, "{all:?}");
}

/// Each with the first source and seed that it comes up with.
#[test]
fn every_weakness_would_be_found() {
    use Weakness::{Answer, Attackers, Defenders, Granting, Mover, OwnPass, Pass, Room, Sharing};
    use Weakness::{Ban, Circles, CutOff, Unity, Work};
    let of = |source: Source, weaknesses: &[Weakness]| {
        let mut problems = Problems::new(source, 9);
        for &weakness in weaknesses {
            let mut tried = Tried::default();
            let found = (0..100).find(|_| {
                let problem = problems.next();
                tried.problem(&problem, &[weakness], &mut problems.random);
                !tried.lies.is_empty()
            });
            println!("{weakness:?}: {found:?} {tried:?}");
            assert!(found.is_some(), "{weakness:?}: no lie");
        }
    };
    of(Source::ToBeJoined, &[Unity, Sharing]);
    of(Source::Kos, &[Ban, Circles]);
    let often = [
        Answer, Attackers, CutOff, Defenders, Granting, Mover, OwnPass, Pass, Room, Work,
    ];
    of(Source::Random(5), &often);
}

#[test]
#[ignore = "6 min: 100,000 false claims"]
fn none_of_100_000_false_claims_can_be_shown() {
    let mut all = try_all(Source::Random(5), 1_000..1_100, 120, &[]);
    all.add(&try_all(Source::ToBeJoined, 2_000..2_040, 120, &[]));
    all.add(&try_all(Source::Kos, 3_000..3_010, 10, &[]));
    println!("all together: {all:?}");
    assert!(all.disproved >= 100_000, "{all:?}");
}

#[test]
#[ignore = "3 min: every weakness, tried at 120 problems"]
fn no_lie_is_accepted_that_believes_in_a_weakness() {
    let mut all = try_all(Source::Random(5), 4_000..4_006, 10, &Weakness::ALL);
    all.add(&try_all(
        Source::ToBeJoined,
        5_000..5_004,
        10,
        &Weakness::ALL,
    ));
    all.add(&try_all(Source::Kos, 6_000..6_002, 10, &Weakness::ALL));
    println!("all together: {all:?}");
    assert!(all.lies.values().sum::<usize>() >= 1_000, "{all:?}");
}
