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
//! and a node with `SE[n]` and nothing below goes on as that one does.
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
//! Everything else is checked, not believed.

mod proof;
mod rules;
mod sgf;

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
        let has = |claim: &str| claims.contains(&claim);
        if has("eye") {
            Some("eye")
        } else if has("win") {
            Some("none")
        } else if has("ko-win") && has("no-win") {
            Some("ko")
        } else if has("no-eye") && has("no-ko-win") {
            Some("rep")
        } else {
            None
        }
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
    let roots = forest.roots.iter().enumerate();
    roots
        .map(|(i, &root)| {
            proof::check(&forest, root)
                .map_err(|why| Refusal::new(format!("game tree {}: {why}", i + 1)))
        })
        .collect()
}
