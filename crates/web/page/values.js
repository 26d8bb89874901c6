// Values of moves, as the server finds them. Closing the source stops it.

import { parameters } from "./line.js";
import { watch } from "./server.js";

export class Values {
  #source = null;
  #sinks;

  /** `sinks` has rating, played, course, done and failed. */
  constructor(sinks) {
    this.#sinks = sinks;
  }

  /** Watches a game instead of the one before. */
  start(game) {
    this.stop();
    const source = watch("/analysis", parameters(game));
    this.#source = source;
    const on = (name) =>
      source.addEventListener(name, (event) => {
        if (this.#source === source) this.#sinks[name](JSON.parse(event.data));
      });
    for (const name of ["rating", "played", "course"]) on(name);
    source.addEventListener("done", (event) => {
      if (this.#source !== source) return;
      this.stop();
      this.#sinks.done(JSON.parse(event.data));
    });
    source.addEventListener("failed", (event) => {
      if (this.#source !== source) return;
      this.stop();
      this.#sinks.failed(JSON.parse(event.data).error);
    });
    source.addEventListener("error", () => {
      if (this.#source !== source) return;
      this.stop();
      this.#sinks.failed("the analysis was cut off");
    });
  }

  stop() {
    this.#source?.close();
    this.#source = null;
  }
}
