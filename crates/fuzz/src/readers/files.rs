//! Files with checksums: tables, lists, materials, books, what solvers remember,
//! certificates.
//!
//! Damage that a checksum reveals is the easy part, so what is damaged here is
//! what lies inside: checksums are made right again, as somebody would who means
//! harm. Half of the inputs are left as they are.

use std::io::Cursor;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use tabia_check::quarto::{Options, check};
use tabia_darkchess::{Material, interaction_graph};
use tabia_kernel::endgame::{
    Contents, Label, TableReader, WonList, encode_bytes, encode_distances, encode_wonlist,
};
use tabia_kernel::search::Stop;
use tabia_kernel::symmetry::material::{Classes, Code};
use tabia_quarto::certificate::prove;
use tabia_quarto::{Book, ReadBookError, Rules, Solver, SolverOptions};

use super::{answer, to_prove};
use crate::Reader;

pub(super) fn readers() -> Vec<Reader> {
    vec![
        tables(),
        won_lists(),
        materials(),
        books(),
        memories(),
        certificates(),
    ]
}

fn label() -> Label {
    Label {
        game: "game".to_owned(),
        rules: "rules".to_owned(),
        equivalence: "none".to_owned(),
        class: "class".to_owned(),
    }
}

/// Whether this input keeps its checksums as they are: by a sum of all of it, so
/// that it is the same each time.
fn is_left(bytes: &[u8]) -> bool {
    crc32fast::hash(bytes).is_multiple_of(2)
}

/// The input with the last four bytes made its checksum, unless it is left.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    if !is_left(bytes) {
        mend_end(&mut mended);
    }
    mended
}

/// Makes the last four bytes the checksum of what is before them.
fn mend_end(bytes: &mut [u8]) {
    if let Some((body, end)) = bytes.split_last_chunk_mut() {
        *end = crc32fast::hash(body).to_le_bytes();
    }
}

fn tables() -> Reader {
    let points: Vec<u8> = (0..600_u32).map(|i| (i * i % 61) as u8).collect();
    let distances: Vec<u16> = (0..600_u16).map(|i| i * 7 % 300).collect();
    let samples = vec![
        encode_bytes(&label(), &points),
        encode_bytes(&label(), &[3; 600]),
        encode_distances(&label(), &distances),
    ];
    // Magic, contents, texts, indices, block size.
    let before_count = 9 + label().game.len() + label().rules.len() + 4 + 5 + 4 + 8 + 4;
    Reader::new("table", samples, move |bytes| {
        let bytes = mend_table(bytes, before_count);
        let open = |contents| {
            TableReader::new(Cursor::new(&bytes), Path::new("t"), &label(), contents, 600)
        };
        let points = open(Contents::Bytes).and_then(|table| table.bytes());
        match points {
            Ok(points) => {
                assert_eq!(points.len(), 600);
                "read".to_owned()
            }
            Err(_) => answer(open(Contents::Distances).and_then(|table| table.distances())),
        }
    })
}

/// The input with the checksums of a table's header and of the whole made right,
/// unless it is left.
fn mend_table(bytes: &[u8], before_count: usize) -> Vec<u8> {
    let mut mended = bytes.to_vec();
    if is_left(bytes) {
        return mended;
    }
    let count = bytes.get(before_count..before_count + 4);
    if let Some(count) = count.and_then(|count| count.try_into().ok()) {
        let directory = 8 * u64::from(u32::from_le_bytes(count));
        let end = before_count as u64 + 4 + directory;
        if end + 8 <= bytes.len() as u64 {
            let end = end as usize;
            let sum = crc32fast::hash(&bytes[..end]).to_le_bytes();
            mended[end..end + 4].copy_from_slice(&sum);
        }
    }
    mend_end(&mut mended);
    mended
}

fn won_lists() -> Reader {
    let squares: Vec<u64> = (0..300).map(|i| i * i).collect();
    let samples = vec![
        encode_wonlist(&label(), 100_000, &squares),
        encode_wonlist(&label(), 100_000, &[]),
    ];
    Reader::new("won-list", samples, |bytes| {
        let list = WonList::new(mended(bytes), Path::new("w"), &label(), 100_000);
        answer(list.and_then(|list| list.numbers()))
    })
}

fn materials() -> Reader {
    let mut classes = Classes::new();
    for (code, text) in (0..).zip(["K-k", "P-p", "KP-k", "G-c"]) {
        let material: Material = text.parse().expect("a material");
        classes.add(Code(code), &interaction_graph(material).0);
    }
    let packed = classes.to_bytes();
    Reader::new("materials", vec![packed], |bytes| {
        answer(Classes::from_bytes(&mended(bytes)))
    })
}

/// What a solver remembers, with its checksum made right unless it is left.
fn memories() -> Reader {
    let options = SolverOptions {
        threads: 1,
        memory_mib: 1,
        book: false,
    };
    let solver = Solver::new(Rules::lines(), options).expect("memory");
    let mend = |bytes: &mut Vec<u8>| {
        if let Some((body, end)) = bytes.split_last_chunk_mut::<32>() {
            end.copy_from_slice(&Sha256::digest(body));
        }
    };
    let mut sample = solver.remembered();
    let entry = sample.len() - 32;
    // Key, least and greatest score, effort.
    sample.splice(entry..entry, [1, 2, 3, 4, 5, 0, 0, 0, 15, 14]);
    sample.splice(entry..entry, [9, 8, 7, 6, 5, 4, 0, 0xf0, 0xff, 31]);
    mend(&mut sample);
    Reader::new("solver-memory", vec![sample], move |bytes| {
        let mut bytes = bytes.to_vec();
        if !is_left(&bytes) {
            mend(&mut bytes);
        }
        answer(solver.recall(&bytes))
    })
}

/// What packed bytes begin with.
const ZSTD: [u8; 4] = zstd::zstd_safe::MAGICNUMBER.to_le_bytes();

/// Books, packed and not: what is damaged is what they say, or how they are
/// packed.
fn books() -> Reader {
    let rules = Rules::lines();
    let book = Book::shipped(&rules).expect("there is one");
    let plain = zstd::decode_all(&book.bytes().expect("memory")[..]).expect("it is whole");
    // Positions come in the order of their pieces, so books of fewer pieces are
    // beginnings of the whole.
    let packed = |plain: &[u8]| zstd::bulk::compress(plain, 1).expect("memory");
    let sample = |placed: u8| {
        // With more than all entries of the whole book: it says how many it needs.
        let mut book = [&plain[..], &[0]].concat();
        book[0] = placed;
        let Err(ReadBookError::Length { expected, .. }) = Book::read(&rules, &packed(&book)) else {
            panic!("a book with too many entries");
        };
        book.truncate(1 + expected);
        book
    };
    let mut samples: Vec<Vec<u8>> = (0..=2).map(sample).collect();
    samples.extend(samples.clone().iter().map(|book| packed(book)));
    Reader::new("book", samples, move |bytes| {
        match bytes.starts_with(&ZSTD) {
            true => answer(Book::read(&rules, bytes)),
            false => answer(Book::read(&rules, &packed(bytes))),
        }
    })
}

fn certificates() -> Reader {
    let (root, solver) = to_prove();
    let mut file = Vec::new();
    prove(&solver, &root, &mut file, &Stop::new(), |_| {}).expect("a proof");
    let frame = &file[MAGIC.len()..file.len() - 32];
    let plain = zstd::decode_all(frame).expect("it is whole");
    Reader::new("certificate", vec![plain], |bytes| {
        let mut file = MAGIC.to_vec();
        match is_left(bytes) {
            true => file.extend(bytes),
            false => file.extend(frame_of(bytes)),
        }
        let digest = Sha256::digest(&file);
        file.extend(&digest[..]);
        let options = Options {
            threads: 1,
            memory: 1 << 20,
            ..Options::default()
        };
        answer(check(Cursor::new(file), options))
    })
}

/// What a certificate of Quarto begins with.
const MAGIC: &[u8] = b"TABIAQC1";

/// One frame with a checksum of its contents, as certificates have.
fn frame_of(bytes: &[u8]) -> Vec<u8> {
    let mut frame = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    frame.include_checksum(true).expect("it can");
    std::io::Write::write_all(&mut frame, bytes).expect("memory");
    frame.finish().expect("memory")
}
