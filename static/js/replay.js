// The slider through a match that is over. While it is dragged only the board follows; letting go
// looks back for good, through match.js.
//   sends  match:look {ply}

const root = document.getElementById("match-live");
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
  document.dispatchEvent(new CustomEvent("match:look", { detail: { ply: event.target.value } }));
});
