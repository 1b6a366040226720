// The board of an analysis: what is pressed on the picture chooses among the moves listed beside it.
//
// The list, and the field to type in, do the same without a pointer, and without this script.

const SVG = "http://www.w3.org/2000/svg";
const HIGH = 10; // units of a square in the picture

/** @type {HTMLElement | null} */
const picture = document.querySelector(".review-picture[data-places]");
/** @type {SVGSVGElement | null | undefined} */
const svg = picture?.querySelector("svg");

let origin = "";

/** The moves that begin there, each the link or button that makes it. */
const waysFrom = (square) => [
  .../** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll(`.review-groups [data-from="${CSS.escape(square)}"] [data-to]`)
  ),
];

function squareAt(event, places) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const holds = ([left, top, width]) =>
    point.x >= left && point.x < left + width && point.y >= top && point.y < top + HIGH;
  return Object.keys(places).find((square) => holds(places[square])) ?? "";
}

/** Marks where a move begins, and where those that begin there may lead. */
function pick(square, places) {
  origin = waysFrom(square).length ? square : "";
  for (const mark of svg.querySelectorAll(".way")) mark.remove();
  if (!origin) return;
  const goals = new Set(waysFrom(origin).map((way) => way.dataset.to));
  for (const [name, kind] of [[origin, "way way-from"], ...[...goals].map((goal) => [goal, "way way-to"])]) {
    if (!places[name]) continue; // from the hand
    const [left, top, width] = places[name];
    const mark = document.createElementNS(SVG, "rect");
    mark.setAttribute("class", kind);
    for (const [key, value] of Object.entries({ x: left + 0.5, y: top + 0.5, width: width - 1, height: HIGH - 1, rx: 1 }))
      mark.setAttribute(key, String(value));
    svg.append(mark);
  }
}

/** One move leads there: it is made. Several do: they are shown, to choose from. */
function go(ways) {
  if (ways.length === 1) return ways[0].click();
  ways[0].closest("details").open = true;
  ways[0].focus();
}

if (picture && svg && document.querySelector(".review-groups")) {
  const places = JSON.parse(picture.dataset.places);
  picture.classList.add("pressed");
  for (const hint of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-with-script]"))) hint.hidden = false;
  svg.addEventListener("click", (event) => {
    const square = squareAt(event, places);
    const ways = origin ? waysFrom(origin).filter((way) => way.dataset.to === square) : [];
    if (ways.length) go(ways);
    else pick(square === origin ? "" : square, places);
  });
  for (const group of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".review-groups details")))
    group.addEventListener("toggle", () => group.open && pick(group.dataset.from, places));
}
