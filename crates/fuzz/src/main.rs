//! Fuzzes readers until told to stop.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use clap::Parser;
use tabia_fuzz::{LONGEST_KEPT, Reader, corpus, fuzz, kept, readers};

/// Lets every reader of Tabia read damaged inputs.
///
/// An input that does harm is written to FAILURES and named; the program ends
/// with 1 then.
#[derive(Parser)]
#[command(
    after_help = "Example: cargo run --profile fuzz -p tabia-fuzz -- sgf pgn --inputs 10000000"
)]
struct Options {
    /// Readers; all of them if none is named
    readers: Vec<String>,
    /// Inputs for each reader
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    inputs: u64,
    /// Where the random numbers come from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where inputs are kept that fuzzing begins with; Tabia's own by default
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Keep short inputs that lead to different answers there, up to so many for
    /// each reader
    #[arg(long, value_name = "N")]
    keep: Option<usize>,
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
    let asked = |reader: &Reader| {
        options.readers.is_empty() || options.readers.iter().any(|name| name == reader.name())
    };
    let mut failed = false;
    for reader in all.into_iter().filter(asked) {
        failed |= !options.fuzz(reader)?;
    }
    Ok(ExitCode::from(u8::from(failed)))
}

impl Options {
    /// Whether a reader survived.
    fn fuzz(&self, reader: Reader) -> anyhow::Result<bool> {
        let name = reader.name();
        let place = self.corpus.clone().unwrap_or_else(corpus);
        let before = kept(&place, name)
            .with_context(|| format!("cannot read {}", place.join(name).display()))?;
        let room = self
            .keep
            .map_or(0, |most| most.saturating_sub(before.len()));
        let reader = reader.with_samples(before.into_iter().map(|(_, input)| input));
        let begun = Instant::now();
        let found = fuzz(&reader, self.inputs, self.seed);
        println!(
            "{name}: {} inputs, {} different answers, {:.1} s, seed {}",
            found.inputs,
            found.kinds,
            begun.elapsed().as_secs_f64(),
            self.seed
        );
        if room > 0 {
            let folder = place.join(name);
            std::fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
            let mut short: Vec<&Vec<u8>> = found.kept.iter().collect();
            short.retain(|input| input.len() <= LONGEST_KEPT);
            for input in short.into_iter().take(room) {
                let path = folder.join(format!("{:08x}", crc32fast::hash(input)));
                std::fs::write(&path, input)
                    .with_context(|| format!("cannot write {}", path.display()))?;
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
