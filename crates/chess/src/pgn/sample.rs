//! Positions drawn from games.

use std::io::Read;

use cozy_chess::{Board, Color, Move};
use tabia_kernel::random::Seeded;

use super::{Broken, Game, GameResult, Part, PgnError, Reader, Split};

/// Which positions are drawn.
#[derive(Clone, Debug)]
pub struct SampleOptions {
    /// How many in all; fewer if the games do not have as many.
    pub positions: usize,
    /// At most so many from one game, so that no game counts for much.
    /// Default 10.
    pub from_game: usize,
    /// None before this move of either side has been made, counted in half
    /// moves: openings are known by heart. Default 16.
    pub after_ply: usize,
    /// Only moves by players whose name contains this, in any case.
    pub by: Option<String>,
    /// Which games.
    pub split: Split,
    /// Which part of them.
    pub part: Part,
    /// What the draw depends on.
    pub seed: u64,
}

impl Default for SampleOptions {
    fn default() -> SampleOptions {
        SampleOptions {
            positions: 100_000,
            from_game: 10,
            after_ply: 16,
            by: None,
            split: Split::default(),
            part: Part::All,
            seed: 1,
        }
    }
}

/// A position of a game with the move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub board: Board,
    /// What was played.
    pub played: Move,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// Half moves before it.
    pub ply: usize,
}

/// What was read and drawn.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The positions, in the order of the games.
    pub positions: Vec<Sample>,
    /// Whole games read.
    pub games: u64,
    /// Those of them that belong to the part asked for.
    pub games_used: u64,
    /// Games that were skipped.
    pub skipped: Skipped,
}

/// Games that make no sense.
#[derive(Clone, Debug, Default)]
pub struct Skipped {
    /// How many.
    pub count: u64,
    /// The first few, with their lines.
    pub first: Vec<Broken>,
}

/// How many broken games are described.
const DESCRIBED: usize = 10;

/// Draws positions from a stream of games, each as likely as any other, in
/// memory for the positions asked for and no more (reservoir sampling).
pub struct Sampler {
    options: SampleOptions,
    random: Seeded,
    /// Positions offered so far.
    offered: u64,
    /// The positions kept, with their number among those offered.
    kept: Vec<(u64, Sample)>,
    samples: Samples,
}

impl Sampler {
    /// A sampler that has seen no games.
    #[must_use]
    pub fn new(options: SampleOptions) -> Sampler {
        Sampler {
            random: Seeded::new(options.seed),
            options,
            offered: 0,
            kept: Vec::new(),
            samples: Samples::default(),
        }
    }

    /// Reads games to the end, or until `go_on` says no: it is told how many
    /// games have been read, now and then.
    ///
    /// # Errors
    ///
    /// When the file cannot be read. Broken games are counted and skipped.
    pub fn read(
        &mut self,
        input: impl Read,
        mut go_on: impl FnMut(u64) -> bool,
    ) -> Result<(), std::io::Error> {
        for game in Reader::new(input) {
            match game {
                Ok(game) => self.offer(&game),
                Err(PgnError::Broken(broken)) => {
                    self.samples.skipped.count += 1;
                    if self.samples.skipped.first.len() < DESCRIBED {
                        self.samples.skipped.first.push(broken);
                    }
                }
                Err(PgnError::Io(error)) => return Err(error),
            }
            if self.samples.games.is_multiple_of(256) && !go_on(self.samples.games) {
                break;
            }
        }
        Ok(())
    }

    /// Offers the positions of a game.
    pub fn offer(&mut self, game: &Game) {
        // The draw within a game depends on its number alone, so that the
        // parts of a split are drawn as the whole would be.
        let mut random = Seeded::of_part(self.options.seed, self.samples.games);
        self.samples.games += 1;
        if !self.options.split.is_in(self.options.part, game) {
            return;
        }
        self.samples.games_used += 1;
        let wanted = self.wanted(game);
        let mut plies: Vec<usize> = (self.options.after_ply..game.moves.len())
            .filter(|&ply| {
                let first = game.start.side_to_move();
                wanted[(ply % 2) ^ usize::from(first == Color::Black)]
            })
            .collect();
        random.shuffle(&mut plies);
        plies.truncate(self.options.from_game);
        plies.sort_unstable();
        let mut board = game.start.clone();
        let mut next = plies.into_iter().peekable();
        for (ply, &played) in game.moves.iter().enumerate() {
            let Some(&wanted) = next.peek() else {
                break;
            };
            if ply == wanted {
                next.next();
                self.keep(Sample {
                    board: board.clone(),
                    played,
                    result: game.result,
                    ply,
                });
            }
            board.play(played);
        }
    }

    /// Whether White's and Black's moves are wanted.
    fn wanted(&self, game: &Game) -> [bool; 2] {
        let Some(name) = &self.options.by else {
            return [true; 2];
        };
        let name = name.to_lowercase();
        ["White", "Black"].map(|side| {
            let player = game.tag(side).unwrap_or("");
            player.to_lowercase().contains(&name)
        })
    }

    fn keep(&mut self, sample: Sample) {
        let number = self.offered;
        self.offered += 1;
        if self.kept.len() < self.options.positions {
            self.kept.push((number, sample));
        } else {
            let place = self.random.below(self.offered as usize);
            if let Some(kept) = self.kept.get_mut(place) {
                *kept = (number, sample);
            }
        }
    }

    /// What was drawn.
    #[must_use]
    pub fn finish(mut self) -> Samples {
        self.kept.sort_unstable_by_key(|(number, _)| *number);
        self.samples.positions = self.kept.into_iter().map(|(_, sample)| sample).collect();
        self.samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hundred games with different events, and a broken one.
    fn text() -> String {
        let mut text = String::new();
        for i in 0..200 {
            text += &format!(
                "[Event \"{i}\"]\n[White \"Tal, M\"]\n[Black \"B{i}\"]\n\n\
                 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n\n"
            );
            if i == 100 {
                text += "[Event \"broken\"]\n\n1. e5 1-0\n\n";
            }
        }
        text
    }

    fn samples(options: SampleOptions) -> Samples {
        let mut sampler = Sampler::new(options);
        sampler
            .read(text().as_bytes(), |_| true)
            .expect("memory can be read");
        sampler.finish()
    }

    fn options() -> SampleOptions {
        SampleOptions {
            positions: 300,
            from_game: 4,
            after_ply: 6,
            ..SampleOptions::default()
        }
    }

    #[test]
    fn a_seed_draws_the_same_and_as_many_as_asked() {
        let (a, b) = (samples(options()), samples(options()));
        assert_eq!(a.positions, b.positions);
        assert_eq!((a.positions.len(), a.games), (300, 200));
        assert_eq!(a.skipped.count, 1);
        assert_eq!(a.skipped.first[0].text, "e5");
        let other = SampleOptions {
            seed: 2,
            ..options()
        };
        assert_ne!(samples(other).positions, a.positions);
        for sample in &a.positions {
            assert!(sample.ply >= 6 && sample.board.is_legal(sample.played));
        }
        // Early and late games are drawn alike.
        let all = SampleOptions {
            positions: 10_000,
            ..options()
        };
        assert_eq!(samples(all).positions.len(), 800);
    }

    #[test]
    fn the_parts_of_a_split_make_up_the_whole() {
        let part = |part| {
            let options = SampleOptions {
                positions: 10_000,
                part,
                ..options()
            };
            samples(options).positions.len()
        };
        let held_out = part(Part::HeldOut);
        assert!((80..240).contains(&held_out), "{held_out}");
        assert_eq!(held_out + part(Part::Training), part(Part::All));
    }

    #[test]
    fn the_moves_of_one_player_can_be_had_alone() {
        let by = SampleOptions {
            by: Some("tal".to_owned()),
            ..options()
        };
        let samples = samples(by);
        assert_eq!(samples.positions.len(), 300);
        let white = |sample: &Sample| sample.board.side_to_move() == Color::White;
        assert!(samples.positions.iter().all(white));
    }
}
