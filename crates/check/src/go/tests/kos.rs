//! The defender may not retake a ko at once, and at once only.

use std::collections::HashSet;

use tabia_go::read_problem;

use super::super::rules::{After, Side};
use super::lies::judge;

/// A ko for an eye.
const KO: &[u8] = b"(;SZ[9]AB[af:ag][bf][bh][cf][df:dh]AW[ae:ee][ef:ei][ch][di]\
    TR[af:ag][bf][cf][df:dh]MA[ah:ai][bg:bi][cg][ci])";

#[test]
fn a_ban_ends_with_the_next_move_or_pass() {
    let problem = read_problem(KO).expect("a problem");
    let judge = judge(&problem, "ko-win");
    let problem = &judge.problem;
    let mut todo = vec![problem.root(Side::Defender), problem.root(Side::Attacker)];
    let mut met: HashSet<_> = todo.iter().copied().collect();
    let mut banned = 0;
    while let Some(state) = todo.pop() {
        let mut next = vec![state.passed()];
        for point in state.empties().points() {
            match problem.play(&state, point, true) {
                After::On(after) => next.push(after),
                After::Illegal | After::Captured => {}
            }
        }
        if let Some(point) = state.ban {
            assert_eq!(state.mover, Side::Defender);
            assert!(state.empties().has(point));
            assert!(matches!(problem.play(&state, point, true), After::Illegal));
            assert!(next.iter().all(|after| after.ban.is_none()));
            banned += 1;
        }
        todo.extend(next.into_iter().filter(|after| met.insert(*after)));
    }
    assert!(banned > 10, "{banned} of {} positions", met.len());
}
