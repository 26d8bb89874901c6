//! Numbers on the command line: every option has a range, and what lies beyond it
//! is refused.

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Arg, Command};
use tabia_desk::Games;

/// An option or argument of a command, and the words that lead to the command.
pub(crate) struct Asked {
    pub(crate) path: Vec<String>,
    pub(crate) arg: Arg,
}

impl Asked {
    /// `chess match --games`.
    pub(crate) fn name(&self) -> String {
        let option = match self.arg.get_long() {
            Some(long) => format!("--{long}"),
            None => self.arg.get_id().to_string(),
        };
        format!("{} {option}", self.path.join(" "))
    }

    fn is<T: 'static>(&self) -> bool {
        self.arg.get_value_parser().type_id() == TypeId::of::<T>()
    }

    /// Whether it is a number as the program has them.
    pub(crate) fn is_number(&self) -> bool {
        let whole = self.is::<u8>() || self.is::<u16>() || self.is::<u32>() || self.is::<u64>();
        let signed = self.is::<i8>() || self.is::<i16>() || self.is::<i32>() || self.is::<i64>();
        let real = self.is::<f32>() || self.is::<f64>();
        whole || signed || real || self.is::<usize>() || self.is::<isize>()
    }

    /// Whether it is a word that holds no number of ours.
    fn is_word(&self) -> bool {
        let values = self.arg.get_possible_values();
        let one_of_some = values.iter().any(|value| !value.is_hide_set());
        one_of_some || self.is::<String>() || self.is::<PathBuf>() || self.is::<bool>()
    }
}

/// All that commands ask for.
pub(crate) fn asked() -> Vec<Asked> {
    fn walk(command: &Command, path: &[String], found: &mut Vec<Asked>) {
        for arg in command.get_arguments() {
            if arg.get_action().takes_values() {
                let (path, arg) = (path.to_vec(), arg.clone());
                found.push(Asked { path, arg });
            }
        }
        for below in command.get_subcommands() {
            let path = [path, &[below.get_name().to_owned()]].concat();
            walk(below, &path, found);
        }
    }
    let mut found = Vec::new();
    walk(&tabia::command_line(&Games::default()), &[], &mut found);
    found
}

/// A range as the help has it: `[1 to 1024]`.
pub(crate) fn range(arg: &Arg) -> Option<(String, String)> {
    let help = arg.get_help()?.to_string();
    let (_, range) = help.strip_suffix(']')?.rsplit_once('[')?;
    let (lo, hi) = range.split_once(" to ")?;
    Some((lo.to_owned(), hi.to_owned()))
}

/// Options of a notation of their own with numbers in it: where they stand.
const NOTATIONS: &[(&str, &[&str])] = &[
    (
        "--control",
        &["nodes:{}", "depth:{}", "movetime:{}", "{}+0", "60+{}"],
    ),
    ("--think", &["nodes:{}", "depth:{}"]),
    ("--sprt", &["{},10", "0,{}"]),
    ("--listen", &["127.0.0.1:{}"]),
    ("--level", &["{}"]),
    ("--a", &["{}"]),
    ("--b", &["{}"]),
];

/// Options that are words of a type of their own, without numbers.
const WORDS: &[&str] = &[
    "--profile",
    "--profiles",
    "--method",
    "--methods",
    "--equivalence",
    "--only",
    "--heuristic",
    "--me",
    "--position",
    "id",
];

/// Where the number stands in such an option.
fn forms(asked: &Asked) -> Option<&'static [&'static str]> {
    let name = asked.name();
    let option = name.rsplit(' ').next().unwrap_or_default();
    let found = NOTATIONS.iter().find(|(listed, _)| *listed == option);
    found.filter(|_| !asked.is_word()).map(|(_, forms)| *forms)
}

/// Whether a text is a number of this range, by other means than the program's.
fn fits(text: &str, whole: bool, (lo, hi): &(String, String)) -> bool {
    if whole {
        let read = |text: &str| text.parse::<i128>().ok();
        let [lo, hi] = [lo, hi].map(|end| read(end).expect("a whole number"));
        return read(text).is_some_and(|number| lo <= number && number <= hi);
    }
    let read = |text: &str| text.parse::<f64>().ok();
    let [lo, hi] = [lo, hi].map(|end| read(end).expect("a number"));
    read(text).is_some_and(|number| lo <= number && number <= hi)
}

/// What a script, a slip of the hand or an adversary may give as a number.
pub(crate) const VALUES: [&str; 26] = [
    "0",
    "1",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "-1",
    "-9223372036854775809",
    "NaN",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "1e309",
    "1e-320",
    "-0.0000001",
    "",
    "0x10",
    "+5",
    " 5",
    "5\n",
];

#[test]
fn every_number_has_a_range_which_help_shows() {
    let (mut numbers, mut faults) = (0, Vec::new());
    for asked in asked() {
        let name = asked.name();
        let is_listed = WORDS.iter().any(|word| name.ends_with(&format!(" {word}")));
        if asked.is_number() {
            numbers += 1;
            if range(&asked.arg).is_none() {
                faults.push(format!("{name}: no [LEAST to MOST] at the end of its help"));
            }
        } else if !(asked.is_word() || is_listed || forms(&asked).is_some()) {
            faults.push(format!("{name}: not in WORDS, and not in NOTATIONS"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(numbers > 150, "{numbers} numbers found");
}

#[test]
fn numbers_out_of_range_are_refused_by_name_value_and_range() {
    let program = tabia::command_line(&Games::default());
    let (mut refused, mut taken) = (0, 0);
    for asked in asked().iter().filter(|asked| asked.is_number()) {
        let name = asked.name();
        let range = range(&asked.arg).expect("another test says so");
        let whole = !(asked.is::<f64>() || asked.is::<f32>());
        let (lo, hi) = &range;
        let ends = [lo.clone(), hi.clone()];
        // One beyond, where a whole number has it.
        let beyond = [
            lo.parse::<i128>().map(|n| n - 1),
            hi.parse().map(|n: i128| n + 1),
        ];
        let beyond = beyond.into_iter().flatten().map(|n| n.to_string());
        let values = VALUES
            .map(str::to_owned)
            .into_iter()
            .chain(ends)
            .chain(beyond);
        for value in values {
            let mut words = vec!["tabia".to_owned()];
            words.extend(asked.path.iter().cloned());
            match asked.arg.get_long() {
                Some(long) => words.push(format!("--{long}={value}")),
                None => {
                    let before = asked.arg.get_index().map_or(2, |index| index);
                    words.push("--".to_owned());
                    words.extend(vec!["startpos".to_owned(); before - 1]);
                    words.push(value.clone());
                }
            }
            let error = program.clone().try_get_matches_from(&words).err();
            let error = error.filter(|e| e.kind() == clap::error::ErrorKind::ValueValidation);
            if fits(&value, whole, &range) {
                let error = error.map(|error| error.to_string());
                assert!(error.is_none(), "{name} {value}: {error:?}");
                taken += 1;
                continue;
            }
            let Some(error) = error else {
                panic!("{name} takes {value:?}, which is not from {lo} to {hi}");
            };
            assert_eq!(error.exit_code(), 2);
            let message = error.to_string();
            let option = asked.arg.get_long().unwrap_or("<");
            for part in [option, &format!("'{value}'"), &format!("from {lo} to {hi}")] {
                assert!(message.contains(part), "{name} {value:?}: {message}");
            }
            refused += 1;
        }
    }
    eprintln!("{refused} refused, {taken} taken");
    assert!(
        refused > 3_000 && taken > 500,
        "{refused} refused, {taken} taken"
    );
}

#[test]
fn words_with_numbers_are_refused_where_the_number_is_none() {
    let program = tabia::command_line(&Games::default());
    let none = [
        "NaN",
        "nan",
        "inf",
        "-inf",
        "",
        "0x10",
        "1e309",
        "-9223372036854775809",
        "340282366920938463463374607431768211456",
    ];
    let mut refused = 0;
    for asked in asked() {
        for form in forms(&asked).unwrap_or_default() {
            for number in none {
                let value = form.replace("{}", number);
                let mut words = vec!["tabia".to_owned()];
                words.extend(asked.path.iter().cloned());
                let name = asked.name();
                let option = name.rsplit(' ').next().expect("a word");
                words.push(format!("{option}={value}"));
                let Err(error) = program.clone().try_get_matches_from(&words) else {
                    panic!("{name} takes {value:?}");
                };
                let message = error.to_string();
                assert_eq!(error.exit_code(), 2);
                assert!(
                    message.contains("invalid value"),
                    "{name} {value}: {message}"
                );
                assert!(
                    message.contains(&format!("'{value}'")),
                    "{name} {value}: {message}"
                );
                refused += 1;
            }
        }
    }
    assert!(refused > 200, "{refused} refused");
}
