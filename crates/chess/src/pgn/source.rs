//! Files of games, packed or not.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use tabia_kernel::whole;
use thiserror::Error;

use super::{Game, write_game};

/// A file that cannot be opened.
#[derive(Debug, Error)]
#[error("cannot read {}: {source}", path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Opens a text file; one that ends in `.zst` is unpacked on the way.
///
/// # Errors
///
/// When it cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, OpenError> {
    let error = |source| OpenError {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(error)?;
    match path.extension().is_some_and(|extension| extension == "zst") {
        true => Ok(Box::new(
            zstd::stream::read::Decoder::new(file).map_err(error)?,
        )),
        false => Ok(Box::new(file)),
    }
}

/// A file of games that is being written, packed if its name ends in `.zst`. It
/// appears when it is finished.
pub struct Sheet(Packing);

enum Packing {
    Plain(whole::Writer),
    Packed(zstd::Encoder<'static, whole::Writer>),
}

impl Sheet {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// When there cannot be one.
    pub fn create(path: &Path) -> io::Result<Sheet> {
        let file = whole::Writer::create(path)?;
        Ok(Sheet(
            match path.extension().is_some_and(|end| end == "zst") {
                true => Packing::Packed(zstd::Encoder::new(file, 9)?),
                false => Packing::Plain(file),
            },
        ))
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&mut self, game: &Game) -> io::Result<()> {
        let text = write_game(game, &[]);
        match &mut self.0 {
            Packing::Plain(file) => file.write_all(text.as_bytes()),
            Packing::Packed(packer) => packer.write_all(text.as_bytes()),
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// When it cannot be written to the end.
    pub fn finish(self) -> io::Result<()> {
        match self.0 {
            Packing::Plain(file) => file.finish(),
            Packing::Packed(packer) => packer.finish()?.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    #[test]
    fn games_are_read_back_from_either_kind_of_file() {
        let text = "1. e4 e5 2. Nf3 1/2-1/2\n\n1. d4 *\n\n";
        let games: Vec<Game> = Reader::new(text.as_bytes()).map(Result::unwrap).collect();
        let place = tempfile::tempdir().expect("a directory");
        for name in ["games.pgn", "games.pgn.zst"] {
            let path = place.path().join(name);
            let mut sheet = Sheet::create(&path).expect("room");
            games
                .iter()
                .for_each(|game| sheet.write(game).expect("room"));
            assert!(open(&path).is_err(), "{name} is not there yet");
            sheet.finish().expect("room");
            let again = Reader::new(open(&path).expect("a file")).map(Result::unwrap);
            let moves = |game: &Game| (game.moves.clone(), game.result);
            assert!(again.map(|game| moves(&game)).eq(games.iter().map(moves)));
        }
    }
}
