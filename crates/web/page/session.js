// What the statistics want to know of a game, kept for as long as the tab.
// Only games that began in this tab are sent in: those of a link may be
// somebody else's.

const key = `tabia.${document.querySelector("main").dataset.game}`;

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fresh() {
  const started = Math.floor(Date.now() / 1000);
  return { id: randomId(), started, take_backs: 0, hints: 0, engine_turns: [], moves: [], sent: false };
}

export class Notes {
  #notes = null;

  /** Goes on with the game of this tab if `game` is that one. */
  constructor(game) {
    // A position that somebody set up counts for nothing.
    if (game.start !== "" && !game.start.startsWith("#")) return;
    const kept = sessionStorage.getItem(key);
    const notes = kept ? JSON.parse(kept) : null;
    if (game.moves.length === 0) this.begin();
    else if (notes && notes.moves.join(" ") === game.moves.join(" ")) this.#notes = notes;
  }

  /** A new game begins. */
  begin() {
    this.#notes = fresh();
    this.#keep();
  }

  /** The game is not one of ours: a position was pasted, say. */
  forget() {
    this.#notes = null;
    sessionStorage.removeItem(key);
  }

  note(change) {
    if (!this.#notes) return;
    change(this.#notes);
    this.#keep();
  }

  /** What to send when the game is over; null if there is nothing to send. */
  finished() {
    if (!this.#notes || this.#notes.sent) return null;
    const { sent, moves, ...notes } = this.#notes;
    return notes;
  }

  #keep() {
    sessionStorage.setItem(key, JSON.stringify(this.#notes));
  }
}
