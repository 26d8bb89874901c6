//! The numbers that features are multiplied by, and their files.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tabia_kernel::whole;

use super::{Profile, UnknownProfile, full, seed};

/// One weight for each feature of a profile.
///
/// A file of weights is JSON: `{"profile":"seed38","weights":[…],"names":[…]}`.
/// Names are optional; where they are given they have to be the profile's,
/// so that a file made for another order of features is not misread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    profile: Profile,
    values: Vec<i16>,
    /// Where they come from; kept when a file is read and written again.
    origin: Option<String>,
}

/// Why a file of weights could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadWeightsError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The text is not JSON of the right shape; the message has the place.
    #[error("not a file of weights: {0}")]
    Shape(#[from] serde_json::Error),
    /// The profile does not exist.
    #[error(transparent)]
    Profile(#[from] UnknownProfile),
    /// There are too many or too few weights.
    #[error("{profile} has {expected} weights, not {found}")]
    Count {
        /// The profile named in the file.
        profile: Profile,
        /// How many it has.
        expected: usize,
        /// How many there were.
        found: usize,
    },
    /// A name is not that of the feature in its place.
    #[error("weight {place} is named `{found}`, expected `{expected}`")]
    Name {
        /// Counted from one.
        place: usize,
        /// The profile's name of the feature.
        expected: String,
        /// The file's.
        found: String,
    },
}

#[derive(Serialize, Deserialize)]
struct File {
    profile: String,
    weights: Vec<i16>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// What else the maker of the file noted.
    #[serde(flatten)]
    notes: BTreeMap<String, serde_json::Value>,
}

impl Weights {
    /// The weights that the engine plays with unless told otherwise: what the
    /// tuner made of masters' games. `weights/README.md` has the commands.
    #[must_use]
    pub fn shipped(profile: Profile) -> Weights {
        let text = match profile {
            Profile::Seed38 => include_str!("../../weights/seed38.json"),
            Profile::Base33 => include_str!("../../weights/base33.json"),
            Profile::Full => include_str!("../../weights/full.json"),
        };
        Weights::from_json(text).expect("files that come with the program are read in the tests")
    }

    /// Weights set by hand, the start and the yardstick of tuning.
    #[must_use]
    pub fn hand_set(profile: Profile) -> Weights {
        let values = match profile {
            Profile::Seed38 => seed::HAND_SET.to_vec(),
            Profile::Base33 => seed::HAND_SET[..seed::BASE_COUNT].to_vec(),
            Profile::Full => full::hand_set(),
        };
        Weights {
            profile,
            values,
            origin: Some("set by hand".to_owned()),
        }
    }

    /// What the paper's own method makes of `seed38`, for comparison: it
    /// predicts more of the masters' moves than [`shipped`](Weights::shipped)
    /// weights do, and plays worse.
    #[must_use]
    pub fn evolved() -> Weights {
        let text = include_str!("../../weights/seed38-evolved.json");
        Weights::from_json(text).expect("files that come with the program are read in the tests")
    }

    /// These values for the features of `profile`.
    ///
    /// # Errors
    ///
    /// When their number is not the profile's.
    pub fn new(profile: Profile, values: Vec<i16>) -> Result<Weights, ReadWeightsError> {
        if values.len() != profile.size() {
            return Err(ReadWeightsError::Count {
                profile,
                expected: profile.size(),
                found: values.len(),
            });
        }
        Ok(Weights {
            profile,
            values,
            origin: None,
        })
    }

    /// The same weights with a note of where they come from.
    #[must_use]
    pub fn with_origin(self, origin: impl Into<String>) -> Weights {
        Weights {
            origin: Some(origin.into()),
            ..self
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// When it is not JSON of the right shape, or does not fit its profile.
    pub fn from_json(text: &str) -> Result<Weights, ReadWeightsError> {
        let file: File = serde_json::from_str(text)?;
        let profile: Profile = file.profile.parse()?;
        let weights = Weights::new(profile, file.weights)?;
        if !file.names.is_empty() {
            let expected = profile.feature_names();
            if file.names.len() != expected.len() {
                return Err(ReadWeightsError::Count {
                    profile,
                    expected: expected.len(),
                    found: file.names.len(),
                });
            }
            for (i, (found, expected)) in file.names.into_iter().zip(expected).enumerate() {
                if found != expected {
                    return Err(ReadWeightsError::Name {
                        place: i + 1,
                        expected,
                        found,
                    });
                }
            }
        }
        Ok(Weights {
            origin: file.origin,
            ..weights
        })
    }

    /// The text of a file, one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        let file = File {
            profile: self.profile.name().to_owned(),
            weights: self.values.clone(),
            names: self.profile.feature_names(),
            origin: self.origin.clone(),
            notes: BTreeMap::new(),
        };
        serde_json::to_string(&file).expect("plain data is always written")
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or as [`from_json`](Weights::from_json).
    pub fn load(path: &Path) -> Result<Weights, ReadWeightsError> {
        let text = fs::read_to_string(path).map_err(|source| ReadWeightsError::File {
            path: path.to_owned(),
            source,
        })?;
        Weights::from_json(&text)
    }

    /// Writes a file, [whole](whole::write).
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ReadWeightsError> {
        whole::write(path, self.to_json() + "\n").map_err(|source| ReadWeightsError::File {
            path: path.to_owned(),
            source,
        })
    }

    /// The profile they belong to.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// The weights in the order of the features.
    #[must_use]
    pub fn values(&self) -> &[i16] {
        &self.values
    }

    /// Where they come from, if the file says so.
    #[must_use]
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_back() {
        for profile in Profile::ALL {
            let weights = Weights::shipped(profile).with_origin("a test");
            let read = Weights::from_json(&weights.to_json()).unwrap();
            assert_eq!(read, weights);
        }
    }

    #[test]
    fn shipped_weights_are_tuned_and_say_how() {
        for profile in Profile::ALL {
            let weights = Weights::shipped(profile);
            assert_eq!(weights.profile(), profile);
            assert_ne!(weights.values(), Weights::hand_set(profile).values());
            let origin = weights.origin().expect("a run is named");
            assert!(origin.starts_with("tabia chess tune"), "{origin}");
        }
        let evolved = Weights::evolved();
        assert_eq!(evolved.profile(), Profile::Seed38);
        assert!(evolved.origin().is_some_and(|o| o.contains("evolution")));
    }

    #[test]
    fn a_file_for_other_features_is_refused() {
        let error = |text: &str| Weights::from_json(text).unwrap_err().to_string();
        assert!(error("{\"profile\":\"seed38\",").contains("line 1"));
        assert!(error(r#"{"profile":"seed39","weights":[]}"#).contains("`seed39`"));
        assert_eq!(
            error(r#"{"profile":"seed38","weights":[1,2]}"#),
            "seed38 has 38 weights, not 2"
        );
        let text = Weights::shipped(Profile::Seed38).to_json();
        let swapped = text.replace("ROOK_VALUE", "CASTLE_VALUE");
        assert_eq!(
            error(&swapped),
            "weight 4 is named `CASTLE_VALUE`, expected `ROOK_VALUE`"
        );
    }
}
