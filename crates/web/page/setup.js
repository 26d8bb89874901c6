// Setting up a position: a tool, clicks, and what is still missing.

import { isArrow, nearest } from "./nearest.js";
import { onPaste } from "./pasted.js";
import { get } from "./server.js";

const at = (id) => document.getElementById(id);
const { game, rules } = document.querySelector("main").dataset;
const [board, status, problem] = [at("board"), at("status"), at("problem")];
/** Texts of the positions before, the latest last. */
const before = [];
let text = at("position").textContent;
let busy = Promise.resolve();

function show(setUp, isNew) {
  if (isNew && setUp.text !== text) before.push(text);
  text = setUp.text;
  const held = document.activeElement?.closest?.("#board [data-click]")?.dataset.click;
  board.innerHTML = setUp.board;
  mark();
  if (held) board.querySelector(`[data-click="${CSS.escape(held)}"]`)?.focus();
  at("position").textContent = text;
  at("undo").disabled = before.length === 0;
  at("play").disabled = setUp.fault !== null;
  status.textContent = setUp.fault === null ? "Ready to play" : `Not yet: ${setUp.fault}`;
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams({ rules, text })}`);
}

/** Makes all of the board reachable by keys. */
function mark() {
  for (const target of board.querySelectorAll("[data-click]")) {
    target.classList.add("can");
    target.setAttribute("tabindex", "0");
    target.setAttribute("role", "button");
  }
}

/** Asks for a changed position; one after the other, however fast the clicks. */
function change(parameters, isNew = true) {
  busy = busy.then(async () => {
    problem.textContent = "";
    try {
      show(await get("/setup", new URLSearchParams({ rules, text, ...parameters })), isNew);
    } catch (error) {
      problem.textContent = error.message;
    }
  });
}

const tool = () => document.querySelector("input[name=tool]:checked").value;

function click(event) {
  const target = event.target.closest("[data-click]");
  if (target) change({ tool: tool(), click: target.dataset.click });
}

board.addEventListener("click", click);
board.addEventListener("keydown", (event) => {
  const target = event.target.closest("[data-click]");
  if (target && isArrow(event.key)) {
    event.preventDefault();
    nearest(target, board.querySelectorAll("[data-click]"), event.key)?.focus();
  }
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  click(event);
});
at("at-once").addEventListener("click", (event) => {
  const name = event.target.closest("[data-tool]")?.dataset.tool;
  if (name) change({ tool: name });
});
at("undo").addEventListener("click", () => {
  const last = before.pop();
  if (last !== undefined) change({ text: last }, false);
});
onPaste((pasted) => change({ text: pasted }));
at("play").addEventListener("click", () => {
  location.assign(`/${game}?${new URLSearchParams({ rules, start: text })}`);
});
at("copy-position").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = "Copied the position.";
  } catch {
    problem.textContent = `The browser does not let the page copy. The position: ${text}`;
  }
});
mark();
