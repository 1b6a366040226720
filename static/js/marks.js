// The knowledge sheet beside the board: fetched when it is looked at, picked together with the board.
//
// The sheet is its player's own and comes from one address (data-url of #knowledge); marking a
// piece posts a form of the sheet and is answered, like every action, with the whole fresh board.
// Speaks through events on the document:
//   hears  match:shown {mine}   a new board is in place, with an empty place for the sheet

import { isPlain, root, say } from "./lib.js";

let picked = ""; // the name of the piece picked
let markup = ""; // the sheet as it was last shown: it stays until the fresh one has come
let cameFrom = ""; // the id of what had the focus when it was picked
let isMarking = false; // whether a mark is being posted: its answer is said, and no other
let fetching;
let watcher;

const place = () => document.getElementById("knowledge");
const sheet = () => place()?.querySelector(".sheet");
const board = () => document.getElementById("board");
const lineOf = (key, value) => place()?.querySelector(`.suspect[data-${key}="${CSS.escape(value)}"]`);

// --- the sheet ---------------------------------------------------------------------------------------

function address() {
  const { present, ply, eyes } = root.querySelector(".match").dataset;
  const query = new URLSearchParams();
  if (eyes) query.set("as", eyes);
  if (picked) query.set("piece", picked);
  if (present === "no") query.set("ply", ply);
  return `${place().dataset.url}?${query}`;
}

/** Fetch the sheet as it is now; the newest request counts. */
async function load({ saying = false } = {}) {
  watcher?.disconnect();
  fetching?.abort();
  fetching = new AbortController();
  try {
    const answer = await fetch(address(), { headers: { "HX-Request": "true" }, signal: fetching.signal });
    if (answer.status !== 200) return;
    markup = await answer.text();
  } catch {
    return; // no network, or overtaken: the sheet that is there stays
  }
  put();
  if (saying && picked) say(sheet().dataset.said);
}

function put() {
  const target = place();
  if (!target || !markup) return;
  const focus = target.contains(document.activeElement) ? document.activeElement.id : "";
  const open = target.querySelector(".mark-history")?.open;
  const [top, holder] = [target.scrollTop, document.createElement("div")];
  holder.innerHTML = markup;
  target.replaceChildren(...holder.children);
  target.scrollTop = top;
  const history = target.querySelector(".mark-history");
  if (history && open) history.open = true;
  htmx.process(target);
  if (focus) (document.getElementById(focus) ?? lineOf("piece", picked))?.focus({ preventScroll: true });
  showPicked();
}

/** The sheet takes the site some work: it is asked for once somebody can see it. */
function watch() {
  watcher?.disconnect();
  if (!place()) return;
  watcher = new IntersectionObserver(([entry]) => {
    if (entry.isIntersecting) load();
  }, { rootMargin: "400px" });
  watcher.observe(place());
}

// --- picking ---------------------------------------------------------------------------------------------

function showPicked() {
  for (const cell of board().querySelectorAll(".suspected")) cell.classList.remove("suspected");
  const name = lineOf("piece", picked)?.dataset.square;
  if (name) document.getElementById(`sq-${name}`)?.closest(".cell").classList.add("suspected");
}

async function pick(piece, { byKey }) {
  picked = piece === picked ? "" : piece;
  cameFrom = document.activeElement.id;
  await load({ saying: true });
  const palette = place().querySelector(".palette");
  palette?.scrollIntoView({ block: "nearest" });
  if (byKey) palette?.querySelector('[aria-pressed="true"], .palette-kind')?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const line = event.target.closest?.("#knowledge .suspect");
  if (!line || !isPlain(event)) return;
  event.preventDefault();
  pick(line.dataset.piece, { byKey: !event.detail });
});

/** A press on a piece that is neither one's own nor to be taken now asks what it can be. */
async function askedOnBoard(event) {
  const cell = event.target.closest?.(".board .cell");
  const { eyes } = root.querySelector(".match").dataset;
  const moves = eyes ? ".target, .picked" : ".target, .picked, .own";
  if (!cell?.querySelector(".piece") || !place() || cell.matches(moves)) return;
  document.getElementById("tab-knowledge").checked = true;
  const name = cell.querySelector(".square").value;
  if (!sheet()) await load();
  const line = lineOf("square", name);
  if (line && line.dataset.piece !== picked) pick(line.dataset.piece, { byKey: !event.detail });
}

root.addEventListener("click", askedOnBoard, true);

/** From the palette back to where the piece was picked. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !event.target.closest?.(".palette")) return;
  event.stopPropagation();
  (document.getElementById(cameFrom) ?? lineOf("piece", picked))?.focus();
}, true);

document.addEventListener("submit", (event) => {
  if (event.target.closest("#knowledge")) isMarking = true;
});

// --- a board comes into place ----------------------------------------------------------------------------

document.addEventListener("match:shown", (event) => {
  if (!place()) return;
  put();
  if (event.detail.mine && picked) load({ saying: isMarking });
  else watch();
  isMarking = false;
});

watch();
