// The match page around the board: fetching it anew, the action row, looking back, clocks.
//
// There is one read path: GET …/board/ gives everything that changes, for this viewer, and it
// replaces what is in #match-live. Answers to posts are the same fragment. The version in the
// header X-Match-Version decides: an older fragment never replaces a newer one.
// The page says in the header X-Match-Holds what it holds, as it was told with it (data-holds), and is
// answered with the parts and squares that differ (data-rest): what is the same stays as it is, with
// its focus, what is typed in it and how far it is scrolled. Parts may lie in others.
// Of the list of moves a fragment has only what the page does not hold already: the page says with
// ?has= what it holds, and puts its own rows back before the new ones, or after them in a list that
// is reversed. Other lists that grow with the match do so by the same numbers.
// Speaks through events on the document:
//   hears  match:changed {ifNewer}   look again, perhaps only if there is news (from live.js)
//          match:row, match:ask      from board.js
//          match:look {ply}          look back to that ply (from replay.js)
//   sends  match:shown {same, again, mine, news}, board:cancel

import { atHand, fill, hint, isElsewhere, isPlain, isSentence, renew, root, say, send, sentence, csrfToken } from "./lib.js";

const VERSION = "X-Match-Version";

let words = readWords();
let before = null; // what was on the page before the swap that is under way
let focusAtRequest = null;
let arrived = ""; // the rest of a board that has answered a post, until it is put in place
let mine = false; // whether the swap under way answers this page's own post
let draw = ""; // what that post has done about a draw: "offer", "withdraw" …

const page = () => root.querySelector(".match");
const version = () => Number(page().dataset.version);
const isPresent = () => page().dataset.present === "yes";

function readWords() {
  return JSON.parse(document.getElementById("words")?.textContent ?? "{}");
}

// --- the action row ------------------------------------------------------------------------------------

const resting = () => {
  const [...all] = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-resting]"));
  return all.at(-1)?.dataset.resting; // that of the part, where there is one
};
const rows = () => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("#actions [data-row]"))];

function showRow(name) {
  const wanted = name || resting();
  for (const row of rows()) row.hidden = row.dataset.row !== wanted;
}

/** The question that is open, or "" for the resting row. */
function openRow() {
  const shown = rows().find((row) => !row.hidden)?.dataset.row;
  return shown === resting() ? "" : (shown ?? "");
}

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-ask], [data-cancel], [data-look]");
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  if (link.dataset.as) eyes = link.dataset.as;
  if (link.dataset.look) lookBack(link.dataset.look);
  else if (link.dataset.ask) askBack(link.dataset.ask);
  else stopAsking();
});

function askBack(row) {
  send("board:cancel");
  showRow(row);
  document.querySelector(`[data-row="${row}"] [data-cancel]`).focus({ preventScroll: true });
}

function stopAsking() {
  const row = document.activeElement.closest("[data-row]")?.dataset.row;
  send("board:cancel");
  showRow("");
  const focused = document.activeElement;
  if (focused !== document.body && !focused.closest("[hidden]")) return;
  const askers = [...root.querySelectorAll(`[data-ask="${row}"]`)];
  const asker = askers.find((one) => !one.closest("[hidden]"));
  (asker ?? atHand()).focus({ preventScroll: true });
}

// --- looking back -----------------------------------------------------------------------------------------

let fetching;
let eyes = page().dataset.eyes; // whose eyes were chosen for it; empty for the usual ones
let lookedAt = isPresent() ? null : page().dataset.ply; // the ply asked for; null for the present

/** Fetch the board as it is or was; the newest request counts, in whatever order answers come. */
async function fetchBoard({ ifNewer = false } = {}) {
  if (!root.dataset.board) return location.reload(); // a set-up outside a match
  const query = new URLSearchParams();
  if (lookedAt !== null) query.set("ply", lookedAt);
  if (eyes) query.set("as", eyes);
  if (ifNewer) query.set("v", String(version()));
  if (held() && lookedAt === null) query.set("has", held());
  fetching?.abort();
  fetching = new AbortController();
  const answer = await ask(`${root.dataset.board}?${query}`, fetching.signal);
  if (answer !== null && !isOlder(answer.version)) show(answer.text);
}

function show(text) {
  before = remember();
  if (isRest(text)) putRest(text);
  else root.innerHTML = text;
  putBackRows();
  htmx.process(root); // not window.htmx: that is the next page's, if this one is being left
  cameIntoPlace();
}

const isRest = (text) => /^[^>]* data-rest>/.test(text.trimStart());

/** Each part and each square that has come takes the place of the one before. */
function putRest(text) {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const match = fresh.content.firstElementChild;
  for (const { name, value } of match.attributes) if (name !== "data-rest") page().setAttribute(name, value);
  for (const part of [.../** @type {NodeListOf<HTMLElement>} */ (match.querySelectorAll(":scope > [data-part]"))]) {
    root.querySelector(`[data-part="${part.dataset.part}"]`).replaceWith(part);
  }
  fillIn();
  const squares = match.querySelector("#board");
  if (!squares) return; // a board that is one of the parts
  const board = document.getElementById("board");
  for (const { name, value } of squares.attributes) board.setAttribute(name, value);
  for (const square of board.querySelectorAll(".square")) square.setAttribute("type", board.dataset.press);
  for (const cell of [...squares.children]) {
    document.getElementById(cell.firstElementChild.id).closest(".cell").replaceWith(cell);
  }
}

/** What requests carry stands at the root of the page alone, and forms that have not come anew are given it. */
function fillIn() {
  const { key, seatPly } = page().dataset;
  const carried = { csrfmiddlewaretoken: csrfToken(), seat_ply: seatPly, key };
  for (const [name, value] of Object.entries(carried)) {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll(`[data-part] [name="${name}"]`));
    for (const field of fields) field.value = value + (field.dataset.after ?? "");
  }
}

/** The answer's text and version; null for "nothing new", a fault, or no network: it is asked again. */
async function ask(url, signal) {
  try {
    const answer = await fetch(url, { signal, headers: { "HX-Request": "true", ...holding() } }); // a part, not a page
    if (answer.status !== 200) return null;
    return { text: await answer.text(), version: answer.headers.get(VERSION) };
  } catch {
    return null;
  }
}

function lookBack(ply) {
  send("board:cancel");
  const isPast = ply !== "now" && Number(ply) < Number(page().dataset.plies);
  lookedAt = isPast ? ply : null;
  fetchBoard();
}

function step(name) {
  const link = root.querySelector(`[data-step="${name}"][href]`);
  if (link?.dataset.look) lookBack(link.dataset.look);
  else link?.click(); // the board of a page that is no match
}

const STEPS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !isElsewhere(event)) stopAsking();
  if (isElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!STEPS[event.key]) return;
  event.preventDefault();
  step(STEPS[event.key]);
});

// --- fetching anew --------------------------------------------------------------------------------------------

document.addEventListener("match:changed", (event) => fetchBoard(event.detail));

const isOurs = (event) => event.detail.target === root;
const isOlder = (arrived) => arrived !== null && Number(arrived) < version();

/** What the page holds of the list of moves, in the site's own words; empty if nothing that counts. */
const held = () => document.getElementById("move-list")?.dataset.has;

const holding = () => ({ "X-Match-Holds": page().dataset.holds ?? "" });

const lists = () => [...root.querySelectorAll("[data-from]")]; // they say which row is their first

/** The rows that the fragment has left out, as they stood on the page before it. */
function putBackRows() {
  for (const list of lists()) {
    const [rows, kept] = [before.rows.get(list.id) ?? [], Number(list.dataset.from) - 1];
    if (list.reversed) list.append(...rows.slice(Math.max(0, rows.length - kept)));
    else list.prepend(...rows.slice(0, kept));
  }
}

document.addEventListener("htmx:configRequest", (event) => {
  if (!root.contains(event.target) || event.detail.verb !== "post") return;
  if (event.detail.target === root) Object.assign(event.detail.headers, holding());
  if (held()) {
    event.detail.path += `${event.detail.path.includes("?") ? "&" : "?"}has=${held()}`;
  }
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (isOurs(event) && before) putBackRows();
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!root.contains(event.target)) return;
  focusAtRequest = focusName();
  hint("");
});

/** How to find the focused element again in a fresh fragment; null if the focus is elsewhere. */
function focusName() {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (focused.matches("#move-list [data-look]")) return "move-list";
  if (focused.matches("[data-row] [data-cancel]")) return "cancel";
  return root.contains(focused) ? focused.id || focused.dataset.step || "" : null;
}

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!isOurs(event)) return;
  const { xhr } = event.detail;
  const number = xhr.getResponseHeader(VERSION);
  if (number === null) return;
  draw = (xhr.status < 400 && event.detail.requestConfig.parameters.do) || "";
  event.detail.isError = false; // a refusal brings the fresh board and its sentence
  event.detail.shouldSwap = !isOlder(number);
  if (xhr.status === 403) {
    event.detail.shouldSwap = false; // the board may be that of a visitor
    explain(xhr);
    return;
  }
  if (event.detail.shouldSwap) {
    mine = true;
    lookedAt = null;
    eyes = "";
    fetching?.abort();
    event.detail.shouldSwap = !isRest(xhr.responseText);
    if (event.detail.shouldSwap) before = remember();
    else arrived = xhr.responseText;
  } else {
    sayLate(xhr);
  }
});

/** Buttons that were switched off meanwhile can be pressed again by now. */
document.addEventListener("htmx:afterRequest", () => {
  if (arrived) show(arrived);
  arrived = "";
});

const read = ({ responseText }) => new DOMParser().parseFromString(responseText, "text/html");
const reasonIn = (xhr) => read(xhr).getElementById("match-message")?.textContent ?? "";

/** An answer that is overtaken by a newer board is not shown; what it says is. */
function sayLate(xhr) {
  const answered = /** @type {HTMLElement | null} */ (read(xhr).querySelector(".match"));
  if (answered && isDeclined(answered.dataset, page().dataset)) hint(words.declined);
  else hint(reasonIn(xhr), true);
  draw = "";
}

/** Whoever has signed out meanwhile is told so, and keeps the board with what was picked. */
async function explain(xhr) {
  const found = await renew();
  if (found !== "same") return hint(sentence(found), true);
  await fetchBoard();
  hint(reasonIn(xhr), true);
}

document.addEventListener("htmx:afterSettle", (event) => {
  if (isOurs(event) && before) cameIntoPlace();
});

function remember() {
  root.style.minBlockSize = `${root.offsetHeight}px`; // until all of the fresh page is there: nothing scrolls
  const { version: number, ply, present, said, draw, plies } = page().dataset;
  return {
    version: number,
    ply: Number(ply),
    present,
    said,
    draw,
    plies,
    placing: document.getElementById("placing") !== null,
    last: document.getElementById("board").dataset.last,
    // a piece that stands where it goes before it is played does not go there again
    isThere: document.querySelector("#board .preview") !== null,
    // a button that was switched off while its request ran has lost the focus
    focus: document.activeElement === document.body ? focusAtRequest : focusName(),
    rows: new Map(lists().map((list) => [list.id, [...list.children]])),
    row: openRow(),
    panel: root.querySelector('[name="panel"]:checked')?.id,
    folds: new Map([...root.querySelectorAll("details[id]")].map((part) => [part.id, part.open])),
    typed: document.getElementById("typed")?.value ?? "",
  };
}

function cameIntoPlace() {
  const past = before;
  before = null;
  words = readWords();
  const now = page().dataset;
  const same = Number(now.ply) === past.ply && now.present === past.present;
  restorePage(past);
  const isOpen = same && !mine && rows().some((row) => row.dataset.row === past.row);
  showRow(isOpen ? past.row : "");
  send("match:shown", { same, again: true, mine, news: now.version !== past.version });
  restoreFocus(past.focus);
  tidy(); // measures: after everything that changes the page, which is then laid out once
  slide(past);
  const isPlaced = past.placing && mine && !document.getElementById("placing");
  if (isPlaced && root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
  if (isDeclined(past, now)) hint(words.declined);
  else if (now.said !== past.said) say(news(past.said, now.said));
  if (now.present === "no" && past.present === "no" && now.version !== past.version) hint(words.moved);
  root.style.minBlockSize = "";
  mine = false;
  draw = "";
}

/** What was said already is not said again when only an offer comes to it. */
const news = (past, now) => (now.startsWith(past) ? now.slice(past.length) : now);

/** Whether an offer of one's own is gone; the answer to it may come of the position after that. */
function isDeclined(past, now) {
  const stood = (past.draw === "mine" || draw === "offer") && now.draw === "none";
  return stood && draw !== "withdraw" && now.status === "active" && now.plies === past.plies;
}

function restorePage(past) {
  const panel = past.panel && document.getElementById(past.panel);
  if (panel) panel.checked = true;
  for (const part of root.querySelectorAll("details[id]")) part.open = past.folds.get(part.id) ?? part.open;
  const field = document.getElementById("typed");
  if (field && !mine) field.value = past.typed;
}

function restoreFocus(id) {
  if (id === null || root.contains(document.activeElement)) return;
  const inside = { "move-list": "#move-list [aria-current]", cancel: "[data-row]:not([hidden]) [data-cancel]" }[id];
  const again = inside && /** @type {Found} */ (root.querySelector(inside));
  if (again) return again.focus({ preventScroll: true });
  const found = document.getElementById(id) ?? root.querySelector(`[data-step="${CSS.escape(id)}"]`);
  const other = found?.matches(".step") ? root.querySelector(".move-steps [data-look]") : null;
  const isThere = found && !found.matches("[aria-disabled]") && !found.closest("[hidden]");
  const target = isThere ? found : (other ?? atHand());
  target.focus({ preventScroll: true });
}

let hasAsked = false;

// whoever has asked for a rematch and still looks goes along when it begins
function follow() {
  const row = root.querySelector("[data-rematch]");
  if (hasAsked && row?.dataset.rematch === "made") location.assign(row.querySelector("a").href);
  hasAsked = row?.dataset.rematch === "mine";
}

function tidy() {
  follow();
  const list = document.querySelector(".move-list");
  if (list !== listed) listRoom.disconnect();
  if (list && list !== listed) listRoom.observe(list); // not while pieces are placed
  listed = list;
  tick();
}

let listed = null; // what was scrolled stays so while it is the same

// the list is scrolled to the board shown, however much room it has
const listRoom = new ResizeObserver(([{ target: list }]) => {
  const row = list.querySelector("[aria-current]")?.closest("li");
  if (row) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
});

// --- the last move slides in ----------------------------------------------------------------------------

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function slide(past) {
  const carried = document.documentElement.dataset.dropped;
  delete document.documentElement.dataset.dropped;
  const board = document.getElementById("board");
  const gone = Number(page().dataset.ply) - past.ply;
  if (calm.matches || Math.abs(gone) !== 1) return;
  const squares = (gone === 1 ? board.dataset.slid : past.last).split(" ");
  if (squares.length < 2 || (mine && (past.isThere || carried === squares.at(-1)))) return;
  const [from, to] = gone === 1 ? [squares[0], squares.at(-1)] : [squares.at(-1), squares[0]];
  glide(document.getElementById(`sq-${from}`), document.getElementById(`sq-${to}`));
}

function glide(from, to) {
  const piece = to?.querySelector(".piece:not(.preview)");
  if (!from || !piece) return;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  to.closest(".cell").classList.add("is-flying");
  const start = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
  const flight = piece.animate([{ transform: start }, { transform: "none" }], {
    duration: 220,
    easing: "cubic-bezier(.3, .1, .2, 1)",
  });
  const land = () => flight.finish();
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, land, { once: true });
  flight.finished.finally(() => to.closest(".cell")?.classList.remove("is-flying"));
}

// --- requests that get no board back ------------------------------------------------------------------

document.addEventListener("htmx:sendError", (event) => {
  if (root.contains(event.target)) hint(words.lost, true);
});

document.addEventListener("htmx:responseError", (event) => {
  if (!root.contains(event.target)) return;
  const { status, responseText } = event.detail.xhr;
  if (isSentence(event.detail.xhr)) hint(responseText, true);
  else if (status !== 401 && status !== 403) hint(status >= 500 ? words.lost : words.failed, true);
});

// --- clocks ------------------------------------------------------------------------------------------------

let skew = 0; // milliseconds this machine's clock is ahead of the site's
let ticking;

function shortTime(seconds) {
  const [days, hours, minutes] = [seconds / 86400, (seconds % 86400) / 3600, (seconds % 3600) / 60].map(Math.floor);
  const two = (number) => String(number).padStart(2, "0");
  if (days) return fill(words.days, { days, hours });
  if (hours) return fill(words.hours, { hours, minutes: two(minutes) });
  return `${minutes}:${two(seconds % 60)}`;
}

// time off does not run: until `back`, and from `pause` on
function secondsLeft(facts, now) {
  if (!facts.left) return Math.max(0, Math.floor((Date.parse(facts.deadline) - now) / 1000));
  const from = Date.parse(facts.back || facts.now);
  const until = facts.pause ? Math.min(now, Date.parse(facts.pause)) : now;
  return Math.max(0, Math.floor(Number(facts.left) - Math.max(0, until - from) / 1000));
}

function tick() {
  clearTimeout(ticking);
  const clock = root.querySelector("[data-deadline]");
  if (!clock) return;
  if (!clock.dataset.isRead) {
    skew = Date.now() - Date.parse(clock.dataset.now);
    clock.dataset.isRead = "yes";
  }
  const left = secondsLeft(clock.dataset, Date.now() - skew);
  const text = shortTime(left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.closest(".clock").classList.toggle("low", left < Number(clock.dataset.low));
  ticking = setTimeout(tick, left < 3700 ? 1000 : 20000);
}

// --- beginning ---------------------------------------------------------------------------------------------

document.addEventListener("match:look", (event) => lookBack(event.detail.ply));
document.addEventListener("match:row", (event) => showRow(event.detail.row));
document.addEventListener("match:ask", (event) => askBack(event.detail.row));
tidy();
send("match:shown", { same: false, again: false, mine: false });
