// Finished games that the server has not taken yet. They are kept in the
// browser, also when the tab is closed, and sent again and again.

import { postTo } from "./server.js";

const key = "tabia.unsent";
/** Milliseconds until another try. */
const patience = 3000;
let later = null;
/** Whether the person has been told that a game could not be sent. */
let told = false;

function unsent() {
  return JSON.parse(localStorage.getItem(key) ?? "[]");
}

/** Forgets a game, or puts it at the end. */
function change(id, more = []) {
  const others = unsent().filter(({ body }) => body.id !== id);
  localStorage.setItem(key, JSON.stringify([...others, ...more]));
}

/** Keeps a finished game until it is sent. */
export function keep(game, body) {
  change(body.id, [{ game, body }]);
}

/**
 * Sends what is kept, and tells `done` the ids of what has arrived. What the
 * server refuses for good is forgotten, since it would be refused again.
 */
export async function send(complain, done = () => {}) {
  clearTimeout(later);
  for (const { game, body } of unsent()) {
    try {
      await postTo(game, "/games", body);
    } catch (error) {
      const again = error.status === undefined || error.status >= 500;
      complain(again ? `${error.message} (the finished game is kept here and sent again)` : error.message);
      if (again) {
        told = true;
        later = setTimeout(() => send(complain, done), patience);
        return;
      }
    }
    change(body.id);
    done(body.id);
    if (told) complain("");
    told = false;
  }
}
