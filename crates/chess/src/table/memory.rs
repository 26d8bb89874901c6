//! The memory of the table: zeroed words in huge pages where there are any.
#![expect(unsafe_code, reason = "words in a mapping, and prefetching")]

use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;

/// Slots that share a line of the processor's cache.
pub(super) const BUCKET: usize = 4;

/// Slots of two words.
pub(super) type Bucket = [[AtomicU64; 2]; BUCKET];

/// Buckets that begin as zeros.
pub(super) struct Buckets {
    memory: MmapMut,
}

impl Buckets {
    pub(super) fn with_mebibytes(mebibytes: usize) -> io::Result<Buckets> {
        let bytes = mebibytes
            .max(1)
            .checked_mul(1 << 20)
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let memory = MmapMut::map_anon(bytes)?;
        // Random access in 4 KiB pages misses the TLB at nearly every probe.
        // Advice only: where it is refused nothing breaks.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Buckets { memory })
    }

    pub(super) fn clear(&mut self) {
        self.memory.fill(0);
    }

    #[inline]
    pub(super) fn all(&self) -> &[Bucket] {
        let bytes: &[u8] = &self.memory;
        // SAFETY: the mapping is page-aligned and a whole number of buckets
        // long, any bits are valid words, and while shared it is accessed
        // only as atomics (`clear` takes it exclusively).
        unsafe {
            std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / size_of::<Bucket>())
        }
    }

    /// Asks the processor to bring a bucket near.
    #[inline]
    pub(super) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &raw const self.all()[index];
            // SAFETY: SSE is part of x86-64, and the address is that of a
            // bucket; prefetching has no effect but on the cache.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}
