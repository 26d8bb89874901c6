// What runs, again whenever that changes.

import { table } from "./table.js";

const place = document.getElementById("jobs");

/** Calls a job on other machines off. */
async function cancel(id, button) {
  button.disabled = true;
  const headers = { "content-type": "application/json" };
  let words = "The server cannot be reached.";
  try {
    const response = await fetch("/api/v1/jobs/cancel", { method: "POST", headers, body: JSON.stringify({ id }) });
    words = response.ok ? "" : (await response.json()).error;
  } catch {
    // Said below.
  }
  document.getElementById("problem").textContent = words;
  button.disabled = false;
}

/** A button beside every job that runs on other machines. */
function addButtons(element, { title, rows }) {
  if (title !== "Jobs on other machines") return;
  rows.forEach((cells, i) => {
    if (cells.at(-1) !== "running") return;
    const id = cells[0];
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Cancel" });
    button.setAttribute("aria-label", `Cancel job ${id}`);
    button.addEventListener("click", () => cancel(id, button));
    element.rows[i + 1].lastElementChild.append(" ", button);
  });
}

function show(tables) {
  place.replaceChildren(
    ...tables.map((one) => {
      const part = document.createElement("section");
      part.dataset.title = one.title;
      part.append(Object.assign(document.createElement("h2"), { textContent: one.title }));
      if (one.rows.length === 0) {
        part.append(Object.assign(document.createElement("p"), { className: "faint", textContent: "None" }));
        return part;
      }
      const scroll = Object.assign(document.createElement("div"), { className: "scroll" });
      const element = table(one);
      addButtons(element, one);
      scroll.append(element);
      part.append(scroll);
      return part;
    }),
  );
}

const source = new EventSource("/api/v1/jobs/live");
source.addEventListener("jobs", (event) => {
  document.getElementById("problem").textContent = "";
  show(JSON.parse(event.data));
});
source.addEventListener("done", () => source.close());
// The browser asks again by itself.
source.addEventListener("error", () => {
  document.getElementById("problem").textContent = "The server cannot be reached; trying again.";
});
addEventListener("pagehide", () => source.close());
