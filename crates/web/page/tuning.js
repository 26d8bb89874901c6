// A tuning run: its plots, again whenever it gets on.

const at = (id) => document.getElementById(id);
const run = document.querySelector("main").dataset.run;

function show(plots) {
  const score = plots.score === null ? "" : `, at ${plots.score.toFixed(4)}`;
  const over = plots.over ? ", finished" : "";
  at("far").textContent = `Round ${plots.round} of ${plots.rounds}${score}${over}`;
  at("round").value = plots.round;
  at("score").innerHTML = plots.score_plot;
  at("weights").innerHTML = plots.weights_plot;
}

if (run) {
  const source = new EventSource(`/api/v1/tuning/live?${new URLSearchParams({ run })}`);
  source.addEventListener("run", (event) => show(JSON.parse(event.data)));
  source.addEventListener("done", () => source.close());
  addEventListener("pagehide", () => source.close());
}
