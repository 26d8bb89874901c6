//! What no file can make the checker accept.

mod forged;
