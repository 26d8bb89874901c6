//! The command line: what there is, and where it is done.

mod added;
pub(crate) mod chess;
mod completions;
mod darkchess;
mod dominoes;
mod go;
mod hidden;
mod jobs;
mod man;
mod play;
pub(crate) mod quarto;
mod serve;
mod skat;
mod tables;
mod worker;

use clap::builder::PossibleValuesParser;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use tabia_desk::{Games, Options};

use crate::ending::Ending;
use crate::numbers;

pub(crate) use go::bench::name as go_method_name;

/// Solve, play and study board games by exploiting their structure.
#[derive(Parser)]
#[command(version, long_version = crate::version::text(), propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Example: tabia quarto solve '0d4.15....96..87/b'")]
pub(crate) struct Tabia {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Quarto: solve, play, prove.
    #[command(
        subcommand,
        after_help = "Example: tabia quarto moves '....3c1..d.92.a./f'"
    )]
    Quarto(quarto::Command),
    /// Chinese Dark Chess: play, matches, positions.
    #[command(subcommand, after_help = "Example: tabia darkchess play --level 4")]
    Darkchess(darkchess::Command),
    /// Chess: the engine and its evaluation.
    #[command(subcommand, after_help = "Example: tabia chess features startpos")]
    Chess(chess::Command),
    /// Dominoes: solve with open hands, play.
    #[command(
        subcommand,
        after_help = "Example: tabia dominoes solve '02 33 | 12 | 0-1 first'"
    )]
    Dominoes(dominoes::Command),
    /// Go: one-eye problems, life and death.
    #[command(subcommand, after_help = "Example: tabia go eye problem.sgf")]
    Go(go::Command),
    /// Skat: solve with open hands, play.
    #[command(subcommand, after_help = "Example: tabia skat play --level 16")]
    Skat(skat::Command),
    /// The papers' tables and figures, theirs beside ours.
    Reproduce(crate::reproduce::Reproduce),
    /// Endgame tables: build, probe, verify.
    #[command(
        subcommand,
        after_help = "Example: tabia tables build darkchess --elements 3 --dir tables"
    )]
    Tables(tables::Command),
    /// Any game at one screen, against the program or another person.
    Play(play::Play),
    /// The local page: every game in the browser.
    Serve(serve::Serve),
    /// Work for jobs that others submit.
    Worker(worker::Worker),
    /// Jobs on a NATS server: submit, watch, fetch.
    #[command(
        subcommand,
        after_help = "Example: tabia jobs list --nats nats://server:4222"
    )]
    Jobs(jobs::Command),
    /// Completions for a shell.
    Completions(completions::Completions),
    /// Man pages.
    Man(man::Man),
}

/// The command line with these games: those without commands of their own get
/// what a desk can do.
pub(crate) fn command(games: &Games) -> clap::Command {
    let mut command = Tabia::command();
    for name in games.names() {
        if command.find_subcommand(name).is_none() {
            let desk = games.desk(name, &Options::default());
            let added = added::command(&*desk.expect("it is listed"));
            command = command.subcommand(added);
        }
    }
    let names = PossibleValuesParser::new(games.names());
    let command = command.mut_subcommand("play", |play| {
        play.mut_arg("game", |game| game.value_parser(names))
    });
    with_numbers(command)
}

/// Numbers have their ranges in the help. No option is a number: `-1` is a wrong
/// value, and is to be named as one.
fn with_numbers(command: clap::Command) -> clap::Command {
    let ends = command.get_subcommands().next().is_none();
    match ends {
        // Where there is nothing to take a value, clap has it mean nothing.
        true => command.mut_args(|arg| match arg.get_action().takes_values() {
            true => numbers::with_range(arg).allow_negative_numbers(true),
            false => arg,
        }),
        false => command.mut_subcommands(with_numbers),
    }
}

/// Does what the program's arguments ask.
pub(crate) fn run(games: &Games) -> anyhow::Result<Ending> {
    let mut command = command(games);
    let matches = command.get_matches_mut();
    let (name, of_name) = matches.subcommand().expect("clap asks for one");
    match Command::has_subcommand(name) {
        true => match Tabia::from_arg_matches(&matches) {
            Ok(asked) => asked.run(games),
            Err(error) => error.format(&mut command).exit(),
        },
        false => added::run(games, name, of_name),
    }
}

impl Tabia {
    /// Does what was asked.
    fn run(self, games: &Games) -> anyhow::Result<Ending> {
        match self.command {
            Command::Quarto(command) => command.run(),
            Command::Darkchess(command) => command.run(),
            Command::Chess(command) => command.run(),
            Command::Dominoes(command) => command.run(),
            Command::Go(command) => command.run(),
            Command::Skat(command) => command.run(),
            Command::Reproduce(command) => command.run(),
            Command::Tables(command) => command.run(),
            Command::Play(command) => command.run(games),
            Command::Serve(command) => command.run(games),
            Command::Worker(command) => command.run(),
            Command::Jobs(command) => command.run(),
            Command::Completions(command) => command.run(self::command(games)),
            Command::Man(command) => command.run(self::command(games)),
        }
    }
}
