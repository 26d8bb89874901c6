// The game as the address bar has it: rules, start, moves, opponent.

/** Reads the game from the address bar. */
export function fromAddress(defaults) {
  const query = new URLSearchParams(location.search);
  const moves = (query.get("moves") ?? "").split(/\s+/).filter(Boolean);
  return {
    rules: query.get("rules") ?? defaults.rules,
    start: query.get("start") ?? "",
    moves,
    level: query.get("level") ?? defaults.level,
    side: query.get("side") ?? "first",
    flipped: query.get("flipped") === "true",
    open: query.get("open") === "true",
  };
}

/** The parameters of a game, those that say something. */
export function parameters(game) {
  const query = new URLSearchParams();
  query.set("rules", game.rules);
  if (game.start) query.set("start", game.start);
  if (game.moves.length > 0) query.set("moves", game.moves.join(" "));
  query.set("level", game.level);
  query.set("side", game.side);
  if (game.flipped) query.set("flipped", "true");
  if (game.open) query.set("open", "true");
  return query;
}

/** The link that holds a game. */
export function link(game) {
  return `${location.pathname}?${parameters(game)}`;
}

/** Puts the game into the address bar, as a new entry of the history or not. */
export function toAddress(game, isNew) {
  const address = link(game);
  if (address === location.pathname + location.search) return;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
