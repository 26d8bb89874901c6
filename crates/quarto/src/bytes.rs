//! Vectors of bytes, one byte for each line of the board.
//!
//! The solver keeps what it knows of a line in one byte and treats all lines
//! at once. Sixteen bytes hold the ten lines of the standard game or the
//! sixteen of the torus; the advanced game's nineteen take two such vectors.
//!
//! Lines come in *groups* of four bytes. The lines of a group have no cell in
//! common, so a cell is on one line of a group or on none, and then the group
//! has a byte without a line. That makes it cheap to ask for every cell at once
//! what lies on the lines through it and beside them; see [`Bytes::everywhere`].
//!
//! SSE2 belongs to every x86-64 processor. What newer ones do better (shuffling
//! bytes, counting bits) is compiled beside it, and chosen at run time by the
//! type: `Narrow<true>` where [`is_fast`] says so, `Narrow<false>` elsewhere.

use std::ops::{BitAnd, BitOr};

/// Lines in a group.
pub(crate) const GROUP: usize = 4;

/// A byte for each line.
pub(crate) trait Bytes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// How many lines there is room for.
    const LINES: usize;
    /// Whether it may be used only where [`is_fast`].
    const FAST: bool;

    /// The first bytes from `bytes`.
    fn load(bytes: &[u8; 32]) -> Self;
    /// `value` everywhere.
    fn splat(value: u8) -> Self;
    /// 0xff where a byte equals `value`, 0 elsewhere.
    fn equals(self, value: u8) -> Self;
    /// Byte-wise difference, wrapping.
    fn minus(self, other: Self) -> Self;
    /// Bytes of `self` outside `mask`.
    fn outside(self, mask: Self) -> Self;
    /// All bytes or-ed together.
    fn union(self) -> u8;
    /// A bit for each byte that is not 0.
    fn nonzero(self) -> u32;
    /// For each cell: the bytes of `beside` for all lines that do not go
    /// through it, and those of `through` for all that do, or-ed together.
    ///
    /// `places[i]` says for each cell which byte of each sixteen is its line in
    /// the `i`-th group of them; a byte without a line must be 0 in both.
    fn everywhere(beside: Self, through: Self, places: &[[Places; GROUP]; 2]) -> [u8; 16];
}

/// For each cell the number of a byte.
pub(crate) type Places = [u8; 16];

/// Sixteen lines.
#[derive(Clone, Copy)]
pub(crate) struct Narrow<const FAST: bool>(platform::Vector);

/// Up to thirty-two lines.
#[derive(Clone, Copy)]
pub(crate) struct Wide<const FAST: bool>(Narrow<FAST>, Narrow<FAST>);

/// Whether this processor can run what `FAST` stands for.
pub(crate) fn is_fast() -> bool {
    platform::is_fast()
}

impl<const FAST: bool> Narrow<FAST> {
    #[inline(always)]
    fn shuffled(self, places: &Places) -> Self {
        Narrow(platform::shuffle::<FAST>(self.0, platform::load(places)))
    }

    #[inline(always)]
    fn for_each_cell(beside: Self, through: Self, places: &[Places; GROUP]) -> Self {
        // A cell's own line of a group sees the three others.
        let others =
            beside.shuffled(&turned(1)) | beside.shuffled(&turned(2)) | beside.shuffled(&turned(3));
        let seen = others | through;
        (seen.shuffled(&places[0]) | seen.shuffled(&places[1]))
            | (seen.shuffled(&places[2]) | seen.shuffled(&places[3]))
    }

    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        let [low, high] = platform::halves(self.0);
        (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
    }
}

/// Each byte's neighbour `by` places on in its group.
const fn turned(by: usize) -> Places {
    let mut places = [0; 16];
    let mut i = 0;
    while i < 16 {
        places[i] = (i / GROUP * GROUP + (i + by) % GROUP) as u8;
        i += 1;
    }
    places
}

impl<const FAST: bool> Bytes for Narrow<FAST> {
    const LINES: usize = 16;
    const FAST: bool = FAST;

    #[inline(always)]
    fn load(bytes: &[u8; 32]) -> Self {
        Narrow(platform::load(bytes.first_chunk().expect("32 bytes")))
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        Narrow(platform::splat(value))
    }
    #[inline(always)]
    fn equals(self, value: u8) -> Self {
        Narrow(platform::equal(self.0, platform::splat(value)))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Narrow(platform::minus(self.0, other.0))
    }
    #[inline(always)]
    fn outside(self, mask: Self) -> Self {
        Narrow(platform::outside(self.0, mask.0))
    }
    #[inline(always)]
    fn union(self) -> u8 {
        let [low, high] = platform::halves(self.0);
        let word = low | high;
        let word = word | word >> 32;
        let word = word | word >> 16;
        (word | word >> 8) as u8
    }
    #[inline(always)]
    fn nonzero(self) -> u32 {
        !platform::top_bits(platform::equal(self.0, platform::splat(0))) & 0xffff
    }
    #[inline(always)]
    fn everywhere(beside: Self, through: Self, places: &[[Places; GROUP]; 2]) -> [u8; 16] {
        Self::for_each_cell(beside, through, &places[0]).bytes()
    }
}

impl<const FAST: bool> BitAnd for Narrow<FAST> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Narrow(platform::and(self.0, other.0))
    }
}

impl<const FAST: bool> BitOr for Narrow<FAST> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Narrow(platform::or(self.0, other.0))
    }
}

impl<const FAST: bool> Bytes for Wide<FAST> {
    const LINES: usize = 32;
    const FAST: bool = FAST;

    #[inline(always)]
    fn load(bytes: &[u8; 32]) -> Self {
        Wide(
            Narrow::load(bytes),
            Narrow(platform::load(bytes.last_chunk().expect("32 bytes"))),
        )
    }
    #[inline(always)]
    fn splat(value: u8) -> Self {
        Wide(Narrow::splat(value), Narrow::splat(value))
    }
    #[inline(always)]
    fn equals(self, value: u8) -> Self {
        Wide(self.0.equals(value), self.1.equals(value))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Wide(self.0.minus(other.0), self.1.minus(other.1))
    }
    #[inline(always)]
    fn outside(self, mask: Self) -> Self {
        Wide(self.0.outside(mask.0), self.1.outside(mask.1))
    }
    #[inline(always)]
    fn union(self) -> u8 {
        (self.0 | self.1).union()
    }
    #[inline(always)]
    fn nonzero(self) -> u32 {
        self.0.nonzero() | self.1.nonzero() << 16
    }
    #[inline(always)]
    fn everywhere(beside: Self, through: Self, places: &[[Places; GROUP]; 2]) -> [u8; 16] {
        let first = Narrow::for_each_cell(beside.0, through.0, &places[0]);
        let second = Narrow::for_each_cell(beside.1, through.1, &places[1]);
        (first | second).bytes()
    }
}

impl<const FAST: bool> BitAnd for Wide<FAST> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Wide(self.0 & other.0, self.1 & other.1)
    }
}

impl<const FAST: bool> BitOr for Wide<FAST> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Wide(self.0 | other.0, self.1 | other.1)
    }
}

#[cfg(target_arch = "x86_64")]
mod platform {
    use std::arch::x86_64::*;

    pub(super) type Vector = __m128i;

    pub(super) fn is_fast() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    /// The bytes of `v` at `places`.
    #[inline(always)]
    pub(super) fn shuffle<const FAST: bool>(v: Vector, places: Vector) -> Vector {
        if FAST {
            // SAFETY: types with `FAST` are used only where `is_fast`, and
            // AVX2 includes SSSE3.
            unsafe { _mm_shuffle_epi8(v, places) }
        } else {
            let [low, high] = halves(v);
            let bytes = (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
            let [low, high] = halves(places);
            let places = (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
            load(&places.map(|place| bytes[usize::from(place & 15)]))
        }
    }

    #[inline(always)]
    pub(super) fn load(bytes: &[u8; 16]) -> Vector {
        let [low, high] = super::words(bytes);
        // SAFETY: SSE2 is part of x86-64.
        unsafe { _mm_set_epi64x(high as i64, low as i64) }
    }
    #[inline(always)]
    pub(super) fn halves(v: Vector) -> [u64; 2] {
        // SAFETY: SSE2 is part of x86-64.
        unsafe {
            [
                _mm_cvtsi128_si64(v) as u64,
                _mm_cvtsi128_si64(_mm_unpackhi_epi64(v, v)) as u64,
            ]
        }
    }
    macro_rules! forward {
        ($($name:ident ( $($arg:ident : $type:ty),* ) -> $result:ty = $body:expr;)*) => {$(
            #[inline(always)]
            pub(super) fn $name($($arg: $type),*) -> $result {
                // SAFETY: SSE2 is part of x86-64.
                unsafe { $body }
            }
        )*};
    }
    forward! {
        splat(value: u8) -> Vector = _mm_set1_epi8(value as i8);
        equal(a: Vector, b: Vector) -> Vector = _mm_cmpeq_epi8(a, b);
        minus(a: Vector, b: Vector) -> Vector = _mm_sub_epi8(a, b);
        and(a: Vector, b: Vector) -> Vector = _mm_and_si128(a, b);
        or(a: Vector, b: Vector) -> Vector = _mm_or_si128(a, b);
        outside(a: Vector, mask: Vector) -> Vector = _mm_andnot_si128(mask, a);
        top_bits(a: Vector) -> u32 = _mm_movemask_epi8(a) as u32;
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod platform {
    pub(super) type Vector = [u8; 16];

    use std::array::from_fn;

    pub(super) fn is_fast() -> bool {
        false
    }
    pub(super) fn shuffle<const FAST: bool>(v: Vector, places: Vector) -> Vector {
        places.map(|place| v[usize::from(place & 15)])
    }
    pub(super) fn load(bytes: &[u8; 16]) -> Vector {
        *bytes
    }
    pub(super) fn halves(v: Vector) -> [u64; 2] {
        super::words(&v)
    }
    pub(super) fn splat(value: u8) -> Vector {
        [value; 16]
    }
    pub(super) fn equal(a: Vector, b: Vector) -> Vector {
        from_fn(|i| if a[i] == b[i] { 0xff } else { 0 })
    }
    pub(super) fn minus(a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i].wrapping_sub(b[i]))
    }
    pub(super) fn and(a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i] & b[i])
    }
    pub(super) fn or(a: Vector, b: Vector) -> Vector {
        from_fn(|i| a[i] | b[i])
    }
    pub(super) fn outside(a: Vector, mask: Vector) -> Vector {
        from_fn(|i| a[i] & !mask[i])
    }
    pub(super) fn top_bits(a: Vector) -> u32 {
        a.iter()
            .rev()
            .fold(0, |bits, byte| bits << 1 | u32::from(byte >> 7))
    }
}

/// The two little-endian words of sixteen bytes.
#[inline(always)]
fn words(bytes: &[u8; 16]) -> [u64; 2] {
    let whole = u128::from_le_bytes(*bytes);
    [whole as u64, (whole >> 64) as u64]
}
