// What runs, again whenever that changes.

import { table } from "./table.js";

const place = document.getElementById("jobs");

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
      scroll.append(table(one));
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
