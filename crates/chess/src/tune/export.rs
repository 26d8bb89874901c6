//! Weights for other programs.

use std::fmt::Write as _;

use tabia_kernel::tune::openbench::Plan as Lines;
use tabia_kernel::tune::{Dependence, Parameter, Rows, Space, SpsaStep, dependences};

use crate::eval::Weights;

/// The weights as a Rust constant, each with its name.
#[must_use]
pub fn to_rust(weights: &Weights) -> String {
    let profile = weights.profile();
    let name = profile.name().to_uppercase();
    let origin = weights.origin().unwrap_or("unknown");
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(text, "/// Weights of `{profile}`: {origin}.");
    let _ = writeln!(text, "pub const {name}: [i16; {}] = [", profile.size());
    for (value, name) in weights.values().iter().zip(profile.feature_names()) {
        let _ = writeln!(text, "    {value}, // {name}");
    }
    text.push_str("];\n");
    text
}

/// The weights as lines of SPSA parameters for OpenBench, with these steps; if
/// there are none, of a twentieth of the ranges.
#[must_use]
pub fn to_openbench(space: &Space, values: &[f64], steps: &[SpsaStep]) -> String {
    let usual = |p: &Parameter| SpsaStep {
        perturbation: (p.width() / 20.0).max(0.5),
        learning: 0.002,
    };
    let lines = Lines {
        space: space.clone(),
        start: values.to_vec(),
        steps: match steps {
            [] => space.parameters().iter().map(usual).collect(),
            _ => steps.to_vec(),
        },
    };
    lines.text(values)
}

/// What to be careful with: weights that the data cannot tell apart, and
/// weights at the ends of their ranges. A sentence each.
#[must_use]
pub fn warnings(space: &Space, weights: &[f64], rows: &Rows) -> Vec<String> {
    let name = |i: usize| space.parameters()[i].name.as_str();
    let mut warnings = Vec::new();
    for Dependence { feature, from } in dependences(rows) {
        let mut text = format!("{} is ", name(feature));
        match from.as_slice() {
            [] => text += "always zero in these data: its weight means nothing",
            from => {
                let terms: Vec<String> = from
                    .iter()
                    .map(|&(i, factor)| match factor {
                        f if (f - 1.0).abs() < 1e-3 => name(i).to_owned(),
                        f if (f + 1.0).abs() < 1e-3 => format!("−{}", name(i)),
                        f => format!("{f:.3}·{}", name(i)),
                    })
                    .collect();
                text += &terms.join(" + ");
                text += ": only sums of these weights mean something";
            }
        }
        warnings.push(text.replace("+ −", "− "));
    }
    for p in space.at_bounds(weights) {
        warnings.push(format!(
            "{} is at an end of its range, {} to {}: better values may lie beyond",
            p.name, p.lo, p.hi
        ));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::samples;
    use super::super::{results, space};
    use super::*;
    use crate::eval::Profile;
    use crate::eval::seed::Ranges;

    #[test]
    fn rust_text_has_every_weight() {
        let weights = Weights::hand_set(Profile::Seed38);
        let text = to_rust(&weights);
        assert!(text.contains("pub const SEED38: [i16; 38] = [\n    50, // PAWN_VALUE\n"));
        assert_eq!(text.lines().count(), 38 + 3);
    }

    #[test]
    fn openbench_reads_its_lines_back() {
        let space = space(Profile::Seed38, Ranges::Wide);
        // A fixed weight has no width but still a step.
        let values = space.middle();
        let text = to_openbench(&space, &values, &[]);
        let read = tabia_kernel::tune::openbench::read(&text).expect("its own lines");
        assert_eq!(read.start, values);
        assert_eq!(read.space, space);
    }

    #[test]
    fn known_dependences_and_bounds_are_told() {
        let space = space(Profile::Seed38, Ranges::Seed);
        let mut weights = space.middle();
        weights[7] = 60.0;
        let rows = results(&samples(), Profile::Seed38).rows;
        let told = warnings(&space, &weights, &rows).join("\n");
        assert!(told.contains("PAWN_ISOLATED is at an end"), "{told}");
        // Few positions leave many features dependent; castling is always.
        assert!(told.contains("CASTLING"), "{told}");
    }
}
