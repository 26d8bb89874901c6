//! Whether there is as much memory as somebody asks for.

use anyhow::Context as _;

/// So many MiB, if they are to be had: a table that is not would end the program
/// where it is made.
pub(crate) fn mebibytes(asked: u32) -> anyhow::Result<usize> {
    let mebibytes = asked as usize;
    let context = || format!("cannot get {asked} MiB for the table");
    let bytes = mebibytes.checked_mul(1 << 20).with_context(context)?;
    Vec::<u8>::new()
        .try_reserve_exact(bytes)
        .with_context(context)?;
    Ok(mebibytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_much_is_refused_by_name() {
        assert_eq!(mebibytes(1).expect("a little"), 1);
        let refused = mebibytes(u32::MAX).expect_err("four thousand TiB");
        assert!(refused.to_string().contains("4294967295 MiB"), "{refused}");
    }
}
