//! Checking proofs of one-eye problems.
//!
//! A proof is an SGF file. Each game tree poses a problem (`AB`, `AW`, `TR`,
//! `MA`), says who moves first (`PL`) and what it claims (`CL`), and goes on
//! with a strategy of the side that profits: one move of its own, every legal
//! move of the other's. The claims:
//!
//! | `CL` | claim | strategy |
//! |---|---|---|
//! | `eye` | the defender forces an eye | the defender's, finite |
//! | `no-eye` | he does not | the attacker's |
//! | `win` | the attacker forces his win | the attacker's, finite |
//! | `no-win` | he does not | the defender's |
//! | `ko-win`, `no-ko-win` | the same if the defender may not retake a ko at once | |
//!
//! A finite strategy never comes back to a position. `ID[n]` numbers a node,
//! and a node with `SE[n]`, no number of its own and nothing below goes on as
//! that one does, whose position has to be the same: mover, forbidden point,
//! `VW`, the stones on it and beside it, and whether crucial stones are one
//! block, and one with a liberty for ever, or count as such.
//!
//! `VW` restricts play to a part that fixed stones cut off: safe attacker
//! stones, and stones of the defender that are joined to crucial ones. A
//! defender may always restrict himself; the liberties of crucial blocks
//! outside then no longer count, unless they are one block with a liberty for
//! ever. An attacker may leave out parts where no eye can come to be, or with
//! the defender to move take every part by itself, if crucial stones are one
//! block with a liberty for ever, or if he grants that they count as such
//! (`GR`). For `ko-win` he may leave out nothing, since a move anywhere lets a
//! ko be retaken.
//!
//! Everything else is checked, not believed, and nothing may be said in two
//! ways. All game trees of a file pose the same problem, so that what it proves
//! is about one; claims that cannot all be true are refused, whatever is shown
//! for them: of those with the same first mover, `eye` with `no-eye`, `win` or
//! `ko-win`, `win` with `no-win` or `no-ko-win`, `ko-win` with `no-ko-win`; and
//! any by which the defender would have less for moving first. The problem, the
//! mover and the claim stand in the root alone, which has no move; a property
//! stands once in a node, one that takes a single value has one; a number is
//! given once; a node has one move, and all nodes that go on from the same one
//! have one or none has. Properties not named here say nothing.

mod proof;
mod rules;
mod set;
mod sgf;
mod step;
#[cfg(test)]
mod tests;

use std::fmt;

/// What a proof shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// `eye`, `no-eye`, `win`, `no-win`, `ko-win` or `no-ko-win`.
    pub claim: String,
    /// Whether the defender moves first.
    pub defender_first: bool,
    /// Whether the defender is Black.
    pub defender_is_black: bool,
    /// Nodes checked.
    pub nodes: usize,
}

impl Proved {
    /// What several claims about one problem and one first mover come to:
    /// `eye`, `rep`, `ko` or `none`.
    #[must_use]
    pub fn class(claims: &[&str]) -> Option<&'static str> {
        match left_by(claims.iter().copied())[..] {
            [class] => Some(class),
            _ => None,
        }
    }
}

/// What can be had, from the defender's best to his worst, and the claims that
/// hold then.
const CLASSES: [(&str, [&str; 3]); 4] = [
    ("eye", ["eye", "no-win", "no-ko-win"]),
    ("rep", ["no-eye", "no-win", "no-ko-win"]),
    ("ko", ["no-eye", "no-win", "ko-win"]),
    ("none", ["no-eye", "win", "ko-win"]),
];

/// The classes in which all of these claims hold, from best to worst.
fn left_by<'c>(claims: impl Iterator<Item = &'c str> + Clone) -> Vec<&'static str> {
    let holds = |known: &[&str; 3]| claims.clone().all(|claim| known.contains(&claim));
    let classes = CLASSES.iter().filter(|(_, known)| holds(known));
    classes.map(|(class, _)| *class).collect()
}

/// Refuses claims that cannot all be true.
fn agree(proved: &[Proved]) -> Result<(), Refusal> {
    let left = [true, false].map(|first| {
        let claims = proved
            .iter()
            .filter(|proved| proved.defender_first == first);
        left_by(claims.map(|proved| proved.claim.as_str()))
    });
    let rank = |class: &&str| CLASSES.iter().position(|(known, _)| known == class);
    let best = left[0].first().and_then(rank);
    let worst = left[1].last().and_then(rank);
    // Who moves first may as well pass, so the defender has no less for it.
    match (best, worst) {
        (Some(best), Some(worst)) if best <= worst => Ok(()),
        _ => Err(Refusal::new("the claims contradict each other")),
    }
}

/// Why a proof is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(String);

impl Refusal {
    fn new(why: impl Into<String>) -> Refusal {
        Refusal(why.into())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// Checks every game tree of a proof.
///
/// # Errors
///
/// When one of them proves nothing, with the reason and the place.
///
/// ```
/// // One point in the corner is an eye already.
/// let proof = "(;SZ[5]AB[ab][ba][bb]AW[ca][cb][cc][bc][ac]TR[ab][ba][bb]MA[aa]PL[W]CL[eye])";
/// let proved = tabia_check::go::check(proof)?;
/// assert_eq!(proved[0].claim, "eye");
///
/// let mutated = proof.replace("CL[eye]", "CL[win]");
/// assert!(tabia_check::go::check(&mutated).is_err());
/// # Ok::<(), tabia_check::go::Refusal>(())
/// ```
pub fn check(text: &str) -> Result<Vec<Proved>, Refusal> {
    let forest = sgf::read(text)?;
    if forest.roots.is_empty() {
        return Err(Refusal::new("no game tree"));
    }
    let mut proved = Vec::new();
    let mut posed = None;
    for (i, &root) in forest.roots.iter().enumerate() {
        let refuse = |why| Refusal::new(format!("game tree {}: {why}", i + 1));
        let (problem, shown) =
            proof::check(&forest, root).map_err(|why| refuse(why.to_string()))?;
        if *posed.get_or_insert_with(|| problem.clone()) != problem {
            return Err(refuse("another problem than in the first".to_owned()));
        }
        proved.push(shown);
    }
    agree(&proved)?;
    Ok(proved)
}
