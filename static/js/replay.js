// The slider through a match that is over. While it is dragged only the board follows; letting go
// looks back for good, through match.js. Pictures of the board can be had as PNG besides.
//   sends  match:look {ply}

import { root, send } from "./lib.js";

const PAUSE = 120; // milliseconds between two boards while dragging

let waiting;
let fetching;

/** The board after a ply, put in the place of the one shown: nothing else of the page moves. */
async function glance(ply) {
  fetching?.abort();
  fetching = new AbortController();
  const query = new URLSearchParams({ ply });
  const { eyes } = root.querySelector(".match").dataset;
  if (eyes) query.set("as", eyes);
  try {
    const answer = await fetch(`${root.dataset.board}?${query}`, { signal: fetching.signal });
    if (!answer.ok) return;
    const arrived = new DOMParser().parseFromString(await answer.text(), "text/html");
    root.querySelector(".board-place").replaceWith(arrived.querySelector(".board-place"));
    delete root.querySelector(".match").dataset.holds; // it is another board by now
  } catch {
    // dragged on, or no network: letting go asks again
  }
}

root.addEventListener("input", (event) => {
  if (event.target.id !== "replay-ply") return;
  const { value, max, dataset } = event.target;
  const [number, numbers] = [value - dataset.first, max - dataset.first];
  document.getElementById("replay-at").textContent = `${number} / ${numbers}`;
  clearTimeout(waiting);
  waiting = setTimeout(glance, PAUSE, value);
});

root.addEventListener("change", (event) => {
  if (event.target.id !== "replay-ply") return;
  clearTimeout(waiting);
  fetching?.abort();
  send("match:look", { ply: event.target.value });
});

// --- <a href="picture.svg" data-as-png>: the same picture in pixels ------------------------------

const PIXELS = 1440; // across

async function saveAsPixels(link) {
  const drawing = new Image();
  drawing.src = link.href;
  await drawing.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PIXELS;
  canvas.height = Math.round((PIXELS * drawing.naturalHeight) / drawing.naturalWidth);
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const file = await new Promise((done) => canvas.toBlob(done));
  const way = document.createElement("a");
  way.href = URL.createObjectURL(file);
  way.download = link.dataset.asPng;
  way.click();
  setTimeout(() => URL.revokeObjectURL(way.href), 60_000);
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-as-png]");
  if (!link) return;
  event.preventDefault();
  saveAsPixels(link).catch(() => location.assign(link.href)); // the drawing itself, then
});
