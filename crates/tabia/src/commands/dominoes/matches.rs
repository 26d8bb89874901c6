//! `tabia dominoes match`: two levels against each other.

use clap::Args;
use tabia_dominoes::{Event, Party, choose};
use tabia_kernel::arena::Tally;
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::search::Stop;

use crate::commands::hidden::MatchOptions;
use crate::ending::Ending;

/// Play two levels against each other, with hidden hands and a stock.
///
/// Games come in pairs: the same deal, once with A and once with B as the
/// first player. The same seed gives the same games, whatever the number of
/// threads. Ctrl-C stops after the games under way and reports the rest.
#[derive(Args)]
#[command(after_help = "Example: tabia dominoes match --a 32 --b simple --games 1000 --json")]
pub(crate) struct Match {
    #[command(flatten)]
    options: MatchOptions<10_000>,
}

/// A finished game.
struct Played {
    events: Vec<Event>,
    /// Whether player A moved first.
    a_opens: bool,
    /// What the game was worth to A.
    score: Score,
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        self.options.series("games").play(
            |number, stop| Ok(self.game(number, stop)),
            |games| self.records(games),
            |games, seconds| self.tell(games, seconds),
        )
    }

    /// One game; `None` if stopped.
    fn game(&self, number: usize, stop: &Stop) -> Option<Played> {
        let mut random = self.options.random(number);
        let side = Side::BOTH[number % 2];
        let mut events = Vec::new();
        let mut party = Party::dealt(&mut random, &mut events);
        let a_opens = matches!(events[..], [Event::Opens(opener, _), ..] if opener == side);
        while party.payoff().is_none() {
            let level = match party.to_move() == side {
                true => self.options.a,
                false => self.options.b,
            };
            let m = choose(level, &party, &mut random, stop)?;
            party.play(m, &mut events);
        }
        let score = party.payoff()?.seen_by(side);
        Some(Played {
            events,
            a_opens,
            score,
        })
    }

    /// Each game as a comment with the result, and what happened.
    fn records(&self, games: &[Played]) -> String {
        let mut text = String::new();
        for (number, game) in (1..).zip(games) {
            let events: Vec<String> = game.events.iter().map(Event::to_string).collect();
            text += &format!("# {number}: {} for {}\n", game.score, self.options.a);
            text += &format!("{}\n", events.join("; "));
        }
        text
    }

    fn tell(&self, games: &[Played], seconds: f64) -> anyhow::Result<()> {
        let (opening, replying): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.a_opens);
        let [opening, replying] =
            [opening, replying].map(|games| games.iter().map(|game| game.score).collect::<Tally>());
        let roles = [("opening", opening), ("replying", replying)];
        let title = "Dominoes with a stock";
        self.options.tell(title, "games", roles, true, seconds)
    }
}
