// Asking the server. Whatever it refuses becomes an Error with its words.

const here = document.querySelector("main").dataset.game;
const base = (game) => `/api/v1/${game}`;

/** What the server refused, and with which status. */
function refusal(status, words) {
  return Object.assign(new Error(words ?? `the server answered ${status}`), { status });
}

async function answer(response) {
  let body;
  try {
    body = await response.json();
  } catch {
    throw refusal(response.status);
  }
  if (!response.ok) throw refusal(response.status, body.error);
  return body;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server cannot be reached: is `tabia serve` running?");
  }
  return answer(response);
}

export function get(path, query, signal) {
  return request(`${base(here)}${path}?${query}`, { signal });
}

export function post(path, body, signal) {
  return postTo(here, path, body, signal);
}

/** The same to another game. */
export function postTo(game, path, body, signal) {
  const headers = { "content-type": "application/json" };
  return request(base(game) + path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Events of work that stops when the source is closed. */
export function watch(path, query) {
  return new EventSource(`${base(here)}${path}?${query}`);
}
