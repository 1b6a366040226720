// Placing one's pieces before play: drag, tap and tap, letters; whole set-ups at a press.
//
// What is placed is kept here, shown at once and saved in the background; the site is asked
// nothing while pieces move, and nobody else hears of it. Being ready is a move like any other:
// its form stands in the action row. Without a script the same forms go to the site one by one.
// The focus on the board is moved by board.js; everything else that happens there is caught here.
// Speaks through events on the document:
//   hears  match:shown {mine}   a fresh page is in place
//   sends  match:row, match:changed

import { carry, grip, lift } from "./dragging.js";
import { atHand, fill, hint, post, root, say, send, swallowClick, tabStops } from "./lib.js";

const TRY_AGAIN = 5000; // milliseconds

let facts = null; // what the page says of the set-up; null where there is nothing to place
let letters = []; // by square, in the order of the page; a dot for none
let tools = null; // the whole set-ups beside the board, with names that are being written
let picked = ""; // a square, or the letter of a piece in the tray
const past = []; // earlier set-ups, to go back to
let drag = null;
let isUnsaved = false;
let isSaving = false;
let asked = null; // what was asked for with a formation of one's own, until it is done

const buttons = () => [...root.querySelectorAll("#board .square")];
const squares = () => Object.keys(facts.places);
const at = (square) => letters[squares().indexOf(square)];
const isSquare = (pick) => pick.length > 1;
const letterOf = (pick) => (isSquare(pick) ? at(pick) : pick);
const nameOf = (pick) => facts.names[letterOf(pick)];
const count = (text, letter) => [...text].filter((one) => one === letter).length;
const left = (letter) => count(facts.pieces, letter) - count(letters, letter);
const isFull = () => !letters.includes(".");
const missing = () => [...facts.onBoard].find((letter) => left(letter)); // what must not stay in hand
const isComplete = () => isFull() && !missing();
const names = (all) => [...all].map((letter) => facts.names[letter]).join(facts.words.and);
const spare = () => Object.keys(facts.names).flatMap((letter) => Array(left(letter)).fill(letter));

// --- changing what is placed ------------------------------------------------------------------------

function change(next, words, isWhole = false) {
  past.push(letters);
  letters = [...next];
  picked = "";
  changed();
  say(isWhole || isFull() ? `${words} ${leftSentence()}` : words);
}

function changed() {
  hint("");
  send("match:row", { row: "" });
  draw();
  isUnsaved = true;
  showSaved();
  save();
}

/** Put what is picked on *square*; pieces on squares change places. */
function put(pick, square) {
  const next = [...letters];
  const goal = squares().indexOf(square);
  const words = fill(facts.words.placed, { piece: nameOf(pick), square: facts.places[square] });
  if (isSquare(pick)) next[squares().indexOf(pick)] = letters[goal];
  next[goal] = letterOf(pick);
  change(next, words);
  if (!isSquare(pick) && left(pick)) choose(pick, false); // the next one of its kind
}

function takeBack(square) {
  const next = [...letters];
  next[squares().indexOf(square)] = ".";
  change(next, fill(facts.words.returned, { piece: nameOf(square) }));
}

function choose(pick, isSaid = true) {
  picked = pick;
  draw();
  if (isSaid) say(pick ? fill(facts.words.picked, { piece: nameOf(pick) }) : facts.words.dropped);
}

function pressSquare(square) {
  hint("");
  if (picked === square) return choose("");
  if (picked) return put(picked, square);
  if (at(square) === ".") return hint(facts.words.first);
  choose(square);
}

function pressSpare(letter) {
  hint("");
  if (!left(letter)) return hint(fill(facts.words.none, { piece: facts.names[letter] }));
  choose(picked === letter ? "" : letter);
}

function undo() {
  letters = past.pop() ?? letters;
  picked = "";
  changed();
  say(`${facts.words.undone} ${leftSentence()}`);
  if (!past.length) atHand().focus({ preventScroll: true });
}

// --- whole set-ups ------------------------------------------------------------------------------------

// the letters, a list for each rank
function inRanks() {
  let begin = 0;
  return facts.ranks.map((length) => {
    const rank = letters.slice(begin, begin + length);
    begin += length;
    return rank;
  });
}

function mirrored() {
  return inRanks().flatMap((rank) => rank.reverse());
}

function shuffled() {
  const pieces = [...facts.pieces];
  for (let last = pieces.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [pieces[last], pieces[other]] = [pieces[other], pieces[last]];
  }
  const inHand = pieces.slice(letters.length);
  return inHand.some((letter) => facts.onBoard.includes(letter)) ? shuffled() : pieces.slice(0, letters.length);
}

/** A fair number below *limit*, which is at most 256. */
function below(limit) {
  const [drawn] = crypto.getRandomValues(new Uint8Array(1));
  return drawn < 256 - (256 % limit) ? drawn % limit : below(limit);
}

const TOOLS = { random: shuffled, mirror: mirrored, clear: () => letters.map(() => ".") };

function useTool(event) {
  if (!facts || !event.target.matches(".placing-tools")) return;
  event.preventDefault();
  const { value, dataset } = event.submitter;
  const name = (event.submitter.querySelector("strong") ?? event.submitter).textContent.trim();
  change(dataset.letters ?? TOOLS[value](), `${name}.`, true);
}

// --- one's own formations -------------------------------------------------------------------------

const kept = () => [...root.querySelectorAll(".ready-setups.kept > li")];
const keepHeight = () => document.getElementById("keep")?.getBoundingClientRect().y ?? 0;
const nameIn = (entry) => entry.querySelector("bdi").textContent;

/** The answer is a fresh page: it has to say what was done, and the focus to find its place again. */
function askedOfFormations(event) {
  if (!facts || !event.target.matches(".keep-form, .kept-more form, [data-keeps]")) return;
  const { name, new_name: renamed } = event.target.elements;
  const number = kept().indexOf(event.target.closest("li"));
  const { scrollTop } = root.querySelector(".panel-placing");
  const [done, height] = [event.submitter?.value ?? "keep", keepHeight()];
  asked = { done, name: (renamed ?? name).value.trim(), number, scrollTop, height };
}

function formationsDone() {
  const { done, name, number, scrollTop, height } = asked;
  asked = null;
  const [entries, panel] = [kept(), root.querySelector(".panel-placing")];
  panel.scrollTop = scrollTop;
  if (done === "keep") panel.scrollTop += keepHeight() - height; // the list above has grown
  if (document.getElementById("match-message").textContent) return; // it was refused, and why is said
  const said = fill(facts.words[done], { name });
  say(said);
  // outside a match the row names the set-up, and has just changed: it must not speak over this
  if (!root.dataset.board) root.querySelector(".match").dataset.said = said;
  if (done === "rename") entries.find((one) => nameIn(one) === name)?.querySelector("summary").focus();
  if (done !== "forget") return;
  const next = entries[Math.min(number, entries.length - 1)]?.querySelector("button");
  (next ?? document.getElementById("keep-name"))?.focus();
}

// --- showing it ---------------------------------------------------------------------------------------

function draw() {
  for (const [number, button] of buttons().entries()) drawSquare(button, letters[number]);
  for (const spare of root.querySelectorAll(".spare")) drawSpare(spare);
  tabStops();
  for (const field of root.querySelectorAll('input[name="letters"]')) field.value = letters.join("");
  document.getElementById("placing-left").textContent = pickedSentence() || leftSentence();
  root.querySelector("#place-put [name=pick]").value = picked;
  const ready = root.querySelector('[data-row="ready"] [name=move]'); // where a match waits for it
  if (ready) ready.value = isComplete() ? action() : "";
  document.getElementById("ready").hidden = !isComplete();
  drawSentence(isComplete() ? facts.words.ready : facts.words.place);
  document.getElementById("take-back").hidden = !isSquare(picked);
  document.getElementById("placing-undo").hidden = !past.length;
  if (!isComplete()) document.getElementById("placing-said").replaceChildren();
}

/** What the row says counts as said: the next page says again only what is new. */
function drawSentence(text) {
  document.getElementById("row-text").textContent = text;
  root.querySelector(".match").dataset.said = text;
}

/** What is picked, by its name; empty if nothing is. */
function pickedSentence() {
  const letter = isSquare(picked) ? at(picked) : picked;
  return letter ? fill(facts.words.picked, { piece: facts.names[letter] }) : "";
}

function leftSentence() {
  const { words } = facts;
  const toPlace = letters.filter((letter) => letter === ".").length;
  if (toPlace) return fill(words.toPlace, { count: toPlace });
  if (missing()) return fill(words.onBoard, { piece: names(missing()) });
  return spare().length ? fill(words.inHand, { piece: names(spare()) }) : words.allPlaced;
}

function drawSquare(button, letter) {
  const cell = button.closest(".cell");
  const square = button.id.slice(3);
  const isPicked = picked === square;
  const words = letter === "." ? facts.words.empty : facts.words.taken;
  button.setAttribute("aria-label", fill(words, { square: facts.places[square], piece: facts.names[letter] }));
  cell.classList.toggle("own", letter !== ".");
  cell.classList.toggle("picked", isPicked);
  if (isPicked) {
    cell.setAttribute("aria-selected", "true");
    button.setAttribute("aria-describedby", "say-picked");
  } else {
    cell.removeAttribute("aria-selected");
    button.removeAttribute("aria-describedby");
  }
  const drawing = button.querySelector(".piece");
  if (drawing?.dataset.sign.endsWith(letter)) return;
  drawing?.remove();
  if (letter !== ".") button.append(document.querySelector(`#spare-${letter} .piece`).cloneNode(true));
}

function drawSpare(spare) {
  const letter = spare.value;
  spare.dataset.left = left(letter);
  spare.querySelector(".spare-count").textContent = left(letter);
  spare.setAttribute("aria-label", fill(facts.words.left, { piece: facts.names[letter], count: left(letter) }));
  spare.classList.toggle("picked", picked === letter);
  for (const [name, holds] of [["aria-pressed", picked === letter], ["aria-disabled", !left(letter)]]) {
    if (holds) spare.setAttribute(name, "true");
    else spare.removeAttribute(name);
  }
}

/** The set-up as the move it is. */
function action() {
  const ranks = inRanks().map((rank) => rank.join(""));
  return `setup:${ranks.join(facts.separator)}`;
}

// --- saving it ------------------------------------------------------------------------------------------

/** One request at a time, always with the newest set-up: none is overtaken by an older one. */
async function save() {
  if (isSaving) return;
  isSaving = true;
  while (isUnsaved && facts) {
    const sent = letters.join("");
    const answer = await keep(sent);
    if (answer === null) {
      hint(facts?.words.unsaved ?? "");
      setTimeout(save, TRY_AGAIN);
      break;
    }
    if (sent !== letters.join("")) continue;
    isUnsaved = false;
    showSaved();
    if (!answer.ok) send("match:changed", { ifNewer: false }); // there is nothing to place any more
    else if (facts) caution(await answer.text());
  }
  isSaving = false;
}

/** What is said of the set-up; the same words are not read out again with every piece. */
function caution(said) {
  const place = document.getElementById("placing-said");
  const fresh = document.createElement("div");
  fresh.innerHTML = said;
  if (place.textContent.trim() !== fresh.textContent.trim()) place.replaceChildren(...fresh.childNodes);
}

/** For style sheets and tests: the set-up the site has. */
function showSaved() {
  if (!facts) return;
  const { dataset } = document.getElementById("board-form");
  if (isUnsaved) delete dataset.saved;
  else dataset.saved = letters.join("");
}

async function keep(sent) {
  const { setup } = document.getElementById("board-form").dataset;
  const body = new URLSearchParams({ do: "save", letters: sent });
  try {
    const answer = await post(setup, { body, keepalive: true });
    return answer.status >= 500 ? null : answer;
  } catch {
    return null;
  }
}

// --- pressing and dragging ------------------------------------------------------------------------------

const pickUnder = (target) => {
  const button = target.closest?.("#board .square, .spare");
  return button ? (button.matches(".spare") ? button.value : button.id.slice(3)) : "";
};
const canBeLifted = (pick) => Boolean(pick) && (isSquare(pick) ? at(pick) !== "." : left(pick) > 0);

function clicked(event) {
  if (!facts) return;
  if (event.target.closest("#placing-undo")) return undo();
  const isTakingBack = event.target.closest("#take-back");
  const pick = pickUnder(event.target);
  if (!pick && !isTakingBack) return;
  event.preventDefault();
  event.stopPropagation(); // board.js knows only moves
  if (isTakingBack) takeBack(picked);
  else if (isSquare(pick)) pressSquare(pick);
  else pressSpare(pick);
}

function pointerDown(event) {
  const pick = facts && pickUnder(event.target);
  if (!pick || !event.isPrimary || event.button !== 0 || !canBeLifted(pick)) return;
  drag = { ...grip(event), pick };
}

const pointerMove = (event) => carry(drag, event, takeUp, (under) => under?.closest("#board .cell, .spares"));

function takeUp() {
  choose("", false);
  drag.button = document.getElementById(isSquare(drag.pick) ? `sq-${drag.pick}` : `spare-${drag.pick}`);
  lift(drag, drag.button);
  drag.button.classList.add("lifted");
}

function pointerUp(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { pick, ghost, over } = drag;
  endDrag();
  if (!ghost) return;
  swallowClick();
  const square = over?.querySelector(".square")?.id.slice(3);
  if (square && square !== pick) put(pick, square);
  else if (over?.matches(".spares") && isSquare(pick)) takeBack(pick);
  choose("", false);
}

function endDrag() {
  drag?.ghost?.remove();
  drag?.button?.classList.remove("lifted");
  drag?.over?.classList.remove("over");
  drag = null;
}

// --- keys -------------------------------------------------------------------------------------------------

function keyDown(event) {
  if (!facts || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && (picked || drag)) {
    endDrag();
    return choose("");
  }
  const square = event.target.closest?.("#board .square")?.id.slice(3);
  if (!square) return;
  const letter = event.key.toUpperCase();
  if (event.key === "Delete" || event.key === "Backspace") {
    if (at(square) !== ".") takeBack(square);
  } else if (!facts.names[letter]) return;
  else if (!event.repeat) typed(letter, square);
  event.preventDefault();
  event.stopPropagation();
}

/** A letter places that piece where the focus is and goes on to the next empty square. */
function typed(letter, square) {
  if (at(square) === letter) return focusAfter(square);
  if (!left(letter)) return hint(fill(facts.words.none, { piece: facts.names[letter] }));
  put(letter, square);
  choose("", false);
  focusAfter(square);
}

function focusAfter(square) {
  const from = squares().indexOf(square) + 1;
  const order = [...buttons().slice(from), ...buttons().slice(0, from)];
  order.find((button) => at(button.id.slice(3)) === ".")?.focus();
}

// --- a page comes into place --------------------------------------------------------------------------

/** News of the other side must not take away a name that is half written. */
function keepTools(mine) {
  const fresh = root.querySelector(".panel-placing");
  if (tools && fresh && !mine) {
    fresh.replaceWith(tools);
    htmx.process(tools);
  } else tools = fresh;
}

function shown({ detail }) {
  keepTools(detail.mine);
  const page = document.getElementById("placing");
  if (drag) endDrag();
  facts = page ? JSON.parse(page.textContent) : null;
  if (!facts) return;
  if (!isUnsaved) {
    if (letters.length && letters.join("") !== facts.letters) past.push(letters);
    letters = [...facts.letters];
  }
  picked = root.querySelector("#place-put [name=pick]").value || picked;
  if (!canBeLifted(picked)) picked = "";
  showSaved();
  draw();
  if (asked && detail.mine) formationsDone();
}

/** Ctrl+Z, wherever the focus is, but in a field where it takes back what was typed. */
function undoByKeys(event) {
  const isAsked = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (!isAsked || !facts || !past.length || event.target.closest?.("input, textarea, select")) return;
  event.preventDefault();
  undo();
}

document.addEventListener("match:shown", shown);
document.addEventListener("keydown", undoByKeys);
root.addEventListener("click", clicked, { capture: true });
root.addEventListener("keydown", keyDown, { capture: true });
root.addEventListener("submit", useTool);
root.addEventListener("submit", askedOfFormations, { capture: true });
root.addEventListener("pointerdown", pointerDown);
root.addEventListener("pointermove", pointerMove);
root.addEventListener("pointerup", pointerUp);
root.addEventListener("pointercancel", endDrag);
window.addEventListener("pagehide", () => isUnsaved && facts && keep(letters.join("")));
