//! Files forged by hand, each of which only one thing is wrong with.

use super::super::check;

/// One point in the corner, an eye already.
const EYE: &str = "(;SZ[5]AB[ab][ba][bb]AW[ca][cb][cc][bc][ac]TR[ab][ba][bb]MA[aa]PL[W]CL[eye])";

/// Two crucial blocks, joined at `bb` or not, with an eye at `aa` if they are.
/// Meanwhile Black may come to need a move in the other corner.
const JOINED: &str = "(;SZ[7]AB[ba][ab]AW[ca][cb][bc][ac][gf][ff][eg]TR[ba][ab]\
    MA[aa][bb][gg][fg]PL[B]CL[eye];B[bb])";

/// Two points in the corner. White first takes one of them, or neither.
const CORNER: &str = "(;SZ[5]AB[ab][bb][ca][cb]AW[ac][bc][cc][da][db][dc]TR[ab][bb][ca][cb]\
    MA[aa][ba]PL[W]CL[eye](;W[];B[aa])(;W[aa];B[ba])(;W[ba];B[aa]))";

fn refused(file: &str, part: &str) {
    let refusal = check(file).expect_err(file).to_string();
    assert!(refusal.contains(part), "{refusal}, not {part}: {file}");
}

/// A file with one part exchanged, which it has.
fn with(file: &str, from: &str, to: &str) -> String {
    assert!(file.contains(from), "no {from} in {file}");
    file.replacen(from, to, 1)
}

#[test]
fn what_is_forged_here_was_right() {
    for file in [EYE, JOINED, CORNER] {
        check(file).unwrap_or_else(|why| panic!("{why}: {file}"));
    }
}

#[test]
fn joined_blocks_are_not_those_that_are_cut() {
    let eye =
        "PL[W]CL[eye](;W[];B[bb]VW[aa]ID[1])(;W[gg];B[bb])(;W[fg];B[bb])(;W[bb];B[gg]VW[aa]SE[1]))";
    let lie = with(JOINED, "PL[B]CL[eye];B[bb])", eye);
    refused(&lie, "refers to another position");
}

#[test]
fn a_node_is_not_shown_by_itself() {
    for claim in ["no-eye", "no-win", "no-ko-win"] {
        let itself = format!("CL[{claim}]ID[1]SE[1]");
        refused(&with(EYE, "CL[eye]", &itself), "a reference with a number");
    }
}

#[test]
fn only_roots_pose_problems_and_claim_something() {
    for property in [
        "AB[dd]", "AW[dd]", "AE[dd]", "TR[ca]", "MA[ba]", "SZ[5]", "PL[W]",
    ] {
        let lie = with(CORNER, ";W[]", &format!(";W[]{property}"));
        refused(&lie, "below the root");
    }
    refused(&with(CORNER, ";W[]", ";W[]CL[win]"), "CL below the root");
    refused(&with(EYE, "CL", "B[aa]CL"), "the root moves");
    refused(&with(EYE, "CL", "W[aa]CL"), "the root moves");
    refused(&with(EYE, "CL", "AE[ab]CL"), "clears points");
}

#[test]
fn nothing_is_said_in_two_ways() {
    for (from, to) in [
        ("CL[eye]", "CL[eye][win]"),
        ("PL[W]", "PL[W][B]"),
        ("SZ[5]", "SZ[5][6]"),
        (";B[aa]", ";B[aa][ba]"),
        (";B[aa]", ";B[aa]ID[1][2]"),
        (";B[aa]", ";B[aa]SE[1][2]"),
    ] {
        refused(&with(CORNER, from, to), "with several values");
    }
    let twice = with(CORNER, ";B[aa]", ";B[aa]B[aa]");
    refused(&twice, "a property twice in one node");
    let both = with(CORNER, ";B[aa]", ";B[aa]W[ba]");
    refused(&both, "not a move of the side to move");
    let numbered = with(CORNER, ";B[aa]", ";B[aa]ID[1]").replace(";B[ba]", ";B[ba]ID[1]");
    refused(&numbered, "a number given twice");
    refused(&with(CORNER, "(;W[aa]", "(;W[]"), "a move twice");
    refused(&with(CORNER, "(;W[aa]", "(;VW[aa]"), "some variations move");
    refused(&with(CORNER, "))", ")C[x])"), "a property outside a node");
    refused(&with(CORNER, "))", ");W[])"), "after a variation");
    refused(
        &with(CORNER, "CL[eye](", "CL[eye](C[x]"),
        "a property outside a node",
    );
}

#[test]
fn all_trees_are_about_one_problem() {
    check(&[EYE, EYE].concat()).expect("the same twice");
    refused(&[EYE, CORNER].concat(), "game tree 2: another problem");
    let grown = with(CORNER, "CL[eye]", "CL[no-win]");
    check(&[CORNER, &grown].concat()).expect("both are true");
}

#[test]
fn claims_that_cannot_all_be_true_are_refused() {
    use super::super::{Proved, agree};
    let all = ["eye", "no-eye", "win", "no-win", "ko-win", "no-ko-win"];
    let proved = |claim: &str, defender_first| Proved {
        claim: claim.to_owned(),
        defender_first,
        defender_is_black: true,
        nodes: 1,
    };
    // What is had with either side to move first, and all that is claimed.
    let is_possible = |claims: &[Proved]| {
        let holds = |class: usize, claim: &str| match claim {
            "eye" => class == 0,
            "no-ko-win" => class <= 1,
            "no-win" => class <= 2,
            "no-eye" => class >= 1,
            "ko-win" => class >= 2,
            _ => class >= 3,
        };
        (0..4).any(|defender| {
            (defender..4).any(|attacker| {
                claims.iter().all(|proved| {
                    let class = if proved.defender_first {
                        defender
                    } else {
                        attacker
                    };
                    holds(class, &proved.claim)
                })
            })
        })
    };
    let mut contradictions = 0;
    for sides in [[true, true], [true, false], [false, true], [false, false]] {
        for one in all {
            for two in all {
                let claims = [proved(one, sides[0]), proved(two, sides[1])];
                assert_eq!(agree(&claims).is_ok(), is_possible(&claims), "{claims:?}");
                contradictions += usize::from(!is_possible(&claims));
            }
        }
    }
    assert!(contradictions > 30, "{contradictions}");
}
