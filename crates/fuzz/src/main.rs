//! Fuzzes readers until told to stop.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Parser;
use tabia_fuzz::{Reader, fuzz, readers};

/// Lets every reader of Tabia read damaged inputs.
///
/// An input that does harm is written to FAILURES and named; the program ends
/// with 1 then.
#[derive(Parser)]
#[command(after_help = "Example: cargo run --release -p tabia-fuzz -- sgf pgn --inputs 10000000")]
struct Options {
    /// Readers; all of them if none is named
    readers: Vec<String>,
    /// Inputs for each reader
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    inputs: u64,
    /// Where the random numbers come from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write an input for each different answer here
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Where inputs that do harm are written
    #[arg(long, value_name = "DIR", default_value = "target/fuzz")]
    failures: PathBuf,
    /// List the readers
    #[arg(long)]
    list: bool,
}

fn main() -> anyhow::Result<ExitCode> {
    let options = Options::parse();
    let all = readers();
    if options.list {
        all.iter().for_each(|reader| println!("{}", reader.name()));
        return Ok(ExitCode::SUCCESS);
    }
    let known = |name: &&String| all.iter().any(|reader| reader.name() == name.as_str());
    if let Some(name) = options.readers.iter().find(|name| !known(name)) {
        bail!("no reader `{name}`; --list names them");
    }
    // A panic is told by whoever catches it.
    std::panic::set_hook(Box::new(|_| {}));
    let asked = |reader: &&Reader| {
        options.readers.is_empty() || options.readers.iter().any(|name| name == reader.name())
    };
    let mut failed = false;
    for reader in all.iter().filter(asked) {
        failed |= !options.fuzz(reader)?;
    }
    Ok(ExitCode::from(u8::from(failed)))
}

impl Options {
    /// Whether a reader survived.
    fn fuzz(&self, reader: &Reader) -> anyhow::Result<bool> {
        let begun = Instant::now();
        let found = fuzz(reader, self.inputs, self.seed);
        let name = reader.name();
        println!(
            "{name}: {} inputs, {} different answers, {:.1} s",
            found.inputs,
            found.kinds,
            begun.elapsed().as_secs_f64()
        );
        if let Some(keep) = &self.keep {
            let folder = keep.join(name);
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            for (number, input) in found.kept.iter().enumerate() {
                std::fs::write(folder.join(format!("{number:03}")), input)?;
            }
        }
        let Some(failure) = found.failure else {
            return Ok(true);
        };
        std::fs::create_dir_all(&self.failures)?;
        let path = self.failures.join(format!("{name}.input"));
        std::fs::write(&path, &failure.input)
            .with_context(|| format!("cannot write {}", path.display()))?;
        println!("{name} {}: {}", failure.reason, path.display());
        Ok(false)
    }
}
