//! Whatever is in a file: an error or an answer, in bounded time and memory.

use std::time::{Duration, Instant};

use tabia_go::{Recipe, SgfError, Writer, generate, read_diagram, read_position, read_problem};
use tabia_kernel::random::Seeded;

const PROBLEM: &str = "SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]TR[ab:bb][ca:cb]MA[aa:ba]";
const TEN_MEGABYTES: usize = 10 << 20;
/// Generous: debug builds on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads it, and not for long.
fn read(name: &str, bytes: &[u8]) -> Result<(), SgfError> {
    let start = Instant::now();
    let problem = read_problem(bytes).map(drop);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name}: {} bytes in {seconds:.2} s: {problem:.80?}",
        bytes.len()
    );
    assert!(start.elapsed() < PATIENCE, "{name} took {seconds:.1} s");
    if let Err(error) = &problem {
        assert!(error.to_string().len() < 300, "{name}");
    }
    problem
}

fn filled(before: &str, with: &str, after: &str) -> Vec<u8> {
    let count = TEN_MEGABYTES / with.len();
    format!("{before}{}{after}", with.repeat(count)).into_bytes()
}

#[test]
fn ten_megabytes_are_read_or_refused() {
    let is_fine = |name, bytes: Vec<u8>| read(name, &bytes).expect(name);
    let is_refused = |name, bytes: Vec<u8>| read(name, &bytes).expect_err(name).to_string();
    is_fine(
        "comment",
        filled(&format!("(;{PROBLEM}C["), "long \\] ", "])"),
    );
    is_fine(
        "unknown property",
        filled(&format!("(;{PROBLEM}XX"), "[aa]", ")"),
    );
    is_fine(
        "unknown properties",
        filled(&format!("(;{PROBLEM}"), "XX[a]", ")"),
    );
    is_fine("spaces", filled("(;", " \n", &format!("{PROBLEM})")));
    let deep = is_refused("moves", filled(&format!("(;{PROBLEM}"), ";B[];W[]", ")"));
    assert!(deep.contains("below one another"), "{deep}");
    let long = is_refused("variations", filled(&format!("(;{PROBLEM}"), "(;)", ")"));
    assert!(long.contains("nodes"), "{long}");
    is_fine(
        "a large collection",
        filled(&format!("(;{PROBLEM})"), "(;SZ[9]C[a]AB[aa])", ""),
    );
    let whole = format!("(;{PROBLEM}C[{}])", "x".repeat(200));
    is_fine("a collection of problems", filled("", &whole, ""));
    let marked = is_refused("unmarked", filled("", "(;SZ[9]AB[aa]C[some words])", ""));
    assert!(marked.contains("TR"), "{marked}");
    let lists = is_refused("lists", filled(&format!("(;{PROBLEM}TR"), "[aa:ii]", ")"));
    assert!(lists.contains("points"), "{lists}");
    let _ = read("stones", &filled("(;SZ[19]AB", "[aa:ss]", ")"));
    let _ = read("stones by property", &filled("(;SZ[19]", "AB[aa:ss]", ")"));
    let _ = read("points", &filled("(;SZ[19]AB", "[aa]", ")"));
    let _ = read("labels", &filled("(;SZ[19]LB", "[aa:xy]", ")"));
    let _ = read("an open value", &filled("(;C[", "x", ""));
    let _ = read("open trees", &filled("", "(", ""));
    let _ = read("closed trees", &filled("", ")", ""));
    let _ = read("brackets", &filled("(;AB", "[", ""));
    let _ = read("backslashes", &filled("(;C[", "\\", ""));
    let _ = read("letters", &filled("(;", "A", ""));
    let _ = read("zeros", &vec![0; TEN_MEGABYTES]);
    let _ = read("bytes that are no text", &vec![0xff; TEN_MEGABYTES]);
    let mut sets = b"(;CA[Shift_JIS]C[".to_vec();
    sets.extend(std::iter::repeat_n(0x95, TEN_MEGABYTES));
    let _ = read("half letters", &sets);
    let _ = read("a number", &filled("(;SZ[", "9", "])"));
    let peak = peak_mebibytes();
    println!("at most {peak:?} MiB");
    assert!(peak.is_none_or(|peak| peak < 2_000), "{peak:?} MiB");
}

/// The most memory that this process ever had, where the system tells.
fn peak_mebibytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[test]
fn deep_nesting_is_refused_or_read() {
    for depth in [10, 1_000, 3_999, 4_001, 100_000, 3_000_000] {
        let opened = format!("(;{PROBLEM}{}", "(;C[a]".repeat(depth));
        let closed = ")".repeat(depth + 1);
        let found = read("nested variations", format!("{opened}{closed}").as_bytes());
        assert_eq!(found.is_ok(), depth < 4_000, "{depth}");
        assert!(read("left open", opened.as_bytes()).is_err());
        let bare = read("brackets", "(".repeat(depth).as_bytes());
        assert!(bare.is_err());
    }
}

#[test]
fn several_character_sets_are_understood() {
    let sets: [(&str, &[u8]); 9] = [
        ("UTF-8", "C[死活]".as_bytes()),
        ("utf-8", b"C[\xff\xfe]"),
        ("Shift_JIS", b"C[\x8e\x80\x8a\x88 \x95\x5c]"),
        ("EUC-JP", b"C[\xbb\xe0\xb3\xe8]"),
        ("GB2312", b"C[\xcb\xc0\xbb\xee]"),
        ("GBK", b"C[\x81\x5c\x81\x5d]"),
        ("Big5", b"C[\xa6\xba\xac\xa1 \xa5\x5c]"),
        ("EUC-KR", b"C[\xbb\xe7\xc8\xb0]"),
        ("ISO-8859-1", b"C[caf\xe9]"),
    ];
    for (name, text) in sets {
        let mut bytes = format!("(;CA[{name}]{PROBLEM}").into_bytes();
        bytes.extend(text);
        bytes.push(b')');
        assert_eq!(
            read_problem(&bytes).map(|p| p.region().len()),
            Ok(2),
            "{name}"
        );
    }
    let marked = format!("\u{feff}(;{PROBLEM})");
    assert!(read_problem(marked.as_bytes()).is_ok(), "byte order mark");
    let wide: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let _ = read("UTF-16", &wide);
    let unknown = format!("(;CA[no such set]{PROBLEM}C[caf\u{e9}])");
    assert!(read_problem(unknown.as_bytes()).is_ok(), "unknown set");
}

/// Problems as the generator writes them, and as editors do.
fn samples() -> Vec<Vec<u8>> {
    let editors = [
        "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]RU[Japanese]SZ[9]KM[0.00]PW[White]PB[Black]\
         AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]TR[ab:bb][ca:cb]MA[aa:ba]C[To \\[live\\]]\
         (;B[aa]TE[1]C[RIGHT](;W[ba];B[])(;W[]))(;B[ba]BM[1];W[aa]C[tt: a pass];B[tt]))",
        "(;SZ[9:7]AB[aa]AE[aa];B[cc]N[x]BL[12.5];W[cd]LB[cc:1][cd:2];AB[dd]TR[dd]MA[de])",
        "(;FF[3]GM[1]SZ[19]GN[a]DT[1999-01-01]US[me]VW[aa:ss]DD[]AB[pd][dp];AW[dd][pp]PL[W])",
    ];
    let mut samples: Vec<Vec<u8>> = editors.map(|text| text.as_bytes().to_vec()).to_vec();
    for seed in 0..6 {
        let mut writer = Writer::new();
        let problem = generate(Recipe::Area { points: 12 }, seed);
        writer.open().problem(&problem).close();
        samples.push(writer.finish().into_bytes());
    }
    samples
}

#[test]
fn random_bytes_and_mutations_do_no_harm() {
    let seed = 51;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let samples = samples();
    let (mut read, mut refused) = (0, 0);
    let start = Instant::now();
    for number in 0..30_000 {
        let mut bytes = match number % 3 {
            0 => (0..random.below(200))
                .map(|_| random.below(256) as u8)
                .collect(),
            _ => samples[random.below(samples.len())].clone(),
        };
        if number % 3 != 0 {
            for _ in 0..1 + random.below(6) {
                mutate(&mut bytes, &samples, &mut random);
            }
        }
        match read_problem(&bytes) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
        if let Ok(diagram) = read_diagram(&bytes) {
            assert!(diagram.crucial.iter().all(|p| diagram.board.contains(*p)));
        }
        let _ = read_position(&bytes, Some(random.below(4)));
    }
    println!("{read} read, {refused} refused in {:?}", start.elapsed());
    assert!(
        read > 500 && refused > 10_000,
        "{read} read, {refused} refused"
    );
}

fn mutate(bytes: &mut Vec<u8>, samples: &[Vec<u8>], random: &mut Seeded) {
    const TELLING: &[u8] = b"()[];:\\ABWCTRMPLSZaist19\n\x00\x80\xff";
    if bytes.is_empty() {
        return;
    }
    let at = random.below(bytes.len());
    let to = (at + 1 + random.below(12)).min(bytes.len());
    match random.below(7) {
        0 => bytes[at] = random.below(256) as u8,
        1 => bytes[at] = TELLING[random.below(TELLING.len())],
        2 => bytes.insert(at, TELLING[random.below(TELLING.len())]),
        3 => drop(bytes.drain(at..to)),
        4 => bytes.truncate(at),
        5 => {
            let piece = bytes[at..to].to_vec();
            let times = 1 + random.below(20);
            let piece = piece.repeat(times);
            bytes.splice(at..at, piece);
        }
        _ => {
            let other = &samples[random.below(samples.len())];
            let from = random.below(other.len());
            let until = (from + random.below(40)).min(other.len());
            bytes.splice(at..to, other[from..until].iter().copied());
        }
    }
}
