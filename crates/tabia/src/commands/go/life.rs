//! `tabia go life`: does the group live?

use clap::Args;
use serde::Serialize;
use tabia_go::{Aim, EyeCount, EyeProblem, EyeRegion, Fate, LifeOptions, LifeReport, Mover, Turn};
use tabia_kernel::search::Stop;

use super::asked::{Answer, Asked, Budget, Question};
use super::ko::ForBoth;
use super::words::colour;
use crate::ending::Ending;
use crate::output;

/// Does an enclosed group live? Exact, for either side to move first.
///
/// Triangles (TR) mark the crucial stones, crosses (MA) the region. Attacker
/// stones outside the region are safe; empty points outside are liberties that
/// only the attacker fills, and areas that only the defender's stones border
/// belong to the region. The answer is `alive`: two eyes; `seki`: not two eyes,
/// but it cannot be captured; `rep`: only endless repetition saves it; `ko`: it
/// is captured if the attacker wins a ko; or `dead`, which it is also where there
/// is a ko that the defender can never finish, or that the attacker may begin when
/// all threats are gone, as with bent four in the corner. All first moves that keep
/// the answer are listed.
///
/// Where the group and safe stones cut the region into pieces, each piece with
/// room for an eye is listed with the eyes it is worth: the mean of what the
/// defender gets there when he moves first and when the attacker does. `gote`:
/// who plays there loses the turn; `sente`: a side has a first move that asks
/// for an answer; `settled`: it is the same whoever moves first.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia go life problem.sgf\n  \
    tabia go life problem.sgf --first attacker --json\n  \
    tabia go life problem.sgf --solution solution.sgf\n  \
    tabia go life problems/*.sgf --json")]
pub(crate) struct Life {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    search: Search,
}

/// How life is looked for.
#[derive(Args)]
struct Search {
    /// Search the whole at once: no adding up of eyes
    #[arg(long)]
    no_regions: bool,
}

/// The keys behind the common ones; they are a contract.
#[derive(Serialize)]
struct Rest {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    regions: Vec<Region>,
    seconds: f64,
}

/// A piece of the region; the keys are a contract. What is not known for sure
/// is null, and then there are bounds.
#[derive(Serialize)]
struct Region {
    points: Vec<String>,
    eyes: Option<&'static str>,
    defender_first: Option<u8>,
    attacker_first: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<ForBoth<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<ForBoth<u8>>,
    kind: Option<&'static str>,
    /// Who has sente, if it is one's: `defender`, `attacker` or `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sente: Option<&'static str>,
}

impl From<&EyeRegion> for Region {
    fn from(region: &EyeRegion) -> Region {
        let counts = [region.defender_first, region.attacker_first];
        let is_known = counts.iter().all(|count| count.known().is_some());
        let bounds = |bound: fn(EyeCount) -> u8| {
            (!is_known).then(|| ForBoth {
                defender_first: Some(bound(counts[0])),
                attacker_first: Some(bound(counts[1])),
            })
        };
        Region {
            points: region.points.iter().map(|point| point.sgf()).collect(),
            eyes: region.value(),
            defender_first: counts[0].known(),
            attacker_first: counts[1].known(),
            least: bounds(|count| count.least),
            most: bounds(|count| count.most),
            kind: region.turn.map(Turn::name),
            sente: region.turn.and_then(|turn| match turn {
                Turn::DefendersSente => Some("defender"),
                Turn::AttackersSente => Some("attacker"),
                Turn::DoubleSente => Some("both"),
                Turn::Gote | Turn::Settled => None,
            }),
        }
    }
}

impl Life {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        self.asked.run(&self.search)
    }
}

impl Question for Search {
    type Report = LifeReport;
    type Verdict = Fate;
    type Rest = Rest;
    const AIM: Aim = Aim::TwoEyes;

    fn solve(&self, problem: &EyeProblem, budget: &Budget, stop: &Stop) -> LifeReport {
        let options = LifeOptions {
            memory_mib: budget.memory_mib,
            first: budget.first,
            moves: budget.moves,
            regions: !self.no_regions,
            limits: budget.limits,
        };
        tabia_go::solve_life(problem, &options, stop)
    }

    fn answer<'a>(&self, report: &'a LifeReport, first: Mover) -> Option<Answer<'a, Self>> {
        let answer = match first {
            Mover::Defender => report.defender_first.as_ref()?,
            Mover::Attacker => report.attacker_first.as_ref()?,
        };
        Some(Answer {
            verdict: answer.fate,
            moves: &answer.moves,
            all_moves: answer.all_moves,
        })
    }

    fn name(&self, fate: Fate) -> (&'static str, bool) {
        (fate.name(), fate == Fate::Ko)
    }

    fn effort(&self, report: &LifeReport) -> (u64, bool) {
        (report.nodes, report.complete)
    }

    fn outcome(&self, fate: Fate, defender: &str, attacker: &str) -> String {
        match fate {
            Fate::Alive => format!("{defender} lives"),
            Fate::Seki => format!("seki; {defender} has no two eyes but is not captured"),
            Fate::Rep => format!("endless repetition saves {defender}"),
            Fate::Ko => format!("ko; {attacker} has to win it"),
            Fate::Dead => format!("{defender} is dead"),
        }
    }

    fn rest(&self, report: &LifeReport, seconds: f64) -> Rest {
        Rest {
            regions: report.regions.iter().map(Region::from).collect(),
            seconds,
        }
    }

    fn ending(&self, report: &LifeReport, problem: &EyeProblem, seconds: f64) -> String {
        let defender = colour(problem.defender());
        let attacker = colour(problem.defender().other());
        let height = problem.board().height();
        let regions = report.regions.iter();
        let regions: String = regions
            .map(|region| worth(region, height, defender, attacker))
            .collect();
        format!(
            "{regions}({} nodes, {})\n",
            output::grouped(report.nodes),
            output::duration(seconds)
        )
    }
}

/// What a piece of the region is worth, in words.
fn worth(region: &EyeRegion, height: u8, defender: &str, attacker: &str) -> String {
    let points: Vec<String> = region.points.iter().map(|p| p.on_board(height)).collect();
    let eyes = match (region.value(), region.defender_first, region.attacker_first) {
        (Some("1"), ..) => "1 eye".to_owned(),
        (Some(value), ..) => format!("{value} eyes"),
        (None, first, second) => format!(
            "between {} and {} eyes if {defender} moves first, \
             between {} and {} if {attacker} does",
            first.least, first.most, second.least, second.most
        ),
    };
    let turn = match region.turn {
        None => "",
        Some(Turn::Settled) => ", settled",
        Some(Turn::Gote) => ", gote",
        Some(Turn::DefendersSente) => &format!(", {defender}'s sente"),
        Some(Turn::AttackersSente) => &format!(", {attacker}'s sente"),
        Some(Turn::DoubleSente) => ", double sente",
    };
    format!("Region {}: {eyes}{turn}.\n", points.join(" "))
}
