//! `tabia jobs submit`.

use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;
use tabia_darkchess::Endgames;
use tabia_jobs::{ContestKind, Description};

use crate::commands::chess::contest::GameOptions;
use crate::commands::chess::elsewhere;
use crate::commands::chess::matches::Sides;
use crate::commands::chess::rate::read_pool;
use crate::commands::chess::tune::TournamentOptions;
use crate::commands::quarto::prove::Claim;
use crate::ending::Ending;
use crate::nats::ServerOptions;
use crate::numbers::within;
use crate::output;

/// Submit a job and leave; `tabia jobs status` tells how far it is.
///
/// The same job has the same id: submitted again, it goes on where it was, also
/// after it was called off, and tries again what was set aside.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia jobs submit tables --elements 4 --nats nats://server:4222\n  \
    tabia jobs submit match --a tabia --b tabia:seed38 --control nodes:5000 --nats nats://server\n  \
    tabia jobs submit tune --generations 50 --think depth:6 --nats nats://server\n  \
    tabia jobs submit proof --rules squares --nats nats://server")]
pub(crate) struct Submit {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The tables of dark chess, a unit for each class of materials.
    #[command(
        after_help = "Example: tabia jobs submit tables --elements 4 --nats nats://server:4222"
    )]
    Tables {
        /// Most pieces on the board
        #[arg(long, value_name = "N", value_parser = within(2..=Endgames::MOST_ELEMENTS))]
        elements: u32,
        /// Distances too
        #[arg(long)]
        distances: bool,
        /// Under the rule of forty plies
        #[arg(long)]
        forty: bool,
        #[command(flatten)]
        place: Place,
    },
    /// A chess match of our engine, a unit for each pair of games.
    #[command(
        after_help = "Example: tabia jobs submit match --a tabia --b tabia:seed38 \
        --control nodes:5000 --nats nats://server:4222"
    )]
    Match {
        #[command(flatten)]
        sides: Sides,
        #[command(flatten)]
        play: GameOptions,
        #[command(flatten)]
        place: Place,
    },
    /// A tournament of a pool of our engine, a unit for each pair of games.
    #[command(
        after_help = "Example: tabia jobs submit rate --pool own.toml --control nodes:5000 \
        --nats nats://server:4222"
    )]
    Rate {
        /// The pool, a TOML file as for `tabia chess rate`
        #[arg(long, value_name = "FILE")]
        pool: PathBuf,
        /// Pairs of games for each meeting, instead of the file's
        #[arg(long, value_name = "N", value_parser = within(1..=100_000_u32))]
        pairs: Option<u32>,
        #[command(flatten)]
        play: GameOptions,
        #[command(flatten)]
        place: Place,
    },
    /// A tuning of weights by tournaments, a unit for each pair of games.
    #[command(
        after_help = "Example: tabia jobs submit tune --generations 50 --think depth:6 \
        --nats nats://server:4222"
    )]
    Tune {
        #[command(flatten)]
        tournament: Box<TournamentOptions>,
        #[command(flatten)]
        place: Place,
    },
    /// A certificate of a Quarto position, a unit for each share of positions.
    #[command(
        after_help = "Example: tabia jobs submit proof --rules squares --nats nats://server:4222"
    )]
    Proof {
        #[command(flatten)]
        claim: Claim,
        #[command(flatten)]
        place: Place,
    },
}

/// Where to submit, and how to say so.
#[derive(Args)]
struct Place {
    #[command(flatten)]
    server: ServerOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Submitted {
    id: String,
    units: usize,
    done: usize,
}

impl What {
    fn describe(self) -> anyhow::Result<(Description, Place)> {
        Ok(match self {
            What::Tables {
                elements,
                distances,
                forty,
                place,
            } => {
                let description = Description::Tables {
                    elements,
                    distances,
                    forty,
                };
                (description, place)
            }
            What::Match { sides, play, place } => {
                let players = sides.players(play.hash)?;
                let kind = ContestKind::Match;
                let description = elsewhere::describe(kind, &players, sides.pairs(), &play)?;
                (description, place)
            }
            What::Rate {
                pool,
                pairs,
                play,
                place,
            } => {
                let field = read_pool(&pool, pairs, play.hash)?;
                let description =
                    elsewhere::describe(field.kind, &field.specs, field.pairs, &play)?;
                (description, place)
            }
            What::Tune { tournament, place } => (tournament.describe()?, place),
            What::Proof { claim, place } => (claim.describe()?, place),
        })
    }
}

impl Submit {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let (description, place) = self.what.describe()?;
        let status = place.server.with_hall("tabia jobs submit", async |hall| {
            let id = hall.post(&description).await?;
            Ok(hall.status(&id).await?)
        })?;
        let submitted = Submitted {
            id: status.id,
            units: status.units,
            done: status.done,
        };
        if place.json {
            output::json(&submitted)?;
        } else {
            let Submitted { id, units, done } = &submitted;
            writeln!(
                output::stdout(),
                "job {id}: {done} of {units} units are done"
            )?;
        }
        Ok(Ending::Done)
    }
}
