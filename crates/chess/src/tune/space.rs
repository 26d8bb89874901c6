//! The weights of a profile as something to tune.

use tabia_kernel::tune::{Parameter, Space};

use crate::eval::seed::Ranges;
use crate::eval::{Profile, Weights};

/// How far the weights of the full profile may go.
const FULL: i32 = 3_000;

/// The weights of a profile and their ranges. The full profile has one range
/// for all its weights.
#[must_use]
pub fn space(profile: Profile, ranges: Ranges) -> Space {
    let names = profile.feature_names().into_iter();
    let parameters = match profile {
        Profile::Seed38 | Profile::Base33 => names
            .zip(ranges.of_weights())
            .map(|(name, range)| {
                let (lo, hi) = (i32::from(*range.start()), i32::from(*range.end()));
                Parameter::whole(name, lo, hi)
            })
            .collect(),
        Profile::Full => names
            .map(|name| Parameter::whole(name, -FULL, FULL))
            .collect(),
    };
    Space::new(parameters).expect("names of a profile differ and ranges hold values")
}

/// The weights of a player, rounded.
///
/// # Panics
///
/// When there are not as many as the profile has.
#[must_use]
pub fn weights_of(profile: Profile, player: &[f64]) -> Weights {
    // Casts saturate, so nothing wraps around.
    let values = player.iter().map(|weight| weight.round() as i16).collect();
    Weights::new(profile, values).expect("as many as the profile has")
}

/// The player with these weights.
#[must_use]
pub fn player_of(weights: &Weights) -> Vec<f64> {
    weights.values().iter().map(|&w| f64::from(w)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_set_weights_are_players() {
        for profile in Profile::ALL {
            let space = space(profile, Ranges::Wide);
            let weights = Weights::hand_set(profile);
            let player = player_of(&weights);
            assert_eq!(space.nearest(&player), player);
            assert_eq!(weights_of(profile, &player).values(), weights.values());
        }
    }
}
