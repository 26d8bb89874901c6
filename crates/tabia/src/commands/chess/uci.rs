//! `tabia chess uci`: the engine for other programs.

use std::io;

use clap::Args;
use tabia_chess::uci;

use super::options::Evaluation;
use crate::ending::Ending;

/// The engine behind the Universal Chess Interface.
///
/// GUIs and match runners start it and talk to it over standard input and
/// output. The UCI options EvalProfile and WeightsFile choose the evaluation
/// as well; Hash, Threads, MultiPV, UCI_LimitStrength and others are there.
/// Whatever it is sent, it answers or ignores, and lives on until `quit`.
#[derive(Args)]
#[command(after_help = "Example: printf 'position startpos\\ngo depth 8\\n' | tabia chess uci")]
pub(crate) struct Uci {
    #[command(flatten)]
    evaluation: Evaluation,
    /// Declare the numbers of the search as options too, for tuners
    #[arg(long)]
    margins: bool,
}

impl Uci {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let weights = self.evaluation.weights()?;
        let serve = match self.margins {
            true => uci::serve_tuners,
            false => uci::serve,
        };
        serve(&weights, io::stdin().lock(), io::stdout())?;
        Ok(Ending::Done)
    }
}
