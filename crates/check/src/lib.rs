//! Independent checkers of what Tabia's solvers claim to have proved.
//!
//! This crate depends on none of the others and shares no search, threat or
//! canonicalisation code with them: a mistake in a solver cannot hide here.
//! It reads a certificate, believes nothing in it, and either says exactly
//! what has been proved or gives the reason why nothing has.
//!
//! The smallest certificate there is claims that a piece in hand wins at once:
//!
//! ```
//! use std::io::{Cursor, Write};
//! use sha2::{Digest, Sha256};
//! use tabia_check::quarto::{self, CheckError, Options};
//!
//! // 1, 3 and 5 on the first row share a property with 7 in hand.
//! let root = 0b111u64 | 7 << 16 | 0x531 << 20;
//! let mut claim = vec![0, 4, 0, 1, 1]; // lines, 4 properties, normal, value +1, a hand
//! claim.extend(root.to_le_bytes());
//! claim.extend([1, 0, 6, 0]); // one strategy: for the mover, leaves from 6, no layers
//!
//! let mut packer = zstd::Encoder::new(b"TABIAQC1".to_vec(), 0)?;
//! packer.include_checksum(true)?;
//! packer.write_all(&claim)?;
//! let mut file = packer.finish()?;
//! let digest = Sha256::digest(&file);
//! file.extend_from_slice(&digest);
//!
//! let report = quarto::check(Cursor::new(&file), Options::default())?;
//! assert_eq!((report.root.as_str(), report.value), ("135............./7", 1));
//!
//! file[12] ^= 1;
//! let refused = quarto::check(Cursor::new(&file), Options::default());
//! assert!(matches!(refused, Err(CheckError::Damaged(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod go;
pub mod quarto;
