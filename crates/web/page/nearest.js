// Going about a board by arrow keys.

const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const isArrow = (key) => key in ways;

/** The nearest of the targets in the direction of an arrow key, or null. */
export function nearest(from, targets, key) {
  const [dx, dy] = ways[key];
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const target of targets) {
    if (target === from) continue;
    const [tx, ty] = middle(target);
    const along = (tx - x) * dx + (ty - y) * dy;
    const aside = Math.abs((tx - x) * dy) + Math.abs((ty - y) * dx);
    if (along <= 1) continue;
    const distance = along + 3 * aside;
    if (distance < least) [best, least] = [target, distance];
  }
  return best;
}
