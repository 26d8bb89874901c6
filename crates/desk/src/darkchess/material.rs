//! The pieces in play as a material: what they play like, who takes whom.

use tabia_darkchess::{Endings, Equivalence, FullPosition, Material, interaction_graph};
use tabia_draw::graph::{Node, two_columns};
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::search::Stop;

use crate::{DeskError, Details, Study};

/// The most pieces for which the representative is looked for, among all
/// materials of as many.
const MOST_COMPARED: u32 = 5;
/// The most pieces of a side whose graph can still be read.
const MOST_DRAWN: u32 = 8;

/// What materials play like that of a position, and what tables say of it;
/// `None` if stopped.
pub(super) fn study(
    position: &FullPosition,
    endings: Option<&Endings>,
    stop: &Stop,
) -> Result<Option<Study>, DeskError> {
    let Some(revealed) = position.revealed() else {
        let down = position.face_down().elements();
        let words = format!("is settled once all pieces are seen; {down} lie face down");
        return Ok(Some(Study {
            table: table(vec![("The material", words)]),
            picture: None,
        }));
    };
    let material = revealed.material();
    let mut rows = vec![("Pieces", material.to_string())];
    if material.elements() <= MOST_COMPARED {
        for equivalence in Equivalence::ALL {
            let name = match equivalence {
                Equivalence::Paper => "Representative, kinds as the paper has them",
                Equivalence::Pieces => "Representative, single pieces",
                Equivalence::Swap => "Representative, colours exchanged too",
            };
            let Some(found) = equivalence.representative(material, stop) else {
                return Ok(None);
            };
            rows.push((name, found.to_string()));
        }
    } else {
        let words = format!("are looked for among materials of up to {MOST_COMPARED} pieces");
        rows.push(("Representatives", words));
    }
    if let Some(endings) = endings {
        rows.push(("In the tables", looked_up(endings, position)?));
    }
    let few = Side::BOTH
        .iter()
        .all(|&side| material.pieces(side) <= MOST_DRAWN);
    Ok(Some(Study {
        table: table(rows),
        picture: few.then(|| graph("Who takes whom", material)),
    }))
}

/// What the tables know.
fn looked_up(endings: &Endings, position: &FullPosition) -> Result<String, DeskError> {
    let probed = endings.probe(position);
    let probed = probed.map_err(|error| DeskError::Engine(error.to_string()))?;
    let Some(probe) = probed else {
        let most = endings.elements();
        return Ok(format!("they end at {most} pieces"));
    };
    let mut words = match probe.value {
        Score::WIN => "a win".to_owned(),
        Score::LOSS => "a loss".to_owned(),
        _ => "a draw".to_owned(),
    };
    if let Some(plies) = probe.distance {
        words += &format!(", {plies} plies to the next capture or the end");
    }
    let best: Vec<String> = probe
        .best
        .iter()
        .map(|m| format!("{}-{}", m.from, m.to))
        .collect();
    if !best.is_empty() {
        words += &format!("; best: {}", best.join(" "));
    }
    Ok(words)
}

fn table(rows: Vec<(&str, String)>) -> Details {
    Details::pairs("The material", ["Dark chess", ""], rows)
}

/// Who takes whom.
#[must_use]
pub fn graph(title: &str, material: Material) -> String {
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
    two_columns(title, &nodes, &edges)
}
