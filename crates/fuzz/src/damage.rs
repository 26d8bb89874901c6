//! Ways in which texts and files get damaged.

use tabia_kernel::random::Seeded;

/// No input is longer: more would only repeat what shorter ones show.
const LONGEST: usize = 1 << 14;

/// Numbers at which programs stumble.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "256",
    "32768",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "1e309",
];

/// Characters that mean something somewhere.
const SIGNS: &[u8] = b" \n\r\t\0/|;:,.-+#=()[]{}<>'\"\\?*&%0129azAZ\x7f\xff\x80\xc3";

/// A damaged copy of one of `pool`, which is not empty.
pub(crate) fn damaged(pool: &[Vec<u8>], random: &mut Seeded) -> Vec<u8> {
    let mut bytes = pick(pool, random).clone();
    // Mostly one wound, sometimes many.
    let wounds = match random.below(8) {
        0..4 => 1,
        4..7 => 1 + random.below(4),
        _ => 1 + random.below(32),
    };
    for _ in 0..wounds {
        wound(&mut bytes, pool, random);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn pick<'p, T>(from: &'p [T], random: &mut Seeded) -> &'p T {
    &from[random.below(from.len())]
}

/// A part of `len` bytes: where it begins and ends. Short parts are likelier.
fn part(len: usize, random: &mut Seeded) -> (usize, usize) {
    let begin = random.below(len + 1);
    let most = (len - begin).min(1 << random.below(10));
    (begin, begin + random.below(most + 1))
}

fn wound(bytes: &mut Vec<u8>, pool: &[Vec<u8>], random: &mut Seeded) {
    let (begin, end) = part(bytes.len(), random);
    match random.below(11) {
        // A bit flips, a byte is another.
        0 if begin < bytes.len() => bytes[begin] ^= 1 << random.below(8),
        1 if begin < bytes.len() => bytes[begin] = random.bits() as u8,
        2 if begin < bytes.len() => bytes[begin] = *pick(SIGNS, random),
        // Something is missing, twice there, or cut off.
        3 => drop(bytes.drain(begin..end)),
        4 => {
            let twice = bytes[begin..end].to_vec();
            let times = 1 << random.below(6);
            splice(bytes, begin, begin, &twice.repeat(times));
        }
        5 => bytes.truncate(begin),
        // Something is there that was not, from here or from elsewhere.
        6 => splice(bytes, begin, begin, &[*pick(SIGNS, random)]),
        7 => splice(bytes, begin, end, pick(&NUMBERS, random).as_bytes()),
        8 | 9 => {
            let other = pick(pool, random);
            let (from, to) = part(other.len(), random);
            splice(bytes, begin, end, &other[from..to]);
        }
        // Two places are exchanged.
        _ => {
            if let Some(last) = bytes.len().checked_sub(1) {
                bytes.swap(begin.min(last), random.below(last + 1));
            }
        }
    }
}

fn splice(bytes: &mut Vec<u8>, begin: usize, end: usize, with: &[u8]) {
    bytes.splice(begin..end, with.iter().copied());
    bytes.truncate(2 * LONGEST);
}
