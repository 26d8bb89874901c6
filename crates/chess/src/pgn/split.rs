//! Games to learn from, and games to be tested on.

use super::Game;

/// What games have to have in common to stay together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SplitBy {
    /// The event: no tournament is in both parts.
    #[default]
    Event,
    /// The players: nobody who has games in the part held out has any in the
    /// other.
    Player,
    /// Nothing: every game for itself. For games of one event between two
    /// players, such as our own; otherwise the other ways are more honest.
    Game,
}

/// Which part of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is learnt from.
    Training,
    /// What is kept out of all learning.
    HeldOut,
    /// Both.
    All,
}

/// Holds about a fifth of the games out of all learning, the same ones
/// wherever and whenever.
///
/// The fifth is one by names, not by games: a player with many games weighs
/// much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// What stays together.
    pub by: SplitBy,
    /// Which of the many ways to split.
    pub seed: u64,
}

impl Split {
    /// Whether a game is held out.
    #[must_use]
    pub fn holds_out(&self, game: &Game) -> bool {
        let tag = |name| {
            game.tag(name)
                .filter(|value| !value.is_empty() && *value != "?")
        };
        match (self.by, tag("Event")) {
            (SplitBy::Event, Some(event)) => self.is_fifth(event),
            // Games without an event are told apart by place and players.
            (SplitBy::Event, None) => {
                let names = ["Site", "White", "Black"].map(|name| tag(name).unwrap_or(""));
                self.is_fifth(&names.join("/"))
            }
            (SplitBy::Game, _) => {
                let tags: Vec<&str> = game.tags.iter().map(|(_, value)| value.as_str()).collect();
                let moves: Vec<String> = game.moves.iter().map(ToString::to_string).collect();
                self.is_fifth(&format!("{} {}", tags.join("/"), moves.join(" ")))
            }
            (SplitBy::Player, _) => ["White", "Black"]
                .iter()
                .any(|name| self.is_tenth(&surname(tag(name).unwrap_or("")))),
        }
    }

    /// Whether a game belongs to a part.
    #[must_use]
    pub fn is_in(&self, part: Part, game: &Game) -> bool {
        match part {
            Part::All => true,
            Part::HeldOut => self.holds_out(game),
            Part::Training => !self.holds_out(game),
        }
    }

    fn is_fifth(&self, name: &str) -> bool {
        self.hash(name).is_multiple_of(5)
    }

    /// Of a game's two players either may be held out, so that a tenth of
    /// them makes about a fifth of the games.
    fn is_tenth(&self, name: &str) -> bool {
        self.hash(name).is_multiple_of(10)
    }

    /// FNV-1a, well mixed.
    fn hash(&self, name: &str) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in name.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        tabia_kernel::random::Seeded::of_part(self.seed, hash).bits() >> 16
    }
}

/// `Kasparov, Gary` and `Kasparov,G` are the same person.
fn surname(name: &str) -> String {
    let surname = name.split(',').next().unwrap_or("");
    surname.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use super::*;

    fn game(event: &str, white: &str, black: &str) -> Game {
        let text = format!("[Event \"{event}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n*");
        let mut reader = Reader::new(text.as_bytes());
        reader.next().expect("a game").expect("a whole one")
    }

    #[test]
    fn about_a_fifth_of_names_is_held_out() {
        for seed in 0..5 {
            let split = Split {
                seed,
                ..Split::default()
            };
            let held = (0..5_000).filter(|i| split.holds_out(&game(&i.to_string(), "", "")));
            let held = held.count();
            assert!((900..1_100).contains(&held), "{held}");
        }
    }

    #[test]
    fn names_stay_together() {
        let by_event = Split::default();
        let by_player = Split {
            by: SplitBy::Player,
            seed: 3,
        };
        for i in 0..200 {
            let name = i.to_string();
            let event = by_event.holds_out(&game(&name, "A", "B"));
            assert_eq!(event, by_event.holds_out(&game(&name, "C", "D")));
            let (full, short) = (format!("Name{i}, Gary"), format!("Name{i},G"));
            let player = |white: &str, black: &str| by_player.holds_out(&game("x", white, black));
            assert_eq!(player(&full, ""), player("", &short));
            if player(&full, "") {
                assert!(player("anybody", &short));
            }
        }
    }
}
