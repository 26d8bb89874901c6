//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its name, to disk, and moves it there. What has the name
/// is therefore complete, whenever the writer is ended.
///
/// What is there and no file, such as a pipe, is written to as it is.
///
/// # Errors
///
/// If the system refuses; nothing then has the name that had not before.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut writer = Writer::create(path)?;
    writer.write_all(bytes.as_ref())?;
    writer.finish()
}

/// As [`write()`](write()), for what comes in pieces: it has its name from
/// [`finish`](Writer::finish) on. One that is dropped before leaves nothing.
pub struct Writer {
    file: File,
    path: PathBuf,
    /// Where it is until it is finished; `None` if that is where it stays.
    partial: Option<PathBuf>,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn create(path: &Path) -> io::Result<Writer> {
        let (file, partial) = match fs::metadata(path) {
            Ok(there) if !there.is_file() => (fs::OpenOptions::new().write(true).open(path)?, None),
            _ => {
                let partial = partial(path);
                (File::create(&partial)?, Some(partial))
            }
        };
        Ok(Writer {
            file,
            path: path.to_owned(),
            partial,
        })
    }

    /// Puts what was written to disk and gives it its name.
    ///
    /// # Errors
    ///
    /// If the system refuses; nothing then has the name that had not before.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(partial) = &self.partial else {
            return Ok(());
        };
        self.file.sync_all()?;
        fs::rename(partial, &self.path)?;
        self.partial = None;
        Ok(())
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Some(partial) = &self.partial {
            fs::remove_file(partial).ok();
        }
    }
}

/// Says whether [`write()`] will be possible, so that nobody works for nothing.
///
/// # Errors
///
/// Those that it would have, as far as they can be known.
pub fn try_out(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => fs::OpenOptions::new().write(true).open(path).map(drop),
        _ => {
            let partial = partial(path);
            File::create(&partial)?;
            fs::remove_file(&partial)
        }
    }
}

fn partial(path: &Path) -> PathBuf {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    PathBuf::from(partial)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("file.txt");
        for text in ["long text", "short"] {
            write(&path, text).expect("room");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn pieces_have_the_name_when_all_are_there() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("file.txt");
        write(&path, "old").expect("room");
        let mut writer = Writer::create(&path).expect("room");
        for piece in ["in ", "pieces"] {
            writer.write_all(piece.as_bytes()).expect("room");
            assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        }
        writer.finish().expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "in pieces");
        let mut given_up = Writer::create(&path).expect("room");
        given_up.write_all(b"half").expect("room");
        drop(given_up);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "in pieces");
        assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 1);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let place = tempfile::tempdir().expect("a directory");
        for path in [place.path().to_owned(), place.path().join("no/such/place")] {
            assert!(try_out(&path).is_err() && write(&path, "").is_err());
        }
        try_out(&place.path().join("file")).expect("there is room");
        assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_stays_what_it_is() {
        use std::os::unix::fs::FileTypeExt as _;
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("socket");
        let _listening = std::os::unix::net::UnixListener::bind(&path).expect("a socket");
        // A socket takes no bytes so, but it is not to be replaced.
        assert!(write(&path, "bytes").is_err() && try_out(&path).is_err());
        let kind = fs::metadata(&path).expect("it is there").file_type();
        assert!(kind.is_socket());
    }
}
