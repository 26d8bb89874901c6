//! The paper's figures that show positions, on positions of ours.

use tabia_draw::go::Picture;
use tabia_go::{
    Aim, Collection, EyeOptions, EyeProblem, Fate, KoFight, KoOptions, LifeOptions, Method, Mover,
    Recipe, Room, decompose, generate, ko_fight, read_problem, rooms_after, solve_eye, solve_life,
};
use tabia_kernel::search::Stop;

use super::super::report::Section;
use super::Run;
use crate::commands::go_method_name;
use crate::output::grouped;

/// A position and what is to be seen in it.
pub(super) struct Example {
    name: &'static str,
    caption: String,
    picture: String,
}

/// What the searches of these small problems may keep.
const MEMORY_MIB: usize = 16;

/// The room on the left is worth one and a half eyes, the one on the right half
/// an eye.
const EYES: &[u8] = b"(;SZ[9]AB[aa:ab][bb:db][ea:eb][fb:gb]AW[ac:gc][ha:hb]\
    TR[aa:ab][bb:db][ea:eb][fb:gb]MA[ba:da][fa:ga])";

/// All of them, or as many as were found before `stop`.
pub(super) fn examples(standard: &[Run], stop: &Stop) -> Vec<Example> {
    let mut examples: Vec<Example> = [problem(stop), rooms(stop), ko(stop)]
        .into_iter()
        .flatten()
        .chain(choices())
        .collect();
    examples.push(example(
        "go-figure-5",
        "A problem that is split from the start (Figure 5)".to_owned(),
        &named(Collection::Toy, |_| true),
    ));
    let hardest = standard
        .iter()
        .max_by_key(|run| run.by(Method::Rds).nodes)
        .map(|run| numbered("go-figure-6", run, "took most nodes"));
    let gain = |run: &&Run| {
        let nodes = |method| run.by(method).nodes.max(1) as f64;
        nodes(Method::Dds) / nodes(Method::Rds)
    };
    let relaxed = standard
        .iter()
        .filter(|run| run.is_common())
        .max_by(|a, b| gain(a).total_cmp(&gain(b)))
        .map(|run| numbered("go-figure-10", run, "gains most by relaxed decomposition"));
    examples.extend(hardest.into_iter().chain(relaxed).chain(eyes(stop)));
    examples
}

/// The section that shows them.
pub(super) fn section(examples: &[Example]) -> Section {
    let section = Section::new("Positions (Figures 1 to 6, 10 and 11)").text(
        "The paper explains the problem and the methods on positions whose stones are not given \
         as text; these are ours, solved while the report was made.",
    );
    examples.iter().fold(section, |section, example| {
        section.figure(example.name, &example.caption, example.picture.clone())
    })
}

/// Triangles, crosses, and what comes of it.
fn problem(stop: &Stop) -> Option<Example> {
    // The first where it matters who moves first.
    let mut problems = Collection::Standard.problems().into_iter();
    let (problem, defender, attacker) = problems.find_map(|numbered| {
        let report = solve_eye(&numbered.problem, &options(), stop);
        let (defender, attacker) = (report.defender_first?.class, report.attacker_first?.class);
        (defender != attacker).then(|| (numbered.problem, defender.name(), attacker.name()))
    })?;
    let caption = format!(
        "A one-eye problem (Figure 1): triangles are crucial stones, light points the region; the \
         answer is {defender} if the defender moves first, {attacker} if the attacker does"
    );
    Some(example("go-figure-1", caption, &problem))
}

/// A region in pieces, coloured.
fn rooms(stop: &Stop) -> Option<Example> {
    let problem = generate(Recipe::Rooms { rooms: 2 }, 1);
    let nodes = |method| {
        let report = solve_eye(
            &problem,
            &EyeOptions {
                method,
                ..options()
            },
            stop,
        );
        report.complete.then_some(report.nodes)
    };
    let (apart, whole) = (nodes(Method::Dds)?, nodes(Method::Plain)?);
    let caption = format!(
        "Crucial stones part the region (Figure 2): two searches of {} nodes together instead of one of {}",
        grouped(apart),
        grouped(whole)
    );
    Some(Example {
        name: "go-figure-2",
        caption,
        picture: coloured(&problem),
    })
}

/// A ko in one piece, with threats in the other.
fn ko(stop: &Stop) -> Option<Example> {
    let problem = generate(Recipe::Rooms { rooms: 2 }, 5_599);
    let fight = |problem: &EyeProblem| -> Option<KoFight> {
        ko_fight(
            problem,
            Aim::OneEye,
            Mover::Defender,
            &KoOptions::default(),
            stop,
        )
    };
    let whole = fight(&problem)?;
    let pieces = decompose(&problem).pieces.into_iter();
    let alone = pieces.filter_map(|piece| {
        let only = EyeProblem::new(
            problem.board().clone(),
            problem.crucial(),
            &piece.points,
            None,
        );
        fight(&only.ok()?)
    });
    let is_ko = |fight: &KoFight| fight.attacker_threats.is_some_and(|threats| threats > 0);
    let alone = alone.into_iter().find(is_ko)?;
    let caption = format!(
        "A ko that the defender takes first (Figure 3): in its room alone the attacker needs {} threat, but \
         with those that the defender finds in the other room, {}",
        alone.attacker_threats?, whole.attacker_threats?
    );
    Some(Example {
        name: "go-figure-3",
        caption,
        picture: coloured(&problem),
    })
}

/// Proof numbers that choose the room, before and after it changes.
fn choices() -> Vec<Example> {
    // Which room has the move to work on, if it is one of them and both are open.
    let chosen = |rooms: &[Room]| {
        let [one, other] = [rooms.first()?.least()?, rooms.get(1)?.least()?];
        (one != other).then_some(usize::from(other < one))
    };
    // The first problem where the search works in one room and then in another.
    let found = (1..200).find_map(|seed| {
        let problem = generate(Recipe::Rooms { rooms: 2 }, seed);
        let first = rooms_after(&problem, 1)?;
        let other = 1 - chosen(&first)?;
        let mut then = (2..200).map_while(|nodes| Some((nodes, rooms_after(&problem, nodes)?)));
        let (nodes, then) = then.find(|(_, rooms)| chosen(rooms) == Some(other))?;
        Some((problem, [(1, first), (nodes, then)]))
    });
    let Some((problem, stages)) = found else {
        return Vec::new();
    };
    let height = problem.board().height();
    let picture = |rooms: &[Room]| {
        let points: Vec<_> = rooms.iter().map(|room| room.points.clone()).collect();
        let empty = Picture::new(problem.board())
            .problem(problem.crucial(), &[])
            .pieces(&points);
        let moves = rooms.iter().flat_map(|room| &room.moves);
        let labelled = moves.fold(empty, |picture, &(point, proof)| match proof {
            Some(proof) => picture.label(point, &proof.to_string()),
            None => picture.label(point, "–"),
        });
        labelled.cropped().svg()
    };
    let best = |rooms: &[Room]| {
        let room = &rooms[chosen(rooms).expect("it was found so")];
        let is_least = |&&(_, proof): &&(_, Option<u32>)| proof == room.least();
        let least = room.moves.iter().find(is_least).expect("there is a move");
        least.0.on_board(height)
    };
    let captions = [
        format!(
            "Proof numbers choose the room (Figure 4): at first the least is at {}",
            best(&stages[0].1)
        ),
        format!(
            "… and after {} positions at {}: the search goes over to the other room (– makes no eye)",
            stages[1].0,
            best(&stages[1].1)
        ),
    ];
    let names = ["go-figure-4a", "go-figure-4b"].into_iter();
    let examples = names.zip(captions).zip(&stages);
    examples
        .map(|((name, caption), (_, rooms))| Example {
            name,
            caption,
            picture: picture(rooms),
        })
        .collect()
}

/// Rooms with whole and half eyes.
fn eyes(stop: &Stop) -> Option<Example> {
    let problem = read_problem(EYES).expect("a problem");
    let report = solve_life(
        &problem,
        &LifeOptions {
            memory_mib: MEMORY_MIB,
            ..LifeOptions::default()
        },
        stop,
    );
    let fate = report.attacker_first?.fate;
    let worth: Vec<&str> = report
        .regions
        .iter()
        .filter_map(|region| region.value())
        .collect();
    let verdict = match fate {
        Fate::Alive => "lives even if the attacker moves first",
        _ => "does not live if the attacker moves first",
    };
    let caption = format!(
        "Rooms worth {} eyes (Figure 11): the group {verdict}",
        worth.join(" and ")
    );
    Some(Example {
        name: "go-figure-11",
        caption,
        picture: coloured(&problem),
    })
}

/// A problem of the standard collection and what it took.
fn numbered(name: &'static str, run: &Run, what: &str) -> Example {
    let nodes = [Method::Plain, Method::Dds, Method::Rds].map(|method| {
        format!(
            "{} {}",
            go_method_name(method),
            grouped(run.by(method).nodes)
        )
    });
    let caption = format!(
        "The standard problem that {what} (Figure {}): {}, {} first; nodes: {}",
        name.trim_start_matches("go-figure-"),
        run.name,
        run.first,
        nodes.join(", ")
    );
    let problem = named(Collection::Standard, |name| name == run.name);
    example(name, caption, &problem)
}

fn options() -> EyeOptions {
    EyeOptions {
        memory_mib: MEMORY_MIB,
        moves: false,
        ..EyeOptions::default()
    }
}

/// The first problem of a collection whose name is the right one.
fn named(collection: Collection, is_it: impl Fn(&str) -> bool) -> EyeProblem {
    let problems = collection.problems().into_iter();
    let mut found = problems.filter(|numbered| is_it(&numbered.name));
    found.next().expect("one that was solved").problem
}

fn example(name: &'static str, caption: String, problem: &EyeProblem) -> Example {
    let picture = Picture::new(problem.board())
        .problem(problem.crucial(), problem.region())
        .cropped();
    Example {
        name,
        caption,
        picture: picture.svg(),
    }
}

/// The problem with its pieces in colours.
fn coloured(problem: &EyeProblem) -> String {
    let pieces = decompose(problem).pieces.into_iter();
    let pieces: Vec<_> = pieces.map(|piece| piece.points).collect();
    Picture::new(problem.board())
        .problem(problem.crucial(), &[])
        .pieces(&pieces)
        .cropped()
        .svg()
}
