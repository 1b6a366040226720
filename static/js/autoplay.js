// Plays a line on the board, move by move: it presses "Next move" until there is none.
//
// Nothing plays by itself: a button begins it, and whatever else is pressed ends it. For who wants
// little motion pieces do not slide (match.js).

import { root } from "./lib.js";

const PACE = 1100; // milliseconds a move

let playing = 0;

const step = (name) => root.querySelector(`[data-step="${name}"][href]`);

function show() {
  for (const button of root.querySelectorAll("[data-autoplay]")) {
    button.hidden = !step("forward") && !step("first") && !playing;
    button.setAttribute("aria-pressed", String(Boolean(playing)));
  }
}

function stop() {
  clearTimeout(playing);
  playing = 0;
  show();
}

function go() {
  const next = step("forward");
  if (next) next.click();
  else stop();
}

root.addEventListener("click", (event) => {
  if (!event.target.closest("[data-autoplay]")) return;
  if (playing) return stop();
  playing = 1; // the answer to this press sets the pace
  (step("forward") ?? step("first")).click();
  show();
});

document.addEventListener("match:shown", () => {
  clearTimeout(playing);
  if (playing && step("forward")) playing = setTimeout(go, PACE);
  else playing = 0;
  show();
});

for (const name of ["pointerdown", "keydown"]) {
  document.addEventListener(name, (event) => {
    const pressed = /** @type {Element} */ (event.target);
    if (playing && !pressed.closest?.("[data-autoplay]")) stop();
  });
}

show();
