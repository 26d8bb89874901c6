//! Positions, games and materials as texts.

use tabia_darkchess::{FullPosition, Material, Position as DarkPosition, Record as DarkRecord};
use tabia_dominoes::{DrawGame, Material as Tiles, Position as DominoPosition};
use tabia_kernel::rules::Notation as _;
use tabia_kernel::tune::openbench;
use tabia_quarto::{Position as QuartoPosition, Record as QuartoRecord, Rules};
use tabia_skat::{Card, Cards, Contract, Deal, Rank, Structure, Suit};

use super::{Unreadable, of_text};
use crate::Reader;

pub(super) fn readers() -> Vec<Reader> {
    vec![
        of_text(
            "quarto-position",
            [
                "................/-",
                "0d4.15....96..87/b",
                "4..86.7...5..2.3/-",
            ],
            |text| {
                let lines = QuartoPosition::read(text, &Rules::lines());
                let squares = QuartoPosition::read(text, &Rules::squares());
                // A line is a line under both.
                assert!(lines.is_ok() || squares.is_err(), "{text:?}");
                lines
            },
        ),
        of_text(
            "quarto-game",
            ["b@a1 3@c2 7", "0@d4 1@a1 2@b1", ""],
            |text| QuartoRecord::read(text, Rules::lines()),
        ),
        of_text(
            "darkchess-position",
            ["8/1b6/2K5/8 b 0", "kP6/8/8/8 w 12", "8/8/8/K6k w 39"],
            |text| {
                let read: Result<DarkPosition, _> = text.parse();
                if let Ok(position) = &read {
                    assert_eq!(position.to_string().parse().as_ref(), Ok(position));
                }
                read
            },
        ),
        of_text(
            "darkchess-face-down",
            ["????????/????????/????????/???????? - 0", "8/1b6/2K5/8 b 0"],
            str::parse::<FullPosition>,
        ),
        of_text(
            "darkchess-game",
            ["b5(k) d8(P); d7(R) d4(p); c7(G)", "[8/1b6/2K5/8 b 0] b2-b1"],
            str::parse::<DarkRecord>,
        ),
        of_text(
            "darkchess-material",
            ["KP-kp", "K-k", "KGGBBNNRRCCPPPPP-kggbbnnrrccppppp"],
            |text| {
                let read: Result<Material, _> = text.parse();
                if let Ok(material) = &read {
                    assert_eq!(material.to_string().parse().as_ref(), Ok(material));
                }
                read
            },
        ),
        of_text(
            "dominoes-position",
            [
                "01 12 | 33 45 | 0-5 first",
                "05 12 | 33 | 0-5 second",
                "66 | 00 | 6-6 first",
            ],
            DominoPosition::read,
        ),
        of_text(
            "dominoes-stock",
            ["01 12 | 33 45 | 0-5 first; stock 06 11; lacks 46 -; below 55 -"],
            |text| DrawGame.read_state(text),
        ),
        of_text(
            "dominoes-material",
            ["01 12 33 45", "00 11* 22"],
            Tiles::read,
        ),
        of_text(
            "skat-deal",
            [
                "CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2",
                "CJ | SJ | HJ; game grand; declarer 1; lead 2",
                "C7 C8 | S7 S8 | H7 H8; game null; declarer 2; lead 1",
            ],
            Deal::read,
        ),
        structures(),
        of_text("skat-contract", ["clubs", "grand", "null"], |text| {
            Contract::read(text).ok_or(Unreadable)
        }),
        of_text(
            "openbench-lines",
            [
                "lmr_base, int, 77, 0, 150, 7.5, 0.002",
                "a, float, 0.5, -1, 1, 0.1, 0.002\nb, int, 3, 1, 9, 1, 0.01",
            ],
            openbench::read,
        ),
    ]
}

/// Structures of cards, as tables of Skat are named.
fn structures() -> Reader {
    let trumps = Rank::ALL.map(|rank| Card::new(Suit::Clubs, rank));
    let cards = trumps.into_iter().fold(Cards::NONE, Cards::with);
    let texts = ["clubs", "grand", "null"].map(|name| {
        let contract = Contract::read(name).expect("a contract");
        Structure::of(contract, cards).to_string()
    });
    of_text(
        "skat-structure",
        texts.each_ref().map(String::as_str),
        |text| Structure::read(text).ok_or(Unreadable),
    )
}
