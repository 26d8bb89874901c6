//! The pieces in play as a material: what they play like, who takes whom.

use tabia_darkchess::{Equivalence, FullPosition, Material, interaction_graph};
use tabia_draw::graph::{Node, two_columns};
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use crate::{Details, Study};

/// The most pieces for which the representative is looked for, among all
/// materials of as many.
const MOST_COMPARED: u32 = 5;
/// The most pieces of a side whose graph can still be read.
const MOST_DRAWN: u32 = 8;

/// What materials play like that of a position; `None` if stopped.
pub(super) fn study(position: &FullPosition, stop: &Stop) -> Option<Study> {
    let Some(revealed) = position.revealed() else {
        let down = position.face_down().elements();
        let words = format!("is settled once all pieces are seen; {down} lie face down");
        return Some(Study {
            table: table(vec![row("The material", &words)]),
            picture: None,
        });
    };
    let material = revealed.material();
    let mut rows = vec![row("Pieces", &material.to_string())];
    if material.elements() <= MOST_COMPARED {
        for equivalence in Equivalence::ALL {
            let name = match equivalence {
                Equivalence::Paper => "Representative, kinds as the paper has them",
                Equivalence::Pieces => "Representative, single pieces",
                Equivalence::Swap => "Representative, colours exchanged too",
            };
            let found = equivalence.representative(material, stop)?;
            rows.push(row(name, &found.to_string()));
        }
    } else {
        let words = format!("are looked for among materials of up to {MOST_COMPARED} pieces");
        rows.push(row("Representatives", &words));
    }
    let few = Side::BOTH
        .iter()
        .all(|&side| material.pieces(side) <= MOST_DRAWN);
    Some(Study {
        table: table(rows),
        picture: few.then(|| graph(material)),
    })
}

fn table(rows: Vec<Vec<String>>) -> Details {
    Details {
        title: "The material".into(),
        heading: vec!["Dark chess".into(), String::new()],
        rows,
    }
}

fn row(name: &str, value: &str) -> Vec<String> {
    vec![name.to_owned(), value.to_owned()]
}

/// Who takes whom.
fn graph(material: Material) -> String {
    let (graph, pieces) = interaction_graph(material);
    let nodes: Vec<Node> = pieces
        .iter()
        .map(|&(side, kind)| Node {
            text: kind.letter(side).to_string(),
            right: side == Side::Second,
        })
        .collect();
    let pairs = (0..nodes.len()).flat_map(|a| (0..nodes.len()).map(move |b| (a, b)));
    let edges: Vec<(usize, usize)> = pairs.filter(|&(a, b)| graph.acts_on(a, b)).collect();
    two_columns("Who takes whom", &nodes, &edges)
}
