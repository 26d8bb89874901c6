//! Endgames keep the laws, and two roads lead to the same tables.

use std::collections::BTreeMap;
use std::time::Instant;

use tabia_darkchess::{Class, Endgames, Equivalence, Material};
use tabia_kernel::endgame::{
    Index, Outcome, Tabular, Trits, WaveOptions, by_passes, by_unmoves, check_forward, laws,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;

const ON: &dyn Fn() -> bool = &|| true;

fn endgames(elements: u32, equivalence: Option<Equivalence>) -> Endgames {
    Endgames::new(elements, equivalence).expect("a possible number")
}

#[test]
fn small_classes_keep_the_laws() {
    for equivalence in Equivalence::ALL.map(Some).into_iter().chain([None]) {
        let endgames = endgames(3, equivalence);
        for class in endgames.classes() {
            let size = endgames.size(class);
            let stride = if size > 10_000 { 499 } else { 7 };
            laws::in_a_class(&endgames, class, u64::from(equivalence.is_some()), stride);
        }
    }
}

#[test]
fn larger_classes_keep_the_laws() {
    let endgames = endgames(5, Some(Equivalence::Swap));
    for class in endgames.classes() {
        laws::in_a_class(&endgames, class, 11, 40_009);
    }
}

/// Solves everything by un-moves.
fn solve(endgames: &Endgames) -> BTreeMap<Class, Trits> {
    let mut done = BTreeMap::new();
    for class in endgames.classes() {
        let solution = by_unmoves(endgames, class, &done, ON).expect("not stopped");
        done.insert(class, Trits::of(&solution));
    }
    done
}

#[test]
fn passes_and_unmoves_agree_to_three_elements() {
    let endgames = endgames(3, Some(Equivalence::Swap));
    let mut done = BTreeMap::new();
    for class in endgames.classes() {
        let back = by_unmoves(&endgames, class, &done, ON).expect("not stopped");
        let forth = by_passes(&endgames, class, &done, ON).expect("not stopped");
        let what = endgames.representative(class);
        assert!(back.outcomes().eq(forth.outcomes()), "{what}");
        done.insert(class, Trits::of(&back));
    }
}

#[test]
#[ignore = "10 min: passes over all classes of four elements"]
fn passes_and_unmoves_agree_at_four_elements() {
    let endgames = endgames(4, Some(Equivalence::Swap));
    let mut done = BTreeMap::new();
    for class in endgames.classes() {
        let back = by_unmoves(&endgames, class, &done, ON).expect("not stopped");
        let forth = by_passes(&endgames, class, &done, ON).expect("not stopped");
        let what = endgames.representative(class);
        assert!(back.outcomes().eq(forth.outcomes()), "{what}");
        done.insert(class, Trits::of(&back));
    }
}

/// Solves everything by waves and compares with un-moves, index by index.
fn compare_waves(elements: u32, equivalence: Option<Equivalence>) {
    let endgames = endgames(elements, equivalence);
    let mut done = BTreeMap::new();
    let options = WaveOptions {
        distances: true,
        horizon: None,
    };
    for class in endgames.classes() {
        let what = endgames.representative(class);
        let back = by_unmoves(&endgames, class, &done, ON).expect("not stopped");
        let solved = endgames
            .solve(class, &done, options, &|_| true)
            .expect("not stopped");
        let distances = solved.distances.expect("asked for");
        for (i, outcome) in back.outcomes().enumerate() {
            let value = Some(solved.values.value(Index(i as u64)));
            if outcome != Outcome::Hole {
                assert_eq!(value, outcome.score(), "{what} {i}");
                assert_eq!(distances[i], outcome.distance().unwrap_or(0), "{what} {i}");
            }
        }
        done.insert(class, solved.values);
    }
}

#[test]
fn waves_and_unmoves_agree_to_three_elements() {
    for equivalence in [None, Some(Equivalence::Paper), Some(Equivalence::Swap)] {
        compare_waves(3, equivalence);
    }
}

#[test]
#[ignore = "30 s: all classes of four elements"]
fn waves_and_unmoves_agree_at_four_elements() {
    compare_waves(4, Some(Equivalence::Swap));
}

/// Positions won for White with either side to move, divided by 4 as in the
/// paper's Table 4.
fn won_for_white(
    endgames: &Endgames,
    done: &BTreeMap<Class, Trits>,
    materials: impl IntoIterator<Item = Material>,
) -> u64 {
    let mut wins: BTreeMap<Class, [u64; 2]> = BTreeMap::new();
    for (&class, values) in done {
        let won = wins.entry(class).or_default();
        for i in (0..values.len()).map(Index) {
            let Some(size) = endgames.orbit_size(class, i) else {
                continue;
            };
            let score = values
                .value(i)
                .across(endgames.side_at(class, i), Side::First);
            match score.points() {
                1 => won[0] += size,
                -1 => won[1] += size,
                _ => {}
            }
        }
    }
    let mut total = 0;
    for material in materials {
        let (class, swapped) = endgames.class_of(material).expect("few enough pieces");
        total += wins[&class][usize::from(swapped)] * endgames.ways(material);
    }
    total / 4
}

#[test]
fn won_positions_are_as_many_as_two_programs_say() {
    let endgames = endgames(3, Some(Equivalence::Swap));
    let start = Instant::now();
    let done = solve(&endgames);
    println!("solved in {:?}", start.elapsed());
    for (elements, all, of_representatives) in [(2, 6_448, 744), (3, 1_859_058, 185_749)] {
        let won = won_for_white(&endgames, &done, Material::all(elements));
        assert_eq!(won, all);
        let won = won_for_white(&endgames, &done, representatives(elements));
        assert_eq!(won, of_representatives);
    }
}

/// The representatives of the paper's classes.
fn representatives(elements: u32) -> Vec<Material> {
    let paper = endgames(elements, Some(Equivalence::Paper));
    let all = paper.classes().map(|class| paper.representative(class));
    all.filter(|material| material.elements() == elements)
        .collect()
}

#[test]
#[ignore = "30 s: all classes of four elements"]
fn won_positions_of_four_elements() {
    let endgames = endgames(4, Some(Equivalence::Swap));
    let start = Instant::now();
    let done = solve(&endgames);
    println!("solved in {:?}", start.elapsed());
    let won = won_for_white(&endgames, &done, Material::all(4));
    assert_eq!(won, 214_160_434);
    let won = won_for_white(&endgames, &done, representatives(4));
    assert_eq!(won, 20_668_967);
}

#[test]
fn the_papers_example_depends_on_who_moves() {
    let endgames = endgames(2, Some(Equivalence::Swap));
    let done = solve(&endgames);
    let value = |text: &str| {
        let position = text.parse().expect("a position");
        let (class, i) = endgames.locate(&position).expect("two pieces");
        done[&class].value(i).points()
    };
    assert_eq!(value("8/1b6/2K5/8 b 0"), -1);
    assert_eq!(value("8/1b6/2K5/8 w 0"), 0);
    assert_eq!(value("8/1bK5/8/8 w 0"), 1);
}

#[test]
fn representatives_and_members_agree() {
    let folded = endgames(3, Some(Equivalence::Swap));
    let plain = endgames(3, None);
    let folded_values = solve(&folded);
    let mut plain_values = BTreeMap::new();
    for class in plain.classes() {
        let solution = by_unmoves(&plain, class, &plain_values, ON).expect("not stopped");
        for (i, outcome) in solution.outcomes().enumerate() {
            if outcome == Outcome::Hole {
                continue;
            }
            let i = Index(i as u64);
            let position = plain.state(class, i).expect("no hole");
            let (there, j) = folded.locate(&position).expect("few pieces");
            let value = folded_values[&there].value(j);
            assert_eq!(Some(value), outcome.score(), "{position}");
        }
        plain_values.insert(class, Trits::of(&solution));
    }
}

/// Solves a class by waves, and before it what its captures lead to.
fn solve_with_exits(endgames: &Endgames, class: Class, done: &mut BTreeMap<Class, Trits>) {
    if done.contains_key(&class) {
        return;
    }
    for exit in endgames.exits(class) {
        solve_with_exits(endgames, exit, done);
    }
    let solved = endgames.solve(class, done, WaveOptions::default(), &|_| true);
    done.insert(class, solved.expect("not stopped").values);
}

/// Solves some materials with a table of their own and as members of a class,
/// and compares every `stride`-th position.
fn compare_members(elements: u32, materials: usize, stride: usize) {
    let seed = 99;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let folded = endgames(elements, Some(Equivalence::Swap));
    let plain = endgames(elements, None);
    let all = Material::all(elements);
    let (mut folded_values, mut plain_values) = (BTreeMap::new(), BTreeMap::new());
    for _ in 0..materials {
        let material = all[random.below(all.len())];
        let (own, _) = plain.class_of(material).expect("few pieces");
        let (class, _) = folded.class_of(material).expect("few pieces");
        solve_with_exits(&plain, own, &mut plain_values);
        solve_with_exits(&folded, class, &mut folded_values);
        for i in (0..plain.size(own)).step_by(stride).map(Index) {
            let Some(position) = plain.state(own, i) else {
                continue;
            };
            let (there, j) = folded.locate(&position).expect("few pieces");
            assert_eq!(there, class);
            let expected = plain_values[&own].value(i);
            assert_eq!(folded_values[&class].value(j), expected, "{position}");
        }
    }
}

#[test]
fn members_of_four_elements_agree_with_their_representatives() {
    compare_members(4, 12, 7);
}

#[test]
#[ignore = "1 min: tables of five elements, material by material"]
fn members_of_five_elements_agree_with_their_representatives() {
    compare_members(5, 12, 11);
}

#[test]
fn both_checks_count_the_same_positions() {
    let endgames = endgames(4, Some(Equivalence::Swap));
    let mut done = BTreeMap::new();
    // With two pairs some placements have two numbers, and one is not used.
    for (text, holes) in [("GG-pp", true), ("KG-pp", false)] {
        let material: Material = text.parse().expect(text);
        let (class, _) = endgames.class_of(material).expect("four pieces");
        solve_with_exits(&endgames, class, &mut done);
        let by_words = endgames.check(class, &done[&class], &done, &|_| true);
        let by_rules = check_forward(&endgames, class, &done, None, None, &|_| true);
        assert_eq!(by_words, by_rules, "{text}");
        let size = endgames.size(class);
        let counted = by_words.expect("right values").expect("not stopped");
        assert_eq!(counted < size, holes, "{text}: {counted} of {size}");
    }
}
