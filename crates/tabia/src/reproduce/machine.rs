//! When and on what a report was made.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// The circumstances of a measurement.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Circumstances {
    /// The date, UTC.
    pub(crate) date: String,
    /// The processor, as it calls itself.
    pub(crate) processor: String,
    /// How many threads it runs at once.
    pub(crate) cores: usize,
    /// Memory of the machine in mebibytes, where the system tells.
    pub(crate) memory_mib: Option<u64>,
    /// The operating system.
    pub(crate) system: &'static str,
    /// The version of Tabia.
    pub(crate) version: &'static str,
    /// Whether it was compiled for speed.
    pub(crate) optimised: bool,
    /// What was asked for.
    pub(crate) command: String,
}

impl Circumstances {
    /// Those of this moment.
    pub(crate) fn now() -> Circumstances {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let days = since.map_or(0, |since| since.as_secs() / 86_400);
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Circumstances {
            date: date(days),
            processor: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: memory_mib(),
            system: std::env::consts::OS,
            version: env!("CARGO_PKG_VERSION"),
            optimised: !cfg!(debug_assertions),
            command: format!("tabia {}", arguments.join(" ")),
        }
    }

    /// When, how and on what a report was made, in words; `with` are the seed
    /// and the like.
    pub(crate) fn made(&self, with: &str) -> String {
        format!(
            "Made on {} by `{}`, Tabia {} ({}){with}, on {} ({} threads, {})",
            self.date,
            self.command,
            self.version,
            self.profile(),
            self.processor,
            self.cores,
            self.system
        )
    }

    /// How it was compiled, for people.
    pub(crate) fn profile(&self) -> &'static str {
        match self.optimised {
            true => "optimised build",
            false => "build with debug assertions: times are not representative",
        }
    }
}

/// The machine's memory where the system tells.
fn memory_mib() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find(|line| line.starts_with("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib >> 10)
}

/// The processor's name where the system tells, else its architecture.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").ok();
    let name = told.as_deref().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    name.unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The date so many days after 1970-01-01, in the Gregorian calendar.
///
/// Years are counted from March on, so that the leap day comes last; 400 of
/// them have 146,097 days.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March: 31, 30, 31, 30, 31 days and again; 153 for five.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(15_959), "2013-09-11");
        assert_eq!(date(20_453), "2025-12-31");
        assert_eq!(date(20_454), "2026-01-01");
        assert_eq!(date(47_540), "2100-02-28");
        assert_eq!(date(47_541), "2100-03-01");
    }
}
