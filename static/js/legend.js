// What a piece is and how it moves: beside the board while it is pointed at for a moment, focused by
// keys, or pressed long. The words are those of the legend on the page.

const POINTED = 700; // milliseconds
const PRESSED = 500;
const GAP = 6; // pixels between the board and the words
const PLACES = "#board .square, #spares .spare, .hand .square, .captured li, .palette-kind";

const tip = document.getElementById("piece-tip");
let waiting;

const placeOf = (event) => event.target.closest?.(PLACES);

function wordsFor(place) {
  // a piece that waits to be played stands on what it would capture
  const piece = place?.querySelector(".preview") ?? place?.querySelector(".piece");
  const sign = piece?.dataset.sign;
  if (!sign || sign.startsWith("z")) return ""; // promoted: it moves otherwise
  const lines = [...document.querySelectorAll("#legend li")];
  return lines.find((line) => line.dataset.sign.at(-1) === sign.at(-1))?.lastElementChild.textContent;
}

function show(place) {
  const words = place.isConnected && wordsFor(place);
  if (!words) return;
  tip.textContent = words;
  tip.hidden = false;
  const [at, board] = [place, document.getElementById("board-form")].map((one) => one.getBoundingClientRect());
  const { width, height } = tip.getBoundingClientRect();
  const sides = [board.left - width - GAP, board.right + GAP];
  const beside = sides.find((x) => x >= 0 && x + width <= innerWidth);
  // beside the board at the height of the piece; without room there, below the board
  const [x, y] = beside === undefined ? [at.left + (at.width - width) / 2, board.bottom + GAP] : [beside, at.top];
  tip.style.setProperty("--left", `${Math.max(0, Math.min(x, innerWidth - width))}px`);
  tip.style.setProperty("--top", `${Math.max(0, Math.min(y, innerHeight - height))}px`);
}

function hide() {
  clearTimeout(waiting);
  tip.hidden = true;
}

function soon(event, delay) {
  hide();
  const place = placeOf(event);
  if (place) waiting = setTimeout(show, delay, place);
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && soon(event, POINTED));
document.addEventListener("pointerdown", (event) => (event.pointerType === "mouse" ? hide() : soon(event, PRESSED)));
for (const name of ["pointerup", "pointercancel", "focusout", "scroll"]) {
  document.addEventListener(name, (event) => {
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    return isTouch && name === "pointerup" ? clearTimeout(waiting) : hide();
  });
}
document.addEventListener("focusin", (event) => {
  const place = placeOf(event);
  if (place?.matches(":focus-visible")) soon(event, POINTED);
});
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
// a long press on a piece does not ask for the browser's own menu
document.addEventListener("contextmenu", (event) => {
  if (!tip.hidden && placeOf(event)) event.preventDefault();
});
