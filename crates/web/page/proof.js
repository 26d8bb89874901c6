// Walking a proof: a click on the board is a click on its branch.

const branches = new Map();
for (const link of document.querySelectorAll("[data-branch]")) {
  if (link.dataset.branch) branches.set(link.dataset.branch, link);
}
const board = document.getElementById("board");
for (const target of board.querySelectorAll("[data-click]")) {
  if (branches.has(target.dataset.click)) target.classList.add("can");
}
board.addEventListener("click", (event) => {
  const target = event.target.closest("[data-click]");
  branches.get(target?.dataset.click)?.click();
});
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft" || event.key === "u") document.getElementById("back")?.click();
  if (event.key === "ArrowRight") document.querySelector("[data-branch]")?.click();
});
