//! How long to think.

use std::time::{Duration, Instant};

use super::PonderHit;

/// What a search may spend. Nothing set means: until stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// This many plies.
    pub depth: Option<u32>,
    /// This many nodes. With one thread the search is then repeatable.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// What is left on the clocks.
    pub clock: Option<ClockLimits>,
    /// Until a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Only these moves at the root.
    pub moves: Vec<cozy_chess::Move>,
    /// Whether the opponent's time is being used: limits of time hold from
    /// the moment that this ends.
    pub ponder: bool,
    /// What to subtract for the way to the other side and back.
    pub overhead: Duration,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClockLimits {
    /// What is left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// How many moves are to be made before time is added.
    pub moves_to_go: Option<u32>,
}

/// The time of one search.
pub(crate) struct Clock {
    start: Instant,
    /// Think about this long, more where it is hard, less where it is easy.
    optimum: Option<Duration>,
    /// Never longer than this.
    maximum: Option<Duration>,
    pondering: bool,
    hit: PonderHit,
}

impl Clock {
    pub(crate) fn new(limits: &Limits, hit: PonderHit) -> Clock {
        let (optimum, maximum) = match (limits.move_time, limits.clock) {
            (Some(time), _) => (None, Some(time.saturating_sub(limits.overhead))),
            (None, Some(clock)) => {
                let (optimum, maximum) = share(clock, limits.overhead);
                (Some(optimum), Some(maximum))
            }
            (None, None) => (None, None),
        };
        Clock {
            start: Instant::now(),
            optimum,
            maximum,
            pondering: limits.ponder,
            hit,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether it is still the opponent's time that runs.
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering && !self.hit.has_happened()
    }

    /// Whether the search has to end at once.
    pub(crate) fn is_up(&self) -> bool {
        !self.is_pondering()
            && self
                .maximum
                .is_some_and(|maximum| self.elapsed() >= maximum)
    }

    /// Whether to begin no further iteration; `share` says how much of the
    /// usual time the position deserves.
    pub(crate) fn is_enough(&self, share: f64) -> bool {
        !self.is_pondering()
            && self
                .optimum
                .is_some_and(|optimum| self.elapsed() >= optimum.mul_f64(share))
    }
}

/// What the clock should not fall below for long.
const RESERVE: Duration = Duration::from_millis(200);

/// The usual time for a move, and the longest.
fn share(clock: ClockLimits, overhead: Duration) -> (Duration, Duration) {
    let left = clock
        .time
        .saturating_sub(overhead)
        .max(Duration::from_millis(1));
    // A game is expected to last this much longer, and never to end with
    // much time unused.
    let moves = f64::from(clock.moves_to_go.unwrap_or(22).clamp(1, 40));
    // With little left, part of every increment is laid by: a machine that is
    // late now and then must not find an empty clock.
    let wealth = (left.as_secs_f64() / RESERVE.as_secs_f64()).clamp(0.2, 1.0);
    let optimum = left.div_f64(moves + 0.5) + clock.increment.mul_f64(0.75);
    let optimum = optimum.mul_f64(wealth);
    let most = if clock.moves_to_go == Some(1) {
        left.mul_f64(0.85)
    } else {
        // With little left, a reserve against a machine that is late now
        // and then is worth more than a longer thought.
        left.mul_f64(0.2 + 0.3 * left.as_secs_f64().min(1.0))
    };
    let maximum = optimum.mul_f64(4.0).min(most);
    (optimum.min(maximum), maximum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: u64, increment: u64, moves_to_go: Option<u32>) -> Limits {
        Limits {
            clock: Some(ClockLimits {
                time: Duration::from_millis(time),
                increment: Duration::from_millis(increment),
                moves_to_go,
            }),
            overhead: Duration::from_millis(10),
            ..Limits::default()
        }
    }

    #[test]
    fn no_move_takes_more_than_there_is() {
        for time in [1, 5, 20, 100, 2_000, 60_000] {
            for increment in [0, 20, 1_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    let clock = Clock::new(&limits(time, increment, moves_to_go), PonderHit::new());
                    let maximum = clock.maximum.unwrap();
                    let left = Duration::from_millis(time.saturating_sub(10).max(1));
                    assert!(maximum <= left, "{time} {increment} {moves_to_go:?}");
                    assert!(clock.optimum.unwrap() <= maximum);
                }
            }
        }
    }

    #[test]
    fn an_empty_clock_fills_again() {
        let increment = Duration::from_millis(10);
        let mut left = Duration::from_millis(15);
        for _ in 0..40 {
            let clock = ClockLimits {
                time: left,
                increment,
                moves_to_go: None,
            };
            let (optimum, _) = share(clock, Duration::from_millis(10));
            // Every move comes two milliseconds late.
            left = (left + increment).saturating_sub(optimum + Duration::from_millis(2));
        }
        assert!(left > Duration::from_millis(70), "{left:?}");
    }

    #[test]
    fn time_does_not_run_while_pondering() {
        let pondering = Limits {
            ponder: true,
            ..limits(1, 0, None)
        };
        let hit = PonderHit::new();
        let clock = Clock::new(&pondering, hit.clone());
        std::thread::sleep(Duration::from_millis(3));
        assert!(!clock.is_up() && !clock.is_enough(1.0));
        hit.happened();
        assert!(clock.is_up() && clock.is_enough(1.0));
    }
}
