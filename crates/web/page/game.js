// The page of one game: it ties board, moves, values and address together.

import { Board } from "./board.js";
import { fromAddress, link, parameters, toAddress } from "./line.js";
import { keep, send } from "./outbox.js";
import { onPaste } from "./pasted.js";
import { better, inWords } from "./rating.js";
import { get, post, watch } from "./server.js";
import { Notes } from "./session.js";
import { Study } from "./study.js";
import { table } from "./table.js";
import { Values } from "./values.js";

const main = document.querySelector("main");
const at = (id) => document.getElementById(id);
const [status, problem, verdict] = [at("status"), at("problem"), at("verdict")];

const usual = { rules: at("rules").value, level: main.dataset.level };
let game = fromAddress(usual);
let view = JSON.parse(at("view").textContent);
/** What was taken back, each time a list of moves; the next one last. */
let undone = [];
/** Ends what is under way when something else begins. */
let underWay = new AbortController();
let pondering = null;
const notes = new Notes(game);
const board = new Board(at("board"), (move) => play([move]));
const values = new Values({
  rating: (rating) => {
    board.rate(rating);
    say(rating);
  },
  played: colour,
  course: (svg) => (at("course").innerHTML = svg),
  done: ({ complete }) => {
    at("board").removeAttribute("aria-busy");
    if (complete) return;
    const rest = "Moves without colour are not known";
    verdict.textContent = best === null ? rest : `${verdict.textContent}. ${rest}`;
  },
  failed: complain,
});

const study = at("study") ? new Study(at("study"), at("studies"), complain) : null;

/** Whether the engine is to move. */
const engineToMove = () => view.to_move !== null && !view.yours;

function complain(message) {
  problem.textContent = message;
}

/** Shows the view; `choices` can be clicked only by whoever is to move. */
function show() {
  board.show(view.board, engineToMove() ? [] : view.choices);
  status.textContent = view.prompt;
  at("position").textContent = view.position;
  // A position may bring its own rules.
  if ([...at("rules").options].some((option) => option.value === view.rules)) at("rules").value = view.rules;
  at("undo").disabled = game.moves.length === 0;
  at("redo").disabled = undone.length === 0;
  listMoves();
  showDetails();
  study?.clear();
  analyse();
}

function showDetails() {
  const details = view.details;
  at("details").hidden = details === null;
  if (details === null) return;
  at("details").querySelector("summary").textContent = details.title;
  at("details").querySelector("table").replaceWith(table(details));
}

function listMoves() {
  const list = at("moves");
  list.replaceChildren(
    ...view.history.map((played) => {
      const item = document.createElement("li");
      item.className = played.side;
      item.title = played.say;
      item.textContent = played.move;
      return item;
    }),
  );
  list.scrollTop = list.scrollHeight;
}

/** Colours a move of the list by its value. */
function colour(played) {
  const item = at("moves").children[played.index];
  if (!item) return;
  item.classList.remove("win", "draw", "loss");
  item.classList.add(played.worth);
  item.classList.toggle("guess", !played.exact);
  item.dataset.distance = played.distance ?? "";
  item.title = `${view.history[played.index].say}: ${inWords(played, main.dataset.unit)}`;
}

let best = null;
/** Says the best value found so far. */
function say(rating) {
  if (!better(rating, best)) return;
  best = rating;
  verdict.textContent = `Best: ${rating.move} ${inWords(rating, main.dataset.unit)}`;
}

/** Begins to watch values, if they are wanted. */
function analyse() {
  values.stop();
  best = null;
  verdict.textContent = "";
  if (!at("values").checked) return;
  if (!engineToMove() && view.to_move !== null) notes.note((n) => n.hints++);
  values.start(game);
}

/** The engine thinks while the person does. */
function ponder() {
  pondering?.close();
  pondering = null;
  const useful = "ponders" in main.dataset && game.side !== "both" && view.yours;
  if (!useful || at("values").checked) return;
  const source = watch("/ponder", parameters(game));
  for (const end of ["done", "failed", "error"]) source.addEventListener(end, () => source.close());
  pondering = source;
}

/** Starts over with something new to do; whatever was under way ends. */
function begin() {
  underWay.abort();
  underWay = new AbortController();
  pondering?.close();
  complain("");
  return underWay.signal;
}

/** Runs steps that ask the server, and says what went wrong. */
async function doing(steps) {
  const signal = begin();
  const busy = setTimeout(() => status.setAttribute("aria-busy", "true"), 100);
  try {
    await steps(signal);
  } catch (error) {
    if (error.name !== "AbortError") {
      complain(error.message);
      board.allow(engineToMove() ? [] : view.choices);
    }
  } finally {
    clearTimeout(busy);
    if (!signal.aborted) status.removeAttribute("aria-busy");
  }
}

/** Goes to another state of the game, and lets the engine move if it must. */
function go(next, isNew = true) {
  return doing(async (signal) => {
    view = await get("/look", parameters(next), signal);
    game = next;
    notes.note((n) => (n.moves = game.moves));
    toAddress(game, isNew);
    show();
    await judge(signal);
    await engineTurn(signal);
    ponder();
    await finish();
  });
}

function play(moves) {
  undone = [];
  return go({ ...game, moves: [...game.moves, ...moves] });
}

/** Says whether the person's last move was right, where moves are. */
async function judge(signal) {
  const place = at("judgement");
  if (!place) return;
  place.textContent = "";
  place.className = "";
  const last = view.history.at(-1);
  if (!last || game.side === "both" || !last.yours) return;
  const judgement = await get("/judge", parameters(game), signal);
  place.className = judgement.right ? "right" : "wrong";
  place.textContent = judgement.words;
}

/** Shows a move that is right, without playing it. */
function hint() {
  if (engineToMove() || view.to_move === null) return complain("There is nothing to hint at.");
  return doing(async (signal) => {
    const { rules, start, moves } = game;
    const { moves: turn } = await post("/reply", { rules, start, moves, level: main.dataset.best }, signal);
    notes.note((n) => n.hints++);
    board.point(turn[0]);
    at("judgement").className = "";
    at("judgement").textContent = `Hint: ${turn[0]}`;
  });
}

/** The engine moves for all seats that are not the person's. */
async function engineTurn(signal) {
  if (!engineToMove()) return;
  const waiting = setTimeout(() => (status.textContent = "The engine is thinking …"), 100);
  try {
    const { rules, start, moves, level, side, flipped, open } = game;
    const request = { rules, start, moves, level, flipped, viewer: side, open };
    const answer = await post("/reply", request, signal);
    view = answer.view;
    game = { ...game, moves: [...game.moves, ...answer.moves] };
    notes.note((n) => {
      n.moves = game.moves;
      n.engine_turns.push(answer.seconds);
    });
    toAddress(game, false);
  } finally {
    clearTimeout(waiting);
  }
  show();
  await engineTurn(signal);
}

/** Sends a finished game to be counted. */
async function finish() {
  if (view.over === null || game.side === "both") return;
  const finished = notes.finished();
  if (!finished) return;
  const { rules, start, moves, level, side } = game;
  const experience = at("experience").value || null;
  // Who sees all hands plays with help.
  const hints = finished.hints + (game.open ? 1 : 0);
  keep(main.dataset.game, { ...finished, hints, rules, start, moves, level, human: side, experience });
  await deliver();
}

/** Sends finished games, also those that the server could not take before. */
function deliver() {
  return send(complain, (id) => notes.note((n) => (n.sent ||= n.id === id)));
}

/** How many moves remain if the person takes back their last decision. */
function before() {
  if (game.side === "both") return game.moves.length - 1;
  for (let i = game.moves.length - 1; i >= 0; i--) {
    if (view.history[i].yours) return i;
  }
  return null;
}

function undo() {
  const remaining = before();
  if (remaining === null || remaining < 0) return complain("There is no move to take back.");
  undone.push(game.moves.slice(remaining));
  notes.note((n) => n.take_backs++);
  return go({ ...game, moves: game.moves.slice(0, remaining) });
}

function redo() {
  if (undone.length === 0) return complain("Nothing was taken back.");
  const again = undone.pop();
  return go({ ...game, moves: [...game.moves, ...again] });
}

/** Whether the game began with a position that somebody set up. */
const setUp = () => game.start !== "" && !game.start.startsWith("#");

/** The same beginning again: what was set up stays. */
function again(change) {
  if (!setUp()) return newGame(change);
  undone = [];
  return go({ ...game, ...change, moves: [] });
}

function newGame(change = {}, isNew = true) {
  undone = [];
  notes.begin();
  const start = "dealt" in main.dataset ? `#${crypto.getRandomValues(new Uint32Array(1))[0]}` : "";
  return go({ ...game, ...change, start, moves: [] }, isNew);
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = `Copied the ${what}.`;
  } catch {
    complain(`The browser does not let the page copy. The ${what}: ${text}`);
  }
}

at("new").addEventListener("click", () => newGame());
at("undo").addEventListener("click", undo);
at("redo").addEventListener("click", redo);
at("flip").addEventListener("click", () => go({ ...game, flipped: !game.flipped }, false));
at("hint")?.addEventListener("click", hint);
at("setup")?.addEventListener("click", () => {
  // A deal by its number, or a finished game, is nothing to begin with.
  const text = view.over !== null || view.position.startsWith("#") ? "" : view.position;
  location.assign(`${location.pathname}/setup?${new URLSearchParams({ rules: game.rules, text })}`);
});
at("open")?.addEventListener("change", () => {
  if (at("open").checked) notes.note((n) => n.hints++);
  go({ ...game, open: at("open").checked }, false);
});
at("weights")?.addEventListener("submit", (event) => {
  event.preventDefault();
  doing(async (signal) => {
    const file = at("weights-file").files[0];
    const text = file ? await file.text() : at("weights-text").value;
    const { rules } = await post("/weights", { weights: text }, signal);
    if (![...at("rules").options].some((option) => option.value === rules)) {
      at("rules").append(new Option(rules, rules));
    }
    at("rules").value = rules;
    at("weights").reset();
    await again({ rules });
  });
});
at("study")?.addEventListener("click", () => {
  if (view.hidden) return complain("Open the hands first: a study tells what is in them.");
  study.toggle(game);
});
at("proof")?.addEventListener("click", () => {
  const query = parameters(game);
  query.delete("flipped");
  location.assign(`${location.pathname}/proof?${query}`);
});
at("rules").addEventListener("change", () => again({ rules: at("rules").value }));
at("side").addEventListener("change", () => again({ side: at("side").value }));
at("level").addEventListener("change", () => {
  const level = at("level").value;
  at("side").disabled = level === "both";
  // Another opponent takes over the game as it stands; it counts for none.
  if (game.moves.length > 0) notes.forget();
  if (level === "both") return go({ ...game, side: "both" }, false);
  return go({ ...game, level, side: at("side").value }, false);
});
at("values").addEventListener("change", () => {
  localStorage.setItem("tabia.values", at("values").checked ? "yes" : "");
  pondering?.close();
  board.clearRatings();
  listMoves();
  analyse();
});
at("distances").addEventListener("change", () => showDistances());
function showDistances() {
  const shown = at("distances").checked;
  localStorage.setItem("tabia.distances", shown ? "yes" : "");
  board.showDistances(shown);
  at("moves").classList.toggle("distances", shown);
}
at("experience").addEventListener("change", () => {
  localStorage.setItem("tabia.experience", at("experience").value);
});
at("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const moves = at("typed").value.trim().split(/\s+/).filter(Boolean);
  if (moves.length === 0) return;
  if (engineToMove()) return complain("It is the engine's turn.");
  at("typed").value = "";
  play(moves);
});
at("copy-link").addEventListener("click", () => copy(location.origin + link(game), "link"));
at("copy-position").addEventListener("click", () => copy(view.position, "position"));
at("copy-game").addEventListener("click", () => copy(view.record, "game"));
onPaste((text) => {
  doing(async (signal) => {
    const query = new URLSearchParams({ rules: game.rules, text });
    const line = await get("/read", query, signal);
    undone = [];
    notes.forget();
    at("pasted").value = "";
    await go({ ...game, ...line });
  });
});
addEventListener("popstate", () => {
  undone = [];
  go(fromAddress(usual), false);
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select")) return;
  const action = {
    n: () => newGame(),
    u: undo,
    r: redo,
    f: () => at("flip").click(),
    v: () => at("values").click(),
    h: () => at("hint")?.click(),
    ArrowLeft: undo,
    ArrowRight: redo,
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
// A closed or hidden page needs no values.
addEventListener("pagehide", () => {
  values.stop();
  study?.stop();
  pondering?.close();
});

deliver();
at("values").checked = localStorage.getItem("tabia.values") === "yes";
at("distances").checked = localStorage.getItem("tabia.distances") === "yes";
at("experience").value = localStorage.getItem("tabia.experience") ?? "";
showDistances();
if ("dealt" in main.dataset && game.start === "" && game.moves.length === 0) {
  newGame({}, false);
} else {
  show();
  doing(async (signal) => {
    await engineTurn(signal);
    ponder();
    await finish();
  });
}
