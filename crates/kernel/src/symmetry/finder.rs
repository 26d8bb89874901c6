//! All symmetries of a structure, found by a constraint solver.

use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::branching::branchers::independent_variable_value_brancher::IndependentVariableValueBrancher;
use pumpkin_core::branching::value_selection::InDomainMin;
use pumpkin_core::branching::variable_selection::FirstFail;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_core::termination::Indefinite;
use pumpkin_core::variables::DomainId;
use pumpkin_core::{Solver, predicate};

use super::structure::{Family, Kind};
use super::{Group, Permutation, Structure};

/// The constraint solver behind [`automorphisms`], for reports.
pub const SOLVER: &str = "pumpkin 0.5";

/// Finds every symmetry of a structure.
///
/// The idea: a variable for each element says where it is carried, and a
/// variable for each set or tuple says which one it becomes. If a set becomes
/// another, its elements are carried into that one and all others past it;
/// each such "not both" is a clause of two literals. The solver is asked for
/// a solution and forbidden to give it again until there are no more.
///
/// Returns all of them as a group, which is checked to be one.
///
/// Cost: with n elements and m sets O(n² (n + m²)) clauses; on boards of 16
/// cells tens to hundreds of milliseconds. That is too slow for every start
/// of a program, so a game may carry the table of its maps and have a test
/// prove that they are these. Symmetries are listed one by one, so this is
/// for structures with thousands of them, not millions.
///
/// J. Mohrmann, M. Neumann, D. Suendermann (2013) search for the symmetries of
/// a board with constraints on sums of powers of two; naming the set that a
/// set becomes says the same and spares the sums.
///
/// # Examples
///
/// ```
/// use tabia_kernel::symmetry::{Structure, automorphisms};
/// // The sides of a square: turned and mirrored in eight ways.
/// let square = Structure::new(4).sets([[0, 1], [1, 2], [2, 3], [3, 0]]);
/// assert_eq!(automorphisms(&square).order(), 8);
/// ```
///
/// # Panics
///
/// If the solutions are no group, which would be a bug of the solver.
#[must_use]
pub fn automorphisms(structure: &Structure) -> Group {
    if structure.is_empty() {
        return Group::generated_by(0, []);
    }
    let mut solver = Solver::default();
    let tag = solver.new_constraint_tag();

    // 1. Where each element is carried: to one that plays the same parts.
    let parts: Vec<_> = (0..structure.len()).map(|e| parts(structure, e)).collect();
    let images: Vec<DomainId> = parts
        .iter()
        .map(|part| among(&mut solver, &parts, |other| other == part))
        .collect();
    all_different(&mut solver, &images, tag);

    // 2. Which set or tuple each becomes, and what that means for elements.
    for family in structure.families() {
        let members = &family.members;
        let becomes: Vec<DomainId> = members
            .iter()
            .map(|m| among(&mut solver, members, |other| other.len() == m.len()))
            .collect();
        all_different(&mut solver, &becomes, tag);
        for (m, &variable) in members.iter().zip(&becomes) {
            for (i, other) in members.iter().enumerate() {
                if other.len() == m.len() {
                    let if_so = predicate![variable != i as i32];
                    carry(&mut solver, family.kind, m, other, &images, if_so, tag);
                }
            }
        }
    }

    // 3. All solutions, each forbidden as soon as it is found. Images decide
    //    everything else, so only they are branched on and forbidden.
    let mut brancher = IndependentVariableValueBrancher::new(FirstFail::new(&images), InDomainMin);
    let mut resolver = ResolutionResolver::default();
    let mut found = Vec::new();
    loop {
        let solution: Vec<usize> =
            match solver.satisfy(&mut brancher, &mut Indefinite, &mut resolver) {
                SatisfactionResult::Satisfiable(satisfiable) => {
                    let solution = satisfiable.solution();
                    let value = |&x| solution.get_integer_value(x) as usize;
                    images.iter().map(value).collect()
                }
                SatisfactionResult::Unsatisfiable(..) => break,
                SatisfactionResult::Unknown(..) => unreachable!("the search has no limit"),
            };
        debug_assert!(structure.is_kept_by(&solution));
        let again = images.iter().zip(&solution);
        let never_again = again.map(|(&x, &image)| predicate![x != image as i32]);
        solver.add_clause(never_again.collect::<Vec<_>>(), tag);
        found.push(Permutation::try_new(solution).expect("images are all different"));
    }
    Group::try_from_members(found).expect("the symmetries of a structure form a group")
}

/// In which members of each family an element occurs, told apart by their
/// length and, for tuples, the place in them. A symmetry keeps this.
fn parts(structure: &Structure, element: usize) -> Vec<Vec<(usize, usize)>> {
    let in_family = |family: &Family| {
        let mut parts = Vec::new();
        for member in &family.members {
            for (place, _) in member.iter().enumerate().filter(|&(_, &e)| e == element) {
                parts.push(match family.kind {
                    Kind::Sets => (member.len(), 0),
                    Kind::Tuples => (member.len(), place),
                });
            }
        }
        parts.sort_unstable();
        parts
    };
    structure.families().iter().map(in_family).collect()
}

/// A variable for the index of one of the `choices` that are `possible`.
fn among<T>(solver: &mut Solver, choices: &[T], possible: impl Fn(&T) -> bool) -> DomainId {
    let indices = (0..choices.len()).filter(|&i| possible(&choices[i]));
    solver.new_sparse_integer(indices.map(|i| i as i32).collect::<Vec<_>>())
}

/// Says that no two variables have one value, value by value.
fn all_different(solver: &mut Solver, variables: &[DomainId], tag: ConstraintTag) {
    for (i, &a) in variables.iter().enumerate() {
        for &b in &variables[..i] {
            for value in 0..variables.len() as i32 {
                solver.add_clause([predicate![a != value], predicate![b != value]], tag);
            }
        }
    }
}

/// Says where elements may be carried if member `m` becomes `other`;
/// `unless` is the literal that it does not.
fn carry(
    solver: &mut Solver,
    kind: Kind,
    m: &[usize],
    other: &[usize],
    images: &[DomainId],
    unless: Predicate,
    tag: ConstraintTag,
) {
    let n = images.len();
    match kind {
        Kind::Sets => {
            for (e, &x) in images.iter().enumerate() {
                for image in (0..n).filter(|a| other.contains(a) != m.contains(&e)) {
                    solver.add_clause([unless, predicate![x != image as i32]], tag);
                }
            }
        }
        Kind::Tuples => {
            for (&e, &image) in m.iter().zip(other) {
                let x = images[e];
                solver.add_clause([unless, predicate![x == image as i32]], tag);
            }
        }
    }
}
