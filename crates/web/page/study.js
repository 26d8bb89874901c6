// What there is to know about a position, table by table as it is found.

import { parameters } from "./line.js";
import { watch } from "./server.js";
import { table } from "./table.js";

export class Study {
  #button;
  #place;
  #fail;
  #name;
  #source = null;

  /** `fail` is called with the words of what went wrong. */
  constructor(button, place, fail) {
    this.#button = button;
    this.#name = button.textContent;
    this.#place = place;
    this.#fail = fail;
  }

  /** Begins, or stops what has begun. */
  toggle(game) {
    if (this.#source) return this.stop();
    this.clear();
    const source = watch("/study", parameters(game));
    this.#source = source;
    this.#button.textContent = "Stop";
    this.#button.setAttribute("aria-pressed", "true");
    source.addEventListener("study", (event) => this.#show(JSON.parse(event.data)));
    source.addEventListener("done", () => this.stop());
    source.addEventListener("failed", (event) => {
      this.stop();
      this.#fail(JSON.parse(event.data).error);
    });
    source.addEventListener("error", () => {
      if (this.#source !== source) return;
      this.stop();
      this.#fail("the study was cut off");
    });
  }

  stop() {
    this.#source?.close();
    this.#source = null;
    this.#button.textContent = this.#name;
    this.#button.setAttribute("aria-pressed", "false");
  }

  /** Forgets what was found: the position is another one. */
  clear() {
    this.stop();
    this.#place.replaceChildren();
  }

  #show(study) {
    const old = [...this.#place.children].find((part) => part.dataset.title === study.title);
    const part = document.createElement("section");
    part.dataset.title = study.title;
    part.append(Object.assign(document.createElement("h3"), { textContent: study.title }));
    if (study.picture !== null) {
      const picture = Object.assign(document.createElement("div"), { className: "picture natural" });
      picture.innerHTML = study.picture;
      part.append(picture);
    }
    const scroll = Object.assign(document.createElement("div"), { className: "scroll" });
    scroll.append(table(study));
    part.append(scroll);
    if (old) old.replaceWith(part);
    else this.#place.append(part);
  }
}
