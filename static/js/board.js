// The board as something to move on: tap and tap, drag, keys, or a typed move.
//
// What may be played comes with the page (#offers): nothing is asked of the server until a move
// is played, and nothing but offered moves can be picked. Speaks with match.js through events on
// the document:
//   hears  match:shown {same}   a new board is in place (same: the position has not changed)
//          board:cancel         put everything back
//   sends  match:row {row}      which action row to show ("" for the resting one)
//          match:ask {row}      a question to ask back

import { carry, grip, lift } from "./dragging.js";
import { fill, hint, readJson, readOffers, say, send, swallowClick, tabStops } from "./lib.js";
import { afterPress, completed, named, openOffers, squashed, targets } from "./picking.js";

let surface; // the board and, where there is one, the hand beside it; more can be pressed in the action row
let all, isBluffing = false; // every move, and whether fouls among them can be picked now
let board, offers, words, moveForm, chooser;
let picked = [];
let pending = null; // the offer that waits to be confirmed
let drag = null;
let isSent = false; // a move of ours is on its way: a fresh board may come before its answer
let fileHeld = -1; // the file the arrow keys go up and down on, counted from the left
let pickedOnPress = ""; // the square the current press has picked, so that its click does not undo it

const squareButton = (square) => document.getElementById(`sq-${square}`);
const cellOf = (square) => squareButton(square)?.closest(".cell");
const nameOf = (square) => squareButton(square).ariaLabel ?? squareButton(square).textContent;
const isPlayable = () => offers.length > 0;

// --- picking ------------------------------------------------------------------------------------------

function press(square) {
  hint("");
  const wasPending = Boolean(pending);
  if (wasPending) takeBack();
  const isAgain = picked.includes(square) && picked.length === 1;
  picked = afterPress(offers, picked, square);
  show();
  if (!picked.length) return explain(square, wasPending || isAgain);
  const moves = completed(offers, picked);
  if (moves.length === 1) return choose(moves[0]);
  if (moves.length > 1) return openChooser(moves);
  const goals = targets(offers, picked);
  say(fill(goals.size === 1 ? words.pickedOne : words.picked, { piece: nameOf(square), count: goals.size }));
}

function explain(square, isPutBack) {
  if (isPutBack) return say(words.dropped);
  if (!cellOf(square).classList.contains("own")) return;
  hint(isPlayable() ? fill(words.stuck, { piece: nameOf(square) }) : "");
}

// --- showing what is picked -----------------------------------------------------------------------

function show() {
  for (const cell of document.querySelectorAll(".cell:is(.picked, .target, .reach)")) {
    cell.classList.remove("picked", "target", "capture", "foul", "bluff", "blatant", "reach");
    cell.removeAttribute("aria-selected");
    cell.firstElementChild.removeAttribute("aria-describedby");
  }
  for (const square of [...picked, ...pickedBefore()]) {
    const cell = mark(square, "picked", "say-picked");
    if (cell.role === "gridcell") cell.setAttribute("aria-selected", "true");
  }
  if (!completed(offers, picked).length) showTargets();
  tabStops();
}

function showTargets() {
  for (const [square, { captures, shade }] of targets(offers, picked)) {
    mark(square, "target", `say-${shade || (captures ? "capture" : "target")}`);
    if (captures) cellOf(square).classList.add("capture");
    if (shade) cellOf(square).classList.add("foul", shade);
  }
}

/** What was picked up before this page, where pieces are moved by hand. */
function pickedBefore() {
  const { held } = document.querySelector(".match")?.dataset ?? {};
  return held && cellOf(held) ? [held] : [];
}

/** Where a piece could go is shown before it is picked, on boards that ask for it. */
function foresee(event) {
  const square = pressedSquare(event);
  for (const cell of surface.querySelectorAll(".reach")) cell.classList.remove("reach");
  if (!square || picked.length || drag || !surface.closest("[data-foresees]")) return;
  for (const goal of targets(offers, [square]).keys()) cellOf(goal)?.classList.add("reach");
}

function mark(square, name, description) {
  const cell = cellOf(square);
  cell.classList.add(name);
  squareButton(square).setAttribute("aria-describedby", description);
  return cell;
}

function drawPiece(side, sign) {
  const space = "http://www.w3.org/2000/svg";
  const drawing = document.createElementNS(space, "svg");
  drawing.setAttribute("class", `piece ${side}`);
  drawing.setAttribute("viewBox", "0 0 100 100");
  drawing.setAttribute("aria-hidden", "true");
  drawing.dataset.sign = sign;
  for (const id of [side, sign]) {
    const use = document.createElementNS(space, "use");
    use.setAttribute("href", `${board.dataset.sprite}#${id}`);
    drawing.append(use);
  }
  return drawing;
}

function preview(offer) {
  const [from, to] = [offer.squares[0], offer.squares.at(-1)];
  if (from === to || !offer.sign) return;
  const drawing = drawPiece(offer.side, offer.sign);
  drawing.classList.add("preview");
  cellOf(from).classList.add("leaving");
  cellOf(to).classList.add("arriving");
  squareButton(to).append(drawing);
}

function endPreview() {
  for (const drawing of board.querySelectorAll(".preview")) drawing.remove();
  for (const cell of surface.querySelectorAll(".leaving, .arriving")) {
    cell.classList.remove("leaving", "arriving");
  }
}

// --- choosing and confirming -----------------------------------------------------------------------

function choose(offer) {
  moveForm.elements.move.value = offer.action;
  if (moveForm.dataset.asksFirst === "no" && !offer.shade) {
    picked = [...offer.squares];
    show();
    return moveForm.requestSubmit();
  }
  askToConfirm(offer);
  document.getElementById("move-play").focus({ preventScroll: true });
  say(fill(words.ask, { move: offer.text }));
}

function askToConfirm(offer) {
  picked = [...offer.squares];
  pending = offer;
  show();
  moveForm.elements.move.value = offer.action;
  document.getElementById("move-text").textContent = offer.text;
  preview(offer);
  send("match:row", { row: "move" });
}

function takeBack() {
  pending = null;
  picked = [];
  endPreview();
  send("match:row", { row: "" });
}

function cancel() {
  const hadFocus = moveForm?.contains(document.activeElement);
  const origin = picked[0];
  if (pending) takeBack();
  picked = [];
  closeChooser();
  show();
  if (origin && hadFocus) focusOn(origin);
}

function closeChooser() {
  if (chooser?.open) chooser.close();
}

function openChooser(moves) {
  const options = document.getElementById("chooser-options");
  options.replaceChildren(...moves.map(optionButton));
  closeChooser();
  chooser.showModal();
  putAt(cellOf(moves[0].squares.at(-1)).getBoundingClientRect(), moves.length > 3);
  /** @type {HTMLElement} */ (options.firstElementChild).focus();
  say(document.getElementById("chooser-title").textContent);
}

/** Where a small chooser opens: below the square, or above it where there is no room.
 *
 * One with many choices would hide much of the board, and opens beside it.
 */
function putAt(at, isLong) {
  const { height, width } = chooser.getBoundingClientRect();
  const isLow = at.bottom + height + 12 > innerHeight;
  const beside = board.getBoundingClientRect().right + 8;
  const isBeside = isLong && beside + width < innerWidth;
  const left = isBeside ? beside : at.x + (at.width - width) / 2;
  chooser.style.setProperty("--left", `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`);
  chooser.style.setProperty("--top", `${isLow ? at.top - height - 6 : at.bottom + 6}px`);
}

/** What will stand on the square, from the bottom up. */
function drawTower(pieces) {
  const tower = document.createElement("span");
  tower.className = "tower";
  tower.append(...pieces.map(([side, sign]) => drawPiece(side, sign)));
  return tower;
}

function optionButton(offer) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chooser-option";
  const label = document.createElement("span");
  label.textContent = offer.chooser;
  if (offer.sign) button.append(drawTower(offer.stack ?? [[offer.side, offer.sign]]));
  button.append(label);
  button.addEventListener("click", () => {
    chooser.close();
    choose(offer);
  });
  return button;
}

// --- typing -----------------------------------------------------------------------------------------

function typed(event) {
  event.preventDefault();
  hint("");
  const text = event.target.elements.move.value.normalize("NFKC").trim(); // full-width as well
  if (!text) return hint(fill(words.unreadable, { example: offers[0].action }));
  const call = `call-${squashed(text)}`; // said instead of moving
  if (document.querySelector(`[data-row="${call}"]`)) {
    event.target.reset();
    return send("match:ask", { row: call });
  }
  const offer = named(all, text);
  if (offer) {
    event.target.reset();
    cancel();
    return choose(offer);
  }
  // not offered as it is written: the server reads more, or knows best why it is refused
  cancel();
  const isOpen = "open" in event.target.dataset; // where nothing is hidden, all spellings are read
  moveForm.elements.move.value = isOpen ? text : text.replace(/[\s\-–—x×:]/gi, "").toLowerCase();
  moveForm.requestSubmit();
}

// --- pressing and dragging ------------------------------------------------------------------------

const pressedSquare = (event) => event.target.closest?.(".square")?.value;

function pointerDown(event) {
  const square = pressedSquare(event);
  pickedOnPress = "";
  if (!square || !event.isPrimary || event.button !== 0 || !isPlayable()) return;
  const isTarget = cellOf(square).classList.contains("target");
  if (isTarget || !openOffers(offers, [square]).length) return;
  if (!(picked.length === 1 && picked[0] === square)) {
    press(square);
    pickedOnPress = square;
  }
  drag = { ...grip(event), square, button: squareButton(square) };
}

const pointerMove = (event) => carry(drag, event, takeUp, (under) => under?.closest(".target .square")?.closest(".cell"));

function takeUp() {
  lift(drag, drag.button);
  board.classList.add("dragging");
  cellOf(drag.square).classList.add("leaving");
}

function pointerUp(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { ghost, over } = drag;
  endDrag();
  if (!ghost) return;
  swallowClick();
  const goal = over?.querySelector(".square").value ?? "";
  document.documentElement.dataset.dropped = goal; // no slide for a piece the hand has carried
  if (goal) press(goal);
  else cancel();
}

function endDrag() {
  drag?.ghost?.remove();
  board.classList.remove("dragging");
  for (const cell of surface.querySelectorAll(".over, .leaving")) cell.classList.remove("over", "leaving");
  drag = null;
}

function clicked(event) {
  const square = pressedSquare(event);
  if (!square) return;
  event.preventDefault();
  if (square === pickedOnPress && event.detail) {
    pickedOnPress = "";
    return;
  }
  press(square);
}

// --- keys ---------------------------------------------------------------------------------------------

const buttons = () => [...surface.querySelectorAll(".square")];
const inHand = () => [...surface.querySelectorAll(".hand .square")];

function focusOn(square) {
  tabStops(squareButton(square));
  squareButton(square).focus();
}

function keyDown(event) {
  const square = pressedSquare(event);
  if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = event.key.startsWith("Arrow") ? neighbour(square, event.key)
    : event.key === "Home" || event.key === "End" ? edge(square, event.key)
    : /^[a-z]$/i.test(event.key) ? nextPiece(square, event.key.toUpperCase())
    : null;
  if (!next) return;
  event.preventDefault();
  focusOn(next);
}

const ranks = () => [...board.querySelectorAll(".rank")];
const widthOf = (cell) => Number(cell.getAttribute("aria-colspan") ?? 1);

/** The cells of a rank, each as often as it covers files: index them by the file's place. */
const cellsAcross = (rank) =>
  [...rank.querySelectorAll(".cell")].flatMap((cell) => Array(widthOf(cell)).fill(cell));

function neighbour(square, key) {
  const cell = cellOf(square);
  if (cell.closest(".hand")) return besideInHand(square, key);
  if (!cell.closest(".rank")) return nearest(cell, key);
  const across = cellsAcross(cell.closest(".rank"));
  const first = across.indexOf(cell);
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const to = across[key === "ArrowLeft" ? first - 1 : first + widthOf(cell)];
    return to?.firstElementChild.value ?? square;
  }
  const file = across[fileHeld] === cell ? fileHeld : first;
  const all = ranks();
  const beyond = all[all.indexOf(cell.closest(".rank")) + (key === "ArrowUp" ? -1 : 1)];
  fileHeld = file; // up over a wide square and on: the way leads on along the same file
  if (!beyond && key === "ArrowDown" && inHand().length) return inHand()[0].value;
  return beyond ? cellsAcross(beyond)[file].firstElementChild.value : square;
}

/** On a board without ranks: the nearest square that lies more that way than to the side. */
function nearest(cell, key) {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(cell);
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const seen = [...board.querySelectorAll(".cell")].filter((one) => one.checkVisibility()); // not folded away
  const found = seen.map((one) => {
    const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
    return { one, ahead: dx * right + dy * down, aside: Math.abs(dx * down) + Math.abs(dy * right) };
  }).filter(({ ahead, aside }) => ahead > 0 && ahead >= aside);
  found.sort((a, b) => a.ahead + 2 * a.aside - b.ahead - 2 * b.aside);
  return (found[0]?.one ?? cell).querySelector(".square").value;
}

/** Along the hand, or from it up to the board. */
function besideInHand(square, key) {
  const hand = inHand().map((button) => button.value);
  const at = hand.indexOf(square);
  if (key === "ArrowUp") return (ranks().at(-1) ?? board).querySelector(".square").value;
  return hand[at + { ArrowLeft: -1, ArrowRight: 1 }[key]] ?? square;
}

function edge(square, key) {
  const rank = squareButton(square).closest(".rank, .hand, .board").querySelectorAll(".square");
  return rank[key === "Home" ? 0 : rank.length - 1].value;
}

function nextPiece(square, letter) {
  const own = board.dataset.own;
  const all = buttons();
  const at = all.findIndex((button) => button.value === square);
  const later = [...all.slice(at + 1), ...all.slice(0, at)];
  return later.find((button) => {
    const drawing = button.querySelector(".piece");
    return drawing?.dataset.sign.endsWith(letter) && (!own || drawing.classList.contains(own));
  })?.value;
}

// --- a board comes into place ---------------------------------------------------------------------

function shown(event) {
  const before = event.detail.same ? { picked, pending } : { picked: [], pending: null };
  const dropped = Boolean(pending) && !event.detail.same && event.detail.again;
  board = document.getElementById("board");
  surface = document.getElementById("board-form");
  all = readOffers();
  if (!event.detail.same) isBluffing = false;
  isBluffing ||= surface.querySelector("#bluff-switch")?.getAttribute("aria-pressed") === "true";
  deal();
  words = readJson("words") ?? {};
  moveForm = document.getElementById("move-form");
  chooser = document.getElementById("chooser");
  if (drag && !(event.detail.same && drag.button.isConnected)) endDrag();
  endPreview();
  if (!event.detail.same) closeChooser();
  prepare();
  restore(before);
  if (dropped && !event.detail.mine && !isSent) hint(words.changed);
}

/** True moves can be picked at once, fouls only where the switch is on. */
function deal() {
  offers = isBluffing ? all : all.filter((one) => !one.shade);
  for (const cell of document.querySelectorAll(".cell.movable")) cell.classList.remove("movable");
  for (const one of offers) cellOf(one.squares[0]).classList.add("movable");
  surface.querySelector("#bluff-switch")?.setAttribute("aria-pressed", String(isBluffing));
  surface.querySelector("#shades")?.toggleAttribute("hidden", !isBluffing);
}

function switchBluffs(event) {
  event.preventDefault();
  cancel();
  isBluffing = !isBluffing;
  deal();
  say(isBluffing ? words.bluffing : words.honest);
}

function prepare() {
  board.classList.toggle("playable", isPlayable());
  surface.querySelector("#bluff-switch")?.addEventListener("click", switchBluffs);
  const focused = buttons().find((button) => button === document.activeElement); // it may have stayed
  const start = focused ?? board.querySelector(".check .square, .last-to .square") ?? buttons()[0];
  tabStops(start);
  surface.addEventListener("pointerdown", pointerDown);
  surface.addEventListener("pointermove", pointerMove);
  surface.addEventListener("pointerup", pointerUp);
  surface.addEventListener("pointercancel", endDrag);
  for (const part of [surface, document.getElementById("actions")]) part?.addEventListener("click", clicked);
  surface.addEventListener("keydown", keyDown);
  for (const name of ["pointerover", "focusin"]) surface.addEventListener(name, foresee);
  surface.addEventListener("dragstart", refuse);
  surface.addEventListener("contextmenu", refuseInDrag);
  surface.addEventListener("focusin", enter);
  chooser?.addEventListener("cancel", cancel); // where pieces are placed nothing is chosen
  chooser?.addEventListener("close", unstyle);
  chooser?.addEventListener("click", pressedInChooser);
  document.getElementById("typed-move")?.addEventListener("submit", typed);
  document.getElementById("typed-move")?.addEventListener("input", clearHint);
}

// by name: what has stayed on the page listens already, and is not to listen twice
const refuse = (event) => event.preventDefault();
const refuseInDrag = (event) => drag && event.preventDefault();
const clearHint = () => hint("");
const unstyle = () => chooser.removeAttribute("style"); // htmx copies attributes; our policy forbids styles

function enter(event) {
  if (event.target.matches(".square")) tabStops(event.target);
}

function pressedInChooser(event) {
  if (event.target !== chooser && !event.target.closest("#chooser-cancel")) return;
  event.preventDefault();
  cancel();
}

/** What was in hand before the board was fetched again, or what the address asked for. */
function restore(before) {
  const form = document.getElementById("board-form");
  const asked = [...form.querySelectorAll('input[name="at"]')].map((input) => input.value);
  const wanted = moveForm && !moveForm.hidden ? moveForm.elements.move.value : before.pending?.action;
  pending = null;
  picked = asked.length ? asked : before.picked;
  if (!openOffers(offers, picked).length) picked = [];
  const offer = all.find((one) => one.action === wanted);
  if (offer) return askToConfirm(offer); // an address alone never plays
  show();
  const moves = completed(offers, picked);
  if (picked.length && moves.length > 1) openChooser(moves);
}

for (const name of ["htmx:beforeRequest", "htmx:afterRequest"]) {
  document.addEventListener(name, (event) => {
    const { elt } = /** @type {CustomEvent} */ (event).detail;
    if (elt.id === "move-form") isSent = name === "htmx:beforeRequest";
  });
}
document.addEventListener("match:shown", shown);
document.addEventListener("board:cancel", cancel);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !chooser?.open && (picked.length || drag)) {
    if (drag) endDrag();
    cancel();
  }
});
