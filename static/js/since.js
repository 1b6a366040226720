// What has happened since the reader's last move, board after board: on a press, by a key, and by
// itself when a match is opened, once for each stand. The boards are laid over the one at hand, which
// can be worked meanwhile: whatever is pressed ends the show. The squares that differ stay marked.

import { isElsewhere, isPlain, root, say } from "./lib.js";

const PACE = 900; // milliseconds a board
const MOST = 12; // boards; what is older is left out

let running = 0; // the show that is on; another number ends it

const link = () => root.querySelector("[data-since]");
const squares = (part) => [...part.querySelectorAll('.square[id^="sq-"]')];
const rest = (time) => new Promise((done) => setTimeout(done, time));

/** The board after a ply as the reader saw it, and what was said of it; null without an answer. */
async function boardAfter(ply) {
  try {
    const answer = await fetch(`${root.dataset.board}?ply=${ply}`);
    if (!answer.ok) return null;
    const match = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".match");
    return { said: match.dataset.said, place: match.querySelector(".board-place") };
  } catch {
    return null;
  }
}

async function show(isAsked) {
  const from = Number(link().dataset.since);
  const plies = Number(root.querySelector(".match").dataset.plies);
  end();
  const turn = running;
  const asked = [];
  for (let ply = Math.max(from, plies - MOST); ply < plies; ply += 1) asked.push(boardAfter(ply));
  const boards = await Promise.all(asked);
  if (turn !== running || boards.includes(null)) return;
  const changed = differing(boards[0].place);
  const screen = document.createElement("div");
  screen.className = "since-screen";
  screen.inert = true;
  for (const { said, place } of boards) {
    for (const part of place.querySelectorAll("[id]")) part.removeAttribute("id");
    screen.replaceChildren(...place.childNodes);
    if (!screen.isConnected) root.querySelector(".board-place").append(screen);
    if (isAsked) say(said);
    await rest(PACE);
    if (turn !== running) return;
  }
  end();
  for (const id of changed) document.getElementById(id)?.closest(".cell").classList.add("changed");
  if (isAsked) say(root.querySelector(".match").dataset.said);
}

/** The ids of the squares on which something else stands now than on that board. */
function differing(place) {
  const before = new Map(squares(place).map((square) => [square.id, square.innerHTML]));
  const now = squares(root.querySelector(".board-place"));
  return now.filter((square) => before.get(square.id) !== square.innerHTML).map((square) => square.id);
}

function end() {
  running += 1;
  root.querySelector(".since-screen")?.remove();
}

root.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-since]");
  if (!pressed || !isPlain(event)) return;
  event.preventDefault();
  show(true);
});

document.addEventListener("pointerdown", end, true);
document.addEventListener("keydown", (event) => {
  end();
  if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.toLowerCase() === "s" && link()?.dataset.shows === "yes") show(true);
});
document.addEventListener("match:shown", () => {
  end();
  for (const cell of root.querySelectorAll(".cell.changed")) cell.classList.remove("changed");
});

// --- by itself, when a match is opened ----------------------------------------------------------------

/** Whether this stand was shown on this device; from now on it was. */
function wasShown() {
  const { plies } = root.querySelector(".match").dataset;
  try {
    const shown = sessionStorage.getItem("since") === `${root.dataset.board} ${plies}`;
    sessionStorage.setItem("since", `${root.dataset.board} ${plies}`);
    return shown;
  } catch {
    return true; // nothing is kept here: it would be shown over and over
  }
}

const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (link()?.dataset.shows === "yes" && !isCalm && !document.hidden && !wasShown()) show(false);
