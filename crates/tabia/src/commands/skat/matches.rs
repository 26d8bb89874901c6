//! `tabia skat match`: two levels against each other.

use std::sync::Arc;

use clap::Args;
use tabia_kernel::arena::Tally;
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;
use tabia_skat::{Player, Round, Tables, play_out};

use super::endings::EndingsOption;
use crate::commands::hidden::MatchOptions;
use crate::ending::Ending;

/// Play two levels against each other, with hidden hands.
///
/// Rounds come in pairs: the same deal, once with A as the declarer and B as
/// both defenders, and once the other way round. The strongest hand declares;
/// game and skat are chosen by rule of thumb. The same seed gives the same
/// rounds, whatever the number of threads. Ctrl-C stops after the rounds under
/// way and reports the rest.
#[derive(Args)]
#[command(after_help = "Example: tabia skat match --a 16 --b simple --games 200 --json")]
pub(crate) struct Match {
    #[command(flatten)]
    options: MatchOptions<1_000>,
    #[command(flatten)]
    endings: EndingsOption,
}

/// A finished round.
struct Played {
    round: Round,
    a_declares: bool,
    won: bool,
}

impl Played {
    fn for_declarer(&self) -> Score {
        match self.won {
            true => Score::WIN,
            false => Score::LOSS,
        }
    }
}

impl Match {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let endings = self.endings.load()?;
        self.options.series("rounds").play(
            |number, stop| Ok(self.round(number, endings.as_ref(), stop)),
            |games| self.records(games),
            |games, seconds| self.tell(games, seconds),
        )
    }

    /// One round; `None` if stopped.
    fn round(&self, number: usize, endings: Option<&Arc<Tables>>, stop: &Stop) -> Option<Played> {
        let mut random = self.options.random(number);
        let round = Round::dealt(&mut random);
        let [mut a, mut b] =
            [self.options.a, self.options.b].map(|level| Player::new(level, endings.cloned()));
        let a_declares = number.is_multiple_of(2);
        let (declarer, defenders) = match a_declares {
            true => (&mut a, &mut b),
            false => (&mut b, &mut a),
        };
        let round = play_out(round, declarer, defenders, &mut random, stop)?;
        let won = round.result()?.won;
        Some(Played {
            round,
            a_declares,
            won,
        })
    }

    /// Each round as a comment with the result, the deal, and the cards.
    fn records(&self, games: &[Played]) -> String {
        let mut text = String::new();
        for (number, game) in (1..).zip(games) {
            let (declarer, defenders) = match game.a_declares {
                true => (self.options.a, self.options.b),
                false => (self.options.b, self.options.a),
            };
            let result = match (game.won, game.round.result()) {
                (true, Some(result)) => format!("won with {}", result.points),
                (_, Some(result)) => format!("lost with {}", result.points),
                (_, None) => "unfinished".to_owned(),
            };
            let cards = game.round.played().iter().map(|(_, card)| card.to_string());
            let cards: Vec<String> = cards.collect();
            text += &format!(
                "# {number}: {declarer} against {defenders}: {result}, skat {}\n{}\n{}\n",
                game.round.skat(),
                game.round.start(),
                cards.join(" ")
            );
        }
        text
    }

    fn tell(&self, games: &[Played], seconds: f64) -> anyhow::Result<()> {
        let (declaring, defending): (Vec<&Played>, Vec<&Played>) =
            games.iter().partition(|game| game.a_declares);
        let declaring: Tally = declaring.iter().map(|game| game.for_declarer()).collect();
        let defending: Tally = defending.iter().map(|game| -game.for_declarer()).collect();
        let roles = [("declaring", declaring), ("defending", defending)];
        let title = "Skat, hidden hands";
        self.options.tell(title, "rounds", roles, false, seconds)
    }
}
