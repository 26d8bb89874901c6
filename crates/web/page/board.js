// The board: clicks and keys that make moves, and colours of values.
//
// The page knows no rules. A move is a list of clicks; what can be clicked is
// whatever comes next in a move that begins with the clicks made so far.

import { isArrow, nearest } from "./nearest.js";
import { better } from "./rating.js";

export class Board {
  #element;
  #play;
  #choices = [];
  #made = [];
  #ratings = new Map();
  #distances = false;

  /** `play` is called with the text of a move once all of it is clicked. */
  constructor(element, play) {
    this.#element = element;
    this.#play = play;
    element.addEventListener("click", (event) => {
      const target = event.target.closest("[data-click]");
      if (target) this.#click(target.dataset.click);
    });
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Shows a position; with no choices nothing can be clicked. */
  show(svg, choices) {
    const held = document.activeElement?.closest?.("[data-click]")?.dataset.click;
    this.#element.innerHTML = svg;
    this.#choices = choices;
    this.#made = [];
    this.#ratings.clear();
    this.#mark();
    if (held !== undefined) (this.#find(held) ?? this.#targets()[0])?.focus();
  }

  /** Whose clicks count from here on. */
  allow(choices) {
    this.#choices = choices;
    this.#made = [];
    this.#mark();
  }

  rate(rating) {
    this.#ratings.set(rating.move, rating);
    this.#mark();
  }

  /** Points at what begins a move. */
  point(move) {
    const choice = this.#choices.find((choice) => choice.move === move);
    const name = choice?.clicks[this.#made.length];
    if (name !== undefined) this.#find(name)?.classList.add("hinted");
  }

  clearRatings() {
    this.#ratings.clear();
    this.#mark();
  }

  showDistances(shown) {
    this.#distances = shown;
    this.#mark();
  }

  #find(name) {
    return this.#element.querySelector(`[data-click="${CSS.escape(name)}"][tabindex]`);
  }

  #targets() {
    return [...this.#element.querySelectorAll("[data-click][tabindex]")];
  }

  /** Moves that begin with the clicks made so far. */
  #possible(made = this.#made) {
    return this.#choices.filter((choice) => made.every((click, i) => choice.clicks[i] === click));
  }

  #click(name) {
    const made = [...this.#made, name];
    let possible = this.#possible(made);
    if (possible.length === 0) {
      // Another beginning, or the same one again: think anew.
      const again = this.#made.length > 0 && this.#made[0] !== name;
      this.#made = again && this.#possible([name]).length > 0 ? [name] : [];
      this.#mark();
      return;
    }
    this.#made = made;
    const whole = possible.find((choice) => choice.clicks.length === made.length);
    if (whole) {
      this.#made = [];
      this.#play(whole.move);
      return;
    }
    this.#mark();
  }

  /** Marks what can be clicked next, and colours it by the best it leads to. */
  #mark() {
    for (const old of this.#element.querySelectorAll(".can, .picked")) {
      old.classList.remove("can", "picked", "win", "draw", "loss", "guess");
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
      old.querySelector(".distance")?.remove();
    }
    for (const name of this.#made) {
      const picked = this.#element.querySelector(`[data-click="${CSS.escape(name)}"]`);
      picked?.classList.add("picked");
    }
    const next = new Map();
    for (const choice of this.#possible()) {
      const name = choice.clicks[this.#made.length];
      if (!next.has(name)) next.set(name, []);
      next.get(name).push(choice);
    }
    for (const [name, choices] of next) {
      const target = this.#element.querySelector(`[data-click="${CSS.escape(name)}"]`);
      if (!target) continue;
      target.classList.add("can");
      target.setAttribute("tabindex", "0");
      target.setAttribute("role", "button");
      const best = this.#best(choices);
      if (best) {
        target.classList.add(best.worth);
        target.classList.toggle("guess", !best.exact);
        if (this.#distances && best.distance !== null) this.#write(target, best.distance);
      }
    }
  }

  /** The best rating among moves. */
  #best(choices) {
    let best = null;
    for (const choice of choices) {
      const rating = this.#ratings.get(choice.move);
      if (rating && better(rating, best)) best = rating;
    }
    return best;
  }

  /** Writes a distance into a group of the picture. */
  #write(target, distance) {
    const spot = target.querySelector(".spot") ?? target;
    const box = spot.getBBox();
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.setAttribute("class", "distance");
    // The corner of a round place lies outside it.
    const round = spot.tagName === "circle";
    text.setAttribute("x", round ? box.x + box.width / 2 : box.x + box.width - 4);
    text.setAttribute("y", box.y + box.height - (round ? 10 : 4));
    text.setAttribute("text-anchor", round ? "middle" : "end");
    text.textContent = distance;
    target.append(text);
  }

  #key(event) {
    const target = event.target.closest("[data-click]");
    if (event.key === "Escape" && this.#made.length > 0) {
      this.#made = [];
      this.#mark();
      event.stopPropagation();
      return;
    }
    if (!target) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#click(target.dataset.click);
      return;
    }
    if (!isArrow(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    nearest(target, this.#targets(), event.key)?.focus();
  }
}
