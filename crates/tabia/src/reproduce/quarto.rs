//! The Quarto paper: symmetries by constraints, and a player's thinking time.

mod paper;
mod people;
mod symmetries;
mod turns;

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use tabia_draw::graph::{Edges, Look, Spot, placed};
use tabia_draw::plot::{Axis, Plot, Series};
use tabia_draw::quarto::Picture;
use tabia_quarto::{Level, PlayerOptions, Position, Rules};

use super::Reproduced;
use super::machine::Circumstances;
use super::report::{Report, Section};
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::output::{self, grouped};
use crate::progress;
use people::People;
use symmetries::Symmetry;
use turns::DepthTimes;

/// How much to measure.
#[derive(Args)]
pub(crate) struct Options {
    /// Games at each depth
    #[arg(
        long,
        help_heading = "Quarto",
        value_name = "N",
        default_value_t = 20,
        value_parser = within(1..=100_000_u32),
    )]
    games: u32,
    /// The deepest search; the paper's Table 5 ends at 10
    #[arg(
        long,
        help_heading = "Quarto",
        value_name = "N",
        default_value_t = 10,
        value_parser = within(2..=Level::MAX_DEPTH),
    )]
    depth: u8,
    /// Seed of the openings
    #[arg(
        long,
        help_heading = "Quarto",
        value_name = "SEED",
        default_value_t = 1,
        value_parser = numbers::seed(),
    )]
    seed: u64,
    /// Threads of each player; the paper's had one
    #[arg(
        long,
        help_heading = "Quarto",
        value_name = "N",
        default_value_t = 1,
        value_parser = numbers::threads::<u16>(),
    )]
    threads: u16,
    /// Directory of the games played [default: your data directory]
    #[arg(
        long,
        help_heading = "Quarto",
        value_name = "DIR",
        env = "TABIA_DATA",
        hide_env_values = true
    )]
    data: Option<PathBuf>,
}

impl Options {
    /// The directory of the games played, if it is named.
    pub(super) fn data(&self) -> Option<&Path> {
        self.data.as_deref()
    }
}

/// What `--quick` leaves of the depths and games.
const QUICK_DEPTH: u8 = 6;
const QUICK_GAMES: u32 = 2;

/// The depth of the paper's Figure 5.
const FIGURE_5_DEPTH: u8 = 6;

/// All numbers of the report.
#[derive(Serialize)]
pub(crate) struct Found {
    system: &'static str,
    circumstances: Circumstances,
    seed: u64,
    games_per_depth: u32,
    threads: u16,
    symmetry: Symmetry,
    depths: Vec<Row>,
    people: People,
    remarks: [&'static str; 7],
}

/// One depth, ours and the paper's.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    ours: DepthTimes,
    paper_average: Option<f64>,
}

/// Runs all experiments. `None` if interrupted.
pub(super) fn reproduce(options: &Options, quick: bool) -> anyhow::Result<Option<Found>> {
    let (deepest, games) = match quick {
        true => (
            options.depth.min(QUICK_DEPTH),
            options.games.min(QUICK_GAMES),
        ),
        false => (options.depth, options.games),
    };
    let people = People::read(options.data.as_deref())?;
    let symmetry = {
        let _spinner = progress::spinner("finding symmetries");
        Symmetry::measure(options.seed)
    };

    let work = Work::begin();
    let player = PlayerOptions {
        threads: options.threads.into(),
        ..PlayerOptions::default()
    };
    let mut depths = Vec::new();
    let bar = progress::bar(0, "playing");
    for depth in Level::MIN_DEPTH..=deepest {
        let what = format!("games at depth {depth}");
        let mut played = 0;
        bar.stage(0, &what, 0, games.into());
        let measured = turns::measure(depth, games, options.seed, player, work.stop(), || {
            played += 1;
            bar.stage(0, &what, played, games.into());
        });
        let Some(ours) = measured else {
            return Ok(None);
        };
        let paper = paper::SECONDS.iter().find(|(at, _)| *at == depth);
        depths.push(Row {
            ours,
            paper_average: paper.map(|&(_, seconds)| seconds),
        });
    }
    drop(bar);
    Ok(Some(Found {
        system: "quarto",
        circumstances: Circumstances::now(),
        seed: options.seed,
        games_per_depth: games,
        threads: options.threads,
        symmetry,
        depths,
        people,
        remarks: paper::REMARKS,
    }))
}

impl Reproduced for Found {
    const NAME: &'static str = "quarto";

    fn seeds(&self) -> String {
        format!("{}", self.seed)
    }

    /// Whether everything that can be checked came out as it should.
    fn holds(&self) -> bool {
        self.symmetry.holds()
    }

    /// The numbers in words, tables and plots.
    fn report(&self) -> Report {
        let title = "An Artificial Intelligence for the Board Game ‘Quarto!’, reproduced";
        Report::new(title)
            .section(self.introduction())
            .section(pieces())
            .section(self.symmetry.boards())
            .section(self.symmetry.timing())
            .section(self.seconds_by_depth())
            .section(self.seconds_by_turn())
            .section(self.people.section())
            .section(remarks())
    }
}

impl Found {
    fn introduction(&self) -> Section {
        let made = self.circumstances.made(&format!(", seed {}", self.seed));
        Section::new("What this is")
            .text(
                "J. Mohrmann, M. Neumann, D. Suendermann, An Artificial Intelligence for the \
                 Board Game ‘Quarto!’ in Java, PPPJ 2013: their numbers, taken on a notebook with \
                 an Intel Core i5 of 1.6 GHz, beside those of this machine.",
            )
            .text(format!("{made}."))
    }

    /// Table 5 and Figure 4.
    fn seconds_by_depth(&self) -> Section {
        let heading = [
            "Depth",
            "paper",
            "average",
            "longest",
            "place",
            "give",
            "nodes",
            "most nodes",
            "times faster",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for row in &self.depths {
            let ours = &row.ours;
            let paper = |f: &dyn Fn(f64) -> String| row.paper_average.map_or(String::new(), f);
            rows.push(vec![
                ours.depth.to_string(),
                paper(&|seconds| format!("{seconds:.1}")),
                format!("{:.5}", ours.average),
                format!("{:.5}", ours.longest),
                format!("{:.5}", ours.place),
                format!("{:.5}", ours.give),
                grouped(ours.nodes.round() as u64),
                grouped(ours.most_nodes),
                paper(&|seconds| grouped((seconds / ours.average).round() as u64)),
            ]);
        }
        let points = |value: &dyn Fn(&Row) -> Option<f64>| -> Vec<(f64, f64)> {
            let rows = self.depths.iter();
            rows.filter_map(|row| Some((f64::from(row.ours.depth), value(row)?)))
                .collect()
        };
        let plot = Plot::new(
            "Seconds per turn",
            Axis::counted("search depth in single actions"),
            Axis::log("seconds per turn"),
        )
        .with(Series::new("paper", points(&|row| row.paper_average)))
        .with(Series::new(
            "Tabia, average",
            points(&|row| Some(row.ours.average)),
        ))
        .with(Series::new("Tabia, longest", points(&|row| Some(row.ours.longest))).dashed());
        let turns: u32 = self.depths.iter().map(|row| row.ours.turns).sum();
        Section::new("Seconds per turn (Table 5, Figure 4)")
            .text(format!(
                "The player against itself, {} full games at each depth, {} turns in all, {}. \
                 Both players' first gift and placement are replaced by random ones after they \
                 were thought about, so that games differ. A turn is a placement and a gift; the \
                 gift that opens the game is left out. Tables are kept during a game and begin \
                 empty.",
                self.games_per_depth,
                grouped(turns.into()),
                match self.threads {
                    1 => "one thread".to_owned(),
                    n => format!("{n} threads"),
                }
            ))
            .table(
                "Average and longest seconds per turn, placing and giving apart",
                rows,
            )
            .text(format!(
                "The paper's longest turn at depth 6 took {} s. It finds that giving is much \
                 quicker than placing, because what it needs was found while placing. Here a gift \
                 is searched as deep as a placement, one action further than that, and only the \
                 order of moves is inherited.",
                paper::LONGEST_AT_6
            ))
            .figure(
                "quarto-depth",
                "Seconds per turn, logarithmic (Figure 4)",
                plot.svg(),
            )
    }

    /// Figure 5.
    fn seconds_by_turn(&self) -> Section {
        let section = Section::new("Seconds from turn to turn (Figure 5)");
        let at = |row: &&Row| row.ours.depth == FIGURE_5_DEPTH;
        let Some(row) = self.depths.iter().find(at) else {
            return section.text("Depth 6 was not played.");
        };
        let mut rows = vec![vec!["Turn".to_owned(), "seconds".to_owned()]];
        for (i, seconds) in row.ours.by_turn.iter().enumerate() {
            rows.push(vec![(i + 1).to_string(), format!("{seconds:.5}")]);
        }
        let points = row.ours.by_turn.iter().enumerate();
        let points = points.map(|(i, &seconds)| ((i + 1) as f64, seconds));
        let plot = Plot::new(
            "Seconds from turn to turn at depth 6",
            Axis::counted("turn of a player"),
            Axis::linear("seconds"),
        )
        .with(Series::new("Tabia, average", points));
        section
            .text(
                "The paper draws the average time of each turn at depth 6 without printing the \
                 numbers; no game there went beyond the seventh turn of a player.",
            )
            .table("Average seconds of each turn of a player at depth 6", rows)
            .figure(
                "quarto-turns",
                "Seconds by turn at depth 6 (Figure 5)",
                plot.svg(),
            )
    }
}

/// Figures 1 to 3, which show no numbers.
fn pieces() -> Section {
    let example = Position::read(EXAMPLE, &Rules::lines()).expect("a legal position");
    Section::new("The game (Figures 1 to 3)")
        .text(
            "Figure 1 shows the board and its pieces, Figure 2 how placing and giving take turns \
             in the game tree, Figure 3 the program's window. Here a turn is two moves, `Place` \
             and `Give`, of one side; the window is the page of `tabia serve`.",
        )
        .figure(
            "quarto-pieces",
            "The empty board and the sixteen pieces (Figure 1)",
            Picture::new(&Position::EMPTY).svg(),
        )
        .figure(
            "quarto-tree",
            "The game tree (Figure 2): G gives a piece and hands the turn over, P places it and \
             keeps the turn; light where the first player decides, dark where the second does",
            tree(),
        )
        .figure(
            "quarto-board",
            "A position as the page shows it (Figure 3)",
            Picture::new(&example).svg(),
        )
}

/// A position in the middle of a game.
const EXAMPLE: &str = "....3c1..d.92.a./f";

/// Two ways at each node, three actions deep: the first gives, the second
/// places and gives.
fn tree() -> String {
    let spot = |row: u32, at: u32| Spot {
        text: if row == 1 { "P" } else { "G" }.to_owned(),
        x: (f64::from(at) + 0.5) * f64::from(8 >> row) - 0.5,
        y: 1.3 * f64::from(row),
        look: if row == 0 { Look::Light } else { Look::Dark },
    };
    let spots = (0..3).flat_map(|row| (0..1 << row).map(move |at| spot(row, at)));
    let ends = (0..8).map(|at| Spot {
        text: "P".to_owned(),
        look: Look::Light,
        ..spot(3, at)
    });
    let spots: Vec<Spot> = spots.chain(ends).collect();
    let edges: Vec<(usize, usize)> = (1..spots.len()).map(|at| ((at - 1) / 2, at)).collect();
    placed("Give, place, give, place", &spots, &edges, Edges::Arrows)
}

fn remarks() -> Section {
    let section = Section::new("Remarks on the paper").remarks(&paper::REMARKS);
    section.table("Sizes of the game, lines counted or not", sizes())
}

/// Orders of play, boards and positions, as numbers with three digits.
fn sizes() -> Vec<Vec<String>> {
    let choose = |k: u128| (0..k).fold(1u128, |product, i| product * (16 - i) / (i + 1));
    let orders = |k: u128| (0..k).fold(1u128, |product, i| product * (16 - i));
    let boards = |k: u128| choose(k) * orders(k);
    let row = |what: &str, number: u128| vec![what.to_owned(), format!("{:.2e}", number as f64)];
    vec![
        vec!["What".to_owned(), "number".to_owned()],
        row(
            "orders of giving and placing all, 16!²",
            orders(16) * orders(16),
        ),
        row("boards with 0 to 16 pieces", (0..=16).map(boards).sum()),
        row(
            "boards with or without a piece in hand",
            (0..=16).map(|k| boards(k) * (17 - k)).sum(),
        ),
    ]
}

/// Seconds for a table: `0.123 s`, `30 s`, `2 h`.
fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 3_600.0 => format!("{:.0} h", s / 3_600.0),
        s if s >= 10.0 => format!("{s:.0} s"),
        s => output::duration(s),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_game() {
        let numbers: Vec<String> = sizes().into_iter().map(|row| row[1].clone()).collect();
        // Calculated elsewhere; the first is the paper's 4.4·10^26.
        assert_eq!(numbers[1..], ["4.38e26", "6.20e15", "2.68e16"]);
    }

    #[test]
    fn a_quick_run_reproduces_every_table_and_figure() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let options = Options {
            games: 20,
            depth: 10,
            seed: 1,
            threads: 1,
            data: Some(directory.path().to_owned()),
        };
        let found = reproduce(&options, true)
            .expect("an empty ledger")
            .expect("nobody interrupts");
        assert!(found.holds());
        assert_eq!(found.depths.len(), 5);
        let report = found.report();
        let text = report.text();
        for number in ["33825", "1507.6", "no games recorded yet", "30 s", "2 h"] {
            let expected = number != "1507.6";
            assert_eq!(text.contains(number), expected, "{number} in {text}");
        }
        let figures: Vec<&str> = report.figures().map(|(name, _)| name).collect();
        let expected = ["pieces", "tree", "board", "depth", "turns"];
        assert_eq!(figures, expected.map(|name| format!("quarto-{name}")));
        let json = serde_json::to_value(&found).expect("numbers");
        assert_eq!(json["depths"][4]["depth"], 6);
        assert_eq!(json["depths"][4]["paper_average"], 12.5);
        assert_eq!(json["symmetry"]["found"][0]["cells"], 32);
    }
}
