// A player's notes on the match, and the talk around it, stay as they are, open and half written,
// when the board is fetched anew.

import { say } from "./lib.js";

const PLACES = ["note-place", "talk-place"];
const place = (id) => document.getElementById(id);

const kept = new Map(PLACES.map((id) => [id, place(id)]));

/** The line that says so comes with the answer, where a screen reader does not hear it. */
document.addEventListener("htmx:afterSettle", (event) => {
  const said = event.detail.elt.closest?.(".note")?.querySelector(".note-said")?.textContent;
  if (said) say(said);
});

/** A note to a move is one to the move shown, unless another number was typed. */
function followMove() {
  const field = document.getElementById("note-move");
  if (!field || field === document.activeElement || document.getElementById("note-remark").value) return;
  const { ply } = document.querySelector("#match-live .match").dataset;
  field.value = Math.max(0, Number(ply) - Number(field.closest(".note").dataset.first));
}

document.addEventListener("htmx:afterSettle", followMove);

document.addEventListener("match:shown", () => {
  for (const id of PLACES) {
    const fresh = place(id);
    const old = kept.get(id);
    if (fresh && old && fresh !== old) {
      fresh.replaceWith(old);
      htmx.process(old);
    }
    kept.set(id, place(id));
  }
  followMove();
});

/** A refused line comes back with the reason why, in its place. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "talk" || event.detail.xhr.status >= 500) return;
  if (event.detail.xhr.status === 429) return; // a sentence for the toast
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
