// Small comforts of every page. Nothing here is needed to use the site.

import { isSentence, renew, root, say, sentence } from "./lib.js";

const toast = document.getElementById("toast");

// --- keys of an input method are nobody's but its own ---------------------------------------------
//
// Safari sends the Enter that ends a conversion after it, and says so by its code alone.

window.addEventListener("keydown", (event) => {
  if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
}, true);

// --- Enter that is held down presses once: nothing is played, picked or sent by its repetitions ------

window.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && !event.target.matches?.("textarea")) event.preventDefault();
}, true);

// --- menus: close on Escape, on a press elsewhere, and when the focus leaves ------------------

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("pointerdown", (event) => {
  closeMenus(event.target.closest("details.menu"));
});

document.addEventListener("focusin", (event) => {
  closeMenus(event.target.closest("details.menu"));
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest?.("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// --- rooms beside each other that have no room: the open one is in sight ----------------------------

const showRoom = new ResizeObserver(([{ target: rooms }]) => {
  const room = rooms.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  const strip = rooms.getBoundingClientRect();
  if (room) rooms.scrollLeft += (room.left + room.right - strip.left - strip.right) / 2;
});
const rooms = document.querySelector(".rooms ul");
if (rooms) showRoom.observe(rooms); // at first, and when a phone is turned

// --- "/": to the search box, or to its page where there is no room for one ----------------------

window.addEventListener("keydown", (event) => {
  const isSearch = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isSearch || event.defaultPrevented || event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  const boxes = [...document.querySelectorAll('main [name="q"], #site-search')];
  const box = boxes.find((one) => one.checkVisibility());
  event.preventDefault();
  if (box) box.focus();
  else location.assign(document.querySelector(".to-search").href);
});

// --- the look: shown at once, kept by the server ----------------------------------------------

document.getElementById("theme-switch")?.addEventListener("submit", (event) => {
  const pressed = /** @type {Found} */ (event.submitter);
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  if (!pressed) return;
  event.preventDefault();
  document.documentElement.dataset.theme = pressed.value;
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === pressed));
  }
  const kept = fetch(form.action, { method: "POST", body: new FormData(form, pressed), redirect: "manual" });
  kept.catch(() => complain("lost"));
});

// --- a password to take: <button data-suggest="id-of-input" hidden> ------------------------------

const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"; // none that is taken for another

for (const button of document.querySelectorAll("[data-suggest]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.suggest);
    // 20 of 31 signs: 99 bits; the few numbers that would favour some signs are thrown away
    const numbers = [...crypto.getRandomValues(new Uint8Array(80))].filter((number) => number < 248);
    const signs = numbers.slice(0, 20).map((number) => SIGNS[number % SIGNS.length]);
    field.type = "text";
    field.value = signs.join("").replace(/.{5}(?=.)/g, "$&-");
    field.select();
  });
}

// --- copy buttons: <button data-copy="#id-of-input" data-copied="Copied"> ---------------------

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.querySelector(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return; // no permission, or plain http: still selected
  }
  button.dataset.label ??= button.textContent;
  const before = button.dataset.label;
  button.textContent = button.dataset.copied;
  say(button.dataset.copied);
  setTimeout(() => (button.textContent = before), 2000);
});

// --- the browser's time zone: for visitors' pages, new accounts, and offered in the settings -----

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
const zoneCookie = location.protocol === "https:" ? "__Host-zone" : "zone";
const cookieEnd = `path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
document.cookie = `${zoneCookie}=${deviceZone}; ${cookieEnd}`;

for (const field of document.querySelectorAll("input[data-time-zone]")) field.value ||= deviceZone;

for (const button of document.querySelectorAll("[data-fill]")) {
  const field = document.getElementById(button.dataset.fill);
  button.addEventListener("click", () => {
    field.value = button.dataset.with;
    field.focus();
  });
}

for (const field of document.querySelectorAll("input[list]")) {
  field.addEventListener("focus", () => field.select()); // typing looks for another at once
}

// --- requests that fail without an answer of their own ------------------------------------------

let toastTimer;

function complain(reason) {
  toast.textContent = sentence(reason);
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.hidden = true), 8000);
}

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (!at?.closest("[data-quiet]")) complain("lost");
  });
}

const isBarred = ({ status }) => status === 401 || status === 403;

/** Whoever has signed in again since the page was opened has another token: it is sent with that
    once. Everything stays where it was; else the reason is said. */
async function sendAgain({ elt, requestConfig }) {
  const found = await renew();
  const isFirst = Date.now() - Number(elt.dataset.sentAgain ?? 0) > 10_000;
  if (found !== "same" || !isFirst || !elt.matches("form")) return complain(found === "same" ? "refused" : found);
  elt.dataset.sentAgain = Date.now();
  const pressed = requestConfig.triggeringEvent?.submitter;
  elt.requestSubmit(elt.contains(pressed) ? pressed : undefined);
}

document.addEventListener("htmx:responseError", (event) => {
  if (isBarred(event.detail.xhr)) return sendAgain(event.detail);
  if (event.target.closest?.("[data-quiet]")) return;
  complain("refused");
  if (isSentence(event.detail.xhr)) toast.textContent = event.detail.xhr.responseText;
});

// --- who signs out and in again in another tab ---------------------------------------------------

const who = document.body.dataset.user; // undefined on a page that knows nobody, such as of an error

async function meet(user) {
  if (user === who) return renew();
  if (who) return complain(user ? "other" : "out");
  if (root) return location.reload(); // a visitor's view of a board: nothing is lost with it
  complain("in");
}

if (who !== undefined) {
  window.addEventListener("storage", (event) => event.key === "who" && meet(event.newValue ?? ""));
  try {
    if (localStorage.getItem("who") !== who) localStorage.setItem("who", who);
  } catch {
    // nothing can be kept here
  }
}

// --- a double click sends a form once: what the second would be sent with is over by then ---------

let sent = null;

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.target.method !== "post") return;
  if (event.target === sent) return event.preventDefault();
  sent = event.target;
  setTimeout(() => (sent = null), 1000);
});

// --- a form that was refused: Back and Reload ask for its page, and send nothing again ------------

if (document.body.dataset.posted) {
  const from = document.referrer.startsWith(`${location.origin}/`) ? document.referrer : location.href;
  history.replaceState(history.state, "", from);
}
