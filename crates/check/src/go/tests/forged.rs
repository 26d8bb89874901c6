//! Files forged by hand, each of which only one thing is wrong with.

use super::super::{Proved, check};

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

/// What follows from claims about one first mover, and no more than that.
#[test]
fn claims_say_no_more_than_they_do() {
    for (claims, class) in [
        (&["eye"][..], Some("eye")),
        (&["win"], Some("none")),
        (&["ko-win", "no-win"], Some("ko")),
        (&["no-eye", "no-ko-win"], Some("rep")),
        (&[], None),
        (&["no-win"], None),
        (&["ko-win"], None),
        (&["no-eye", "no-win"], None),
        (&["eye", "win"], None),
    ] {
        assert_eq!(Proved::class(claims), class, "{claims:?}");
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

/// Two rooms of one block with a liberty for ever, at `dc`.
const ROOMS: &str = "(;SZ[7]AB[ca][da][ea][ab][bb][cb][db][eb][fb][gb]\
    AW[ba][fa][ac][bc][cc][ec][fc][gc]TR[ca][da][ea][ab][bb][cb][db][eb][fb][gb]\
    MA[aa][ba][fa][ga]PL[B]CL[eye];B[aa])";

#[test]
fn every_step_is_judged() {
    check(ROOMS).expect("a proof");
    // A claim about the rooms, with the rest of the root and what follows.
    let rooms = |mover: &str, rest: &str| {
        with(
            ROOMS,
            "PL[B]CL[eye];B[aa])",
            &format!("PL[{mover}]CL[{rest})"),
        )
    };
    let all = "VW[aa][ba][fa][ga]";
    let (left, right) = ("VW[aa][ba]", "VW[fa][ga]");
    for (file, why) in [
        (rooms("B", "eye]GR[1];B[aa]"), "only the attacker can grant"),
        (
            rooms("B", "no-eye]VW[aa][ba]"),
            "VW leaves out room for an eye",
        ),
        (rooms("B", "eye]VW[aa];B[aa]"), "not cut off"),
        (rooms("B", "eye]VW[aa][ba][dc];B[aa]"), "not cut off"),
        (rooms("B", &format!("ko-win]{all}")), "let a ko be retaken"),
        (
            rooms("B", &format!("no-eye]{all}")).replace("[cc]", "[cc][dc]"),
            "crucial blocks share something",
        ),
        (
            with(JOINED, "CL[eye];B[bb]", "CL[eye]VW[gg][fg];B[gg]"),
            "a crucial block without liberty",
        ),
        (
            rooms("B", &format!("eye](;{left})(;{right})")),
            "has to choose one part",
        ),
        (
            rooms("W", &format!("no-eye](;{left})(;{right})")),
            "with the attacker to move",
        ),
        (
            rooms("B", &format!("no-eye](;{left})(;{left})")),
            "is not looked at",
        ),
        (
            rooms("B", &format!("no-eye](;{all})(;{left})")),
            "a part that is the whole",
        ),
        (
            rooms("B", &format!("no-eye](;)(;{left})")),
            "a part that is the whole",
        ),
        (
            rooms("B", &format!("eye];{all};B[aa]")),
            "a part that is the whole",
        ),
        (rooms("B", "no-win];"), "a part that is the whole"),
        (rooms("B", "eye];B[aa];W[]"), "moves after the eye"),
        (rooms("B", "no-eye];B[aa]"), "ga is not answered"),
        (rooms("B", "no-eye](;B[aa])(;B[ga])"), "there is an eye"),
        (rooms("B", "no-win];B[]"), "the defender's pass loses"),
        (rooms("B", "eye](;B[aa])(;B[ga])"), "exactly one move"),
        (rooms("B", "eye]"), "exactly one move"),
        (rooms("B", "eye];B[ba]"), "an illegal move at ba"),
        (rooms("B", "eye];B[dc]"), "an illegal move at dc"),
        (
            rooms("B", "no-eye](;B[aa])(;B[ga])(;B[])"),
            "pass needs no answer",
        ),
        (
            rooms("B", "no-eye](;B[aa])(;B[aa])(;B[ga])"),
            "a move twice",
        ),
        (with(CORNER, "(;W[];B[aa])", ""), "pass is not answered"),
        (
            with(CORNER, "(;W[];B[aa])", "(;W[];B[aa])(;W[];B[aa])"),
            "a move twice",
        ),
        (with(CORNER, "(;W[ba];B[aa])", ""), "ba is not answered"),
        (
            with(CORNER, "(;W[ba];B[aa])", "(;W[ba]SE[4])"),
            "refers to nothing",
        ),
        (
            with(CORNER, "(;W[]", "(;W[]ID[4]").replace("W[ba];B[aa]", "W[ba]SE[4]"),
            "another position",
        ),
        (
            with(CORNER, "CL[eye]", "CL[life]"),
            "CL[life] claims nothing",
        ),
        (with(CORNER, "CL[eye]", ""), "CL[] claims nothing"),
        (with(CORNER, "PL[W]", "PL[C]"), "PL does not say"),
        (with(CORNER, "PL[W]", ""), "PL does not say"),
        (
            rooms("B", &format!("no-eye]ID[1](;{all}SE[1])(;{all}SE[1])")),
            "a part that is the whole",
        ),
    ] {
        refused(&file, why);
    }
}

/// Black in atari at `ba`, the last liberty: what captures ends it.
#[test]
fn the_capture_of_crucial_stones_ends_it() {
    let taken = "(;SZ[5]AB[ba][bb][ab]AW[ca][cb][bc][ac]TR[ba][bb][ab]MA[aa]PL[W]CL[win]";
    // The only liberty is an eye here, so that there is nothing to capture.
    refused(&format!("{taken};W[aa])"), "there is an eye");
    let wide = "(;SZ[5]AB[ba][bb]AW[ca][cb][bc][ab][ac]TR[ba][bb]MA[aa]PL[W]CL[";
    check(&format!("{wide}win];W[aa])")).expect("all is taken");
    refused(
        &format!("{wide}win];W[aa];B[ba])"),
        "something after the capture",
    );
    for property in ["ID[1]", "SE[1]", "GR[1]", "VW[aa]"] {
        let lie = format!("{wide}win];W[aa]{property})");
        refused(&lie, "something after the capture");
    }
    refused(
        &format!("{wide}no-win](;W[];B[aa])(;W[aa]))"),
        "crucial stones are captured",
    );
}

#[test]
fn only_problems_are_posed() {
    for (from, to, why) in [
        ("SZ[5]", "SZ[1]", "SZ[1] is no board"),
        ("SZ[5]", "SZ[20]", "SZ[20] is no board"),
        ("SZ[5]", "SZ[5:20]", "SZ[5:20] is no board"),
        ("SZ[5]", "SZ[4:2]", "`ac` is no point"),
        ("AB[ab]", "AB[ab][zz]", "`zz` is no point"),
        // Not the first one of the next row.
        ("MA[aa][ba]", "MA[aa][ba][fa]", "`fa` is no point"),
        ("AW[ac]", "AW[ac][ab]", "ab: two stones"),
        ("TR[ab][bb][ca][cb]", "", "no crucial stones"),
        (
            "TR[ab]",
            "TR[ab][ac]",
            "ac: crucial, but no stone of the defender",
        ),
        (
            "TR[ab]",
            "TR[ab][ee]",
            "ee: crucial, but no stone of the defender",
        ),
        ("TR[ab]", "TR", "ab: a stray stone of the defender"),
        ("MA[aa][ba]", "", "no region"),
        (
            "MA[aa][ba]",
            "MA[aa]",
            "ba: an empty point beside the region",
        ),
        ("AW[ac]", "AW[aa][ba][ac]", "no liberty"),
        ("AW[ac]", "AW[ee][ac]AE[ed]", "clears points"),
        ("AB[ab]", "AB[ee][ab]", "ee: a stray stone"),
    ] {
        refused(&with(CORNER, from, to), why);
    }
    // Stones of the attacker outside need liberties as well.
    let walled = with(
        CORNER,
        "AW[ac]",
        "AW[ad][bd][cd][dd][ed][ae][be][ce][de][ee][ea][eb][ec][ac]",
    );
    refused(&walled, "no liberty");
}
