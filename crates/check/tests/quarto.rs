//! The checker against a naive prover: true certificates are accepted, damaged
//! ones refused, and no false claim ever passes.

mod prover;

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use prover::cheat;
use prover::{Certificate, Dice, Game, Root, Strategy, Variant, seal, with_digest};
use tabia_check::quarto::{self, CheckError, Damage, Goal, Options, Report, Side, Stage};

fn check(file: &[u8]) -> Result<Report, CheckError> {
    quarto::check(
        Cursor::new(file),
        Options {
            threads: 1,
            ..Options::default()
        },
    )
}

/// How few pieces the naive prover copes with in a fraction of a second.
fn fewest_placed(variant: Variant) -> usize {
    match (variant.properties, variant.misere) {
        (1, _) => 6,
        (2, false) => 8,
        (2, true) | (_, false) => 9,
        (_, true) => 10,
    }
}

/// True certificates of random roots of all kinds, with and without entries.
static SAMPLES: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let seed = 1;
    println!("seed of the samples {seed}");
    let mut dice = Dice(seed);
    let mut samples = Vec::new();
    for variant in Variant::all() {
        for (has_hand, extra) in [(true, 0), (false, 0), (true, 1), (false, 1)] {
            let mut game = Game::new(variant);
            let root = game.random_root(fewest_placed(variant) + extra, has_hand, &mut dice);
            let first_leaf = 10 + dice.below(3) as u8;
            samples.push(game.prove(&root, first_leaf, &mut dice));
        }
    }
    samples
});

#[test]
fn true_claims_are_accepted() {
    let mut entries = 0;
    for certificate in SAMPLES.iter() {
        let report = check(&certificate.file()).unwrap_or_else(|error| {
            panic!("{error}\n{:?} {:?}", certificate.variant, certificate.root)
        });
        assert_eq!(report.value, certificate.value);
        assert_eq!(report.bytes, certificate.file().len() as u64);
        assert_eq!(report.strategies.len(), certificate.strategies.len());
        for (told, strategy) in report.strategies.iter().zip(&certificate.strategies) {
            assert_eq!(told.side == Side::Mover, strategy.side == 0);
            assert_eq!(told.goal == Goal::Win, certificate.value != 0);
            assert_eq!(told.layers.len(), strategy.layers.len());
            entries += told.layers.iter().map(|layer| layer.entries).sum::<u64>();
        }
    }
    assert!(
        entries > 1_000,
        "the samples have too few entries to mean anything: {entries}"
    );
}

/// Certificates without entries leave all to the checker's own search, which
/// must accept exactly one of the three values.
#[test]
fn the_search_agrees_with_minimax() {
    let seed = 2;
    println!("seed {seed}");
    let mut dice = Dice(seed);
    let mut by_value = [0; 3];
    for variant in Variant::all() {
        let mut game = Game::new(variant);
        for i in 0..30 {
            let placed = fewest_placed(variant).max(9) + i % 3;
            let root = game.random_root(placed.min(11), i % 4 != 0, &mut dice);
            let value = game.root_value(&root);
            by_value[(value + 1) as usize] += 1;
            for claimed in -1..=1 {
                let sides = [vec![1], vec![0, 1], vec![0]][(claimed + 1) as usize].clone();
                let strategies = sides
                    .into_iter()
                    .map(|side| Strategy {
                        side,
                        first_leaf: 6,
                        layers: Vec::new(),
                    })
                    .collect();
                let file = Certificate {
                    variant,
                    value: claimed,
                    root,
                    strategies,
                }
                .file();
                match check(&file) {
                    Ok(_) => assert_eq!(claimed, value, "{variant:?} {root:?}"),
                    Err(CheckError::Refuted(_)) => {
                        assert_ne!(claimed, value, "{variant:?} {root:?}")
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(by_value.iter().all(|&count| count > 50), "{by_value:?}");
}

#[test]
fn every_damaged_byte_is_noticed() {
    let mut dice = Dice(3);
    let mut game = Game::new(Variant {
        family: 0,
        properties: 4,
        misere: false,
    });
    let root = game.random_root(9, true, &mut dice);
    let whole = game.prove(&root, 12, &mut dice).file();
    assert!(check(&whole).is_ok());
    for i in 0..whole.len() {
        let mut file = whole.clone();
        file[i] ^= 1 + dice.below(255) as u8;
        let refused = check(&file);
        assert!(
            matches!(refused, Err(CheckError::Damaged(_))),
            "byte {i}: {refused:?}"
        );
        let refused = check(&whole[..i]);
        assert!(
            matches!(refused, Err(CheckError::Damaged(_))),
            "{i} bytes: {refused:?}"
        );
    }
    let mut longer = whole.clone();
    longer.push(0);
    assert!(matches!(
        check(&longer),
        Err(CheckError::Damaged(Damage::Digest(_)))
    ));
}

/// Whether the claim at the head of these contents is true; `None` if there
/// is no such position.
fn is_true(payload: &[u8], games: &mut HashMap<Variant, Game>) -> Option<bool> {
    let [family, properties, misere, value, has_hand, ..] = *payload else {
        return None;
    };
    let variant = Variant {
        family,
        properties,
        misere: misere == 1,
    };
    let mut word = u64::from_le_bytes(payload.get(5..13)?.try_into().unwrap());
    let mut root = Root {
        cells: [None; 16],
        hand: None,
    };
    root.hand = (has_hand == 1).then_some((word >> 16 & 15) as u8);
    let occupied = word as u16;
    word >>= 20;
    for c in (0..16).filter(|c| occupied >> c & 1 == 1) {
        root.cells[c] = Some((word & 15) as u8);
        word >>= 4;
    }
    let game = games.entry(variant).or_insert_with(|| Game::new(variant));
    Some(!game.is_over(&root.cells) && game.root_value(&root) == value as i8)
}

/// One change somewhere in the contents, small or in the structure.
fn mutate(certificate: &Certificate, dice: &mut Dice) -> Vec<u8> {
    let mut changed = certificate.clone();
    let which = dice.below(changed.strategies.len());
    let strategy = &mut changed.strategies[which];
    let layers = strategy.layers.len();
    match dice.below(8) {
        0 if layers > 0 => {
            // Another move, legal or not.
            let entries = &mut strategy.layers[dice.below(layers)].1;
            let i = dice.below(entries.len());
            entries[i].1 ^= 1 + dice.below(255) as u8;
        }
        1 if layers > 0 => {
            let entries = &mut strategy.layers[dice.below(layers)].1;
            entries.remove(dice.below(entries.len()));
        }
        2 => {
            changed.value = [0, 1, -1][dice.below(3)];
            if changed.value != 0 {
                let strategy = changed.strategies.swap_remove(which);
                changed.strategies = vec![strategy];
            }
            if let [only] = &mut changed.strategies[..] {
                only.side = u8::from(changed.value == -1);
            }
        }
        3 => changed.variant.family = (changed.variant.family + 1 + dice.below(2) as u8) % 3,
        4 => changed.variant.properties = 1 + dice.below(4) as u8,
        5 => changed.variant.misere ^= true,
        6 => strategy.side ^= 1,
        _ => {
            let mut payload = changed.payload();
            let i = dice.below(payload.len());
            payload[i] ^= 1 << dice.below(8);
            return payload;
        }
    }
    changed.payload()
}

/// Changes sealed with a right digest are refused unless the claim is true. So
/// many are made to each sample.
fn no_false_claim_is_accepted_after(seed: u64, changes: usize) {
    println!("seed {seed}");
    let mut dice = Dice(seed);
    let mut games = HashMap::new();
    let (mut accepted, mut refuted, mut damaged) = (0, 0, 0);
    for certificate in SAMPLES.iter() {
        for _ in 0..changes {
            let payload = mutate(certificate, &mut dice);
            match check(&seal(&payload)) {
                Ok(_) => {
                    accepted += 1;
                    assert_eq!(is_true(&payload, &mut games), Some(true), "{payload:?}");
                }
                Err(CheckError::Refuted(_)) => refuted += 1,
                Err(CheckError::Damaged(_)) => damaged += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    println!("{accepted} accepted, {refuted} refuted, {damaged} damaged");
    let most = SAMPLES.len() * changes;
    assert!(most >= 1_000 && refuted >= most / 5 && damaged >= most / 15);
}

#[test]
fn no_false_claim_is_accepted() {
    no_false_claim_is_accepted_after(4, 16);
}

#[test]
#[ignore = "5 min: 25,000 changed certificates"]
fn no_false_claim_is_accepted_after_25_000_changes() {
    no_false_claim_is_accepted_after(5, 25_000_usize.div_ceil(SAMPLES.len()));
}

/// Without one of its entries a strategy no longer covers what it reaches.
#[test]
fn a_missing_entry_is_named() {
    let mut dice = Dice(6);
    let mut game = Game::new(Variant {
        family: 0,
        properties: 4,
        misere: false,
    });
    let (mut missing, mut tried) = (0, 0);
    while tried < 40 {
        let root = game.random_root(9, true, &mut dice);
        let certificate = game.prove(&root, 12, &mut dice);
        for (s, strategy) in certificate.strategies.iter().enumerate() {
            let Some((_, entries)) = strategy.layers.last() else {
                continue;
            };
            let mut changed = certificate.clone();
            let cut = &mut changed.strategies[s].layers.last_mut().unwrap().1;
            cut.remove(dice.below(entries.len()));
            tried += 1;
            match check(&changed.file()) {
                Ok(_) => {
                    // Then another entry was of the same class.
                    let whole = check(&certificate.file()).unwrap();
                    let layer = whole.strategies[s].layers.last().unwrap();
                    assert!(layer.classes < layer.entries);
                }
                Err(CheckError::Refuted(refutation)) => {
                    missing += 1;
                    let text = refutation.to_string();
                    assert!(text.contains("whose class has no entry"), "{text}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(missing > 20, "{missing} of {tried}");
}

#[test]
fn malformed_contents_are_refused() {
    let mut dice = Dice(7);
    let mut game = Game::new(Variant {
        family: 0,
        properties: 4,
        misere: false,
    });
    let sample = loop {
        let root = game.random_root(9, true, &mut dice);
        let certificate = game.prove(&root, 12, &mut dice);
        if certificate.value == 0
            && certificate
                .strategies
                .iter()
                .all(|s| s.layers.iter().any(|l| l.1.len() > 2))
        {
            break certificate;
        }
    };
    let refused = |payload: &[u8], wanted: &str| {
        let error = check(&seal(payload)).expect_err(wanted).to_string();
        assert!(error.contains(wanted), "{error} does not mention {wanted}");
    };
    let change = |edit: &dyn Fn(&mut Certificate)| {
        let mut changed = sample.clone();
        edit(&mut changed);
        changed.payload()
    };
    assert!(check(&sample.file()).is_ok());
    let good = sample.payload();

    let header = |at: usize, byte: u8| {
        let mut payload = good.clone();
        payload[at] = byte;
        payload
    };
    refused(&header(0, 3), "the rules' number is 3, not 0 to 2");
    refused(&header(1, 0), "the number of properties is 0, not 1 to 4");
    refused(&header(2, 2), "the misère byte is 2");
    refused(&header(3, 2), "the value is 2, not -1 to 1");
    refused(&header(3, 1), "the number of strategies is 2, not 1");
    refused(&header(4, 2), "the byte that tells of a hand is 2");
    refused(&header(12, 0xff), "the root 0x");
    refused(
        &header(15, 5),
        "strategy 1: its first leaf is 5, not 6 to 12",
    );
    refused(&header(15, 13), "first leaf is 13");
    refused(&header(16, 13), "its number of layers is 13");
    refused(&change(&|c| c.strategies[1].side = 0), "same side");
    refused(
        &change(&|c| c.strategies[0].layers.swap(0, 1)),
        "its next layer is",
    );
    refused(
        &change(&|c| c.strategies[0].layers[1].1.swap(0, 1)),
        "difference to the word before",
    );
    refused(
        &change(&|c| {
            let entries = &mut c.strategies[0].layers[1].1;
            entries.insert(0, entries[0]);
        }),
        "entry 2: its difference",
    );
    refused(
        &change(&|c| c.strategies[0].layers[0].1[0].0 |= 1 << 63),
        "bits that mean nothing",
    );
    refused(
        &change(&|c| {
            let stray = c.strategies[0].layers[0].1[0];
            c.strategies[0].layers[1].1 = vec![stray];
        }),
        "does not belong in this layer",
    );

    let trailing = [&good[..], &[0]].concat();
    refused(&trailing, "bytes follow the last strategy");
    refused(
        &good[..good.len() - 1],
        "its contents end within strategy 2, layer of",
    );
    // The number of entries of the first layer.
    let mut absurd = good.clone();
    absurd[18..26].fill(0xff);
    refused(&absurd, "is 18446744073709551615, not 0 to 16777216");
}

#[test]
fn malformed_frames_are_refused() {
    let refused = |file: Vec<u8>, wanted: &str| {
        let error = check(&with_digest(file)).expect_err(wanted);
        assert!(matches!(error, CheckError::Damaged(_)));
        assert!(
            error.to_string().contains(wanted),
            "{error} does not mention {wanted}"
        );
    };
    let mut dice = Dice(8);
    let mut game = Game::new(Variant {
        family: 1,
        properties: 3,
        misere: false,
    });
    let root = game.random_root(10, false, &mut dice);
    let payload = game.prove(&root, 12, &mut dice).payload();
    let magic = b"TABIAQC1";
    let bare = zstd::encode_all(&payload[..], 3).unwrap();
    refused([magic, &bare[..]].concat(), "no checksum");
    refused(magic.to_vec(), "does not begin as one");
    refused([magic, &payload[..]].concat(), "does not begin as one");

    let sealed = seal(&payload);
    let whole = &sealed[..sealed.len() - 32];
    let second = [whole, &whole[8..]].concat();
    refused(second, "bytes follow the zstd frame");
    refused(whole[..whole.len() - 6].to_vec(), "");

    let mut packer = zstd::Encoder::new(magic.to_vec(), 3).unwrap();
    packer.include_checksum(true).unwrap();
    packer.window_log(28).unwrap();
    std::io::Write::write_all(&mut packer, &payload).unwrap();
    std::io::Write::flush(&mut packer).unwrap();
    refused(packer.finish().unwrap(), "zstd frame cannot be read");
}

#[test]
fn threads_and_memory_change_neither_report_nor_reason() {
    let mut dice = Dice(9);
    for certificate in SAMPLES.iter().step_by(5) {
        let mut payloads = vec![certificate.payload()];
        payloads.extend((0..4).map(|_| mutate(certificate, &mut dice)));
        for payload in payloads {
            let told = |threads, memory| {
                let options = Options {
                    threads,
                    memory,
                    ..Options::default()
                };
                quarto::check(Cursor::new(seal(&payload)), options).map_err(|e| e.to_string())
            };
            assert_eq!(told(1, 0), told(3, 0));
            assert_eq!(told(1, 0), told(2, 8));
        }
    }
}

#[test]
fn progress_is_told_and_cancelling_ends_the_check() {
    let mut dice = Dice(11);
    let mut game = Game::new(Variant {
        family: 0,
        properties: 4,
        misere: false,
    });
    let file = loop {
        let root = game.random_root(9, true, &mut dice);
        let certificate = game.prove(&root, 11, &mut dice);
        if certificate.strategies[0].layers.len() == 1 {
            break certificate.file();
        }
    };
    let mut stages = Vec::new();
    let mut told = |progress: quarto::Progress| {
        assert!(progress.done <= progress.total);
        stages.push(progress.stage);
    };
    let options = Options {
        progress: Some(&mut told),
        ..Options::default()
    };
    quarto::check(Cursor::new(&file), options).unwrap();
    for stage in [
        Stage::Digest,
        Stage::Reading,
        Stage::Following,
        Stage::Searching,
    ] {
        assert!(stages.contains(&stage), "{stage:?}");
    }
    let cancel = AtomicBool::new(true);
    let options = Options {
        cancel: Some(&cancel),
        ..Options::default()
    };
    let refused = quarto::check(Cursor::new(&file), options);
    assert!(matches!(refused, Err(CheckError::Cancelled)));
}

/// How false claims fared.
#[derive(Default, Debug)]
struct Forged {
    claims: usize,
    files: usize,
    refuted: usize,
    damaged: usize,
}

impl Forged {
    fn check(&mut self, certificate: &Certificate) {
        self.files += 1;
        match check(&certificate.file()) {
            Ok(_) => panic!("accepted: {certificate:?}"),
            Err(CheckError::Refuted(_)) => self.refuted += 1,
            Err(CheckError::Damaged(_)) => self.damaged += 1,
            Err(error) => panic!("{error}"),
        }
    }
}

/// Claims what is false about random roots until so many files were tried: the
/// strategy is right where a move reaches the goal, and elsewhere it cheats in
/// every way that `ways` knows, or has no entry.
fn forge(seed: u64, files: usize, ways: impl Fn(&Game, &Root, u8) -> Vec<u8>) -> Forged {
    println!("seed {seed}");
    let mut dice = Dice(seed);
    let mut forged = Forged::default();
    let mut games: Vec<Game> = Variant::all().into_iter().map(Game::new).collect();
    let mut number = 0;
    while forged.files < files {
        let count = games.len();
        let game = &mut games[number % count];
        number += 1;
        let placed = fewest_placed(game.variant).max(9) + dice.below(2);
        let root = game.random_root(placed.min(10), dice.below(3) > 0, &mut dice);
        let value = game.root_value(&root);
        let proof = game.prove(&root, 12, &mut dice);
        for claimed in (-1..=1).filter(|&claimed| claimed != value) {
            forged.claims += 1;
            // Somebody else's strategies, if it needs as many.
            let mut other = proof.clone();
            other.value = claimed;
            other
                .strategies
                .iter_mut()
                .for_each(|one| one.side ^= u8::from(claimed != 0));
            if claimed.abs() == value.abs() {
                forged.check(&other);
            }
            forged.check(&game.forge(&root, claimed, &|_, _, _| None, &mut dice));
            let side = u8::from(claimed == -1 || claimed == 0 && value == 1);
            for way in ways(game, &root, side) {
                let certificate = game.forge(&root, claimed, &|_, _, _| Some(way), &mut dice);
                forged.check(&certificate);
            }
            // The same kind of cheat everywhere, if not the same move.
            for kind in 0..20 {
                let cheat = |game: &Game, cells: &_, hand| {
                    let moves = cheat::moves(game, cells, hand);
                    Some(moves[kind % moves.len()])
                };
                forged.check(&game.forge(&root, claimed, &cheat, &mut dice));
            }
        }
    }
    println!("{forged:?}");
    forged
}

#[test]
fn no_forged_strategy_is_accepted() {
    let forged = forge(21, 2_000, |_, _, _| Vec::new());
    assert!(forged.refuted > 1_000, "{forged:?}");
}

#[test]
#[ignore = "10 min: 100,000 forged certificates"]
fn no_forged_strategy_is_accepted_of_100_000() {
    forge(22, 100_000, |_, _, _| (0..=255).collect());
}
