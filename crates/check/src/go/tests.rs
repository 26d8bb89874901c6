//! What no file can make the checker accept.

mod forged;
#[allow(dead_code, reason = "the solver's tests use the rest")]
#[path = "../../../go/tests/suite/common/ko_rooms.rs"]
mod ko_rooms;
mod kos;
mod liar;
mod lies;
#[allow(dead_code, reason = "the solver's tests use the rest")]
#[path = "../../../go/tests/suite/common/random.rs"]
mod random;
#[path = "../../../go/tests/suite/common/reference.rs"]
mod reference;
#[path = "../../../go/tests/suite/common/retrograde.rs"]
mod retrograde;
