//! Solving a class backward, 32 positions at a time.

use super::passes::PATIENCE;
use crate::rules::Side;

/// One class whose positions lie 32 to a word and move a word at a time.
///
/// The positions of a word have the same side to move and differ in one
/// respect only, such as the square of one piece; each is a *lane*, a bit of
/// the word. A position may have several lanes, if they are told alike; a lane
/// need not have a position. Sides alternate: every move hands over the turn.
pub trait Lanes {
    /// The words for each side to move are those below this.
    fn words(&self) -> usize;

    /// What ends and conversions decide of a word's lanes.
    fn opening(&self, side: Side, word: usize) -> Opening;

    /// Calls `tell` with the lanes of words from which a move of `mover`
    /// within the class leads to lanes `set` of `word`.
    fn before(&self, mover: Side, word: usize, set: u32, tell: impl FnMut(usize, u32));

    /// Those of `lanes`, where `mover` is to move, from which every move within
    /// the class leads to one of `inside`, the lanes of all words.
    fn all_lead_into(&self, mover: Side, word: usize, lanes: u32, inside: &[u32]) -> u32;
}

/// A first look at the lanes of a word, for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Lanes that have a position.
    pub live: u32,
    /// The game is over and lost.
    pub stuck: u32,
    /// A conversion wins.
    pub won: u32,
    /// There are moves, all of them are conversions, and all lose.
    pub lost: u32,
    /// A conversion does not lose.
    pub saved: u32,
}

/// A class solved in words: for each side to move, lanes by word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planes {
    /// Lanes won for the side to move.
    pub won: [Vec<u32>; 2],
    /// Lanes lost for the side to move.
    pub lost: [Vec<u32>; 2],
    /// If they were asked for, distances of what is decided: lane `l` of word
    /// `w` at `32 w + l`. The rest is 0.
    pub distances: Option<[Vec<u16>; 2]>,
}

/// How [`by_waves`] works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WaveOptions {
    /// What is farther than this from a conversion or the end counts as
    /// drawn.
    pub horizon: Option<u16>,
    /// Keep distances.
    pub distances: bool,
}

/// Solves one class by waves of words.
///
/// This is [`by_unmoves`](super::by_unmoves) on sets of positions: the `d`-th
/// wave finds the lanes at distance `d`. Before lost lanes the other side wins.
/// Before won ones it may be lost, which a look forward decides: counting moves
/// down does not work on sets. Each word is looked at as often as it changes.
///
/// Returns `None` if `go_on` said no. It is asked now and then, and told about
/// which share of the work is done: a guess, since nobody knows how many waves
/// there will be.
///
/// Cost: O(changes of words × moves) time; six bytes for each eight lanes, and
/// what changed in the last two waves; with distances, two more for each lane.
pub fn by_waves<L: Lanes>(
    lanes: &L,
    options: WaveOptions,
    go_on: &dyn Fn(f64) -> bool,
) -> Option<Planes> {
    let mut sides = [0, 1].map(|_| Shore::new(lanes.words(), options.distances));
    look_forward(lanes, &mut sides, go_on)?;
    let horizon = options.horizon.unwrap_or(u16::MAX);
    let mut distance = 1;
    // The opening has distance 0, where the game is over, and 1.
    while distance == 1 || (distance <= horizon && sides.iter().any(Shore::is_moving)) {
        // Most of the work is done in the first dozen waves.
        let waves = f64::from(distance);
        let share = FORWARD + (1.0 - FORWARD) * waves / (waves + 12.0);
        advance(lanes, &mut sides, distance, &|| go_on(share))?;
        distance = distance.checked_add(1).expect("a win takes finitely long");
    }
    let [first, second] = sides;
    let distances = match (first.distances, second.distances) {
        (Some(one), Some(other)) => Some([one, other]),
        _ => None,
    };
    Some(Planes {
        won: [first.won, second.won],
        lost: [first.lost, second.lost],
        distances,
    })
}

/// The share of the work that looking forward is.
const FORWARD: f64 = 0.2;

/// Lanes of a word.
type Splash = (u32, u32);

/// All that is known where one side is to move.
struct Shore {
    words: Vec<Word>,
    won: Vec<u32>,
    lost: Vec<u32>,
    distances: Option<Vec<u16>>,
    /// What the last wave decided.
    last_won: Vec<Splash>,
    last_lost: Vec<Splash>,
    /// The words in which this wave wins something, and those in which it may
    /// lose something.
    winning: Marks,
    losing: Marks,
}

/// A set of words, a bit for each.
///
/// Words come out in order, whatever the order in which they were told: the
/// next wave then goes through memory from one end to the other, several times
/// faster than in the order of a list.
struct Marks(Vec<u64>);

impl Marks {
    fn new(words: usize) -> Marks {
        Marks(vec![0; words.div_ceil(64)])
    }

    #[inline]
    fn add(&mut self, word: usize) {
        self.0[word / 64] |= 1 << (word % 64);
    }

    /// Takes all words out, in order.
    #[inline]
    fn drain(&mut self) -> impl Iterator<Item = u32> {
        self.0.iter_mut().enumerate().flat_map(|(at, bits)| {
            let mut rest = std::mem::take(bits);
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let word = 64 * at as u32 + rest.trailing_zeros();
                    rest &= rest - 1;
                    word
                })
            })
        })
    }
}

/// What a wave has to know of a word, in one place: most of the time goes to
/// fetching it.
#[derive(Clone, Copy, Default)]
struct Word {
    /// Undecided.
    open: u32,
    /// Undecided, and no conversion saves it.
    losable: u32,
    /// Lanes that this wave wins, and those that it may lose.
    winning: u32,
    losing: u32,
}

impl Shore {
    fn new(words: usize, distances: bool) -> Shore {
        Shore {
            words: vec![Word::default(); words],
            won: vec![0; words],
            lost: vec![0; words],
            distances: distances.then(|| vec![0; 32 * words]),
            last_won: Vec::new(),
            last_lost: Vec::new(),
            winning: Marks::new(words),
            losing: Marks::new(words),
        }
    }

    fn is_moving(&self) -> bool {
        !self.last_won.is_empty() || !self.last_lost.is_empty()
    }

    /// These lanes lead to lost ones.
    #[inline]
    fn win(&mut self, at: usize, lanes: u32) {
        let word = &mut self.words[at];
        let lanes = lanes & word.open;
        if lanes != 0 {
            self.winning.add(at);
            word.winning |= lanes;
        }
    }

    /// These lanes lead to won ones.
    #[inline]
    fn doubt(&mut self, at: usize, lanes: u32) {
        let word = &mut self.words[at];
        let lanes = lanes & word.losable;
        if lanes != 0 {
            self.losing.add(at);
            word.losing |= lanes;
        }
    }

    /// Enters lanes decided at this distance.
    #[inline]
    fn enter(&mut self, (word, lanes): Splash, won: bool, distance: u16) {
        let at = word as usize;
        self.words[at].open &= !lanes;
        self.words[at].losable &= !lanes;
        if won {
            self.won[at] |= lanes;
        } else {
            self.lost[at] |= lanes;
        }
        if let Some(distances) = &mut self.distances {
            let mut rest = lanes;
            while rest != 0 {
                distances[32 * at + rest.trailing_zeros() as usize] = distance;
                rest &= rest - 1;
            }
        }
    }
}

/// Decides what ends and conversions decide: ends are the last wave, and the
/// rest is gathered for the first.
fn look_forward<L: Lanes>(
    lanes: &L,
    sides: &mut [Shore; 2],
    go_on: &dyn Fn(f64) -> bool,
) -> Option<()> {
    for (side, shore) in Side::BOTH.into_iter().zip(sides) {
        for word in 0..lanes.words() {
            if word.is_multiple_of(PATIENCE) {
                let share = (side as usize as f64 + word as f64 / lanes.words() as f64) / 2.0;
                if !go_on(FORWARD * share) {
                    return None;
                }
            }
            let opening = lanes.opening(side, word);
            shore.words[word].open = opening.live;
            shore.words[word].losable = opening.live & !opening.saved;
            if opening.stuck != 0 {
                let stuck = (word as u32, opening.stuck);
                shore.enter(stuck, false, 0);
                shore.last_lost.push(stuck);
            }
            shore.win(word, opening.won);
            shore.doubt(word, opening.lost);
        }
    }
    Some(())
}

/// One wave: from what the last one decided to what is decided at `distance`.
fn advance<L: Lanes>(
    lanes: &L,
    sides: &mut [Shore; 2],
    distance: u16,
    go_on: &dyn Fn() -> bool,
) -> Option<()> {
    // 1. Go back from the last wave.
    for mover in Side::BOTH {
        let [first, second] = sides;
        let (here, there) = match mover {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        for (nth, &(word, set)) in there.last_lost.iter().enumerate() {
            if nth.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            lanes.before(mover, word as usize, set, |word, set| here.win(word, set));
        }
        for (nth, &(word, set)) in there.last_won.iter().enumerate() {
            if nth.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            lanes.before(mover, word as usize, set, |word, set| here.doubt(word, set));
        }
    }
    // 2. Look forward where something may be lost. What this wave wins has
    // not been entered, so a lost lane's distance is right.
    let mut fresh = [Vec::new(), Vec::new()];
    for (mover, fresh) in Side::BOTH.into_iter().zip(&mut fresh) {
        let [first, second] = &mut *sides;
        let (here, there) = match mover {
            Side::First => (first, second),
            Side::Second => (second, first),
        };
        for (nth, word) in here.losing.drain().enumerate() {
            if nth.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            let at = word as usize;
            let doubtful = &mut here.words[at];
            let maybe = std::mem::take(&mut doubtful.losing) & !doubtful.winning;
            if maybe == 0 {
                continue;
            }
            let lost = lanes.all_lead_into(mover, at, maybe, &there.won);
            if lost != 0 {
                fresh.push((word, lost));
            }
        }
    }
    // 3. Enter both.
    for (shore, fresh) in sides.iter_mut().zip(fresh) {
        let mut won = std::mem::take(&mut shore.last_won);
        won.clear();
        for word in shore.winning.drain() {
            let set = std::mem::take(&mut shore.words[word as usize].winning);
            won.push((word, set));
        }
        for &splash in &won {
            shore.enter(splash, true, distance);
        }
        for &splash in &fresh {
            shore.enter(splash, false, distance);
        }
        shore.last_won = won;
        shore.last_lost = fresh;
    }
    Some(())
}
