//! Walking through a proof: a strategy of one side against every move of the
//! other's, as `tabia go eye --proof` writes it.

use std::collections::HashMap;

use tabia_draw::go::Picture;
use tabia_go::{Board, Colour, EyeOptions, EyeProblem, Point, prove_eye};
use tabia_kernel::search::Stop;

use super::colour;
use crate::desk::DeskError;
use crate::{Branch, ProofStep};

/// A node of the file: its properties and what is below.
#[derive(Clone, Debug, Default)]
struct Node {
    properties: Vec<(String, Vec<String>)>,
    children: Vec<usize>,
}

impl Node {
    fn values(&self, name: &str) -> Option<&[String]> {
        let found = self
            .properties
            .iter()
            .find(|(property, _)| property == name);
        found.map(|(_, values)| values.as_slice())
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }

    fn points(&self, name: &str) -> Option<Vec<Point>> {
        let values = self.values(name)?;
        Some(values.iter().filter_map(|v| Point::from_sgf(v)).collect())
    }

    /// The move made here: who, and where; `None` for a pass.
    fn play(&self) -> Option<(Colour, Option<Point>)> {
        let of = |name, colour| self.value(name).map(|at| (colour, Point::from_sgf(at)));
        of("B", Colour::Black).or_else(|| of("W", Colour::White))
    }
}

/// A proof of every answer to a problem, in memory.
#[derive(Debug)]
pub(super) struct Proof {
    problem: EyeProblem,
    nodes: Vec<Node>,
    /// The first node of each claim.
    claims: Vec<usize>,
    /// Nodes that others refer to.
    numbered: HashMap<String, usize>,
}

/// The longest proof that is kept to be walked through, in bytes; in memory it
/// takes some fifty times as much.
const LONGEST: usize = 2 << 20;

impl Proof {
    /// Proves a problem; the error says why there is nothing to walk through.
    pub(super) fn make(
        problem: &EyeProblem,
        memory_mib: usize,
        stop: &Stop,
    ) -> Result<Proof, String> {
        let options = EyeOptions {
            memory_mib,
            moves: false,
            ..EyeOptions::default()
        };
        let (_, text) = prove_eye(problem, &options, stop);
        let text = text.ok_or("it was stopped")?;
        if text.len() > LONGEST {
            return Err(format!(
                "the proof has {} bytes, too many to walk through: `tabia go eye --proof` writes it",
                text.len()
            ));
        }
        Ok(Proof::read(problem, &text))
    }

    /// Reads what the prover wrote.
    fn read(problem: &EyeProblem, text: &str) -> Proof {
        let mut proof = Proof {
            problem: problem.clone(),
            nodes: Vec::new(),
            claims: Vec::new(),
            numbered: HashMap::new(),
        };
        let mut rest = text;
        let mut here: Option<usize> = None;
        let mut outer = Vec::new();
        let mut property = String::new();
        while let Some(letter) = rest.chars().next() {
            rest = &rest[letter.len_utf8()..];
            match letter {
                '(' => outer.push(here),
                ')' => here = outer.pop().flatten(),
                ';' => {
                    let node = proof.nodes.len();
                    proof.nodes.push(Node::default());
                    match here {
                        Some(parent) => proof.nodes[parent].children.push(node),
                        None => proof.claims.push(node),
                    }
                    here = Some(node);
                }
                '[' => {
                    let end = rest.find(']').unwrap_or(rest.len());
                    let value = rest[..end].to_owned();
                    rest = rest.get(end + 1..).unwrap_or_default();
                    let Some(node) = here else { continue };
                    if property == "ID" {
                        proof.numbered.insert(value.clone(), node);
                    }
                    let properties = &mut proof.nodes[node].properties;
                    if property.is_empty() {
                        // Another value of the same property.
                        if let Some((_, values)) = properties.last_mut() {
                            values.push(value);
                        }
                    } else {
                        properties.push((std::mem::take(&mut property), vec![value]));
                    }
                }
                letter if letter.is_ascii_uppercase() => property.push(letter),
                _ => {}
            }
        }
        proof
    }

    /// Where a node goes on: below itself, or below the one it refers to.
    fn next(&self, node: usize) -> &[usize] {
        let same = self.nodes[node].value("SE");
        let same = same.and_then(|number| self.numbered.get(number).copied());
        &self.nodes[same.unwrap_or(node)].children
    }

    /// What is at the end of a path: first which claim, then which branch.
    pub(super) fn step(&self, path: &[usize]) -> Result<ProofStep, DeskError> {
        let wrong = |branch: usize| DeskError::Parameter {
            name: "path".into(),
            text: branch.to_string(),
            reason: "there is no such branch".into(),
        };
        let Some((&claim, moves)) = path.split_first() else {
            return Ok(self.beginning());
        };
        let mut node = *self.claims.get(claim).ok_or_else(|| wrong(claim))?;
        let mut board = self.problem.board().clone();
        let mut region = self.problem.region().to_vec();
        let mut last = None;
        for &branch in moves {
            node = *self.next(node).get(branch).ok_or_else(|| wrong(branch))?;
            if let Some((colour, point)) = self.nodes[node].play() {
                last = point;
                if let Some(point) = point {
                    board.play(point, colour);
                }
            }
            if let Some(piece) = self.nodes[node].points("VW") {
                region = piece;
            }
        }
        let shown = Picture::new(&board)
            .problem(self.problem.crucial(), &region)
            .last(last)
            .with_pass();
        Ok(ProofStep {
            words: self.words(claim, node, moves.is_empty()),
            board: shown.svg(),
            branches: self.branches(self.next(node), &board),
        })
    }

    /// All claims, to choose from.
    fn beginning(&self) -> ProofStep {
        let shown = Picture::new(self.problem.board())
            .problem(self.problem.crucial(), self.problem.region());
        let branch = |claim: usize| Branch {
            label: self.claim(claim),
            click: String::new(),
        };
        ProofStep {
            words: "What is proved: choose a claim to walk through its proof.".into(),
            board: shown.svg(),
            branches: (0..self.claims.len()).map(branch).collect(),
        }
    }

    /// A claim in words.
    fn claim(&self, claim: usize) -> String {
        let root = &self.nodes[self.claims[claim]];
        let first = match root.value("PL") {
            Some("B") => Colour::Black,
            _ => Colour::White,
        };
        let who = match first == self.problem.defender() {
            true => "defender",
            false => "attacker",
        };
        let what = match root.value("CL").unwrap_or_default() {
            "eye" => "the defender forces an eye",
            "no-eye" => "the defender cannot force an eye",
            "win" => "the attacker prevents the eye",
            "no-win" => "the attacker cannot win without a ko",
            "ko-win" => "the attacker wins if he wins a ko",
            "no-ko-win" => "the attacker cannot win even with a ko",
            other => other,
        };
        format!("If the {who} ({}) plays first, {what}", colour(first))
    }

    fn words(&self, claim: usize, node: usize, begins: bool) -> String {
        let mut words = match (begins, self.nodes[node].play()) {
            (true, _) => self.claim(claim) + ".",
            (false, Some((who, Some(point)))) => {
                let height = self.problem.board().height();
                format!("{} plays {}.", colour(who), point.on_board(height))
            }
            (false, Some((who, None))) => format!("{} passes.", colour(who)),
            (false, None) => "Only this part is looked at.".to_owned(),
        };
        if self.nodes[node].values("GR").is_some() {
            words += " Crucial stones are granted to be one block that cannot be taken.";
        }
        let next = self.next(node);
        words += match next.first().map(|&child| self.nodes[child].play()) {
            None => " That settles it.",
            Some(None) if next.len() > 1 => " The position falls apart; every part is proved.",
            Some(None) => " The position falls apart; one part is enough.",
            Some(Some(_)) if next.len() > 1 => " Every answer is refuted.",
            Some(Some(_)) => " The proof goes on with one move.",
        };
        words
    }

    fn branches(&self, next: &[usize], board: &Board) -> Vec<Branch> {
        let height = board.height();
        let label = |(number, &node): (usize, &usize)| match self.nodes[node].play() {
            Some((who, Some(point))) => Branch {
                label: format!("{} {}", colour(who), point.on_board(height)),
                click: point.on_board(height),
            },
            Some((who, None)) => Branch {
                label: format!("{} passes", colour(who)),
                click: "pass".into(),
            },
            None => {
                let points = self.nodes[node].points("VW").unwrap_or_default();
                let names = points.iter().map(|point| point.on_board(height));
                Branch {
                    label: match points.is_empty() {
                        true => format!("part {}", number + 1),
                        false => names.collect::<Vec<_>>().join(" "),
                    },
                    click: String::new(),
                }
            }
        };
        next.iter().enumerate().map(label).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_go::Recipe;

    use crate::go::problems::interesting;

    #[test]
    fn every_branch_leads_somewhere_and_ends_are_settled() {
        let problem = interesting(Recipe::Area { points: 8 }, 1, &Stop::new());
        let problem = problem.expect("nobody stops it");
        let proof = Proof::make(&problem, 16, &Stop::new()).expect("nobody stops it");
        let claims = proof.step(&[]).expect("the beginning");
        assert_eq!(claims.branches.len(), 2, "{claims:?}");
        assert!(claims.branches[0].label.contains("forces an eye"));
        assert!(claims.branches[1].label.contains("prevents the eye"));
        let mut todo: Vec<Vec<usize>> = vec![vec![0], vec![1]];
        let mut ends = 0;
        while let Some(path) = todo.pop() {
            let step = proof.step(&path).expect("a branch");
            assert_eq!(step.words.contains("settles"), step.branches.is_empty());
            ends += usize::from(step.branches.is_empty());
            for branch in 0..step.branches.len() {
                todo.push([&path[..], &[branch]].concat());
            }
        }
        assert!(ends >= 10, "{ends}");
        assert!(proof.step(&[7]).is_err() && proof.step(&[0, 99]).is_err());
    }
}
