//! The permutations of the cells that keep the lines.

use crate::Rules;

/// Where each cell goes.
pub type CellMap = [u8; 16];

/// All permutations of the cells that map lines to lines, the identity first.
///
/// Plain backtracking, a few milliseconds: each cell in turn goes to a free
/// cell such that the lines completed so far become lines.
pub fn cell_maps(rules: &Rules) -> Vec<CellMap> {
    let lines = rules.line_masks();
    let mut found = Vec::new();
    extend(&lines, &mut [0; 16], 0, 0, &mut found);
    found
}

fn extend(lines: &[u16], map: &mut CellMap, cell: usize, taken: u16, found: &mut Vec<CellMap>) {
    if cell == 16 {
        found.push(*map);
        return;
    }
    for target in 0..16 {
        if taken >> target & 1 != 0 {
            continue;
        }
        map[cell] = target;
        let decided = (1u32 << (cell + 1)) - 1;
        let fits = lines.iter().all(|&line| {
            if line >> cell & 1 == 0 {
                return true;
            }
            let image = (0..=cell)
                .filter(|&c| line >> c & 1 != 0)
                .fold(0u16, |image, c| image | 1 << map[c]);
            if u32::from(line) & !decided == 0 {
                lines.contains(&image)
            } else {
                lines.iter().any(|&other| image & !other == 0)
            }
        });
        if fits {
            extend(lines, map, cell + 1, taken | 1 << target, found);
        }
    }
}
