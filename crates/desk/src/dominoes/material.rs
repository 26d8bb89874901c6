//! Tiles in play as a material: what they play like, and which share a number.

use tabia_dominoes::relabel::relabelled;
use tabia_dominoes::{Block, Material, Position};
use tabia_draw::graph::circle;

use crate::{Details, Study};

/// The most tiles whose graph can still be read.
const MOST_DRAWN: usize = 16;

/// What materials play like that of a position.
pub(super) fn study(position: &Position, block: Block) -> Study {
    let material = Material::of(position);
    let (least, _) = relabelled(&material);
    let mut rows = vec![
        ("Tiles and ends", material.to_string()),
        ("Representative", least.to_string()),
    ];
    let stands_for = match block {
        Block::Drawn => "all that become it by renaming numbers",
        Block::Pips => "those of its shape whose blocked hands compare in pips as these do",
    };
    rows.push(("It stands for", stands_for.to_owned()));
    let tiles: Vec<_> = material.tiles().collect();
    if tiles.len() > MOST_DRAWN {
        let words = format!("is drawn from {MOST_DRAWN} tiles down");
        rows.push(("The graph", words));
    }
    Study {
        table: table(rows),
        picture: (tiles.len() <= MOST_DRAWN).then(|| graph("Tiles that share a number", &material)),
    }
}

/// As long as tiles are drawn, what is in play is not settled.
pub(super) fn unsettled(stock: usize) -> Study {
    let words = format!("is settled once the stock is empty; it has {stock} tiles");
    Study {
        table: table(vec![("The material", words)]),
        picture: None,
    }
}

fn table(rows: Vec<(&str, String)>) -> Details {
    Details::pairs("The material", ["Dominoes", ""], rows)
}

/// Which tiles share a number; a star marks the one that is the ends as well.
#[must_use]
pub fn graph(title: &str, material: &Material) -> String {
    let tiles: Vec<_> = material.tiles().collect();
    let names: Vec<String> = tiles
        .iter()
        .map(|tile| match material.twice() {
            Some(twice) if twice == *tile => format!("{tile}*"),
            _ => tile.to_string(),
        })
        .collect();
    let pairs = (0..tiles.len()).flat_map(|a| (0..a).map(move |b| (b, a)));
    let edges: Vec<(usize, usize)> = pairs
        .filter(|&(a, b)| tiles[a].shares_a_number(tiles[b]))
        .collect();
    circle(title, &names, &edges, false)
}
