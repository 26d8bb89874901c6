// Asking the server. Whatever it refuses becomes an Error with its words.

const base = `/api/v1/${document.querySelector("main").dataset.game}`;

async function answer(response) {
  let body;
  try {
    body = await response.json();
  } catch {
    throw new Error(`the server answered ${response.status}`);
  }
  if (!response.ok) throw new Error(body.error ?? `the server answered ${response.status}`);
  return body;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(base + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server cannot be reached: is `tabia serve` running?");
  }
  return answer(response);
}

export function get(path, query, signal) {
  return request(`${path}?${query}`, { signal });
}

export function post(path, body, signal) {
  const headers = { "content-type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Events of work that stops when the source is closed. */
export function watch(path, query) {
  return new EventSource(`${base}${path}?${query}`);
}
