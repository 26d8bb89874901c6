//! What this program is made of, for whoever reports a problem.

use std::sync::LazyLock;

use tabia_desk::Games;

/// The text of `--version`; `-V` prints the first line alone.
pub(crate) fn text() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let revision = match option_env!("TABIA_REVISION") {
            Some(revision) => format!(" ({revision})"),
            None => String::new(),
        };
        let profile = match cfg!(debug_assertions) {
            true => "with debug assertions",
            false => "optimised",
        };
        format!(
            "{version}{revision}\n\
             target:     {arch}-{os}, {profile}\n\
             processor:  {paths}\n\
             games:      {games}\n\
             libraries:  SQLite {sqlite}, {solver}",
            version = env!("CARGO_PKG_VERSION"),
            arch = std::env::consts::ARCH,
            os = std::env::consts::OS,
            paths = paths(),
            games = Games::default().names().join(", "),
            sqlite = rusqlite::version(),
            solver = tabia_kernel::symmetry::SOLVER,
        )
    });
    &TEXT
}

/// Which instructions beyond the target's own are used on this machine.
fn paths() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let known = [
            ("popcnt", std::arch::is_x86_feature_detected!("popcnt")),
            ("lzcnt", std::arch::is_x86_feature_detected!("lzcnt")),
            ("bmi1", std::arch::is_x86_feature_detected!("bmi1")),
            ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
            ("avx2", std::arch::is_x86_feature_detected!("avx2")),
        ];
        let names = |there: bool| {
            let names = known.iter().filter(|(_, has)| *has == there);
            names.map(|(name, _)| *name).collect::<Vec<&str>>()
        };
        match (names(true), names(false)) {
            (has, lacks) if lacks.is_empty() => has.join(" "),
            (has, lacks) => format!("{} (without {})", has.join(" "), lacks.join(" ")),
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        "as the target says".to_owned()
    }
}
