// Commands found by name, and picked by two keys; and what an action would make of the nations,
// beside what they are. Without this script commands are a list, and the page compares only what it
// asks back.
//
// What is found is pressed like any square (board.js). The two keys stand beside each command, and
// mean nothing where somebody types.
//   hears  match:shown {mine}   a new board is in place (mine: after a move of this page)
//          match:row {row}      another action row is shown (from board.js)

import { readJson, readOffers, root, say } from "./lib.js";

let query = ""; // what is looked for; it stays while others act
let first = ""; // the first of two keys, once it is pressed
let folds = null; // which families were unfolded before anything was looked for

const field = () => document.getElementById("find-command");
const orders = () => [...root.querySelectorAll("#commands [data-names]")];
const families = () => [...root.querySelectorAll("#commands details")];
const plain = (text) => text.normalize("NFKC").toLowerCase().trim();
const found = () => orders().filter((order) => !order.hidden);

function find() {
  const wanted = plain(query);
  for (const order of orders()) order.hidden = !plain(order.dataset.names).includes(wanted);
  if (wanted) folds ??= new Map(families().map((family) => [family.id, family.open]));
  for (const family of families()) {
    family.hidden = !family.querySelector("[data-names]:not([hidden])");
    if (wanted) family.open = true;
    else if (folds?.has(family.id)) family.open = folds.get(family.id);
  }
  if (!wanted) folds = null;
  const none = root.querySelector(".n-none");
  none.textContent = found().length ? "" : none.dataset.none;
}

function look(text) {
  query = text;
  if (field().value !== text) field().value = text;
  find();
}

function press(order) {
  const family = order.closest("details");
  if (family) family.open = true;
  const square = order.querySelector(".square");
  square.focus();
  square.click();
}

function keyInField(event) {
  if (event.key === "Escape") {
    look("");
    event.stopPropagation();
  }
  if (event.key !== "Enter") return;
  event.preventDefault(); // the form around it asks for another page
  const order = query && found()[0];
  if (order) press(order);
}

const isTyping = (event) => Boolean(event.target.closest?.("input, textarea, select, dialog, .menu, [contenteditable]"));

function keyDown(event) {
  const isHeld = event.ctrlKey || event.metaKey || event.altKey;
  if (!field() || isHeld || isTyping(event)) return forget();
  if (event.key === "/") return taken(event, () => field().focus());
  if (!/^[a-z0-9]$/i.test(event.key)) return forget();
  const keys = first + event.key.toUpperCase();
  const order = first && root.querySelector(`[data-keys="${keys}"]`);
  if (order) return taken(event, () => press(order));
  const begins = root.querySelector(`[data-keys^="${event.key.toUpperCase()}"]`);
  if (!begins) return forget();
  taken(event, () => begin(event.key.toUpperCase()));
}

/** Nothing else hears of the key. */
function taken(event, act) {
  event.preventDefault();
  event.stopImmediatePropagation();
  forget();
  act();
}

function begin(key) {
  first = key;
  for (const order of root.querySelectorAll("[data-keys]")) {
    order.classList.toggle("called", order.dataset.keys.startsWith(key));
  }
  const family = root.querySelector(`#commands [data-keys^="${key}"]`)?.closest("details");
  if (!family) return;
  family.open = true;
  family.scrollIntoView({ block: "nearest" });
  say(family.querySelector("summary").textContent);
}

function forget() {
  first = "";
  for (const order of root.querySelectorAll(".called")) order.classList.remove("called");
}

function shown() {
  first = "";
  folds = null;
  offers = readOffers();
  comparisons = readJson("compared");
  compared = "";
  if (!field()) return;
  field().closest(".n-find").hidden = false;
  field().addEventListener("input", () => look(field().value));
  field().addEventListener("keydown", keyInField);
  look(query);
}

// --- before and after ---------------------------------------------------------------------------------

let offers, comparisons; // what can be done, and what each would make of the nations
let compared = ""; // the action that is compared: a press points, focuses and asks, and is drawn once

const asked = () => /** @type {any} */ (document.querySelector("#move-form:not([hidden])"))?.elements.move.value ?? "";

/** The action that pressing *square* would ask for, as far as one press is all it takes. */
function actionAt(square) {
  const picked = [...root.querySelectorAll(".cell.picked .square")].map((one) => one.value);
  const leads = (squares) => offers.find((offer) => offer.squares.join() === squares.join());
  return (leads([...picked, square]) ?? leads([square]))?.action ?? "";
}

function compare(action) {
  if (action === compared) return;
  compared = action;
  for (const old of root.querySelectorAll(".n-after")) old.remove();
  for (const [seat, power, military, fallen] of comparisons?.[action] ?? []) {
    const numbers = root.querySelector(`.n-numbers[data-seat="${seat}"]`);
    if (!numbers) continue;
    for (const [name, change] of Object.entries({ power, military })) {
      if (change) numbers.querySelector(`.${name}`).append(after("dd", `→ ${change[0]} `, change[1], change[2]));
    }
    if (fallen) numbers.append(after("div", "", fallen, "loss"));
  }
}

function after(tag, text, gain, tone) {
  const part = document.createElement(tag);
  part.className = "n-after";
  part.ariaHidden = "true";
  const mark = document.createElement("b");
  mark.className = `n-gain ${tone}`;
  mark.textContent = gain;
  part.append(text, mark);
  return part;
}

/** What is pointed at or focused is compared; else what is asked back. */
function pointed(event) {
  if (!comparisons) return;
  const square = event.target.closest?.(".square")?.value;
  compare(asked() || (square ? actionAt(square) : ""));
}

for (const name of ["pointerover", "focusin"]) root.addEventListener(name, pointed);
document.addEventListener("match:row", () => compare(asked()));

shown();
document.addEventListener("match:shown", (event) => {
  if (event.detail.mine) query = "";
  shown();
});
document.addEventListener("keydown", keyDown, true);
