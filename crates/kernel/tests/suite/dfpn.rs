//! df-pn against other roads to the same answers.

use crate::common;

use common::tictactoe::{Position, TicTacToe};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Payoff, Side};
use tabia_kernel::search::{
    AlphaBeta, AtLeast, Dfpn, Limits, Problem, Step, Stop, Verdict, WinDrawLoss,
};
use tabia_kernel::symmetry::Folded;

#[test]
fn tic_tac_toe_is_worth_what_alpha_beta_says() {
    let game = Folded(TicTacToe::new());
    let dfpn = Dfpn::with_mebibytes(8);
    let seed = 5;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for length in 0..8 {
        for _ in 0..20 {
            let mut at = Position::EMPTY;
            for _ in 0..length {
                let mut moves = Vec::new();
                game.moves(&at, &mut moves);
                if game.payoff(&at).is_none() {
                    game.play(&mut at, moves[random.below(moves.len())]);
                }
            }
            if game.payoff(&at).is_some() {
                continue;
            }
            let report = AlphaBeta::new(&game, WinDrawLoss).run(&at);
            let worth = report.value.value().expect("searched to the end");
            let worth = worth.across(game.to_move(&at), Side::First).points();
            for wanted in [0, 1] {
                let question = AtLeast {
                    game: &game,
                    state: at,
                    payoff: Payoff::new(wanted),
                };
                let report = dfpn.solve(question, Limits::NONE, &Stop::new());
                let outcome = report.outcome.expect("no limit");
                assert_eq!(outcome.verdict, Verdict::from(worth >= wanted), "{at:?}");
                assert!(!outcome.by_repetition);
            }
        }
    }
}

/// A random graph of questions, with cycles.
struct Graph {
    nodes: Vec<(Step, Vec<usize>)>,
    repeated: Verdict,
}

impl Graph {
    fn random(random: &mut Seeded) -> Graph {
        let count = 3 + random.below(12);
        Graph::of(count, 7, random)
    }

    /// So many nodes, one in `solved` of them without parts.
    fn of(count: usize, solved: usize, random: &mut Seeded) -> Graph {
        let node = |random: &mut Seeded| {
            let step = match random.below(solved) {
                0 => Step::Solved(Verdict::from(random.below(2) == 0)),
                n if n % 2 == 0 => Step::Any,
                _ => Step::All,
            };
            let parts = 1 + random.below(4);
            (step, (0..parts).map(|_| random.below(count)).collect())
        };
        Graph {
            nodes: (0..count).map(|_| node(random)).collect(),
            repeated: Verdict::from(random.below(2) == 0),
        }
    }

    /// All answers: everything is as repetition has it, but for what can be
    /// forced otherwise in finitely many steps.
    fn answers(&self) -> Vec<Verdict> {
        let mut answers = vec![self.repeated; self.nodes.len()];
        loop {
            let before = answers.clone();
            for (i, (step, parts)) in self.nodes.iter().enumerate() {
                let yes = |part: &usize| answers[*part] == Verdict::Yes;
                answers[i] = match step {
                    Step::Solved(verdict) => *verdict,
                    Step::Any => Verdict::from(parts.iter().any(yes)),
                    Step::All => Verdict::from(parts.iter().all(yes)),
                    Step::Between { .. } => unreachable!("not made here"),
                };
            }
            if answers == before {
                return answers;
            }
        }
    }
}

/// How much of a node is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Share {
    /// The node, by way of a stronger, a weaker and the exact question.
    Hinted,
    /// The node.
    Whole,
    /// Without its first part, which makes an `Any` stronger.
    Less,
    /// With a further part, which makes an `Any` weaker.
    More,
}

#[derive(Clone)]
struct Node<'g> {
    graph: &'g Graph,
    number: usize,
    share: Share,
}

impl Problem for Node<'_> {
    type Key = (usize, Share);

    fn key(&self) -> (usize, Share) {
        (self.number, self.share)
    }

    fn expand(&self, parts: &mut Vec<Self>) -> Step {
        let (step, next) = &self.graph.nodes[self.number];
        if let Step::Solved(_) = step {
            return *step;
        }
        let with = |share| Node { share, ..*self };
        let extra = (self.number + 1) % self.graph.nodes.len();
        let (stronger, weaker) = match step {
            Step::Any => (Share::Less, Share::More),
            _ => (Share::More, Share::Less),
        };
        let to = |&number: &usize| Node {
            graph: self.graph,
            number,
            share: Share::Hinted,
        };
        match self.share {
            Share::Hinted => {
                parts.extend([with(stronger), with(weaker), with(Share::Whole)]);
                return Step::Between { sufficient: 1 };
            }
            Share::Whole => parts.extend(next.iter().map(to)),
            Share::Less => parts.extend(next.iter().skip(1).map(to)),
            Share::More => parts.extend(next.iter().chain([&extra]).map(to)),
        }
        *step
    }

    fn if_repeated(&self) -> Verdict {
        self.graph.repeated
    }

    fn estimate(&self) -> (u32, u32) {
        // Anything will do.
        (1 + self.number as u32 % 3, 1 + self.number as u32 % 2)
    }
}

#[test]
fn repetition_never_yields_a_wrong_answer() {
    let seed = 11;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let (mut cyclic, mut plain) = (0, 0);
    for round in 0..20_000 {
        let graph = Graph::random(&mut random);
        let answers = graph.answers();
        // One table for all questions: what one search leaves must not mislead
        // the next. A small one, so that things are forgotten.
        let dfpn = Dfpn::with_mebibytes(round % 2);
        let mut order: Vec<usize> = (0..answers.len()).collect();
        random.shuffle(&mut order);
        for number in order {
            for share in [Share::Hinted, Share::Whole] {
                let root = Node {
                    graph: &graph,
                    number,
                    share,
                };
                let report = dfpn.solve(root, Limits::nodes(1_000_000), &Stop::new());
                let outcome = report.outcome.expect("small graphs are solved");
                assert_eq!(
                    outcome.verdict, answers[number],
                    "round {round}, node {number}"
                );
                if outcome.by_repetition {
                    assert_eq!(outcome.verdict, graph.repeated);
                    cyclic += 1;
                } else {
                    plain += 1;
                }
            }
        }
    }
    println!("{cyclic} answers by repetition, {plain} without");
    assert!(cyclic > 1_000 && plain > 1_000);
}

#[test]
fn threads_give_the_same_answers() {
    let seed = 12;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut together = 0;
    for round in 0..60 {
        let graph = Graph::of(6_000, 41, &mut random);
        let answers = graph.answers();
        let dfpn = Dfpn::with_mebibytes(1 + round % 3);
        for (number, answer) in answers.into_iter().enumerate().take(4) {
            let root = Node {
                graph: &graph,
                number,
                share: Share::Hinted,
            };
            let report = dfpn.solve_on(3, root, Limits::nodes(20_000_000), &Stop::new());
            let outcome = report.outcome.expect("solved in time");
            assert_eq!(outcome.verdict, answer, "round {round}, node {number}");
            together += usize::from(report.nodes > 5_000);
        }
    }
    println!("{together} questions were hard enough for several threads");
    assert!(together >= 5);
}

#[test]
fn an_answer_without_repetition_holds_whatever_repetition_means() {
    let seed = 12;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for round in 0..5_000 {
        let mut graph = Graph::random(&mut random);
        let dfpn = Dfpn::with_mebibytes(1);
        let asked: Vec<_> = (0..graph.nodes.len())
            .map(|number| {
                let root = Node {
                    graph: &graph,
                    number,
                    share: Share::Hinted,
                };
                let report = dfpn.solve(root, Limits::NONE, &Stop::new());
                report.outcome.expect("no limit")
            })
            .collect();
        graph.repeated = graph.repeated.other();
        let answers = graph.answers();
        for (outcome, answer) in asked.iter().zip(answers) {
            if !outcome.by_repetition {
                assert_eq!(outcome.verdict, answer, "round {round}");
            }
        }
    }
}

#[test]
fn a_spent_budget_is_no_answer() {
    let game = TicTacToe::new();
    let question = AtLeast {
        game: &game,
        state: Position::EMPTY,
        payoff: Payoff::DRAW,
    };
    let dfpn = Dfpn::with_mebibytes(1);
    let report = dfpn.solve(question.clone(), Limits::nodes(0), &Stop::new());
    assert_eq!(report.outcome, None);
    let stop = Stop::new();
    stop.request();
    let report = dfpn.solve(question.clone(), Limits::NONE, &stop);
    assert_eq!(report.outcome, None);
    // What was learnt before is not lost.
    let report = dfpn.solve(question.clone(), Limits::NONE, &Stop::new());
    let outcome = report.outcome.expect("no limit");
    assert_eq!(outcome.verdict, Verdict::Yes);
    assert_eq!(dfpn.recall(&question.key()), Some(outcome));
    dfpn.forget();
    assert_eq!(dfpn.recall(&question.key()), None);
}
