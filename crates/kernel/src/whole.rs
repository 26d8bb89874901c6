//! Files that appear whole or not at all, whoever else writes them.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Writes a file beside its name, to disk, and moves it there. What has the name
/// is therefore complete, whenever the writer is ended and however many there
/// are: the last one to finish has it.
///
/// A link is written through. What is there and no file, such as a pipe, is
/// written to as it is.
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
pub struct Writer(To);

enum To {
    /// What is no file.
    AsItIs(File),
    /// A file of this writer's own, and the name that it will have.
    Beside(NamedTempFile, PathBuf),
}

impl Writer {
    /// Begins a file, with the permissions of what it replaces.
    ///
    /// # Errors
    ///
    /// If the system refuses.
    pub fn create(path: &Path) -> io::Result<Writer> {
        let there = fs::metadata(path);
        if there.as_ref().is_ok_and(|there| !there.is_file()) {
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(Writer(To::AsItIs(file)));
        }
        let path = behind_links(path)?;
        let file = begin(&path)?;
        if let Ok(there) = there {
            file.as_file().set_permissions(there.permissions())?;
        }
        Ok(Writer(To::Beside(file, path)))
    }

    /// Puts what was written to disk and gives it its name.
    ///
    /// # Errors
    ///
    /// If the system refuses; nothing then has the name that had not before.
    pub fn finish(self) -> io::Result<()> {
        if let To::Beside(file, path) = self.0 {
            file.as_file().sync_all()?;
            file.persist(path)?;
        }
        Ok(())
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            To::AsItIs(file) => file.write(bytes),
            // Not by the library, which hides what the system said.
            To::Beside(file, _) => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            To::AsItIs(file) => file.flush(),
            To::Beside(file, _) => file.as_file_mut().flush(),
        }
    }
}

/// Says whether [`write()`] will be possible, so that nobody works for nothing.
///
/// # Errors
///
/// Those that it would have, as far as they can be known.
pub fn try_out(path: &Path) -> io::Result<()> {
    Writer::create(path).map(drop)
}

/// What a file will be called that is being written under this name, if it is.
#[must_use]
pub fn under_way(name: &str) -> Option<&str> {
    let name = name.strip_suffix(PARTIAL)?;
    match name.rsplit_once(MARK) {
        Some((whole, mark)) if is_mark(mark) => Some(whole),
        _ => Some(name),
    }
}

/// The end of the names of files that are being written.
const PARTIAL: &str = ".partial";
/// Stands before what tells writers of one name apart.
const MARK: char = '~';

fn is_mark(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Where a path leads that may be a link, also one to nothing.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("there are too many links"))
}

/// A new file beside `path`, locked as long as it is open: so it can be told from
/// those whose writers were killed, which go.
fn begin(path: &Path) -> io::Result<NamedTempFile> {
    let is_directory = || io::Error::from(io::ErrorKind::IsADirectory);
    let name = path.file_name().ok_or_else(is_directory)?;
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(is_directory());
    }
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut prefix = name.to_owned();
    prefix.push(MARK.to_string());
    sweep(folder, &name.to_string_lossy());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(PARTIAL);
    loop {
        // Opened here, as any new file is: with the usual permissions, and with
        // the system's own errors.
        let file = builder.make_in(folder, |path| File::create_new(path))?;
        // Somebody may have taken it for a dead one before it was locked. Where
        // nothing can be locked, nothing is swept either.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes what killed writers of a name left; before there were marks, they all
/// wrote to the same place.
fn sweep(folder: &Path, whole: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if under_way(&name.to_string_lossy()) == Some(whole)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            fs::remove_file(entry.path()).ok();
        }
    }
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
            for refused in [try_out(&path), write(&path, "")] {
                let error = refused.expect_err("it is no place for a file");
                assert!(error.raw_os_error().is_some(), "{error:?}");
                assert!(!error.to_string().contains("partial"), "{error}");
            }
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

    /// What is in a directory, by name.
    fn names(place: &Path) -> Vec<String> {
        let entries = fs::read_dir(place).expect("a directory");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        let mut names: Vec<_> = entries
            .map(|entry| name(entry).to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn many_writers_of_one_name_leave_one_whole_file() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("file.txt");
        let texts: Vec<String> = (0..8).map(|i| i.to_string().repeat(10_000)).collect();
        std::thread::scope(|scope| {
            for text in &texts {
                let path = &path;
                scope.spawn(move || (0..20).for_each(|_| write(path, text).expect("room")));
            }
        });
        let last = fs::read_to_string(&path).expect("a file");
        assert!(texts.contains(&last));
        assert_eq!(names(place.path()), ["file.txt"]);
    }

    #[test]
    fn what_killed_writers_left_goes_and_what_living_ones_write_stays() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("file.txt");
        let file = |name: &str| fs::write(place.path().join(name), "half").expect("room");
        for mark in ["~aaaaaa", "~Zz9Zz9", ""] {
            file(&format!("file.txt{mark}.partial"));
        }
        let others = ["file.txt~long-word.partial", "other.txt~aaaaaa.partial"];
        others.iter().for_each(|name| file(name));
        let mut alive = Writer::create(&path).expect("room");
        alive.write_all(b"first").expect("room");
        write(&path, "second").expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "second");
        alive.finish().expect("room");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "first");
        assert_eq!(names(place.path()), [&["file.txt"][..], &others].concat());
    }

    #[test]
    fn names_under_way_are_understood() {
        for (name, whole) in [
            ("K-g.tbl~a1B2c3.partial", Some("K-g.tbl")),
            ("K-g.tbl.partial", Some("K-g.tbl")),
            ("notes~draft.partial", Some("notes~draft")),
            ("K-g.tbl", None),
        ] {
            assert_eq!(under_way(name), whole, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_written_through_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let place = tempfile::tempdir().expect("a directory");
        let at = |name: &str| place.path().join(name);
        fs::create_dir(at("far")).expect("a directory");
        symlink("far/target", at("dangling")).expect("a link");
        symlink("dangling", at("link")).expect("a link");
        symlink("loop", at("loop")).expect("a link");
        for text in ["new", "newer"] {
            try_out(&at("link")).expect("there is room");
            write(&at("link"), text).expect("room");
            assert_eq!(fs::read_to_string(at("far/target")).expect("a file"), text);
            let private = fs::Permissions::from_mode(0o600);
            fs::set_permissions(at("far/target"), private).expect("ours");
        }
        for link in ["link", "dangling"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        assert_eq!(names(&at("far")), ["target"]);
        let mode = fs::metadata(at("far/target")).expect("a file");
        assert_eq!(mode.permissions().mode() & 0o777, 0o600);
        // A new one is as any new file.
        fs::write(at("usual"), "").expect("room");
        write(&at("ours"), "").expect("room");
        let [usual, ours] = ["usual", "ours"].map(|name| fs::metadata(at(name)).expect("a file"));
        assert_eq!(usual.permissions().mode(), ours.permissions().mode());
        assert!(write(&at("loop"), "").is_err() && write(&at("slash/"), "").is_err());
    }
}
