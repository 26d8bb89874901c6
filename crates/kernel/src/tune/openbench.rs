//! OpenBench's lines of SPSA parameters.
//!
//! ```text
//! name, int, value, least, greatest, C_end, R_end
//! ```
//!
//! Engine authors paste such lines into OpenBench to start a tuning; Tabia
//! reads and writes the same ones.

use std::fmt::Write as _;

use thiserror::Error;

use super::{Parameter, Space, SpaceError, SpsaStep};

/// What lines of SPSA parameters say.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Names and ranges.
    pub space: Space,
    /// Where to start.
    pub start: Vec<f64>,
    /// Steps of each.
    pub steps: Vec<SpsaStep>,
}

/// Why lines cannot be read.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PlanError {
    /// A line does not have seven fields.
    #[error("line {line}: `{text}` should read `name, int, value, min, max, C_end, R_end`")]
    Fields {
        /// 1 is the first.
        line: usize,
        /// The line.
        text: String,
    },
    /// The second field is neither `int` nor `float`.
    #[error("line {line}: `{text}` is neither int nor float")]
    Kind {
        /// 1 is the first.
        line: usize,
        /// The field.
        text: String,
    },
    /// A field is not a number that makes sense there.
    #[error("line {line}: {field} cannot be `{text}`")]
    Number {
        /// 1 is the first.
        line: usize,
        /// Which field.
        field: &'static str,
        /// What it says.
        text: String,
    },
    /// Together they make no sense.
    #[error(transparent)]
    Space(#[from] SpaceError),
}

/// Reads lines of SPSA parameters. Empty lines are skipped.
///
/// ```
/// let plan = tabia_kernel::tune::openbench::read("lmr_base, int, 77, 0, 150, 7.5, 0.002")?;
/// assert_eq!(plan.start, [77.0]);
/// assert_eq!(plan.text(&plan.start), "lmr_base, int, 77, 0, 150, 7.5, 0.002\n");
/// # Ok::<(), tabia_kernel::tune::openbench::PlanError>(())
/// ```
///
/// # Errors
///
/// The first line that makes no sense.
pub fn read(text: &str) -> Result<Plan, PlanError> {
    let mut plan = (Vec::new(), Vec::new(), Vec::new());
    let lines = (1..).zip(text.lines());
    for (line, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let [name, kind, value, lo, hi, c_end, r_end] = fields[..] else {
            let text = text.to_owned();
            return Err(PlanError::Fields { line, text });
        };
        let whole = match kind {
            "int" => true,
            "float" => false,
            _ => {
                let text = kind.to_owned();
                return Err(PlanError::Kind { line, text });
            }
        };
        let number = |field, text: &str, fits: &dyn Fn(f64) -> bool| {
            let read = text.parse::<f64>().ok().filter(|x| x.is_finite());
            read.filter(|&x| fits(x)).ok_or(PlanError::Number {
                line,
                field,
                text: text.to_owned(),
            })
        };
        let any = &|_: f64| true;
        let (lo, hi) = (number("min", lo, any)?, number("max", hi, any)?);
        let value = number("value", value, &|x| lo <= x && x <= hi)?;
        let positive = &|x: f64| x > 0.0;
        plan.0.push(Parameter {
            name: name.to_owned(),
            lo,
            hi,
            whole,
        });
        plan.1.push(value);
        plan.2.push(SpsaStep {
            perturbation: number("C_end", c_end, positive)?,
            learning: number("R_end", r_end, positive)?,
        });
    }
    Ok(Plan {
        space: Space::new(plan.0)?,
        start: plan.1,
        steps: plan.2,
    })
}

impl Plan {
    /// The lines again, with these values: input for another tuning.
    #[must_use]
    pub fn text(&self, values: &[f64]) -> String {
        let mut text = String::new();
        let each = self.space.parameters().iter().zip(values).zip(&self.steps);
        for ((p, value), step) in each {
            let kind = if p.whole { "int" } else { "float" };
            let (c, r) = (step.perturbation, step.learning);
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{}, {kind}, {value}, {}, {}, {c}, {r}",
                p.name, p.lo, p.hi
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_as_they_were() {
        let text = "a, int, 5, 0, 10, 0.5, 0.002\nb, float, -0.25, -1, 1, 0.05, 0.002\n";
        let plan = read(text).expect("two lines");
        assert_eq!(plan.text(&plan.start), text);
        assert!(plan.space.parameters()[0].whole && !plan.space.parameters()[1].whole);
    }

    #[test]
    fn errors_name_line_and_text() {
        for (text, message) in [
            ("a, int, 5, 0, 10, 0.5", "line 1: `a, int"),
            ("\na, bool, 5, 0, 10, 0.5, 0.002", "line 2: `bool`"),
            ("a, int, 50, 0, 10, 0.5, 0.002", "value cannot be `50`"),
            ("a, int, 5, 0, x, 0.5, 0.002", "max cannot be `x`"),
            ("a, int, 5, 0, 10, 0, 0.002", "C_end cannot be `0`"),
            ("a, int, 5, 0, 10, 0.5, NaN", "R_end cannot be `NaN`"),
            ("", "nothing to tune"),
            ("a,int,1,0,2,1,1\na,int,1,0,2,1,1", "a appears twice"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
