// What a move is worth: in order, and in words.

const worths = ["loss", "draw", "win"];

/** Whether one rating is better than another: wins soon, losses late. */
export function better(one, other) {
  if (other === null) return true;
  const rank = (rating) => worths.indexOf(rating.worth);
  if (rank(one) !== rank(other)) return rank(one) > rank(other);
  if (one.value !== other.value) return one.value > other.value;
  const haste = (rating) => (rating.worth === "loss" ? 1 : -1) * (rating.distance ?? 0);
  return haste(one) > haste(other);
}

/** `wins in 7 placements`, or `is worth about +1.20` where nobody knows. */
export function inWords(rating, unit) {
  if (!rating.exact && rating.distance !== null) {
    return `${rating.worth === "win" ? "mates" : "is mated"} in ${rating.distance} ${unit}`;
  }
  if (!rating.exact) {
    const pawns = rating.value / 100;
    return `is worth about ${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
  }
  let value = { win: "wins", draw: "draws", loss: "loses" }[rating.worth];
  // Where points are counted they say more than who wins.
  if (Math.abs(rating.value) > 1) value += ` with ${rating.value} points`;
  return rating.distance === null ? value : `${value} in ${rating.distance} ${unit}`;
}
