// What the behaviours share: they import it, and config/bundles.py puts it before them, once.

/** The part of a page with a board that is fetched anew; null on other pages. */
export const root = document.getElementById("match-live");

/** Tells other behaviours, and htmx, that something has happened. */
export function send(name, detail = {}) {
  document.body.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
}

/** Has a screen reader say it, also if it is what was said last; the focus stays. */
export function say(text) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}

const HINT_FOR = 6000; // milliseconds
let hintTimer;

/** Shows a sentence beside the board about something that cannot be done; an empty one takes it away. */
export function hint(text, stays = false) {
  const line = document.getElementById("match-message");
  clearTimeout(hintTimer);
  line.textContent = text;
  line.hidden = !text;
  if (text && !stays) hintTimer = setTimeout(() => (line.hidden = true), HINT_FOR);
}

/** The text with each {name} in it replaced by its value. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? "");

/** Where Tab enters the board: the square that has or had the focus. */
export const atHand = () => document.querySelector("#board-form .square[data-here]");

/** Tab leads to the square *here*, and to all that can be pressed next: the pieces that can move, or
    where the one that is picked can go. Whoever has one switch needs no arrows. */
export function tabStops(here = atHand()) {
  const surface = document.getElementById("board-form");
  const next = !surface.querySelector(".picked") ? ".movable"
    : surface.querySelector(".placing") ? ".cell"
    : ".target, .picked";
  for (const button of surface.querySelectorAll(".square")) {
    button.toggleAttribute("data-here", button === here);
    button.tabIndex = button === here || button.closest(next) ? 0 : -1;
  }
}

/** Whether a press asks for what it usually does: no key is held, and it is the first button. */
export const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.button;

/** Whether a key was pressed where keys have a meaning of their own. */
export const isElsewhere = (event) => Boolean(event.target.closest?.("input, textarea, select, dialog, .board, .menu"));

/** Whether an answer is one sentence to be shown as it is, and no part of a page. */
export const isSentence = (xhr) => /^text\/plain\b/.test(xhr.getResponseHeader("Content-Type") ?? "");

export const readJson = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

/** What may be played: {action, squares, text, chooser, side, sign}, some with captures, shade or stack. */
export function readOffers() {
  const listed = readJson("offers") ?? [];
  if (Array.isArray(listed)) return listed;
  const { pieces = [], offers = [] } = listed;
  return offers.map(([squares, text, piece, more]) => {
    const [chooser, side, sign] = pieces[piece];
    return { action: squares.join(""), squares, text, chooser, side, sign, ...more };
  });
}

const postHeaders = () => JSON.parse(document.body.getAttribute("hx-headers"));

/** The token that what is posted from this page has. */
export const csrfToken = () => postHeaders()["X-CSRFToken"];

/** Asks who is signed in now, and takes the token of now over into the page where it is still the
    same person. "same", "out" or "other"; "refused" where nobody says. */
export async function renew() {
  const answer = await fetch(document.body.dataset.who).catch(() => null);
  if (!answer?.ok) return "refused";
  const { user, token: fresh } = await answer.json();
  if (user !== document.body.dataset.user) return user ? "other" : "out";
  document.body.setAttribute("hx-headers", JSON.stringify({ ...postHeaders(), "X-CSRFToken": fresh }));
  for (const field of document.querySelectorAll('[name="csrfmiddlewaretoken"]')) field.value = fresh;
  return "same";
}

/** Posts what htmx does not, once more where whoever is here has signed in again meanwhile. */
export async function post(url, options) {
  const sent = () => fetch(url, { method: "POST", headers: postHeaders(), ...options });
  const answer = await sent();
  return answer.status === 403 && (await renew()) === "same" ? sent() : answer;
}

/** What the frame of the page says for a reason. */
export const sentence = (reason) => document.getElementById("toast").dataset[reason];

/** The click that follows when what was dragged is let go means nothing. */
export function swallowClick() {
  const stop = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }), 50);
}
